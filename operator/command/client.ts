// `client`, add, edit and list, and `token`, issue, rotate, revoke and list, keep who may call the API.
import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Statement } from "../../src/store/base/db.ts";
import { build, findOne, run } from "../../src/store/base/db.ts";
import { apiClients, companies, tokens } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { nextClientId } from "../move/ids.ts";
import { createToken, stateOf } from "../new-token.ts";
import { readId, readInteger, readScope, readText, readTokenId } from "../reader.ts";
import { answerRows } from "../table.ts";
import { findCompanyId, getCompanyWith } from "./company.ts";
import { ISSUE_ALL_FLAGS, issueAll } from "./token-issue-all.ts";

/** Tokens of one client that work at the same time: the one in use, and the one that replaces it. */
const LIVE_MAX = 2;
const HOUR_MS = 3_600_000;
const SCOPES_ABOUT = "fe.read, fe.write, dse.read, dse.write, dee.read, dee.write, commas between";

type TokenRow = Awaited<ReturnType<typeof readTokens>>[number];

/** Tokens with their company, oldest first; never their text, which is not kept. */
function readTokens({ db }: Context, which: SQL) {
  const fields = {
    id: tokens.id,
    client_id: tokens.clientId,
    company_id: apiClients.companyId,
    expires_at: tokens.expiresAt,
    revoked_at: tokens.revokedAt,
    last_used_day: tokens.lastUsedDay,
    created_at: tokens.createdAt,
  };
  const owned = build.select(fields).from(tokens).innerJoin(apiClients, eq(apiClients.id, tokens.clientId));
  return run(db, owned.where(which).orderBy(tokens.createdAt, tokens.id));
}

export const addClient: Command = {
  name: "client add",
  about: "registers an API client of a company; all its tokens have its scopes",
  flags: [
    required("company", "id of the company"),
    required("name", "what the client is, such as the name of the ERP"),
    required("scopes", SCOPES_ABOUT),
  ],
  run: async (context) => {
    const { db, input } = context;
    const [company, next] = await getCompanyWith(context, () => nextClientId(db));
    const name = await input.get("name", readText);
    const scopes = [...new Set(await input.getList("scopes", readScope))];
    const client = { id: next, companyId: company.id, name, scopes };
    await commit(context, { companyId: company.id, action: "client.add", detail: client }, [
      build.insert(apiClients).values(client),
    ]);
    return {
      data: client,
      text: `client ${client.id}: ${name} of company ${company.id} (${scopes.join(", ")})`,
      next: [`operator token issue --client ${client.id}`],
    };
  },
};

const editClient: Command = {
  name: "client edit",
  about: "changes the name or the scopes of a client; its tokens have them from their next request on",
  flags: [
    required("client", "id of the client"),
    optional("name", "another name"),
    optional("scopes", `all that it may from now on: ${SCOPES_ABOUT}`),
  ],
  run: async (context) => {
    const { db, input } = context;
    const id = await input.get("client", readId);
    const known = await findOne(db, build.select().from(apiClients).where(eq(apiClients.id, id)));
    if (known === undefined) throw new OperatorError(`there is no client ${id}`, "see `operator client list`");
    const { companyId, name, scopes } = known;
    const given = input.list("scopes", readScope);
    const after = {
      name: input.find("name", readText) ?? name,
      scopes: given.length === 0 ? scopes : [...new Set(given)],
    };
    const before = { name, scopes };
    if (isDeepStrictEqual(after, before)) throw new OperatorError("nothing to change", "give --name or --scopes");
    await commit(context, { companyId, action: "client.edit", detail: { client: id, before, after } }, [
      build.update(apiClients).set(after).where(eq(apiClients.id, id)),
    ]);
    const text = `client ${id}: ${after.name} of company ${companyId} (${after.scopes.join(", ")})`;
    return { data: { id, companyId, ...after }, text };
  },
};

const listClients: Command = {
  name: "client list",
  reads: true,
  isOfAll: true,
  about: "lists the API clients of a company, or of all",
  flags: [optional("company", "id of the company; all of them unless given"), CSV],
  run: async (context) => {
    const company = await findCompanyId(context);
    const { id, name, scopes, createdAt, companyId } = apiClients;
    const whose = company === null ? { company: companyId } : {};
    const which = company === null ? isNotLeftBehind(companyId) : eq(companyId, company);
    const clients = build.select({ ...whose, id, name, scopes, created_at: createdAt }).from(apiClients);
    const rows = await run(context.db, clients.where(which).orderBy(companyId, id));
    return answerRows(rows, "no client yet: `operator client add`");
  },
};

export const issueToken: Command = {
  name: "token issue",
  about:
    "makes a token for a client and shows it, this once; with --all or --rows for a client of each company, into a private file",
  flags: [
    required("client", "id of the client; not with --all or --rows"),
    optional("expires", "last day of the token, YYYY-MM-DD; without it the token does not end"),
    ...ISSUE_ALL_FLAGS,
  ],
  isOfMany: (has) => has("all") || has("rows"),
  run: async (context) => {
    if (context.input.has("all") || context.input.has("rows")) return issueAll(context, issueToken);
    const clientId = await context.input.get("client", readId);
    const made = await makeToken(context, await readClient(context, clientId), "token.issue", []);
    return { data: made, text: `token ${made.id} of client ${clientId}, shown this once:\n${made.token}` };
  },
};

