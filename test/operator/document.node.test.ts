// Tests what the operator sees of documents in every state, the orders to send one again, and the exit code of `status`.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { closeResendOrder } from "../../src/store/resend.ts";
import type { Progress } from "../../src/store/snapshot.ts";
import { sampleInvoice, sampleReservation } from "../store/sample.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
  await bench.run("range add", RANGE);
});
afterEach(() => bench.close());

const TIMELINE: Pick<Progress, "changes" | "attempts"> = {
  changes: [
    { at: "2026-11-20T14:00:00.000Z", from: null, to: "creating", event: "reserved" },
    { at: "2026-11-20T14:00:01.000Z", from: "firmado", to: "sending", event: "sending" },
    { at: "2026-11-20T14:35:00.000Z", from: "en_proceso_http", to: "send_unknown", event: "absent-exhausted" },
  ],
  attempts: [
    {
      id: "a",
      kind: "send",
      startedAt: "2026-11-20T14:00:01.500Z",
      endedAt: "2026-11-20T14:00:03.500Z",
      outcome: "unknown",
      httpStatus: null,
      detail: "network: no answer",
      answerSha256: null,
    },
  ],
};

/** An invoice in a state, as its object would have projected it. */
async function addDocument(state: Progress["state"], changes: Partial<Progress> = {}): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  const ledger = createLedger(db);
  const reservation = sampleReservation(1, { module: "fe", rangeKind: "fe", reservedAt: "2026-11-20T14:00:00.000Z" });
  await ledger.allocate(reservation, sampleInvoice());
  await ledger.project({
    reservationId: reservation.reservationId,
    version: 5,
    state,
    fiscalId: reservation.reservationId,
    fileName: null,
    xmlPath: null,
    xmlSha256: null,
    zipKey: null,
    verdict: null,
    wakeAt: "2026-11-20T15:30:00.000Z",
    lastError: null,
    ...TIMELINE,
    ...changes,
  });
  await close();
}

describe("document explain", () => {
  it("tells states, attempts and what comes next, in order", async () => {
    await addDocument("send_unknown");
    const { code, out } = await bench.run("document explain", { document: 1 });
    expect(code).toBe(0);
    expect(out.replace(/ +/g, " ")).toContain(
      [
        "2026-11-20T14:00:01.000Z firmado -> sending sending",
        "2026-11-20T14:00:01.500Z send unknown after 2.0 s, network: no answer",
        "2026-11-20T14:35:00.000Z en_proceso_http -> send_unknown absent-exhausted",
      ].join("\n"),
    );
    expect(out).toContain("waits for: the next question to the authority, in 1800 s");
    expect(out).toContain("two people may order `document resend`");
  });

  it.each([
    [
      "firmado",
      "not-processed",
      "status 89: NIT …268 no autorizado a enviar documentos para emisor con NIT …115.",
      "associate the software",
    ],
    ["firmado", "not-processed", "upload refused: Set de prueba con identificador x es incorrecto.", "the test set"],
    ["firmado", "not-processed", "fault InvalidSecurity", "certificate, header or clock"],
    ["en_proceso_http", "number-taken", null, "range resume --next"],
    ["firmado", "unknown", "network: no answer", "it goes on by itself"],
  ] as const)(
    "of a document in %s whose last exchange was %s (%j) says what to do",
    async (state, outcome, detail, advice) => {
      const [attempt] = TIMELINE.attempts;
      if (attempt === undefined) throw new Error("the time line has an attempt");
      await addDocument(state, { attempts: [{ ...attempt, outcome, detail }] });
      const { out } = await bench.run("document explain", { document: 1 });
      expect(out).toContain(advice);
      if (detail?.startsWith("status 89")) expect(out).toContain("no autorizado a enviar documentos");
    },
  );

  it("tells what became of each order to send it again", async () => {
    await addDocument("send_unknown");
    const order = async () => {
      await bench.run("document resend", { document: 1, reason: "not on the portal" });
      await bench.run("document resend", { document: 1, approve: true, actor: "luis" });
    };
    const explain = async () => (await bench.run("document explain", { document: 1 })).out.replace(/ +/g, " ");
    await order();
    bench.query("UPDATE resend_orders SET created_at = '2026-11-20 15:00:01'");
    expect(await explain()).toMatch(
      /^2026-11-20T15:00:01Z resend order an operator ordered to send it again: waits for the cron \(by ana, approved by luis\)$/m,
    );
    const { db, close } = openSqlite(bench.databaseFile);
    await closeResendOrder(db, 1, "not-resent: bytes-missing", "2026-11-20T15:01:00.000Z");
    await order();
    await closeResendOrder(db, 2, "resent", "2026-11-20T15:02:00.000Z");
    await close();
    expect(await explain()).toContain(
      [
        "2026-11-20T15:01:00.000Z resend order an operator ordered to send it again: not-resent: bytes-missing (by ana, approved by luis)",
        "2026-11-20T15:02:00.000Z resend order an operator ordered to send it again: resent (by ana, approved by luis)",
      ].join("\n"),
    );
  });

  it("refuses an unknown document", async () => {
    expect(await bench.run("document show", { document: 7 })).toMatchObject({
      code: 1,
      err: expect.stringContaining("no document 7"),
    });
  });
});

