// Many companies of one file: what is written, what is refused by line and column, what each still lacks; and every list in CSV.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { readCsv, writeCsv } from "../../operator/csv.ts";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

type Members = Readonly<Record<string, string>>;

/** Runs `company import` of a file with this content. */
function importFile(content: string | Uint8Array, flags: Readonly<Record<string, true>> = {}) {
  const path = join(bench.root, "companies.csv");
  writeFileSync(path, content, { mode: 0o600 });
  return bench.run("company import", flags, path);
}

function nitOf(place: number): string {
  const nit = String(900_500_000 + place);
  return `${nit}-${findCheckDigit(nit)}`;
}

function rowsOf(count: number, more: Members = {}): Members[] {
  return Array.from({ length: count }, (_, place) => ({
    ...COMPANY,
    nit: nitOf(place),
    name: `Empresa "${place}", S.A.S.`,
    ...more,
  }));
}

const counted = (table: string) => bench.query(`SELECT count(*) AS rows FROM ${table}`)[0]?.rows;

describe("company import", () => {
  it("adds 306 companies, each with one event, and a second time changes nothing", async () => {
    const file = writeCsv(rowsOf(306));
    const first = await importFile(file);
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(first.out).toContain("306 of 306 companies added, 306 lack something");
    expect([counted("companies"), counted("software"), counted("plans")]).toEqual([306, 306, 306]);
    expect(bench.query("SELECT count(DISTINCT company_id) AS rows FROM events WHERE action = 'company.add'")).toEqual([
      { rows: 306 },
    ]);
    const before = bench.dump();
    const again = await importFile(file);
    expect([again.code, again.out.split("\n")[0]]).toEqual([0, "0 of 306 companies added, 306 lack something"]);
    expect(bench.dump()).toBe(before);
  });

  it("writes nothing in a dry run, and says what each company would lack", async () => {
    const before = bench.dump();
    const ran = await importFile(writeCsv(rowsOf(2)), { "dry-run": true, verbose: true });
    expect([ran.code, bench.dump()]).toEqual([0, before]);
    expect(ran.out).toContain("would do company.add for company 2");
    expect(ran.out).toMatch(/added +certificate, fe range$/m);
  });

  it("names a row of another width beside all that is wrong with other rows", async () => {
    const [first = {}, second = {}] = rowsOf(2);
    const file = writeCsv([first, { ...second, email: "none" }]);
    const { code, err } = await importFile(`${file}\r\na,b\r\n`);
    expect([code, counted("companies")]).toEqual([1, 0]);
    expect(err).toContain("2 lines are wrong, and nothing was written");
    expect(err).toContain('line 3, column email: "none" is not an e-mail address');
    expect(err).toContain(`line 4: 2 cells, and line 1 names ${Object.keys(first).length} columns`);
  });

  it("says in a dry run how many come to the same, in few lines for however many companies", async () => {
    await importFile(writeCsv(rowsOf(1)));
    const { code, out } = await importFile(writeCsv(rowsOf(300)), { "dry-run": true });
    expect([code, out.split("\n").map((line) => line.replace(/ +/g, " "))]).toEqual([
      0,
      [
        "nothing was written; the answer would be:",
        "299 of 300 companies added, 300 lack something",
        'the first: Empresa "0", S.A.S.; Empresa "1", S.A.S.; Empresa "2", S.A.S.',
        "companies what",
        "1 unchanged",
        "299 added",
        "300 missing: certificate",
        "300 missing: fe range",
        "--verbose says it of each line, --csv for a spreadsheet",
      ],
    ]);
  });

  const SAVED = rowsOf(2, { name: "Compañía Número 1 S.A.S.", responsibilities: "R-99-PN" });
  it.each<[string, Uint8Array | string]>([
    ["UTF-8", writeCsv(SAVED)],
    ["UTF-8 with its mark", `\ufeff${writeCsv(SAVED)}`],
    ["cells between semicolons", writeCsv(SAVED).replaceAll(",", ";")],
    ["semicolons and a mark", `\ufeff${writeCsv(SAVED).replaceAll(",", ";")}`],
    ["lines that end with LF", writeCsv(SAVED).replaceAll("\r\n", "\n")],
  ])("reads what a spreadsheet saves: %s", async (_, content) => {
    expect(await importFile(content)).toMatchObject({ code: 0, err: "" });
    expect(bench.query("SELECT DISTINCT name FROM companies")).toEqual([{ name: "Compañía Número 1 S.A.S." }]);
  });

  it.each([
    ["the code page of Windows", Buffer.from(writeCsv(SAVED), "latin1"), "line 2: ", "is not UTF-8"],
    ["UTF-16", Buffer.from(`\ufeff${writeCsv(SAVED)}`, "utf16le"), "", "is UTF-16, not UTF-8"],
  ])("refuses %s, which would spoil the names", async (_, content, line, words) => {
    for (const flags of [{}, { "dry-run": true }] as const) {
      const { code, err } = await importFile(content, flags);
      expect([code, err]).toEqual([1, expect.stringContaining(words)]);
      expect(err).toContain(line);
      expect(err).toContain("CSV UTF-8");
    }
    expect(counted("companies")).toBe(0);
  });

  it("says once what every line lacks, and with whom it begins", async () => {
    const rows = rowsOf(306).map(({ name: _, ...row }) => row);
    const { code, err } = await importFile(writeCsv(rows));
    expect([code, err.match(/column name/g)]).toEqual([1, ["column name"]]);
    expect(err).toContain("306 lines are wrong, and nothing was written");
    expect(err).toMatch(/line 2, column name: is missing.*; and 305 more lines, to 307/);
  });

  it("says what is next for all of them, and of a single one for it", async () => {
    const many = (await importFile(writeCsv(rowsOf(3)))).out;
    expect(many).toContain("next: operator certificate import --folder FOLDER --passwords FILE\n");
    expect(many).toContain("next: operator range import --rows FILE");
    const single = (await importFile(writeCsv(rowsOf(1)))).out;
    expect(single).toContain("next: operator certificate import --company 1 FILE.p12 --password-file FILE\n");
    expect(single).toContain("next: operator range import --company 1 --kind fe");
  });

  it("takes what `company list --csv` gives, to where there is nothing yet; PINs alone are missing then", async () => {
    await bench.run("company add", { ...COMPANY, phone: "+57 604 444", "trade-name": "=Ágil", ciiu: "4711;6201" });
    const listed = (await bench.run("company list", { csv: true })).out;
    expect((await importFile(listed)).out).toMatch(/unchanged +certificate, fe range/);
    const other = openWorkbench();
    try {
      writeFileSync(join(other.root, "companies.csv"), listed);
      const ran = await other.run("company import", {}, join(other.root, "companies.csv"));
      expect(ran.out).toMatch(/added +fe PIN, certificate, fe range/);
      expect(other.query("SELECT nit, name, profile FROM companies")).toEqual(
        bench.query("SELECT nit, name, profile FROM companies"),
      );
      const [head = "", row = ""] = (await other.run("company list", { csv: true })).out.split("\r\n");
      const expected = listed.split("\r\n")[1]?.replace(",fe,", ",,").replace(COMPANY["fe-software-id"], "");
      expect([head, row]).toEqual([listed.split("\r\n")[0], expected?.replace("900373115-3,000", ",")]);
    } finally {
      other.close();
    }
  });

  it("makes each company in the state of its row, active without one, and lists it so", async () => {
    const states = ["draft", "", "active", "suspended", "archived"];
    const ran = await importFile(
      writeCsv(rowsOf(states.length).map((row, place) => ({ ...row, state: states[place] }))),
    );
    expect([ran.code, ran.err]).toEqual([0, ""]);
    const made = ["draft", "active", "active", "suspended", "archived"];
    expect(bench.query("SELECT state FROM companies ORDER BY id").map((row) => row.state)).toEqual(made);
    const events = bench.query("SELECT detail FROM events WHERE action = 'company.add' ORDER BY company_id");
    expect(events.map(({ detail }) => JSON.parse(String(detail)).state)).toEqual(made);
    const [head, ...listed] = readCsv((await bench.run("company list", { csv: true })).out);
    const column = head?.cells.indexOf("state") ?? -1;
    expect(listed.map(({ cells }) => cells[column])).toEqual(made);
    const again = await importFile(writeCsv(rowsOf(1, { state: "active" })));
    expect(again.out).toMatch(/differs in state /);
  });

  it("takes JSON lines, with numbers and lists", async () => {
    const row = { ...COMPANY, responsibilities: ["O-13", "O-15"], "fe-plan": 500, modules: "fe,dse" };
    const ran = await importFile(`\n${JSON.stringify(row)}\n`, { json: true });
    expect(JSON.parse(ran.out)).toEqual([
      {
        line: 2,
        company: 1,
        nit: "900373115",
        name: COMPANY.name,
        result: "added",
        missing: "dse software, dse PIN, certificate, fe range, dse range, dse plan",
      },
    ]);
    expect(bench.query("SELECT allowance FROM plans")).toEqual([{ allowance: 500 }]);
  });

  it("leaves a company as it is, and says in which columns the file differs", async () => {
    await bench.run("company add", COMPANY);
    await bench.run("range add", RANGE);
    const before = bench.dump();
    const ran = await importFile(
      writeCsv([{ ...COMPANY, email: "otra@example.com", municipality: "bogota", "fe-plan": "50" }]),
    );
    expect(ran.out).toMatch(/differs in email, fe-plan +certificate$/m);
    expect(bench.dump()).toBe(before);
  });

  it("says that a test set is missing in habilitacion, and leaves the software out until it is there", async () => {
    const ran = await importFile(writeCsv(rowsOf(1, { environment: "habilitacion" })));
    expect(ran.out).toMatch(/added +fe test set, certificate, fe range$/m);
    expect(counted("software")).toBe(0);
  });

  it.each<[string, string, string]>([
    [
      "a wrong cell",
      writeCsv([...rowsOf(2), { ...COMPANY, email: "nobody" }]),
      'line 4, column email: "nobody" is not',
    ],
    ["a wrong check digit", writeCsv([{ ...COMPANY, nit: "900373115-4" }]), "line 2, column nit: the check digit"],
    ["a blank cell", writeCsv([{ ...COMPANY, name: "" }]), "line 2, column name: is missing"],
    [
      "a wrong PIN, which is not repeated",
      writeCsv([{ ...COMPANY, "fe-pin": "1" }]),
      "line 2, column fe-pin: the PIN is 5",
    ],
    ["a state of no meaning", writeCsv([{ ...COMPANY, state: "Draft" }]), 'line 2, column state: "Draft" is none of'],
    [
      "a company twice",
      writeCsv([COMPANY, { ...COMPANY, name: "x" }]),
      "line 3, column nit: 900373115 stands in line 2",
    ],
    ["a column of no meaning", writeCsv([{ ...COMPANY, colour: "x" }]), "line 1: no column is named colour"],
    [
      "a member of no meaning",
      `${JSON.stringify(COMPANY)}\n${JSON.stringify({ ...COMPANY, colour: "x" })}`,
      "line 2: no column is named colour",
    ],
    ["a row of another width", `${writeCsv(rowsOf(1))}\r\na,b`, "line 3: 2 cells"],
    [
      "a line end within a cell",
      writeCsv([
        { ...COMPANY, name: "a\nb" },
        { ...COMPANY, email: "x" },
      ]),
      "line 4, column email",
    ],
    ["an open quotation mark", `${writeCsv(rowsOf(1))}\r\n"a`, "line 3: a quotation mark"],
    ["a line that is not JSON", `${JSON.stringify(COMPANY)}\n{`, "line 2: it is not JSON"],
    ["an empty file", "", "the file has no row"],
  ])("%s is refused by line and column, and nothing is written", async (_, content, text) => {
    const ran = await importFile(content);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(text)]);
    expect(counted("companies")).toBe(0);
  });

  it("names everything that is wrong in the profile of a line, and counts lines", async () => {
    const wrong = { nit: "900373115-4", "tax-scheme": "IVA", email: "ana" };
    const { code, err } = await importFile(writeCsv(rowsOf(1, wrong)));
    expect([code, err.match(/line 2, column [a-z-]+/g)]).toEqual([
      1,
      ["line 2, column nit", "line 2, column tax-scheme", "line 2, column email"],
    ]);
    expect(err).toContain("a line is wrong, and nothing was written");
  });

  it("names everything that is wrong in the software, the plans and the state of a line, beside its profile", async () => {
    const wrong = {
      email: "ana",
      state: "Draft",
      "fe-software-id": "x",
      "fe-pin": "1",
      "fe-plan": "muchos",
      "dse-software-id": "y",
      "dse-pin": "22",
      "dse-plan": "-1",
      "dee-software-id": "z",
      "dee-pin": "12345",
      "dee-environment": "prod",
      "provider-code": "abc",
    };
    const { code, err } = await importFile(writeCsv(rowsOf(1, wrong)));
    const named = Object.keys(wrong).filter((name) => name !== "dee-pin");
    expect([code, err.match(/(?<=line 2, column )[a-z-]+/g)?.toSorted()]).toEqual([1, named.toSorted()]);
    const id = COMPANY["fe-software-id"];
    const shared = {
      "fe-plan": "muchos",
      "dse-software-id": id,
      "dse-pin": "99999",
      "dee-software-id": id,
      "dee-pin": "12345",
      "dee-environment": "produccion",
    };
    const rules = await importFile(writeCsv(rowsOf(1, shared)));
    for (const words of ["dee has one of its own", "has one PIN", "column fe-plan"]) expect(rules.err).toContain(words);
    expect(counted("companies")).toBe(0);
  });

  it("names every wrong line at once", async () => {
    const ran = await importFile(writeCsv(rowsOf(3, { environment: "prod" })));
    expect(ran.err).toContain("3 lines are wrong, and nothing was written");
    expect(ran.err.match(/line \d, column environment/g)).toEqual(
      [2, 3, 4].map((line) => `line ${line}, column environment`),
    );
  });
});

