// client add, token issue, rotate, revoke and list: who may call, and with what.
import { readAll, readOne } from "../../src/store/database.ts";
import { expireToken, insertClient, insertToken, revokeToken } from "../../src/store/registry.ts";
import { createTokenText, digestToken } from "../../src/store/token.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { readDate, readId, readInteger, readScope, readText } from "../reader.ts";
import { printTable } from "../table.ts";
import { getCompany } from "./company.ts";

/** Tokens of one client that work at the same time: the one in use, and the one that replaces it. */
const LIVE_MAX = 2;
const HOUR_MS = 3_600_000;

interface TokenRow {
  readonly id: string;
  readonly client_id: number;
  readonly company_id: number;
  readonly environment: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_day: string | null;
  readonly created_at: string;
}

const TOKENS = `SELECT t.id, t.client_id, c.company_id, k.environment, t.expires_at, t.revoked_at, t.last_used_day,
    t.created_at
  FROM tokens t JOIN api_clients c ON c.id = t.client_id JOIN companies k ON k.id = c.company_id`;

const addClient: Command = {
  name: "client add",
  about: "registers an API client of a company; all its tokens have its scopes",
  flags: {
    company: "*id of the company",
    name: "*what the client is, such as the name of the ERP",
    scopes: "*fe.read, fe.write, dse.read, dse.write, commas between",
  },
  run: async (context) => {
    const { binding, input } = context;
    const company = await getCompany(context);
    const name = await input.get("name", readText);
    const scopes = [...new Set(input.list("scopes", readScope))];
    if (scopes.length === 0) throw new OperatorError("--scopes is missing", "such as --scopes fe.read,fe.write");
    const last = await readOne<{ id: number | null }>(binding.prepare("SELECT max(id) AS id FROM api_clients"));
    const client = { id: (last?.id ?? 0) + 1, companyId: company.id, name, scopes };
    await commit(context, { companyId: company.id, action: "client.add", detail: client }, [
      insertClient(binding, client),
    ]);
    return { data: client, text: `client ${client.id}: ${name} of company ${company.id} (${scopes.join(", ")})` };
  },
};

const listClients: Command = {
  name: "client list",
  about: "lists the API clients of a company",
  flags: { company: "*id of the company" },
  run: async (context) => {
    const company = await getCompany(context);
    const sql = "SELECT id, name, scopes, created_at FROM api_clients WHERE company_id = ?1 ORDER BY id";
    const rows = await readAll<Record<string, unknown>>(context.binding.prepare(sql).bind(company.id));
    return { data: rows, text: printTable(rows, "no client yet: `operator client add`") };
  },
};

const issue: Command = {
  name: "token issue",
  about: "makes a token for a client and shows it, this once",
  flags: {
    client: "*id of the client",
    expires: "last day of the token, YYYY-MM-DD; without it the token does not end",
  },
  run: async (context) => {
    const clientId = await context.input.get("client", readId);
    const made = await makeToken(context, clientId, "token.issue", []);
    return { data: made, text: `token ${made.id} of client ${clientId}, shown this once:\n${made.token}` };
  },
};

const rotate: Command = {
  name: "token rotate",
  about: "makes a new token for a client; the old ones end after the grace",
  flags: {
    client: "*id of the client",
    grace: "hours that the old tokens go on working; 24 unless given",
    expires: "last day of the new token, YYYY-MM-DD",
  },
  run: async (context) => {
    const { binding, input, nowMs } = context;
    const clientId = await input.get("client", readId);
    const graceHours = input.find("grace", readInteger(0, 720)) ?? 24;
    const endsAt = new Date(nowMs() + graceHours * HOUR_MS).toISOString();
    const live = await listLive(context, clientId);
    const ending = live.filter(({ expires_at: end }) => end === null || end > endsAt);
    const statements = ending.map(({ id }) => expireToken(binding, id, endsAt));
    const made = await makeToken(context, clientId, "token.rotate", statements);
    const old = ending.map(({ id }) => id);
    const text = `token ${made.id} of client ${clientId}, shown this once:\n${made.token}\nending ${endsAt}: ${old.join(", ") || "none"}`;
    return { data: { ...made, old, old_end: endsAt }, text };
  },
};

