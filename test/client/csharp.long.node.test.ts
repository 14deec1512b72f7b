// Compiles the C# client with Mono and runs its own tests, against a stand as well, with the tables of the other clients, and its README.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeForClients, visitSharedStand } from "../support/shared-stand.ts";
import { BODY_TABLE } from "./body-table.ts";
import { openCauses } from "./cause-table.ts";
import { TABLES } from "./retry-table.ts";

const CLIENT = join(import.meta.dirname, "../../client-csharp");
const ESCPOS_858 = Buffer.from([0x1b, 0x40, 0x1b, 0x74, 19]);
const run = promisify(execFile);

function hasMono(): boolean {
  if (["mcs", "mono"].every((name) => spawnSync(name, ["--version"]).status === 0)) return true;
  if (process.env.CI === "true") throw new Error("CI needs mono-mcs and mono-runtime");
  console.warn("skipped: mono-mcs or mono-runtime is not installed");
  return false;
}

/** The expressions of the table of bodies, as a class. */
function printRows(): string {
  const rows = BODY_TABLE.flatMap(({ what, csharp, written }) => {
    if (csharp === undefined) return [];
    return `check(${JSON.stringify(what)}, () => (object)(${csharp}), ${written === undefined ? "null" : JSON.stringify(written)});`;
  });
  return `using System; using System.Collections.Generic;
public class Line { public string desc { get; set; } public decimal cant { get; set; } }
public class Computed { public decimal cant { get; set; } public decimal twice => 2 * cant; }
public static class Rows {
  public static void Each(Action<string, Func<object>, string> check) { ${rows.join("\n")} }
  static object ContainItself() { var one = new Dictionary<string, object>(); one["self"] = one; return one; }
}`;
}

/** Another sale, whose note the authority does not decide while its client has patience. */
function leavePending(program: string): string {
  const given = "new { factura_id = outcome.Id }";
  return program
    .replace("venta-2026-000126", "venta-2026-000126-b")
    .replace(
      given,
      'new { factura_id = outcome.Id, motivo = "#perdido" }, new CreateOptions { Patience = TimeSpan.FromSeconds(15) }',
    );
}

/** Another sale, of nothing and at a rate that is no number. */
function spoil(program: string): string {
  return program
    .replace("venta-2026-000126", "venta-2026-000126-c")
    .replace("cant = 2", "cant = 0")
    .replace("iva = 8 }", 'iva = "ocho" }');
}

describe.skipIf(!hasMono())("the C# client", () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "factura-edge-csharp-"));
    const sources = readdirSync(join(CLIENT, "src")).map((name) => join(CLIENT, "src", name));
    const target = ["-target:library", `-out:${join(folder, "client.dll")}`];
    await run("mcs", ["-langversion:7", "-warnaserror", ...target, "-r:System.Net.Http", ...sources]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function runProgram(name: string, sources: readonly string[], environment: Readonly<Record<string, string>>) {
    const program = join(folder, `${name}.exe`);
    const references = [`-r:${join(folder, "client.dll")}`, "-r:System.Net.Http"];
    await run("mcs", ["-langversion:7", "-warnaserror", `-out:${program}`, ...references, ...sources]);
    const stand = describeForClients(await visitSharedStand());
    return run("mono", [program], { cwd: folder, env: { ...process.env, ...stand, ...environment } });
  }

  it("refuses and judges as the tables say, and behaves so against a stand", async () => {
    const rows = join(folder, "rows.json");
    const { causes, languages, afters, close } = await openCauses();
    const tables = {
      ...TABLES,
      causes,
      languages,
      afters,
    };
    writeFileSync(rows, JSON.stringify(tables));
    writeFileSync(join(folder, "Rows.cs"), printRows());
    const sources = [join(CLIENT, "tests/Run.cs"), join(folder, "Rows.cs")];
    const { stdout, stderr } = await runProgram("tests", sources, { ROWS: rows }).finally(close);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^\d{3} checks, 0 problems\n$/);
  });

  /** A program of the README, the sale or the ticket, with a change, as its command runs it. */
  async function runReadme(change: (program: string) => string, program = 0) {
    const readme = readFileSync(join(CLIENT, "README.md"), "utf8");
    const programs = [...readme.matchAll(/```csharp\n([\s\S]*?)```/g)].map(([, text]) => text ?? "");
    const [, command = ""] = /```sh\n(mcs [^\n]*)\n```/.exec(readme) ?? [];
    writeFileSync(join(folder, "Sale.cs"), change(programs[program] ?? ""));
    const env = { ...process.env, ...describeForClients(await visitSharedStand()) };
    const shell = command.replace("/path/to/factura-edge/client-csharp", CLIENT);
    const { stdout, stderr } = await run("sh", ["-c", shell], { cwd: folder, env });
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
      expect(stdout).toMatch(/^83786\.00\n/);
      expect(stdout).toMatch(
        new RegExp(`\\nFEA\\d+ 83786\\.00 [0-9a-f]{96}\\n${says}\\n(?:[A-Z]+\\d+ \\d+\\.\\d\\d\\n)+`),
      );
      expect(stdout).toMatch(/\nchg_\S+ documento\.aceptado \d+ aceptado\n/);
      // ESC @, and the code page that was asked for.
      expect(readFileSync(join(folder, "tirilla.escpos")).subarray(0, 5)).toEqual(ESCPOS_858);
    },
    300_000,
  );

  it("sells with a ticket, prints it, and annuls it, as its README says", async () => {
    expect(await runReadme((program) => program, 1)).toMatch(
      /^[A-Z]+\d+ 11900\.00 [0-9a-f]{96}\nstill the same\nannulled Accepted: \{"ok":true,.*\}\n$/,
    );
    expect(readFileSync(join(folder, "tiquete.escpos")).subarray(0, 5)).toEqual(ESCPOS_858);
  });

  it("says each problem of a refusal with its field and rule as its README says", async () => {
    expect(await runReadme(spoil)).toMatch(/^invalid_payload\n(?:items\.0\.\w+: .+ \S+\n){2}/);
  });
});
