// Runs `npm run local-data`: prepares tables, secrets and demo companies for `npx wrangler dev`, and starts nothing.
import { describeDeployment } from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import { prepareLocalData, readStandOptions } from "./stand.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const options = readStandOptions(process.env);
  const demo = await prepareLocalData({ ...options, print });
  print(
    `Ready: ${demo.companies.length} companies; tokens are in ${describeDeployment(options.folder, false).demoFile}`,
  );
  print("Now run `npx wrangler dev`, and `npm run simulator` in another terminal: the pretend authority.");
} catch (cause) {
  if (!(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
  process.exitCode = 1;
}