describe("document list and pending", () => {
  it("filter by state, and show the oldest pending first with what it waits for", async () => {
    await addDocument("aceptado");
    await addDocument("en_proceso_http", { lastError: { step: null, reason: "network", detail: "network" } });
    expect(await bench.json("document list", { state: "aceptado" })).toMatchObject([
      { document: 1, number: "SETP990000000" },
    ]);
    expect(await bench.json("pending")).toMatchObject([
      { document: 2, error: "unknown: network", waits_for: "the next question to the authority, in 1800 s" },
    ]);
  });
});

describe("document resend", () => {
  it("needs a reason, another person, and leaves an order with both names", async () => {
    await addDocument("send_unknown");
    expect(await bench.run("document resend", { document: 1 })).toMatchObject({
      code: 1,
      err: expect.stringContaining("--reason"),
    });
    expect(await bench.run("document resend", { document: 1, reason: "not on the portal" })).toMatchObject({ code: 0 });
    const alone = await bench.run("document resend", { document: 1, approve: true });
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining("second person") });
    expect(await bench.run("document resend", { document: 1, approve: true, actor: "luis" })).toMatchObject({
      code: 0,
    });
    expect(
      bench.query("SELECT company_id, document_id, actor, approver, reason, closed_at FROM resend_orders"),
    ).toEqual([
      { company_id: 1, document_id: 1, actor: "ana", approver: "luis", reason: "not on the portal", closed_at: null },
    ]);
    const again = await bench.run("document resend", { document: 1, reason: "again" });
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining("has an order already") });
    expect((await bench.run("document explain", { document: 1 })).out).toContain("document.resend.order");
  });

  it("cannot be approved before it was asked for", async () => {
    await addDocument("send_unknown");
    const before = bench.dump();
    expect(await bench.run("document resend", { document: 1, approve: true })).toMatchObject({ code: 1 });
    expect(bench.dump()).toBe(before);
  });

  it.each(["aceptado", "rechazado", "sending", "en_proceso_http"] as const)(
    "refuses a document in %s",
    async (state) => {
      await addDocument(state);
      const before = bench.dump();
      const { code, err } = await bench.run("document resend", { document: 1, reason: "why not" });
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`document 1 is ${state}`) });
      expect(bench.dump()).toBe(before);
    },
  );
});

