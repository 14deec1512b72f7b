// The module of tickets as an operator keeps it: enabled by itself, with an environment, software, numbers and tills of its own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { createKeyring, describeDeployment } from "../../operator/deployment.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { loadSealedSecrets, openPin } from "../../src/store/secret/vault.ts";
import { sampleInvoice, sampleReservation } from "../store/sample.ts";
import { NEEDED, walk } from "./walk.ts";
import { COMPANY, openWorkbench, RANGE, TICKETS, type Workbench } from "./workbench.ts";

const { "technical-key": _key, ...BARE_RANGE } = RANGE;
const POS_RANGE = { ...BARE_RANGE, kind: "pos", prefix: "EPOS", from: "1", to: "1000", next: "1" } as const;
const TILL = { company: 1, plate: "CAJA-01", place: "Salón principal" } as const;

type Flags = Readonly<Record<string, string | number | true>>;

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

async function edit(flags: Flags): Promise<string> {
  const { code, out, err } = await bench.run("company edit", { company: 1, ...flags });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

async function expectRefusal(command: string, flags: Flags, says: RegExp): Promise<void> {
  const before = bench.dump();
  const { code, err } = await bench.run(command, flags);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(says) });
  expect(bench.dump()).toBe(before);
}

async function readCompany() {
  const { db, close } = openSqlite(bench.databaseFile);
  const company = await loadCompany(db, 1);
  await close();
  return company;
}

const lastEvent = () => bench.query("SELECT action, detail FROM events ORDER BY sequence DESC LIMIT 1")[0];

