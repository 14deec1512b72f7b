// Runs clients that issue, repeat, change, abort and read until they are stopped.
import { setTimeout as sleep } from "node:timers/promises";
import type { DemoFileCompany } from "../../stand/demo-file.ts";
import { drawInteger, pick, type Random } from "../support/random.ts";
import type { ClientLog, Entry, KindName } from "./client-log.ts";
import { drawOperation, isLost, post, read, type Target } from "./request.ts";

const RETRY_RATE = 0.5;
const ABORT_RATE = 0.1;
const ALTERED_RATE = 0.05;
const READ_RATE = 0.1;
const SHARED_RATE = 0.1;
/** Shares of the load that go to companies whose plan or range is nearly used up. */
const EDGE_RATE = 0.05;
const ABORT_WITHIN_MS = 60;
/** A client whose server is gone waits a little. */
const LOST_WAIT_MS = 25;

export interface Load {
  /** Lets the requests in hand end, and no new ones begin. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly target: Target;
  readonly clientLog: ClientLog;
  readonly clients: number;
  readonly random: Random;
  readonly kinds: readonly KindName[];
  /** Names the run in the keys. */
  readonly run: string;
  /** Share of the documents that the authority never knows. */
  readonly lostRate: number;
  /** Pause of a client between two requests, milliseconds; none unless given. */
  readonly paceMs?: number;
}

/** Starts the clients. */
export function startLoad(options: LoadOptions): Load {
  let isOn = true;
  const clients = Array.from({ length: options.clients }, async () => {
    const own: Entry[] = [];
    while (isOn) {
      await act(options, own);
      if (options.paceMs !== undefined) await sleep(options.paceMs * (0.5 + options.random()));
    }
  });
  return {
    stop: async () => {
      isOn = false;
      await Promise.all(clients);
    },
  };
}

async function act(options: LoadOptions, own: Entry[]): Promise<void> {
  const { clientLog, random, target } = options;
  const known = clientLog.entries.length;
  if (known > 0 && random() < READ_RATE) return readOne(options, pick(random, clientLog.entries));
  const unanswered = own.findLast(({ state, isRefused }) => state === undefined && !isRefused);
  if (unanswered !== undefined && random() < RETRY_RATE) return postOne(options, unanswered);
  // Somebody else's key, perhaps in the same instant: the newest ones are in hand.
  if (known > 0 && random() < SHARED_RATE) {
    return postOne(options, pick(random, clientLog.entries.slice(-Math.max(options.clients, 1))));
  }
  const entry = clientLog.open(drawOperation(options, chooseCompanies(random, target.companies)));
  own.push(entry);
  if (own.length > 50) own.shift();
  await postOne(options, entry);
}

/** Companies 4 and 5 of the stand have little left: now and then they are asked for more than they have. */
function chooseCompanies(random: Random, companies: readonly DemoFileCompany[]): readonly DemoFileCompany[] {
  const isEdge = ({ id }: DemoFileCompany) => id === 4 || id === 5;
  const edge = companies.filter(isEdge);
  return edge.length > 0 && random() < EDGE_RATE ? edge : companies.filter((one) => !isEdge(one));
}

async function postOne({ clientLog, random, target }: LoadOptions, entry: Entry): Promise<void> {
  const usual = entry.taken ?? "payload";
  const sent = random() < ALTERED_RATE ? otherOf(usual) : usual;
  const abort = random() < ABORT_RATE ? AbortSignal.timeout(1 + drawInteger(random, ABORT_WITHIN_MS)) : undefined;
  const startedAt = performance.now();
  try {
    clientLog.takeAnswer(entry, sent, startedAt, await post(target, entry.operation, sent, abort));
  } catch (cause) {
    if (!isLost(cause)) throw cause;
    clientLog.count("POST lost");
    await sleep(LOST_WAIT_MS);
  }
}

function otherOf(sent: "payload" | "altered"): "payload" | "altered" {
  return sent === "payload" ? "altered" : "payload";
}

async function readOne({ clientLog, target }: LoadOptions, entry: Entry): Promise<void> {
  const { id, operation } = entry;
  if (id === undefined) return;
  const startedAt = performance.now();
  try {
    clientLog.takeRead(entry, startedAt, await read(target, operation.kind, operation.companyId, id));
  } catch (cause) {
    if (!isLost(cause)) throw cause;
    clientLog.count("GET lost");
    await sleep(LOST_WAIT_MS);
  }
}
