// Hundreds of companies set up from files: each step says what became of each, writes nothing in a rehearsal, and nothing twice.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCsv, writeCsv } from "../../operator/csv.ts";
import { readSecretFile, writeSecret } from "../../operator/deployment.ts";
import { makeThrowAwayCertificate } from "../../operator/throw-away.ts";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { certificateContext, importVaultKeys, open, pinContext } from "../../src/store/secret/vault.ts";
import { COMPANY, NOW, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

const FIXTURES = join(import.meta.dirname, "fixture");

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

type Row = Readonly<Record<string, string>>;

const nitOf = (place: number) => String(900_500_000 + place);

function listCompanies(count: number, more: Row = {}): Row[] {
  return Array.from({ length: count }, (_, place) => {
    const nit = `${nitOf(place)}-${findCheckDigit(nitOf(place))}`;
    return { ...COMPANY, nit, name: `Empresa ${place}`, state: "draft", ...more };
  });
}

/** Writes a private file of the workbench. */
function writeFile(name: string, content: string): string {
  const path = join(bench.root, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

const addCompanies = async (count: number, more: Row = {}) => {
  const path = writeFile("companies.csv", writeCsv(listCompanies(count, more)));
  expect(await bench.run("company import", {}, path)).toMatchObject({ code: 0, err: "" });
};

/** A certificate for each of so many companies. */
function writeCertificates(count: number): string {
  const folder = join(bench.root, "certificates");
  mkdirSync(folder, { recursive: true });
  for (let place = 0; place < count; place += 1) {
    writeFileSync(
      join(folder, `${nitOf(place)}.pem`),
      makeThrowAwayCertificate(nitOf(place), "Empresa", Date.parse(NOW)),
    );
  }
  return folder;
}

const { company: _one, ...RANGE_FLAGS } = RANGE;
const writeRanges = (count: number) =>
  writeFile(
    "ranges.csv",
    writeCsv(Array.from({ length: count }, (_, place) => ({ nit: nitOf(place), ...RANGE_FLAGS }))),
  );

const counted = (table: string) => bench.query(`SELECT count(*) AS rows FROM ${table}`)[0]?.rows;

/** Every line of a table's answer but its head. */
const linesOf = (out: string) => out.split("\n").slice(2);

describe("certificate import --folder", () => {
  it("imports the file of each company by its NIT, with its own password, and a second time nothing", async () => {
    await bench.run("company add", COMPANY);
    await addCompanies(2);
    const folder = writeCertificates(2);
    copyFileSync(join(FIXTURES, "modern-chain.p12"), join(folder, "900373115-3.p12"));
    const passwords = writeFile("passwords.csv", "nit,password\n900373115-3,secreto\n");
    const flags = { folder, passwords };
    const rehearsed = await bench.run("certificate import", { ...flags, "dry-run": true });
    expect([rehearsed.code, counted("certificates")]).toEqual([0, 0]);
    expect(rehearsed.out).toBe("nothing was written; the answer would be:\n3 certificates: 3 imported");
    const first = await bench.run("certificate import", flags);
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(first.out.split("\n")[0]).toBe("3 certificates: 3 imported");
    expect(linesOf(first.out)).toEqual([
      expect.stringMatching(/^900373115-3\.p12 +1 +900373115 .* imported +\d+ days left$/),
      expect.stringMatching(/^900500000\.pem +2 +900500000 +Empresa 0 +imported/),
      expect.stringMatching(/^900500001\.pem +3 +900500001 +Empresa 1 +imported/),
    ]);
    const keys = await importVaultKeys(readSecretFile(join(bench.root, ".dev.vars")).VAULT_KEY ?? "");
    for (const row of bench.query("SELECT * FROM certificates")) {
      const subject = certificateContext(Number(row.company_id), String(row.serial_number));
      expect(await open(keys, subject, String(row.sealed_bundle))).toContain("PRIVATE KEY");
    }
    const before = bench.dump();
    const again = await bench.run("certificate import", flags);
    expect([again.code, again.out.split("\n")[0]]).toEqual([0, "3 certificates: 3 unchanged"]);
    expect(bench.dump()).toBe(before);
  });

  it("says of each that is refused why, imports the others, and ends with 3", async () => {
    await addCompanies(3);
    const folder = writeCertificates(1);
    copyFileSync(join(FIXTURES, "modern-chain.p12"), join(folder, "900500001.p12"));
    writeFileSync(
      join(folder, "900500002.pem"),
      makeThrowAwayCertificate(nitOf(2), "Empresa", Date.parse("2010-01-01")),
    );
    writeFileSync(join(folder, "811000000.p12"), "x");
    writeFileSync(join(folder, "notes.txt"), "x");
    const passwords = writeFile("passwords.env", "# theirs\n900500001=wrong\n");
    const ran = await bench.run("certificate import", { folder, passwords });
    expect(ran.code).toBe(3);
    expect(ran.out).toContain("5 certificates: 4 refused, 1 imported");
    for (const words of [
      /^811000000\.p12 .* refused +no company has NIT 811000000$/m,
      /^900500001\.p12 .* refused +the password does not open the file/m,
      /^900500002\.pem .* refused +the certificate ended on/m,
      /^notes\.txt .* refused +its name is no NIT/m,
    ])
      expect(ran.out).toMatch(words);
    expect(`${ran.out}${ran.err}`).not.toContain("wrong");
    expect(counted("certificates")).toBe(1);
  });

  it.each([
    ['nit,password\n900500000,"a,b#c"\n', "a,b#c"],
    ["900500000=a=b#c\n", "a=b#c"],
    ["900500000-7=x", undefined],
  ])("reads the passwords of %j", async (content, password) => {
    await addCompanies(1);
    const folder = writeCertificates(0);
    writeFileSync(join(folder, "900500000.p12"), "x");
    const { err, out } = await bench.run("certificate import", { folder, passwords: writeFile("p", content) });
    // What is no certificate is not opened; a line without a NIT is named, and not repeated.
    if (password === undefined) expect(err).toContain("line 1 of --passwords begins with no NIT");
    else expect(`${out}${err}`).not.toContain(password);
  });

  it("complains of a file of passwords that others may read", async () => {
    await addCompanies(1);
    const passwords = writeFile("passwords.csv", "nit,password\n");
    chmodSync(passwords, 0o644);
    const { err } = await bench.run("certificate import", { folder: writeCertificates(1), passwords });
    expect(err).toBe(`${passwords} holds secrets, and others of this machine may read it: chmod 600 ${passwords}`);
  });
});

describe("range add --rows", () => {
  it("registers the range of each row, and a second time nothing, wherever its numbers are by then", async () => {
    await addCompanies(3);
    const rows = writeRanges(3);
    const rehearsed = await bench.run("range add", { rows, "dry-run": true });
    expect([rehearsed.out, counted("ranges")]).toEqual([
      "nothing was written; the answer would be:\n3 ranges: 3 added",
      0,
    ]);
    const first = await bench.run("range add", { rows });
    expect([first.code, first.out.split("\n")[0]]).toEqual([0, "3 ranges: 3 added"]);
    expect(first.out).not.toContain(RANGE["technical-key"]);
    bench.query("UPDATE ranges SET next_number = next_number + 57 WHERE company_id = 2");
    const before = bench.dump();
    const again = await bench.run("range add", { rows, verbose: true });
    expect([again.code, again.out.split("\n")[0]]).toEqual([0, "3 ranges: 3 unchanged"]);
    expect(again.out).toMatch(/SETP 990000000-995000000, next 990000057$/m);
    expect(bench.dump()).toBe(before);
  });

  it("takes what all rows have in common from the line, and a row's own before it", async () => {
    await addCompanies(2);
    const { company: _none, prefix: _own, ...common } = RANGE;
    const rows = writeFile("ranges.csv", `nit,prefix,to\n${nitOf(0)},A,\n${nitOf(1)},B,990000009\n`);
    expect(await bench.run("range add", { ...common, "technical-key": RANGE["technical-key"], rows })).toMatchObject({
      code: 0,
    });
    expect(bench.query("SELECT prefix, to_number FROM ranges")).toEqual([
      { prefix: "A", to_number: 995_000_000 },
      { prefix: "B", to_number: 990_000_009 },
    ]);
    const both = await bench.run("range add", { rows, company: 1 });
    expect([both.code, both.err]).toEqual([1, expect.stringContaining("--company is one, and --rows are many")]);
  });

  it("says of each row that is refused why, by column and line; two of one company see each other", async () => {
    await addCompanies(2);
    const rows = [
      { nit: nitOf(0), ...RANGE_FLAGS },
      { nit: nitOf(0), ...RANGE_FLAGS, resolution: "18760000009", "valid-to": "2026-12-31" },
      { nit: nitOf(1), ...RANGE_FLAGS, "valid-to": "" },
      { nit: "811000000", ...RANGE_FLAGS },
    ];
    const ran = await bench.run("range add", { rows: writeFile("ranges.csv", writeCsv(rows)) });
    expect([ran.code, counted("ranges")]).toEqual([3, 1]);
    for (const words of [
      /^line 2 .* added/m,
      /^line 3 .* refused +range 1 .* holds some of these numbers already/m,
      /^line 4 .* refused +column valid-to: is missing/m,
      /^line 5 .* refused +there is no company of NIT 811000000/m,
    ])
      expect(ran.out).toMatch(words);
  });
});

describe("company activate --all", () => {
  it("activates each draft that can issue, and says of the others what they lack", async () => {
    await addCompanies(4);
    await bench.run("certificate import", { folder: writeCertificates(3) });
    await bench.run("range add", { rows: writeRanges(2) });
    bench.query("DELETE FROM plans WHERE company_id = 2");
    const rehearsed = await bench.run("company activate", { all: true, "dry-run": true });
    expect(rehearsed.out).toContain("4 drafts: 1 activated, 3 not ready");
    expect(rehearsed.out).not.toContain("would do");
    expect(bench.query("SELECT state FROM companies WHERE state <> 'draft'")).toEqual([]);
    const ran = await bench.run("company activate", { all: true });
    expect(ran.code).toBe(3);
    expect(ran.out.split("\n").slice(-3)).toEqual([
      "next: operator certificate import --company 4 FILE.p12 --password-file FILE",
      "next: operator range import --rows FILE --kind fe",
      "next: operator plan set --company 2 --module fe --allowance N",
    ]);
    for (const words of [
      /^company 1 .* activated$/m,
      /^company 2 .* not ready +it lacks fe plan$/m,
      /^company 3 .* not ready +it lacks fe range$/m,
      /^company 4 .* not ready +it lacks certificate, fe range$/m,
    ])
      expect(ran.out).toMatch(words);
    expect(bench.query("SELECT state FROM companies ORDER BY id").map(({ state }) => state)).toEqual([
      "active",
      "draft",
      "draft",
      "draft",
    ]);
    const events = bench.query("SELECT company_id FROM events WHERE action = 'company.activate'");
    expect(events).toEqual([{ company_id: 1 }]);
    expect(await bench.run("company activate", { all: true })).toMatchObject({
      out: expect.stringContaining("3 drafts: 3 not ready"),
    });
  });

  it("asks no plan of a company in habilitacion", async () => {
    await addCompanies(1, {
      environment: "habilitacion",
      "fe-test-set": "66666666-6666-6666-6666-666666666666",
      "fe-plan": "",
    });
    await bench.run("certificate import", { folder: writeCertificates(1) });
    await bench.run("range add", { rows: writeRanges(1) });
    expect(await bench.run("company activate", { all: true })).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 draft: 1 activated"),
    });
  });
});

describe("token issue --all", () => {
  const flags = () => ({ all: true, name: "ERP", output: join(bench.root, "tokens.csv") }) as const;

  it("makes a client and a token for each company, into a file that only its owner reads, and shows none", async () => {
    await addCompanies(3);
    const rehearsed = await bench.run("token issue", { ...flags(), "dry-run": true });
    expect(rehearsed.out).toContain("3 companies: 3 issued");
    const ran = await bench.run("token issue", flags());
    expect([ran.code, ran.err, ran.out.split("\n")[0]]).toEqual([0, "", "3 companies: 3 issued"]);
    expect(ran.out).not.toMatch(/fed_produccion_/);
    expect(statSync(flags().output).mode & 0o777).toBe(0o600);
    const file = readFileSync(flags().output, "utf8");
    // A shell that reads it line by line would have the CR as a part of the token.
    expect([file.includes("\r"), file.endsWith("\n")]).toEqual([false, true]);
    const [head, ...records] = readCsv(file);
    expect(head?.cells).toEqual(["nit", "company", "client", "token_id", "token"]);
    const kept = records.map(({ cells }) => cells.slice(0, 4));
    expect(kept).toEqual(
      bench
        .query(
          "SELECT nit, companies.id AS company, client_id, tokens.id FROM tokens JOIN api_clients ON api_clients.id = client_id JOIN companies ON companies.id = company_id ORDER BY company",
        )
        .map((row) => Object.values(row).map(String)),
    );
    for (const { cells } of records) expect(cells[4]).toMatch(new RegExp(`^fed_produccion_${cells[3]}_`));
    expect(bench.query("SELECT DISTINCT name, scopes FROM api_clients")).toEqual([
      { name: "ERP", scopes: '["fe.read","fe.write"]' },
    ]);
  });

  it("leaves a company alone whose client has a token, adds to the file, and says whose text is not in it", async () => {
    await addCompanies(2);
    await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read" });
    await bench.run("token issue", { client: 1 });
    const first = await bench.run("token issue", flags());
    expect(first.out).toMatch(/^company 1 .* unchanged .* is not in .*: `operator token rotate --client 1`$/m);
    const file = readFileSync(flags().output, "utf8");
    await addCompanies(3);
    const again = await bench.run("token issue", flags());
    expect(again.out.split("\n")[0]).toBe("3 companies: 2 unchanged, 1 issued");
    const after = readFileSync(flags().output, "utf8");
    expect([after.startsWith(file), readCsv(after).length]).toEqual([true, 3]);
    const before = bench.dump();
    await bench.run("token issue", flags());
    expect([bench.dump(), readFileSync(flags().output, "utf8")]).toEqual([before, after]);
  });

  it("leaves a company with a token of another client alone, unless a file names it", async () => {
    await addCompanies(2);
    await bench.run("client add", { company: 1, name: "Tienda", scopes: "fe.read" });
    await bench.run("token issue", { client: 1 });
    const all = await bench.run("token issue", flags());
    expect(all.out.split("\n")[0]).toBe("2 companies: 1 unchanged, 1 issued");
    expect(all.out).toMatch(/^company 1 .* unchanged +its client 1 has a token; --rows/m);
    const { all: _, ...rest } = flags();
    // Whatever else the file says is about something else.
    const named = { ...rest, rows: writeFile("companies.csv", `nit,name\n${nitOf(0)},Empresa\n900999999,Otra`) };
    const some = await bench.run("token issue", named);
    expect([some.code, some.out.split("\n")[0]]).toEqual([3, "2 companies: 1 issued, 1 refused"]);
    expect(bench.query("SELECT company_id, name FROM api_clients ORDER BY id")).toEqual([
      { company_id: 1, name: "Tienda" },
      { company_id: 2, name: "ERP" },
      { company_id: 1, name: "ERP" },
    ]);
  });

  it("keeps no line of a token that the database refused", async () => {
    await addCompanies(2);
    bench.query(
      "CREATE TRIGGER no BEFORE INSERT ON api_clients WHEN NEW.company_id = 2 BEGIN SELECT raise(ABORT, 'x constraint failed'); END",
    );
    const ran = await bench.run("token issue", flags());
    expect([ran.code, ran.out.split("\n")[0]]).toEqual([3, "2 companies: 1 issued, 1 refused"]);
    expect(readCsv(readFileSync(flags().output, "utf8")).map(({ cells }) => cells[1])).toEqual(["company", "1"]);
  });

  it("adds to no file that is another one", async () => {
    await addCompanies(1);
    const output = writeFile("other.csv", "a,b\n1,2\n");
    expect(await bench.run("token issue", { ...flags(), output })).toMatchObject({
      code: 1,
      err: expect.stringContaining("is no file of tokens"),
    });
    expect(readFileSync(output, "utf8")).toBe("a,b\n1,2\n");
  });
});

describe("till, branch, payment-method and cost-center add --rows", () => {
  it("add those of many companies, and of one many, and a second time nothing", async () => {
    await addCompanies(2);
    const tills = Array.from({ length: 60 }, (_, place) => {
      return { nit: nitOf(place % 2), plate: `CAJA-${place}`, place: "Salón" };
    });
    const steps = [
      ["till add", writeFile("tills.csv", writeCsv([...tills, tills[0] ?? {}])), "61 tills: 60 added, 1 unchanged"],
      [
        "branch add",
        writeFile("branches.csv", `nit,code,name,address,municipality\n${nitOf(1)},C,Centro,Calle 2,11001`),
        "1 branch: 1 added",
      ],
      [
        "payment-method add",
        writeFile(
          "methods.csv",
          `nit,form,label,means,default\n${listCompanies(2)
            .flatMap(({ nit }) => [`${nit},contado,Efectivo,10,true`, `${nit},contado,Datáfono,48,false`])
            .join("\n")}\n${nitOf(0)},contado,Efectivo,10,true`,
        ),
        "5 payment methods: 4 added, 1 unchanged",
      ],
      [
        "cost-center add",
        writeFile("centers.csv", `nit,code,name\n${nitOf(0)},ADM,Administración\n${nitOf(1)},ADM,Gerencia`),
        "2 cost centers: 2 added",
      ],
      [
        "plan set",
        writeFile(
          "plans.csv",
          `nit,module,allowance,year\n${nitOf(0)},fe,500,2031\n${nitOf(0)},fe,500,2032\n${nitOf(1)},dse,50,2031`,
        ),
        "3 plans: 3 added",
      ],
    ] as const;
    for (const [name, rows, said] of steps) {
      const first = await bench.run(name, { rows });
      expect([name, first.code, first.out.split("\n")[0]]).toEqual([name, 0, said]);
      const before = bench.dump();
      const again = await bench.run(name, { rows });
      expect([again.code, again.out.split("\n")[0]?.replace(/^\d+ [\w ]+: \d+ /, ""), bench.dump()]).toEqual([
        0,
        "unchanged",
        before,
      ]);
    }
    expect(["tills", "branches", "payment_methods", "cost_centers"].map(counted)).toEqual([60, 1, 4, 2]);
    expect(bench.query("SELECT label FROM payment_methods WHERE is_default")).toEqual([
      { label: "Efectivo" },
      { label: "Efectivo" },
    ]);
    expect(await bench.run("ledger verify")).toMatchObject({ code: 0 });
  });
});

/** Every line of an answer's tables that is about a company. */
const rowsOf = (out: string) => out.split("\n").filter((line) => /^(?:line|company) \d/.test(line));

describe("plan set --rows", () => {
  const planFile = (rows: readonly Row[]) => writeFile("plans.csv", writeCsv(rows));
  const allowances = () => bench.query("SELECT allowance FROM plans WHERE year = 2027").map((one) => one.allowance);

  it("says row by row what a plan that is there becomes, in the rehearsal too, apart from what it adds", async () => {
    await addCompanies(15);
    const plan = (place: number, allowance: number) => {
      return { nit: nitOf(place), module: "fe", year: "2027", allowance: String(allowance) };
    };
    await bench.run("plan set", { rows: planFile(Array.from({ length: 13 }, (_, place) => plan(place, 300))) });
    const rows = planFile(Array.from({ length: 15 }, (_, place) => plan(place, place === 0 ? 300 : 1)));
    const before = bench.dump();
    const rehearsed = await bench.run("plan set", { rows, "dry-run": true });
    expect([rehearsed.code, bench.dump()]).toEqual([0, before]);
    expect(rehearsed.out).toContain("15 plans: 1 unchanged, 12 changed, 2 added");
    expect(rowsOf(rehearsed.out)).toHaveLength(12);
    expect(rehearsed.out).toMatch(/^line 3 +2 .* changed +company 2, fe 2027: 300 → 1, 0 used$/m);
    const ran = await bench.run("plan set", { rows });
    expect(ran.out.split("\n")[0]).toBe("15 plans: 1 unchanged, 12 changed, 2 added");
    expect(ran.out).toMatch(/^line 14 +13 .* changed +company 13, fe 2027: 300 → 1, 0 used$/m);
    expect(ran.out).toMatch(/^line 15 +14 .* added +company 14, fe 2027: 0 of 1 used$/m);
    expect(allowances()).toEqual([300, ...Array.from({ length: 14 }, () => 1)]);
    const [event] = bench.query("SELECT detail FROM events WHERE company_id = 2 ORDER BY sequence DESC LIMIT 1");
    expect(JSON.parse(String(event?.detail))).toMatchObject({ allowance: 1, before: 300 });
  });

  it("a second row of a plan finds the first one's allowance there", async () => {
    await addCompanies(1);
    const row = { nit: nitOf(0), module: "fe", year: "2027" };
    const ran = await bench.run("plan set", {
      rows: planFile([
        { ...row, allowance: "5" },
        { ...row, allowance: "9" },
      ]),
    });
    expect(ran.out.split("\n")[0]).toBe("2 plans: 1 added, 1 changed");
    expect(allowances()).toEqual([9]);
  });

  it("its help says that a row changes the plan that is there", async () => {
    const { out } = await bench.run("plan set", { help: true });
    expect(out.replace(/\s+/g, " ")).toContain("a plan that is there gets the allowance of its row");
    expect(out).not.toContain("already stays");
  });
});

describe("the answer about many", () => {
  it("folds what is unchanged to its count, and ends with what is left, after a line that counts it by kind", async () => {
    await addCompanies(3);
    await bench.run("range add", { rows: writeRanges(1) });
    const rows = [
      { nit: "811000000", ...RANGE_FLAGS },
      ...Array.from({ length: 3 }, (_, place) => ({ nit: nitOf(place), ...RANGE_FLAGS })),
      { nit: nitOf(2), ...RANGE_FLAGS, "valid-to": "" },
    ];
    const path = writeFile("ranges.csv", writeCsv(rows));
    const ran = await bench.run("range add", { rows: path });
    const [summary, , ...others] = ran.out.split("\n");
    expect([ran.code, summary]).toEqual([3, "5 ranges: 2 refused, 1 unchanged, 2 added"]);
    expect(others).toEqual([
      expect.stringMatching(/^line 4 .* added/),
      expect.stringMatching(/^line 5 .* added/),
      "to look at: 2 refused",
      expect.stringMatching(/^from /),
      expect.stringMatching(/^line 2 .* refused/),
      expect.stringMatching(/^line 6 .* refused/),
    ]);
    expect(JSON.parse((await bench.run("range add", { rows: path, json: true })).out)).toHaveLength(5);
    const whole = await bench.run("range add", { rows: writeRanges(2), verbose: true });
    expect(rowsOf(whole.out)).toHaveLength(2);
  });

  it("says one of a thing as one", async () => {
    await addCompanies(1);
    const ran = await bench.run("range add", { rows: writeRanges(1) });
    expect(ran.out.split("\n")[0]).toBe("1 range: 1 added");
  });
});

describe("company edit --rows", () => {
  it("brings the software that was left out, and changes what differs; a second time nothing", async () => {
    const { "fe-pin": _pin, ...withoutPin } = COMPANY;
    const listed = listCompanies(2).map(({ nit, name }) => ({ ...withoutPin, nit, name }));
    await bench.run("company import", {}, writeFile("companies.csv", writeCsv(listed)));
    expect(counted("software")).toBe(0);
    const rows = listed.map(({ nit }, place) => {
      return {
        nit,
        "fe-software-id": COMPANY["fe-software-id"],
        "fe-pin": `7531${place}`,
        email: `${place}@example.com`,
      };
    });
    const path = writeFile("changes.csv", writeCsv(rows));
    const first = await bench.run("company edit", { rows: path });
    expect([first.code, first.err, first.out.split("\n")[0]]).toEqual([0, "", "2 companies: 2 changed"]);
    expect(first.out).not.toContain("75310");
    const keys = await importVaultKeys(readSecretFile(join(bench.root, ".dev.vars")).VAULT_KEY ?? "");
    const [row] = bench.query("SELECT * FROM software WHERE company_id = 2");
    expect(await open(keys, pinContext(2, String(row?.software_id)), String(row?.sealed_pin))).toBe("75311");
    const before = bench.dump();
    const again = await bench.run("company edit", { rows: path });
    expect([again.out.split("\n")[0], bench.dump()]).toEqual(["2 companies: 2 unchanged", before]);
  });
});

describe("over --remote", () => {
  beforeEach(() => {
    for (const name of ["TOKEN_PEPPER", "VAULT_KEY"]) {
      writeSecret(`${bench.root}/.dev.vars.remote`, name, readSecretFile(`${bench.root}/.dev.vars`)[name] ?? "");
    }
  });

  /** Calls of wrangler about the database, and the longest parameter of one. */
  async function countCalls(name: string, flags: Readonly<Record<string, string | true>>, operand?: string) {
    const before = bench.deployed.calls.length;
    const ran = await bench.run(name, { ...flags, remote: true }, operand);
    const calls = bench.deployed.calls.slice(before).filter(([noun]) => noun === "d1");
    const longest = Math.max(...calls.flat().map((word) => Buffer.byteLength(word)));
    return { ran, calls: calls.length, longest };
  }

  it("sets up forty-five companies with some calls for each forty, none longer than a program takes", async () => {
    const many = 45;
    const companies = writeFile("companies.csv", writeCsv(listCompanies(many)));
    const folder = writeCertificates(many);
    const rows = writeRanges(many);
    const output = join(bench.root, "tokens.csv");
    const steps = [
      { name: "company import", flags: {}, operand: companies, most: 10, again: "0 of 45 companies added" },
      { name: "certificate import", flags: { folder }, most: 13, again: "45 certificates: 45 unchanged" },
      { name: "range add", flags: { rows }, most: 18, again: "45 ranges: 45 unchanged" },
      { name: "token issue", flags: { all: true, name: "ERP", output }, most: 12, again: "45 companies: 45 unchanged" },
      { name: "company activate", flags: { all: true }, most: 12, again: "0 drafts: none" },
    ] as const;
    for (const { name, flags, most, again, ...given } of steps) {
      const operand = "operand" in given ? given.operand : undefined;
      const { ran, calls, longest } = await countCalls(name, flags, operand);
      expect([name, ran.code]).toEqual([name, 0]);
      expect([name, calls <= most, calls]).toEqual([name, true, calls]);
      expect(longest).toBeLessThan(128 * 1024);
      const before = bench.dump();
      const repeated = await countCalls(name, flags, operand);
      expect([name, repeated.ran.code, repeated.ran.out]).toEqual([name, 0, expect.stringContaining(again)]);
      expect(bench.dump()).toBe(before);
    }
    expect(bench.query("SELECT count(*) AS rows FROM companies WHERE state = 'active'")).toEqual([{ rows: many }]);
    expect(bench.query("SELECT count(*) AS rows FROM events")).toEqual([{ rows: 5 * many }]);
    expect(await bench.run("ledger verify")).toMatchObject({ code: 0 });
  });

  it("one row that the database refuses stops no other of its transaction", async () => {
    await addCompanies(5);
    bench.query(
      "CREATE TRIGGER no BEFORE INSERT ON ranges WHEN NEW.company_id = 3 BEGIN SELECT raise(ABORT, 'x constraint failed'); END",
    );
    const { ran } = await countCalls("range add", { rows: writeRanges(5) });
    expect([ran.code, ran.out.split("\n")[0], counted("ranges")]).toEqual([3, "5 ranges: 4 added, 1 refused", 4]);
    expect(ran.out).toMatch(/^line 4 .* refused +the database refused: .*x constraint failed/m);
  });

  it("a call whose end is not known says so of each of its rows, and the same line goes on", async () => {
    await addCompanies(3);
    bench.deployed.failOnce(/insert into "ranges"/, "after");
    const rows = writeRanges(3);
    const { ran } = await countCalls("range add", { rows });
    expect([ran.code, ran.out.match(/the database did not answer clearly/g)?.length]).toEqual([3, 3]);
    const again = await countCalls("range add", { rows });
    expect([again.ran.code, again.ran.out.split("\n")[0]]).toEqual([0, "3 ranges: 3 unchanged"]);
  });
});
