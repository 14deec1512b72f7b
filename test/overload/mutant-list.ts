// Plants bugs that only an overloaded database shows: `npm run deep -- overload --planted` must find each.
import { type Edit, edit } from "../simulation/plant.ts";

/** A bug as a small patch of the source. */
interface Planted {
  readonly name: string;
  readonly edits: readonly Edit[];
}

export const OVERLOAD_MUTANTS: readonly Planted[] = [
  {
    name: "overload: the gate turns away after the reservation",
    edits: [
      edit("connectLedger", "open(() => reservation.companyId)", 'open(() => reservation.companyId, "entrance")'),
    ],
  },
  {
    name: "overload: nothing is turned away",
    edits: [
      edit(
        "reachDatabase",
        'const passage = { lane: isFirst ? "entrance" : lane,',
        'const passage = { lane: isFirst ? "alert" : lane,',
      ),
    ],
  },
  {
    name: "overload: a refusal of the gate is a bug to the client",
    edits: [edit("isOutOfReach", " || error instanceof BusyError", "")],
  },
];
