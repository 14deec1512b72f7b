// Says in one line what is missing before anything else is loaded: on a fresh clone any Node from 20 on reads this, and no TypeScript.
import { existsSync } from "node:fs";

if (!existsSync(new URL("../node_modules/.package-lock.json", import.meta.url))) {
  console.error("The packages of the project are not installed: run `npm ci` first.");
  process.exit(1);
}
