// The production bundle into its gzip size, against its budget: fails when the bundle outgrows it.
import { BUDGET_KB, measureBundle } from "./bundle-size.ts";

const sizeKb = measureBundle() / 1024;
process.stdout.write(`bundle: ${sizeKb.toFixed(1)} KB gzip of ${BUDGET_KB} KB\n`);
if (!(sizeKb > 0 && sizeKb <= BUDGET_KB)) process.exitCode = 1;
