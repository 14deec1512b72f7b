// Starts a whole stand (service, pretend authority, demo companies) in a temporary folder, for tests that are clients like any
// other.
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "../../stand/port.ts";
import { prepareLocalData, type Stand, type StandOptions, startStand } from "../../stand/stand.ts";

const LOOK_MS = 200;
/** Longer than a crowded machine needs to prepare one. */
const PREPARED_WITHIN_MS = 300_000;

/** Where a run of the tests keeps the state that each of its stands begins with. @param runPid vitest's own process. */
export function preparedFolder(runPid: number): string {
  return join(tmpdir(), `factura-edge-prepared-${runPid}`);
}

/** A folder with tables, secrets and demo companies, and free ports. */
export async function prepareTestStand(): Promise<StandOptions> {
  const options = {
    folder: mkdtempSync(join(tmpdir(), "factura-edge-stand-")),
    port: await findFreePort(),
    authorityPort: await findFreePort(),
    pollScale: "0.05",
    print: () => undefined,
  };
  await copyPrepared(options);
  return options;
}

/** A stand of its own, whose reconciliation runs twenty times faster; `stop` removes all of it. */
export async function startTestStand(): Promise<Pick<Stand, "demo" | "stop">> {
  const options = await prepareTestStand();
  const stand = await startStand(options);
  const stop = async () => {
    await stand.stop();
    rmSync(options.folder, { recursive: true, force: true });
  };
  return { demo: stand.demo, stop };
}

/** Copies tables, secrets and demo companies; the first stand of a run prepares them, the others wait for it. */
async function copyPrepared(options: StandOptions): Promise<void> {
  const prepared = preparedFolder(process.ppid);
  const [working, ready] = [join(prepared, "working"), join(prepared, "ready")];
  mkdirSync(prepared, { recursive: true });
  const end = Date.now() + PREPARED_WITHIN_MS;
  while (!existsSync(ready)) {
    if (isFirst(working)) {
      try {
        await prepareLocalData({ ...options, folder: working });
        renameSync(working, ready);
      } catch (cause) {
        rmSync(working, { recursive: true, force: true });
        throw cause;
      }
    } else if (Date.now() > end) throw new Error(`no stand was prepared in ${prepared}`);
    else await setTimeout(LOOK_MS);
  }
  cpSync(ready, options.folder, { recursive: true });
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
    throw cause;
  }
}
