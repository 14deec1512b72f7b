// Delivers the changes of a company to one webhook: each at least once, and those of one document in order, until the endpoint
// accepts them or is disabled.
import { type Change, nameChange } from "../store/watch/changes.ts";
import { type Attempt, IN_FLIGHT_MOST, isHopeless, listHeads, nameFailure, postpone, type Waiting } from "./plan.ts";
import type { Delivery, DeliveryPorts, Endpoint, Message, Progress, Report } from "./ports.ts";
import { toWireChange } from "./wire-change.ts";

/** The most changes that wait for delivery; at this number no more are taken from the feed. */
const WINDOW = 100;
/** No delivery begins later in a run, nor after so many; the next run goes on, and the operator sees how far it came. */
const RUN_MS = 60_000;
export const POSTS_OF_RUN = 500;
/** The object wakes again if it dies in a run. */
const LEASE_MS = 120_000;

/** What a run has to do with. */
interface Run {
  readonly ports: DeliveryPorts;
  readonly endpoint: Endpoint;
  readonly endsMs: number;
  /** Documents whose change is under way. */
  readonly inFlight: Map<number, Promise<void>>;
  posts: number;
  isOver: boolean;
  lastFailure: Report["lastFailure"];
}

/**
 * Does what is due and arms the next wake.
 * @throws Error when a port failed: the lease wakes the object again.
 */
export async function deliver(ports: DeliveryPorts): Promise<void> {
  const { store } = ports;
  await store.arm(ports.nowMs() + LEASE_MS);
  const endpoint = await ports.loadEndpoint();
  if (endpoint === undefined || !endpoint.isEnabled) return store.disarm();
  const { revision, startAfter, testId } = endpoint;
  const known = store.read();
  if (known?.revision !== revision) {
    const { testedId = null, lastSuccessMs = null } = known ?? {};
    store.restart({ revision, cursor: startAfter, testedId, lastSuccessMs });
  }
  const run: Run = {
    ...{ ports, endpoint, endsMs: ports.nowMs() + RUN_MS, inFlight: new Map<number, Promise<void>>() },
    ...{ posts: 0, isOver: false, lastFailure: null },
  };
  if (testId !== null && testId !== readProgress(ports).testedId) await sendTest(run, testId);
  const isDry = await drain(run);
  const waiting = store.listWaiting();
  await ports.report(describe(run, waiting));
  const next = run.isOver ? undefined : nextWake(waiting, isDry, ports.nowMs());
  if (next === undefined) await store.disarm();
  else await store.arm(next);
}

function readProgress({ store }: DeliveryPorts): Progress {
  const progress = store.read();
  if (progress === undefined) throw new Error("a run begins with its progress");
  return progress;
}

/** @returns whether nothing is left in the feed. */
async function drain(run: Run): Promise<boolean> {
  const { ports, inFlight } = run;
  let isDry = false;
  while (!run.isOver) {
    if (!isDry && ports.store.listWaiting().length < WINDOW) isDry = await takeChanges(run);
    startDue(run);
    const isFull = ports.store.listWaiting().length >= WINDOW;
    if (inFlight.size > 0) await Promise.race(inFlight.values());
    else if (isDry || isFull || isSpent(run)) break;
  }
  await Promise.all(inFlight.values());
  return isDry;
}

function isSpent({ ports, posts, endsMs }: Run): boolean {
  return posts >= POSTS_OF_RUN || ports.nowMs() >= endsMs;
}

/** @returns whether the feed has no more. */
async function takeChanges({ ports, endpoint }: Run): Promise<boolean> {
  const { cursor } = readProgress(ports);
  const limit = WINDOW - ports.store.listWaiting().length;
  const changes = await ports.listChanges(endpoint, cursor, limit);
  const last = changes.at(-1);
  if (last !== undefined)
    ports.store.take(
      changes.map((change) => toWaiting(change, ports.nowMs())),
      last.sequence,
    );
  return changes.length < limit;
}

function toWaiting(change: Change, nowMs: number): Waiting {
  const data = toWireChange(change);
  const body = JSON.stringify({ type: data.tipo, timestamp: data.fecha, data });
  const { sequence, documentId } = change;
  return { sequence, documentId, body, failures: 0, firstFailedMs: null, dueMs: nowMs };
}

