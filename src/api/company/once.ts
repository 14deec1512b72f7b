// Lets an isolate read something of a company once in a while, however many requests ask for it at the same time.

/** A request that found another one reading looks again after this. */
const LOOK_AGAIN_MS = 20;
/** A read that takes longer has failed: D1 has its own deadline, which is shorter. */
const READ_WITHIN_MS = 5_000;
/** Companies that an isolate remembers; the one that was read first is forgotten first. */
const REMEMBERED = 2_000;

interface Memory<Value> {
  readonly found?: { readonly value: Value; readonly atMs: number };
  /** When a read began that has not ended. */
  readonly readingSinceMs?: number;
}

/**
 * What is known of companies, by the database binding of an isolate and the company's id.
 * @param keptMs how long what was read serves.
 */
export function createMemory<Value>(keptMs: number) {
  const known = new WeakMap<D1Database, Map<number, Memory<Value>>>();
  /** What was read within the time that it serves, or reads it. @throws what `read` throws; then nothing is kept. */
  return async (db: D1Database, companyId: number, read: () => Promise<Value>): Promise<Value> => {
    const memories = known.get(db) ?? new Map<number, Memory<Value>>();
    known.set(db, memories);
    for (;;) {
      const { found, readingSinceMs } = memories.get(companyId) ?? {};
      const nowMs = Date.now();
      if (found !== undefined && nowMs - found.atMs < keptMs) return found.value;
      if (readingSinceMs === undefined || nowMs - readingSinceMs >= READ_WITHIN_MS) break;
      // Not its promise: a request may not wait for what another one asked of the platform.
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    const atMs = Date.now();
    memories.delete(companyId);
    memories.set(companyId, { readingSinceMs: atMs });
    try {
      const value = await read();
      memories.set(companyId, { found: { value, atMs } });
      forgetFirst(memories);
      return value;
    } catch (error) {
      memories.delete(companyId);
      throw error;
    }
  };
}

function forgetFirst(memories: Map<number, unknown>): void {
  if (memories.size <= REMEMBERED) return;
  const [first] = memories.keys();
  if (first !== undefined) memories.delete(first);
}
