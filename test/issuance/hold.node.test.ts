// Tests what a client hears, and what a journal and D1 say, of a document that waits while the authority is down.
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/authority/outcome.ts";
import type { Passage } from "../../src/domain/document/brake.ts";
import type { Brake } from "../../src/issuance/contract/ports.ts";
import { isReached } from "../../src/issuance/step/transmit.ts";
import { type EngineRoom, openEngineRoom, START_MS, VERDICT } from "../support/engine-room.ts";

const ACCEPTED: Outcome = { type: "accepted", verdict: VERDICT };
const ABSENT: Outcome = { type: "absent", detail: "66", verdict: { ...VERDICT, isValid: false } };
const NOT_SENT: Outcome = { type: "not-processed", detail: "not sent: no certificate", statement: null };
const lost = (reason: "timeout" | "network" | "http-status" | "fault" | "no-request"): Outcome => {
  return { type: "unknown", reason, detail: reason };
};

/** A brake that says these things, one after another, and then lets everything pass. */
function openRoom(...passages: Passage[]) {
  const noted: boolean[] = [];
  const brake: Brake = {
    learn: async () => undefined,
    judge: async () => passages.shift() ?? { type: "go" },
    begin: () => undefined,
    note: async (_environment, _sent, isAnswered) => {
      if (isAnswered !== undefined) noted.push(isAnswered);
    },
  };
  return openEngineRoom({ brake }).then((room) => ({ room, noted }));
}

async function wakeIn(room: EngineRoom, milliseconds: number): Promise<void> {
  room.clock.nowMs += milliseconds;
  await room.engine.wake();
  await room.settle();
}

const readRow = async (room: EngineRoom) =>
  room.db.prepare("SELECT state, version, due_at, last_status_error FROM documents").first();

describe("a document that is held", () => {
  it("is pending and not uncertain, nothing of it has left, and it leaves when it is its turn", async () => {
    const { room, noted } = await openRoom({ type: "wait", untilMs: START_MS + 60_000 });
    const result = await room.engine.issue(room.command);
    await room.settle();
    expect(result).toMatchObject({
      isReplay: false,
      isUncertain: false,
      document: { state: "firmado", wasSent: false },
    });
    expect(room.asked).toEqual([]);
    expect(room.record()).toMatchObject({ state: "firmado", attempts: [], lastError: { reason: "held" } });
    expect(room.armed.at(-1)).toBe(START_MS + 60_000);
    expect(noted).toEqual([]);
    room.answers.push(ACCEPTED);
    await wakeIn(room, 60_001);
    expect(room.asked).toEqual(["send cuds-1"]);
    expect(room.record()).toMatchObject({ state: "aceptado", lastError: null });
    expect(noted).toEqual([true]);
  });

  it("shows D1 that it is held once, and is not overdue while it looks each minute", async () => {
    const minutes = Array.from({ length: 20 }, (_, index): Passage => {
      return { type: "wait", untilMs: START_MS + 60_000 * (index + 1) };
    });
    const { room } = await openRoom(...minutes);
    await room.engine.issue(room.command);
    await room.settle();
    const first = await readRow(room);
    expect(first).toMatchObject({ state: "firmado", due_at: "2026-11-20T16:01:00.000Z" });
    for (const _ of minutes.slice(1)) await wakeIn(room, 60_000);
    expect(await readRow(room)).toEqual(first);
    expect(room.asked).toEqual([]);
  });

  it("looks at once when it is told to, is held again, and D1 is shown until when", async () => {
    const { room } = await openRoom(
      { type: "wait", untilMs: START_MS + 60_000 },
      { type: "wait", untilMs: START_MS + 70_000 },
    );
    await room.engine.issue(room.command);
    await room.settle();
    await room.db.prepare("UPDATE documents SET due_at = '1970-01-01T00:00:00.000Z'").bind().run();
    room.clock.nowMs += 10_000;
    await room.engine.wake(room.command.name, true);
    await room.settle();
    expect(room.armed.at(-1)).toBe(START_MS + 70_000);
    expect(await readRow(room)).toMatchObject({ state: "firmado", due_at: "2026-11-20T16:01:10.000Z" });
    expect(room.asked).toEqual([]);
  });

  it("asks when it is the probe, and is sent only after an answer", async () => {
    const { room, noted } = await openRoom(
      { type: "ask" },
      { type: "wait", untilMs: START_MS + 60_000 },
      { type: "ask" },
    );
    room.answers.push(lost("network"));
    await room.engine.issue(room.command);
    await room.settle();
    expect(room.asked).toEqual(["status cuds-1"]);
    expect(room.record()).toMatchObject({ state: "firmado", attempts: [], absenceCount: 0 });
    room.answers.push(ABSENT, ACCEPTED);
    await wakeIn(room, 60_001);
    expect(room.asked).toEqual(["status cuds-1", "status cuds-1", "send cuds-1"]);
    expect(room.record().state).toBe("aceptado");
    expect(noted).toEqual([false, true, true]);
  });
});

it.each([
  ["a verdict", ACCEPTED, 200, true],
  ["a fault", lost("fault"), 500, true],
  ["a page of the authority itself", lost("http-status"), 404, true],
  ["a page of a gateway", lost("http-status"), 503, false],
  ["a refused connection, as the platform reports it", lost("http-status"), 521, false],
  ["silence", lost("timeout"), null, false],
  ["a connection that broke", lost("network"), null, false],
  ["a body that broke off", lost("network"), 200, false],
  ["no request, for want of a certificate", NOT_SENT, null, undefined],
  ["no request, for want of a key", lost("no-request"), null, undefined],
] as const)("%s says of the way to the authority what it can", (_, outcome, httpStatus, expected) => {
  expect(isReached({ outcome, httpStatus, raw: null })).toBe(expected);
});
