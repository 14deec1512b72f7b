// `shard add` and `shard list` keep the databases over which companies are spread; `company move` takes a company to another one, and `company extend`
// lets one go on in another, while its older documents stay.
import { count, eq, gte, sql } from "drizzle-orm";
import { build, type Database, run, runAll, withLimits } from "../../src/store/base/db.ts";
import { HOME } from "../../src/store/base/home.ts";
import { companies, documents, type Kept } from "../../src/store/base/schema.ts";
import { databaseName } from "../access/wrangler.ts";
import { type Command, type Context, commit, type Output } from "../command.ts";
import { CSV } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { isNoCopy } from "../left-behind.ts";
import { isSeeded, seedIds } from "../move/ids.ts";
import {
  abortMove,
  beginExtension,
  beginMove,
  goOn,
  KEPT_MS,
  type MoveWorld,
  type Place,
  readPlace,
} from "../move/mover.ts";
import { readId, readInteger } from "../reader.ts";
import { printTable } from "../table.ts";

/** Bytes of rows in one statement: D1 takes statements of 100 KB, also at a running stand, and a program parameters of 128 KiB. */
export const CARRIED = 50_000;
const DAY_MS = 86_400_000;

const addShard: Command = {
  name: "shard add",
  about: "gives a new database ids of its own, after which companies may move there; says what to do before",
  flags: [],
  run: async (context) => {
    const { shards, isRemote, deployment } = context;
    for (const [shard, { db }] of shards.entries()) {
      if (await isSeeded(db, shard)) continue;
      await runAll(db, seedIds(shard));
      await commit(context, { companyId: 0, action: "shard.add", detail: { database: shard } }, []);
      return {
        data: { database: shard },
        text: `database ${shard} (${databaseName(deployment, shard)}) gives ids from ${shard}00000000 on`,
        next: [
          isRemote ? "deploy, so that the Worker knows it" : "restart the stand, so that the service knows it",
          `operator company move --company ID --to ${shard}`,
        ],
      };
    }
    const next = shards.length;
    const name = databaseName(deployment, next);
    const flag = isRemote ? " --remote" : "";
    return {
      data: { bound: shards.length, next: name },
      text: `${shards.length === 1 ? "one database is" : `${shards.length} databases are`} bound; for another one:`,
      next: [
        // The local platform makes its databases by itself.
        ...(isRemote ? [`npx wrangler d1 create ${name}`] : []),
        `wrangler.toml: [[d1_databases]] with binding = "DB${next}", database_name = "${name}", migrations_dir = "migrations"`,
        `operator migrate${flag}`,
        `operator shard add${flag}`,
      ],
    };
  },
};

const listShards: Command = {
  name: "shard list",
  reads: true,
  about: "lists the databases with their companies and documents, and the companies that are moving",
  flags: [CSV],
  run: async ({ db, shards, deployment }) => {
    const rows = [];
    for (const [shard, one] of shards.entries()) {
      const [[living], [keeping], [held]] = await one.db.batch([
        build.select({ companies: count() }).from(companies).where(eq(companies.home, HOME.here)),
        build.select({ keeps_older_of: count() }).from(companies).where(eq(companies.home, HOME.kept)),
        build.select({ documents: count() }).from(documents).where(isNoCopy(documents.companyId)),
      ]);
      rows.push({ database: shard, name: databaseName(deployment, shard), ...living, ...keeping, ...held });
    }
    const { id, shard, move } = companies;
    const found = await run(db, build.select({ id, shard, move }).from(companies).where(sql`${move} IS NOT NULL`));
    const moving = found.map((one) => ({
      company: one.id,
      in: one.shard,
      to: one.move?.to,
      how: one.move?.below === undefined ? "moves" : "goes on there",
      state: one.move?.state,
      since: one.move?.since,
    }));
    const unreached = await listUnreached(db, shards.length);
    const lost = unreached.map(describeUnreached);
    const text = [printTable(rows, ""), printTable(moving, "no company is moving"), ...lost].join("\n\n");
    return { data: { databases: rows, moving, unreached }, rows, text };
  },
};

/** Companies of which a database is not bound: everything of theirs is refused. @param db holds the directory. */
export function listUnreached(db: Database, bound: number) {
  const { id, shard } = companies;
  // A company goes to higher numbers: where it lives is the highest of its own.
  return run(db, build.select({ company: id, database: shard }).from(companies).where(gte(shard, bound)).orderBy(id));
}

export function describeUnreached({
  company,
  database,
}: {
  readonly company: number;
  readonly database: number;
}): string {
  return `company ${company} lives in database ${database}, which is not bound here: its clients get 503. Put DB${database} back into wrangler.toml, and deploy`;
}

/** How a company goes to another database. */
interface Way {
  readonly name: string;
  readonly about: string;
  readonly begin: typeof beginMove;
  readonly begun: string;
  readonly done: string;
}

