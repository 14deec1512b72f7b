// Kills an instance once at every point of the crash table, in workerd; alarms alone bring the document to its end.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setClockAhead } from "../support/clock.ts";
import { expectConsecutive, expectEnd } from "../support/final-state.ts";
import { driveByAlarms, inspectStorage, live, readRecord } from "../support/issuance-object.ts";
import { ALL_KINDS, EVERY_MODULE } from "../support/kind.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { CRASH_ROWS, FIRST_PASS } from "./crash-table.ts";

beforeEach(setClockAhead);

describe.each(ALL_KINDS)("a first run of $title", (kind) => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createTenant(EVERY_MODULE);
  });
  afterAll(async () => {
    expect(await expectConsecutive(tenant, kind)).toBeGreaterThan(CRASH_ROWS.length);
  });

  it("visits exactly the points of the table", async () => {
    const command = await kind.toCommand(tenant, "alive", kind.sample());
    const { ended, visited } = await live(command.name, (engine) => engine.issue(command));
    expect(ended.type).toBe("returned");
    expect(visited.map(({ point }) => point)).toEqual(FIRST_PASS.map(([, point]) => point));
    await expectEnd(kind, tenant, "alive", { state: "aceptado", arrivals: 1 });
  });

  it.each(CRASH_ROWS)("$step: dies at $point ($visit, $writes), ends $end.state", async (row) => {
    const key = `${row.point} ${row.visit} ${row.writes}`;
    const body = kind.sample();
    const command = await kind.toCommand(tenant, key, body);
    const { ended } = await live(command.name, (engine) => engine.issue(command), { crash: row });
    expect(ended).toEqual({ type: "died" });
    await driveByAlarms(command.name);
    if (row.end.state === "none") {
      expect(await readRecord(command.name)).toBeUndefined();
      expect(await inspectStorage(command.name)).toEqual({ alarm: null, chunks: 0 });
    } else {
      await expectEnd(kind, tenant, key, { ...row.end, state: row.end.state });
    }
    const replay = await kind.post(tenant, key, body);
    expect(replay.status).toBe({ none: 201, aceptado: 200, send_unknown: 202 }[row.end.state]);
    const arrivals = row.end.state === "none" ? 1 : row.end.arrivals;
    await expectEnd(kind, tenant, key, { state: row.end.state === "none" ? "aceptado" : row.end.state, arrivals });
  });
});
