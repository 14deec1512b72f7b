// Tests how often lines with --remote call wrangler, each call of which is a program of its own.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { readSecretFile, writeSecret } from "../../operator/deployment.ts";
import { openArchive } from "../store/filed-days.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
  await bench.run("range add", RANGE);
});
afterEach(() => bench.close());

async function countCalls(name: string, flags: Readonly<Record<string, string | number>>) {
  const before = bench.deployed.calls.length;
  const { code, out, err } = await bench.run(name, { ...flags, remote: true });
  const calls = bench.deployed.calls.slice(before);
  return { code, calls: calls.length, said: `${out}\n${err}` };
}

/** So many companies, as the first one. */
function multiply(companies: number): void {
  for (const table of ["companies", "ranges", "series"]) {
    const own = table === "companies" ? "id" : "company_id";
    const columns = bench.query(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => String(name));
    const others = columns.filter((name) => name !== own && name !== "nit" && !(table === "ranges" && name === "id"));
    const nit = table === "companies" ? { into: ", nit", from: ", 800000000 + each.value" } : { into: "", from: "" };
    bench.query(
      `INSERT INTO ${table} (${own}${nit.into}, ${others.join(", ")})
      SELECT each.value${nit.from}, ${others.map((name) => `own.${name}`).join(", ")}
      FROM ${table} AS own, (WITH RECURSIVE counted(value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM counted WHERE value < ?)
        SELECT value FROM counted) AS each WHERE own.${own} = 1`,
      companies,
    );
  }
}

describe("ledger gaps --remote", () => {
  it("calls wrangler three times, for 306 companies as for one, and finds the hole of the last one", async () => {
    expect(await countCalls("ledger gaps", {})).toMatchObject({ code: 0, calls: 3 });
    multiply(306);
    bench.query("UPDATE ranges SET next_number = from_number + 1 WHERE company_id = 306");
    const { code, calls, said } = await countCalls("ledger gaps", {});
    expect({ code, calls }).toEqual({ code: 4, calls: 3 });
    expect(said).toContain("hole: company 306, SETP990000000 of range 306 has no document");
    expect(said).toContain("1 finding");
  });
});

describe("document find --remote", () => {
  it.each([
    ["a key as long as a client's may be", "k".repeat(128)],
    ["a name", "Comercializadora Internacional de Café de la Montaña S.A.S."],
    ["a number", "SETP990000000"],
    ["a total", "$ 123.760,00"],
  ])("asks for %s over a thousand companies in statements that D1 takes", async (_, text) => {
    multiply(1_000);
    const before = bench.deployed.calls.length;
    expect(await bench.run("document find", { remote: true }, text)).toMatchObject({ code: 3, err: "" });
    expect(bench.deployed.calls.length - before).toBeLessThan(40);
  });
});

describe("a command that only reads, with --remote", () => {
  it("asks nothing of a thousand companies in a statement that D1 would not take", async () => {
    multiply(1_000);
    const refused: string[] = [];
    const names = ALL_COMMANDS.filter(({ reads, operand }) => reads === true && operand === undefined);
    for (const { name } of names) {
      const { out, err } = await bench.run(name, { remote: true });
      if (/too ?big|too long/i.test(out + err)) refused.push(`${name}: ${err}`);
    }
    expect(refused).toEqual([]);
    expect(names.length).toBeGreaterThan(15);
    expect(Math.max(...bench.deployed.statements.map((sql) => Buffer.byteLength(sql)))).toBeGreaterThan(1_000);
  });
});