const moveCompany = createMoveCommand({
  name: "company move",
  about: "takes a company to another database; clients get 503 for new documents while the last rows are copied",
  begin: beginMove,
  begun: "company.move",
  done: "company.moved",
});

const extendCompany = createMoveCommand({
  name: "company extend",
  about:
    "lets a company go on in another database, while its older documents stay and are read where they are; clients get 503 for new documents, at the end for seconds also for reads",
  begin: beginExtension,
  begun: "company.extend",
  done: "company.extended",
});

function createMoveCommand({ name, about, begin, begun, done }: Way): Command {
  return {
    name,
    about,
    flags: [
      required("company", "id of the company"),
      optional("to", "number of the database, see `shard list`"),
      toggle("resume", "go on with a move that was interrupted"),
      toggle("abort", "give up: the company stays where it was"),
    ],
    run: (context) => runMove(context, { begin, begun, done }),
  };
}

async function runMove(
  context: Context,
  { begin, begun, done }: Pick<Way, "begin" | "begun" | "done">,
): Promise<Output> {
  const { input, shards, isDryRun } = context;
  const companyId = await input.get("company", readId);
  const world = createMoveWorld(context, companyId);
  const before = await readPlace(context.db, companyId);
  requireKind(before, companyId, begin);
  if (input.has("abort")) {
    if (isDryRun) return describe(companyId, before, context);
    await abortMove(world);
    await record(context, companyId, { action: "company.stay", shard: before.shard, to: before.move?.to });
    return describe(companyId, await readPlace(context.db, companyId), context);
  }
  if (!input.has("resume")) {
    if (shards.length === 1)
      throw new OperatorError(
        "one database is bound, and a company needs another one to move to",
        "`operator shard add`",
      );
    const to = await input.get("to", readInteger(1, shards.length - 1));
    if (isDryRun) return describe(companyId, before, context);
    await begin(world, to);
    await record(context, companyId, { action: begun, shard: before.shard, to });
  } else if (before.move === null) {
    throw new OperatorError(`company ${companyId} is not moving`, "give --to to begin");
  }
  if (isDryRun) return describe(companyId, before, context);
  const after = await goOn(world);
  if (after.shard !== before.shard) {
    await record(context, companyId, { action: done, shard: after.shard, to: after.shard });
  }
  return describe(companyId, after, context);
}

/** @throws OperatorError when it is the other command that goes on. */
function requireKind({ move }: Place, companyId: number, begin: Way["begin"]): void {
  if (move === null || (move.below === undefined) === (begin === beginMove)) return;
  const name = move.below === undefined ? "move" : "extend";
  throw new OperatorError(
    `company ${companyId} is on its way by \`company ${name}\``,
    `\`operator company ${name} --resume\``,
  );
}

/** Into the company's own chain, where it lives. */
async function record(
  context: Context,
  companyId: number,
  { action, shard, to }: { readonly action: string; readonly shard: number; readonly to: number | undefined },
): Promise<void> {
  const reached = context.shards[shard];
  if (reached === undefined) throw new OperatorError(`database ${shard} is not bound here`, "see wrangler.toml");
  await commit({ ...context, ...reached }, { companyId, action, detail: { to: to ?? null } }, []);
}

function createMoveWorld({ shards, nowMs, progress }: Context, companyId: number): MoveWorld {
  return {
    companyId,
    shards: shards.map(({ execute, limits }) => withLimits(execute, limits)),
    carried: CARRIED,
    nowMs,
    progress,
  };
}

function describe(companyId: number, place: Place, { isRemote }: Context): Output {
  const { shard, move, kept = [] } = place;
  const again = `operator company ${move?.below === undefined ? "move" : "extend"} --company ${companyId} --resume${isRemote ? " --remote" : ""}`;
  const base = {
    data: { company: companyId, database: shard, kept, move },
    text: `company ${companyId} lives in database ${shard}${kept.map(describeKept).join("")}`,
  };
  if (move === null) return base;
  if (move.state !== "cleaning") return { ...base, text: `${base.text}; ${move.state} to ${move.to}`, next: [again] };
  const day = new Date(Date.parse(move.since) + KEPT_MS).toISOString().slice(0, 10);
  const what = move.below === undefined ? "what it left" : "what it needs no more";
  const left = `${what} in database ${move.from} is kept for ${KEPT_MS / DAY_MS} days`;
  return { ...base, text: `${base.text}; ${left}`, next: [`${again}, from ${day} on: removes it`] };
}

function describeKept({ shard, below }: Kept): string {
  return `; documents with ids below ${below} are in database ${shard}`;
}

export const SHARD_COMMANDS: readonly Command[] = [addShard, listShards, moveCompany, extendCompany];
