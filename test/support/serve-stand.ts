// Runs one stand until its standard input ends, and says in one line what a client needs to know of it.
import { startTestStand } from "./stand.ts";

const stand = await startTestStand();
process.stdout.write(`${JSON.stringify(stand.demo)}\n`);
process.stdin.resume();
// Also when the run of the tests was killed.
process.stdin.once("end", () => void stand.stop());
