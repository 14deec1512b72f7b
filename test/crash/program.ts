// Controls a host as a program that tests start, ask, kill without warning and start again on the same state.
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { HostMessage, HostQuestion, HostSettings } from "./host.ts";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
/** Hundreds of alarms may be overdue at once, on a machine that others use too. */
const ANSWER_TIMEOUT_MS = 180_000;

/** What a running program takes from the machine. */
export interface Footprint {
  /** Resident memory of workerd, kB. */
  readonly residentKb: number;
  /** Open files and sockets of workerd. */
  readonly handles: number;
  /** Processor time that workerd has taken since its start, all threads, milliseconds. */
  readonly processorMs: number;
}

/** A Worker in workerd, in a process group of its own. */
export class Program {
  readonly origin: string;
  readonly #settings: HostSettings;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #nextId = 1;
  readonly #waiting = new Map<number, (message: HostMessage) => void>();

  constructor(settings: HostSettings) {
    this.#settings = settings;
    this.origin = `http://127.0.0.1:${settings.port}`;
  }

  /** Starts on the state that there is, and waits until it listens. @throws Error when it ends instead. */
  async start(): Promise<void> {
    const child = fork(join(import.meta.dirname, "host.ts"), {
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, HOST_SETTINGS: JSON.stringify(this.#settings), WRANGLER_SEND_METRICS: "false" },
    });
    this.#child = child;
    let complaint = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString("utf8")).slice(-4_000);
    });
    this.#ended = new Promise((resolve) => child.once("exit", () => resolve()));
    const ready = new Promise<void>((resolve) => {
      child.on("message", (message: HostMessage) => {
        if (message.type === "ready") resolve();
        else this.#waiting.get(message.id)?.(message);
      });
    });
    const failed = this.#ended.then(() => Promise.reject(new Error(`the program ended at its start: ${complaint}`)));
    // Once it is up, its end is no failure of its start.
    failed.catch(() => undefined);
    await within(Promise.race([ready, failed]), START_TIMEOUT_MS, "the start");
  }

  /** Kills host and workerd at once, as a power switch would. */
  async kill(): Promise<void> {
    const workerd = this.#findWorkerd();
    this.#signal("SIGKILL");
    await this.#ended;
    // The platform's process holds port and files until the kernel has taken it apart.
    while (workerd !== undefined && isAlive(workerd)) await sleep(5);
    this.#forget();
  }

  /** Lets it end by itself. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.kill("SIGTERM");
    // No reason for a programme to go on once it has ended.
    const late = sleep(STOP_TIMEOUT_MS, false, { ref: false });
    const isOver = await Promise.race([this.#ended.then(() => true), late]);
    if (!isOver) await this.kill();
    this.#forget();
  }

  /** Rows of a statement on a D1 of the Worker, through the platform's own proxy: no object is touched. */
  async query<Row>(sql: string, binding = "DB"): Promise<Row[]> {
    const id = this.#nextId++;
    const answered = new Promise<HostMessage>((resolve) => this.#waiting.set(id, resolve));
    this.#child?.send({ id, binding, sql } satisfies HostQuestion);
    try {
      const message = await within(answered, ANSWER_TIMEOUT_MS, "the answer");
      if (message.type !== "answer") throw new Error(message.type === "failure" ? message.error : "no answer");
      return message.rows as Row[];
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Memory and handles of workerd; undefined while it does not run. */
  measure(): Footprint | undefined {
    const workerd = this.#findWorkerd();
    if (workerd === undefined) return undefined;
    const status = readFileSync(`/proc/${workerd}/status`, "utf8");
    const residentKb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    // Fields 14 and 15, counted behind the name, which may hold blanks: user and system time in ticks of 10 ms.
    const fields = readFileSync(`/proc/${workerd}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const processorMs = (Number(fields[11]) + Number(fields[12])) * 10;
    return { residentKb, handles: readdirSync(`/proc/${workerd}/fd`).length, processorMs };
  }

  #findWorkerd(): number | undefined {
    const pid = this.#child?.pid;
    return pid === undefined ? undefined : listChildren(pid).find((one) => nameOf(one) === "workerd");
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "ESRCH")) throw cause;
    }
  }

  #forget(): void {
    this.#child = undefined;
    this.#waiting.clear();
  }
}

/** Whether a process still runs; one that only waits to be buried does not. */
function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/stat`;
  return existsSync(path) && !/\) [ZX] /.test(readFileSync(path, "utf8"));
}

function listChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

function nameOf(pid: number): string {
  return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
}

async function within<Result>(work: Promise<Result>, timeoutMs: number, what: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
