// Tests records before and after each change, field by field, and the answers that callers get of them.
import { describe, expect, it } from "vitest";
import { STATES, type State } from "../../src/domain/document/state.ts";
import type { Attempt, LastError } from "../../src/domain/document/timeline.ts";
import type { IssueRecord, WholeRow } from "../../src/issuance/contract/ports.ts";
import * as change from "../../src/issuance/record/transition.ts";
import { toResult, toView } from "../../src/issuance/replay.ts";
import { at, COMMAND, DOCUMENT, INSTANT, NUMBERING, sampleRecord } from "../support/record.ts";

const IN_HAND = at(30_000);
const LATER = { ...INSTANT, nowMs: INSTANT.nowMs + 1_000 };
const SUMMARY = {
  typeCode: "05",
  issueDate: "2024-05-17",
  currency: "COP",
  subtotal: "100000.00",
  taxes: "0.00",
  total: "100000.00",
  withheld: "11000.00",
  withholdings: DOCUMENT.withholdings,
};
const ATTEMPT: Attempt = {
  id: "send-1",
  kind: "send",
  startedAt: at(0),
  endedAt: null,
  outcome: null,
  httpStatus: null,
  detail: null,
  answerSha256: null,
};

/** The members of the second record that differ from the first. */
function difference(before: IssueRecord, after: IssueRecord): Partial<IssueRecord> {
  const changed = Object.entries(after).filter(([name, value]) => before[name as keyof IssueRecord] !== value);
  return Object.fromEntries(changed);
}

const FAILURE: LastError = { step: "sign", reason: "step-failed", detail: "x" };

