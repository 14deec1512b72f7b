// Prints closings with the example program, out of the answers that the reference shows.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const ANSWERS = JSON.parse(readFileSync(join(ROOT, "docs/openapi/answer-v2.json"), "utf8"));
const FOLDER = mkdtempSync(join(tmpdir(), "closing-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

function print(name: string, columns: number): readonly string[] {
  const path = join(FOLDER, "cierre.json");
  writeFileSync(path, JSON.stringify(ANSWERS[name].body));
  const command = ["examples/typescript/closing.ts", path, String(columns)];
  const { status, stdout, stderr } = spawnSync("node", command, { cwd: ROOT, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return stdout.trimEnd().split("\n");
}

it("says on paper of 80 mm what was sold, its taxes and what the drawer must hold", () => {
  expect(print("fe-resumen", 48)).toEqual([
    "CIERRE 2026-03-02",
    "Facturas (1)                           11.692,10",
    "NETO COP                               11.692,10",
    "-".repeat(48),
    "IVA 19.00 %                             1.428,99",
    "INC Bolsas                                210,00",
    "IBUA                                    1.950,00",
    "Efectivo                               11.692,10",
    "SETP1 a SETP1                                  1",
  ]);
});

it("says under cash what was rounded of it", () => {
  expect(print("fe-resumen-redondeo", 48).slice(-4, -1)).toEqual([
    "Efectivo                               50.027,00",
    "  ajuste por moneda                       -27,00",
    "Tarjeta Débito                         69.000,00",
  ]);
});

it.each(["fe-resumen-caja", "fe-resumen-vacio", "dse-resumen"])("prints %s within 32 columns", (name) => {
  const lines = print(name, 32);
  expect(lines.filter((line) => line.length > 32)).toEqual([]);
  expect(lines.some((line) => line.startsWith("NETO COP"))).toBe(true);
});
