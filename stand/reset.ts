// Runs `npm run reset`: empties the state of the stand; secrets in .dev.vars stay.
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { describeDeployment, findStandFolder } from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import { refuseSecondStand } from "./stand.ts";

const { persistFolder, demoFile } = describeDeployment(findStandFolder(process.env), false);
try {
  refuseSecondStand(persistFolder);
  for (const folder of [persistFolder, dirname(demoFile)]) rmSync(folder, { recursive: true, force: true });
  process.stdout.write("The stand's state is empty. `npm start` builds it anew.\n");
} catch (cause) {
  if (!(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
  process.exitCode = 1;
}
