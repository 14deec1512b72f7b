// Tests the end of a document that was sent and that the authority denies without a verdict: when two people may close it,
// when they may not, and what stays as evidence.
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/authority/outcome.ts";
import type { Transmission } from "../../src/issuance/contract/ports.ts";
import { runAlarm } from "../../src/issuance/engine.ts";
import { findAnswer } from "../../src/store/archive/snapshot.ts";
import { type EngineRoom, openEngineRoom, VERDICT, XML_PATH } from "../support/engine-room.ts";

const WORDS = { ...VERDICT, isValid: false, statusCode: "99", statusDescription: "El archivo no es legible." };
const UNNAMED: Outcome = { type: "refused-unnamed", detail: "no-document-key: status 99", verdict: WORDS };
const ABSENT_WORDS = { ...WORDS, statusCode: "66", statusDescription: "TrackId no existe" };
const ABSENT: Outcome = { type: "absent", detail: "status 66", verdict: ABSENT_WORDS };
const UNKNOWN: Outcome = { type: "unknown", reason: "timeout", detail: "timeout: 90 s" };
const PROCESSING: Outcome = { type: "processing", detail: "status 98" };
const ACCEPTED: Outcome = { type: "accepted", verdict: VERDICT };
const DUPLICATE: Outcome = { type: "duplicate", rules: [] };
const REFUSED: Outcome = { type: "not-processed", detail: "fault FailedCheck", statement: null };
const ORDER = { orderId: 1, actor: "ana", approver: "luis", reason: "el portal no lo tiene" };
const HOUR_MS = 3_600_000;

async function ring(room: EngineRoom): Promise<void> {
  const { wakeAt } = room.record();
  if (wakeAt !== null) room.clock.nowMs = Math.max(room.clock.nowMs, Date.parse(wakeAt));
  await runAlarm(room.engine, room.journal, room.ports.world);
  await room.settle();
}

/** Sent, and asked about until it is `send_unknown`: `sending` is the answer to the first, `question` to each of the others. */
async function denied(sending: Outcome, question: Outcome): Promise<EngineRoom> {
  const room = await openEngineRoom();
  room.answers.push(sending);
  await room.engine.issue(room.command);
  await room.settle();
  for (let rings = 0; rings < 15 && room.record().state !== "send_unknown"; rings += 1) {
    room.answers.push(question);
    await ring(room);
  }
  expect(room.record()).toMatchObject({ state: "send_unknown", verdict: null });
  return room;
}

const said = (outcome: Outcome): Transmission => {
  return { outcome, httpStatus: 200, raw: new TextEncoder().encode(`<${outcome.type}/>`) };
};

