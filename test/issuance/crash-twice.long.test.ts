// Kills an instance twice: in the first run, and in the recovery from it; then alarms alone. CRASH_PAIRS=999 tries every pair.
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setClockAhead } from "../support/clock.ts";
import { expectConsecutive, expectEnd } from "../support/final-state.ts";
import {
  awaitWake,
  type CrashPoint,
  driveByAlarms,
  type Life,
  live,
  liveAlarm,
  repeatAlarm,
} from "../support/issuance-object.ts";
import { ALL_KINDS, EVERY_MODULE, type Kind } from "../support/kind.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { CRASH_ROWS, type CrashRow, endOfSecond } from "./crash-table.ts";

/** A second death: in which firing of the alarm, and where. */
interface SecondCrash extends CrashPoint {
  readonly firing: number;
}

/** Rows whose first death leaves something to recover from. */
const ROWS = CRASH_ROWS.filter(({ end }) => end.state === "aceptado");
/** In a short run the kinds share the rows. */
function listRows(turn: number): readonly (CrashRow & { readonly index: number })[] {
  const rows = ROWS.map((row, index) => ({ ...row, index }));
  return env.TEST_BUDGET.crashPairs > 1 ? rows : rows.filter(({ index }) => index % ALL_KINDS.length === turn);
}

/** Points visited over and over again by one that asks for ever add nothing. */
const FIRINGS_MAX = 4;

let tenant: Tenant;

beforeEach(setClockAhead);
beforeAll(async () => {
  tenant = await createTenant(EVERY_MODULE);
});

async function dieFirst(kind: Kind, key: string, row: CrashRow): Promise<string> {
  const command = await kind.toCommand(tenant, key, kind.sample());
  const { ended } = await live(command.name, (engine) => engine.issue(command), { crash: row });
  expect(ended.type).toBe("died");
  return command.name;
}

/** The recovery of a twin that dies no more: every point that a second death can strike. */
async function listSecondCrashes(kind: Kind, row: CrashRow): Promise<SecondCrash[]> {
  const name = await dieFirst(kind, `twin ${labelOf(row)}`, row);
  const found: SecondCrash[] = [];
  for (let firing = 1; firing <= FIRINGS_MAX && (await awaitWake(name)) !== undefined; firing += 1) {
    const { visited } = await liveAlarm(name);
    for (const { point, visit } of visited) {
      found.push({ point, visit, writes: "unsaved", firing });
      if (point.endsWith(" before")) found.push({ point, visit, writes: "saved", firing });
    }
  }
  await expectEnd(kind, tenant, `twin ${labelOf(row)}`, { state: "aceptado", arrivals: 1 });
  return found;
}

async function dieAgain(name: string, second: SecondCrash): Promise<void> {
  for (let firing = 1; firing <= second.firing; firing += 1) {
    await awaitWake(name);
    const life: Life<void> = await liveAlarm(name, firing === second.firing ? { crash: second } : {});
    expect(life.ended.type).toBe(firing === second.firing ? "died" : "returned");
  }
  await repeatAlarm(name);
}

const labelOf = ({ point, visit, writes }: CrashPoint) => `${point} ${visit} ${writes}`;

describe.each(ALL_KINDS)("a recovery of $title", (kind) => {
  afterAll(async () => {
    expect(await expectConsecutive(tenant, kind)).toBeGreaterThanOrEqual(listRows(ALL_KINDS.indexOf(kind)).length);
  });

  it.each(listRows(ALL_KINDS.indexOf(kind)))(
    "$step: died at $point ($visit, $writes), dies again",
    { timeout: 600_000 },
    async (row) => {
      const all = await listSecondCrashes(kind, row);
      // A different stretch of the recovery for each row and kind, so that a short run meets all of it.
      const start = row.index * 7 + ALL_KINDS.indexOf(kind) * 3;
      const count = Math.min(env.TEST_BUDGET.crashPairs, all.length);
      for (let tried = 0; tried < count; tried += 1) {
        const second = all[(start + tried) % all.length];
        if (second === undefined) continue;
        setClockAhead();
        const key = `row ${row.index}, second ${(start + tried) % all.length}`;
        const name = await dieFirst(kind, key, row);
        await dieAgain(name, second);
        await driveByAlarms(name);
        const end = endOfSecond(row.end, second);
        if (end.state === "none") throw new Error("a reservation that was durable is never lost");
        await expectEnd(kind, tenant, key, { state: end.state, arrivals: end.arrivals });
      }
    },
  );
});
