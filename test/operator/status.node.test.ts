// `status` shows what the service reported by itself, which no look at the rows of a company finds again.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeCsv } from "../../operator/csv.ts";
import { createVersionedKey, ROOT } from "../../operator/deployment.ts";
import { RELEASED } from "../../src/domain/document/brake.ts";
import { manifestPath } from "../../src/store/audit/configuration-copy.ts";
import { URGENT_CODES } from "../../src/telemetry/alert.ts";
import { failingSince, silentSince, untriedSince } from "../support/outage-state.ts";
import { COMPANY, NOW, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

/** As the service keeps a warning, some minutes before the workbench's now. */
function report(code: string, minutes: number, detail: Record<string, unknown> = {}): void {
  bench.query(
    "INSERT INTO alerts (code, subject, company_id, detail, raised_at) VALUES (?, ?, 7, ?, ?)",
    ...[code, `company:7 ${minutes}`, JSON.stringify({ companyId: 7, ...detail })],
    new Date(Date.parse(NOW) - minutes * 60_000).toISOString(),
  );
}

it("a secret that does not open is on the screen, and in the exit code for an hour", async () => {
  expect(await bench.run("status")).toMatchObject({ code: 0 });
  report("secret_unopened", 5, { secret: "PIN of software x", day: "2026-11-20" });
  const { code, out } = await bench.run("status");
  expect(code).toBe(3);
  expect(out).toMatch(
    /secret_unopened +7 +- +secret PIN of software x, day 2026-11-20 +2026-11-20 09:55:00 \(5 min ago\)/,
  );
  expect(out).toContain("docs/operations.md");
  bench.setNow("2026-11-20T16:30:00.000Z");
  expect(await bench.run("status")).toMatchObject({ code: 0, out: expect.stringContaining("secret_unopened") });
  bench.setNow("2026-11-21T15:30:00.000Z");
  expect((await bench.run("status")).out).not.toContain("secret_unopened");
});

it("an authority that answers questions and fails sendings is trouble, and the screen says so", async () => {
  const known = failingSince(Date.parse("2026-11-20T14:30:00.000Z"));
  bench.query(
    "INSERT INTO authority_health (environment, state, version) VALUES ('produccion', ?, 1)",
    JSON.stringify(known),
  );
  expect(await bench.run("status")).toMatchObject({
    code: 3,
    out: expect.stringContaining(
      "Authority (produccion) answers questions, fails sendings since 2026-11-20 09:30:00 (30 min ago)",
    ),
  });
});

it("sendings of one company that fail are its own trouble, and the screen says whose", async () => {
  bench.query(
    "INSERT INTO authority_health (environment, state, version) VALUES ('produccion', ?, 1)",
    JSON.stringify(failingSince(Date.parse("2026-11-20T14:30:00.000Z"), 7)),
  );
  expect(await bench.run("status")).toMatchObject({
    code: 3,
    out: expect.stringContaining("answers questions, fails sendings of company 7 since 2026-11-20 09:30:00"),
  });
  await bench.run("company add", COMPANY);
  expect((await bench.run("status", { company: "1" })).out).not.toContain("fails sendings");
});

it("an outage is shown at the head of a narrow look, too: the first command at night says what is the matter", async () => {
  bench.query(
    "INSERT INTO authority_health (environment, state, version) VALUES ('produccion', ?, 1)",
    JSON.stringify(silentSince(Date.parse("2026-11-20T14:30:00.000Z"))),
  );
  const said = "Authority (produccion) answers nothing since 2026-11-20 09:30:00 (30 min ago); what is signed waits";
  for (const flags of [{ only: "critical" }, {}]) {
    expect(await bench.run("status", flags)).toMatchObject({ code: 3, out: expect.stringContaining(said) });
  }
  const { outages } = JSON.parse((await bench.run("status", { only: "critical", json: true })).out);
  expect(outages).toEqual([
    { environment: "produccion", state: "silent", since: "2026-11-20T14:30:00.000Z", only_of: null },
  ]);
});

it("an authority that answers questions again is no trouble, and the screen says that no sending was answered yet", async () => {
  const known = untriedSince(1, Date.parse("2026-11-20T14:59:00.000Z"));
  bench.query(
    "INSERT INTO authority_health (environment, state, version) VALUES ('produccion', ?, 1)",
    JSON.stringify(known),
  );
  const { code, out } = await bench.run("status");
  expect(code).toBe(0);
  expect(out).toContain(
    "Authority (produccion) answers questions since 2026-11-20 09:59:00 (1 min ago); no sending was answered yet",
  );
});

it("once sendings are answered again, the screen says that what waited is leaving, until it has left", async () => {
  const [heldFrom, backSince] = [Date.parse("2026-11-20T14:30:00.000Z"), Date.parse("2026-11-20T14:50:00.000Z")];
  bench.query(
    "INSERT INTO authority_health (environment, state, version) VALUES ('produccion', ?, 1)",
    JSON.stringify({ ...RELEASED, heldFrom, backSince }),
  );
  const said =
    "Authority (produccion) answers sendings again since 2026-11-20 09:50:00 (10 min ago); what waited is leaving, the oldest first";
  for (const flags of [{}, { only: "critical" }]) {
    expect(await bench.run("status", flags)).toMatchObject({ code: 0, out: expect.stringContaining(said) });
  }
  // Twice as fast as it came, 90 s after it was back.
  bench.setNow("2026-11-20T15:01:30.000Z");
  expect((await bench.run("status")).out).not.toContain("leaving");
});

it("a company whose database is not bound is trouble, and both screens say what to do", async () => {
  await bench.run("company add", COMPANY);
  bench.query("UPDATE companies SET shard = 1, home = -1");
  for (const [name, code] of [
    ["status", 4],
    ["shard list", 0],
  ] as const) {
    expect(await bench.run(name)).toMatchObject({
      code,
      out: expect.stringContaining("Put DB1 back into wrangler.toml"),
    });
  }
});

it("a company that was imported without software is told of, with the command that comes next", async () => {
  const plain = Object.fromEntries(Object.entries(COMPANY).filter(([name]) => !/^(?:fe|provider)-/.test(name)));
  writeFileSync(join(bench.root, "companies.csv"), writeCsv([{ ...plain, "fe-software-id": "" }]));
  expect((await bench.run("company import", {}, join(bench.root, "companies.csv"))).err).toBe("");
  const ran = await bench.run("status");
  expect(ran.code).not.toBe(0);
  expect(ran.out).toMatch(
    /warning {3}software_missing {2}company 1 .+: no software, nothing is issued; `operator company edit --company 1 --file software\.json`/,
  );
});

it("warnings stand in one order, critical ones first and then by code, on the screen as in the report", async () => {
  for (const nit of ["900373115-3", "800197268-4"]) await bench.run("company add", { ...COMPANY, nit });
  bench.query("DELETE FROM software WHERE company_id = 1");
  bench.query("UPDATE plans SET used = allowance WHERE company_id = 2");
  const missing = ["range_missing", "software_missing"];
  const named = ["certificate_missing", "certificate_missing", "plan_ending", ...missing];
  const { out } = await bench.run("status");
  expect([...out.matchAll(/^ {2}(?:critical|warning) +([a-z_]+) {2}company/gm)].map(([, code]) => code)).toEqual(named);
  const page = join(bench.root, "report.html");
  await bench.run("report", { output: page });
  const html = readFileSync(page, "utf8");
  const kinds = [...new Set(named)];
  expect(kinds.toSorted((one, other) => html.indexOf(`>${one}<`) - html.indexOf(`>${other}<`))).toEqual(kinds);
});

it.each(["range_mising", "criticl"])("refuses to show only %s, which is no code", async (only) => {
  const ran = await bench.run("status", { only });
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`"${only}" is no severity and no code`)]);
});

