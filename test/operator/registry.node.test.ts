// Commands that register companies, plans, ranges, clients and tokens into rows and events, or into refusals that write nothing.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { parseToken } from "../../src/store/company/clients.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { sampleInvoice, sampleReservation } from "../store/sample.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

describe("company add", () => {
  it("registers the profile, the software with a sealed PIN, and the plan of the year", async () => {
    expect(await bench.run("company add", COMPANY)).toMatchObject({
      code: 0,
      out: expect.stringContaining("900373115-3"),
    });
    expect(await bench.json("company show", { company: 1 })).toMatchObject({
      id: 1,
      nit: "900373115",
      checkDigit: "3",
      modules: ["fe"],
      responsibilities: ["O-13", "O-15"],
      address: { municipalityName: "Bogotá, D.c.", departmentCode: "11", countryCode: "CO" },
      plans: [{ module: "fe", year: 2026, allowance: 100, used: 0 }],
    });
    expect(bench.dump()).not.toContain("75315");
  });

  it("takes the same members from a JSON file", async () => {
    const path = join(bench.root, "company.json");
    const { responsibilities, ...rest } = COMPANY;
    writeFileSync(path, JSON.stringify({ ...rest, responsibilities: responsibilities.split(","), "fe-plan": 500 }));
    expect(await bench.run("company add", { file: path })).toMatchObject({ code: 0 });
    expect(bench.query("SELECT allowance FROM plans")).toEqual([{ allowance: 500 }]);
  });

  it.each([
    { text: '{"nombre": "x"}', says: "nombre" },
    { text: "[1]", says: "not a JSON object" },
    { text: '{"nit": {"a": 1}}', says: "neither text nor number" },
    { text: "{", says: "not a JSON object" },
  ])("refuses the file $text", async ({ text, says }) => {
    const path = join(bench.root, "company.json");
    writeFileSync(path, text);
    const { nit: _nit, ...flags } = COMPANY;
    const before = bench.dump();
    expect(await bench.run("company add", { ...flags, file: path })).toMatchObject({
      code: 1,
      err: expect.stringContaining(says),
    });
    expect(bench.dump()).toBe(before);
  });

  const wrong = [
    { why: "a wrong check digit", change: { nit: "900373115-9" }, says: "check digit of 900373115 is 3, not 9" },
    {
      why: "a check digit without its hyphen",
      change: { nit: "9003731153" },
      says: "the last digit of 9003731153 is the check digit of the nine before it: is it 900373115-3?",
    },
    {
      why: "a provider's check digit without its hyphen",
      change: { "provider-nit": "9003731153" },
      says: "is it 900373115-3?",
    },
    { why: "letters in the NIT", change: { nit: "90037A" }, says: "not a NIT" },
    { why: "an unknown municipality", change: { municipality: "99999" }, says: "not a municipality" },
    { why: "a responsibility that invoices reject", change: { responsibilities: "O-05" }, says: "none of O-13" },
    { why: "another environment", change: { environment: "prod" }, says: "none of produccion, habilitacion" },
    { why: "no test set in habilitacion", change: { environment: "habilitacion" }, says: "fe-test-set is missing" },
    { why: "an e-mail without @", change: { email: "x.example.com" }, says: "not an e-mail" },
    { why: "a software id that is none", change: { "fe-software-id": "1" }, says: "not an identifier" },
    { why: "a plan of no documents", change: { "fe-plan": "0" }, says: "not a whole number" },
    { why: "an unknown flag", change: { colour: "red" }, says: "colour" },
  ];
  it.each(wrong)("refuses $why and leaves the database untouched", async ({ change, says }) => {
    const before = bench.dump();
    const { code, err } = await bench.run("company add", { ...COMPANY, ...change });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) });
    expect(bench.dump()).toBe(before);
  });

  it("takes a NIT of ten digits whose last one looks like a check digit when its own stands behind a hyphen", async () => {
    const nit = `9003731153-${findCheckDigit("9003731153")}`;
    expect(await bench.run("company add", { ...COMPANY, nit })).toMatchObject({ code: 0 });
    expect(bench.query("SELECT nit FROM companies")).toEqual([{ nit: "9003731153" }]);
  });

  it("names the flag that is missing and what it is", async () => {
    const { municipality: _left, ...rest } = COMPANY;
    const { code, err } = await bench.run("company add", rest);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining("--municipality is missing (DIVIPOLA code"),
    });
  });

  it("refuses a NIT twice", async () => {
    await bench.run("company add", COMPANY);
    expect(await bench.run("company add", COMPANY)).toMatchObject({
      code: 1,
      err: expect.stringContaining("is company 1"),
    });
  });

  it("writes nothing on a dry run, and says what it would", async () => {
    const before = bench.dump();
    const { code, out } = await bench.run("company add", { ...COMPANY, "dry-run": true });
    expect(code).toBe(0);
    expect(out).toMatch(/^would do company\.add for company 1, by ana:\n {2}nit: 900373115\n/);
    expect(out).toMatch(/would add to companies, .*add to software, add to plans, add to events\nnothing was written/);
    const inSql = await bench.run("company add", { ...COMPANY, "dry-run": true, sql: true });
    expect(inSql.out).toContain('insert into "companies"');
    expect(await bench.run("company add", { ...COMPANY, sql: true })).toMatchObject({ code: 1 });
    expect(await bench.json("company add", { ...COMPANY, "dry-run": true })).toMatchObject({
      dry_run: [expect.stringContaining("company.add"), expect.stringContaining("add to companies")],
      answer: { id: 1 },
    });
    expect(bench.dump()).toBe(before);
  });

  it("shows the calls of wrangler on a remote dry run, and contacts no deployment", async () => {
    const { TOKEN_PEPPER, VAULT_KEY } = {
      TOKEN_PEPPER: `1:${btoa("x".repeat(32))}`,
      VAULT_KEY: `1:${btoa("y".repeat(32))}`,
    };
    Object.assign(bench.environment, { TOKEN_PEPPER, VAULT_KEY });
    const { code, out } = await bench.run("company add", { ...COMPANY, remote: true, "dry-run": true, sql: true });
    expect(code).toBe(0);
    expect(out).toContain("wrangler d1 execute factura-edge --remote --json --yes --command");
    expect(bench.query("SELECT * FROM companies")).toEqual([]);
  });
});