describe("ledger rebuild --remote", () => {
  it("writes some ten documents with one call, each statement no longer than D1 takes, and a call than a program", async () => {
    const many = 120;
    const { list, read } = openArchive(1, many);
    bench.setArchive({
      readFile: read,
      listFiles: async function* (prefix) {
        for await (const file of list(prefix)) if (file.path.startsWith(prefix)) yield file;
      },
      putFile: async () => "stored",
      close: async () => undefined,
    });
    const before = bench.deployed.calls.length;
    const { code, calls, said } = await countCalls("ledger rebuild", {});
    expect([code, said]).toEqual([0, expect.stringContaining(`${many} documents restored whole, 0 were there`)]);
    expect(calls).toBeLessThan(many / 10 + 12);
    const asked = bench.deployed.calls.slice(before).flat();
    expect(Math.max(...asked.map((word) => Buffer.byteLength(word)))).toBeLessThan(128 * 1024);
    expect(Math.max(...bench.deployed.statements.map((sql) => Buffer.byteLength(sql)))).toBeLessThan(100_000);
    expect(bench.query("SELECT count(*) AS rows, count(DISTINCT issue_date) AS days FROM documents")).toEqual([
      { rows: many, days: many },
    ]);
    expect((await countCalls("ledger rebuild", {})).said).toContain(`0 documents restored whole, ${many} were there`);
  });
});

/** A document in a state, of which the tables that are asked need no more. */
function addDocument(id: number, state: string, dueAt: string | null = null): void {
  bench.query(
    `INSERT INTO documents (id, company_id, module, type_code, environment, client_id, issuance_name, reservation_id, fingerprint,
      reserved_at, prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld,
      fiscal_id, xml_path, xml_sha256, due_at)
    VALUES (?1, 1, 'fe', '01', 'produccion', 1, 'fe:' || ?1, 'r' || ?1, '', '2026-11-20T12:00:00.000Z', 'SETP', ?1, 'SETP' || ?1, ?2,
      1, '2026-11-20', '', '', '', '', '', '', 'cufe' || ?1, 'p' || ?1, 'x', ?3)`,
    id,
    state,
    dueAt,
  );
}

const BRANCH = { company: 1, code: "CENTRO", name: "Centro", address: "Calle 2", municipality: "11001" };
const TILL = { company: 1, plate: "CAJA-01", place: "Salon", type: "POS" };
const CENTER = { company: 1, code: "ADM", name: "Administracion" };
const METHOD = { company: 1, form: "contado", label: "Efectivo", means: "10" };
const PLAN = { company: 1, module: "fe", allowance: 500 };
const CERTIFICATE = `${import.meta.dirname}/fixture/encrypted.pem`;

/** What stands before a line: lines on the same database. */
type Before = readonly (readonly [name: string, flags: Readonly<Record<string, string | number | true>>])[];

interface Written {
  readonly name: string;
  readonly flags: Readonly<Record<string, string | number | true>>;
  /** After the login is known: reads, each in a call, and the last call, which writes. */
  readonly calls: number;
  readonly before?: Before;
  readonly prepare?: () => void;
  readonly operand?: string;
}

const CLIENT: Before = [["client add", { company: 1, name: "ERP", scopes: "fe.read" }]];
const TOKEN: Before = [...CLIENT, ["token issue", { client: 1 }]];
const MAIL: Before = [["mail on", { company: 1 }]];
const WEBHOOK: Before = [["webhook add", { company: 1, url: "https://example.com/hook" }]];

const disableWebhook = () => {
  bench.query("UPDATE webhooks SET disabled_at = '2026-11-20T12:00:00.000Z', disabled_because = 'operator'");
};

