// Commits the batches of several callers together: what an object that numbers a range would do. Not part of the product.
import type { Execute, SqlQuery, SqlRows } from "../../src/store/base/db.ts";

interface Waiting {
  readonly queries: readonly SqlQuery[];
  readonly resolve: (rows: readonly SqlRows[]) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * One batch at a time; what comes meanwhile leaves together in the next. A group that fails is repeated once, since its answer may be
 * all that was lost, and then one caller at a time, since one refused statement undoes the whole: so every batch must be safe to
 * repeat, as the product's are.
 * @param most callers in a group.
 */
export function groupCommits(execute: Execute, most: number): Execute {
  const waiting: Waiting[] = [];
  let isBusy = false;
  const runTogether = (group: readonly Waiting[]) => execute(group.flatMap(({ queries }) => queries));
  const runNext = async (): Promise<void> => {
    const group = waiting.splice(0, most);
    const rows = await runTogether(group)
      .catch(() => runTogether(group))
      .catch(() => undefined);
    if (rows === undefined) {
      for (const { queries, resolve, reject } of group) await execute(queries).then(resolve, reject);
      return;
    }
    let from = 0;
    for (const { queries, resolve } of group) {
      resolve(rows.slice(from, from + queries.length));
      from += queries.length;
    }
  };
  const drain = async (): Promise<void> => {
    isBusy = true;
    while (waiting.length > 0) await runNext();
    isBusy = false;
  };
  return (queries) =>
    new Promise((resolve, reject) => {
      waiting.push({ queries, resolve, reject });
      if (!isBusy) void drain();
    });
}
