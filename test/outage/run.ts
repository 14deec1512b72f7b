// Runs `npm run deep -- outage [--short] [--sendings]`: eight companies, and an hour in which the authority answers nothing, or no
// sending. Fails when more is reported, uncertain or late than the limits of `outage.ts` allow.
import { parseArgs } from "node:util";
import { LONG, playOutage, SHORT } from "./outage.ts";

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, sendings: { type: "boolean", default: false } },
});
const print = (line: string) => console.log(line);

const startMs = performance.now();
const problems = await playOutage({ ...(values.short ? SHORT : LONG), isOfSendings: values.sendings }, print);
for (const problem of problems) print(`PROBLEM: ${problem}`);
print(`${problems.length} problems, ${Math.round((performance.now() - startMs) / 1_000)} s`);
process.exitCode = problems.length === 0 ? 0 : 1;
