// Runs the Python client's own tests, against a stand as well, with the tables that the TypeScript client is tested by.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PYTHON_TYPES_FILES, printPythonTypes } from "../../client-python/generate.ts";
import type { DemoFile } from "../../stand/demo-file.ts";
import { describeForClients, visitSharedStand } from "../support/shared-stand.ts";
import { BODY_TABLE } from "./body-table.ts";
import { openCauses } from "./cause-table.ts";
import { TABLES } from "./retry-table.ts";

const CLIENT = join(import.meta.dirname, "../../client-python");
const run = promisify(execFile);

/** Under CI a missing program is a failure, elsewhere the tests say that they skip. */
function hasCommand(name: "python3" | "mypy"): boolean {
  if (spawnSync(name, ["--version"]).status === 0) return true;
  if (process.env.CI === "true") throw new Error(`${name} is not installed; CI needs it`);
  console.warn(`skipped: ${name} is not installed`);
  return false;
}

/** The examples of the README, as one program. */
function readProgram(): string {
  const readme = readFileSync(join(CLIENT, "README.md"), "utf8");
  return [...readme.matchAll(/```python\n([\s\S]*?)```/g)].map(([, text]) => text).join("\n");
}

/** Another sale, whose note the authority does not decide while its client has patience. */
function leavePending(program: string): string {
  const given = '{"factura_id": outcome.id})';
  return program
    .replace("venta-2026-000124", "venta-2026-000124-b")
    .replace(given, '{"factura_id": outcome.id, "motivo": "#perdido"}, patience_s=15)');
}

/** Another sale, of nothing and at a rate that is no number. */
function spoil(program: string): string {
  return program
    .replace("venta-2026-000124", "venta-2026-000124-c")
    .replace('"cant": 2', '"cant": 0')
    .replace('"iva": 8', '"iva": "ocho"');
}

it("the Python client has the types that both documents give today (else: npm run client)", () => {
  for (const version of ["v1", "v2"] as const) {
    expect(readFileSync(PYTHON_TYPES_FILES[version], "utf8")).toBe(printPythonTypes(version));
  }
});

describe.skipIf(!hasCommand("python3"))("the Python client", () => {
  let folder: string;
  let demo: DemoFile;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "factura-edge-python-"));
    demo = await visitSharedStand();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What a program of the client needs to know of the stand. */
  function describeStand() {
    return { ...process.env, PYTHONPATH: CLIENT, PYTHONDONTWRITEBYTECODE: "1", ...describeForClients(demo) };
  }

  async function runProgram(program: string): Promise<string> {
    const { stdout } = await run("python3", ["-W", "error", "-c", program], { cwd: folder, env: describeStand() });
    return stdout;
  }

  it("sells, prints, annuls and follows as its README says", async () => {
    const stdout = await runProgram(readProgram());
    // 43,200 and its 8 %, 27,000 and its 19 %, a bag with its 19 % and its own tax, the tip.
    expect(stdout).toMatch(/^83975\.00 \[.*\] \[\]\n\w+ \d+ 83975\.00 [0-9a-f]{96}\n/);
    expect(stdout).toMatch(/\n\S+-tirilla-80\.escpos \d+\n[0-9a-f]{96} 0\.00\n/);
    expect(stdout).toMatch(/\n\d+ 11900\.00 [0-9a-f]{96}\nNone\nannulled Accepted\n/);
    expect(stdout).toMatch(/chg_\S+ documento\.aceptado \d+ aceptado\n/);
  });

  it("is left with a pending note, and says each problem of a refusal, as its README says", async () => {
    expect(await runProgram(leavePending(readProgram()))).toMatch(/\nthe note \d+ is \w+\n/);
    expect(await runProgram(spoil(readProgram()))).toMatch(/^invalid_payload\n(?:items\.0\.\w+: .+ \S+\n){2}/);
  });

  it.skipIf(!hasCommand("mypy"))(
    "and the examples of its README are typed to the strictest of mypy",
    async () => {
      const program = join(folder, "readme.py");
      writeFileSync(program, readProgram());
      const env = { ...process.env, MYPYPATH: CLIENT };
      const checked = [join(CLIENT, "factura_edge"), program];
      const { stdout } = await run("mypy", ["--strict", "--cache-dir", join(folder, "mypy"), ...checked], { env });
      expect(stdout).toMatch(/^Success: no issues found/);
    },
    300_000,
  );

  it("refuses and judges as the tables say, and behaves so against a stand", async () => {
    const rows = join(folder, "rows.json");
    const bodies = BODY_TABLE.filter(({ python }) => python !== undefined);
    const { causes, languages, afters, close } = await openCauses();
    const tables = {
      ...TABLES,
      bodies,
      causes,
      languages,
      afters,
    };
    writeFileSync(rows, JSON.stringify(tables));
    const { stderr } = await run("python3", ["-W", "error", "-m", "unittest", "discover", "-s", "tests"], {
      cwd: CLIENT,
      env: { ...describeStand(), ROWS: rows },
    }).finally(close);
    expect(stderr).toMatch(/Ran \d+ tests/);
    expect(stderr.trim()).toMatch(/\nOK$/);
  });
});
