// Runs `npm run deep -- grouped [--documents N] [--commit-ms M]`: how many documents a second one range numbers, each in a batch of its
// own as the product does, and in groups; answers are lost and a batch is refused on the way, and the numbers must come out whole.
import { parseArgs } from "node:util";
import { connect, type Execute, reachDatabase } from "../../src/store/base/db.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "../../test/store/sample.ts";
import { createD1 } from "../../test/support/sqlite-d1.ts";
import { groupCommits } from "./group.ts";

/** Documents under way at once: 300 a second for the second that a till waits. */
const AT_ONCE = 300;
/** One answer in so many is lost after its commit. */
const LOST = 20;
const GROUPS = [1, 5, 25, 50];

class LostAnswer extends Error {}

const { values } = parseArgs({
  options: { documents: { type: "string", default: "1200" }, "commit-ms": { type: "string", default: "80" } },
});
const documents = Number(values.documents);
const commitMs = Number(values["commit-ms"]);

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  console.log(
    `${documents} documents of one range, ${AT_ONCE} at once, a commit takes ${commitMs} ms, one answer in ${LOST} is lost`,
  );
  let problems = 0;
  let alone = 0;
  for (const most of GROUPS) {
    const { perSecond, batches, statements, found } = await measure(most);
    if (most === 1) alone = perSecond;
    problems += found.length;
    const each = `${(batches / documents).toFixed(3)} batches and ${(statements / documents).toFixed(1)} statements a document`;
    console.log(
      `groups of ${String(most).padStart(2)}: ${(perSecond / alone).toFixed(1)} × the documents a second of today; ${each}`,
    );
    for (const problem of found) console.log(`  PROBLEM: ${problem}`);
  }
  console.log(`${problems} problems`);
  return problems === 0;
}

async function measure(most: number) {
  const d1 = createD1();
  const companyId = await seedCompany(d1, { to: documents, allowance: documents });
  const counts = { batches: 0, statements: 0 };
  const execute = groupCommits(slow(reachDatabase(d1), counts), most);
  const db = connect(execute);
  // The database refuses every batch that it is in.
  const isRefused = execute([{ sql: "INSERT INTO documents (id) VALUES (NULL)", params: [] }]).then(
    () => false,
    () => true,
  );
  const startMs = performance.now();
  let next = 0;
  const issue = async () => {
    while (next < documents) {
      next += 1;
      await number(db, companyId);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, issue));
  const perSecond = (documents * 1_000) / (performance.now() - startMs);
  const found = (await isRefused) ? [] : ["a batch that cannot be was taken"];
  return { perSecond, ...counts, found: [...found, ...(await audit(d1))] };
}

/** Repeats until it hears of its number, as an object does. */
async function number(db: ReturnType<typeof connect>, companyId: number): Promise<void> {
  const reservation = sampleReservation(companyId);
  for (;;) {
    try {
      const { type } = await allocateNumber(db, reservation, sampleSupportDocument());
      if (type !== "allocated") throw new Error(`a document was ${type}`);
      return;
    } catch (cause) {
      if (!(cause instanceof LostAnswer)) throw cause;
    }
  }
}

/** A database that commits one batch at a time, each so slowly, and loses some answers. */
function slow(execute: Execute, counts: { batches: number; statements: number }): Execute {
  let last: Promise<unknown> = Promise.resolve();
  return (queries) => {
    const mine = last.then(async () => {
      counts.batches += 1;
      counts.statements += queries.length;
      await new Promise((resolve) => setTimeout(resolve, commitMs));
      const rows = await execute(queries);
      if (counts.batches % LOST === 0) throw new LostAnswer();
      return rows;
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function audit(d1: D1Database): Promise<readonly string[]> {
  const { results } = await d1
    .prepare("SELECT number, file_sequence FROM documents ORDER BY number")
    .all<{ number: number; file_sequence: number }>();
  const isWhole = results.every(({ number: one }, index) => one === index + 1);
  const files = new Set(results.map(({ file_sequence }) => file_sequence)).size;
  return [
    ...(results.length === documents && isWhole ? [] : [`${results.length} numbers, not 1 to ${documents}`]),
    ...(files === documents ? [] : [`${files} file sequences`]),
  ];
}
