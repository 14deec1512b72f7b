// Runs `npm run bench:cost`: counts every kind of request and writes docs/cost.md. `--print` writes nothing.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../stack.ts";
import { measureCosts } from "./measure.ts";
import { printPage } from "./page.ts";

const { values } = parseArgs({ options: { print: { type: "boolean", default: false } } });
const page = printPage(await measureCosts(false));
if (values.print) process.stdout.write(page);
else writeFileSync(join(ROOT, "docs/cost.md"), page);
