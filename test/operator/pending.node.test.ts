// Tests that one line makes what is open go on at once: of one company or of all, and never into an outage.
import { afterEach, beforeEach, expect, it } from "vitest";
import { printLastError } from "../../src/store/base/stored-form.ts";
import { AT_ONCE } from "../../src/store/document/hurry.ts";
import { silentSince } from "../support/outage-state.ts";
import { COMPANY, NOW, openWorkbench, type Workbench } from "./workbench.ts";

const LATER = "2026-11-20T16:00:00.000Z";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
  await bench.run("company add", { ...COMPANY, nit: "800197268-4", name: "Otra" });
});
afterEach(() => bench.close());

function addDocument(
  id: number,
  company: number,
  state: string,
  environment = "produccion",
  dueAt: string | null = LATER,
) {
  bench.query(
    `INSERT INTO documents (id, company_id, module, type_code, environment, client_id, issuance_name, reservation_id, fingerprint,
      reserved_at, prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld, due_at)
    VALUES (?1, ?2, 'fe', '01', ?4, 1, 'fe:' || ?1, 'r' || ?1, '', ?5, 'SETP', ?1, 'SETP' || ?1, ?3, 1, '2026-11-20', '', '', '', '',
      '', '', ?6)`,
    id,
    company,
    state,
    environment,
    NOW,
    dueAt,
  );
}
const listHurried = () =>
  bench.query(`SELECT id FROM documents WHERE due_at = '${AT_ONCE}' ORDER BY id`).map(({ id }) => id);
const setDown = (environment: string) =>
  bench.query(
    "INSERT INTO authority_health (environment, state, version) VALUES (?, ?, 1)",
    environment,
    JSON.stringify(silentSince(1)),
  );

function addAll(): void {
  addDocument(1, 1, "en_proceso_http");
  addDocument(2, 1, "send_unknown");
  addDocument(3, 2, "firmado");
  addDocument(4, 2, "enviado", "habilitacion");
  // Nothing is to be hurried of these: a request is under way, its payload is missing, it is due, it is settled.
  addDocument(5, 1, "sending");
  addDocument(6, 1, "creating");
  addDocument(7, 1, "enviado", "produccion", "2026-11-20T14:00:00.000Z");
  addDocument(8, 1, "aceptado", "produccion", null);
}

it("all that waits is due at once, on record, and the list says so", async () => {
  addAll();
  const { code, out } = await bench.run("pending ask-now", { reason: "the authority is back" });
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("4 documents go on") });
  expect(listHurried()).toEqual([1, 2, 3, 4]);
  expect(await bench.json("event list", { company: 0 })).toMatchObject([
    { action: "pending.ask", reason: "the authority is back", actor: "ana" },
  ]);
  const [first] = await bench.json<{ waits_for: string }[]>("pending", { limit: 1 });
  expect(first?.waits_for).toBe(
    "the next question to the authority, at once; the cron wakes it within minutes, the oldest first",
  );
  expect((await bench.run("pending ask-now")).out).toBe("nothing waits that is not due already");
});

it("says of what an outage holds when it leaves, and not when its row would wake it", async () => {
  addDocument(1, 1, "firmado");
  bench.query(
    "UPDATE documents SET last_status_error = ?",
    printLastError({ step: null, reason: "held", detail: "the authority is down" }),
  );
  const [row] = await bench.json<{ due_at: string | null; waits_for: string }[]>("pending", {});
  expect(row).toMatchObject({ due_at: null, waits_for: expect.stringContaining("the oldest 90 s later") });
});

it("names each company, and says of how many it shows the oldest", async () => {
  addAll();
  const cut = await bench.run("pending", { limit: 2 });
  expect(cut.out).toMatch(/\n2 of 7, the oldest: --limit says how many$/);
  const whole = await bench.run("pending");
  expect(whole.out).toMatch(/^3 +2 +Otra +SETP3/m);
  expect(whole.out).not.toContain(" of 7");
  expect(await bench.json("pending", { company: 2, limit: 1 })).toMatchObject([{ company: 2, name: "Otra" }]);
});

it("of one company it is only that one's", async () => {
  addAll();
  expect(await bench.run("pending ask-now", { company: 2 })).toMatchObject({ code: 0 });
  expect(listHurried()).toEqual([3, 4]);
});

it("what waits for an environment that is down is left, and it is said why", async () => {
  addAll();
  setDown("produccion");
  const { out } = await bench.run("pending ask-now");
  expect(out).toContain("1 document goes on");
  expect(out).toContain("the authority is down (produccion): what waits for it goes on by itself once it answers");
  expect(listHurried()).toEqual([4]);
  setDown("habilitacion");
  expect(await bench.run("pending ask-now", { company: 1 })).toMatchObject({ code: 1 });
});

it("the list of what is pending stands beside the order, in the help and for a slip of the pen", async () => {
  expect((await bench.run("pending")).code).toBe(0);
  expect((await bench.run("help")).out).toMatch(/^ +pending +lists[\s\S]+^ +pending ask-now +makes/m);
  expect(await bench.run("pending ask-now", { limit: 1 })).toMatchObject({
    code: 1,
    err: expect.stringContaining("pending ask-now"),
  });
  expect((await bench.run("pending ask-nwo")).code).not.toBe(0);
});
