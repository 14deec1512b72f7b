// Runs `npm start`'s program: it says that one of its two programs ended by itself, and leaves nothing running.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { prepareTestStand } from "../support/stand.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Longer than a crowded machine needs to start it. */
const STARTED_WITHIN = { timeout: 90_000, interval: 100 };
/** A port on which nothing listens refuses at once. */
const CLOSED_WITHIN_MS = 5_000;

/** The processes that were started with a text among their parameters, as Linux lists them. */
function findProcesses(parameter: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && readParameters(name).includes(parameter))
    .map(Number);
}

function readParameters(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch (cause) {
    // It ended meanwhile.
    if (cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ESRCH")) return [];
    throw cause;
  }
}

it.runIf(process.platform === "linux")(
  "fails when the service ends by itself, and stops the pretend authority",
  async () => {
    const { folder, port, authorityPort } = await prepareTestStand();
    const stand = spawn(process.execPath, ["--no-warnings", "stand/start.ts"], {
      cwd: ROOT,
      env: { ...process.env, STAND_FOLDER: folder, PORT: String(port), AUTHORITY_PORT: String(authorityPort) },
    });
    try {
      let said = "";
      for (const stream of [stand.stdout, stand.stderr])
        stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
      const ended = new Promise<number | null>((resolve) => stand.once("exit", resolve));
      await vi.waitFor(() => expect(said).toMatch(/The reference of the API/), STARTED_WITHIN);
      const [service] = findProcesses(String(port));
      if (service === undefined) throw new Error(`nothing serves at ${port}`);
      // At once: it can stop no child of its own.
      process.kill(service, "SIGKILL");
      expect(await ended, said).toBe(1);
      expect(said).toMatch(/a program of the stand ended by itself\n.+service\.log/);
      for (const closed of [port, authorityPort])
        await expect(
          fetch(`http://127.0.0.1:${closed}/`, { signal: AbortSignal.timeout(CLOSED_WITHIN_MS) }),
        ).rejects.toThrow(/fetch failed/);
      expect(findProcesses(folder).concat(findProcesses(join(folder, ".wrangler/state/authority")))).toEqual([]);
    } finally {
      stand.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
