// Runs `npm run deep -- chaos [--seeds N] [--seed FIRST] [--only NAME]`: the authority misbehaves in every way, and a summary
// counts the outcomes.
import { parseArgs } from "node:util";
import { BEHAVIOURS, playProgramme } from "./programme.ts";
import { TRIAL_KINDS } from "./trial.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "9" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const startMs = performance.now();
const { trials, problems } = await playProgramme({
  seeds: Number(values.seeds),
  firstSeed: Number(values.seed),
  only: values.only,
});
const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
for (const problem of problems.slice(0, 50)) console.error(problem);
console.log(
  `${BEHAVIOURS.length} behaviours x their phases x ${TRIAL_KINDS.length} kinds x ${values.seeds} seeds: ${trials} trials in ${seconds} s, ${problems.length} not as the table says`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