describe("the module of tickets", () => {
  it("is off until its software is named, and begins in habilitacion while the company invoices in production", async () => {
    expect((await readCompany())?.modules).toEqual(["fe"]);
    const out = await edit(TICKETS);
    const company = await readCompany();
    expect(company).toMatchObject({ environment: "produccion", modules: ["fe", "dee"] });
    expect(company?.software).toMatchObject({
      fe: { environment: null },
      dee: { environment: "habilitacion", testSetId: TICKETS["dee-test-set"] },
    });
    expect(out).toContain("operator range import --company 1 --kind pos");
    expect(out).toContain("operator till add --company 1");
    expect(out).not.toContain("plan set");
    expect((await bench.run("company show", { company: 1 })).out).toMatch(/dee +55555555.*habilitacion/);
  });

  it("has a PIN of its own, which neither the record nor the answer repeats", async () => {
    const out = await edit({ ...TICKETS, "fe-pin": "97531" });
    const { db, close } = openSqlite(bench.databaseFile);
    const keys = await createKeyring(describeDeployment(bench.root, false), {}).vaultKeys();
    const secrets = await loadSealedSecrets(db, 1);
    const opened = [
      await openPin(keys, secrets, COMPANY["fe-software-id"]),
      await openPin(keys, secrets, TICKETS["dee-software-id"]),
    ];
    await close();
    expect(opened).toEqual(["97531", "24680"]);
    expect(out + bench.dump()).not.toContain("24680");
  });

  it("keeps its PIN beside two modules that share theirs", async () => {
    const shared = { "dse-software-id": COMPANY["fe-software-id"], "dse-pin": "97531" };
    await edit({ ...shared, ...TICKETS });
    expect(bench.query("SELECT module FROM software ORDER BY module")).toEqual([
      { module: "dee" },
      { module: "dse" },
      { module: "fe" },
    ]);
  });

  it.each<[string, Flags, RegExp]>([
    [
      "with the software of invoices",
      { "dee-software-id": COMPANY["fe-software-id"] },
      /is that of fe, and dee has one of its own/,
    ],
    [
      "in an environment that there is not",
      { "dee-environment": "pruebas" },
      /"pruebas" is none of produccion, habilitacion/,
    ],
    ["with a PIN of four digits", { "dee-pin": "2468" }, /the PIN is 5 digits/],
  ])("is refused %s, and nothing is written", async (_, changes, says) => {
    await expectRefusal("company edit", { company: 1, ...TICKETS, ...changes }, says);
  });

  it("wants a test set in habilitacion, and none in production", async () => {
    const { "dee-test-set": _testSet, ...rest } = TICKETS;
    await expectRefusal("company edit", { company: 1, ...rest }, /--dee-test-set is missing/);
    await edit({ ...rest, "dee-environment": "produccion" });
    await expectRefusal("company edit", { company: 1, "dee-environment": "habilitacion" }, /--dee-test-set is missing/);
  });

  it.each(["dee-pin", "dee-test-set", "dee-environment"])("has nothing that --%s alone could be of", async (name) => {
    const value = { ...TICKETS, "dee-environment": "produccion" }[name] ?? "";
    const says = new RegExp(`company 1 has no software for dee that --${name} could belong to\\n.*--dee-software-id`);
    await expectRefusal("company edit", { company: 1, [name]: value }, says);
  });

  it("comes into production by itself, once its ranges are at rest", async () => {
    await edit(TICKETS);
    await bench.run("range add", POS_RANGE);
    await bench.run("range add", RANGE);
    const move = { company: 1, "dee-environment": "produccion" } as const;
    await expectRefusal("company edit", move, /dee of company 1 cannot leave habilitacion yet: range 1 is active/);
    expect(await bench.run("range edit", { range: 1, active: "false" })).toMatchObject({ code: 0 });
    const out = await edit(move);
    expect(out).toContain("operator range import --company 1 --kind pos");
    expect(out).toContain("operator plan set --company 1 --module dee");
    expect((await readCompany())?.software).toMatchObject({ dee: { environment: "produccion" } });
    expect(JSON.parse(String(lastEvent()?.detail))).toMatchObject({
      software: [{ module: "dee", environment: "produccion", pin_changed: false }],
    });
  });

  it("stays where it is when the company moves, and its ranges are no hindrance", async () => {
    await edit(TICKETS);
    await bench.run("range add", POS_RANGE);
    await edit({ environment: "habilitacion", "fe-test-set": "77777777-7777-7777-7777-777777777777" });
    await edit({ environment: "produccion" });
    expect(await readCompany()).toMatchObject({
      environment: "produccion",
      software: { dee: { environment: "habilitacion" } },
    });
  });

  it("of a new company begins with it, with a plan and series of notes in both environments", async () => {
    const added = await bench.run("company add", { ...COMPANY, ...TICKETS, nit: "900100000", "dee-plan": 5000 });
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining("range import --company 2 --kind pos") });
    expect(bench.query("SELECT module, allowance FROM plans WHERE company_id = 2 ORDER BY module")).toEqual([
      { module: "dee", allowance: 5000 },
      { module: "fe", allowance: 100 },
    ]);
    expect(
      bench.query(
        "SELECT type_code, prefix FROM series WHERE company_id = 2 AND type_code IN ('93', '94') AND environment = 'habilitacion' ORDER BY type_code",
      ),
    ).toEqual([
      { type_code: "93", prefix: "NDP" },
      { type_code: "94", prefix: "NCP" },
    ]);
  });

  it("finds its series where its tickets are issued", async () => {
    await expectRefusal("series edit", { company: 1, type: "94", prefix: "DEV" }, /has no series/);
    await edit(TICKETS);
    const { environment } = await bench.json("series edit", { company: 1, type: "94", prefix: "DEV" });
    expect(environment).toBe("habilitacion");
    expect(await bench.json("series edit", { company: 1, type: "91", prefix: "DEV" })).toMatchObject({
      environment: "produccion",
    });
  });

  it("has plans and ranges of its own, which are shown", async () => {
    await edit(TICKETS);
    expect(await bench.run("plan set", { company: 1, module: "dee", allowance: 3000 })).toMatchObject({ code: 0 });
    expect(await bench.run("range add", POS_RANGE)).toMatchObject({ code: 0, err: "" });
    expect(await bench.json("company show", { company: 1 })).toMatchObject({
      plans: [{ module: "dee", allowance: 3000 }, { module: "fe" }],
      ranges: [{ kind: "pos", prefix: "EPOS", next: 1 }],
    });
    expect((await bench.run("ledger gaps", { company: 1 })).code).toBe(0);
  });
});

it("tickets are counted beside invoices in the usage of a company and in its report", async () => {
  await edit({ ...TICKETS, "dee-environment": "produccion" });
  await bench.run("plan set", { company: 1, module: "dee", allowance: 3000 });
  await bench.run("range add", POS_RANGE);
  await bench.run("range add", RANGE);
  const { db, close } = openSqlite(bench.databaseFile);
  const ledger = createLedger(db);
  for (const [module, rangeKind, typeCode] of [
    ["fe", "fe", "01"],
    ["dee", "pos", "20"],
    ["dee", "pos", "20"],
  ] as const) {
    const result = await ledger.allocate(sampleReservation(1, { module, rangeKind }), { ...sampleInvoice(), typeCode });
    expect(result.type).toBe("allocated");
  }
  await close();
  const { rows } = await bench.json<{ rows: unknown[] }>("usage");
  expect(rows).toMatchObject([
    { module: "dee", documents: 2, in_plan: 2, plan_used: 2, plan_allowance: 3000 },
    { module: "fe", documents: 1, in_plan: 1, plan_used: 1, plan_allowance: 100 },
  ]);
  expect((await bench.run("document list", { company: 1, module: "dee" })).out).toContain("EPOS2");
  expect(await bench.json("report", { output: join(bench.root, "report.html") })).toMatchObject({});
  expect(readFileSync(join(bench.root, "report.html"), "utf8")).toContain("EPOS");
});