describe("a record", () => {
  it("begins with its command, its document and its instant", () => {
    const { company, ...identity } = COMMAND;
    expect(sampleRecord()).toEqual({
      ...identity,
      environment: company.environment,
      testSetId: null,
      version: 1,
      reservationId: "reservation-1",
      reservedAt: at(0),
      state: "creating",
      document: DOCUMENT,
      summary: SUMMARY,
      rangeKind: "dse",
      documentId: null,
      numbering: null,
      fiscalId: null,
      fileName: null,
      xmlPath: null,
      xmlSha256: null,
      isArchived: false,
      zipKey: null,
      verdict: null,
      attempts: [],
      changes: [{ at: at(0), from: null, to: "creating", event: "reserved" }],
      absenceCount: 0,
      firstAbsentAt: null,
      pollCount: 0,
      wakeAt: IN_HAND,
      projectedVersion: 0,
      lastError: null,
      isAdopted: false,
    });
  });

  it("takes its number, its file and its place in the archive", () => {
    const failed = sampleRecord({ pollCount: 2, lastError: FAILURE });
    const allocated = {
      documentId: 9,
      environment: "produccion" as const,
      numbering: NUMBERING,
      thirdPartyId: 4,
      planSequence: 11,
    };
    const { environment, ...changed } = allocated;
    const next = change.allocateRecord(failed, allocated, INSTANT);
    expect(next.environment).toBe(environment);
    expect(difference(failed, next)).toEqual({
      ...changed,
      version: 2,
      pollCount: 0,
      lastError: null,
    });
    const file = { fiscalId: "cuds", fileName: "ds.xml", sha256: "ab" };
    const signed = change.signRecord(failed, file, { xmlPath: "a/b.xml", isArchived: false }, INSTANT);
    expect(signed).toMatchObject({
      state: "firmado",
      fiscalId: "cuds",
      fileName: "ds.xml",
      xmlSha256: "ab",
      xmlPath: "a/b.xml",
      isArchived: false,
      pollCount: 0,
      lastError: null,
    });
    expect(signed.changes.at(-1)).toEqual({ at: at(0), from: "creating", to: "firmado", event: "signed" });
    const late = { ...signed, pollCount: 3, lastError: FAILURE };
    expect(change.archiveRecord(late, INSTANT)).toMatchObject({ isArchived: true, pollCount: 0, lastError: null });
  });

  it("is behind the barrier with an open attempt, and says who ordered a second one", () => {
    const signed = sampleRecord({ state: "firmado", absenceCount: 3, firstAbsentAt: at(-9), pollCount: 2 });
    const sending = change.raiseBarrier(signed, "send-1", INSTANT);
    expect(sending).toMatchObject({
      state: "sending",
      attempts: [ATTEMPT],
      absenceCount: 0,
      firstAbsentAt: null,
      pollCount: 0,
      isArchived: true,
    });
    expect(sending.changes.at(-1)).toEqual({ at: at(0), from: "firmado", to: "sending", event: "sending" });
    const order = { orderId: 7, actor: "ana", approver: "luis", reason: "rolled back" };
    const again = change.raiseBarrier({ ...sending, state: "send_unknown" }, "send-2", INSTANT, order);
    expect(again.attempts).toEqual([ATTEMPT, { ...ATTEMPT, id: "send-2" }]);
    expect(again.changes.at(-1)).toEqual({
      at: at(0),
      from: "send_unknown",
      to: "sending",
      event: "operator-resend",
      actor: "ana + luis",
      reason: "rolled back",
      orderId: 7,
    });
  });

  it("whose instance died ends its open attempt and asks at once", () => {
    const detail = "the instance that sent it ended before the answer";
    const ended = { ...ATTEMPT, id: "send-0", endedAt: at(-1), outcome: "not-processed" };
    const record = sampleRecord({ state: "sending", attempts: [ended, ATTEMPT], pollCount: 3 });
    expect(change.giveUpWaiting(record, INSTANT)).toMatchObject({
      state: "en_proceso_http",
      attempts: [ended, { ...ATTEMPT, endedAt: at(0), outcome: "unknown", detail }],
      pollCount: 0,
      lastError: { step: null, reason: "instance-ended", detail },
      wakeAt: at(0),
    });
  });

  it("that is adopted was perhaps sent", () => {
    const presumed = change.presumeSent(sampleRecord({ state: "firmado", isAdopted: true, pollCount: 2 }), INSTANT);
    expect(presumed).toMatchObject({
      state: "en_proceso_http",
      attempts: [],
      pollCount: 0,
      lastError: { step: null, reason: "journal-lost", detail: "perhaps sent" },
      version: 3,
    });
    expect(presumed.changes.map(({ event }) => event)).toEqual(["reserved", "sending", "uncertain"]);
  });

  it("that failed comes again by the schedule, or when it was asked to", () => {
    const record = sampleRecord({ pollCount: 1 });
    expect(difference(record, change.failRecord(record, FAILURE, INSTANT))).toEqual({
      pollCount: 2,
      lastError: FAILURE,
      wakeAt: at(15_000),
    });
    expect(change.failRecord(record, FAILURE, INSTANT, 0).pollCount).toBe(0);
    const waiting = change.awaitPayload(record, INSTANT);
    expect(waiting).toMatchObject({
      pollCount: 82,
      wakeAt: at(86_400_000),
      lastError: { reason: "journal-lost", detail: "waiting for the client's payload" },
    });
    const settled = sampleRecord({ state: "aceptado", pollCount: 0 });
    expect(difference(settled, change.delayRecord(settled, INSTANT))).toEqual({ pollCount: 1, wakeAt: at(5_000) });
  });

  it("knows what D1 shows, and never less", () => {
    const record = sampleRecord({ projectedVersion: 3 });
    expect(change.markProjected(record, 3)).toBeUndefined();
    expect(change.markProjected(record, 2)).toBeUndefined();
    expect(change.markProjected(record, 4)).toEqual({ ...record, projectedVersion: 4 });
    expect(change.forgetProjection(record, 1)).toEqual({ ...record, projectedVersion: 1 });
  });

  it("rests without its payload", () => {
    const record = sampleRecord({ state: "aceptado" });
    expect(difference(record, change.dropPayload(record))).toEqual({ document: null, wakeAt: null });
  });

  it("keeps one line of a state that confirms itself, and every change", () => {
    const asked = change.move(sampleRecord({ state: "enviado", changes: [] }), "uncertain", {}, INSTANT);
    const again = change.move(asked, "uncertain", {}, LATER);
    expect(again.changes).toEqual([{ at: at(1_000), from: "enviado", to: "enviado", event: "uncertain" }]);
    const moved = change.move(again, "processing", {}, LATER);
    const back = change.move({ ...moved, state: "enviado" }, "uncertain", {}, LATER);
    expect(back.changes.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "enviado enviado",
      "enviado en_proceso",
      "enviado enviado",
    ]);
    const other = { at: at(0), from: "enviado", to: "enviado", event: "adopted" } as const;
    expect(change.move({ ...asked, changes: [other] }, "uncertain", {}, LATER).changes).toHaveLength(2);
  });

  it("throws on a change that the table does not have", () => {
    expect(() => change.move(sampleRecord(), "accepted", {}, INSTANT)).toThrow(
      "illegal transition: creating on accepted",
    );
  });

  it("keeps forty questions and every sending", () => {
    const question = (number: number): Attempt => ({ ...ATTEMPT, id: `question-${number}`, kind: "status" });
    const many = [ATTEMPT, ...Array.from({ length: 39 }, (_, index) => question(index + 1))];
    expect(change.appendAttempt(many, question(40))).toHaveLength(41);
    const kept = change.appendAttempt([...many, question(40)], question(41));
    expect(kept).toHaveLength(41);
    expect(kept.slice(0, 2).map(({ id }) => id)).toEqual(["send-1", "question-2"]);
    expect(kept.at(-1)?.id).toBe("question-41");
    const duplicate: Attempt = { ...question(0), outcome: "duplicate" };
    const withDuplicate = change.appendAttempt([duplicate, ...many.slice(1), question(40)], question(41));
    expect(withDuplicate.slice(0, 2).map(({ id }) => id)).toEqual(["question-0", "question-3"]);
  });
});

