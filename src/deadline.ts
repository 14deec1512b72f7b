// Bounds every call that leaves the Worker: `startDeadline` aborts a request that takes too long, `withDeadline` gives up waiting
// for a database, a bucket or an object that cannot be aborted.

/** No answer came in time; whether the call took effect is unknown. */
export class DeadlineError extends Error {
  constructor(what: string, timeoutMs: number) {
    super(`${what}: no answer within ${timeoutMs} ms`);
    this.name = "DeadlineError";
  }
}

/**
 * Waits for `work` at most `timeoutMs`.
 * @throws DeadlineError when the time is over; the work itself may still take effect.
 */
export async function withDeadline<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(what, timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A signal for calls that can be aborted. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** To be called when the work has ended. */
  clear(): void;
}

/**
 * A deadline whose timer ends with the work. `AbortSignal.timeout` would keep its timer, and an object with a pending timer
 * is kept in memory, and paid for, until it fires.
 * @param timeoutMs milliseconds.
 */
export function startDeadline(timeoutMs: number): Deadline {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException(`not over within ${timeoutMs} ms`, "TimeoutError"));
  const timer = setTimeout(end, timeoutMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