const revoke: Command = {
  name: "token revoke",
  about: "ends a token: its next request gets 401",
  flags: { token: "*id of the token (12 characters), or its whole text" },
  secretFlags: { token: /^[0-9A-Za-z]{1,12}$/ },
  run: async (context) => {
    const { binding, input, nowMs } = context;
    const given = await input.get("token", readText);
    const id = /^fed_[a-z]+_([0-9A-Za-z]{12})_/.exec(given)?.[1] ?? given;
    const token = await readOne<TokenRow>(binding.prepare(`${TOKENS} WHERE t.id = ?1`).bind(id));
    if (token === undefined) throw new OperatorError("there is no such token", "see `operator token list`");
    if (token.revoked_at !== null) throw new OperatorError(`token ${id} was revoked at ${token.revoked_at}`);
    const revokedAt = new Date(nowMs()).toISOString();
    const deed = {
      companyId: token.company_id,
      action: "token.revoke",
      detail: { token: id, client: token.client_id },
    };
    await commit(context, deed, [revokeToken(binding, id, revokedAt)]);
    return { data: { id, revoked_at: revokedAt }, text: `token ${id} revoked` };
  },
};

const listTokens: Command = {
  name: "token list",
  about: "lists the tokens of a company's clients, never their text",
  flags: { company: "*id of the company" },
  run: async (context) => {
    const company = await getCompany(context);
    const sql = `${TOKENS} WHERE c.company_id = ?1 ORDER BY t.created_at, t.id`;
    const rows = await readAll<TokenRow>(context.binding.prepare(sql).bind(company.id));
    const data = rows.map(({ company_id: _company, environment: _environment, ...row }) => ({
      ...row,
      state: stateOf(row, context.nowMs()),
    }));
    return { data, text: printTable(data, "no token yet: `operator token issue`") };
  },
};

async function makeToken(context: Context, clientId: number, action: string, statements: D1PreparedStatement[]) {
  const { binding, input, nowMs, keyring } = context;
  const sql = `SELECT c.company_id, k.environment FROM api_clients c JOIN companies k ON k.id = c.company_id
    WHERE c.id = ?1`;
  const client = await readOne<{ company_id: number; environment: string }>(binding.prepare(sql).bind(clientId));
  if (client === undefined) throw new OperatorError(`there is no client ${clientId}`, "see `operator client list`");
  const live = await listLive(context, clientId);
  if (live.length >= LIVE_MAX) {
    const ids = live.map(({ id }) => id).join(" and ");
    throw new OperatorError(`client ${clientId} has ${LIVE_MAX} live tokens already (${ids})`, "revoke one first");
  }
  const expires = input.find("expires", readDate);
  // The whole last day counts, in Bogotá.
  const expiresAt = expires === undefined ? null : new Date(`${expires}T23:59:59.999-05:00`).toISOString();
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs()) throw new OperatorError(`${expires} is over already`);
  const { id, secret, text } = createTokenText(client.environment);
  const [pepper] = keyring.peppers();
  const row = { id, clientId, digest: await digestToken(pepper, secret), pepperVersion: pepper.version, expiresAt };
  const detail = { token: id, client: clientId, expires_at: expiresAt };
  await commit(context, { companyId: client.company_id, action, detail }, [...statements, insertToken(binding, row)]);
  return { id, client: clientId, expires_at: expiresAt, token: text };
}

async function listLive({ binding, nowMs }: Context, clientId: number): Promise<TokenRow[]> {
  const rows = await readAll<TokenRow>(binding.prepare(`${TOKENS} WHERE t.client_id = ?1`).bind(clientId));
  return rows.filter((row) => stateOf(row, nowMs()) === "live");
}

function stateOf(row: Pick<TokenRow, "revoked_at" | "expires_at">, nowMs: number): "live" | "revoked" | "expired" {
  if (row.revoked_at !== null) return "revoked";
  return row.expires_at !== null && Date.parse(row.expires_at) <= nowMs ? "expired" : "live";
}

export const CLIENT_COMMANDS: readonly Command[] = [addClient, listClients, issue, rotate, revoke, listTokens];
