// Fails when the gzip size of the production bundle is over its budget.
import { BUDGET_KB, measureBundle } from "./bundle-size.ts";

const sizeKb = measureBundle() / 1024;
process.stdout.write(`bundle: ${sizeKb.toFixed(1)} KB gzip of ${BUDGET_KB} KB\n`);
if (!(sizeKb > 0 && sizeKb <= BUDGET_KB)) process.exitCode = 1;
