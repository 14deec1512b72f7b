// Tests a number that another system used: the document has its end, its range gives no more, and an operator lets it go on.
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/authority/outcome.ts";
import { runAlarm } from "../../src/issuance/engine.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { resumeRange, stopRange } from "../../src/store/number/stopped-range.ts";
import { findWarnings } from "../../src/store/watch/health.ts";
import { sampleReservation, sampleSupportDocument } from "../store/sample.ts";
import { type EngineRoom, openEngineRoom, VERDICT } from "../support/engine-room.ts";

const HOLDER = "ef".repeat(48);
const TAKEN_VERDICT = {
  ...VERDICT,
  isValid: false,
  statusCode: "99",
  rules: [{ code: "90", severity: "rechazo" as const, text: "Documento procesado anteriormente." }],
};
const TAKEN: Outcome = { type: "number-taken", holderKey: HOLDER, verdict: TAKEN_VERDICT };
const ABSENT: Outcome = { type: "absent", detail: "status 66", verdict: { ...VERDICT, isValid: false } };
const IDS = { companyId: 1, documentId: 1 };

async function issued(...answers: readonly Outcome[]): Promise<EngineRoom> {
  const room = await openEngineRoom();
  room.answers.push(...answers);
  await room.engine.issue(room.command);
  await room.settle();
  return room;
}

async function ring(room: EngineRoom): Promise<void> {
  const { wakeAt } = room.record();
  if (wakeAt !== null) room.clock.nowMs = Math.max(room.clock.nowMs, Date.parse(wakeAt));
  await runAlarm(room.engine, room.journal, room.ports.world);
  await room.settle();
}

const readRange = ({ db }: EngineRoom) =>
  db.prepare("SELECT id, next_number, stopped_by, stops_from FROM ranges").first<Record<string, number | null>>();

function allocateAnother({ db }: EngineRoom, name: string) {
  return allocateNumber(openDatabase(db), sampleReservation(1, { name, reservationId: name }), sampleSupportDocument());
}

describe("a number that another system used", () => {
  it("is the end of its document, confirmed at once by a question, and of its range until an operator has looked", async () => {
    const room = await issued(TAKEN, ABSENT);
    expect(room.asked).toEqual(["send cuds-1", "status cuds-1"]);
    expect(room.record()).toMatchObject({ state: "rechazado", verdict: TAKEN_VERDICT, wakeAt: null, document: null });
    expect(room.record().numberTaken).toMatchObject({ holderKey: HOLDER, isRangeStopped: true });
    expect(room.alerts).toEqual([["number_taken", { ...IDS, rangeId: 1, number: "DS1" }]]);
    expect(await readRange(room)).toMatchObject({ next_number: 2, stopped_by: 1, stops_from: 0 });
    const refused = await allocateAnother(room, "another");
    expect(refused).toMatchObject({
      type: "refused",
      code: "range_missing",
      why: { reason: "range-stopped", rangeKind: "dse" },
    });
    expect(await readRange(room)).toMatchObject({ next_number: 2 });
    const warnings = await findWarnings(openDatabase(room.db), room.clock.nowMs);
    expect(warnings.filter(({ code }) => code === "range_missing")).toEqual([
      expect.objectContaining({ companyId: 1, severity: "warning", rangeId: 1, documentId: 1 }),
    ]);
    await run(openDatabase(room.db), resumeRange(1));
    const next = await allocateAnother(room, "another");
    expect(next).toMatchObject({ type: "allocated", documentId: 2, numbering: { number: 2 } });
  });

  it("stops its range although D1 does not answer at first, and also after its own end", async () => {
    const room = await openEngineRoom();
    room.fail("stopRange", 2);
    room.answers.push(TAKEN, ABSENT);
    await room.engine.issue(room.command);
    await room.settle();
    expect(room.record().state).toBe("rechazado");
    expect(await readRange(room)).toMatchObject({ stopped_by: null });
    await ring(room);
    await ring(room);
    expect(await readRange(room)).toMatchObject({ stopped_by: 1 });
    expect(room.record()).toMatchObject({ wakeAt: null, document: null });
  });

  it("stops the range before the question is answered", async () => {
    const room = await issued(TAKEN);
    expect(room.record().state).toBe("en_proceso_http");
    expect(await readRange(room)).toMatchObject({ stopped_by: 1 });
  });

  it("given before an operator let the range go on does not stop it again; a later one does", async () => {
    const room = await issued(TAKEN, ABSENT);
    await run(openDatabase(room.db), resumeRange(1));
    const late = { documentId: 7, numbering: { rangeId: 1, number: 1 } };
    await stopRange(openDatabase(room.db), late, "elsewhere");
    expect(await readRange(room)).toMatchObject({ stopped_by: null, stops_from: 2 });
    await stopRange(openDatabase(room.db), { ...late, numbering: { rangeId: 1, number: 2 } }, "elsewhere");
    const later = { documentId: 8, numbering: { rangeId: 1, number: 3 } };
    await stopRange(openDatabase(room.db), later, "elsewhere");
    expect(await readRange(room)).toMatchObject({ stopped_by: 7 });
  });

  it("stops nothing without a number", async () => {
    const { db } = await openEngineRoom();
    await expect(stopRange(openDatabase(db), { documentId: null, numbering: null }, "elsewhere")).rejects.toThrow(
      "without a number",
    );
  });
});
