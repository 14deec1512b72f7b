// Runs a command on the database in which the company of its line lives; where the line is about all of them, on each.
import { and, eq } from "drizzle-orm";
import { build, connect, type Database, findOne, run, withLimits } from "../src/store/base/db.ts";
import { guard, HOME, isRead, joinKept } from "../src/store/base/home.ts";
import { apiClients, companies, documents, type Kept, ranges, tokens, webhooks } from "../src/store/base/schema.ts";
import { reach } from "./access/database.ts";
import { type Command, type Context, type Output, SUBJECTS } from "./command.ts";
import { OperatorError } from "./error.ts";
import { isShown } from "./left-behind.ts";
import { readPlace } from "./move/mover.ts";
import { readId, readText, readTokenId } from "./reader.ts";

/** Which databases keep older documents of a company, the oldest first. */
export async function listKept({ shards }: Context, companyId: number): Promise<readonly Kept[]> {
  const [first] = shards;
  return first === undefined || shards.length === 1 ? [] : ((await readPlace(first.db, companyId)).kept ?? []);
}

/** The database of a company, with those that keep older documents of it behind it. */
export async function openCompany(context: Context, companyId: number): Promise<Database> {
  const { db, execute, limits, shards } = context;
  const kept = await listKept(context, companyId);
  if (kept.length === 0) return db;
  return joinKept(withLimits(execute, limits), kept, (shard) => {
    const reached = shards[shard];
    if (reached === undefined) throw refuseUnbound(companyId, shard);
    return connect(withLimits(guard(reached.execute, companyId, HOME.kept), reached.limits));
  });
}

/** Flags that name a row, and the company of the row, where it is read. */
const OWNERS = {
  client: (id: string) =>
    build
      .select({ owner: apiClients.companyId })
      .from(apiClients)
      .where(and(eq(apiClients.id, Number(id)), isRead(apiClients.companyId))),
  range: (id: string) =>
    build
      .select({ owner: ranges.companyId })
      .from(ranges)
      .where(and(eq(ranges.id, Number(id)), isRead(ranges.companyId))),
  document: (id: string) =>
    build
      .select({ owner: documents.companyId })
      .from(documents)
      .where(and(eq(documents.id, Number(id)), isShown(documents.companyId))),
  webhook: (id: string) =>
    build
      .select({ owner: webhooks.companyId })
      .from(webhooks)
      .where(and(eq(webhooks.id, id), isRead(webhooks.companyId))),
  token: (text: string) =>
    build
      .select({ owner: apiClients.companyId })
      .from(tokens)
      .innerJoin(apiClients, eq(apiClients.id, tokens.clientId))
      .where(and(eq(tokens.id, readTokenId(text)), isRead(apiClients.companyId))),
};

/** The company of what a line is about, where a flag of it names a row of one. */
export function selectOwner(find: (flag: string) => string) {
  for (const [flag, select] of Object.entries(OWNERS)) {
    const id = find(flag);
    if (SUBJECTS.get(flag)?.form.test(id) === true) return select(id);
  }
  return undefined;
}

/** Which companies live in the database at hand; in the first one also those that the directory does not have, and the deployment (0). */
export async function findResidents({ db, shards }: Pick<Context, "db" | "shards">): Promise<(id: number) => boolean> {
  const [first] = shards;
  if (first === undefined || shards.length === 1) return () => true;
  const places = await run(first.db, build.select({ id: companies.id, shard: companies.shard }).from(companies));
  const homes = new Map(places.map(({ id, shard }) => [id, shard]));
  const here = shards.findIndex((one) => one.db === db);
  return (id) => (homes.get(id) ?? 0) === here;
}

interface Home {
  readonly shard: number;
  readonly companyId: number;
}

/** @throws OperatorError for a company whose database is not bound here. */
export async function runAtHome(command: Command, context: Context): Promise<Output> {
  const { shards } = context;
  if (shards.length <= 1 || /^(?:shard|company move|company extend|archive restore)\b/.test(command.name))
    return command.run(context);
  const home = await findHome(context);
  if (home !== undefined) return command.run(enter(context, home));
  if (command.isOfAll !== true) return command.run(context);
  const outputs: Output[] = [];
  for (const reached of shards) outputs.push(await command.run({ ...context, ...reached }));
  const exitCodes = outputs.flatMap(({ exitCode }) => exitCode ?? []);
  return {
    data: join(outputs.map(({ data }) => data)),
    ...(outputs.some(({ rows }) => rows !== undefined) && { rows: outputs.flatMap(({ rows = [] }) => rows) }),
    text: outputs.map(({ text }, shard) => `Database ${shard}\n\n${text}`).join("\n\n"),
    ...(exitCodes.length === 0 ? {} : { exitCode: Math.max(...exitCodes) }),
    next: [...new Set(outputs.flatMap(({ next = [] }) => next))],
  };
}

/** What several databases answer, in the shape of one: lists one after the other, counts summed up, of the rest what the first one says. */
function join(parts: readonly unknown[]): unknown {
  const [first] = parts;
  if (Array.isArray(first)) return parts.flat();
  if (typeof first === "number") return parts.reduce<number>((sum, part) => sum + Number(part), 0);
  if (typeof first !== "object" || first === null) return first;
  const members = Map.groupBy(
    parts.flatMap((part) => Object.entries(part ?? {})),
    ([name]) => name,
  );
  return Object.fromEntries([...members].map(([name, found]) => [name, join(found.map(([, value]) => value))]));
}

/** Writes for a company that is moving, or lives elsewhere by then, fail. */
export function enter(context: Context, { shard, companyId }: Home): Context {
  const reached = context.shards[shard];
  if (reached === undefined) {
    throw new OperatorError(
      `company ${companyId} lives in database ${shard}, which is not bound here`,
      "see wrangler.toml",
    );
  }
  return { ...context, ...reach(guard(reached.execute, companyId), reached.limits) };
}

function refuseUnbound(companyId: number, shard: number): OperatorError {
  return new OperatorError(
    `company ${companyId} has documents in database ${shard}, which is not bound here`,
    "see wrangler.toml",
  );
}

async function findHome(context: Context): Promise<Home | undefined> {
  const { db, input, shards } = context;
  const companyId = input.find("company", readText);
  if (companyId !== undefined && companyId !== "0") {
    const id = readId(companyId);
    return { companyId: id, shard: (await readPlace(db, id)).shard };
  }
  for (const [flag, selectOwner] of Object.entries(OWNERS)) {
    const value = input.find(flag, readText);
    if (value === undefined) continue;
    const found = await Promise.all(shards.map((one) => findOne(one.db, selectOwner(value))));
    const shard = found.findIndex((row) => row !== undefined);
    const owner = found[shard]?.owner;
    if (owner === undefined) return undefined;
    // An older document may be kept elsewhere than where its company lives.
    return { shard: flag === "document" ? (await readPlace(db, owner)).shard : shard, companyId: owner };
  }
  return undefined;
}
