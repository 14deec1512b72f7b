// Tests that rows of documents never go back, and that orders to send again carry two people.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Progress } from "../../src/store/archive/snapshot.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { findDocument, listOverdue } from "../../src/store/document/documents.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { closeResendOrder, listResendOrders } from "../../src/store/watch/resend.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "./sample.ts";

const ledger = createLedger(openDatabase(env.DB));

const SIGNED: Omit<Progress, "reservationId" | "name" | "fiscalId"> = {
  version: 3,
  state: "firmado",
  fileName: "ds1.xml",
  xmlPath: "companies/1/ds1.xml",
  xmlSha256: "ab",
  zipKey: null,
  verdict: null,
  attempts: [],
  changes: [{ at: "2026-11-20T15:00:01.000Z", from: "creating", to: "firmado", event: "signed" }],
  wakeAt: "2026-11-20T15:05:00.000Z",
  lastError: null,
};

const VERDICT = {
  isValid: true,
  statusCode: "00",
  statusDescription: "Procesado Correctamente.",
  statusMessage: "El documento ha sido autorizado.",
  rules: [{ code: "CAK55", severity: "notificacion", text: "correo" }],
} as const;

async function allocateOne(changes = {}) {
  const companyId = await seedCompany(env.DB);
  const reservation = sampleReservation(companyId, changes);
  const result = await ledger.allocate(reservation, sampleSupportDocument());
  if (result.type !== "allocated") throw new Error("the sample must be allocated");
  const { reservationId, name } = reservation;
  const signed = { ...SIGNED, reservationId, name, fiscalId: reservationId };
  return { companyId, reservation, documentId: result.documentId, signed };
}

describe("the row of a document follows its object", () => {
  it("shows the state that was projected", async () => {
    const { companyId, documentId, signed } = await allocateOne();
    await ledger.project(signed);
    expect(await findDocument(openDatabase(env.DB), companyId, "dse", documentId)).toMatchObject({
      state: "firmado",
      version: 3,
      fiscalId: signed.fiscalId,
      trackId: null,
      xmlPath: "companies/1/ds1.xml",
      dueAt: "2026-11-20T15:05:00.000Z",
      timeline: {
        changes: [{ at: "2026-11-20T15:00:01.000Z", from: "creating", to: "firmado", event: "signed" }],
        attempts: [],
      },
      thirdParty: { name: "Ana  Muñoz", identificationNumber: "52000111", email: null },
      detail: { lines: [{ description: "Asesoría" }], withholdings: [] },
    });
  });

  it("never goes back to an older version", async () => {
    const { companyId, documentId, signed } = await allocateOne();
    await ledger.project({ ...signed, version: 10, state: "aceptado", verdict: VERDICT });
    await ledger.project({ ...signed, version: 9, state: "sending" });
    await ledger.project({ ...signed, version: 10, state: "sending" });
    expect(await findDocument(openDatabase(env.DB), companyId, "dse", documentId)).toMatchObject({
      state: "aceptado",
      version: 10,
      verdict: VERDICT,
      trackId: signed.fiscalId,
    });
  });

  it("is due for the cron while it waits, and not once terminal", async () => {
    const { documentId, signed } = await allocateOne();
    const isListed = async (nowIso: string) =>
      (await listOverdue(openDatabase(env.DB), nowIso, 100_000)).some((document) => document.id === documentId);
    await ledger.project(signed);
    expect(await isListed("2026-11-20T15:04:59.000Z")).toBe(false);
    expect(await isListed("2026-11-20T15:05:01.000Z")).toBe(true);
    await ledger.project({ ...signed, version: 4, state: "rechazado" });
    expect(await isListed("2027-11-20T15:05:01.000Z")).toBe(false);
  });

  it("is found by the name of its object, and by nothing else", async () => {
    const { reservation, documentId } = await allocateOne();
    expect(await ledger.findByName(reservation.name)).toMatchObject({
      documentId,
      key: reservation.key,
      numbering: { number: 1, fileSequence: 1 },
      typeCode: "05",
      total: "100000.00",
    });
    expect(await ledger.findByName(`${reservation.name}x`)).toBeUndefined();
  });

  it("is not readable from another company or module", async () => {
    const { companyId, documentId } = await allocateOne();
    expect(await findDocument(openDatabase(env.DB), companyId + 1, "dse", documentId)).toBeUndefined();
    expect(await findDocument(openDatabase(env.DB), companyId, "fe", documentId)).toBeUndefined();
  });
});

describe("orders to send again", () => {
  it("are listed until closed, once each", async () => {
    const { companyId, documentId } = await allocateOne();
    await env.DB.prepare(
      "INSERT INTO resend_orders (company_id, document_id, actor, approver, reason) VALUES (?1, ?2, 'ana', 'luis', 'lost')",
    )
      .bind(companyId, documentId)
      .run();
    const [order] = (await listResendOrders(openDatabase(env.DB), 10)).filter((one) => one.documentId === documentId);
    expect(order).toMatchObject({ actor: "ana", approver: "luis", reason: "lost" });
    expect(await closeResendOrder(openDatabase(env.DB), order?.id ?? 0, "resent", "2026-11-20T16:00:00Z")).toBe(true);
    expect(await closeResendOrder(openDatabase(env.DB), order?.id ?? 0, "resent", "2026-11-20T16:00:00Z")).toBe(false);
    expect((await listResendOrders(openDatabase(env.DB), 10)).filter((one) => one.documentId === documentId)).toEqual(
      [],
    );
  });

  it("need two people", async () => {
    const { companyId, documentId } = await allocateOne();
    const order = env.DB.prepare(
      "INSERT INTO resend_orders (company_id, document_id, actor, approver, reason) VALUES (?1, ?2, 'ana', 'ana', 'lost')",
    ).bind(companyId, documentId);
    await expect(order.run()).rejects.toThrow(/resend_orders_two_people/);
  });
});
