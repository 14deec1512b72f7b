// Runs `npm start`'s program, plays the demonstration beside it, and kills a part of it: what is left says so, and nothing of
// it goes on running.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startWorker } from "../../stand/child.ts";
import { findFreePort } from "../../stand/port.ts";
import { prepareTestStand } from "../support/stand.ts";

const ROOT = join(import.meta.dirname, "../..");
const RENDERER = join(ROOT, "renderer/wrangler.toml");
/** Longer than a crowded machine needs to start it. */
const STARTED_WITHIN = { timeout: 300_000, interval: 100 };
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

/** The runtimes that a program has started. */
function findRuntimes(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && readParameters(name)[0]?.endsWith("workerd") === true)
    .filter((name) => readStatus(name).includes(`PPid:\t${parent}\n`))
    .map(Number);
}

function readStatus(pid: string): string {
  return existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
}

/** A stand, once it is up. */
async function startProgram() {
  const { folder, port, authorityPort } = await prepareTestStand();
  const program = spawn(process.execPath, ["--no-warnings", "stand/start.ts"], {
    cwd: ROOT,
    env: { ...process.env, STAND_FOLDER: folder, PORT: String(port), AUTHORITY_PORT: String(authorityPort) },
  });
  let said = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => program.once("exit", resolve));
  await vi.waitFor(() => expect(said).toMatch(/The reference of the API/), STARTED_WITHIN);
  const [service] = findProcesses(String(port));
  if (service === undefined || program.pid === undefined) throw new Error(`nothing serves at ${port}`);
  return {
    ...{
      pid: program.pid,
      folder,
      service,
      ended,
      said: () => said,
      ask: () => fetch(`http://127.0.0.1:${port}/healthz`, SOON()),
    },
    /** Nothing of it runs, and no port of it answers. */
    expectGone: async () => {
      const left = () => findProcesses(folder).concat(findProcesses(join(folder, ".wrangler/state/authority")));
      await vi.waitFor(() => expect(left()).toEqual([]), { timeout: CLOSED_WITHIN_MS, interval: 100 });
      for (const closed of [port, authorityPort])
        await expect(fetch(`http://127.0.0.1:${closed}/`, SOON())).rejects.toThrow(/fetch failed/);
    },
    drop: () => {
      program.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const SOON = () => ({ signal: AbortSignal.timeout(CLOSED_WITHIN_MS) });

describe.runIf(process.platform === "linux")("a stand", () => {
  it("does not hinder the demonstration, which leaves it alone, and leaves nothing running when it is killed itself", {
    timeout: 900_000,
  }, async () => {
    const stand = await startProgram();
    try {
      const env = { ...process.env, STAND_FOLDER: stand.folder };
      const demo = spawn(process.execPath, ["--no-warnings", "stand/demo.ts"], { cwd: ROOT, env });
      let told = "";
      for (const stream of [demo.stdout, demo.stderr]) stream.on("data", (chunk: Buffer) => (told += chunk.toString()));
      expect(await new Promise((resolve) => demo.once("exit", resolve)), told).toBe(0);
      expect(told).toMatch(/^A stand is up on .+: the demonstration plays on one of its own, on port \d+\.$/m);
      expect((await stand.ask()).status).toBe(200);
      expect(stand.said()).not.toMatch(/Stopping/);
      const [ticket = ""] = /^curl -s -X POST '\S+\/dee\/documentos'(?:.*\\\n)+.*/m.exec(stand.said()) ?? [];
      const sold = spawnSync("sh", ["-c", ticket], { encoding: "utf8" });
      expect(JSON.parse(sold.stdout).documento, sold.stdout).toMatchObject({ estado_authority: "aceptado" });
      process.kill(stand.pid, "SIGKILL");
      await stand.expectGone();
    } finally {
      stand.drop();
    }
  });

  it("fails when the service ends by itself, and stops the pretend authority", async () => {
    const stand = await startProgram();
    try {
      // At once: it can stop no child of its own.
      process.kill(stand.service, "SIGKILL");
      expect(await stand.ended, stand.said()).toBe(1);
      expect(stand.said()).toMatch(/a program of the stand ended by itself\n.+service\.log/);
      await stand.expectGone();
    } finally {
      stand.drop();
    }
  });
});

describe("a Worker of the stand", () => {
  it.runIf(process.platform === "linux")(
    "ends when its runtime is killed, which would let requests wait for ever",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "factura-edge-runtime-"));
      const port = await findFreePort();
      const worker = await startWorker({ name: "the renderer", config: RENDERER, port, persistFolder: folder });
      onTestFinished(async () => {
        await worker.stop();
        rmSync(folder, { recursive: true, force: true });
      });
      const [program] = findProcesses(String(port));
      const [runtime] = findRuntimes(program ?? 0);
      if (runtime === undefined) throw new Error("the Worker has no runtime");
      process.kill(runtime, "SIGKILL");
      await worker.ended;
      await expect(fetch(worker.origin, SOON())).rejects.toThrow(/fetch failed/);
    },
  );

  it("whose port another program took while it started says so, and does not take its answers for its own", async () => {
    const port = await findFreePort();
    const other = createServer((_, answer) => answer.end("another stand")).listen(port, "127.0.0.1");
    await once(other, "listening");
    const folder = mkdtempSync(join(tmpdir(), "factura-edge-port-"));
    onTestFinished(() => {
      other.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const worker = startWorker({
      name: "the service",
      config: RENDERER,
      port,
      portVariable: "PORT",
      persistFolder: folder,
    });
    await expect(worker).rejects.toMatchObject({
      message: `port ${port}, for the service, is taken`,
      hint: expect.stringMatching(/^stop what listens there, or choose another: PORT=\d+ npm /),
    });
  });
});
