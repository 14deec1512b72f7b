// Tests what callers, operators and metrics get from the engine in each situation, and what it leaves behind.
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/authority/outcome.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import type { OrderCommand } from "../../src/issuance/contract/command.ts";
import type { Transmission } from "../../src/issuance/contract/ports.ts";
import { createEngine, runAlarm } from "../../src/issuance/engine.ts";
import { findAnswer } from "../../src/store/archive/snapshot.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { resumeRange } from "../../src/store/number/stopped-range.ts";
import { sampleReservation, sampleSupportDocument } from "../store/sample.ts";
import { type EngineRoom, openEngineRoom, SIGNED_BYTES, START_MS, VERDICT, XML_PATH } from "../support/engine-room.ts";

const ACCEPTED: Outcome = { type: "accepted", verdict: VERDICT };
const REJECTED: Outcome = { type: "rejected", verdict: { ...VERDICT, isValid: false } };
const ABSENT: Outcome = { type: "absent", detail: "status 66", verdict: { ...VERDICT, isValid: false } };
const PROCESSING: Outcome = { type: "processing", detail: "status 98" };
const UNKNOWN: Outcome = { type: "unknown", reason: "timeout", detail: "timeout: 90 s" };
const IDS = { companyId: 1, documentId: 1 };
const HOUR_MS = 3_600_000;
const encode = (text: string) => new TextEncoder().encode(text);

/** The room after its first request, whose work is done. */
async function issued(...answers: readonly (Transmission | Outcome)[]) {
  const room = await openEngineRoom();
  room.answers.push(...answers);
  const result = await room.engine.issue(room.command);
  await room.settle();
  return { room, result };
}

/** Lets time pass and the alarm ring, so many times. */
async function ring(room: EngineRoom, times = 1): Promise<void> {
  for (let ringing = 0; ringing < times; ringing += 1) {
    const { wakeAt } = room.record();
    if (wakeAt !== null) room.clock.nowMs = Math.max(room.clock.nowMs, Date.parse(wakeAt));
    await runAlarm(room.engine, room.journal, room.ports.world);
    await room.settle();
  }
}