describe("a remote dry run", () => {
  const SOURCE =
    "the deployment factura-edge is not contacted; what is shown was read from the local stand, not from it";

  it.each(["company list", "client add"])("begins with whose data `%s` shows", async (name) => {
    await bench.run("company add", COMPANY);
    const flags = name === "client add" ? { company: 1, name: "ERP", scopes: "fe.read" } : {};
    const { code, out } = await bench.run(name, { ...flags, remote: true, "dry-run": true });
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toBe(`dry run: ${SOURCE}`);
    expect((await bench.run(name, { ...flags, "dry-run": true })).out).not.toContain("dry run:");
    expect(bench.deployed.calls).toEqual([]);
  });

  it("says it before a refusal, too", async () => {
    const { code, out, err } = await bench.run("company show", { company: 7, remote: true, "dry-run": true });
    expect([code, out]).toEqual([1, `dry run: ${SOURCE}`]);
    expect(err).toContain("there is no company 7");
  });

  it("says it in a member of JSON, and beside lines that a program reads", async () => {
    await bench.run("company add", COMPANY);
    const flags = { remote: true, "dry-run": true } as const;
    expect(await bench.json("company list", flags)).toMatchObject({ read_from: SOURCE });
    const { out, err } = await bench.run("company list", { ...flags, csv: true });
    expect([out.split(",")[0], err]).toEqual(["id", `dry run: ${SOURCE}`]);
  });
});

describe("company edit", () => {
  it("changes what is named and nothing else", async () => {
    await bench.run("company add", COMPANY);
    await bench.run("company edit", { company: 1, email: "otra@example.com" });
    expect(await bench.json("company show", { company: 1 })).toMatchObject({
      email: "otra@example.com",
      name: COMPANY.name,
      responsibilities: ["O-13", "O-15"],
    });
  });
});