describe("a row under a lost journal", () => {
  const ROW: WholeRow = {
    documentId: 9,
    reservationId: "reservation-0",
    companyId: 7,
    clientId: 3,
    module: "dse",
    key: "key-1",
    metadata: { pedido: "WEB-1" },
    establishment: "CEN",
    till: "Caja 2",
    environment: "habilitacion",
    fingerprint: "1:aa",
    reservedAt: at(-60_000),
    rangeKind: "dse",
    correctedId: null,
    note: null,
    sale: null,
    duplicate: null,
    numbering: NUMBERING,
    thirdPartyId: 4,
    planSequence: 11,
    version: 5,
    state: "enviado",
    fiscalId: "cuds",
    fileName: "ds.xml",
    xmlPath: "a/b.xml",
    xmlSha256: "ab",
    fileSha256: null,
    zipKey: null,
    verdict: null,
    typeCode: "05",
    issueDate: "2024-05-17",
    currency: "COP",
    subtotal: "100000.00",
    taxes: "0.00",
    total: "100000.00",
    withheld: "11000.00",
  };

  it("is a record that outranks everything that the lost one counted", () => {
    const { typeCode, issueDate, currency, subtotal, taxes, total, withheld, ...others } = ROW;
    const { correctedId: _, note: __, duplicate: ___, fileSha256: ____, ...known } = others;
    expect(change.adoptRow(ROW, "dse:7:3:key-1", INSTANT)).toEqual({
      ...known,
      name: "dse:7:3:key-1",
      testSetId: null,
      version: 1_005,
      projectedVersion: 5,
      document: null,
      summary: { typeCode, issueDate, currency, subtotal, taxes, total, withheld, withholdings: [] },
      isArchived: true,
      attempts: [],
      changes: [{ at: at(0), from: null, to: "enviado", event: "adopted" }],
      absenceCount: 0,
      firstAbsentAt: null,
      pollCount: 0,
      wakeAt: at(5_000),
      lastError: { step: null, reason: "journal-lost", detail: "adopted from D1" },
      isAdopted: true,
    });
  });

  it("keeps the answer that the authority has the document already", () => {
    const duplicate = { ...ATTEMPT, outcome: "duplicate" };
    const row = { ...ROW, duplicate: JSON.stringify(duplicate) };
    expect(change.adoptRow(row, "x", INSTANT).attempts).toEqual([duplicate]);
  });

  it.each<[State, string, Partial<WholeRow>, Partial<IssueRecord>]>([
    ["aceptado", "rests, shown already", {}, { projectedVersion: 1_005, wakeAt: null, pollCount: 0 }],
    ["rechazado", "rests, shown already", {}, { projectedVersion: 1_005, wakeAt: null, pollCount: 0 }],
    ["creating", "has no file in the archive", { xmlSha256: null }, { isArchived: false, isAdopted: true }],
    ["firmado", "is archived and in hand", {}, { isArchived: true, pollCount: 0, wakeAt: IN_HAND }],
  ])("in state %s is a record that %s", (state, _, changes, expected) => {
    expect(change.adoptRow({ ...ROW, state, ...changes }, "x", INSTANT)).toMatchObject(expected);
  });

  it("is complete with the payload that the client brings again", () => {
    const adopted = change.adoptRow({ ...ROW, state: "creating" }, "x", INSTANT);
    expect(change.completeAdoption(adopted, DOCUMENT, INSTANT)).toMatchObject({
      document: DOCUMENT,
      summary: SUMMARY,
      pollCount: 0,
      version: 1_006,
      wakeAt: IN_HAND,
    });
  });
});

describe("the answer to a caller", () => {
  const NUMBERED = { documentId: 9, numbering: NUMBERING, fiscalId: "cuds", zipKey: "zip" };

  it("is the document as it is now", () => {
    const record = sampleRecord({ ...NUMBERED, state: "enviado" });
    const { companyId, module } = COMMAND;
    expect(toResult(record, true)).toEqual({
      type: "issued",
      isReplay: true,
      document: {
        ...SUMMARY,
        id: 9,
        companyId,
        module,
        environment: "produccion",
        prefix: "SEDS",
        number: 5,
        fiscalId: "cuds",
        zipKey: "zip",
        state: "enviado",
        wasSent: true,
      },
      metadata: null,
      pointOfSale: { establishment: null, till: null },
      verdict: null,
      isUncertain: false,
    });
  });

  it.each(STATES.map((state) => [state] as const))("of %s is whether it is sent, uncertain", (state) => {
    const result = toResult(sampleRecord({ ...NUMBERED, state }), false);
    expect(result).toMatchObject({
      isReplay: false,
      isUncertain: ["sending", "en_proceso_http", "send_unknown"].includes(state),
      // Without a verdict of the authority `rechazado` is a document that was closed before it was sent.
      document: { wasSent: !["creating", "firmado", "rechazado"].includes(state) },
    });
  });

  it("says that a document is not sent while it waits again after a refusal before processing", () => {
    const firmado = { ...NUMBERED, state: "firmado" as const };
    expect(toView(sampleRecord({ ...firmado, attempts: [{ ...ATTEMPT, outcome: "not-processed" }] }))?.wasSent).toBe(
      false,
    );
  });

  it.each([{ documentId: null }, { numbering: null }, { summary: null }])("is no document while %j", (missing) => {
    expect(toView(sampleRecord({ ...NUMBERED, ...missing }))).toBeNull();
  });
});
