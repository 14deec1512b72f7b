// Asks a database for what documents ask it, with more and more of them at once, and says how many commits it makes a second and how
// long they queue. It writes tables of its own alone, and removes them.

/** What a document asks of a database (counted by `npm run bench:cost`): who is calling, the number, what became of it. */
const BATCHES_OF_A_DOCUMENT = 3;
/** Bytes of the row of an invoice with one line. */
const ROW_BYTES = 2_400;

const REMOVE = ["DROP TABLE IF EXISTS ceiling_probe", "DROP TABLE IF EXISTS ceiling_probe_range"];
const PREPARE = [
  "CREATE TABLE ceiling_probe_range (id INTEGER PRIMARY KEY, next INTEGER NOT NULL)",
  "INSERT INTO ceiling_probe_range VALUES (1, 1)",
  "CREATE TABLE ceiling_probe (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, state TEXT NOT NULL, detail TEXT NOT NULL)",
  "CREATE UNIQUE INDEX ceiling_probe_number ON ceiling_probe (number)",
  "CREATE INDEX ceiling_probe_state ON ceiling_probe (state, id)",
];

/** What is tried: so many documents at a time, each for so long. */
export interface Ladder {
  readonly inFlight: readonly number[];
  readonly stepMs: number;
  /** Ends the run; what was written is removed all the same. */
  readonly signal: AbortSignal;
}

/** What a database did with so many documents at a time. */
export interface Step {
  readonly inFlight: number;
  readonly batchesPerSecond: number;
  /** Of one batch, milliseconds; null where none was answered. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Batches that failed, and the first failure. */
  readonly failed: number;
  readonly failure: string | null;
}

/** @throws Error when the tables cannot be made or removed. */
export async function measureCeiling(db: D1Database, { inFlight, stepMs, signal }: Ladder): Promise<readonly Step[]> {
  // Left behind by a run that was killed.
  await runAll(db, REMOVE);
  try {
    await runAll(db, PREPARE);
    const steps: Step[] = [];
    for (const width of inFlight) if (!signal.aborted) steps.push(await climb(db, width, stepMs, signal));
    return steps;
  } finally {
    await runAll(db, REMOVE);
  }
}

async function runAll(db: D1Database, statements: readonly string[]): Promise<void> {
  await db.batch(statements.map((text) => db.prepare(text)));
}

async function climb(db: D1Database, inFlight: number, stepMs: number, signal: AbortSignal): Promise<Step> {
  const startMs = performance.now();
  const isOver = () => signal.aborted || performance.now() - startMs > stepMs;
  const times: number[] = [];
  const failures: string[] = [];
  const issue = async () => {
    let id = 0;
    for (let turn = 0; !isOver(); turn += 1) {
      const sentMs = performance.now();
      try {
        id = (await ask(db, turn % BATCHES_OF_A_DOCUMENT, id)) ?? id;
        times.push(performance.now() - sentMs);
      } catch (cause) {
        failures.push(cause instanceof Error ? cause.message : String(cause));
      }
    }
  };
  await Promise.all(Array.from({ length: inFlight }, issue));
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? null;
  return {
    inFlight,
    batchesPerSecond: (times.length * 1_000) / (performance.now() - startMs),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    failed: failures.length,
    failure: failures[0] ?? null,
  };
}

/** One batch of a document. @returns the id of the row, where the batch gave it one. */
async function ask(db: D1Database, turn: number, id: number): Promise<number | undefined> {
  if (turn === 0) {
    await db.batch([
      db.prepare("SELECT next FROM ceiling_probe_range WHERE id = 1"),
      db.prepare("SELECT id, state FROM ceiling_probe WHERE id = ?").bind(id),
    ]);
    return undefined;
  }
  if (turn === 2) {
    await db.prepare("UPDATE ceiling_probe SET state = 'aprobado' WHERE id = ?").bind(id).run();
    return undefined;
  }
  const [inserted] = await db.batch<{ readonly id: number }>([
    db
      .prepare(
        "INSERT INTO ceiling_probe (number, state, detail) SELECT next, 'creating', ? FROM ceiling_probe_range WHERE id = 1 RETURNING id",
      )
      .bind("x".repeat(ROW_BYTES)),
    db.prepare("UPDATE ceiling_probe_range SET next = next + 1 WHERE id = 1"),
  ]);
  return inserted?.results[0]?.id;
}

/** What the steps say, in lines. @param passes batches that one isolate lets on their way. */
export function describeSteps(steps: readonly Step[], passes: number): readonly string[] {
  const [first] = steps;
  const best = Math.max(...steps.map(({ batchesPerSecond }) => batchesPerSecond));
  if (first === undefined || !(best > 0)) return ["the database answered nothing"];
  const alone = first.p50Ms ?? 0;
  const lines = steps.map(({ inFlight, batchesPerSecond, p50Ms, p95Ms, failed, failure }) =>
    [
      `${String(inFlight).padStart(4)} at a time: ${batchesPerSecond.toFixed(1).padStart(8)} commits a second`,
      `p50 ${toMs(p50Ms)}, p95 ${toMs(p95Ms)}, of which in the queue ${toMs(p50Ms === null ? null : Math.max(0, p50Ms - alone))}`,
      ...(failed === 0 ? [] : [`${failed} failed: ${failure}`]),
    ].join("; "),
  );
  const documents = best / BATCHES_OF_A_DOCUMENT;
  return [
    ...lines,
    `one company in one database: ${documents.toFixed(1)} documents a second (${BATCHES_OF_A_DOCUMENT} commits each), ${Math.floor(documents * 3_600)} an hour`,
    `the ${passes} batches that one isolate has on their way (D1_IN_FLIGHT) are ${((passes * 1_000) / best).toFixed(0)} ms of work`,
  ];
}

const toMs = (ms: number | null) => (ms === null ? "–" : `${ms.toFixed(1)} ms`);
