// range resume: a range that another system's number stopped goes on, from a number that nobody has used.
import { readOne } from "../../src/store/database.ts";
import { updateRange } from "../../src/store/registry.ts";
import { resumeRange } from "../../src/store/stopped-range.ts";
import { type Command, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { readId, readInteger } from "../reader.ts";
import { findLastNumber, type RangeRow } from "./range-overlap.ts";

const NUMBER_MAX = 999_999_999;

export const rangeResume: Command = {
  name: "range resume",
  about: "lets a range go on that stopped because another system had used one of its numbers",
  flags: {
    range: "*id of the range, see `range status`",
    next: "number of the next document, past every number that the other system used; as it stands unless given",
  },
  run: async (context) => {
    const { binding, input } = context;
    const id = await input.get("range", readId);
    const range = await readOne<RangeRow>(binding.prepare("SELECT * FROM ranges WHERE id = ?1").bind(id));
    if (range === undefined) throw new OperatorError(`there is no range ${id}`, "see `operator range status`");
    if (range.stopped_by === null) throw new OperatorError(`range ${id} is not stopped`, "see `operator range status`");
    const next = input.find("next", readInteger(1, NUMBER_MAX)) ?? range.next_number;
    const last = findLastNumber(range);
    if (next < range.next_number || next > last + 1) {
      throw new OperatorError(
        `--next: ${next} is not from ${range.next_number} to ${last + 1}`,
        "numbers only go forward",
      );
    }
    const detail = { range: id, stopped_by: range.stopped_by, before: { next: range.next_number }, next };
    await commit(context, { companyId: range.company_id, action: "range.resume", detail }, [
      updateRange(binding, id, { nextNumber: next }),
      resumeRange(binding, id),
    ]);
    return { data: detail, text: `range ${id} goes on with ${range.prefix}${next}` };
  },
};
