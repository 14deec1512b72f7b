// Tests the e-mails that are owed: written with the state that makes them owed, changed once, limited, released and told in the feed.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { HandOver } from "../../src/domain/company/choice.ts";
import type { State } from "../../src/domain/document/state.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import {
  changeMail,
  countStopping,
  findMailOfEvent,
  findNextMail,
  listDueMail,
  listMailersDue,
  listMailOfDocument,
  orderMail,
  releaseAddress,
} from "../../src/store/delivery/mail-deliveries.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { projectProgress } from "../../src/store/projection.ts";
import { listChanges } from "../../src/store/watch/changes.ts";
import { sampleInvoice, sampleProgress, sampleReservation, seedCompany } from "./sample.ts";

const db = openDatabase(env.DB);
const ADDRESS = "compras@cliente.example.com";
const FAR = "2999-01-01T00:00:00.000Z";

const TWO: HandOver = {
  message: "Gracias",
  recipients: [
    { address: ADDRESS, reason: null },
    { address: "otra@cliente.example.com", reason: null },
  ],
};

async function issue(handOver: HandOver | null, state: State = "aceptado") {
  const companyId = await seedCompany(env.DB, { modules: ["fe"], kind: "fe", prefix: "FE" });
  const reservation = sampleReservation(companyId, { module: "fe", rangeKind: "fe", handOver });
  const result = await allocateNumber(db, reservation, sampleInvoice());
  if (result.type !== "allocated") throw new Error("the sample must be allocated");
  const { reservationId } = reservation;
  const fiscalId = `cufe-${reservationId}`;
  const file = { fileName: "fv1.xml", xmlPath: "documents/1/fv1.xml", xmlSha256: "ab" };
  const shown = await projectProgress(db, sampleProgress(reservation, { version: 2, state, fiscalId, ...file }));
  return { companyId, documentId: result.documentId, shown };
}

describe("what is owed", () => {
  it("is written with the acceptance, one row for each recipient, and the row of the document keeps no address", async () => {
    const { companyId, documentId, shown } = await issue(TWO);
    expect(shown.mailedFor).toBe(companyId);
    const due = await listDueMail(db, companyId, FAR, 10);
    expect(due).toMatchObject([
      { documentId, ordinal: 1, kind: "automatico", recipient: ADDRESS, message: "Gracias", state: "pendiente" },
      { documentId, ordinal: 2, recipient: "otra@cliente.example.com", isSuppressed: false },
    ]);
    const row = await env.DB.prepare("SELECT hand_over FROM documents WHERE id = ?").bind(documentId).first();
    expect(row).toEqual({ hand_over: null });
    expect(await listMailersDue(db, FAR, 1_000)).toContain(companyId);
  });

  it("says why nothing is sent, and that is due at no time", async () => {
    const handOver = { message: null, recipients: [{ address: null, reason: "consumidor_final" }] } as const;
    const { companyId, documentId } = await issue(handOver);
    expect(await findNextMail(db, companyId)).toBeUndefined();
    expect(await listMailOfDocument(db, companyId, documentId, 10)).toMatchObject([
      { state: "omitido", reason: "consumidor_final", recipient: null, dueAt: null },
    ]);
  });

  it.each<readonly [string, HandOver | null, State]>([
    ["a company without e-mail", null, "aceptado"],
    ["a document that was rejected", TWO, "rechazado"],
    ["a document that is not through", TWO, "en_proceso"],
  ])("is nothing of %s", async (_name, handOver, state) => {
    const { companyId, documentId, shown } = await issue(handOver, state);
    expect(shown.mailedFor).toBeNull();
    expect(await listMailOfDocument(db, companyId, documentId, 10)).toEqual([]);
  });
});

describe("an e-mail", () => {
  it("changes once for each version, and the feed tells of the states that clients hear of", async () => {
    const { companyId, documentId } = await issue(TWO);
    const [mail] = await listDueMail(db, companyId, FAR, 1);
    if (mail === undefined) throw new Error("one is due");
    const begun = await changeMail(db, mail, { state: "enviando", attempts: 1 });
    expect(await changeMail(db, mail, { state: "omitido" })).toBeUndefined();
    if (begun === undefined) throw new Error("it was begun");
    const sent = await changeMail(db, begun, { state: "enviado", providerId: "a@b", dueAt: null });
    if (sent === undefined) throw new Error("it was sent");
    await changeMail(db, sent, { state: "rebotado", reason: "buzon_inexistente" });
    const feed = await listChanges(db, { companyId, modules: ["fe"], after: 0, limit: 10 });
    expect(feed.map(({ state, delivery, mailState, mailReason }) => [state, delivery, mailState, mailReason])).toEqual([
      ["creating", null, null, null],
      ["aceptado", null, null, null],
      ["aceptado", 1, "enviado", null],
      ["aceptado", 1, "rebotado", "buzon_inexistente"],
    ]);
    expect(feed.every((change) => change.documentId === documentId)).toBe(true);
  });

  it.each<readonly [string, { providerId: string; subjectHash: string | null; recipient?: string }, boolean]>([
    ["the platform's id", { providerId: "a@b", subjectHash: null }, true],
    ["its subject and address, while its id never came", { providerId: "other", subjectHash: "s1" }, true],
    [
      "its subject, and its address in capitals",
      { providerId: "other", subjectHash: "s1", recipient: ADDRESS.toUpperCase() },
      true,
    ],
    ["another subject", { providerId: "other", subjectHash: "s2" }, false],
    ["no subject and another id", { providerId: "other", subjectHash: null }, false],
  ])("is found by an event: %s", async (_name, { providerId, subjectHash, recipient = ADDRESS }, isFound) => {
    const { companyId } = await issue(TWO);
    const [mail] = await listDueMail(db, companyId, FAR, 1);
    if (mail === undefined) throw new Error("one is due");
    const mine = `${companyId}-`;
    const isById = subjectHash === null;
    await changeMail(db, mail, {
      state: "incierto",
      attemptAt: "2026-11-20T15:00:00.000Z",
      subjectHash: `${mine}s1`,
      providerId: isById ? `${mine}a@b` : null,
    });
    const found = await findMailOfEvent(db, {
      providerId: `${mine}${providerId}`,
      recipient,
      after: "2026-11-20T00:00:00.000Z",
      subjectHash: subjectHash === null ? null : `${mine}${subjectHash}`,
    });
    expect(found?.companyId === companyId).toBe(isFound);
  });
});