it("many warnings of one code stand behind one line with what ends all of them, and --only lists each", async () => {
  for (const nit of ["900373115-3", "800197268-4", "900123456", "800200300", "800200301"]) {
    expect((await bench.run("company add", { ...COMPANY, nit })).code).toBe(0);
  }
  bench.setNow("2026-12-05T15:00:00.000Z");
  const each = "operator plan set --company";
  const all = "5 companies";
  expect((await bench.run("status")).out).not.toContain(all);
  await bench.run("company add", { ...COMPANY, nit: "800200302" });
  const { code, out } = await bench.run("status");
  expect(code).toBe(4);
  expect(out).toContain(
    "warning   plan_missing  6 companies, 6 warnings: `operator plan renew --all --from 2026 --to 2027`; those without a plan of 2026: `operator plan set --rows FILE --year 2027`\n",
  );
  expect(out.split(each)).toHaveLength(3 + 1);
  expect(out).toContain("\n  … and 3 more: `operator status --only plan_missing`");
  expect(out).toContain(
    "critical  certificate_missing  6 companies, 6 warnings: `operator certificate import --folder",
  );
  expect((await bench.run("status", { only: "plan_missing" })).out.split(each)).toHaveLength(6 + 1);
  expect((await bench.run("status", { only: "warning" })).out.split(each)).toHaveLength(3 + 1);
  expect((await bench.run("status", { company: 6 })).out.split(each)).toHaveLength(1 + 1);
  const { warnings } = JSON.parse((await bench.run("status", { json: true })).out);
  expect(warnings.filter((one: { code: string }) => one.code === "plan_missing")).toHaveLength(6);
});

