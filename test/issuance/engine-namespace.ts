// Builds the namespace of several objects over one database: real engines behind calls that fail as those of the platform do.

import type { Outcome } from "../../src/authority/outcome.ts";
import type { Env } from "../../src/env.ts";
import type { OrderCommand } from "../../src/issuance/contract/command.ts";
import type { LedgerRow } from "../../src/issuance/contract/ports.ts";
import { runAlarm } from "../../src/issuance/engine.ts";
import { auditJournal } from "../../src/issuance/repair/compare-journal.ts";
import { type EngineRoom, openEngineRoom } from "../support/engine-room.ts";

/** What the platform does to a call before the object sees it. */
export type Platform = (call: "wake" | "resend" | "audit", name: string) => Promise<void>;

export interface EngineNamespace {
  readonly env: Env;
  readonly companyId: number;
  readonly rooms: readonly EngineRoom[];
  /** Calls of objects, as `wake dse:1:1:1`, each noted when it was answered. */
  readonly called: string[];
}

/**
 * Documents of one company, each with an object of its own, sent and answered with `outcome`.
 * @param platform rejects, or never resolves, for a call that does not reach its object.
 */
export async function openEngineNamespace(
  count: number,
  outcome: Outcome,
  platform: Platform = async () => undefined,
): Promise<EngineNamespace> {
  const rooms: EngineRoom[] = [];
  for (let index = 1; index <= count; index += 1) rooms.push(await openRoom(index, outcome, rooms[0]));
  const [first] = rooms;
  if (first === undefined) throw new Error("a namespace without engines");
  const called: string[] = [];
  const getByName = (name: string) => {
    const room = rooms[Number(name.split(":").at(-1)) - 1];
    if (room === undefined) throw new Error(`no object ${name}`);
    const call = async <Answer>(method: Parameters<Platform>[0], work: () => Promise<Answer>) => {
      await platform(method, name);
      const answer = await work();
      called.push(`${method} ${name}`);
      return answer;
    };
    return {
      wake: (own: string, isAtOnce?: boolean) => call("wake", () => room.engine.wake(own, isAtOnce)),
      resend: (order: OrderCommand) => call("resend", () => room.engine.resend(order)),
      audit: (own: string, row: LedgerRow) => call("audit", () => auditJournal(room.ports, own, row)),
    };
  };
  const env = { DB: first.db, ISSUANCE: { getByName } } as unknown as Env;
  return { env, companyId: first.command.companyId, rooms, called };
}

async function openRoom(index: number, outcome: Outcome, first: EngineRoom | undefined): Promise<EngineRoom> {
  const room = await openEngineRoom(first === undefined ? {} : { ledger: first.ports.ledger });
  const { world, signer } = room.ports;
  let uuids = 0;
  Object.assign(world, { newUuid: () => `uuid-${index}-${++uuids}` });
  const { sign } = signer;
  const signOwn: typeof sign = async (...inputs) => ({ ...(await sign(...inputs)), fiscalId: `cuds-${index}` });
  Object.assign(signer, { sign: signOwn });
  const own = { ...room, command: { ...room.command, name: `dse:1:1:${index}`, key: `key-${index}` } };
  own.answers.push(outcome);
  await own.engine.issue(own.command);
  await own.settle();
  return own;
}

/** Lets time pass until the alarm of a room rings, so many times. */
export async function ringAlarm(room: EngineRoom, times: number): Promise<void> {
  for (let ringing = 0; ringing < times; ringing += 1) {
    room.clock.nowMs = Math.max(room.clock.nowMs, Date.parse(room.record().wakeAt ?? ""));
    await runAlarm(room.engine, room.journal, room.ports.world);
    await room.settle();
  }
}
