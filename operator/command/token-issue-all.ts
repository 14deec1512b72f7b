// Issues a token to a client of each company, and keeps their texts in a private file alone.
import { existsSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { type Company, MODULES } from "../../src/domain/company.ts";
import { build, run } from "../../src/store/base/db.ts";
import { apiClients, tokens } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit, type Output } from "../command.ts";
import { CSV, readCsv, writeCsv } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, toggle } from "../flag.ts";
import { readInputText } from "../input-file.ts";
import { type Done, doMany, listOpen, readOwners, VERBOSE } from "../many.ts";
import { nextClientId } from "../move/ids.ts";
import { createToken, stateOf } from "../new-token.ts";
import { writePrivateFile } from "../private-file.ts";
import { readScope, readText } from "../reader.ts";
import { getCompany } from "./company.ts";

export const ISSUE_ALL_FLAGS = [
  toggle(
    "all",
    "one for the client --name of each company without any, drafts included: a company that has a token of any client is left alone, unless --rows names it",
  ),
  optional("rows", "one for the client --name of each company of a file, by its column nit or company, as --all"),
  optional("name", "with --all: what the client is called, such as the name of the ERP; made where there is none"),
  optional("scopes", "with --all: scopes of clients that are made; unless given those of the company's modules"),
  optional("output", "with --all: file for the tokens, CSV with mode 0600; one that is there is added to"),
  VERBOSE,
  CSV,
];
const COLUMNS = ["nit", "company", "client", "token_id", "token"] as const;

/** A line of the file. */
type Line = Readonly<Record<(typeof COLUMNS)[number], string | number>>;

/** @param command whose flags it reads. */
export async function issueAll(context: Context, command: Command): Promise<Output> {
  const { input, shards } = context;
  if (input.has("client")) throw new OperatorError("--client is one, and these are many", "give one of both");
  const isNamed = input.has("rows");
  if (isNamed && input.has("all"))
    throw new OperatorError("--all is every company, and --rows some", "give one of both");
  const name = await input.get("name", readText);
  const path = await input.get("output", (text) => text);
  const [scopes, expires] = [input.list("scopes", readScope), input.find("expires", readText)];
  const file = openTokenFile(path, context.isDryRun);
  const nextIds = await Promise.all(shards.map(({ db }) => nextClientId(db)));
  const asked = isNamed ? await readOwners(context) : await listOpen(context);
  const rows = asked.map((row) => ({ ...row, members: { ...row.members, ...(expires !== undefined && { expires }) } }));
  const output = await doMany(context, command, "company", rows, async (own, _row, { shard }): Promise<Done> => {
    const company = await getCompany(own);
    const before = await findClient(own, company.id, name);
    const live = before.tokens.filter((one) => stateOf(one, own.nowMs()) === "live");
    if (before.id !== undefined && live.length > 0) {
      const isThere = live.some(({ id }) => file.has(id));
      const lost = isThere ? "" : `, whose text is not in ${path}: \`operator token rotate --client ${before.id}\``;
      const note = `client ${before.id} has token ${live.map(({ id }) => id).join()}${lost}`;
      return { result: "unchanged", note, isShown: !isThere };
    }
    if (!isNamed && before.other !== undefined) {
      return {
        result: "unchanged",
        note: `its client ${before.other} has a token; --rows names companies that want another`,
        isShown: true,
      };
    }
    const made = scopes.length > 0 ? [...new Set(scopes)] : listScopes(company);
    if (before.id === undefined && made.length === 0) throw new OperatorError("it has no module", "give --scopes");
    const clientId = before.id ?? nextIds[shard] ?? 1;
    if (before.id === undefined) nextIds[shard] = clientId + 1;
    const client = before.id === undefined ? { id: clientId, companyId: company.id, name, scopes: made } : undefined;
    const { row, text } = await createToken(own, { clientId, environment: company.environment });
    const detail = {
      token: row.id,
      client: clientId,
      expires_at: row.expiresAt,
      ...(client && { name, scopes: made }),
    };
    const line = { nit: company.nit, company: company.id, client: clientId, token_id: row.id, token: text };
    await file.keep(line, () =>
      commit(own, { companyId: company.id, action: "token.issue", detail }, [
        ...(client === undefined ? [] : [build.insert(apiClients).values(client)]),
        build.insert(tokens).values(row),
      ]),
    );
    return {
      result: "issued",
      note: `token ${row.id} of client ${clientId}${client === undefined ? "" : ", which is new"}`,
    };
  });
  return context.isDryRun
    ? output
    : { ...output, next: [`the tokens are in ${path}: hand each over, then delete the file`] };
}

/** The client of a name, the oldest one, with its tokens; and another one of the company whose token is live. */
async function findClient({ db, nowMs }: Context, companyId: number, name: string) {
  // Two columns of one name are one in what wrangler prints.
  const client = sql<number>`${apiClients.id}`.as("client");
  const label = sql<string>`${apiClients.name}`.as("label");
  const fields = { client, label, id: tokens.id, expires_at: tokens.expiresAt, revoked_at: tokens.revokedAt };
  const owned = build.select(fields).from(apiClients).leftJoin(tokens, eq(tokens.clientId, apiClients.id));
  const found = await run(db, owned.where(eq(apiClients.companyId, companyId)).orderBy(apiClients.id));
  const id = found.find((one) => one.label === name)?.client;
  const given = found.flatMap(({ id: token, ...rest }) => (token === null ? [] : [{ ...rest, id: token }]));
  return {
    id,
    tokens: given.filter((one) => one.client === id),
    other: given.find((one) => one.client !== id && stateOf(one, nowMs()) === "live")?.client,
  };
}

/** All that a company's modules have. */
function listScopes({ software }: Company) {
  return MODULES.flatMap((module) =>
    software[module] === undefined ? [] : [`${module}.read` as const, `${module}.write` as const],
  );
}

/** The file of tokens, whose lines a shell reads and thus end with LF: a text is in it before the token is, so that none is lost. */
function openTokenFile(path: string, isDryRun: boolean) {
  const lines = new Map(readTokenFile(path).map((line) => [String(line.token_id), line] as const));
  const save = () => {
    const sorted = [...lines.values()].sort((one, other) => Number(one.company) - Number(other.company));
    if (!isDryRun) writePrivateFile(path, `${writeCsv(sorted, "\n")}\n`);
  };
  return {
    has: (tokenId: string) => lines.has(tokenId),
    /** Keeps a line, unless its token is refused with nothing written. */
    keep: async (line: Line, issue: () => Promise<void>) => {
      lines.set(String(line.token_id), line);
      save();
      try {
        await issue();
      } catch (cause) {
        if (cause instanceof OperatorError && cause.message.startsWith("the database refused")) {
          lines.delete(String(line.token_id));
          save();
        }
        throw cause;
      }
    },
  };
}

function readTokenFile(path: string): readonly Line[] {
  if (!existsSync(path)) return [];
  const [head, ...records] = readCsv(readInputText(path));
  if (head === undefined) return [];
  if (head.cells.join() !== COLUMNS.join()) {
    throw new OperatorError(`${path} is no file of tokens`, `--output names a new file, or one with ${COLUMNS.join()}`);
  }
  return records.map(({ cells: [nit = "", company = "", client = "", token_id = "", token = ""] }) => {
    return { nit, company, client, token_id, token };
  });
}
