// Runs the Python client's own tests, against a stand as well, with the retry table that the TypeScript client is tested by.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PYTHON_TYPES_FILE, printPythonTypes } from "../../client-python/generate.ts";
import { startTestStand } from "../support/stand.ts";
import { RETRY_TABLE } from "./retry-table.ts";

const CLIENT = join(import.meta.dirname, "../../client-python");
const run = promisify(execFile);

/** Under CI a missing Python is a failure, elsewhere the tests say that they skip. */
function hasPython(): boolean {
  if (spawnSync("python3", ["--version"]).status === 0) return true;
  if (process.env.CI === "true") throw new Error("python3 is not installed; CI needs it");
  console.warn("skipped: python3 is not installed");
  return false;
}

it("the Python client has the types that the document gives today (else: npm run client)", () => {
  expect(readFileSync(PYTHON_TYPES_FILE, "utf8")).toBe(printPythonTypes());
});

describe.skipIf(!hasPython())("the Python client", () => {
  let folder: string;
  let stand: Awaited<ReturnType<typeof startTestStand>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "factura-edge-python-"));
    stand = await startTestStand();
  });
  afterAll(async () => {
    await stand?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("judges as the table says, and behaves so against a stand", async () => {
    const rows = join(folder, "rows.json");
    writeFileSync(rows, JSON.stringify(RETRY_TABLE));
    const [company] = stand.demo.companies;
    const { stderr } = await run("python3", ["-W", "error", "-m", "unittest", "discover", "-s", "tests"], {
      cwd: CLIENT,
      env: {
        ...process.env,
        PYTHONPATH: CLIENT,
        PYTHONDONTWRITEBYTECODE: "1",
        ROWS: rows,
        BASE_URL: stand.demo.base_url,
        COMPANY_ID: String(company?.id),
        TOKEN: company?.tokens.all ?? "",
      },
    });
    expect(stderr).toMatch(/Ran \d+ tests/);
    expect(stderr.trim()).toMatch(/\nOK$/);
  }, 300_000);
});