describe("document close", () => {
  it("needs a reason and another person, and stands in the record and the time line", async () => {
    await addDocument("firmado");
    const asked = await bench.run("document close", { document: 1, reason: "FE11 is of FE1" });
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining("operator document close --document 1") });
    const alone = await bench.run("document close", { document: 1, approve: true });
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining("second person") });
    expect(await bench.run("document close", { document: 1, approve: true, actor: "luis" })).toMatchObject({ code: 0 });
    expect(bench.query("SELECT document_id, kind, actor, approver, reason FROM resend_orders")).toEqual([
      { document_id: 1, kind: "close", actor: "ana", approver: "luis", reason: "FE11 is of FE1" },
    ]);
    const { out } = await bench.run("document explain", { document: 1 });
    expect(out).toContain("document.close.order");
    expect(out).toContain("an operator ordered to close it: waits for the cron (by ana, approved by luis)");
  });

  it("is not approved by who was asked to send it again", async () => {
    await addDocument("send_unknown");
    await bench.run("document resend", { document: 1, reason: "not on the portal" });
    const other = await bench.run("document close", { document: 1, approve: true, actor: "luis" });
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining("no one asked to close document 1") });
  });

  it.each(["creating", "sending", "enviado", "aceptado", "rechazado"] as const)(
    "refuses a document in %s",
    async (state) => {
      await addDocument(state);
      const { code, err } = await bench.run("document close", { document: 1, reason: "why not" });
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`document 1 is ${state}`) });
    },
  );
});

describe("status", () => {
  it("is quiet and exits 0 when nothing is wrong, tells what to do and exits 3 or 4 otherwise", async () => {
    expect((await bench.run("status")).code).toBe(4);
    expect((await bench.run("status")).out).toContain(
      "certificate_missing  company 1: no certificate; `operator certificate import`",
    );
    bench.query(
      `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before,
        not_after) VALUES (1, 'vault', 's', 'i', '1', '[]', 'd', '2026-01-01T00:00:00Z', '2028-01-01T00:00:00Z')`,
    );
    expect(await bench.run("status")).toMatchObject({ code: 0, out: expect.stringContaining("Warnings:\nnone") });
    await addDocument("en_proceso_http");
    const { code, out } = await bench.run("status");
    expect({ code, out }).toEqual({
      code: 3,
      out: expect.stringContaining("1 documents wait, the oldest for 60 minutes, 0 unknown"),
    });
    expect(out).toMatch(/under 24 h +1 +en_proceso_http/);
    await addDocument("send_unknown");
    expect((await bench.run("status")).code).toBe(4);
  });

  it("counts pending documents by age, the youngest first, and tells what the authority answered last", async () => {
    await addDocument("en_proceso_http");
    await addDocument("send_unknown");
    await addDocument("aceptado", { wakeAt: null });
    bench.query("UPDATE documents SET reserved_at = '2026-11-20T14:59:30.000Z' WHERE id = 2");
    const { out } = await bench.run("status", { json: true });
    expect(JSON.parse(out)).toMatchObject({
      authority: { answered: 0, failed: 3, last_answer: null },
      pending: [
        { age: "under 1 min", documents: 1, states: "send_unknown" },
        { age: "under 24 h", documents: 1, states: "en_proceso_http" },
      ],
    });
  });

  it("walks over no table of documents: neither it nor `pending` slows down with what was settled", async () => {
    for (const name of ["status", "pending"]) await bench.run(name, { remote: true });
    const asked = bench.deployed.statements.filter((sql) => /\bfrom "?documents\b/i.test(sql));
    expect(asked).toHaveLength(5);
    const walks = asked.filter((sql) => {
      const steps = bench.query(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail));
      const isBounded =
        /order by "documents"."id" desc limit \d+/.test(sql) && !steps.includes("USE TEMP B-TREE FOR ORDER BY");
      return steps.some((step) => step.startsWith("SCAN documents")) && !isBounded;
    });
    expect(walks).toEqual([]);
  });

  it("answers in JSON for monitoring", async () => {
    const { code, out } = await bench.run("status", { json: true });
    expect(code).toBe(4);
    expect(JSON.parse(out)).toMatchObject({
      warnings: [{ code: "certificate_missing", companyId: 1, severity: "critical" }],
    });
  });
});