describe("a document that the authority answers", () => {
  it.each([
    [ACCEPTED, "aceptado"],
    [REJECTED, "rechazado"],
  ] as const)("with %o is %s, answered, counted, archived and at rest", async (outcome, state) => {
    const raw = encode("<answer/>");
    const { room, result } = await issued({ outcome, httpStatus: 200, raw });
    expect(result).toMatchObject({ type: "issued", isReplay: false, isUncertain: false });
    expect(result).toMatchObject({ document: { state, prefix: "DS", number: 1, fiscalId: "cuds-1", wasSent: true } });
    expect(room.asked).toEqual(["send cuds-1"]);
    expect(room.alerts).toEqual([]);
    const ids = { ...IDS, module: "dse" };
    const attempt = { attemptId: "uuid-2", kind: "send", outcome: outcome.type, reason: null, httpStatus: 200 };
    expect(room.facts).toEqual([{ event: "attempt", ...ids, ...attempt, state, durationMs: 500, ageMs: 500 }]);
    const folder = XML_PATH.replace(".xml", "");
    expect([...room.files.files.keys()]).toEqual([XML_PATH, `${folder}/document.json.gz`]);
    expect(await findAnswer(room.ports.archive.get, XML_PATH, "uuid-2")).toEqual(raw);
    expect(await findAnswer(room.ports.archive.get, XML_PATH, "uuid-1")).toBeUndefined();
    expect(room.record()).toMatchObject({ document: null, wakeAt: null });
    expect(room.journal.readSignedBytes()).toBeUndefined();
    expect(room.journal.listPendingFiles()).toEqual([]);
    const row = await room.ports.ledger.findByName(room.command.name);
    expect(row).toMatchObject({ state, version: room.record().version });
  });

  it.each<[string, Outcome, string | null, readonly (readonly [string, object])[]]>([
    ["nothing", UNKNOWN, "timeout", []],
    [
      "another document",
      { type: "unknown", reason: "other-document", detail: "other-document: status 00" },
      "other-document",
      [["key_mismatch", IDS]],
    ],
    [
      "a contradiction",
      { type: "unknown", reason: "contradiction", detail: "contradiction: x" },
      "contradiction",
      [["answer_contradicts_itself", IDS]],
    ],
  ])("with %s is uncertain, and asked about later", async (_, outcome, reason, alerts) => {
    const { room, result } = await issued(outcome);
    expect(result).toMatchObject({ isUncertain: true, document: { state: "en_proceso_http" } });
    expect(room.alerts).toEqual(alerts);
    expect(room.facts).toHaveLength(1);
    expect(room.facts[0]).toMatchObject({ outcome: "unknown", reason, state: "en_proceso_http" });
    expect(room.asked).toEqual(["send cuds-1"]);
    room.answers.push(ACCEPTED);
    await ring(room);
    expect(room.asked).toEqual(["send cuds-1", "status cuds-1"]);
    expect(room.record().state).toBe("aceptado");
  });

  it("with nothing is uncertain for its caller, even when D1 takes longer than the wait for the next question", async () => {
    const room = await openEngineRoom();
    const { ledger, authority } = room.ports;
    const engine = createEngine({
      ...room.ports,
      ledger: {
        ...ledger,
        project: (record) => {
          room.clock.nowMs += HOUR_MS;
          return ledger.project(record);
        },
      },
      authority: {
        ...authority,
        askStatus: async (company, record) => {
          await new Promise((resolve) => setImmediate(resolve));
          return authority.askStatus(company, record);
        },
      },
    });
    room.answers.push(UNKNOWN, ACCEPTED);
    expect(await engine.issue(room.command)).toMatchObject({
      isUncertain: true,
      document: { state: "en_proceso_http" },
    });
    await room.settle();
    expect(room.asked).toEqual(["send cuds-1", "status cuds-1"]);
    expect(room.record().state).toBe("aceptado");
  });

  it("with rule 90 is asked about at once", async () => {
    const { room, result } = await issued({ type: "duplicate", rules: [] }, ACCEPTED);
    expect(room.asked).toEqual(["send cuds-1", "status cuds-1"]);
    expect(room.alerts).toEqual([["duplicate_reported", IDS]]);
    expect(result).toMatchObject({ document: { state: "aceptado" } });
  });

  it("with a refusal before processing is sent again, in the caller's time", async () => {
    const { room, result } = await issued(
      { type: "not-processed", detail: "fault FailedCheck", statement: null },
      ACCEPTED,
    );
    expect(room.asked).toEqual(["send cuds-1", "send cuds-1"]);
    expect(room.alerts).toEqual([["refused_unprocessed", { ...IDS, detail: "fault FailedCheck" }]]);
    expect(result).toMatchObject({ document: { state: "aceptado" } });
  });

  it("with a refusal before processing is not sent again while the caller's time ends: what it hears is certain", async () => {
    const room = await openEngineRoom();
    // The waits are a fifth longer: the third sending would leave after 24 s.
    const engine = createEngine({ ...room.ports, world: { ...room.ports.world, random: () => 0.999 } });
    room.answers.push(...Array(9).fill({ type: "not-processed", detail: "fault FailedCheck", statement: null }));
    expect(await engine.issue(room.command)).toMatchObject({ isUncertain: false, document: { state: "firmado" } });
    expect(room.asked).toEqual(["send cuds-1", "send cuds-1"]);
    expect(room.clock.nowMs - START_MS).toBeLessThan(25_000 - 5_000);
  });

  it("with a refusal in words waits in firmado, is tried again, and reports to the operator once a day what was said", async () => {
    const statement = "NIT …268 no autorizado a enviar documentos para emisor con NIT …115.";
    const refused: Outcome = { type: "not-processed", detail: `status 89: ${statement}`, statement };
    const { room, result } = await issued(...Array(9).fill(refused));
    expect(result).toMatchObject({ type: "issued", isUncertain: false, document: { state: "firmado" } });
    expect(room.asked).toEqual(Array(3).fill("send cuds-1"));
    const day = "2026-11-20";
    const reported = room.alerts.filter(([code]) => code === "sending_refused");
    expect(reported[0]).toEqual(["sending_refused", { companyId: 1, module: "dse", day, statement }]);
    expect(room.record().lastError).toEqual({ step: null, reason: "not-processed", detail: `status 89: ${statement}` });
    room.answers.splice(0, 9, ACCEPTED);
    await ring(room);
    expect(room.record().state).toBe("aceptado");
  });

  it("with a ZipKey is asked about by it, and after four questions in turn with its CUDS", async () => {
    const { room } = await issued({ type: "acknowledged", zipKey: "zip-1" });
    await ring(room, 5);
    expect(room.asked.slice(1, 8)).toEqual([
      ...Array(4).fill("zip zip-1 cuds-1"),
      "zip zip-1 cuds-1",
      "status cuds-1",
      "zip zip-1 cuds-1",
    ]);
  });

  it("with progress makes the caller wait for the next question", async () => {
    const { room, result } = await issued(PROCESSING, PROCESSING, ACCEPTED);
    expect(room.asked).toEqual(["send cuds-1", "status cuds-1", "status cuds-1"]);
    expect(room.clock.nowMs - START_MS).toBe(5_000 + 15_000 + 3 * 500);
    expect(result).toMatchObject({ document: { state: "aceptado" } });
  });

  it("with absence, four times over half an hour, is `send_unknown`, and reported once", async () => {
    const { room } = await issued(UNKNOWN);
    room.answers.push(...Array(20).fill(ABSENT));
    await ring(room, 9);
    expect(room.record().state).toBe("send_unknown");
    expect(room.alerts).toEqual([["send_unknown", { ...IDS, sendings: 1 }]]);
    await ring(room);
    expect(room.alerts).toEqual([["send_unknown", { ...IDS, sendings: 1 }]]);
    const settled = room.facts.filter(({ ageMs }) => ageMs !== null);
    expect(settled).toEqual([expect.objectContaining({ state: "send_unknown", documentId: 1 })]);
  });
});

describe("a caller whose 25 s are over", () => {
  it("learns how far the document is, and D1 shows the same", async () => {
    const room = await openEngineRoom();
    room.caller.isLate = true;
    room.answers.push(ACCEPTED);
    expect(await room.engine.issue(room.command)).toMatchObject({ isUncertain: true, document: { state: "sending" } });
    const shown = await room.ports.ledger.findByName(room.command.name);
    expect(shown).toMatchObject({ state: "sending", version: room.record().version });
    await room.settle();
    expect(room.record().state).toBe("aceptado");
    expect(await room.engine.issue(room.command)).toMatchObject({ isReplay: true, document: { state: "aceptado" } });
    expect(room.asked).toEqual(["send cuds-1"]);
  });

  it("is not waited for by the second caller of the key, who gets the same answer", async () => {
    const room = await openEngineRoom();
    room.caller.isLate = true;
    room.answers.push(ACCEPTED);
    await room.engine.issue(room.command);
    room.clock.nowMs += HOUR_MS;
    expect(await room.engine.issue(room.command)).toMatchObject({ isReplay: true, document: { state: "sending" } });
    await room.settle();
    expect(room.asked).toEqual(["send cuds-1"]);
  });
});