function startDue(run: Run): void {
  const { ports, inFlight } = run;
  const nowMs = ports.nowMs();
  for (const change of listHeads(ports.store.listWaiting())) {
    if (inFlight.size >= IN_FLIGHT_MOST || isSpent(run)) return;
    const { documentId, dueMs } = change;
    if (dueMs > nowMs || inFlight.has(documentId)) continue;
    run.posts += 1;
    inFlight.set(
      documentId,
      attempt(run, change).finally(() => inFlight.delete(documentId)),
    );
  }
}

async function attempt(run: Run, change: Waiting): Promise<void> {
  const { ports, endpoint } = run;
  const { sequence, body } = change;
  const id = nameChange({ companyId: endpoint.companyId, sequence });
  const outcome = await post(ports, { id, body }, { changeId: id, tries: change.failures + 1 });
  const nowMs = ports.nowMs();
  if (outcome.type === "taken") return noteSuccess(ports, sequence, nowMs);
  const failed = postpone(change, nowMs);
  ports.store.update(failed);
  run.lastFailure = { atMs: nowMs, why: nameFailure(outcome) };
  if (outcome.type === "gone") return end(run, "gone");
  if (isHopeless(failed, nowMs)) return end(run, "failing");
}

/** Posts a message and keeps what came of it. */
async function post(
  { store, ...ports }: DeliveryPorts,
  message: Message,
  named: Pick<Delivery, "changeId" | "tries">,
): Promise<Attempt> {
  const atMs = ports.nowMs();
  const outcome = await ports.post(message);
  const answered =
    outcome.type === "failed" ? { status: null, failure: outcome.why } : { status: outcome.status, failure: null };
  store.note({ ...named, atMs, ...answered, durationMs: ports.nowMs() - atMs });
  return outcome;
}

/** Changes that failed while nothing succeeded are retried at once: the endpoint was down and is back. */
function noteSuccess({ store, ...ports }: DeliveryPorts, sequence: number, nowMs: number): void {
  const progress = readProgress({ store, ...ports });
  const { lastSuccessMs } = progress;
  store.settle(sequence);
  store.write({ ...progress, lastSuccessMs: nowMs });
  for (const change of store.listWaiting()) {
    const { firstFailedMs, dueMs } = change;
    const wasAway = firstFailedMs !== null && (lastSuccessMs === null || firstFailedMs > lastSuccessMs);
    if (wasAway && dueMs > nowMs) store.update({ ...change, dueMs: nowMs });
  }
}

async function end(run: Run, because: "gone" | "failing"): Promise<void> {
  if (run.isOver) return;
  run.isOver = true;
  await run.ports.disable(because);
}

/** The order of an operator: tried once. */
async function sendTest(run: Run, testId: string): Promise<void> {
  const { ports } = run;
  const message: Message = {
    id: `msg_${testId}`,
    body: JSON.stringify({ type: "webhook.prueba", timestamp: new Date(ports.nowMs()).toISOString(), data: {} }),
  };
  const outcome = await post(ports, message, { changeId: null, tries: 1 });
  const nowMs = ports.nowMs();
  const progress = readProgress(ports);
  const lastSuccessMs = outcome.type === "taken" ? nowMs : progress.lastSuccessMs;
  ports.store.write({ ...progress, testedId: testId, lastSuccessMs });
  if (outcome.type !== "taken") run.lastFailure = { atMs: nowMs, why: `test: ${nameFailure(outcome)}` };
}

function describe({ ports, lastFailure }: Run, waiting: readonly Waiting[]): Report {
  const { revision, cursor, testedId, lastSuccessMs } = readProgress(ports);
  const [first] = waiting;
  const reached = first === undefined ? cursor : first.sequence - 1;
  return { reached, revision, testedId, waiting: waiting.length, lastSuccessMs, lastFailure };
}

/** Undefined when nothing waits, here or in the feed. */
function nextWake(waiting: readonly Waiting[], isDry: boolean, nowMs: number): number | undefined {
  const instants = listHeads(waiting).map(({ dueMs }) => dueMs);
  if (!isDry && waiting.length < WINDOW) instants.push(nowMs);
  return instants.length === 0 ? undefined : Math.max(Math.min(...instants), nowMs + 1);
}
