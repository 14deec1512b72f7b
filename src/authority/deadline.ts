// Makes an abort signal that fires after so many milliseconds, and whose timer can be cleared when the work ends first.

export interface Deadline {
  readonly signal: AbortSignal;
  /** What it guarded has come to its end. */
  clear(): void;
}

/**
 * A deadline whose timer goes with the work. `AbortSignal.timeout` would keep its timer, and an object with a pending timer
 * is kept in memory, and paid for, until it fires.
 * @param timeoutMs milliseconds.
 */
export function startDeadline(timeoutMs: number): Deadline {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException(`not over within ${timeoutMs} ms`, "TimeoutError"));
  const timer = setTimeout(end, timeoutMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