describe("a request under a known key", () => {
  it("is a replay of the same payload, a conflict of another", async () => {
    const { room } = await issued(ACCEPTED);
    expect(await room.engine.issue(room.command)).toMatchObject({ isReplay: true, document: { state: "aceptado" } });
    const other = { ...room.command, fingerprint: "1:bb" };
    expect(await room.engine.issue(other)).toEqual({
      type: "conflict",
      documentId: 1,
      number: "DS1",
      state: room.engine.read()?.state,
    });
    expect(room.asked).toEqual(["send cuds-1"]);
  });

  it("brings what is due on its way", async () => {
    const { room } = await issued(UNKNOWN);
    room.answers.push(ACCEPTED);
    expect(await room.engine.issue(room.command)).toMatchObject({ document: { state: "en_proceso_http" } });
    await room.settle();
    expect(room.asked).toHaveLength(1);
    room.clock.nowMs += HOUR_MS;
    await room.engine.issue(room.command);
    await room.settle();
    expect(room.record().state).toBe("aceptado");
  });
});

describe("a request that is refused", () => {
  it("because the next number is another document's is reported to the operator, and leaves nothing", async () => {
    const { room } = await issued(ACCEPTED);
    // What was given as DS1 is the number that the range gives next.
    await room.db.prepare("UPDATE ranges SET next_number = 1").run();
    await room.db.prepare("UPDATE documents SET prefix = 'D', number = 0, issuance_name = 'dse:1:1:other'").run();
    room.loseJournal();
    room.alerts.length = 0;
    const command = { ...room.command, name: "dse:1:1:key-2", key: "key-2" };
    const result = await room.engine.issue(command);
    expect(result).toEqual({ type: "refused", code: "range_missing", why: expect.any(Object), problems: [] });
    expect(room.alerts).toEqual([["next_number_held", { companyId: 1, number: "DS1", day: "2026-11-20" }]]);
    expect(room.journal.read()).toBeUndefined();
  });

  const refusal = new Refusal([{ field: ["lines"], reason: "no-lines" }]);
  const refusing = () => {
    throw refusal;
  };

  it("by the rules leaves nothing behind", async () => {
    const room = await openEngineRoom({ price: refusing });
    const { code, why, problems } = refusal;
    expect(await room.engine.issue(room.command)).toEqual({ type: "refused", code, why, problems });
    expect(room.engine.read()).toBeUndefined();
    expect(room.alerts).toEqual([]);
  });

  it("by the rules while D1 is away claims nothing", async () => {
    const room = await openEngineRoom({ price: refusing });
    room.fail("findByName");
    expect(await room.engine.issue(room.command)).toEqual({ type: "unavailable" });
    expect(room.alerts).toEqual([["ledger_unreachable", { companyId: 1, error: "Error: findByName failed" }]]);
  });

  it("by its plan or range keeps its key free", async () => {
    const room = await openEngineRoom();
    await room.db.prepare("UPDATE plans SET used = allowance").bind().run();
    expect(await room.engine.issue(room.command)).toMatchObject({ type: "refused", code: "plan_exhausted" });
    await room.settle();
    expect(room.engine.read()).toBeUndefined();
    await room.db.prepare("UPDATE plans SET used = 0").bind().run();
    room.answers.push(ACCEPTED);
    expect(await room.engine.issue(room.command)).toMatchObject({ type: "issued", document: { number: 1 } });
  });
});

