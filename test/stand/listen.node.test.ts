// Runs `npm run listen` as a program and posts to it with the service's own sender: what it prints, takes and refuses.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sendMessage } from "../../src/delivery/send.ts";
import { createSecret, importSecret } from "../../src/delivery/signature.ts";

const PROGRAM = join(import.meta.dirname, "../../stand/listen.ts");
const SECRET = createSecret();
const CHANGE = {
  type: "documento.aceptado",
  timestamp: "2026-09-21T14:13:20.000Z",
  data: {
    id: "chg_1_2",
    documento: { id: 7, modulo: "fe", prefijo: "SETP", consecutivo: 12, estado_authority: "aceptado" },
  },
};
const PRINTED = "2026-09-21T14:13:20.000Z  documento.aceptado  fe  SETP12  aceptado  document 7  chg_1_2";

let folder: string;
let listener: Started;

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function start(parameters: readonly string[], input = ""): Started {
  const child = spawn("node", [PROGRAM, ...parameters]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(input);
  return { child, output: () => output, ended: new Promise((resolve) => child.on("exit", resolve)) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "listen-"));
  writeFileSync(join(folder, "secret"), `${SECRET}\n`, { mode: 0o600 });
  listener = start(["--port", "0", "--secret-file", join(folder, "secret")]);
  await vi.waitUntil(() => listener.output().includes("Listening on "), { timeout: 15_000 });
});
afterAll(async () => {
  listener?.child.kill("SIGTERM");
  await listener?.ended;
  rmSync(folder, { recursive: true, force: true });
});

const addressOf = ({ output }: Started) => /Listening on (\S+)\. /.exec(output())?.[1] ?? "";

async function post(secret: string, message: object, id = "chg_1_2") {
  const target = { url: addressOf(listener), keys: [await importSecret(secret)], isLocalAllowed: true };
  return sendMessage(target, { id, body: JSON.stringify(message) }, Date.now(), fetch);
}

describe("npm run listen", () => {
  it("gives the operator's line that points at it", () => {
    expect(listener.output()).toContain("npm run operator -- webhook add --company 1 --url http://127.0.0.1:");
  });

  it("prints a change once with its document, and says when it comes again", async () => {
    expect(await post(SECRET, CHANGE)).toEqual({ type: "taken", status: 204 });
    await expect.poll(listener.output).toContain(`${PRINTED}\n`);
    expect(await post(SECRET, CHANGE)).toEqual({ type: "taken", status: 204 });
    await expect.poll(listener.output).toContain(`${PRINTED}  (again)\n`);
  });

  it("prints a test message, which has no document", async () => {
    const message = { type: "webhook.prueba", timestamp: "2026-09-21T14:13:20.000Z", data: {} };
    expect(await post(SECRET, message, "test_1")).toEqual({ type: "taken", status: 204 });
    await expect.poll(listener.output).toContain("2026-09-21T14:13:20.000Z  webhook.prueba  test_1\n");
  });

  it("refuses what another secret signed, and what is not signed", async () => {
    expect(await post(createSecret(), CHANGE)).toEqual({ type: "refused", status: 401 });
    await expect.poll(listener.output).toContain("refused: no signature is right\n");
    const answer = await fetch(addressOf(listener), { method: "POST", body: "{}" });
    expect(answer.status).toBe(401);
    await expect.poll(listener.output).toContain("refused: a header of the signature is missing\n");
  });

  it("takes POST alone, and no long body", async () => {
    expect((await fetch(addressOf(listener))).status).toBe(405);
    expect((await fetch(addressOf(listener), { method: "POST", body: "x".repeat(70_000) })).status).toBe(413);
  });

  it("takes the secret from standard input, and never repeats what it was given instead", async () => {
    const piped = start(["--port", "0"], `${SECRET}\n`);
    await expect.poll(piped.output, { timeout: 15_000 }).toContain("Listening on ");
    piped.child.kill("SIGTERM");
    expect(await piped.ended).toBe(0);
    for (const [parameters, input] of [
      [[SECRET], ""],
      [["--secret", SECRET], ""],
      [["--port", "0"], "hunter2-and-more"],
    ] as const) {
      const refused = start(parameters, input);
      expect(await refused.ended).toBe(1);
      expect(refused.output()).not.toMatch(/whsec_[A-Za-z0-9+/]{16}|hunter2/);
    }
  });
});