describe("a till", () => {
  it("is added, is part of its company, and is shown", async () => {
    await edit(TICKETS);
    const added = await bench.run("till add", TILL);
    expect(added).toMatchObject({ code: 0, out: expect.not.stringContaining("issues no tickets") });
    expect((await readCompany())?.tills).toEqual([{ plate: "CAJA-01", place: "Salón principal", type: "Caja" }]);
    expect(lastEvent()).toMatchObject({ action: "till.add", detail: expect.stringContaining("CAJA-01") });
    expect((await bench.run("company show", { company: 1 })).out).toContain("Salón principal");
  });

  it("may be there before its company sells with tickets, and says what is missing", async () => {
    expect((await bench.run("till add", TILL)).out).toContain("it issues no tickets yet");
  });

  it.each<[string, Flags, RegExp]>([
    ["a blank plate", { plate: " " }, /blank/],
    ["a plate of 101 characters", { plate: "x".repeat(101) }, /more than 100/],
    ["a place of 101 characters", { place: "x".repeat(101) }, /more than 100/],
    ["a type with a control character", { type: "Caja\u0007" }, /control/],
    ["a company that there is not", { company: 9 }, /there is no company 9/],
  ])("%s is refused", (_, changes, says) => expectRefusal("till add", { ...TILL, ...changes }, says));

  it("is added once for each company", async () => {
    await bench.run("till add", TILL);
    await expectRefusal("till add", { ...TILL, place: "Otro" }, /has the till CAJA-01\n.*till edit/);
  });

  it("is edited, and the record says what it was", async () => {
    await bench.run("till add", TILL);
    expect(await bench.run("till edit", { company: 1, plate: "CAJA-01", type: "Autoservicio" })).toMatchObject({
      code: 0,
    });
    expect((await readCompany())?.tills).toEqual([
      { plate: "CAJA-01", place: "Salón principal", type: "Autoservicio" },
    ]);
    expect(JSON.parse(String(lastEvent()?.detail))).toMatchObject({
      before: { type: "Caja" },
      after: { type: "Autoservicio" },
    });
    await expectRefusal("till edit", { company: 1, plate: "CAJA-01" }, /nothing to change/);
    await expectRefusal("till edit", { company: 1, plate: "CAJA-9", type: "x" }, /has no till CAJA-9/);
  });

  it("is listed by company and plate, in CSV too", async () => {
    await bench.run("till add", { ...TILL, plate: "CAJA-02", place: "=Bodega" });
    await bench.run("till add", TILL);
    const { out } = await bench.run("till list", { company: 1 });
    expect(out.indexOf("CAJA-01")).toBeLessThan(out.indexOf("CAJA-02"));
    const csv = await bench.run("till list", { csv: true });
    expect(csv.out.split("\r\n")[0]).toBe("company,plate,place,type");
    expect(csv.out).toContain("'=Bodega");
  });
});

describe("company setup", () => {
  it("walks to the first ticket where tickets are asked for, with a till of its own", async () => {
    const fresh = openWorkbench();
    try {
      const script = { ...NEEDED, "what it issues": "fe,dee", "PIN of the DEE": "24680", "inventory plate": "CAJA-05" };
      const { code, err, screen } = await walk(fresh, script);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(screen).toContain("\npos range\n");
      expect(screen).not.toContain("24680");
      expect(fresh.query("SELECT module, environment FROM software ORDER BY module")).toEqual([
        { module: "dee", environment: "produccion" },
        { module: "fe", environment: null },
      ]);
      expect(fresh.query("SELECT plate, type FROM tills")).toEqual([{ plate: "CAJA-05", type: "Caja" }]);
      expect(fresh.query("SELECT kind FROM ranges ORDER BY kind")).toEqual([{ kind: "fe" }, { kind: "pos" }]);
      expect(fresh.query("SELECT module, allowance FROM plans ORDER BY module")).toEqual([
        { module: "dee", allowance: 1000 },
        { module: "fe", allowance: 100 },
      ]);
    } finally {
      fresh.close();
    }
  });

  it("asks for the test set of tickets that are in habilitacion, although the company is in production", async () => {
    const fresh = openWorkbench();
    try {
      const script = { ...NEEDED, "what it issues": "fe,dee", "where DEE documents": "habilitacion" };
      const { code, err, screen } = await walk(fresh, script);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(screen).toContain("identifier of the DEE test set");
      expect(screen).not.toContain("identifier of the FE test set");
      expect(
        fresh.query("SELECT environment, test_set_id IS NOT NULL AS known FROM software WHERE module = 'dee'"),
      ).toEqual([{ environment: "habilitacion", known: 1 }]);
    } finally {
      fresh.close();
    }
  });
});