describe("a step that fails", () => {
  it("in D1 once is tried at once, and is not reported", async () => {
    const room = await openEngineRoom();
    room.fail("allocate", 1);
    room.answers.push(ACCEPTED);
    expect(await room.engine.issue(room.command)).toMatchObject({ document: { state: "aceptado" } });
    expect(room.alerts).toEqual([]);
  });

  it.each<[string, number, string, object, object]>([
    ["allocate", 2, "allocate", { type: "unavailable" }, { state: "creating", pollCount: 1 }],
    ["sign", 1, "sign", { type: "issued", document: { state: "creating" } }, { state: "creating", pollCount: 1 }],
  ])("in %s %i times is reported and tried again by the alarm", async (call, times, step, reported, left) => {
    const room = await openEngineRoom();
    room.fail(call, times);
    room.answers.push(ACCEPTED);
    const result = room.engine.issue(room.command);
    expect(await result).toMatchObject(reported);
    const error = `${step}: Error: ${call} failed`;
    const documentId = step === "allocate" ? null : 1;
    expect(room.record()).toMatchObject({ ...left, lastError: { step, reason: "step-failed" } });
    expect(room.alerts).toEqual([["issuance_step_failed", { step, error, companyId: 1, documentId }]]);
    await room.settle();
    await ring(room, 2);
    expect(room.record().state).toBe("aceptado");
    expect(room.asked).toEqual(["send cuds-1"]);
  });

  it("in the archive is reported and tried again in the caller's time", async () => {
    const room = await openEngineRoom();
    room.fail("putOnce");
    room.answers.push(ACCEPTED);
    expect(await room.engine.issue(room.command)).toMatchObject({ document: { state: "aceptado" } });
    const failed = { step: "archive", error: "archive: Error: putOnce failed", ...IDS };
    expect(room.alerts).toEqual([["issuance_step_failed", failed]]);
    expect(room.clock.nowMs - START_MS).toBe(5_000 + 500);
  });

  it("in the projection leaves the answer as it is, and D1 is written later", async () => {
    const room = await openEngineRoom();
    room.fail("project", 9);
    room.answers.push(ACCEPTED);
    expect(await room.engine.issue(room.command)).toMatchObject({ document: { state: "aceptado" } });
    await room.settle();
    const failed = { step: "project", error: "Error: project failed", ...IDS };
    expect(room.alerts[0]).toEqual(["issuance_step_failed", failed]);
    expect(room.record()).toMatchObject({ state: "aceptado", pollCount: 1 });
    room.fail("project", 0);
    await ring(room);
    expect(room.record()).toMatchObject({ wakeAt: null, document: null });
    expect(await room.ports.ledger.findByName(room.command.name)).toMatchObject({ state: "aceptado" });
  });

  it("before a question keeps its place in the schedule", async () => {
    const { room } = await issued(UNKNOWN);
    const { pollCount } = room.record();
    room.fail("loadCompany");
    await ring(room);
    const error = "ask: Error: loadCompany failed";
    expect(room.alerts).toEqual([["issuance_step_failed", { step: "ask", error, ...IDS }]]);
    expect(room.record()).toMatchObject({ pollCount, lastError: { step: "ask", reason: "step-failed" } });
    expect(Date.parse(room.record().wakeAt ?? "")).toBe(room.clock.nowMs + 5_000);
    expect(room.asked).toEqual(["send cuds-1"]);
  });

  it("because its company is gone says so", async () => {
    const { room } = await issued(UNKNOWN);
    Object.assign(room.ports.ledger, { loadCompany: async () => undefined });
    await ring(room);
    const error = "ask: Error: company 1 is not configured";
    expect(room.alerts).toEqual([["issuance_step_failed", { step: "ask", error, ...IDS }]]);
  });

  it.each(["{}", "{", "{}\n<other/>"])(
    "at the very end because %j lies there is reported, and no reason to keep the payload: the answer gets a file of its own",
    async (other) => {
      const room = await openEngineRoom();
      const raw = encode("<answer/>");
      room.answers.push({ outcome: ACCEPTED, httpStatus: 200, raw });
      room.files.plant(`${XML_PATH.replace(".xml", "")}/document.json.gz`, encode(other));
      await room.engine.issue(room.command);
      await room.settle();
      expect(room.alerts).toEqual([["snapshot_differs", IDS]]);
      expect(room.record().document).toBeNull();
      expect(room.journal.countPendingFiles()).toBe(0);
      expect(await findAnswer(room.ports.archive.get, XML_PATH, "uuid-2")).toEqual(raw);
    },
  );

  it("at the very end is reported, and the payload stays until the archive has it", async () => {
    const isSnapshot = (path: string) => path.endsWith("/document.json.gz");
    const room = await openEngineRoom();
    const { putOnce } = room.ports.archive;
    let failures = 2;
    Object.assign(room.ports.archive, {
      putOnce: (...put: Parameters<typeof putOnce>) => {
        if (isSnapshot(put[0]) && failures-- > 0) return Promise.reject(new Error("putOnce failed"));
        return putOnce(...put);
      },
    });
    room.answers.push(ACCEPTED);
    await room.engine.issue(room.command);
    await room.settle();
    const failed = { step: "file", error: "Error: putOnce failed", ...IDS };
    expect(room.alerts).toEqual([["issuance_step_failed", failed]]);
    expect(room.record().document).not.toBeNull();
    expect(room.journal.readSignedBytes()).toEqual(SIGNED_BYTES);
    const readRow = () =>
      room.db
        .prepare(
          "SELECT EXISTS (SELECT 1 FROM document_details) AS hasDetail, file_sha256 IS NOT NULL AS hasFile FROM documents",
        )
        .first();
    expect(await readRow()).toEqual({ hasDetail: 1, hasFile: 0 });
    await ring(room);
    expect(room.record()).toMatchObject({ document: null, wakeAt: null });
    expect([...room.files.files.keys()].filter(isSnapshot)).toHaveLength(1);
    expect(await readRow()).toEqual({ hasDetail: 0, hasFile: 1 });
  });

  it("because other bytes lie in the archive stops for good, and is never sent", async () => {
    const room = await openEngineRoom();
    room.files.plant(XML_PATH, encode("<other/>"));
    expect(await room.engine.issue(room.command)).toMatchObject({ document: { state: "firmado", wasSent: false } });
    await room.settle();
    expect(room.alerts).toEqual([["archive_conflict", IDS]]);
    expect(room.record()).toMatchObject({ lastError: { step: "archive", reason: "other-bytes" }, pollCount: 82 });
    await ring(room, 2);
    expect(room.asked).toEqual([]);
  });

  it("because other bytes lie in the archive is the last that may have an id of before D1 was set back", async () => {
    const room = await openEngineRoom();
    room.files.plant(XML_PATH, encode("<other/>"));
    await room.engine.issue(room.command);
    await room.settle();
    const db = openDatabase(room.db);
    await run(db, resumeRange(1));
    const ids: (number | null)[] = [];
    for (const name of ["second", "third"]) {
      const reservation = sampleReservation(1, { name, reservationId: name });
      const given = await allocateNumber(db, reservation, sampleSupportDocument());
      ids.push(given.type === "allocated" ? given.documentId : null);
      // It is looked at again each day, and moves nothing more.
      await ring(room);
    }
    expect(ids).toEqual([1_000_002, 1_000_003]);
  });

  it("because other bytes lie where an answer belongs is reported, and no reason to wait", async () => {
    const room = await openEngineRoom();
    const path = `${XML_PATH.replace(".xml", "")}/uuid-2.answer.xml`;
    room.files.plant(path, encode("<other/>"));
    room.answers.push({ outcome: UNKNOWN, httpStatus: 200, raw: encode("<a/>") }, ACCEPTED);
    await room.engine.issue(room.command);
    await room.settle();
    expect(room.alerts).toEqual([["archive_conflict", { ...IDS, path }]]);
    await ring(room);
    expect(room.record()).toMatchObject({ wakeAt: null, document: null });
  });

  it("by a bug of ours is reported, and the alarm armed again in a quarter of an hour", async () => {
    const { room } = await issued(UNKNOWN);
    const broken = { ...room.engine, wake: () => Promise.reject(new Error("bug")) };
    await runAlarm(broken, room.journal, room.ports.world);
    expect(room.alerts).toEqual([["alarm_failed", { error: "Error: bug" }]]);
    expect(room.armed.at(-1)).toBe(room.clock.nowMs + 15 * 60_000);
  });

  it("early leaves the alarm armed a second after its time", async () => {
    const { room } = await issued(UNKNOWN);
    const wakeMs = Date.parse(room.record().wakeAt ?? "");
    await room.engine.wake();
    expect(room.armed.at(-1)).toBe(wakeMs + 1_000);
  });
});