describe("CSV", () => {
  it.each(ALL_COMMANDS.filter(({ name }) => name.endsWith(" list") || name === "pending" || name === "usage"))(
    "$name answers in it",
    ({ flags }) => {
      expect(flags.map((flag) => flag.name())).toContain("csv");
    },
  );

  it("is read back as it was written", () => {
    const rows = [
      { a: 'x, "y"\r\nz', numberOf: "'=1", c: "=1+1" },
      { a: "", numberOf: null, c: "-5" },
    ];
    expect(readCsv(`\uFEFF${writeCsv(rows)}\r\n\r\n`)).toEqual([
      { line: 1, cells: ["a", "number_of", "c"] },
      { line: 2, cells: ['x, "y"\nz', "'=1", "=1+1"] },
      { line: 4, cells: ["", "", "-5"] },
    ]);
  });

  it("has lists with commas, truths as words and instants by the clock of Bogotá", () => {
    const row = { list: ["a", "b"], isOn: true, at: "2026-11-20T15:00:00.000Z", none: undefined, detail: { x: 1 } };
    expect(writeCsv([row]).split("\r\n")[1]).toBe('"a,b",true,2026-11-20T10:00:00-05:00,,"{""x"":1}"');
  });

  it("has the rows of a list alone, without steps, and nothing where there is none", async () => {
    await bench.run("company add", COMPANY);
    await bench.run("range add", RANGE);
    const { out } = await bench.run("range list", { csv: true });
    expect(out.split("\r\n").map((line) => line.split(",").slice(0, 4))).toEqual([
      ["id", "company", "name", "kind"],
      ["1", "1", COMPANY.name, "fe"],
    ]);
    expect((await bench.run("webhook list", { csv: true })).out).toBe("");
  });
});