describe("the daily copy of the configuration", () => {
  const LATE = /Daily copy of the configuration: 2026-11-17, 3 days ago; is `cron_failed` reported of step `copy`/;
  const keep = (...days: readonly string[]) =>
    bench.setArchive({
      readFile: async (path) => (days.some((day) => path === manifestPath(day)) ? new Uint8Array() : undefined),
      listFiles: async function* () {
        yield* [];
      },
      putFile: async () => "stored",
      close: async () => undefined,
    });
  const look = async () => {
    const { daily_copy: copy } = JSON.parse((await bench.run("status", { json: true })).out);
    return { copy, ...(await bench.run("status")) };
  };

  it("is shown with its age, and is trouble once it is older than two days", async () => {
    bench.environment.AUDIT_KEY = createVersionedKey(1);
    keep("2026-11-20", "2026-11-19");
    expect(await look()).toMatchObject({
      code: 0,
      copy: { day: "2026-11-20", days: 0, is_late: false },
      out: expect.stringContaining("Daily copy of the configuration: 2026-11-20, today"),
    });
    keep("2026-11-18");
    expect(await look()).toMatchObject({ code: 0, copy: { day: "2026-11-18", days: 2, is_late: false } });
    keep("2026-11-17");
    expect(await look()).toMatchObject({
      code: 3,
      copy: { day: "2026-11-17", is_late: true },
      out: expect.stringMatching(LATE),
    });
    keep();
    await bench.run("company add", { ...COMPANY, draft: true });
    bench.query("UPDATE companies SET created_at = '2026-11-19T14:00:00.000Z'");
    expect(await look()).toMatchObject({ code: 3, copy: { day: null, is_late: true } });
    expect((await bench.run("status", { company: 7, json: true })).out).not.toContain("daily_copy");
  });

  it("is still to come, and no trouble, while the first company is younger than a day, or there is none", async () => {
    bench.environment.AUDIT_KEY = createVersionedKey(1);
    keep();
    const out = expect.stringContaining("Daily copy of the configuration: none yet, the first one comes within a day");
    expect(await look()).toMatchObject({ code: 0, copy: { day: null, is_late: false, is_young: true }, out });
    await bench.run("company add", { ...COMPANY, draft: true });
    bench.query("UPDATE companies SET created_at = '2026-11-20T14:59:50.000Z'");
    expect(await look()).toMatchObject({ code: 0, out });
  });

  it("is not known, and no trouble, without AUDIT_KEY or where the archive cannot be read", async () => {
    expect(await look()).toMatchObject({ code: 0, copy: { unknown: "AUDIT_KEY is not at hand", is_late: false } });
    bench.environment.AUDIT_KEY = createVersionedKey(1);
    bench.setArchive({
      readFile: async () => {
        throw new Error("no right to R2");
      },
      listFiles: async function* () {
        yield* [];
      },
      putFile: async () => "stored",
      close: async () => undefined,
    });
    expect(await look()).toMatchObject({
      code: 0,
      out: expect.stringContaining("cannot be read here (no right to R2)"),
    });
  });
});

it("a tax unit that is not known is trouble from December on, where a company sells tickets", async () => {
  await bench.run("company add", COMPANY);
  bench.query("UPDATE companies SET state = 'active', environment = 'produccion'");
  bench.setNow("2026-12-01T15:00:00.000Z");
  expect((await bench.run("status")).out).not.toContain("UVT");
  bench.query(
    "INSERT INTO software (company_id, module, software_id, sealed_pin, provider_nit, provider_check_digit, environment) VALUES (1, 'dee', 's', 'p', '900000001', '7', 'produccion')",
  );
  const { code, out } = await bench.run("status");
  expect([3, 4]).toContain(code);
  expect(out).toContain("The tax unit (UVT) of 2027 is not known");
  expect(out).toContain('TAX_UNITS = "2027:PESOS"');
  bench.setNow("2026-11-30T15:00:00.000Z");
  expect((await bench.run("status")).out).not.toContain("UVT");
});

