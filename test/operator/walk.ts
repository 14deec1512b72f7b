// Types the answers of `company setup` over a pair of streams, as a person at a terminal would.
import { once } from "node:events";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { runLine } from "../../operator/program.ts";
import { NOW, type Workbench } from "./workbench.ts";

/** What is typed when a question comes whose text has this beginning; several are typed one after the other. */
export type Script = Readonly<Record<string, string | readonly string[]>>;

export const KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";
/** Everything that has no suggestion on a stand. */
export const NEEDED: Script = {
  NIT: "900373115-3",
  "registered name": "Compañía Ágil S.A.S.",
  "street address": "Calle 1 # 2-3",
  "e-mail": "facturas@example.com",
  "PIN of the FE": "75315",
  "technical key": KEY,
};

/** Drives the walk over a pair of streams: a question is answered by the script, else with an empty line. */
export async function walk(bench: Workbench, script: Script, flags: readonly string[] = [], nowMs = Date.parse(NOW)) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = new Map(Object.entries(script).map(([about, lines]) => [about, [lines].flat()]));
  let screen = "";
  let answered = 0;
  output.on("data", (chunk: Buffer) => {
    screen += stripVTControlCharacters(chunk.toString("utf8"));
    // A question is the last line of the screen, and waits behind a colon and a space.
    if (!screen.endsWith(": ") || screen.length === answered) return;
    answered = screen.length;
    const question = screen.slice(screen.lastIndexOf("\n") + 1);
    const [, lines = []] = [...left].find(([about]) => question.startsWith(about)) ?? [];
    const line = lines.shift() ?? "";
    setImmediate(() => (line === "END" ? input.end() : input.write(`${line}\n`)));
  });
  const out: string[] = [];
  const err: string[] = [];
  const code = await runLine(ALL_COMMANDS, ["company", "setup", ...flags], {
    root: bench.root,
    environment: bench.environment,
    isInteractive: true,
    keyboard: { input, output },
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    nowMs: () => nowMs,
    wrangler: bench.deployed.wrangler,
    operators: bench.operators,
    configuration: join(bench.root, "wrangler.toml"),
  });
  if (!input.destroyed) {
    input.destroy();
    await once(input, "close");
  }
  return { code, out: out.join("\n"), err: err.join("\n"), screen };
}
