// Tests how often lines with --remote call wrangler, each call of which is a program of its own.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
    expect(said).toContain("1 findings");
  });
});

describe("a line that writes", () => {
  const PLAN = { company: 1, module: "fe", allowance: 500 };
  it.each([
    ["plan set", PLAN, 4],
    ["client add", { company: 1, name: "ERP", scopes: "fe.read" }, 4],
    ["company edit", { company: 1, name: "Otra S.A.S." }, 4],
    ["range edit", { range: 1, active: "false" }, 5],
    ["series edit", { company: 1, type: "91", next: 58 }, 5],
  ])("%s writes with its last call, and makes few before it", async (name, flags, calls) => {
    expect(await countCalls(name, flags)).toMatchObject({ code: 0, calls });
    expect(bench.deployed.calls.at(-1)?.join(" ")).toContain('insert into "events"');
  });

  it("is chained anew when somebody else wrote between the two calls", async () => {
    bench.deployed.beforeOnce(/insert into "events"/, () =>
      bench.query(
        `INSERT INTO events SELECT company_id, sequence + 1, at, 'luis', action, reason, document_id, detail, hash, 'other'
         FROM events WHERE company_id = 1 ORDER BY sequence DESC LIMIT 1`,
      ),
    );
    expect(await countCalls("plan set", PLAN)).toMatchObject({ code: 0, calls: 6 });
    const events = await bench.json<{ actor: string; action: string }[]>("event list", { company: 1 });
    expect(events.slice(-2).map(({ actor }) => actor)).toEqual(["luis", "ana@example.com"]);
  });
});