it("what a look at the rows finds is not shown a second time", async () => {
  report("plan_ending", 5, { module: "fe" });
  // Over without a document that waits.
  const urgent = URGENT_CODES.filter((code) => code !== "sending_refused");
  for (const [index, code] of urgent.entries()) report(code, index + 1, { documentId: index });
  const { reported }: { reported: { code: string }[] } = JSON.parse((await bench.run("status", { json: true })).out);
  expect(reported.map(({ code }) => code)).toEqual(urgent);
});

it("what is over is not shown as present, and how many are left out is said", async () => {
  await bench.run("company add", COMPANY);
  report("certificate_missing", 30);
  report("authority_down", 20, { environment: "produccion" });
  bench.query("UPDATE alerts SET subject = 'produccion since:x' WHERE code = 'authority_down'");
  report("authority_back", 5, { environment: "produccion" });
  bench.query("UPDATE alerts SET subject = 'produccion since:x' WHERE code = 'authority_back'");
  const { reported, left_out: others } = JSON.parse((await bench.run("status", { json: true })).out);
  expect(reported.map(({ code }: { code: string }) => code)).toEqual(["authority_back"]);
  expect(others).toBe(2);
  expect((await bench.run("status")).out).toContain("2 more are over or stand above; `operator alert list` has all");
});

it("counts of what is left out no more than the codes that were asked for", async () => {
  await bench.run("company add", COMPANY);
  report("certificate_missing", 30, { severity: "critical" });
  report("range_missing", 20, { severity: "critical" });
  report("range_ending", 10, { severity: "warning" });
  const leftOut = async (only: string) => JSON.parse((await bench.run("status", { only, json: true })).out).left_out;
  expect(await leftOut("range_missing")).toBe(1);
  expect(await leftOut("critical")).toBe(2);
  expect((await bench.run("status", { only: "plan_missing" })).out).not.toContain("over or stand");
});

it("what was reported is over once its webhook hears again, its range goes on, or its secret is put in anew", async () => {
  await bench.run("company add", COMPANY);
  await bench.run("range add", RANGE);
  await bench.run("webhook add", { company: 1, url: "https://example.com/hook" });
  const [{ id: webhook } = {}] = bench.query("SELECT id FROM webhooks");
  const secret = `PIN of software ${COMPANY["fe-software-id"]}`;
  report("webhook_disabled", 4, { webhook: String(webhook), because: "failing" });
  report("number_taken", 3, { documentId: 9, rangeId: 1 });
  report("secret_unopened", 2, { secret });
  bench.query("UPDATE alerts SET company_id = 1");
  bench.query("UPDATE webhooks SET disabled_at = ?, disabled_because = 'failing'", NOW);
  bench.query("UPDATE ranges SET stopped_by = 9, stops_from = next_number");
  const list = async () => {
    const { reported } = JSON.parse((await bench.run("status", { json: true })).out);
    return reported.map(({ code }: { code: string }) => code);
  };
  expect(await list()).toEqual(["secret_unopened", "number_taken", "webhook_disabled"]);
  await bench.run("company edit", { company: 1, "fe-pin": "97531" });
  expect(await list()).toEqual(["number_taken", "webhook_disabled"]);
  await bench.run("range resume", { range: 1, next: 990_000_050 });
  expect(await list()).toEqual(["webhook_disabled"]);
  await bench.run("webhook enable", { webhook: String(webhook) });
  expect(await list()).toEqual([]);
});

it("a number of a note that another system took is over once its series goes on", async () => {
  await bench.run("company add", COMPANY);
  bench.query(
    `INSERT INTO documents (id, company_id, module, type_code, environment, client_id, reservation_id, fingerprint, reserved_at, prefix,
      number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld)
    VALUES (9, 1, 'fe', '91', 'produccion', 1, 'r9', '', ?, 'NC', 3, 'NC3', 'rechazado', 1, '2026-11-20', '', '', '', '', '', '')`,
    NOW,
  );
  bench.query(
    "UPDATE series SET stopped_by = 9, next_number = 4 WHERE type_code = '91' AND environment = 'produccion'",
  );
  report("number_taken", 3, { documentId: 9, rangeId: null });
  bench.query("UPDATE alerts SET company_id = 1");
  const look = async () => (await bench.run("status", { only: "number_taken" })).out;
  expect(await look()).toContain("number_taken");
  await bench.run("series edit", { company: 1, type: "91", environment: "produccion", next: 40 });
  expect(await look()).toContain("1 more is over or stands above");
});