describe("a journal that was lost", () => {
  it("is adopted from D1 by the next request, answered from it and never sent", async () => {
    const { room } = await issued(ACCEPTED);
    room.loseJournal();
    room.facts.length = 0;
    const result = await room.engine.issue(room.command);
    await room.settle();
    expect(result).toMatchObject({ type: "issued", isReplay: true, document: { id: 1, state: "aceptado", number: 1 } });
    expect(room.alerts).toEqual([["journal_lost", IDS]]);
    expect(room.record()).toMatchObject({ isAdopted: true, state: "aceptado" });
    expect(room.asked).toEqual(["send cuds-1"]);
  });

  it("is adopted by the cron's poke, and asked about", async () => {
    const { room } = await issued(UNKNOWN);
    room.loseJournal();
    await room.engine.wake(room.command.name);
    expect(room.alerts).toEqual([["journal_lost", IDS]]);
    expect(room.record()).toMatchObject({ isAdopted: true, state: "en_proceso_http" });
    room.answers.push(ACCEPTED);
    await ring(room);
    expect(room.asked).toEqual(["send cuds-1", "status cuds-1"]);
    expect(room.record().state).toBe("aceptado");
  });

  it("is behind D1 when its storage was set back: D1 is believed", async () => {
    const { room } = await issued(UNKNOWN);
    await room.db.prepare("UPDATE documents SET version = version + 7").bind().run();
    const { version } = room.record();
    await room.engine.wake(room.command.name);
    expect(room.alerts).toEqual([["journal_stale", IDS]]);
    expect(room.record().version).toBeGreaterThan(version);
  });

  it("is behind a D1 that shows the end: at rest, it keeps no bytes", async () => {
    const { room } = await issued(UNKNOWN);
    await room.db.prepare("UPDATE documents SET version = version + 7, state = 'aceptado', due_at = NULL").bind().run();
    await room.engine.wake(room.command.name);
    expect(room.record()).toMatchObject({ isAdopted: true, state: "aceptado", wakeAt: null });
    expect(room.journal.readSignedBytes()).toBeUndefined();
  });

  it("is behind D1, and its file differs from the archive's because a newer certificate signed it: D1 is believed", async () => {
    const room = await openEngineRoom();
    room.files.plant(XML_PATH, encode("<earlier certificate/>"));
    await room.engine.issue(room.command);
    await room.settle();
    expect(room.record()).toMatchObject({ state: "firmado", isArchived: false });
    await room.db.prepare("UPDATE documents SET version = version + 7, state = 'aceptado', due_at = NULL").bind().run();
    await ring(room);
    expect(room.record()).toMatchObject({ isAdopted: true, state: "aceptado" });
    expect(room.asked).toEqual([]);
  });

  it("is behind D1, and the file with the rest of what D1 knew is lost: its caller is told nothing until it is back", async () => {
    const room = await openEngineRoom();
    room.files.plant(XML_PATH, encode("<earlier certificate/>"));
    await room.engine.issue(room.command);
    await room.settle();
    const end = "version = version + 7, state = 'aceptado', due_at = NULL, file_sha256 = x'00'";
    await room.db.prepare(`UPDATE documents SET ${end}`).bind().run();
    await ring(room);
    expect(room.alerts).toContainEqual(["file_lost", { ...IDS, difference: "missing-file" }]);
    expect(room.record().lastError).toEqual({ step: null, reason: "file-lost", detail: "missing-file" });
    expect(await room.engine.issue(room.command)).toEqual({ type: "unavailable" });
    const other = { ...room.command, fingerprint: "other" };
    expect(await room.engine.issue(other)).toEqual({ type: "unavailable" });
    await room.db.prepare("UPDATE documents SET file_sha256 = NULL").bind().run();
    await ring(room);
    expect(room.record()).toMatchObject({ isAdopted: true, state: "aceptado" });
    expect(await room.engine.issue(room.command)).toMatchObject({ type: "issued", document: { state: "aceptado" } });
    expect(room.asked).toEqual([]);
  });

  it("was set back behind an end that two people ordered: D1 alone knows it, and is believed before the next question", async () => {
    const { room } = await issued(UNKNOWN);
    room.answers.push(...Array.from({ length: 9 }, () => ABSENT));
    await ring(room, 9);
    expect(room.record().state).toBe("send_unknown");
    const { length } = room.asked;
    await room.db.prepare("UPDATE documents SET state = 'rechazado', due_at = NULL").bind().run();
    await ring(room);
    expect(room.record()).toMatchObject({ isAdopted: true, state: "rechazado", wakeAt: null });
    expect(room.asked).toHaveLength(length);
  });

  it("was set back, and settled under the version that D1 shows of its earlier life: D1 learns the end", async () => {
    const { room } = await issued(ACCEPTED);
    const { version } = room.record();
    await room.db.prepare("UPDATE documents SET state = 'enviado', due_at = '2026-11-20'").bind().run();
    await room.engine.wake(room.command.name);
    const row = await room.db.prepare("SELECT state, version, due_at AS dueAt FROM documents").first();
    expect(row).toEqual({ state: "aceptado", version: room.record().version, dueAt: null });
    expect(room.record().version).toBeGreaterThan(version);
    expect(room.asked).toEqual(["send cuds-1"]);
  });

  it("is ahead of a D1 that was set back: it shows itself again", async () => {
    const { room } = await issued(UNKNOWN);
    await room.db.prepare("UPDATE documents SET version = 1, state = 'creating'").bind().run();
    await room.engine.wake(room.command.name);
    expect(room.alerts).toEqual([]);
    const row = await room.ports.ledger.findByName(room.command.name);
    expect(row).toMatchObject({ state: "en_proceso_http", version: room.record().version });
  });

  it.each<[string, Outcome, Outcome[], object]>([
    ["and was adopted open", UNKNOWN, [ACCEPTED], { verdict: JSON.stringify(VERDICT), file: null }],
    ["and was adopted at rest", ACCEPTED, [], { verdict: null, file: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  ])(
    "%s writes its verdict again to a D1 that was set back, and nothing to one that shows it",
    async (_, first, later, said) => {
      const { room } = await issued(first);
      const { name } = room.command;
      room.loseJournal();
      await room.engine.issue(room.command);
      room.answers.push(...later);
      await ring(room);
      expect(room.record()).toMatchObject({ isAdopted: true, state: "aceptado", wakeAt: null });
      const readRow = () =>
        room.db
          .prepare(
            "SELECT state, version, verdict, nullif(lower(hex(file_sha256)), '') AS file, due_at AS dueAt FROM documents",
          )
          .first();
      const shown = await readRow();
      await room.engine.wake(name);
      expect(await readRow()).toEqual(shown);
      const setBack =
        "UPDATE documents SET state = 'en_proceso_http', version = 3, verdict = NULL, fingerprint = ?, file_sha256 = NULL, due_at = '2026-11-20'";
      await room.db.prepare(setBack).bind(room.command.fingerprint).run();
      await room.engine.wake(name);
      expect(await readRow()).toMatchObject({ state: "aceptado", dueAt: null, ...said });
    },
  );

  it("of a document without a file waits for its payload, and takes it only if it is the same", async () => {
    let total = "100000.00";
    let refusal: Refusal | undefined;
    const price = () => {
      if (refusal !== undefined) throw refusal;
      const document = sampleSupportDocument();
      return { document: { ...document, totals: { ...document.totals, total } }, rangeKind: "dse" as const };
    };
    const room = await openEngineRoom({ price });
    room.fail("sign", 1);
    await room.engine.issue(room.command);
    await room.settle();
    room.loseJournal();
    room.alerts.length = 0;
    await room.engine.wake(room.command.name);
    expect(room.record()).toMatchObject({ isAdopted: true, state: "creating", document: null });
    expect(room.alerts).toEqual([["journal_lost", IDS]]);
    await ring(room);
    expect(room.alerts.at(-1)).toEqual(["adopted_without_payload", IDS]);
    room.alerts.length = 0;
    total = "100000.01";
    await room.engine.issue(room.command);
    expect(room.alerts).toEqual([["adoption_differs", IDS]]);
    room.alerts.length = 0;
    refusal = new Refusal([{ field: ["lines"], reason: "no-lines" }]);
    await room.engine.issue(room.command);
    expect(room.alerts).toEqual([["adoption_refused", { ...IDS, refusal: "business_rule" }]]);
    refusal = undefined;
    total = "100000.00";
    room.alerts.length = 0;
    await room.engine.issue({ ...room.command, fingerprint: "1:bb" });
    expect(room.record().document).toBeNull();
    await room.engine.issue(room.command);
    expect(room.record().document).not.toBeNull();
    await room.settle();
    expect(room.alerts).toEqual([]);
    expect(room.asked).toEqual([]);
    room.answers.push(ACCEPTED);
    await ring(room, 2);
    expect(room.asked).toEqual(["status cuds-1"]);
    expect(room.record()).toMatchObject({ state: "aceptado", isAdopted: true });
  });

  it("finds the file of the lost one in the archive, and asks about that", async () => {
    const room = await openEngineRoom();
    const stored = encode("<Invoice><cbc:ID>DS1</cbc:ID><cbc:UUID>cuds-1</cbc:UUID></Invoice>");
    room.fail("sign", 1);
    await room.engine.issue(room.command);
    await room.settle();
    room.loseJournal();
    room.files.plant(XML_PATH, stored);
    await room.engine.issue(room.command);
    await room.settle();
    expect(room.record()).toMatchObject({ state: "en_proceso_http", isArchived: true });
    expect(room.journal.readSignedBytes()).toEqual(stored);
  });

  it.each([
    ["only mentions its fiscal id", "<Invoice><cbc:ID>DS1</cbc:ID><cbc:Note>cuds-1</cbc:Note></Invoice>"],
    ["has a longer fiscal id", "<Invoice><cbc:ID>DS1</cbc:ID><cbc:UUID>cuds-12</cbc:UUID></Invoice>"],
    ["has another number", "<Invoice><cbc:ID>DS11</cbc:ID><cbc:UUID>cuds-1</cbc:UUID></Invoice>"],
  ])("never takes for its own a file that %s", async (_, stored) => {
    const room = await openEngineRoom();
    room.fail("sign", 1);
    await room.engine.issue(room.command);
    await room.settle();
    room.loseJournal();
    room.files.plant(XML_PATH, encode(stored));
    await room.engine.issue(room.command);
    await room.settle();
    expect(room.record()).toMatchObject({ state: "firmado", isArchived: false });
    expect(room.alerts.at(-1)).toEqual(["archive_conflict", IDS]);
    expect(room.asked).toEqual([]);
  });

  it("is noticed before anything is sent by a run that did not take the number", async () => {
    const room = await openEngineRoom();
    room.fail("putOnce", 9);
    await room.engine.issue(room.command);
    await room.settle();
    expect(room.record().state).toBe("firmado");
    room.fail("putOnce", 0);
    room.alerts.length = 0;
    await room.db.prepare("UPDATE documents SET version = 500, state = 'sending'").bind().run();
    await ring(room);
    expect(room.alerts[0]).toEqual(["journal_stale", IDS]);
    expect(room.asked).not.toContain("send cuds-1");
  });

  it("was set back behind its end, and D1 fails more often than versions lie between: D1 is believed", async () => {
    const room = await openEngineRoom();
    room.fail("putOnce", 9);
    await room.engine.issue(room.command);
    await room.settle();
    room.fail("putOnce", 0);
    await room.db.prepare("UPDATE documents SET version = version + 3, state = 'aceptado', due_at = NULL").bind().run();
    room.fail("findByName", 6);
    for (let times = 0; times < 7; times += 1) await ring(room);
    expect(room.asked).toEqual([]);
    expect(room.record()).toMatchObject({ isAdopted: true, state: "aceptado" });
    const row = await room.db.prepare("SELECT state FROM documents").first();
    expect(row).toEqual({ state: "aceptado" });
  });

  it("is not asked of D1 in vain: while D1 is away nothing is sent", async () => {
    const room = await openEngineRoom();
    room.fail("putOnce", 9);
    await room.engine.issue(room.command);
    await room.settle();
    room.fail("putOnce", 0);
    room.fail("findByName", 1);
    room.alerts.length = 0;
    await ring(room);
    const error = "transmit: Error: findByName failed";
    expect(room.alerts).toEqual([["issuance_step_failed", { step: "transmit", error, ...IDS }]]);
    expect(room.asked).toEqual([]);
    room.answers.push(ACCEPTED);
    await ring(room);
    expect(room.asked).toEqual(["send cuds-1"]);
  });

  it("cannot be compared while D1 is away, which is reported", async () => {
    const { room } = await issued(UNKNOWN);
    room.fail("findByName");
    await room.engine.wake(room.command.name);
    expect(room.alerts).toEqual([["ledger_unreachable", { error: "Error: findByName failed" }]]);
  });
});

describe("an order to send again", () => {
  const ORDER: OrderCommand = { orderId: 7, actor: "ana", approver: "luis", reason: "rolled back" };

  /** A document that is `send_unknown`. */
  async function unknown() {
    const { room } = await issued(UNKNOWN);
    room.answers.push(...Array(9).fill(ABSENT));
    await ring(room, 9);
    expect(room.record().state).toBe("send_unknown");
    room.asked.length = 0;
    room.alerts.length = 0;
    room.answers.length = 0;
    return room;
  }

  it("of two people sends the same bytes once more", async () => {
    const room = await unknown();
    room.answers.push(ACCEPTED);
    expect(await room.engine.resend(ORDER)).toEqual({ type: "resent", state: "sending" });
    await room.settle();
    expect(room.asked).toEqual(["send cuds-1"]);
    expect(room.record()).toMatchObject({ state: "aceptado" });
    expect(room.record().changes.find(({ event }) => event === "operator-resend")).toMatchObject({
      actor: "ana + luis",
      reason: "rolled back",
    });
  });

  it("that is refused before processing goes out again only by another order", async () => {
    const room = await unknown();
    room.answers.push({ type: "not-processed", detail: "fault FailedCheck", statement: null });
    await room.engine.resend(ORDER);
    await room.settle();
    expect(room.record().state).toBe("send_unknown");
    expect(room.alerts).toContainEqual(["send_unknown", { ...IDS, sendings: 2 }]);
    room.answers.push(...Array(9).fill(ABSENT));
    await ring(room, 9);
    expect(room.asked.filter((one) => one.startsWith("send"))).toHaveLength(1);
    room.answers.splice(0, 9, ACCEPTED);
    expect(await room.engine.resend({ ...ORDER, orderId: 8 })).toEqual({ type: "resent", state: "sending" });
  });

  it("is obeyed once, also when its answer was lost and the document is `send_unknown` again", async () => {
    const room = await unknown();
    room.answers.push(UNKNOWN, ...Array(9).fill(ABSENT));
    await room.engine.resend(ORDER);
    await room.settle();
    await ring(room, 9);
    expect(room.record().state).toBe("send_unknown");
    room.asked.length = 0;
    expect(await room.engine.resend(ORDER)).toEqual({ type: "resent", state: "send_unknown" });
    await room.settle();
    expect(room.asked).toEqual([]);
    room.answers.push(ACCEPTED);
    expect(await room.engine.resend({ ...ORDER, orderId: 8 })).toEqual({ type: "resent", state: "sending" });
  });

  it("of one person twice is refused", async () => {
    const room = await unknown();
    const refused = { type: "not-resent", reason: "same-person", state: "send_unknown" };
    expect(await room.engine.resend({ ...ORDER, approver: "ana" })).toEqual(refused);
    expect(room.asked).toEqual([]);
  });

  it("of what is not unknown is refused", async () => {
    const { room } = await issued(ACCEPTED);
    const refused = { type: "not-resent", reason: "not-send-unknown", state: "aceptado" };
    expect(await room.engine.resend(ORDER)).toEqual(refused);
    expect(room.asked).toEqual(["send cuds-1"]);
  });

  it("of no document is refused", async () => {
    const room = await openEngineRoom();
    const refused = { type: "not-resent", reason: "no-document", state: null };
    expect(await room.engine.resend(ORDER)).toEqual(refused);
  });

  it("finds its bytes in the archive when the journal no longer has them, and no others", async () => {
    const room = await unknown();
    room.journal.dropSignedBytes();
    room.answers.push(UNKNOWN);
    expect(await room.engine.resend(ORDER)).toMatchObject({ type: "resent" });
    await room.settle();
    const other = await unknown();
    other.journal.dropSignedBytes();
    other.files.plant(XML_PATH, encode("<other/>"));
    const refused = { type: "not-resent", reason: "bytes-missing", state: "send_unknown" };
    expect(await other.engine.resend(ORDER)).toEqual(refused);
    other.files.files.delete(XML_PATH);
    expect(await other.engine.resend(ORDER)).toEqual(refused);
    expect(other.asked).toEqual([]);
  });

  it("puts its file back into the archive before it leaves, and leaves not beside another one", async () => {
    const room = await unknown();
    room.files.files.delete(XML_PATH);
    room.answers.push(UNKNOWN);
    expect(await room.engine.resend(ORDER)).toMatchObject({ type: "resent" });
    expect(room.files.files.get(XML_PATH)?.bytes).toEqual(SIGNED_BYTES);
    await room.settle();
    const other = await unknown();
    other.files.plant(XML_PATH, encode("<other/>"));
    const refused = { type: "not-resent", reason: "bytes-missing", state: "send_unknown" };
    expect(await other.engine.resend(ORDER)).toEqual(refused);
    expect(other.asked).toEqual([]);
  });

  it("waits for another time when the archive is away", async () => {
    const room = await unknown();
    room.journal.dropSignedBytes();
    room.fail("get");
    const refused = { type: "not-resent", reason: "world-unreachable", state: "send_unknown" };
    expect(await room.engine.resend(ORDER)).toEqual(refused);
    expect(room.alerts).toEqual([["resend_failed", { companyId: 1, error: "Error: get failed" }]]);
  });
});

it("the signed bytes are in the journal from the signing to the end", async () => {
  const { room } = await issued(UNKNOWN);
  expect(room.journal.readSignedBytes()).toEqual(SIGNED_BYTES);
});

describe("the journal", () => {
  it("takes one reservation, and changes of the version that it holds", async () => {
    const { room } = await issued(UNKNOWN);
    const record = room.record();
    const armed = room.armed.length;
    expect(room.journal.reserve(record)).toBe(false);
    expect(room.journal.replace(record.version - 1, { ...record, state: "aceptado" })).toBe(false);
    expect(room.journal.replace(record.version + 1, { ...record, state: "aceptado" })).toBe(false);
    expect(room.record()).toEqual(record);
    expect(room.armed).toHaveLength(armed);
    expect(room.journal.replace(record.version, { ...record, version: record.version + 1 })).toBe(true);
    expect(room.armed).toHaveLength(armed);
    room.loseJournal();
    expect(room.journal.replace(1, record)).toBe(false);
    expect(room.armed.at(-1)).toBe(Number.POSITIVE_INFINITY);
    expect(room.journal.reserve(record)).toBe(true);
    expect(room.armed.at(-1)).toBe(Date.parse(record.wakeAt ?? ""));
  });
});
