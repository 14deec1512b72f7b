// Keeps what the files of a run share: one stand for those that are only its clients, started when the first of them asks.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";
import { preparedFolder } from "./stand.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers any request with what a client of the shared stand needs to know. */
    readonly sharedStandDoor: string;
  }
}

interface Started {
  readonly child: ChildProcess;
  /** One line of JSON. */
  readonly demo: Promise<string>;
}

/** @returns what ends it all. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Started | undefined;
  const door = createServer((_, response) => {
    // Files that wait for a program hear late that an idle connection was closed.
    response.setHeader("connection", "close");
    started ??= startStand();
    started.demo.then(
      (demo) => response.end(demo),
      (cause: unknown) => response.writeHead(500).end(String(cause)),
    );
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  project.provide("sharedStandDoor", `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.close();
    door.closeAllConnections();
    if (started !== undefined) await stopStand(started.child);
    rmSync(preparedFolder(process.pid), { recursive: true, force: true });
  };
}

function startStand(): Started {
  const child = spawn(process.execPath, ["--no-warnings", join(import.meta.dirname, "serve-stand.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const first = once(createInterface(child.stdout), "line").then(([line]) => String(line));
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the stand ended with ${code}`)));
  return { child, demo: Promise.race([first, ended]) };
}

async function stopStand(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.stdin?.end();
  await ended;
}