describe("what a client orders", () => {
  const order = (companyId: number, documentId: number, key: string, recipient = ADDRESS) =>
    orderMail(db, {
      companyId,
      documentId,
      module: "fe",
      key,
      fingerprint: `1:${recipient}`,
      recipient,
      message: null,
      nowIso: new Date().toISOString(),
    });

  it("is one row for each key, however often it is asked", async () => {
    const { companyId, documentId } = await issue(null);
    expect(await order(companyId, documentId, "a")).toMatchObject({ type: "ordered", mail: { ordinal: 1 } });
    expect(await order(companyId, documentId, "a")).toMatchObject({ type: "known", mail: { ordinal: 1 } });
    expect(await order(companyId, documentId, "b")).toMatchObject({ type: "ordered", mail: { ordinal: 2 } });
  });

  it("is at most five of a document to an address in a day, and twenty of a document", async () => {
    const { companyId, documentId } = await issue(null);
    for (let n = 0; n < 5; n += 1) await order(companyId, documentId, `a${n}`);
    expect(await order(companyId, documentId, "a5")).toEqual({ type: "limited", freeAt: expect.any(String) });
    for (let n = 0; n < 15; n += 1) await order(companyId, documentId, `b${n}`, `b${n}@cliente.example.com`);
    expect(await order(companyId, documentId, "c", "c@cliente.example.com")).toEqual({ type: "limited", freeAt: null });
    expect(await order(companyId, documentId, "a0")).toMatchObject({ type: "known" });
  });

  it("is refused for an address that bounced or complained until an operator releases it, and no other message goes there", async () => {
    const { companyId, documentId } = await issue(TWO);
    const [mail] = await listDueMail(db, companyId, FAR, 1);
    if (mail === undefined) throw new Error("one is due");
    await changeMail(db, mail, { state: "quejado", dueAt: null });
    expect(await order(companyId, documentId, "a")).toEqual({ type: "suppressed" });
    expect(await countStopping(db, companyId, ADDRESS)).toBe(1);
    await run(db, releaseAddress(companyId, ADDRESS, "2026-11-20T15:00:00.000Z"));
    expect(await countStopping(db, companyId, ADDRESS)).toBe(0);
    expect(await order(companyId, documentId, "a")).toMatchObject({ type: "ordered" });
  });

  it.each(["COMPRAS@cliente.example.com", "compras@CLIENTE.Example.com", "Compras@Cliente.Example.Com"])(
    "knows the address as %s: its limit of a day, its bounce, and its release",
    async (spelt) => {
      const { companyId, documentId } = await issue(TWO);
      for (let n = 0; n < 4; n += 1) await order(companyId, documentId, `a${n}`, n % 2 === 0 ? spelt : ADDRESS);
      expect(await order(companyId, documentId, "a4", spelt)).toMatchObject({ type: "limited" });
      const [mail, other] = await listDueMail(db, companyId, FAR, 2);
      if (mail === undefined || other === undefined) throw new Error("two are due");
      await changeMail(db, mail, { state: "rebotado", reason: "buzon_inexistente", dueAt: null });
      expect(await order(companyId, documentId, "a5", spelt)).toEqual({ type: "suppressed" });
      const due = await listDueMail(db, companyId, FAR, 10);
      expect(due.map(({ recipient, isSuppressed }) => [recipient, isSuppressed])).toEqual([
        [other.recipient, false],
        [spelt, true],
        [ADDRESS, true],
        [spelt, true],
        [ADDRESS, true],
      ]);
      expect(await countStopping(db, companyId, spelt)).toBe(1);
      await run(db, releaseAddress(companyId, spelt, "2026-11-20T15:00:00.000Z"));
      expect(await countStopping(db, companyId, ADDRESS)).toBe(0);
    },
  );
});
