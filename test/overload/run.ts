// Runs `npm run deep -- overload [--short]`: fails when too little is served during the overload, or anything is refused after it.
import { parseArgs } from "node:util";
import { LONG, overload, SHORT } from "./overload.ts";

const { values } = parseArgs({ options: { short: { type: "boolean", default: false } } });

const problems = await overload(values.short ? SHORT : LONG, (line) => console.log(line));
for (const problem of problems) console.log(`PROBLEM: ${problem}`);
console.log(`${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
