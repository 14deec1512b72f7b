// Starts a Worker of a wrangler configuration on a local port, and stops it.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { ROOT } from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import { findFreePort, probePort } from "./port.ts";

const HOST = "127.0.0.1";
const READY_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 8_000;
const POLL_MS = 150;
const LAST_LINES_MS = 1_000;
const HAS_GROUPS = process.platform !== "win32";
const LEASH = pathToFileURL(join(ROOT, "stand/leash.mjs")).href;
const WRANGLER = join(ROOT, "node_modules/wrangler/wrangler-dist/cli.js");
/** No questions, no colours, no calls to the platform's own servers: a stand works without a network. */
const QUIET = {
  CI: "1",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};
/** Lines of a Worker's output kept for the case that it does not start. */
const LINES_KEPT = 40;

export interface LocalWorker {
  readonly origin: string;
  /** Ends when the Worker has stopped, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** What a Worker is started with. */
export interface LocalWorkerOptions {
  readonly name: string;
  readonly config: string;
  /** Configurations of further Workers that it reaches by its service bindings; they have no address of their own. */
  readonly boundConfigs?: readonly string[];
  readonly port: number;
  /** The variable that chooses the port; none where the port was found free. */
  readonly portVariable?: string;
  readonly persistFolder: string;
  /** `NAME=value` lines that win over the variables of the configuration. */
  readonly secretFile?: string;
  /** Receives what the Worker logs. */
  readonly log?: (line: string) => void;
}

/** A port that a program wants, and the variable that names another. */
interface WantedPort {
  readonly port: number;
  readonly variable: string;
  readonly what: string;
}

/**
 * Makes sure that no program listens on any of the ports.
 * @throws OperatorError with the command that starts the same program on ports that are free.
 */
export async function requirePorts(wanted: readonly WantedPort[], environment = process.env): Promise<void> {
  const problems: string[] = [];
  const settings: string[] = [];
  for (const { port, variable, what } of wanted) {
    const error = await probePort(port);
    if (error !== undefined) {
      const why = error.code === "EADDRINUSE" ? "is taken" : `cannot be used (${error.code})`;
      problems.push(`port ${port}, for ${what}, ${why}`);
      settings.push(`${variable}=${await findFreePort()}`);
    } else if (environment[variable] !== undefined) settings.push(`${variable}=${port}`);
  }
  if (problems.length === 0) return;
  const script = environment.npm_lifecycle_event ?? "start";
  const command = `npm ${script === "start" ? "" : "run "}${script}`;
  const hint = `stop what listens there, or choose another: ${settings.join(" ")} ${command}`;
  throw new OperatorError(problems.join("; "), hint);
}

/** In the words of the runtime, or of Node. */
const PORT_TAKEN = /Address already in use|EADDRINUSE/;

/**
 * Starts a Worker and waits until it answers; one that says nothing for long is given up, and started once more.
 * @param isAgain whether this is that second time.
 * @throws OperatorError when it does not start; where another program took its port meanwhile, with the sentence that says what to do.
 */
export async function startWorker(options: LocalWorkerOptions, isAgain = false): Promise<LocalWorker> {
  const { name, port, portVariable, log } = options;
  const child = spawnWrangler(options);
  const output: string[] = [];
  const keep = (chunk: Buffer) => {
    for (const line of chunk
      .toString("utf8")
      .split("\n")
      .filter((text) => text.trim() !== "")) {
      output.push(line);
      if (output.length > LINES_KEPT) output.shift();
      log?.(line);
    }
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const ended = waitForEnd(child);
  const origin = `http://${HOST}:${port}`;
  // Its own word first: what answers at that address may be another program.
  const ready = new Promise<void>((resolve) => child.once("message", () => resolve()));
  const late = delay(READY_TIMEOUT_MS, "late" as const, { ref: false });
  const found = await Promise.race([ready.then(() => waitUntilUp(origin)), ended.then(() => false), late]);
  if (found !== true) {
    await stop(child, ended);
    if (found === "late" && !isAgain) return startWorker(options, true);
    const isTaken = output.some((line) => PORT_TAKEN.test(line));
    if (isTaken && portVariable !== undefined) await requirePorts([{ port, variable: portVariable, what: name }]);
    throw new OperatorError(`${name} did not start:\n${output.join("\n")}`, "see the lines above");
  }
  return { origin, ended, stop: () => stop(child, ended) };
}

function spawnWrangler({
  config,
  boundConfigs = [],
  port,
  persistFolder,
  secretFile,
}: LocalWorkerOptions): ChildProcess {
  const values = secretFile === undefined ? [] : ["--env-file", secretFile];
  const configs = [config, ...boundConfigs].flatMap((path) => ["--config", path]);
  const place = [...configs, "--ip", HOST, "--port", String(port), "--inspector-port", "0"];
  const parameters = [
    "dev",
    ...place,
    "--persist-to",
    persistFolder,
    ...values,
    "--show-interactive-dev-session=false",
  ];
  const leash = HAS_GROUPS ? ["--import", LEASH] : [];
  return spawn(process.execPath, ["--no-warnings", ...leash, WRANGLER, ...parameters], {
    cwd: ROOT,
    // Over the last one wrangler says that it serves.
    stdio: ["pipe", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...QUIET },
    // A process group of its own, with which the children that it leaves behind can be ended.
    detached: HAS_GROUPS,
  });
}

async function waitUntilUp(origin: string): Promise<boolean> {
  const endMs = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < endMs) {
    try {
      await fetch(origin, { signal: AbortSignal.timeout(5_000) });
      return true;
    } catch (cause) {
      if (!(cause instanceof TypeError || cause instanceof DOMException)) throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/** Once a program has ended, nothing of it runs, and its last lines are read. */
async function waitForEnd(child: ChildProcess): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve) => child.once("exit", () => resolve()));
  endGroup(child);
  await Promise.race([closed, delay(LAST_LINES_MS, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** Ends what a program that has ended left running: it would keep the port, and this process waiting for its output. */
function endGroup({ pid }: ChildProcess): void {
  if (!HAS_GROUPS || pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (cause) {
    // It left nothing.
    if (!(cause instanceof Error && "code" in cause && cause.code === "ESRCH")) throw cause;
  }
}
