// Tests that a copy of the database that lags behind is believed about what can no longer change, and about nothing else.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { connect, type Database, openDatabase, run, type SqlRows } from "../../src/store/db.ts";
import { findDocumentNearby, selectDocuments } from "../../src/store/documents.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { documents } from "../../src/store/schema.ts";
import type { Progress } from "../../src/store/snapshot.ts";
import { countRoundTrips } from "../support/round-trip.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "./sample.ts";

const ledger = createLedger(openDatabase(env.DB));

async function allocateOne() {
  const companyId = await seedCompany(env.DB);
  const reservation = sampleReservation(companyId);
  const result = await ledger.allocate(reservation, sampleSupportDocument());
  if (result.type !== "allocated") throw new Error("the sample must be allocated");
  const project = (state: Progress["state"], version: number) =>
    ledger.project({
      reservationId: reservation.reservationId,
      name: reservation.name,
      fiscalId: reservation.reservationId,
      version,
      state,
      fileName: "ds1.xml",
      xmlPath: "ds1.xml",
      xmlSha256: "ab",
      zipKey: null,
      verdict: null,
      attempts: [],
      changes: [],
      wakeAt: null,
      lastError: null,
    });
  return { companyId, documentId: result.documentId, project };
}

/** The rows that D1 gives a statement. */
async function recordRaw(work: (db: Database) => Promise<unknown>): Promise<SqlRows> {
  const recorded: SqlRows[] = [];
  const recording = connect(async ([query]) => {
    if (query === undefined) return [];
    const rows = await env.DB.prepare(query.sql)
      .bind(...query.params)
      .raw();
    recorded.push(rows);
    return [rows];
  });
  await work(recording);
  return recorded.flat();
}

/** The database with a nearest copy that still shows what the document's row is at this moment, or no row at all. */
async function withLaggingCopy(documentId: number, hasRow = true) {
  // The driver reads rows as arrays, in the order of their columns.
  const shown = await recordRaw((db) => run(db, selectDocuments().where(eq(documents.id, documentId))));
  const frozen = { bind: () => ({ raw: async () => (hasRow ? shown : []) }) };
  const primary = countRoundTrips(env.DB);
  const asked: string[] = [];
  const db = new Proxy(primary.db, {
    get(target, name) {
      if (name !== "withSession") return Reflect.get(target, name);
      return (constraint: string) => {
        asked.push(constraint);
        return { prepare: () => frozen, batch: () => undefined };
      };
    },
  });
  return { db, asked, countPrimary: () => primary.readTrips().statements.length };
}

describe("a document read nearby", () => {
  it.each(["aceptado", "rechazado"] as const)("is final when the copy shows it %s", async (state) => {
    const { companyId, documentId, project } = await allocateOne();
    await project(state, 5);
    const { db, asked, countPrimary } = await withLaggingCopy(documentId);
    expect(await findDocumentNearby({ DB: db }, companyId, "dse", documentId)).toMatchObject({ state });
    expect(asked).toEqual(["first-unconstrained"]);
    expect(countPrimary()).toBe(0);
  });

  it.each(["firmado", "sending", "enviado", "en_proceso", "en_proceso_http", "send_unknown"] as const)(
    "is asked of the primary when the copy shows it %s",
    async (state) => {
      const { companyId, documentId, project } = await allocateOne();
      await project(state, 5);
      const { db, countPrimary } = await withLaggingCopy(documentId);
      await project("aceptado", 9);
      expect(await findDocumentNearby({ DB: db }, companyId, "dse", documentId)).toMatchObject({ state: "aceptado" });
      expect(countPrimary()).toBe(1);
    },
  );

  it("is asked of the primary when the copy has not heard of it", async () => {
    const { companyId, documentId } = await allocateOne();
    const { db, countPrimary } = await withLaggingCopy(documentId, false);
    expect(await findDocumentNearby({ DB: db }, companyId, "dse", documentId)).toMatchObject({ id: documentId });
    expect(countPrimary()).toBe(1);
  });

  it("is found through the platform's own session as well", async () => {
    const { companyId, documentId } = await allocateOne();
    expect(await findDocumentNearby(env, companyId, "dse", documentId)).toMatchObject({ id: documentId });
    expect(await findDocumentNearby(env, companyId, "dse", documentId + 1_000_000)).toBeUndefined();
  });
});
