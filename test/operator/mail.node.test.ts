// Tests that the operator switches the e-mail of a company, sees what became of it, and lets an address be written to again.
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { sampleInvoice, sampleProgress, sampleReservation } from "../store/sample.ts";
import { COMPANY, NOW, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

const readMail = () => JSON.parse(String(bench.query("SELECT mail FROM companies WHERE id = 1")[0]?.mail ?? "null"));
const listActions = () =>
  bench.query("SELECT action FROM events WHERE action LIKE 'mail.%' ORDER BY sequence").map(({ action }) => action);

function addDelivery(
  ordinal: number,
  state: string,
  more: Readonly<Record<string, string | number | null>> = {},
): void {
  const row = {
    company_id: 1,
    document_id: 7,
    ordinal,
    module: "fe",
    kind: "automatico",
    recipient: "ana@example.com",
    state,
    attempts: 1,
    created_at: "2026-11-19T10:00:00.000Z",
    version: 1,
    ...more,
  };
  const names = Object.keys(row);
  const places = names.map(() => "?").join(", ");
  bench.query(`INSERT INTO deliveries (${names.join(", ")}) VALUES (${places})`, ...Object.values(row));
}

const readRows = () =>
  bench.query("SELECT ordinal, state, reason, version, failures, due_at FROM deliveries ORDER BY ordinal");

/** An accepted invoice, and after it one that the authority rejected. @returns the id of the accepted one. */
async function addDocuments(): Promise<number> {
  await bench.run("range add", RANGE);
  const { db, close } = openSqlite(bench.databaseFile);
  const ledger = createLedger(db);
  for (const state of ["aceptado", "rechazado"] as const) {
    const reservation = sampleReservation(1, { module: "fe", rangeKind: "fe", reservedAt: NOW });
    await ledger.allocate(reservation, sampleInvoice());
    const xmlSha256 = "0".repeat(64);
    await ledger.project(sampleProgress(reservation, { state, xmlPath: "documents/1/a.xml", xmlSha256 }));
  }
  await close();
  return Number(bench.query("SELECT id FROM documents WHERE state = 'aceptado'")[0]?.id);
}

const REASON = "the mailbox was mended";

/** A command says why it does nothing, and does nothing. */
async function expectRefusal(command: string, flags: Parameters<Workbench["run"]>[1], says: RegExp): Promise<void> {
  const before = bench.dump();
  const { code, err } = await bench.run(command, flags);
  expect({ isRefused: code !== 0, err }).toEqual({ isRefused: true, err: expect.stringMatching(says) });
  expect(bench.dump()).toBe(before);
}

describe("the e-mail of a company", () => {
  it("is off, goes on with what is usual, is changed and goes off again, an event for each", async () => {
    expect(readMail()).toBeNull();
    expect(await bench.run("mail on", { company: 1 })).toMatchObject({ code: 0, err: "" });
    expect(readMail()).toEqual({ sender: null, replyTo: null, isAutomatic: true, testAddresses: [] });
    const changes = { company: 1, sender: "facturas@tienda.example.com", automatic: "no", "test-addresses": "a@b.co" };
    expect(await bench.run("mail set", changes)).toMatchObject({ code: 0 });
    expect(readMail()).toEqual({
      sender: "facturas@tienda.example.com",
      replyTo: null,
      isAutomatic: false,
      testAddresses: ["a@b.co"],
    });
    expect(await bench.run("mail off", { company: 1 })).toMatchObject({ code: 0 });
    expect(readMail()).toBeNull();
    expect(listActions()).toEqual(["mail.on", "mail.set", "mail.off"]);
  });

  it.each([
    ["mail off", { company: 1 }, /sends no e-mail/],
    ["mail set", { company: 1, automatic: "no" }, /sends no e-mail/],
    ["mail on", { company: 1, sender: "nobody" }, /sender/],
    ["mail on", { company: 9 }, /there is no company 9/],
    ["mail release", { company: 1, address: "ana@example.com" }, /reason/],
  ])("%s %j is refused, and changes nothing", async (command, flags, says) => {
    await expectRefusal(command, flags, says);
  });

  it("is shown with what became of its messages, without their addresses", async () => {
    await bench.run("mail on", { company: 1 });
    addDelivery(1, "entregado");
    addDelivery(2, "rebotado");
    const { out } = await bench.run("mail status", {});
    expect(out).toMatch(/1 .*on .*entregado 1, rebotado 1/);
    const listed = await bench.run("mail list", { company: 1, state: "rebotado" });
    expect(listed.out).toContain("rebotado");
    expect(listed.out).not.toContain("entregado");
    expect(out + listed.out).not.toContain("ana@");
  });

  it("goes to an address that bounced once somebody says why", async () => {
    addDelivery(1, "rebotado");
    const flags = { company: 1, address: "ana@example.com", reason: "she wrote that her mailbox is empty again" };
    expect((await bench.run("mail release", flags)).out).toContain("may go to that address again");
    expect((await bench.run("mail release", flags)).out).toContain("nothing stood in the way");
    const [event] = bench.query("SELECT detail FROM events WHERE action = 'mail.release'");
    expect(String(event?.detail)).not.toContain("ana@");
  });

  it("that was given up is owed again by its id, once, and what stands in the way is said", async () => {
    await bench.run("mail on", { company: 1 });
    addDelivery(1, "rechazado", { reason: "vencida", failures: 9, unanswered: 2 });
    addDelivery(2, "entregado");
    addDelivery(3, "rechazado", { reason: "suprimido", recipient: "queja@example.com" });
    addDelivery(4, "quejado", { reason: "queja", recipient: "queja@example.com" });
    addDelivery(5, "rechazado", { reason: "vencida", recipient: `hmac:${"0".repeat(64)}` });
    const ids = [1, 2, 3, 5, 9].map((ordinal) => `ent_1_7_${ordinal}`).join(",");
    const flags = { company: 1, ids, reason: REASON };
    const before = bench.dump();
    expect(await bench.run("mail retry", { ...flags, "dry-run": true })).toMatchObject({ code: 0 });
    expect(bench.dump()).toBe(before);
    expect(await bench.json("mail retry", flags)).toEqual({
      company: 1,
      owed: ["ent_1_7_1"],
      left: ["ent_1_7_3"],
      unfit: ["ent_1_7_2", "ent_1_7_5", "ent_1_7_9"],
    });
    expect(readRows()).toMatchObject([
      { state: "pendiente", reason: null, version: 2, failures: 0, due_at: NOW },
      { state: "entregado", version: 1 },
      { state: "rechazado", version: 1 },
      { state: "quejado", version: 1 },
      { state: "rechazado", version: 1 },
    ]);
    expect(await bench.run("mail retry", { company: 1, ids: "ent_1_7_1", reason: REASON })).toMatchObject({ code: 1 });
    expect(listActions()).toEqual(["mail.on", "mail.retry"]);
  });

  it("is owed again by its state and the days of it, and not of another company", async () => {
    await bench.run("mail on", { company: 1 });
    addDelivery(1, "rechazado", { reason: "sin_respuesta" });
    addDelivery(2, "rechazado", { reason: "sin_respuesta", created_at: "2026-11-10T10:00:00.000Z" });
    addDelivery(3, "omitido", { reason: "desactivado" });
    addDelivery(4, "omitido", { reason: "consumidor_final", recipient: null });
    addDelivery(5, "rechazado", { reason: "sin_respuesta", company_id: 2 });
    const again = async (flags: Record<string, string | number>) =>
      (await bench.json<{ owed: string[] }>("mail retry", { company: 1, reason: REASON, ...flags })).owed;
    expect(await again({ state: "rechazado" })).toEqual(["ent_1_7_1"]);
    expect(await again({ state: "rechazado", days: 30 })).toEqual(["ent_1_7_2"]);
    expect(await again({ state: "omitido" })).toEqual(["ent_1_7_3"]);
  });

  it.each([
    ["mail retry", { company: 1, reason: REASON }, /--ids or --state/],
    ["mail retry", { company: 1, ids: "ent_1_7_1", state: "rechazado", reason: REASON }, /--ids or --state/],
    ["mail retry", { company: 1, ids: "7", reason: REASON }, /not the id of an e-mail/],
    ["mail retry", { company: 1, ids: "ent_1_7_1", days: 3, reason: REASON }, /--days/],
    ["mail retry", { company: 1, state: "entregado", reason: REASON }, /state/],
    ["mail retry", { company: 1, state: "rechazado", reason: REASON }, /none of these/],
    ["mail test", { company: 1, to: "yo@example.com" }, /no accepted document/],
    ["mail test", { company: 1, to: "yo" }, /to/],
  ])("%s %j of a company that sends is refused, and changes nothing", async (command, flags, says) => {
    await bench.run("mail on", { company: 1 });
    await expectRefusal(command, flags, says);
  });

  it("is on the screens: what waits, is uncertain, suppressed and held, and that no event came for a day", async () => {
    await bench.run("mail on", { company: 1 });
    addDelivery(1, "pendiente", { due_at: NOW });
    addDelivery(2, "incierto", { due_at: NOW });
    addDelivery(3, "quejado", { reason: "queja" });
    addDelivery(4, "enviado", { sent_at: "2026-11-19T10:00:00.000Z" });
    bench.query(
      "INSERT INTO mailers (company_id, held_until, held_because) VALUES (1, '2026-11-20T15:40:00.000Z', 'quota')",
    );
    const { code, out } = await bench.run("status");
    expect(code).not.toBe(0);
    expect(out).toContain("company 1: 1 waiting, 1 uncertain, 1 addresses suppressed");
    expect(out).toMatch(/held until 2026-11-20 10:40:00.*quota/);
    expect(out).toContain("no event for 24 h");
    expect((await bench.run("mail status", {})).out).toContain("none for 24 h");
    const [mail] = (await bench.json<{ mail: unknown[] }>("report", { output: join(bench.root, "report.html") })).mail;
    expect(mail).toEqual({
      company: 1,
      waiting: 1,
      uncertain: 1,
      suppressed: 1,
      held_until: "2026-11-20T15:40:00.000Z",
      held_because: "quota",
      last_event: null,
      no_event_for_a_day: true,
    });
    // An event came, the hold is over, and the address is released.
    bench.query("UPDATE mailers SET last_event_at = '2026-11-20T14:00:00.000Z'");
    bench.setNow("2026-11-20T15:41:00.000Z");
    await bench.run("mail release", { company: 1, address: "ana@example.com", reason: REASON });
    const after = await bench.run("status");
    expect(after.out).toContain("company 1: 1 waiting, 1 uncertain, 0 addresses suppressed");
    expect(after.out).not.toMatch(/held until|no event for 24 h/);
    bench.query("UPDATE deliveries SET state = 'enviado', due_at = NULL");
    const quiet = await bench.run("status");
    expect(quiet.out).not.toContain("E-mail");
  });
});

describe("a try of the operator", () => {
  let id: number;
  beforeEach(async () => {
    await bench.run("mail on", { company: 1 });
    id = await addDocuments();
  });

  it("is an order of the newest accepted document, whose end it waits for", async () => {
    const trying = bench.json("mail test", { company: 1, to: "yo@example.com", seconds: 20 });
    await expect.poll(() => bench.query("SELECT state FROM deliveries"), { timeout: 5_000 }).toHaveLength(1);
    // What the object of the company and the platform's event would write.
    bench.query("UPDATE deliveries SET state = 'entregado', attempts = 1, version = 3");
    expect(await trying).toEqual({ id: `ent_1_${id}_1`, state: "entregado", reason: null, attempts: 1, held: null });
    expect(listActions()).toEqual(["mail.on", "mail.test"]);
    const [event] = bench.query("SELECT detail FROM events WHERE action = 'mail.test'");
    expect(String(event?.detail)).not.toContain("yo@");
  });

  it("says that nothing came yet, and why, with an exit code for monitoring", async () => {
    bench.query(
      "INSERT INTO mailers (company_id, held_until, held_because) VALUES (1, '2026-11-20T15:40:00.000Z', 'sender')",
    );
    const { code, out } = await bench.run("mail test", { company: 1, to: "yo@example.com", seconds: 0 });
    expect(code).toBe(3);
    expect(out).toMatch(new RegExp(`ent_1_${id}_1, SETP\\d+: pendiente after 0 attempts; the company is held, sender`));
  });

  it("is refused to an address that complained", async () => {
    addDelivery(1, "quejado", { reason: "queja", recipient: "yo@example.com", document_id: id });
    const { code, err } = await bench.run("mail test", { company: 1, to: "yo@example.com", seconds: 0 });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("suppressed") });
  });
});
