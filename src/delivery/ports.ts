// Declares the ports of the delivery engine (storage, feed, sender), and the calls that its object offers.
import type { Change } from "../store/watch/changes.ts";
import type { Attempt, Waiting } from "./plan.ts";

/** The webhook as it is configured now. */
export interface Endpoint {
  readonly companyId: number;
  readonly revision: number;
  readonly startAfter: number;
  readonly testId: string | null;
  readonly isEnabled: boolean;
}

/** What the object remembers beside the changes that wait. */
export interface Progress {
  readonly revision: number;
  /** Every change up to this one was taken from the feed. */
  readonly cursor: number;
  readonly testedId: string | null;
  /** Epoch milliseconds; null before the first. */
  readonly lastSuccessMs: number | null;
}

/** One POST of a message, as clients are told of it. */
export interface Delivery {
  /** Null for the test that an operator ordered. */
  readonly changeId: string | null;
  /** 1 for the first of its message. */
  readonly tries: number;
  /** When it was sent, in epoch milliseconds. */
  readonly atMs: number;
  /** Null when no answer came; then the class of the failure is there. */
  readonly status: number | null;
  readonly failure: string | null;
  readonly durationMs: number;
}

/** A delivery as kept: `id` grows by one with each, and is never given twice. */
export type KeptDelivery = Delivery & { readonly id: number };

/** The object's own storage. Each call is one transaction, and durable before anything leaves the object. */
export interface DeliveryStore {
  read(): Progress | undefined;
  write(progress: Progress): void;
  /** Forgets what waits and goes on from `progress`. */
  restart(progress: Progress): void;
  /** Adds changes and moves the cursor past them, together. */
  take(changes: readonly Waiting[], cursor: number): void;
  /** In the order of the feed. */
  listWaiting(): readonly Waiting[];
  settle(sequence: number): void;
  update(change: Waiting): void;
  /** Keeps what was posted, and drops what is too old, or too much. */
  note(delivery: Delivery): void;
  /** Wakes the object at an instant, in epoch milliseconds, instead of any other. */
  arm(atMs: number): Promise<void>;
  disarm(): Promise<void>;
}

/** What is posted. */
export interface Message {
  readonly id: string;
  readonly body: string;
}

/** What the object reports after a run; `reached`: every change up to it was delivered. */
export interface Report {
  readonly reached: number;
  readonly revision: number;
  readonly testedId: string | null;
  readonly waiting: number;
  readonly lastSuccessMs: number | null;
  readonly lastFailure: { readonly atMs: number; readonly why: string } | null;
}

/** Calls that leave the object may throw; their effect is then unknown, and they are repeated. */
export interface DeliveryPorts {
  readonly store: DeliveryStore;
  loadEndpoint(): Promise<Endpoint | undefined>;
  listChanges(endpoint: Endpoint, after: number, limit: number): Promise<readonly Change[]>;
  /** Never throws. */
  post(message: Message): Promise<Attempt>;
  report(report: Report): Promise<void>;
  /** Disables the webhook and raises the alert; safe to repeat. */
  disable(because: "gone" | "failing"): Promise<void>;
  nowMs(): number;
}

export interface DeliveryPage {
  readonly deliveries: readonly KeptDelivery[];
  readonly last: number;
}

/** What can be asked of the Durable Object of one webhook; `object.ts` implements it. */
export interface WebhookCalls extends Rpc.DurableObjectBranded {
  /** Begins to deliver what is due and returns at once. @param id of its webhook. */
  wake(id: string): Promise<void>;
  /** Deliveries of the last days after one of them, the oldest first; `last` is the id of the newest, 0 before the first. */
  listDeliveries(after: number, limit: number): Promise<DeliveryPage>;
}