describe("company edit of the environment", () => {
  const move = { company: 1, environment: "produccion" };

  beforeEach(async () => {
    const testSet = { "fe-test-set": "22222222-2222-2222-2222-222222222222" };
    await bench.run("company add", { ...COMPANY, ...testSet, environment: "habilitacion" });
  });

  it("waits for every active range to be taken out of use: its numbers are granted for the other environment", async () => {
    await bench.run("range add", RANGE);
    const before = bench.dump();
    expect(await bench.run("company edit", move)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/habilitacion.*range 1 is active.*\n.*operator range edit --range 1 --active false/),
    });
    expect(bench.dump()).toBe(before);
    // What says nothing of the environment, or names the present one, needs nothing of the kind.
    expect((await bench.run("company edit", { company: 1, environment: "habilitacion", phone: "6011" })).code).toBe(0);
    await bench.run("range edit", { range: 1, active: "false" });
    expect((await bench.run("company edit", move)).code).toBe(0);
    expect(bench.query("SELECT environment FROM companies")).toEqual([{ environment: "produccion" }]);
  });

  it("waits for every open document to be settled: it could not be asked about any more", async () => {
    await bench.run("range add", RANGE);
    const { db, close } = openSqlite(bench.databaseFile);
    const allocated = await allocateNumber(
      db,
      sampleReservation(1, { module: "fe", rangeKind: "fe", environment: "habilitacion" }),
      sampleInvoice(),
    );
    expect(allocated.type).toBe("allocated");
    await close();
    await bench.run("range edit", { range: 1, active: "false" });
    expect(await bench.run("company edit", move)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /1 document is open.*\n.*operator pending --company 1` shows nothing but `send_unknown`, wait/,
      ),
    });
    // An unknown document may never end: `pending` goes on listing it, and the move does not wait for it.
    bench.query("UPDATE documents SET state = 'send_unknown'");
    expect(await bench.json("pending", { company: 1 })).toMatchObject([{ state: "send_unknown" }]);
    expect((await bench.run("company edit", move)).code).toBe(0);
    expect((await bench.run("company edit", { company: 1, environment: "habilitacion" })).code).toBe(0);
    bench.query("UPDATE documents SET state = 'sending'");
    bench.query("UPDATE documents SET state = 'rechazado', due_at = NULL");
    expect((await bench.run("company edit", move)).code).toBe(0);
    // And back: the same holds.
    await bench.run("range edit", { range: 1, active: "true" });
    expect(await bench.run("company edit", { company: 1, environment: "habilitacion" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("range 1 is active"),
    });
  });
});

describe("plan set", () => {
  it("begins a plan with documents used elsewhere, and never goes below what was used", async () => {
    await bench.run("company add", COMPANY);
    const plan = { company: 1, module: "dse", allowance: 50, used: 48 };
    expect(await bench.json("plan set", plan)).toMatchObject({ year: 2026, used: 48 });
    expect(await bench.run("plan set", plan)).toMatchObject({
      code: 1,
      err: expect.stringContaining("counts by itself"),
    });
    expect(await bench.run("plan set", { company: 1, module: "dse", allowance: 40 })).toMatchObject({ code: 1 });
    expect(await bench.json("plan set", { company: 1, module: "dse", allowance: 100 })).toMatchObject({ used: 48 });
  });
});

describe("plan list", () => {
  it("shows the plans of one year, as CSV too, and says so when there is none", async () => {
    await bench.run("company add", COMPANY);
    await bench.run("plan set", { company: 1, module: "fe", allowance: 500, year: 2031, used: 20 });
    const asked = { company: 1, year: 2031 };
    expect(await bench.json("plan list", asked)).toMatchObject([
      { company: 1, module: "fe", year: 2031, allowance: 500, used: 20, left: 480 },
    ]);
    const { out } = await bench.run("plan list", { year: 2031, csv: true });
    expect(out).toMatch(/^company,nit,name,module,year,allowance,used,left\r\n1,.*,fe,2031,500,20,480$/);
    expect(await bench.run("plan list", { year: 2032 })).toMatchObject({
      code: 0,
      out: expect.stringContaining("no plan of 2032"),
    });
  });
});

describe("plan remove", () => {
  const PLAN_2027 = { company: 1, module: "fe", year: 2027 } as const;
  const listPlans = () => bench.query("SELECT module, year, used FROM plans WHERE year = 2027");

  beforeEach(async () => {
    await bench.run("company add", COMPANY);
    await bench.run("plan set", { ...PLAN_2027, allowance: 500 });
  });

  it("takes back a plan that counts nothing, says so in the record, and first what it would do", async () => {
    const rehearsed = await bench.run("plan remove", { ...PLAN_2027, "dry-run": true });
    expect([rehearsed.code, listPlans().length]).toEqual([0, 1]);
    expect(await bench.json("plan remove", PLAN_2027)).toEqual({ ...PLAN_2027, allowance: 500 });
    expect(listPlans()).toEqual([]);
    expect(bench.query("SELECT company_id, detail FROM events WHERE action = 'plan.remove'")).toEqual([
      { company_id: 1, detail: JSON.stringify({ module: "fe", year: 2027, allowance: 500 }) },
    ]);
    expect(await bench.run("plan remove", PLAN_2027)).toMatchObject({
      code: 1,
      err: expect.stringContaining("company 1 has no plan of 2027 for fe"),
    });
  });

  it("refuses one against which a document was counted, with the command that makes it smaller", async () => {
    bench.query("UPDATE plans SET used = 3 WHERE year = 2027");
    const { code, err } = await bench.run("plan remove", PLAN_2027);
    expect([code, listPlans().length]).toEqual([1, 1]);
    expect(err).toContain("3 documents of 500 are counted against it");
    expect(err).toContain("operator plan set --company 1 --module fe --year 2027 --allowance 3");
  });

  it.each([
    ["counts a document", "UPDATE plans SET used = 1 WHERE year = 2027"],
    ["is another one", "UPDATE plans SET allowance = 600 WHERE year = 2027"],
    ["is gone", "DELETE FROM plans WHERE year = 2027"],
  ])("changes and records nothing where the plan %s once it was looked at", async (_, change) => {
    let before = "";
    bench.deployed.beforeOnce(/delete from "plans"/, () => {
      bench.query(change);
      before = bench.dump();
    });
    const { code, err } = await bench.run("plan remove", { ...PLAN_2027, remote: true });
    expect([code, err]).toEqual([1, expect.stringContaining("the plan changed meanwhile, and nothing was removed")]);
    expect(bench.dump()).toBe(before);
  });
});

describe("plan remove --rows", () => {
  const rows = () => join(bench.root, "plans.csv");
  const nits = ["900373115-3", "800197268-4", "900123456"];

  beforeEach(async () => {
    for (const nit of nits) await bench.run("company add", { ...COMPANY, nit });
    await bench.run("plan renew", { all: true, from: 2026, to: 2027 });
    writeFileSync(rows(), (await bench.run("plan list", { year: 2027, csv: true })).out);
  });

  it("takes back with the list of a year what `plan renew --all` gave it, and first says each plan", async () => {
    const before = bench.dump();
    const rehearsed = await bench.run("plan remove", { rows: rows(), "dry-run": true });
    expect([rehearsed.code, bench.dump()]).toEqual([0, before]);
    expect(rehearsed.out).toContain("3 plans: 3 removed");
    expect(rehearsed.out).toMatch(/^line 3 +2 .* removed +company 2, fe 2027: the plan of \d+ is removed$/m);
    expect(await bench.run("plan remove", { rows: rows() })).toMatchObject({ code: 0, err: "" });
    expect(bench.query("SELECT year FROM plans")).toEqual(nits.map(() => ({ year: 2026 })));
    const again = await bench.run("plan remove", { rows: rows() });
    expect([again.code, again.out.split("\n")[0]]).toEqual([0, "3 plans: 3 not there"]);
  });

  it("keeps a plan that counts a document, and one that was changed since", async () => {
    bench.query("UPDATE plans SET used = 1 WHERE year = 2027 AND company_id = 1");
    bench.query("UPDATE plans SET allowance = 77 WHERE year = 2027 AND company_id = 2");
    const ran = await bench.run("plan remove", { rows: rows() });
    expect([ran.code, ran.out.split("\n")[0]]).toEqual([3, "3 plans: 2 refused, 1 removed"]);
    expect(ran.out).toMatch(/^line 2 .* refused .* counted against it/m);
    expect(ran.out).toMatch(/^line 3 .* refused .* it is of 77, not \d+/m);
    expect(bench.query("SELECT company_id FROM plans WHERE year = 2027")).toEqual([
      { company_id: 1 },
      { company_id: 2 },
    ]);
  });
});

describe("company list --state", () => {
  it("lists the companies of a state, with words in their name too, and names the states for another word", async () => {
    await bench.run("company add", { ...COMPANY, name: "Una" });
    await bench.run("company add", { ...COMPANY, nit: "800197268-4", name: "Otra" });
    await bench.run("company suspend", { company: 2 });
    expect(await bench.json("company list", { state: "suspended" })).toMatchObject([{ id: 2, state: "suspended" }]);
    const csv = await bench.run("company list", { state: "active", csv: true });
    expect([csv.out.includes("Una"), csv.out.includes("Otra")]).toEqual([true, false]);
    expect((await bench.run("company list", { state: "draft" }, "una")).out).toBe('no company like "una" is draft');
    expect(await bench.run("company list", { state: "suspendida" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("none of draft, active, suspended, archived"),
    });
  });
});

describe("what a command is about, without its flag", () => {
  it("stands after the name where it may be left out, too, and help says so", async () => {
    await bench.run("company add", COMPANY);
    await bench.run("company add", { ...COMPANY, nit: "800197268-4" });
    const listed = await bench.run("plan list", { json: true }, "2");
    expect(JSON.parse(listed.out)).toMatchObject([{ company: 2 }]);
    expect((await bench.run("plan list", { help: true })).out).toContain("operator plan list [COMPANY] [flags]");
    expect(await bench.run("document resend", { reason: "x" }, "66")).toMatchObject({
      code: 1,
      err: expect.stringContaining("there is no document 66"),
    });
  });
});

describe("plan renew", () => {
  it("begins the plans that a later year lacks, changes none, and adds nothing a second time", async () => {
    await bench.run("company add", COMPANY);
    for (const [module, year, allowance] of [
      ["fe", 2031, 500],
      ["dse", 2031, 100],
      ["dse", 2032, 50],
    ] as const) {
      await bench.run("plan set", { company: 1, module, year, allowance, used: 20 });
    }
    const line = { company: 1, from: 2031, to: 2032 };
    expect((await bench.run("plan renew", { ...line, "dry-run": true, csv: true })).out).toMatch(
      /\ncompany,module,allowance\r\n1,fe,500$/,
    );
    expect(await bench.json("plan renew", line)).toMatchObject({ added: [{ module: "fe", allowance: 500 }] });
    expect(await bench.json("plan renew", line)).toMatchObject({ added: [] });
    expect(await bench.json("plan list", { year: 2032 })).toMatchObject([
      { module: "dse", allowance: 50, used: 20 },
      { module: "fe", allowance: 500, used: 0 },
    ]);
    expect(await bench.run("plan renew", { company: 1, from: 2029, to: 2033 })).toMatchObject({ code: 1 });
    expect(await bench.run("plan renew", { company: 1, from: 2032, to: 2031 })).toMatchObject({ code: 1 });
  });

  it("are begun for all companies by one line, in one transaction with one event", async () => {
    await bench.run("company add", COMPANY);
    const line = { all: true, from: 2026, to: 2027 } as const;
    expect((await bench.run("plan renew", { ...line, "dry-run": true })).out).toContain(
      "1 plan of 2027 for 1 company\n",
    );
    await bench.run("company add", { ...COMPANY, nit: "800197268-4", "dse-plan": 50 });
    const added = [
      { company: 1, module: "fe", allowance: 100 },
      { company: 2, module: "dse", allowance: 50 },
      { company: 2, module: "fe", allowance: 100 },
    ];
    expect(await bench.run("plan renew", { ...line, "dry-run": true })).toMatchObject({ code: 0 });
    expect(await bench.json("plan renew", line)).toMatchObject({ added });
    expect(await bench.json("plan renew", line)).toMatchObject({ added: [] });
    expect(await bench.json("plan list", { year: 2027 })).toMatchObject(added.map((row) => ({ ...row, used: 0 })));
    expect(bench.query("SELECT company_id FROM events WHERE action = 'plan.renew'")).toEqual([{ company_id: 0 }]);
    expect(await bench.run("plan renew", { ...line, company: 1 })).toMatchObject({ code: 1 });
  });

  it("of all: are refused where no company has a plan of that year", async () => {
    await bench.run("company add", COMPANY);
    for (const from of [2024, 2025]) {
      const ran = await bench.run("plan renew", { all: true, from, to: from + 1 });
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`no company has a plan of ${from}`)]);
    }
  });

  it.each([2024, 2026, 2028])("are refused for %i, which is not the year after 2026", async (to) => {
    await bench.run("company add", COMPANY);
    for (const whose of [{ all: true }, { company: 1 }] as const) {
      const ran = await bench.run("plan renew", { ...whose, from: 2026, to });
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`--to ${to} is not the year after`)]);
    }
    expect(await bench.json("plan list", { year: to })).toHaveLength(to === 2026 ? 1 : 0);
  });

  it("of all: name what issues in production without a plan of either year", async () => {
    const { "fe-plan": _plan, ...unplanned } = COMPANY;
    await bench.run("company add", COMPANY);
    await bench.run("company add", { ...unplanned, nit: "800197268-4" });
    const tests = { environment: "habilitacion", "fe-test-set": "66666666-6666-6666-6666-666666666666" };
    expect((await bench.run("company add", { ...unplanned, ...tests, nit: "900123456" })).code).toBe(0);
    const said = `no plan of 2026, and none of 2027: fe of company 2 (${COMPANY.name})`;
    for (const head of ["1 plan of 2027 for 1 company", "every plan of 2026 has its successor of 2027"]) {
      const ran = await bench.run("plan renew", { all: true, from: 2026, to: 2027 });
      expect([ran.code, ran.out]).toEqual([3, expect.stringContaining(said)]);
      expect(ran.out).toContain(head);
      expect(ran.out).toContain("operator plan set --company 2 --module fe --year 2027 --allowance N");
    }
  });

  it("of all: leave archived companies out, take suspended ones along, and say how many", async () => {
    for (const nit of ["900373115-3", "800197268-4", "900123456"]) await bench.run("company add", { ...COMPANY, nit });
    await bench.run("company archive", {}, "2");
    await bench.run("company suspend", {}, "3");
    const { code, out } = await bench.run("plan renew", { all: true, from: 2026, to: 2027 });
    expect([code, out]).toEqual([0, expect.stringContaining("2 plans of 2027 for 2 companies\n")]);
    expect(out).toContain("1 company of these suspended: they may come back");
    expect(out).toContain("1 company left out, which is archived");
    expect(bench.query("SELECT company_id FROM plans WHERE year = 2027")).toEqual([
      { company_id: 1 },
      { company_id: 3 },
    ]);
  });
});

describe("range", () => {
  beforeEach(() => bench.run("company add", COMPANY));

  it("add registers it with a sealed technical key and the next number", async () => {
    expect(await bench.run("range add", RANGE)).toMatchObject({ code: 0 });
    expect(await bench.json("range list", { company: 1 })).toMatchObject([
      { prefix: "SETP", next: 990_000_000, numbers_left: 5_000_001, days_left: 42, active: true },
    ]);
    expect(bench.dump()).not.toContain(RANGE["technical-key"]);
  });

  it("list refuses a company that is not there", async () => {
    const { code, err } = await bench.run("range list", { company: 999 });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("there is no company 999") });
  });

  const wrong = [
    { why: "without a next number", change: { next: undefined }, says: "--next is missing" },
    { why: "with a next number outside", change: { next: "1" }, says: "outside" },
    { why: "with a long prefix", change: { prefix: "SETPX" }, says: "not a prefix" },
    { why: "that ends before it begins", change: { "valid-to": "2025-01-01" }, says: "before the first" },
    { why: "of invoices without a technical key", change: { "technical-key": undefined }, says: "technical key" },
    { why: "with a day that does not exist", change: { "valid-from": "2026-02-30" }, says: "not a date" },
  ];
  it.each(wrong)("add refuses one $why and leaves the database untouched", async ({ change, says }) => {
    const before = bench.dump();
    const flags = Object.fromEntries(
      Object.entries<string | undefined>({ ...RANGE, ...change }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    const { code, err } = await bench.run("range add", flags);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) });
    expect(bench.dump()).toBe(before);
  });

  const KEY = RANGE["technical-key"];
  it.each([
    { how: "cut short", key: KEY.slice(0, 38), says: "not 38 characters" },
    { how: "with a letter O for a zero", key: KEY.replace("0", "O"), says: "the letter o for a zero" },
    { how: "with a blank inside", key: `${KEY.slice(0, 20)} ${KEY.slice(20)}`, says: "not 41 characters" },
    { how: "twice in a row and more", key: KEY.repeat(3), says: "not 120 characters" },
  ])("add refuses a technical key $how without repeating it", async ({ key, says }) => {
    const { code, err } = await bench.run("range add", { ...RANGE, "technical-key": key });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) });
    expect(err).toContain("range import");
    expect(err).not.toContain(key);
  });

  it("add takes a technical key in capitals for the same in lower case", async () => {
    await bench.run("range add", RANGE);
    const sealed = () => bench.query("SELECT sealed_technical_key FROM ranges");
    const before = sealed();
    await bench.run("range add", { ...RANGE, "technical-key": ` ${KEY.toUpperCase()}\r\n` });
    expect(sealed()).toEqual(before);
  });

  it("add takes over a changed technical key, and knows when nothing changed", async () => {
    await bench.run("range add", RANGE);
    const sealed = () => bench.query("SELECT sealed_technical_key FROM ranges");
    const before = sealed();
    await bench.run("range add", RANGE);
    expect(sealed()).toEqual(before);
    await bench.run("range add", { ...RANGE, "technical-key": "0123456789abcdef".repeat(3) });
    expect(sealed()).not.toEqual(before);
    expect(bench.query("SELECT count(*) AS n FROM ranges")).toEqual([{ n: 1 }]);
  });

  it("add refuses a range that shares numbers with another", async () => {
    await bench.run("range add", RANGE);
    const other = { ...RANGE, resolution: "18760000009", from: "994000000", next: "994000000" };
    expect(await bench.run("range add", other)).toMatchObject({ code: 1, err: expect.stringContaining("range 1") });
  });

  it("edit moves the next number forward only", async () => {
    await bench.run("range add", RANGE);
    expect(await bench.run("range edit", { range: 1, next: 990_000_010 })).toMatchObject({ code: 0 });
    expect(await bench.run("range edit", { range: 1, next: 990_000_009 })).toMatchObject({ code: 1 });
    expect(await bench.run("range edit", { range: 1, active: "false" })).toMatchObject({ code: 0 });
    expect(bench.query("SELECT next_number, is_active FROM ranges")).toEqual([
      { next_number: 990_000_010, is_active: 0 },
    ]);
  });
});

describe("client and token", () => {
  beforeEach(async () => {
    await bench.run("company add", COMPANY);
    await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read,fe.write" });
  });

  it("issue shows the token once and stores only its digest", async () => {
    const { code, out } = await bench.run("token issue", { client: 1 });
    const text = /fed_produccion_\S+/.exec(out)?.[0] ?? "";
    expect([code, parseToken(text)?.id]).toEqual([0, bench.query("SELECT id FROM tokens")[0]?.id]);
    expect(bench.dump()).not.toContain(parseToken(text)?.secret);
    expect((await bench.run("token list", { company: 1 })).out).not.toContain(parseToken(text)?.secret);
  });

  it("issue refuses a third live token, an unknown client and a day that is over", async () => {
    await bench.run("token issue", { client: 1 });
    await bench.run("token issue", { client: 1 });
    expect(await bench.run("token issue", { client: 1 })).toMatchObject({
      err: expect.stringContaining("2 live tokens"),
    });
    expect(await bench.run("token issue", { client: 7 })).toMatchObject({
      err: expect.stringContaining("no client 7"),
    });
    const over = await bench.run("token issue", { client: 1, expires: "2026-11-19" });
    expect(over.code).toBe(1);
  });

  it("revoke ends one, rotate brings a new one and an end for the old", async () => {
    const { id } = await bench.json<{ id: string }>("token issue", { client: 1 });
    const rotated = await bench.json<{ id: string; old: string[] }>("token rotate", { client: 1, grace: 2 });
    expect(rotated.old).toEqual([id]);
    expect(bench.query("SELECT expires_at FROM tokens WHERE id = ?", id)).toEqual([
      { expires_at: "2026-11-20T17:00:00.000Z" },
    ]);
    await bench.run("token revoke", { token: rotated.id });
    bench.setNow("2026-11-20T18:00:00Z");
    const list = await bench.json<{ id: string; state: string }[]>("token list", { company: 1 });
    expect(await bench.json("token list")).toEqual(list.map((one) => ({ company: 1, ...one })));
    expect(Object.fromEntries(list.map((one) => [one.id, one.state]))).toEqual({
      [id]: "expired",
      [rotated.id]: "revoked",
    });
  });
});

describe("payment methods and cost centers", () => {
  it("have names of the authority's list, one default, and no twin", async () => {
    await bench.run("company add", COMPANY);
    const method = { company: 1, form: "contado", label: "Caja", means: "10", default: "true" };
    await bench.run("payment-method add", method);
    await bench.run("payment-method add", { ...method, label: "Banco", means: "42" });
    expect(bench.query("SELECT label, means_name, is_default FROM payment_methods")).toEqual([
      { label: "Caja", means_name: "Efectivo", is_default: 0 },
      { label: "Banco", means_name: expect.stringContaining("bancaria"), is_default: 1 },
    ]);
    expect(await bench.run("payment-method add", { ...method, means: "999" })).toMatchObject({ code: 1 });
    await bench.run("cost-center add", { company: 1, code: "ADM", name: "Administración" });
    expect(await bench.run("cost-center add", { company: 1, code: "ADM", name: "Otra" })).toMatchObject({ code: 1 });
  });
});

describe("what is registered is changed", () => {
  const events = () => bench.query("SELECT action FROM events ORDER BY sequence").map(({ action }) => action);

  beforeEach(() => bench.run("company add", COMPANY));

  it("a client's scopes and name, and nothing where nothing is given", async () => {
    await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read" });
    expect(await bench.json("client edit", { client: 1, scopes: "fe.read,dee.write" })).toMatchObject({ name: "ERP" });
    expect(await bench.run("client edit", { client: 1, name: "Caja" })).toMatchObject({ code: 0 });
    expect(await bench.json("client list", { company: 1 })).toMatchObject([
      { id: 1, name: "Caja", scopes: ["fe.read", "dee.write"] },
    ]);
    expect(await bench.json("client list")).toMatchObject([{ company: 1, id: 1 }]);
    const before = bench.dump();
    for (const flags of [{}, { name: "Caja" }, { scopes: "fe.read,dee.write" }, { scopes: "fe.admin" }]) {
      expect((await bench.run("client edit", { client: 1, ...flags })).code).toBe(1);
    }
    expect((await bench.run("client edit", { client: 9, name: "Otro" })).err).toContain("there is no client 9");
    expect(bench.dump()).toBe(before);
  });

  it("a payment method, of which one at most is the default, and a cost center", async () => {
    const method = { company: 1, form: "contado", label: "Caja", means: "10", default: "true" };
    await bench.run("payment-method add", method);
    await bench.run("payment-method add", { ...method, label: "Banco", means: "42", default: "false" });
    await bench.run("payment-method edit", { company: 1, method: 2, default: "true", label: "Banco Uno" });
    expect(await bench.run("payment-method edit", { company: 1, method: 2, active: "false" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("cannot be the default"),
    });
    await bench.run("payment-method edit", { company: 1, method: 1, active: "false" });
    expect(bench.query("SELECT label, is_active, is_default FROM payment_methods")).toEqual([
      { label: "Caja", is_active: 0, is_default: 0 },
      { label: "Banco Uno", is_active: 1, is_default: 1 },
    ]);
    await bench.run("cost-center add", { company: 1, code: "ADM", name: "Administración" });
    await bench.run("cost-center edit", { company: 1, code: "ADM", name: "Gerencia", "alternative-code": "100" });
    expect(await bench.run("cost-center edit", { company: 1, code: "ADM", name: "Gerencia" })).toMatchObject({
      code: 1,
    });
    expect(await bench.json("cost-center list", { company: 1 })).toEqual([
      { id: 1, code: "ADM", alternative_code: "100", name: "Gerencia" },
    ]);
    expect(events().filter((action) => String(action).endsWith(".edit"))).toEqual([
      "payment-method.edit",
      "payment-method.edit",
      "cost-center.edit",
    ]);
  });
});

describe("a municipality", () => {
  it.each([
    ["11001", "Bogotá"],
    ["Medellín", "Medellín"],
    ["medellin", "Medellín"],
    ["Barbosa, Santander", "Barbosa"],
  ])("is found as %s", async (municipality, name) => {
    await bench.run("company add", { ...COMPANY, municipality });
    const { address } = await bench.json<{ address: { municipalityName: string } }>("company show", { company: 1 });
    expect(address.municipalityName).toContain(name);
  });

  it.each([
    ["Barbosa", "68077 Barbosa, Santander"],
    ["Medelin", "05001 Medellín, Antioquia"],
    ["Xochimilcoatl", "five digits"],
  ])("is refused as %s with %s", async (municipality, hint) => {
    const { code, err } = await bench.run("company add", { ...COMPANY, municipality });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(hint) });
  });
});

describe("company show", () => {
  it("shows everything on one screen, and which certificate signs now", async () => {
    await bench.run("company add", COMPANY);
    await bench.run("range add", RANGE);
    const insert = `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest,
      not_before, not_after) VALUES (1, 'vault', 's', 'i', ?, '[]', 'd', ?, ?)`;
    bench.query(insert, "77", "2026-01-01T00:00:00Z", "2028-01-01T00:00:00Z");
    bench.query(insert, "88", "2026-06-01T00:00:00Z", "2028-06-01T00:00:00Z");
    const { code, out } = await bench.run("company show", { company: 1 });
    expect(code).toBe(0);
    expect(out).toContain("company 1: Compañía Ágil S.A.S., NIT 900373115-3\nstate             active\nenvironment ");
    expect(out).toMatch(/88 .* signs now\n77 .* does not sign now/);
    expect(out).toMatch(/Ranges\nid .*\n1 +fe +SETP/);
    expect(out).toMatch(/Series of notes\n.*\n91 +habilitacion +NC/);
    expect(await bench.json("company show", { company: 1 })).toMatchObject({
      signs: "88",
      ranges: [{ prefix: "SETP" }],
    });
    expect(await bench.json("certificate list")).toMatchObject([
      { company: 1, serial_number: "88", signs_now: true },
      { company: 1, serial_number: "77", signs_now: false },
    ]);
    expect(await bench.json("certificate list", { company: 1 })).toMatchObject([
      { serial_number: "88", signs_now: true },
      { serial_number: "77", signs_now: false },
    ]);
  });
});

describe("the next step", () => {
  it("is named by each command that has one, and by none that only rehearses", async () => {
    const { out } = await bench.run("company add", COMPANY);
    expect(out).toContain("next: operator certificate import --company 1");
    expect(out).toContain("next: operator range import --company 1 --kind fe");
    expect((await bench.run("vault rotate", { "new-key": true })).out).toContain("next: restart the stand");
    expect((await bench.run("vault rotate")).out).toContain("next: operator vault rotate --drop-old");
    const rehearsed = await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read", "dry-run": true });
    expect(rehearsed.out).not.toContain("next:");
  });

  it("after a move to production names the tokens that were made in habilitacion", async () => {
    const testSet = { "fe-test-set": COMPANY["fe-software-id"] };
    await bench.run("company add", { ...COMPANY, ...testSet, environment: "habilitacion" });
    await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read" });
    await bench.run("token issue", { client: 1 });
    await bench.run("client add", { company: 1, name: "POS", scopes: "fe.read" });
    await bench.run("token issue", { client: 2 });
    bench.query("UPDATE tokens SET expires_at = '2026-01-01T00:00:00.000Z' WHERE client_id = 2");
    const { out } = await bench.run("company edit", { company: 1, environment: "produccion" });
    expect(out).toContain(
      "next: operator token rotate --client 1: the tokens of ERP still begin with fed_habilitacion",
    );
    expect(out).not.toContain("--client 2");
  });
});

describe("every action is remembered", () => {
  it("with its actor and reason, in a chain that shows any change", async () => {
    await bench.run("company add", COMPANY);
    await bench.run("range add", { ...RANGE, actor: "luis", reason: "new resolution" });
    const events = bench.query(
      "SELECT sequence, actor, action, reason, previous_hash, hash FROM events ORDER BY sequence",
    );
    expect(events).toMatchObject([
      { sequence: 1, actor: "ana", action: "company.add", reason: null },
      { sequence: 2, actor: "luis", action: "range.add", reason: "new resolution", previous_hash: events[0]?.hash },
    ]);
  });
});

describe("the program explains itself", () => {
  it("lists its commands, explains one, and does not guess", async () => {
    expect(await bench.run("help")).toMatchObject({ code: 0, out: expect.stringContaining("company add") });
    expect(await bench.run("company add", { help: true })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Required:\n {2}--nit/),
    });
    expect(await bench.run("company remove")).toMatchObject({
      code: 2,
      err: expect.stringContaining('no command "company remove"'),
    });
    expect(await bench.run("help company add")).toMatchObject({ code: 0, out: expect.stringContaining("--nit") });
    expect(await bench.run("company")).toMatchObject({ code: 2, err: expect.stringContaining("company edit") });
    expect(await bench.run("--version")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+(-[0-9a-f]{7}(-changed)?)?$/),
    });
  });

  it.each([
    ["statsu", {}, 'there is no command "statsu"\n  (Did you mean status?)\n  see `operator help`'],
    ["help statsu", {}, 'there is no command "statsu"\n  (Did you mean status?)\n  see `operator help`'],
    ["document lst", {}, 'there is no command "document lst"\n  (Did you mean document list?)\n  see `operator help`'],
    ["help range ad", {}, 'there is no command "range ad"\n  (Did you mean range add?)\n  see `operator help`'],
    [
      "company extnd",
      {},
      'there is no command "company extnd"\n  (Did you mean company extend?)\n  see `operator help`',
    ],
    ["compny add", {}, 'there is no command "compny add"\n  (Did you mean company?)\n  see `operator help`'],
    [
      "company list",
      { jsn: true },
      "company list: unknown option '--jsn'\n  (Did you mean --json?)\n  see `operator company list --help`",
    ],
  ] as const)("says what was probably meant by %s %j", async (name, flags, said) => {
    expect(await bench.run(name, flags)).toMatchObject({ err: said, out: "" });
  });

  it("never repeats what stands after a mistyped flag, which may be a secret", async () => {
    for (const name of [
      "company edit --fe-pim=secreto",
      "company edit secreto",
      "company edit --company 1 -xsecreto",
    ]) {
      const { code, err } = await bench.run(name);
      expect({ code, err }).toEqual({ code: 1, err: expect.not.stringContaining("secreto") });
    }
  });

  it("complains in JSON to what reads JSON", async () => {
    expect(JSON.parse((await bench.run("company show", { company: 7, json: true })).err)).toEqual({
      error: {
        command: "company show",
        message: "there is no company 7",
        hint: "see `operator company list`",
      },
    });
    expect(JSON.parse((await bench.run("statsu", { json: true })).err)).toMatchObject({ error: { command: null } });
  });

  it("has every command under a heading", async () => {
    const { out } = await bench.run("help");
    expect(out).not.toContain("More:");
    expect(ALL_COMMANDS.filter(({ name }) => !out.includes(`\n  ${name} `)).map(({ name }) => name)).toEqual([]);
  });

  it("says what to do when there is no database yet", async () => {
    rmSync(join(bench.root, ".wrangler/state"), { recursive: true });
    expect(await bench.run("company list")).toMatchObject({ code: 1, err: expect.stringContaining("npm start") });
  });
});