describe("a document that was sent", () => {
  it.each([
    ["refused and then refused to every question", UNNAMED, UNNAMED, "answers-exhausted"],
    ["refused and then absent", UNNAMED, ABSENT, "absent-exhausted"],
    ["lost and then refused to every question", UNKNOWN, UNNAMED, "answers-exhausted"],
  ] as const)("and is %s is reported urgently, once", async (_, sending, question, event) => {
    const room = await denied(sending, question);
    expect(room.record().changes.at(-1)).toMatchObject({ to: "send_unknown", event });
    expect(room.alerts).toEqual([["send_unknown", { companyId: 1, documentId: 1, sendings: 1 }]]);
    expect(Date.parse(room.record().changes.at(-1)?.at ?? "") - Date.parse(room.record().reservedAt)).toBeLessThan(
      2 * HOUR_MS,
    );
    expect(room.asked.filter((one) => one.startsWith("send"))).toHaveLength(1);
  });

  it.each([ABSENT, UNNAMED])(
    "and is refused, is closed when a last question is answered with %o, which is kept",
    async (last) => {
      const room = await denied(UNNAMED, ABSENT);
      const { fiscalId, xmlPath, numbering } = room.record();
      room.answers.push(said(last));
      expect(await room.engine.close(ORDER)).toEqual({ type: "closed", state: "rechazado" });
      await room.settle();
      expect(room.asked.at(-1)).toBe("status cuds-1");
      const record = room.record();
      const words = last === ABSENT ? ABSENT_WORDS : WORDS;
      expect(record).toMatchObject({
        state: "rechazado",
        verdict: { ...words, isClosing: true },
        wakeAt: null,
        document: null,
      });
      expect(record).toMatchObject({
        fiscalId,
        xmlPath,
        numbering,
        isArchived: true,
        lastError: { reason: "closed-sent" },
      });
      expect(record.changes.at(-1)).toMatchObject({ event: "operator-close", actor: "ana + luis", orderId: 1 });
      const evidence = record.attempts.at(-1);
      expect(evidence).toMatchObject({ kind: "status", outcome: last.type });
      const kept = await findAnswer(room.ports.archive.get, XML_PATH, evidence?.id ?? "");
      expect(new TextDecoder().decode(kept)).toBe(`<${last.type}/>`);
      expect(await room.engine.close(ORDER)).toEqual({ type: "closed", state: "rechazado" });
      expect(await room.engine.close({ ...ORDER, orderId: 2 })).toMatchObject({ reason: "not-waiting" });
      const replay = await room.engine.issue(room.command);
      expect(replay).toMatchObject({ isReplay: true, document: { state: "rechazado", wasSent: true, fiscalId } });
    },
  );

  it.each<[Outcome, string, string]>([
    [UNKNOWN, "not-denied", "send_unknown"],
    [DUPLICATE, "not-denied", "send_unknown"],
    [{ type: "unknown", reason: "other-document", detail: "x" }, "not-denied", "send_unknown"],
    [PROCESSING, "not-waiting", "en_proceso"],
    [ACCEPTED, "not-waiting", "aceptado"],
  ])("is not closed when the last question is answered with %o: %s", async (last, reason, state) => {
    const room = await denied(UNNAMED, ABSENT);
    room.answers.push(last);
    expect(await room.engine.close(ORDER)).toEqual({ type: "not-closed", reason, state });
    await room.settle();
    expect(room.record().state).toBe(state);
  });

  it("is never closed once the authority said that it was processed before", async () => {
    const room = await denied(DUPLICATE, UNNAMED);
    room.clock.nowMs += 100 * HOUR_MS;
    const asked = room.asked.length;
    expect(await room.engine.close(ORDER)).toMatchObject({ reason: "not-denied", state: "send_unknown" });
    expect(room.asked).toHaveLength(asked);
  });

  it.each([
    ["without an answer", UNKNOWN],
    ["into a process that it forgot", PROCESSING],
  ])("%s may be on its way for three days, and is closed after them", async (_, sending) => {
    const room = await denied(sending, ABSENT);
    const asked = room.asked.length;
    room.clock.nowMs += 71 * HOUR_MS;
    expect(await room.engine.close(ORDER)).toMatchObject({ reason: "may-be-on-its-way" });
    expect(room.asked).toHaveLength(asked);
    room.clock.nowMs += 2 * HOUR_MS;
    room.answers.push(ABSENT);
    expect(await room.engine.close({ ...ORDER, orderId: 2 })).toEqual({ type: "closed", state: "rechazado" });
    await room.settle();
  });

  it("and refused again by order is closed as well, unless one of its sendings had no answer", async () => {
    for (const [first, expected] of [
      [UNNAMED, { type: "closed" }],
      [UNKNOWN, { reason: "may-be-on-its-way" }],
    ] as const) {
      const room = await denied(first, ABSENT);
      room.answers.push(UNNAMED);
      expect(await room.engine.resend(ORDER)).toMatchObject({ type: "resent" });
      await room.settle();
      for (let rings = 0; rings < 15 && room.record().state !== "send_unknown"; rings += 1) {
        room.answers.push(ABSENT);
        await ring(room);
      }
      expect(room.alerts.at(-1)).toEqual(["send_unknown", { companyId: 1, documentId: 1, sendings: 2 }]);
      room.answers.push(ABSENT);
      expect(await room.engine.close({ ...ORDER, orderId: 2 })).toMatchObject(expected);
      await room.settle();
    }
  });

  it("needs two people, and D1", async () => {
    const room = await denied(UNNAMED, ABSENT);
    expect(await room.engine.close({ ...ORDER, approver: "ana" })).toMatchObject({ reason: "same-person" });
    room.fail("loadCompany", 1);
    expect(await room.engine.close(ORDER)).toMatchObject({ reason: "world-unreachable", state: "send_unknown" });
    expect(room.alerts.at(-1)).toMatchObject(["close_failed", { companyId: 1 }]);
  });

  it("that is asked about is not closed", async () => {
    const asking = await openEngineRoom();
    asking.answers.push(UNNAMED);
    await asking.engine.issue(asking.command);
    await asking.settle();
    expect(await asking.engine.close(ORDER)).toMatchObject({ reason: "not-waiting", state: "en_proceso_http" });
  });
});

describe("a document that is refused before processing each time", () => {
  async function refused(): Promise<EngineRoom> {
    const room = await openEngineRoom();
    room.answers.push(...Array.from({ length: 9 }, () => REFUSED));
    await room.engine.issue(room.command);
    await room.settle();
    room.answers.length = 0;
    expect(room.record().state).toBe("firmado");
    return room;
  }

  it("is closed when the authority does not know it, with its answer, and is never sent again", async () => {
    const room = await refused();
    const { fiscalId, xmlPath, numbering } = room.record();
    const sendings = room.record().attempts.length;
    room.answers.push(said(ABSENT));
    expect(await room.engine.close(ORDER)).toEqual({ type: "closed", state: "rechazado" });
    await room.settle();
    const record = room.record();
    expect(record).toMatchObject({
      state: "rechazado",
      verdict: { ...ABSENT_WORDS, isClosing: true },
      lastError: { reason: "closed-sent" },
      wakeAt: null,
      document: null,
    });
    expect(record).toMatchObject({ fiscalId, xmlPath, numbering, isArchived: true });
    expect(record.changes.at(-1)).toMatchObject({ event: "operator-close", actor: "ana + luis", orderId: 1 });
    const evidence = record.attempts.at(-1);
    expect(evidence).toMatchObject({ kind: "status", outcome: "absent" });
    const kept = await findAnswer(room.ports.archive.get, XML_PATH, evidence?.id ?? "");
    expect(new TextDecoder().decode(kept)).toBe("<absent/>");
    room.clock.nowMs += 100 * HOUR_MS;
    await ring(room);
    expect(room.asked.filter((one) => one.startsWith("send"))).toHaveLength(sendings);
    const replay = await room.engine.issue(room.command);
    expect(replay).toMatchObject({ isReplay: true, document: { state: "rechazado", wasSent: true, fiscalId } });
  });

  it.each([ACCEPTED, PROCESSING, UNNAMED, UNKNOWN, DUPLICATE, REFUSED])(
    "is not closed when the answer is %o, and goes on by itself",
    async (last) => {
      const room = await refused();
      const before = room.record();
      room.answers.push(last);
      expect(await room.engine.close(ORDER)).toEqual({ type: "not-closed", reason: "not-denied", state: "firmado" });
      expect(room.record()).toEqual(before);
      // After a question without an answer it asks again, before it is sent.
      room.answers.push(...(last === UNKNOWN ? [ABSENT, ACCEPTED] : [ACCEPTED]));
      await ring(room);
      expect(room.record().state).toBe("aceptado");
    },
  );
});
