// Follows the feed of changes from a stored cursor on, so that a program that is restarted goes on where it was.
import type { Pace } from "./creation.ts";
import type { Read } from "./read.ts";
import type { Change, ChangeList } from "./schema-v2.ts";

/** Keeps the cursor of a follower: a row of your database, or a file. */
export interface CursorStore {
  /** The last cursor that was saved; undefined at the first start: from the oldest change that is kept. */
  readonly load: () => string | undefined | Promise<string | undefined>;
  /** Called once every change of a page has been processed. What fails here ends the iteration. */
  readonly save: (cursor: string) => void | Promise<void>;
}

export interface FollowOptions {
  /** Changes that are fetched, and whose cursor is saved, at once; 1 to 500. Default 100. */
  readonly limit?: number;
  /** Seconds that a request waits for a change, 1 to 20, below the client's `timeoutMs` and `patienceMs`. Default 20. */
  readonly wait?: number;
  /** Ends where there is no further change, instead of waiting for one: for a job that runs now and then. */
  readonly stopAtEnd?: boolean;
  /** Ends the iteration before the next page; a request that waits is not interrupted. */
  readonly signal?: AbortSignal;
}

/** An empty answer that comes at once is followed by the next request after this time. */
const PAUSE_MS = 1_000;

/**
 * Changes in their order. A change is processed once its loop body is over; a program that stops within a page gets that page
 * again, so process a change by its `id`.
 * @throws ApiError (`cursor_expired` after 400 days) or NoAnswerError when four tries of a request failed; start again later.
 */
export async function* followChanges(
  { read, pace }: { readonly read: Read; readonly pace: Pace },
  store: CursorStore,
  { limit = 100, wait = 20, stopAtEnd = false, signal }: FollowOptions,
): AsyncGenerator<Change, void, void> {
  let after = await store.load();
  while (signal?.aborted !== true) {
    const askedAt = pace.now();
    const query = { after, limit, ...(stopAtEnd ? {} : { wait }) };
    const page = await read<ChangeList>({ method: "GET", path: "/cambios", query });
    yield* page.cambios;
    if (page.cursor !== after) await store.save(page.cursor);
    after = page.cursor;
    if (page.hay_mas) continue;
    if (stopAtEnd) return;
    if (page.cambios.length === 0 && pace.now() - askedAt < PAUSE_MS) await pace.sleep(PAUSE_MS);
  }
}