/** Not counted, and why. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "no database, or files and secrets of the deployment": ["secret init", "migrate", "deploy", "stand register"],
  "many steps, each with a command of its own": ["company setup", "company import", "vault rotate"],
  "several databases": ["shard add", "company move", "company extend"],
  "asks the authority": ["range import"],
  "asks what secrets the Worker has": ["alert test"],
  "walks the archive": ["ledger rebuild", "event confirm", "event lost"],
  "needs a document with its files": ["document resend", "document close", "mail retry", "mail release", "mail test"],
};

const WRITTEN: readonly Written[] = [
  { name: "company add", flags: { ...COMPANY, nit: "800197268-4" }, calls: 3 },
  { name: "company edit", flags: { company: 1, name: "Otra S.A.S." }, calls: 2 },
  {
    name: "company activate",
    flags: { company: 1 },
    calls: 2,
    prepare: () => bench.query("UPDATE companies SET state = 'draft'"),
  },
  { name: "company suspend", flags: { company: 1 }, calls: 2 },
  { name: "company resume", flags: { company: 1 }, calls: 2, before: [["company suspend", { company: 1 }]] },
  { name: "company archive", flags: { company: 1 }, calls: 2 },
  { name: "plan set", flags: PLAN, calls: 2 },
  { name: "plan renew", flags: { company: 1, from: 2026, to: 2027 }, calls: 2 },
  { name: "plan renew", flags: { all: true, from: 2026, to: 2027 }, calls: 2 },
  { name: "plan remove", flags: { company: 1, module: "fe", year: 2026 }, calls: 2 },
  { name: "certificate import", flags: { company: 1 }, calls: 2, operand: CERTIFICATE },
  { name: "certificate disable", flags: { company: 1, serial: "SERIAL", "leave-none": true }, calls: 2 },
  {
    name: "range add",
    flags: { ...RANGE, prefix: "FE", resolution: "18760000002", from: 1, to: 100, next: 1 },
    calls: 6,
  },
  { name: "range edit", flags: { range: 1, active: "false" }, calls: 2 },
  {
    name: "range resume",
    flags: { range: 1 },
    calls: 2,
    prepare: () => bench.query("UPDATE ranges SET stopped_by = 1, stops_from = next_number"),
  },
  {
    name: "series add",
    flags: { company: 1, type: "91", prefix: "NC" },
    calls: 4,
    prepare: () => bench.query("DELETE FROM series"),
  },
  { name: "series edit", flags: { company: 1, type: "91", next: 58 }, calls: 4 },
  { name: "client add", flags: { company: 1, name: "ERP", scopes: "fe.read" }, calls: 2 },
  { name: "client edit", flags: { client: 1, name: "CRM" }, calls: 2, before: CLIENT },
  { name: "token issue", flags: { client: 1 }, calls: 2, before: CLIENT },
  { name: "token rotate", flags: { client: 1 }, calls: 2, before: TOKEN },
  { name: "token revoke", flags: { token: "TOKEN" }, calls: 2, before: TOKEN },
  { name: "webhook add", flags: { company: 1, url: "https://example.com/hook" }, calls: 2 },
  { name: "webhook rotate", flags: { webhook: "WEBHOOK" }, calls: 2, before: WEBHOOK },
  { name: "webhook disable", flags: { webhook: "WEBHOOK" }, calls: 2, before: WEBHOOK },
  {
    name: "webhook enable",
    flags: { webhook: "WEBHOOK" },
    calls: 2,
    before: WEBHOOK,
    prepare: disableWebhook,
  },
  {
    name: "webhook retry",
    flags: { webhook: "WEBHOOK" },
    calls: 2,
    before: WEBHOOK,
    prepare: () => bench.query("UPDATE webhooks SET waiting = 3, reached = 41"),
  },
  { name: "webhook replay", flags: { webhook: "WEBHOOK", from: "2026-11-01" }, calls: 2, before: WEBHOOK },
  { name: "webhook test", flags: { webhook: "WEBHOOK" }, calls: 2, before: WEBHOOK },
  { name: "webhook delete", flags: { webhook: "WEBHOOK" }, calls: 2, before: WEBHOOK, prepare: disableWebhook },
  { name: "mail on", flags: { company: 1 }, calls: 2 },
  { name: "mail off", flags: { company: 1 }, calls: 2, before: MAIL },
  { name: "mail set", flags: { company: 1, "reply-to": "ventas@example.com" }, calls: 2, before: MAIL },
  { name: "branch add", flags: BRANCH, calls: 2 },
  {
    name: "branch edit",
    flags: { company: 1, code: "CENTRO", name: "Norte" },
    calls: 2,
    before: [["branch add", BRANCH]],
  },
  { name: "till add", flags: TILL, calls: 2 },
  {
    name: "till edit",
    flags: { company: 1, plate: "CAJA-01", place: "Terraza" },
    calls: 2,
    before: [["till add", TILL]],
  },
  { name: "payment-method add", flags: METHOD, calls: 2 },
  {
    name: "payment-method edit",
    flags: { company: 1, method: 1, label: "Caja" },
    calls: 2,
    before: [["payment-method add", METHOD]],
  },
  { name: "cost-center add", flags: CENTER, calls: 2 },
  {
    name: "cost-center edit",
    flags: { company: 1, code: "ADM", name: "Planta" },
    calls: 2,
    before: [["cost-center add", CENTER]],
  },
  {
    name: "pending ask-now",
    flags: { company: 1 },
    calls: 2,
    prepare: () => addDocument(7, "enviado", "2026-11-21T00:00:00.000Z"),
  },
  { name: "alert acknowledge", flags: { company: 1, code: "certificate_missing", reason: "seen" }, calls: 4 },
  { name: "alert snooze", flags: { company: 1, code: "certificate_missing", until: "2026-12-01" }, calls: 4 },
  {
    name: "alert wake",
    flags: { company: 1, code: "certificate_missing" },
    calls: 2,
    before: [["alert acknowledge", { company: 1, code: "certificate_missing", reason: "seen" }]],
  },
];

describe("a line that writes", () => {
  beforeEach(() => {
    for (const name of ["TOKEN_PEPPER", "VAULT_KEY"]) {
      writeSecret(`${bench.root}/.dev.vars.remote`, name, readSecretFile(`${bench.root}/.dev.vars`)[name] ?? "");
    }
  });

  /** Ids that lines before it gave. */
  function fillIn(flags: Written["flags"]) {
    const given = {
      TOKEN: () => bench.query("SELECT id FROM tokens")[0]?.id,
      WEBHOOK: () => bench.query("SELECT id FROM webhooks")[0]?.id,
      SERIAL: () => bench.query("SELECT serial_number AS id FROM certificates")[0]?.id,
    };
    const known = Object.entries(given);
    return Object.fromEntries(
      Object.entries(flags).map(([flag, value]) => {
        const found = known.find(([name]) => name === value)?.[1];
        return [flag, found === undefined ? value : String(found())];
      }),
    );
  }

  it("is counted below, or it is said why not", () => {
    const writing = ALL_COMMANDS.filter(({ reads }) => reads === undefined).map(({ name }) => name);
    const counted = [...new Set(WRITTEN.map(({ name }) => name)), ...Object.values(ELSEWHERE).flat()];
    expect(counted.toSorted()).toEqual(writing.toSorted());
  });

  it("takes two calls in most cases: the reads, and what it writes", () => {
    expect(WRITTEN.filter(({ calls }) => calls === 2).length / WRITTEN.length).toBeGreaterThan(0.85);
  });

  it.each(WRITTEN)("$name: whoami beside the reads, and writes with its last call ($calls)", async (line) => {
    bench.environment.CERTIFICATE_PASSWORD = "secreto";
    if (line.name === "certificate disable") await bench.run("certificate import", { company: 1 }, CERTIFICATE);
    for (const [name, flags] of line.before ?? []) expect(await bench.run(name, flags)).toMatchObject({ code: 0 });
    line.prepare?.();
    const before = bench.deployed.calls.length;
    const { code, err } = await bench.run(line.name, { ...fillIn(line.flags), remote: true }, line.operand);
    const calls = bench.deployed.calls.slice(before);
    const asked = calls.filter(([noun]) => noun === "d1");
    expect({ name: line.name, calls: asked.length, code, err }).toMatchObject({ code: 0, calls: line.calls });
    expect(calls.length - asked.length).toBe(1);
    expect(calls.at(-1)?.join(" ")).toContain('insert into "events"');
  });

  it("is chained anew when somebody else wrote between the two calls", async () => {
    bench.deployed.beforeOnce(/insert into "events"/, () =>
      bench.query(
        `INSERT INTO events SELECT company_id, sequence + 1, at, 'luis', action, reason, document_id, detail, hash, 'other'
         FROM events WHERE company_id = 1 ORDER BY sequence DESC LIMIT 1`,
      ),
    );
    expect(await countCalls("plan set", PLAN)).toMatchObject({ code: 0, calls: 5 });
    const events = await bench.json<{ actor: string; action: string }[]>("event list", { company: 1 });
    expect(events.slice(-2).map(({ actor }) => actor)).toEqual(["luis", "ana@example.com"]);
  });
});
