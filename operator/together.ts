// Runs many rows at the same time, and writes what they come to in few transactions: over --remote each is a program of its own.
import { chainAfter, insertEvent, type StoredEvent, selectNewestOf } from "../src/store/audit/events.ts";
import { connect, run, runAll, type Statement } from "../src/store/base/db.ts";
import { renderSql } from "./access/database.ts";
import { type AuditEntry, type Context, commit, describeEvent, describeFailure, isRefused } from "./command.ts";
import { BrokenOff } from "./error.ts";
import { leaveHead } from "./head.ts";

/** Rows that are looked at at the same time. */
const ROWS = 40;
/** A parameter of a program holds 128 KiB, and a statement of D1 100 KB. */
const BYTES = 100_000;
/** Of an event, besides its facts. */
const EVENT_BYTES = 700;

/** What became of a row of which it is not known whether it is written. */
export const NOT_KNOWN = "not known";

/** An action that waits for those of other rows. */
interface Waiting {
  /** Of its row among all: what is written together is so in their order. */
  readonly place: number;
  readonly entry: AuditEntry;
  readonly statements: readonly Statement[];
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Does the same for many rows. Each is a transaction, or part of one: what one row is refused for stops no other.
 * @param what the rows are, in the plural.
 * @param subjectOf what a row is about: a later one about the same sees what an earlier one wrote.
 * @param work one row, which writes once at most, with the context that it is given, and throws for what ends them all.
 * @param resultOf what an answer says of its row, in a word or two; `NOT_KNOWN` where nothing does.
 * @returns what the rows answer, in their order.
 * @throws BrokenOff for what ends them all.
 */
export async function runTogether<Row, Answer>(
  context: Context,
  what: string,
  rows: readonly Row[],
  subjectOf: (row: Row) => unknown,
  work: (context: Context, row: Row) => Promise<Answer>,
  resultOf: (answer: Answer) => string,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const placed = rows.map((row, place) => ({ row, place }));
  // Where there are several databases, each company's writes are guarded by where it lives.
  const isGathered = context.shards.length <= 1;
  const results: string[] = [];
  let isSure = true;
  for (const group of makeGroups(placed, ({ row }) => subjectOf(row), isGathered ? ROWS : 1)) {
    const gathering = openGathering(context, group.length);
    const doing = group.map(async ({ row, place }) => {
      let mayBeWritten = !isGathered;
      const together: Context["together"] = (...action) => {
        mayBeWritten = true;
        return gathering.write(place, ...action);
      };
      try {
        const answer = await work(isGathered ? { ...context, together } : context, row);
        answers[place] = answer;
        results.push(resultOf(answer));
        context.progress(what, results.length, rows.length);
      } catch (cause) {
        if (mayBeWritten) isSure = false;
        throw cause;
      } finally {
        gathering.leave();
      }
    });
    await Promise.allSettled(doing);
    await Promise.all(doing).catch((cause: unknown) => {
      throw new BrokenOff(
        cause,
        `${describeDone(results, isSure)} of ${rows.length} ${what}${describeResults(results)}`,
      );
    });
  }
  return answers;
}

/** Of rows that were begun, those alone count of which it is known how they ended. */
function describeDone(results: readonly string[], isSure: boolean): string {
  const known = results.filter((result) => result !== NOT_KNOWN).length;
  return isSure && known === results.length ? String(known) : `at least ${known}`;
}

function describeResults(results: readonly string[]): string {
  return results.length === 0 ? "" : ` (${countResults(results)})`;
}

/** `20 issued, 3 refused`. */
export function countResults(results: readonly string[]): string {
  return [...Map.groupBy(results, (result) => result)].map(([result, { length }]) => `${length} ${result}`).join(", ");
}

/** Groups in which no two rows are about the same; of those about the same, the order stays. */
function makeGroups<Row>(
  rows: readonly Row[],
  subjectOf: (row: Row) => unknown,
  size: number,
): readonly (readonly Row[])[] {
  const seen = new Map<unknown, number>();
  const waves = Map.groupBy(rows, (row) => {
    const before = seen.get(subjectOf(row)) ?? 0;
    seen.set(subjectOf(row), before + 1);
    return before;
  });
  return [...waves.values()].flatMap((wave) =>
    Array.from({ length: Math.ceil(wave.length / size) }, (_, place) => wave.slice(place * size, (place + 1) * size)),
  );
}

/** Writes once each of the rows waits for it, or is through without a write. */
function openGathering(context: Context, rows: number) {
  let running = rows;
  let waiting: Waiting[] = [];
  const look = () => {
    if (waiting.length === 0 || waiting.length < running) return;
    const all = waiting.sort((one, other) => one.place - other.place);
    waiting = [];
    writeAll(context, all).catch((cause: unknown) => {
      for (const { reject } of all) reject(cause);
    });
  };
  return {
    write: (place: number, entry: AuditEntry, statements: readonly Statement[]) => {
      return new Promise<void>((resolve, reject) => {
        waiting.push({ place, entry, statements, resolve, reject });
        look();
      });
    },
    leave: () => {
      running -= 1;
      look();
    },
  };
}

async function writeAll(context: Context, waiting: readonly Waiting[]): Promise<void> {
  for (const pack of await makePacks(waiting)) {
    try {
      const events = await writePack(context, pack);
      await Promise.all(events.map((event) => leaveHead(context, event)));
      for (const { resolve } of pack) resolve();
    } catch (cause) {
      // One of them may have been refused for all: each by itself says which.
      if (isRefused(cause) && pack.length > 1) await writeEach(context, pack);
      else for (const { entry, reject } of pack) reject(describeFailure(cause, entry, !isRefused(cause)));
    }
  }
}

async function writeEach(context: Context, pack: readonly Waiting[]): Promise<void> {
  // It was rehearsed before it came here.
  const single: Context = { ...context, rehearse: () => undefined };
  for (const { entry, statements, resolve, reject } of pack) {
    await commit(single, entry, statements).then(resolve, reject);
  }
}

/** Actions that fit into one call. */
async function makePacks(waiting: readonly Waiting[]): Promise<readonly (readonly Waiting[])[]> {
  const packs: { readonly pack: Waiting[]; bytes: number }[] = [];
  for (const one of waiting) {
    const bytes = await measure(one);
    const last = packs.at(-1);
    if (last !== undefined && last.bytes + bytes <= BYTES) {
      last.pack.push(one);
      last.bytes += bytes;
    } else packs.push({ pack: [one], bytes });
  }
  return packs.map(({ pack }) => pack);
}

/** How many bytes an action is as text, its event included. */
async function measure({ entry, statements }: Waiting): Promise<number> {
  let bytes = EVENT_BYTES + Buffer.byteLength(JSON.stringify(entry.detail));
  const meter = connect(async (queries) => {
    for (const query of queries) bytes += Buffer.byteLength(renderSql(query));
    return queries.map(() => []);
  });
  await runAll(meter, statements);
  return bytes;
}

async function writePack(context: Context, pack: readonly Waiting[]): Promise<readonly StoredEvent[]> {
  const { db } = context;
  const newest = await run(db, selectNewestOf([...new Set(pack.map(({ entry }) => entry.companyId))]));
  const last = new Map(newest.map((event) => [event.companyId, event]));
  const events: StoredEvent[] = [];
  for (const { entry } of pack) {
    const next = await chainAfter(last.get(entry.companyId), await describeEvent(context, entry), entry.above);
    last.set(entry.companyId, next);
    events.push(next);
  }
  await runAll(db, [...pack.flatMap(({ statements }) => statements), ...events.map(insertEvent)]);
  return events;
}
