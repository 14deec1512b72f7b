// Runs the warnings of the guide, in both languages, on states of a company, and compares the guide with the programs.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Client, CompanyState } from "../../client/src/client-v2.ts";
import { listWarnings, watch } from "../../examples/typescript/warn.ts";

const ROOT = join(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/reference/v2/05-antes-de-que-se-acabe.md"), "utf8");

function makeState(quedan: readonly number[], codigo?: "range_ending" | "plan_ending", dias = 100): CompanyState {
  const range = {
    ...({ tipo: "fe", prefijo: "SETP", resolucion: "18760000001", desde: 1, hasta: 9_999 } as const),
    ...{ siguiente: 1, vigente_hasta: "2030-01-19", dias },
  };
  const rangos = quedan.map((left) => ({ ...range, quedan: left }));
  return {
    ok: true,
    empresa: { id: 1, nit: "900373115", dv: "3", nombre: "EMPRESA", ambiente: "produccion", estado: "activa" },
    modulos: { fe: { contratado: true, plan: null, rangos, series: [] } },
    certificado: null,
    autoridad: { estado: "normal", desde: null },
    avisos: codigo === undefined ? [] : [{ codigo, mensaje: `Aviso ${codigo}.`, desde: "2026-03-02" }],
  };
}

const { modulos: _modulos, ...rest } = makeState([]);
const CASES: readonly (readonly [what: string, state: CompanyState, shown: readonly string[]])[] = [
  ["enough numbers", makeState([600, 400]), []],
  ["few numbers", makeState([600, 399]), ["Quedan 999 números de factura."]],
  ["a range that is over", makeState([5_000], undefined, -1), ["Quedan 0 números de factura."]],
  ["what the service says of a range, once", makeState([10], "range_ending"), ["Aviso range_ending."]],
  [
    "another warning beside few numbers",
    makeState([10], "plan_ending"),
    ["Aviso plan_ending.", "Quedan 10 números de factura."],
  ],
  ["a token that does not read invoices", { ...rest, modulos: {} }, []],
];

describe("the warnings of the guide", () => {
  it.each(CASES)("in TypeScript: %s", (_what, state, shown) => {
    expect(listWarnings(state, 1_000)).toEqual(shown);
  });

  it("in Python are the same", () => {
    const program =
      "import json,sys;sys.path.insert(0,'examples/python');from warn import list_warnings;print(json.dumps([list_warnings(one,1000) for one in json.load(sys.stdin)]))";
    const input = JSON.stringify(CASES.map(([, state]) => state));
    const { stdout, stderr } = spawnSync("python3", ["-B", "-W", "error", "-c", program], {
      cwd: ROOT,
      input,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(CASES.map(([, , shown]) => shown));
  });

  it("are shown again only when something has changed", async () => {
    const asked: (string | undefined)[] = [];
    const read = async (known?: string) => {
      asked.push(known);
      if (asked.length > 1) throw new Error("the second hour");
      return { etag: '"one"', body: makeState([5]) };
    };
    const shown: string[][] = [];
    const client = { company: { read } } as unknown as Client;
    const hour = globalThis.setTimeout;
    globalThis.setTimeout = ((work: () => void) => hour(work, 0)) as typeof setTimeout;
    try {
      await expect(watch(client, (warnings) => shown.push(warnings))).rejects.toThrow("the second hour");
    } finally {
      globalThis.setTimeout = hour;
    }
    expect([asked, shown]).toEqual([[undefined, '"one"'], [["Quedan 5 números de factura."]]]);
  });

  it("are the programs that the guide shows", () => {
    const typescript = readFileSync(join(ROOT, "examples/typescript/warn.ts"), "utf8");
    const shown = typescript.replace("../../client/src/client-v2.ts", "factura-edge-client/v2");
    expect(GUIDE).toContain(`\`\`\`ts\n${shown}\`\`\``);
    expect(GUIDE).toContain(`\`\`\`python\n${readFileSync(join(ROOT, "examples/python/warn.py"), "utf8")}\`\`\``);
  });
});