it("a company whose sendings were refused is over once none of its documents of that module waits after a refusal", async () => {
  await bench.run("company add", COMPANY);
  report("sending_refused", 3, { module: "fe", day: "2026-11-20", statement: "no autorizado" });
  bench.query("UPDATE alerts SET company_id = 1");
  const timeline = JSON.stringify({ changes: [], attempts: [{ id: "a", kind: "send", outcome: "not-processed" }] });
  const add = (id: number, module: string, kept: string | null) =>
    bench.query(
      `INSERT INTO documents (id, company_id, module, type_code, environment, client_id, reservation_id, fingerprint, reserved_at, prefix,
      number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld, due_at, timeline)
    VALUES (?1, 1, ?2, '01', 'produccion', 1, 'r' || ?1, '', ?3, 'FE', ?1, 'FE' || ?1, 'firmado', 1, '2026-11-20', '', '', '', '', '', '', ?3, ?4)`,
      ...[id, module, NOW, kept],
    );
  add(8, "fe", timeline);
  add(9, "dse", timeline);
  // What an outage holds was never refused.
  add(10, "fe", null);
  const look = async () => (await bench.run("status", { only: "sending_refused" })).out;
  expect(await look()).toMatch(/sending_refused +1 /);
  bench.query("UPDATE documents SET state = 'sending' WHERE id = 8");
  expect(await look()).toMatch(/sending_refused +1 /);
  bench.query("UPDATE documents SET state = 'rechazado', due_at = NULL WHERE id = 8");
  expect(await look()).toContain("1 more is over or stands above");
});

it("answers in CSV with a row for each warning and each report", async () => {
  await bench.run("company add", COMPANY);
  report("file_lost", 5, { documentId: 9 });
  const { code, out } = await bench.run("status", { csv: true });
  const [head, ...rows] = out.split("\r\n");
  expect([code, head]).toEqual([4, "kind,code,severity,company,name,document,about,raised_at"]);
  expect(rows.find((row) => row.startsWith("warning,certificate_missing,critical,1,"))).toContain("certificate import");
  expect(rows.at(-1)).toBe("reported,file_lost,critical,7,,9,,2026-11-20T09:55:00-05:00");
  expect(await bench.run("status", { csv: true, watch: true })).toMatchObject({ code: 1 });
});

it("what was reported is as severe as the alert of it", async () => {
  const severities = {
    authority_down: "warning",
    authority_back: "warning",
    file_lost: "critical",
    number_taken: "warning",
  };
  for (const code of Object.keys(severities)) report(code, 1, { documentId: 7 });
  const { out } = await bench.run("status", { json: true });
  const { reported }: { reported: { code: string; severity: string }[] } = JSON.parse(out);
  expect(Object.fromEntries(reported.map(({ code, severity }) => [code, severity]))).toEqual(severities);
});

/** The files of a folder and of those below it. */
function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(ROOT, folder, path), "utf8"));
}

it("the table of docs/operations.md has each code that the service reports, and no other", () => {
  const sources = listSources("src").join("\n");
  const raised = [...sources.matchAll(/(?:\balert|writeWarning|raiseWarning)\(\s*(?:[\w.]+,\s*)?"([a-z_]+)"/g)].map(
    ([, code]) => code,
  );
  const health = readFileSync(join(ROOT, "src/store/watch/health.ts"), "utf8");
  const constant = [
    ...sources.matchAll(/FAILURE_CODE = "([a-z_]+)"/g),
    ...health.matchAll(/readonly code: "([a-z_]+)"/g),
  ].map(([, code]) => code);
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const table = page.slice(page.indexOf("| code | meaning |"), page.indexOf("Metrics need a dataset"));
  const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([a-z_…]+)`/g)].map(([, code]) => code),
  );
  expect([...new Set([...raised, ...constant, ...URGENT_CODES])].filter((code) => !listed.includes(code))).toEqual([]);
  // An operator orders the trial of an alert.
  const named = sources.concat(...listSources("operator"));
  expect(listed.filter((code) => !named.includes(`"${code}"`))).toEqual([]);
});