const rotate: Command = {
  name: "token rotate",
  about: "makes a new token for a client; the old ones end after the grace",
  flags: [
    required("client", "id of the client"),
    optional("grace", "hours that the old tokens go on working; 24 unless given"),
    optional("expires", "last day of the new token, YYYY-MM-DD"),
  ],
  run: async (context) => {
    const { input, nowMs } = context;
    const clientId = await input.get("client", readId);
    const graceHours = input.find("grace", readInteger(0, 720)) ?? 24;
    const endsAt = new Date(nowMs() + graceHours * HOUR_MS).toISOString();
    const present = await readClient(context, clientId);
    const ending = present.live.filter(({ expires_at: end }) => end === null || end > endsAt);
    const statements = ending.map(({ id }) => build.update(tokens).set({ expiresAt: endsAt }).where(eq(tokens.id, id)));
    const made = await makeToken(context, present, "token.rotate", statements);
    const old = ending.map(({ id }) => id);
    const text = `token ${made.id} of client ${clientId}, shown this once:\n${made.token}\nending ${endsAt}: ${old.join(", ") || "none"}`;
    return { data: { ...made, old, old_end: endsAt }, text };
  },
};

const revoke: Command = {
  name: "token revoke",
  about: "ends a token: its next request gets 401",
  flags: [required("token", "id of the token (12 characters), or its whole text").secret(/^[0-9A-Za-z]{1,12}$/)],
  run: async (context) => {
    const { input, nowMs } = context;
    const id = readTokenId(await input.get("token", readText));
    const client = build.select({ id: tokens.clientId }).from(tokens).where(eq(tokens.id, id));
    const own = await readTokens(context, eq(tokens.clientId, sql`(${client})`));
    const token = own.find((one) => one.id === id);
    if (token === undefined) throw new OperatorError("there is no such token", "see `operator token list`");
    if (token.revoked_at !== null) throw new OperatorError(`token ${id} was revoked at ${token.revoked_at}`);
    const revokedAt = new Date(nowMs()).toISOString();
    const entry = {
      companyId: token.company_id,
      action: "token.revoke",
      detail: { token: id, client: token.client_id },
    };
    const isUnrevoked = and(eq(tokens.id, id), isNull(tokens.revokedAt));
    await commit(context, entry, [build.update(tokens).set({ revokedAt }).where(isUnrevoked)]);
    const left = own.filter((one) => one.id !== id && stateOf(one, nowMs()) === "live");
    const others =
      left.length === 0
        ? "has no other token: its calls get 401"
        : `goes on with ${left.map((one) => one.id).join(", ")}`;
    return {
      data: { id, client: token.client_id, revoked_at: revokedAt, left: left.map((one) => one.id) },
      text: `token ${id} revoked; client ${token.client_id} ${others}`,
      next: left.length === 0 ? [`operator token issue --client ${token.client_id}`] : [],
    };
  },
};

const listTokens: Command = {
  name: "token list",
  reads: true,
  isOfAll: true,
  about: "lists the tokens of a company's clients, or of all, never their text",
  flags: [optional("company", "id of the company; all of them unless given"), CSV],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const { companyId: owner } = apiClients;
    const rows = await readTokens(context, companyId === null ? isNotLeftBehind(owner) : eq(owner, companyId));
    const data = rows.map(({ company_id: company, ...row }) => ({
      ...(companyId === null && { company }),
      ...row,
      state: stateOf(row, context.nowMs()),
    }));
    return answerRows(data, "no token yet: `operator token issue`");
  },
};

/** A client with its company's facts and its live tokens. */
async function readClient(context: Context, clientId: number) {
  const owners = build.select({ companyId: apiClients.companyId, environment: companies.environment }).from(apiClients);
  const owner = owners.innerJoin(companies, eq(companies.id, apiClients.companyId));
  const [client, live] = await Promise.all([
    findOne(context.db, owner.where(eq(apiClients.id, clientId))),
    listLive(context, clientId),
  ]);
  if (client === undefined) throw new OperatorError(`there is no client ${clientId}`, "see `operator client list`");
  return { ...client, clientId, live };
}

type ReadClient = Awaited<ReturnType<typeof readClient>>;

async function makeToken(context: Context, client: ReadClient, action: string, statements: readonly Statement[]) {
  const { clientId, live } = client;
  if (live.length >= LIVE_MAX) {
    const ids = live.map(({ id }) => id).join(" and ");
    throw new OperatorError(`client ${clientId} has ${LIVE_MAX} live tokens already (${ids})`, "revoke one first");
  }
  const { row, text } = await createToken(context, client);
  const { id, expiresAt } = row;
  const detail = { token: id, client: clientId, expires_at: expiresAt };
  const entry = { companyId: client.companyId, action, detail };
  await commit(context, entry, [...statements, build.insert(tokens).values(row)]);
  return { id, client: clientId, expires_at: expiresAt, token: text };
}

async function listLive(context: Context, clientId: number): Promise<TokenRow[]> {
  const rows = await readTokens(context, eq(tokens.clientId, clientId));
  return rows.filter((row) => stateOf(row, context.nowMs()) === "live");
}

export const CLIENT_COMMANDS: readonly Command[] = [
  addClient,
  editClient,
  listClients,
  issueToken,
  rotate,
  revoke,
  listTokens,
];
