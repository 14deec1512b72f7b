// Takes a company from one database to another, in states that the directory keeps: killed anywhere, it goes on from there.
import { and, eq, getTableColumns, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { BY_ID } from "../../src/store/audit/walks.ts";
import {
  build,
  connect,
  type Database,
  type Execute,
  excluded,
  findOne,
  nameOf,
  run,
} from "../../src/store/base/db.ts";
import { guard, HOME } from "../../src/store/base/home.ts";
import {
  acquirers,
  changes,
  companies,
  documentDays,
  documents,
  type Kept,
  type Move,
  walks,
} from "../../src/store/base/schema.ts";
import { OperatorError } from "../error.ts";
import { isSeeded, keepDocumentId, keepPartyId } from "./ids.ts";
import { clearRows, countRows, listMoved, listStray, MOVED, matchTable, NOT_KEPT, type Sides } from "./table.ts";

/** How long what the company left behind is kept, in milliseconds. */
export const KEPT_MS = 7 * 86_400_000;

/** What a mover works with. */
export interface MoveWorld {
  readonly companyId: number;
  /** Every database by its number; the first one holds the directory. */
  readonly shards: readonly Execute[];
  /** Bytes of rows that one call may carry. */
  readonly carried: number;
  readonly nowMs: () => number;
  /** Hears how far it is. */
  readonly progress: (what: string, done: number, total?: number) => void;
}

/** The directory's line of a company. */
export interface Place {
  readonly shard: number;
  readonly move: Move | null;
  /** The databases that keep older documents, the oldest first; absent for a company in one database. */
  readonly kept?: readonly Kept[];
}

/** Documents that go along at most where a company goes on: those from the oldest open one on. They are taken out while nothing is read. */
const TAKEN_MOST = 20_000;

const { id, home, epoch, shard, move, kept } = companies;

/** Where a company lives, and whether it is moving. @throws OperatorError when there is no such company. */
export async function readPlace(directory: Database, companyId: number): Promise<Place> {
  const found = await findOne(directory, build.select({ shard, move, kept }).from(companies).where(eq(id, companyId)));
  if (found === undefined) throw new OperatorError(`there is no company ${companyId}`, "see `operator company list`");
  const { kept: older, ...place } = found;
  return older === null ? place : { ...place, kept: older };
}

/**
 * Begins a move, and changes nothing but the directory.
 * @throws OperatorError when the company moves already or the database is not one that it can go to.
 */
export async function beginMove(world: MoveWorld, to: number): Promise<void> {
  const place = await readPlace(open(world, 0), world.companyId);
  if (place.kept !== undefined) {
    throw new OperatorError(
      `company ${world.companyId} spans several databases and is not moved`,
      "`operator company extend` lets it go on in a newer one",
    );
  }
  await requireFree(world, place, to);
  await setMove(world, place, { to, state: "copying" });
}

/**
 * Begins the move of a company that leaves its documents where they are, but for those from the oldest open one on: what stays
 * never changes again. Changes nothing but the directory.
 * @throws OperatorError as above, and when an open document is too old.
 */
export async function beginExtension(world: MoveWorld, to: number): Promise<void> {
  const place = await readPlace(open(world, 0), world.companyId);
  await requireFree(world, place, to);
  const { companyId } = world;
  const from = open(world, place.shard);
  const { id: documentId } = documents;
  const isOwn = eq(documents.companyId, companyId);
  const [[oldest], [last]] = await from.batch([
    selectOpen(companyId),
    build
      .select({ id: sql<number | null>`max(${documentId})`.as("lastId") })
      .from(documents)
      .where(isOwn),
  ]);
  // What is numbered from now on has a greater id, and goes along too.
  const least = place.kept?.at(-1)?.below ?? 0;
  const below = Math.max(least, oldest?.id ?? (last?.id ?? 0) + 1);
  const taken = build.select({ count: sql<number>`count(*)`.as("taken") }).from(documents);
  const count = (await findOne(from, taken.where(and(isOwn, gte(documentId, below)))))?.count ?? 0;
  if (oldest !== undefined && count > TAKEN_MOST) {
    throw new OperatorError(
      `document ${oldest.id} is ${oldest.state}, and ${count} documents from it on would have to go along: ${TAKEN_MOST} at most`,
      `settle it first: \`operator document explain --document ${oldest.id}\``,
    );
  }
  await setMove(world, place, { to, state: "copying", below });
}

/** The oldest document of a company that may still change. */
function selectOpen(companyId: number) {
  const isOpen = and(eq(documents.companyId, companyId), isNotNull(documents.dueAt));
  return build
    .select({ id: documents.id, state: documents.state })
    .from(documents)
    .where(isOpen)
    .orderBy(documents.id)
    .limit(1);
}

/** @throws OperatorError where a document that would stay is open. */
async function requireRest(db: Database, companyId: number, below: number | undefined): Promise<void> {
  const oldest = await findOne(db, selectOpen(companyId));
  if (below === undefined || oldest === undefined || oldest.id >= below) return;
  throw new OperatorError(
    `document ${oldest.id} would stay, and is ${oldest.state} again`,
    "`--abort`, and begin again",
  );
}

/** @throws OperatorError unless a company stands still in the directory and can go to a database. */
async function requireFree(world: MoveWorld, place: Place, to: number): Promise<void> {
  if (place.move !== null) {
    throw new OperatorError(
      `company ${world.companyId} is moving to database ${place.move.to} (${place.move.state})`,
      place.shard === place.move.to
        ? "it lives there already; `--resume` goes on"
        : "`--resume` goes on, `--abort` gives up",
    );
  }
  if (to <= place.shard || to >= world.shards.length) {
    throw new OperatorError(
      `company ${world.companyId} lives in database ${place.shard} and cannot go to ${to}`,
      "ids are given once over all databases because a company only goes to one with a higher number: `operator shard list`",
    );
  }
  await requireReady(world, place.shard, to);
}

/** @throws OperatorError unless a database has the same tables as another one, and ids of its own. */
async function requireReady(world: MoveWorld, from: number, to: number): Promise<void> {
  const [here, there] = await Promise.all([from, to].map((number) => readTables(open(world, number))));
  if (here !== there) {
    throw new OperatorError(
      `databases ${from} and ${to} have different tables`,
      "`operator migrate` brings all up to date",
    );
  }
  if (await isSeeded(open(world, to), to)) return;
  throw new OperatorError(`database ${to} gives no ids of its own yet`, "`operator shard add`");
}

/** What makes the tables of a database, but for those of the platform. */
async function readTables(db: Database): Promise<string> {
  const master = sql`sqlite_master`;
  const made = build.select({ text: sql<string | null>`sql`.as("text") }).from(master);
  const isOwn = sql`substr(name, 1, 2) <> 'd1' AND substr(name, 1, 6) <> 'sqlite' AND substr(name, 1, 4) <> '_cf_'`;
  return JSON.stringify(await run(db, made.where(isOwn).orderBy(sql`type`, sql`name`)));
}

/**
 * Goes on with a move until it is done, or until what is left behind must be kept for a while longer.
 * @returns the place as it is then.
 * @throws OperatorError when there is no move, or both databases are not the same.
 */
export async function goOn(world: MoveWorld): Promise<Place> {
  for (;;) {
    const place = await readPlace(open(world, 0), world.companyId);
    if (place.move === null) return place;
    const isKept = place.move.state === "cleaning" && world.nowMs() < Date.parse(place.move.since) + KEPT_MS;
    if (isKept) return place;
    await STEPS[place.move.state](world, place, place.move);
  }
}

type Step = (world: MoveWorld, place: Place, move: Move) => Promise<void>;

/** Each step may be repeated, and ends with the next state in the directory. */
const STEPS: Readonly<Record<Move["state"], Step>> = {
  copying: async (world, place, { to, below }) => {
    await take(world, place.shard, to);
    await matchAll(world, sidesOf(world, place.shard, to, below), "write");
    await setMove(world, place, { to, state: "closing" });
  },
  closing: async (world, place, { to }) => {
    await setHome(open(world, place.shard), world.companyId, [HOME.here, HOME.closed], HOME.closed);
    await setMove(world, place, { to, state: "catching-up" });
  },
  "catching-up": async (world, place, { to, below }) => {
    await requireHome(open(world, place.shard), world.companyId, HOME.closed);
    await requireRest(open(world, place.shard), world.companyId, below);
    const sealed = await catchUp(world, place.shard, to, below);
    await setMove(world, place, { to, state: "verified", sealed });
  },
  verified: async (world, place, { to, sealed }) => {
    await requireHome(open(world, place.shard), world.companyId, HOME.closed);
    const isSame = await closeCopy(world, to, sealed);
    // Another mover took the copy for its own meanwhile.
    if (!isSame) return setMove(world, place, { to, state: "catching-up" });
    await setMove(world, place, { to, state: "switched", ...(sealed !== undefined && { sealed }) }, to);
  },
  switched: async (world, place, { to, from, sealed, below }) => {
    const found = (await readHome(open(world, from), world.companyId))?.home;
    // One that gave up opened the old database meanwhile: the new one never was open.
    const isBack = found === HOME.here;
    if (isBack) return setMove(world, place, { to, state: "copying" }, from);
    const isLeft = found === HOME.kept;
    if (isLeft) await requireHome(open(world, to), world.companyId, HOME.here);
    // What was left is not read any more before anything can change in the new database.
    else await setHome(open(world, from), world.companyId, [HOME.closed, HOME.unread], HOME.unread);
    const isOpen = (await readHome(open(world, to), world.companyId))?.home === HOME.here;
    if (!isOpen && !(await closeCopy(world, to, sealed))) {
      return setMove(world, place, { to, state: "switched", sealed: await catchUp(world, from, to, below) });
    }
    await setWalksBack(open(world, to), world.companyId);
    if (!isOpen) await setHome(open(world, to), world.companyId, [HOME.closed], HOME.here);
    if (below !== undefined && !isLeft) await keep(world, from, below);
    await setMove(world, place, { to, state: "cleaning" });
  },
  cleaning: async (world, place, { from, below }) => {
    const { companyId } = world;
    if (below === undefined) {
      await leave(world, from);
      if (from !== 0) await run(open(world, from), build.delete(companies).where(eq(id, companyId)));
    } else {
      await clear(world, from, NOT_KEPT, HOME.kept);
    }
    await setMove(world, place, null);
  },
};

/** Takes the copy for this mover: what earlier ones sent about its home changes nothing any more. */
async function take(world: MoveWorld, from: number, to: number): Promise<void> {
  await enter(world, from, to);
  await setHome(open(world, to), world.companyId, COPIES, HOME.unread);
  await enter(world, from, to);
}

/**
 * Makes the copy the same as what stands still, and seals it before it is compared: rows that an earlier mover sent may still arrive.
 * @returns the epoch of the seal.
 */
async function catchUp(world: MoveWorld, from: number, to: number, below: number | undefined): Promise<number> {
  await take(world, from, to);
  const sides = sidesOf(world, from, to, below);
  if (below !== undefined) {
    await clearRows(listStray(below), { db: sides.to, copy: sides.copy }, world.companyId, (count) =>
      world.progress("rows removed", count),
    );
  }
  await matchAll(world, sides, "write");
  const sealed = await setHome(open(world, to), world.companyId, [HOME.unread], HOME.sealed);
  await requireSame(world, sides);
  return sealed;
}

/**
 * Takes out of a database what went along, and lets the rest be read there, in one transaction. The new database is open by then: it
 * is no copy any more that could be made again from here.
 */
async function keep({ shards, companyId }: MoveWorld, number: number, below: number): Promise<void> {
  const away = connect(guard(getShard(shards, number), companyId, HOME.unread));
  await away.batch([
    keepDocumentId(),
    build.delete(changes).where(and(eq(changes.companyId, companyId), gte(changes.documentId, below))),
    build.delete(documents).where(and(eq(documents.companyId, companyId), gte(documents.id, below))),
    build
      .update(companies)
      .set({ home: HOME.kept, epoch: sql`${epoch} + 1` })
      .where(eq(id, companyId)),
  ]);
}

/** Lets the copy be read, if it is still the one that was compared. */
async function closeCopy(world: MoveWorld, to: number, sealed = -1): Promise<boolean> {
  const found = await readHome(open(world, to), world.companyId);
  if (found?.home === HOME.closed) return found.epoch === sealed + 1;
  if (found?.home !== HOME.sealed || found.epoch !== sealed) return false;
  return (await setHome(open(world, to), world.companyId, [HOME.sealed], HOME.closed)) === sealed + 1;
}

/**
 * Gives a move up: the company is at home where it was, and what was copied goes.
 * @throws OperatorError once the company lives in the other database.
 */
export async function abortMove(world: MoveWorld): Promise<void> {
  const { companyId } = world;
  const place = await readPlace(open(world, 0), companyId);
  if (place.move === null) {
    const found = await readHome(open(world, place.shard), companyId);
    const isClosed = found?.home === HOME.closed;
    if (!isClosed) throw new OperatorError(`company ${companyId} is not moving`, "nothing was changed");
    // A mover that stood still closed it after the move was given up.
    await setHome(open(world, place.shard), companyId, [HOME.closed], HOME.here);
    return;
  }
  const { to, state } = place.move;
  if (place.shard === to) {
    throw new OperatorError(`company ${companyId} lives in database ${to} already (${state})`, "`--resume` goes on");
  }
  // First back to the beginning: a mover that goes on from here copies anew.
  if (state !== "copying") await setMove(world, place, { to, state: "copying" });
  const began = await readPlace(open(world, 0), companyId);
  const there = await readHome(open(world, to), companyId);
  if (there !== undefined) await setHome(open(world, to), companyId, COPIES, HOME.unread);
  await setHome(open(world, place.shard), companyId, [HOME.closed, HOME.here], HOME.here);
  if (there !== undefined) await leave(world, to);
  await run(open(world, to), build.delete(companies).where(and(eq(id, companyId), eq(home, HOME.unread))));
  await setMove(world, began, null);
}

function getShard(shards: readonly Execute[], number: number): Execute {
  const execute = shards[number];
  if (execute === undefined)
    throw new OperatorError(`there is no database ${number} here`, "see `operator shard list`");
  return execute;
}

function open({ shards }: MoveWorld, number: number): Database {
  return connect(getShard(shards, number));
}

/** The same database, for writes that fail once the company's rows there are no copy any more. */
function openCopy({ shards, companyId }: MoveWorld, number: number, at: number = HOME.unread): Database {
  return connect(guard(getShard(shards, number), companyId, at));
}

function sidesOf(world: MoveWorld, from: number, to: number, below: number | undefined): Sides {
  return {
    companyId: world.companyId,
    below,
    carried: world.carried,
    from: open(world, from),
    to: open(world, to),
    copy: openCopy(world, to),
  };
}

/** Writes the next state, unless another mover was faster. @param next where the company lives from now on. */
async function setMove(
  world: MoveWorld,
  place: Place,
  to: Pick<Move, "to" | "state" | "sealed" | "below"> | null,
  next = place.shard,
): Promise<void> {
  const since = new Date(world.nowMs()).toISOString();
  const { from = place.shard, below } = place.move ?? {};
  const staying = below === undefined ? {} : { below };
  const isSame = sql`${move} IS ${place.move === null ? null : JSON.stringify(place.move)}`;
  const change = build
    .update(companies)
    .set({ shard: next, move: to && { ...staying, ...to, from, since }, kept: listKept(place, next) })
    .where(and(eq(id, world.companyId), eq(shard, place.shard), isSame));
  const changed = await run(open(world, 0), change.returning({ id }));
  if (changed.length === 0)
    throw new OperatorError("another mover was faster", "`operator shard list` shows how far it is");
}

/** The databases that keep documents of a company, once it lives in another one. */
function listKept({ shard: present, move: moving, kept: older = [] }: Place, next: number): readonly Kept[] | null {
  const { from, below } = moving ?? {};
  const isLeaving = from !== undefined && below !== undefined && present === from && next !== from;
  const list = isLeaving ? [...older, { shard: from, below }] : older.filter((one) => one.shard !== next);
  return list.length === 0 ? null : list;
}

/** What a database may say of a copy, as long as the company does not live there. */
const COPIES = [HOME.unread, HOME.sealed, HOME.closed];

function readHome(db: Database, companyId: number) {
  return findOne(db, build.select({ home, epoch }).from(companies).where(eq(id, companyId)));
}

function refuseHome(companyId: number, found: number | undefined): OperatorError {
  return new OperatorError(
    `company ${companyId} has home ${found ?? "none"}, which is not what its move says`,
    "nothing was changed: another mover may be at work",
  );
}

/** @throws OperatorError where a company is something else in a database than the move's state says. */
async function requireHome(db: Database, companyId: number, wanted: number): Promise<void> {
  const found = (await readHome(db, companyId))?.home;
  if (found === wanted) return;
  throw refuseHome(companyId, found);
}

/**
 * Opens, closes, seals or hides a company in a database. Repeated, it only counts the epoch on: what an earlier mover sent and what
 * has not arrived yet changes nothing after that.
 * @returns the new epoch.
 * @throws OperatorError when the company is none of what it may be there, or another mover was faster.
 */
async function setHome(db: Database, companyId: number, allowed: readonly number[], to: number): Promise<number> {
  const found = await readHome(db, companyId);
  if (found === undefined || !allowed.includes(found.home)) throw refuseHome(companyId, found?.home);
  const isSame = and(eq(id, companyId), eq(home, found.home), eq(epoch, found.epoch));
  const change = build.update(companies).set({ home: to, epoch: found.epoch + 1 });
  const changed = await run(db, change.where(isSame).returning({ id }));
  if (changed.length === 0) throw refuseHome(companyId, undefined);
  return found.epoch + 1;
}

/** The cron's walks through a database come to the documents that are new there: those have lower ids and rested long ago. */
async function setWalksBack(db: Database, companyId: number): Promise<void> {
  const first = sql`SELECT min(${documents.id}) - 1 FROM ${documents} WHERE ${eq(documents.companyId, companyId)}`;
  const { name, lastId } = walks;
  const back = sql`iif(${name} = ${BY_ID}, min(${lastId}, coalesce((${first}), ${lastId})), 0)`;
  await run(db, build.update(walks).set({ lastId: back }));
}

/** Writes the company's own row as a copy that is not read; where it is no copy any more, it stays, and its epoch always. */
async function enter(world: MoveWorld, shardFrom: number, to: number): Promise<void> {
  const from = open(world, shardFrom);
  const own = [home, shard, move, kept].map(({ name }) => name);
  const columns = Object.values(getTableColumns(companies)).filter(({ name }) => !own.includes(name));
  const found = await findOne(
    from,
    build
      .select({ row: sql<string>`json_array(${sql.join(columns, sql`, `)})`.as("companyRow") })
      .from(companies)
      .where(eq(id, world.companyId)),
  );
  if (found === undefined) throw new OperatorError(`company ${world.companyId} has no row where it lives`, "");
  const values = columns.map((_, index) => sql`(${found.row} ->> ${sql.raw(String(index))})`);
  const changing = columns.filter((column) => column !== id && column !== epoch);
  const set = changing.map((column) => sql`${nameOf(column)} = ${excluded(column)}`);
  await run(
    open(world, to),
    build.run(sql`INSERT INTO ${companies} (${sql.join([...columns.map(nameOf), nameOf(home)], sql`, `)})
      SELECT ${sql.join(values, sql`, `)}, ${HOME.unread} WHERE true
      ON CONFLICT (${nameOf(id)}) DO UPDATE SET ${sql.join(set, sql`, `)} WHERE ${home} = ${HOME.unread}`),
  );
}

async function matchAll(world: MoveWorld, sides: Sides, mode: "write" | "compare"): Promise<number> {
  const total = await countRows(sides);
  let done = 0;
  let differing = 0;
  for (const moved of listMoved(sides.below)) {
    differing += await matchTable(moved, sides, mode, (count) => {
      done += count;
      world.progress(mode === "write" ? "rows copied" : "rows compared", done, total);
    });
  }
  return differing;
}

/** @throws OperatorError when both databases do not hold the same of the company. */
async function requireSame(world: MoveWorld, sides: Sides): Promise<void> {
  const differing = await matchAll(world, sides, "compare");
  const { companyId, below } = sides;
  const wanted = below === undefined ? readCounts(sides.from, companyId) : countTaken(sides.from, companyId, below);
  const counted = await Promise.all([wanted, readCounts(sides.to, companyId)]);
  if (below !== undefined) await requireNoStray(sides.to, companyId, below);
  if (differing === 0 && counted[0] === counted[1]) return;
  throw new OperatorError(
    `${differing} rows differ between both databases${counted[0] === counted[1] ? "" : ", and so do the counts"}`,
    "`--resume` copies them again, `--abort` gives up",
  );
}

/** @throws OperatorError where a document that stays is in the copy too: an earlier mover's rows arrived late. */
async function requireNoStray(db: Database, companyId: number, below: number): Promise<void> {
  const isStray = and(eq(documents.companyId, companyId), lt(documents.id, below));
  const found = await findOne(db, build.select({ id: documents.id }).from(documents).where(isStray).limit(1));
  if (found === undefined) return;
  throw new OperatorError(
    `document ${found.id}, which stays, is in the other database too`,
    "`--resume` takes it out there, `--abort` gives up",
  );
}

/** What triggers count of a company's documents. */
async function readCounts(db: Database, companyId: number): Promise<string> {
  const { typeCode, prefix, day, approved, rejected, pending, planned } = documentDays;
  const counts = build.select({ typeCode, prefix, day, approved, rejected, pending, planned }).from(documentDays);
  const isCounted = and(eq(documentDays.companyId, companyId), sql`${approved} + ${rejected} + ${pending} > 0`);
  return JSON.stringify(await run(db, counts.where(isCounted).orderBy(typeCode, prefix, day)));
}

/** The same of those that go along. */
async function countTaken(db: Database, companyId: number, below: number): Promise<string> {
  const { typeCode, prefix, issueDate, state, planSequence } = documents;
  const sum = (is: SQL, name: string) => sql<number>`sum(${is})`.as(name);
  const counts = build
    .select({
      typeCode,
      prefix,
      day: issueDate,
      approved: sum(sql`${state} = 'aceptado'`, "taken_approved"),
      rejected: sum(sql`${state} = 'rechazado'`, "taken_rejected"),
      pending: sum(sql`${state} NOT IN ('aceptado', 'rechazado')`, "taken_pending"),
      planned: sum(sql`${planSequence} IS NOT NULL`, "taken_planned"),
    })
    .from(documents)
    .where(
      and(
        eq(documents.companyId, companyId),
        gte(documents.id, below),
        eq(documents.environment, "produccion"),
        isNull(documents.dueAt),
      ),
    );
  const grouped = counts.groupBy(typeCode, prefix, issueDate).orderBy(typeCode, prefix, issueDate);
  return JSON.stringify(await run(db, grouped));
}

/** Takes a copy out of a database. */
async function leave(world: MoveWorld, number: number): Promise<void> {
  const copy = openCopy(world, number);
  await run(copy, keepPartyId());
  await run(copy, keepDocumentId());
  await clear(world, number, MOVED, HOME.unread);
}

/** @param at what the company must be there. */
async function clear(world: MoveWorld, number: number, tables: typeof MOVED, at: number): Promise<void> {
  const copy = openCopy(world, number, at);
  let done = 0;
  await clearRows(tables, { db: open(world, number), copy }, world.companyId, (count) => {
    done += count;
    world.progress("rows removed", done);
  });
  await run(copy, build.delete(acquirers).where(eq(acquirers.companyId, world.companyId)));
}
