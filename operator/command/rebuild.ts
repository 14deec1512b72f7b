// `ledger rebuild` writes the rows of documents out of the archive, after the database was lost.
import { appendFileSync, chmodSync, writeFileSync } from "node:fs";
import { isNotNull } from "drizzle-orm";
import { ARCHIVE_ROOT, readPath } from "../../src/store/archive/files.ts";
import { rebuildDocuments } from "../../src/store/archive/rebuild.ts";
import { build, type Database, run } from "../../src/store/base/db.ts";
import { companies } from "../../src/store/base/schema.ts";
import { type Reached, reach, renderSql, reportWrites } from "../access/database.ts";
import { address, describeCall, nameDatabase } from "../access/wrangler.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { findResidents } from "../home.ts";
import { readPlace } from "../move/mover.ts";
import { readId, readText } from "../reader.ts";
import { recordLostEvents } from "./event-lost.ts";

/** Problems shown in text; --json has them all. */
const SHOWN = 20;
const PRIVATE = 0o600;
/** Whose the files are whose paths name no company. */
const NO_COMPANY = 0;

export const rebuildLedger: Command = {
  name: "ledger rebuild",
  isOfAll: true,
  about:
    "writes every document that the archive holds and the database does not; rows that are there stay, counters only move on",
  flags: [
    optional("company", "id of the company whose files are read; all of them unless given"),
    optional(
      "output",
      "write the SQL into this file instead, for `wrangler d1 execute --file`: many rows are faster that way",
    ),
  ],
  run: async (context) => {
    const { db, execute, limits, readFile, input, nowMs, isDryRun, deployment } = context;
    const output = input.find("output", readText);
    const companyId = input.find("company", readId);
    if (output !== undefined && companyId === undefined && context.shards.length > 1) {
      throw new OperatorError("one file is for one database", "give --company with --output");
    }
    await refuseSpanning(context, companyId);
    const isOwn = companyId === undefined ? await findOwned(context) : (id: number) => id === companyId;
    const target = output === undefined || isDryRun ? db : writeInto(output, { execute, limits });
    const nowIso = new Date(nowMs()).toISOString();
    const shard = companyId === undefined ? 0 : await findShard(context, companyId);
    const list = await listWithProgress(context, isOwn);
    const report = await rebuildDocuments(target, { list, read: readFile }, nowIso);
    const { restored, stubs, present, problems } = report;
    const detail = { restored, stubs, present, problems: problems.length };
    const isWritten = output === undefined && restored + stubs > 0;
    // The next event would take a number that the archive has.
    const { lines: lostEvents } = await recordLostEvents(context, companyId ?? null, isOwn);
    const doneBefore = `${restored + stubs} documents are written already`;
    if (isWritten)
      await commit(context, { companyId: companyId ?? 0, action: "ledger.rebuild", detail, doneBefore }, []);
    const call = (file: string) => {
      return ["d1", "execute", ...nameDatabase(deployment, shard), "--file", file];
    };
    const lines = [
      `${restored} documents restored whole, ${present} were there`,
      `${stubs} known by their signed file alone: their objects, or the cron, bring them further`,
      ...problems.slice(0, SHOWN).map(({ path, problem }) => `problem: ${path}: ${problem}`),
      ...(problems.length > SHOWN ? [`and ${problems.length - SHOWN} more problems (--json)`] : []),
      ...(output === undefined
        ? []
        : [`nothing was written yet: run \`${describeCall(address(call(output), deployment))}\``]),
      ...lostEvents,
      "next: `operator ledger gaps`, `operator ledger verify`",
    ];
    return { data: report, text: lines.join("\n"), exitCode: problems.length === 0 ? 0 : 4 };
  },
};

/** Lists the archive's files and shows how many of them are done; they are counted first, a thousand with each call. */
async function listWithProgress(
  { listFiles, progress }: Context,
  isOwn: (companyId: number) => boolean,
): Promise<Context["listFiles"]> {
  let total = 0;
  for await (const _file of listFiles(ARCHIVE_ROOT)) total += 1;
  let done = 0;
  return async function* (prefix) {
    for await (const file of listFiles(prefix)) {
      progress("files", done, total);
      if (isOwn(readPath(file.path)?.companyId ?? NO_COMPANY)) yield file;
      done += 1;
    }
  };
}

/**
 * Whose documents are written into a database: those of the companies that live there, and into the first one those of
 * companies that the directory does not have, which are then reported.
 * @throws OperatorError while a company moves.
 */
async function findOwned(context: Context): Promise<(companyId: number) => boolean> {
  const [first] = context.shards;
  if (first === undefined || context.shards.length === 1) return () => true;
  const { id, move } = companies;
  const places = await run(first.db, build.select({ id, move }).from(companies));
  const moving = places.find((place) => place.move !== null && place.move.state !== "cleaning");
  if (moving !== undefined) {
    throw new OperatorError(
      `company ${moving.id} is moving`,
      "`operator company move --resume` first, or give --company",
    );
  }
  return findResidents(context);
}

/**
 * What is restored moves the counters of its own database alone, and those of a company that spans several are in the newest.
 * @throws OperatorError where one would be written.
 */
async function refuseSpanning({ shards: [first] }: Context, companyId: number | undefined): Promise<void> {
  if (first === undefined) return;
  const { id, kept } = companies;
  const spanning = build.select({ id }).from(companies).where(isNotNull(kept));
  const found = (await run(first.db, spanning)).find((one) => companyId === undefined || one.id === companyId);
  if (found === undefined) return;
  throw new OperatorError(
    `company ${found.id} spans several databases, which is not rebuilt from the archive`,
    companyId === undefined
      ? "give --company for each of the others"
      : "a lost row is written again by its object; a lost database comes back by Time Travel",
  );
}

/** The number of the database in which a company lives. */
async function findShard({ db, shards: [first] }: Context, companyId: number): Promise<number> {
  return (await readPlace(first?.db ?? db, companyId)).shard;
}

/** A database whose writes become lines of a file, private because they hold names and addresses of people. */
function writeInto(path: string, { execute, limits }: Pick<Reached, "execute" | "limits">): Database {
  writeFileSync(path, "", { mode: PRIVATE });
  // A file that was there keeps the mode that it had.
  chmodSync(path, PRIVATE);
  const reporting = reportWrites(execute, (writes) => {
    appendFileSync(path, writes.map((query) => `${renderSql(query)};\n`).join(""));
  });
  return reach(reporting, limits).db;
}
