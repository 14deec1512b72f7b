// Asks every acknowledged key once more over HTTP and compares: the same document, the same number, the same verdict.
import type { Entry } from "./client-log.ts";
import { post, read, type Target, tokenOf } from "./request.ts";

const WIDTH = 16;
const TERMINAL: readonly string[] = ["aceptado", "rechazado"];

/** @returns what contradicts; empty when every acknowledged key still gets the same answer. */
export async function auditHttp(target: Target, entries: readonly Entry[]): Promise<string[]> {
  const waiting = [...entries];
  const problems: string[] = [];
  const worker = async () => {
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
      for (const problem of await checkEntry(target, entry)) {
        problems.push(`${entry.operation.kind}:${entry.operation.companyId}:${entry.operation.key}: ${problem}`);
      }
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return problems;
}

async function checkEntry(target: Target, entry: Entry): Promise<string[]> {
  const { operation, id, number, state, taken = "payload" } = entry;
  if (id === undefined) return ["was never acknowledged"];
  const { kind, companyId } = operation;
  const problems: string[] = [];
  const expect = (what: string, found: unknown, expected: unknown) => {
    if (found !== expected) problems.push(`${what}: ${String(found)} instead of ${String(expected)}`);
  };
  const replay = await post(target, operation, taken);
  const isRejected = replay.state === "rechazado";
  const isOpen = replay.state !== undefined && !TERMINAL.includes(replay.state);
  expect("status of the replay", replay.status, isRejected ? 422 : isOpen ? 202 : 200);
  expect("id of the replay", replay.id, id);
  if (number !== undefined && replay.number !== undefined) expect("number of the replay", replay.number, number);
  if (state !== undefined && TERMINAL.includes(state)) expect("state of the replay", replay.state, state);
  const other = await post(target, operation, taken === "payload" ? "altered" : "payload");
  expect("status of another payload", other.status, 409);
  const found = await read(target, kind, companyId, id);
  expect("status of the read", found.status, 200);
  expect("id of the read", found.id, id);
  expect("state of the read", found.state, replay.state);
  if (entry.fiscalId !== undefined) expect("fiscal id of the read", found.fiscalId, entry.fiscalId);
  const stranger = target.companies.find((one) => one.id !== companyId);
  if (stranger !== undefined) {
    const token = tokenOf(target, stranger.id, "all");
    expect("status for a stranger", (await read(target, kind, companyId, id, token)).status, 403);
  }
  return problems;
}
