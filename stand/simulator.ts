// Runs `npm run simulator`: the pretend authority alone, for a service that is started by other means.

import { describeDeployment } from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import { listDemoCompanies } from "./demo-company.ts";
import { readStandOptions, startAuthority } from "./stand.ts";
import { registerTaxpayers } from "./taxpayer.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { folder, authorityPort } = readStandOptions(process.env);
  const { persistFolder } = describeDeployment(folder, false);
  const authority = await startAuthority(authorityPort, persistFolder);
  try {
    await registerTaxpayers(authority.origin, listDemoCompanies());
  } catch (cause) {
    await authority.stop();
    throw cause;
  }
  print(`The pretend authority: ${authority.origin} (GET /ledger). Ctrl-C stops it.`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void authority.stop());
  await authority.ended;
} catch (cause) {
  if (!(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
  process.exitCode = 1;
}
