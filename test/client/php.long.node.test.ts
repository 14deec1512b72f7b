// Runs the PHP client's own tests, against a stand as well, with the tables that the other clients are tested by, and its README.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeForClients, visitSharedStand } from "../support/shared-stand.ts";
import { BODY_TABLE } from "./body-table.ts";
import { openCauses } from "./cause-table.ts";
import { KEYS, TABLES } from "./retry-table.ts";

const CLIENT = join(import.meta.dirname, "../../client-php");
const run = promisify(execFile);
/** PHP's own JSON has no half characters: these rows have them in the table alone. */
const HALF = /\p{Surrogate}/u;
const ESCPOS_858 = Buffer.from([0x1b, 0x40, 0x1b, 0x74, 19]);
const STRICT = ["-d", "display_errors=stderr", "-d", "error_reporting=-1"];

function hasPhp(): boolean {
  const { status, stdout } = spawnSync("php", ["-r", "echo extension_loaded('curl') ? 'curl' : '';"]);
  if (status === 0 && stdout.toString() === "curl") return true;
  if (process.env.CI === "true") throw new Error("CI needs php with curl");
  console.warn("skipped: php with curl is not installed");
  return false;
}

/** Another sale, whose note the authority does not decide while its client has patience. */
function leavePending(program: string): string {
  const given = "['factura_id' => $outcome->id]";
  return program
    .replace("venta-2026-000125", "venta-2026-000125-b")
    .replace(given, "['factura_id' => $outcome->id, 'motivo' => '#perdido'], patienceS: 15");
}

/** Another sale, of nothing and at a rate that is no number. */
function spoil(program: string): string {
  return program
    .replace("venta-2026-000125", "venta-2026-000125-c")
    .replace("'cant' => 2", "'cant' => 0")
    .replace("'iva' => 8", "'iva' => 'ocho'");
}

describe.skipIf(!hasPhp())("the PHP client", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "factura-edge-php-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function describeStand() {
    return { ...process.env, ...describeForClients(await visitSharedStand()) };
  }

  it("refuses and judges as the tables say, and behaves so against a stand", async () => {
    const keys = KEYS.filter(({ key }) => !HALF.test(key));
    const bodies = BODY_TABLE.filter(({ php }) => php !== undefined);
    const { causes, languages, afters, close } = await openCauses();
    const tables = {
      ...TABLES,
      keys,
      bodies,
      causes,
      languages,
      afters,
    };
    const rows = join(folder, "rows.json");
    writeFileSync(rows, JSON.stringify(tables));
    const env = { ...(await describeStand()), ROWS: rows };
    const { stdout, stderr } = await run("php", [...STRICT, join(CLIENT, "tests/run.php")], { env }).finally(close);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^\d{3} checks, 0 problems\n$/);
  });

  /** The programs of the README as one, with a change. */
  async function runReadme(change: (program: string) => string) {
    const readme = readFileSync(join(CLIENT, "README.md"), "utf8");
    const blocks = [...readme.matchAll(/```php\n([\s\S]*?)```/g)].map(([, text]) => text ?? "");
    const file = join(folder, "sale.php");
    writeFileSync(file, `<?php\n${change(blocks.join("\n").replace("/path/to/factura-edge/client-php", CLIENT))}`);
    const { stdout, stderr } = await run("php", [...STRICT, file], { cwd: folder, env: await describeStand() });
    expect(stderr).toBe("");
    return stdout;
  }

  it.each([
    { what: "annuls", note: (program: string) => program, says: "annulled, 0\\.00 left" },
    { what: "is left with a pending note", note: leavePending, says: "the note \\d+ is \\w+" },
  ])(
    "sells, prints, $what, lists and follows as its README says",
    async ({ note, says }) => {
      const stdout = await runReadme(note);
      expect(stdout).toMatch(
        new RegExp(
          `^83786\\.00 \\[\\[.*\\],\\[.*\\]\\]\\nFEA\\d+ 83786\\.00 [0-9a-f]{96}\\n${says}\\n[A-Z]+\\d+ \\d+\\.\\d\\d\\n`,
        ),
      );
      expect(stdout).toMatch(/\n[A-Z]+\d+ 11900\.00 [0-9a-f]{96}\nstill the same\nannulled accepted\n/);
      expect(stdout).toMatch(/\nchg_\S+ documento\.aceptado \d+ aceptado\n/);
      // ESC @, and the code page that was asked for.
      for (const name of ["tirilla.escpos", "tiquete.escpos"]) {
        expect(readFileSync(join(folder, name)).subarray(0, 5), name).toEqual(ESCPOS_858);
      }
    },
    300_000,
  );

  it("says each problem of a refusal with its field and rule as its README says", async () => {
    expect(await runReadme(spoil)).toMatch(/^invalid_payload\n(?:items\.0\.\w+: .+ \S+\n){2}/);
  });
});
