// Gives up waiting for a database, a bucket or an object that does not answer in time.

/** No answer came in time: nothing is known about the call's effect. */
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
