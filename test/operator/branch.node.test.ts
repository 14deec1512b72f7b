// Branches of a company as an operator keeps them: what is checked, what is written, and what the numbering makes of it.
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

const BRANCH = {
  company: 1,
  code: "CEN",
  name: "Almacén Andino - Sede Centro",
  address: "Calle 10 # 43-20, local 3",
  municipality: "05001",
};

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

async function readBranches() {
  const { db, close } = openSqlite(bench.databaseFile);
  const company = await loadCompany(db, 1);
  await close();
  return company?.branches;
}

const lastEvent = () => bench.query("SELECT action, detail FROM events ORDER BY sequence DESC LIMIT 1")[0];

it("a branch is added, with its place by the catalogue, and is part of its company", async () => {
  const added = await bench.run("branch add", {
    ...BRANCH,
    "postal-code": "050021",
    phone: "604 000 0000",
    matricula: "21000555",
  });
  expect(added).toMatchObject({ code: 0 });
  expect(await readBranches()).toEqual([
    {
      ...{ code: "CEN", name: BRANCH.name, prefix: null, phone: "604 000 0000", registration: "21000555" },
      address: {
        ...{ line: BRANCH.address, municipalityCode: "05001", municipalityName: "Medellín", departmentCode: "05" },
        ...{ departmentName: "Antioquia", postalCode: "050021", countryCode: "CO", countryName: "Colombia" },
      },
    },
  ]);
  expect(lastEvent()).toMatchObject({ action: "branch.add", detail: expect.stringContaining("CEN") });
  expect((await bench.run("company show", { company: 1 })).out).toContain("Calle 10 # 43-20, local 3, Medellín");
});

it.each<[string, object, string]>([
  ["a municipality that there is not", { municipality: "99999" }, "not a municipality"],
  ["a municipality by a name that several have", { municipality: "Barbosa" }, "05079 Barbosa, Antioquia"],
  ["a code with a blank", { code: "EL CENTRO" }, "not a code"],
  ["a code of 21 characters", { code: "x".repeat(21) }, "not a code"],
  ["a blank name", { name: " " }, "blank"],
  ["a street of 301 characters", { address: "x".repeat(301) }, "more than 300"],
  ["a postal code of five digits", { "postal-code": "05002" }, "not a postal code"],
  ["a number of the register of five digits", { matricula: "12345" }, "commercial register"],
  ["a phone with letters", { phone: "ext. 3" }, "not a phone"],
  ["a prefix that no range has", { prefix: "NOR" }, "no range of company 1 has the prefix NOR"],
  ["a prefix in small letters", { prefix: "nor" }, "not a prefix"],
])("%s is refused, and nothing is written", async (_, changes, text) => {
  const refused = await bench.run("branch add", { ...BRANCH, ...changes });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain(text);
  expect(await readBranches()).toEqual([]);
});

it("a code is added once for each company", async () => {
  await bench.run("branch add", BRANCH);
  const again = await bench.run("branch add", { ...BRANCH, name: "Otra" });
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("has the branch CEN")]);
  expect(await bench.run("branch add", { ...BRANCH, code: "NOR" })).toMatchObject({ code: 0 });
});

it("a branch is edited, and the record says what it was", async () => {
  await bench.run("branch add", { ...BRANCH, "postal-code": "050021", phone: "6040000000" });
  const moved = await bench.run("branch edit", {
    company: 1,
    code: "CEN",
    address: "Carrera 7 # 1-2",
    municipality: "11001",
  });
  expect(moved).toMatchObject({ code: 0 });
  const [branch] = (await readBranches()) ?? [];
  expect(branch).toMatchObject({
    ...{ name: BRANCH.name, phone: "6040000000" },
    address: { line: "Carrera 7 # 1-2", municipalityCode: "11001", departmentCode: "11", postalCode: null },
  });
  const { action, detail } = lastEvent() ?? {};
  expect(action).toBe("branch.edit");
  expect(JSON.parse(String(detail))).toMatchObject({ code: "CEN", before: { address: { municipalityCode: "05001" } } });
  expect(await bench.run("branch edit", { company: 1, code: "CEN" })).toMatchObject({ code: 1 });
  expect(await bench.run("branch edit", { company: 1, code: "XXX", name: "x" })).toMatchObject({ code: 1 });
});

it("a prefix is one of the company's ranges, and is said to leave other documents without any", async () => {
  await bench.run("range add", { ...RANGE, prefix: "NOR" });
  const only = await bench.run("branch add", { ...BRANCH, prefix: "NOR" });
  expect([only.code, only.out]).toEqual([
    0,
    expect.stringMatching(/numbers with NOR; documents without a branch have no range/),
  ]);
  await bench.run("branch edit", { company: 1, code: "CEN", prefix: "none" });
  expect((await readBranches())?.[0]?.prefix).toBeNull();
});

it("branches are listed by company and code, in CSV too", async () => {
  await bench.run("branch add", { ...BRANCH, code: "NOR", name: "=Norte" });
  await bench.run("branch add", BRANCH);
  const listed = await bench.run("branch list", { company: 1 });
  expect(listed.out.indexOf("CEN")).toBeLessThan(listed.out.indexOf("NOR"));
  const csv = await bench.run("branch list", { csv: true });
  expect(csv.out.split("\r\n")[0]).toBe(
    "company,code,name,address,municipality,town,postal_code,prefix,phone,matricula",
  );
  expect(csv.out).toContain("'=Norte");
});
