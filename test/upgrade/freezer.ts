// Turns a living company with a document in every state into plain data, and that data into a company that lives again.
import { applyD1Migrations, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { encodeBase64 } from "../../src/signature/base64.ts";
import { readSnapshot } from "../../src/store/archive/snapshot.ts";
import type { FrozenCase } from "./case.ts";

export type Value = string | number | null | { readonly base64: string };
export type Row = Readonly<Record<string, Value>>;

/** One object's storage, as its platform keeps it. */
export interface FrozenObject {
  readonly title: string;
  readonly module: "dse" | "fe";
  readonly name: string;
  readonly key: string;
  /** The payload that the key stands for. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly isKnown: boolean;
  readonly end: FrozenCase["end"];
  readonly environment: "produccion" | "habilitacion";
  readonly tables: Readonly<Record<string, { readonly sql: string; readonly rows: readonly Row[] }>>;
  readonly alarmMs: number | null;
}

export interface FrozenTenant {
  readonly companyId: number;
  readonly clientId: number;
  readonly token: string;
  readonly nit: string;
  readonly softwareId: string;
  readonly softwarePin: string;
  readonly technicalKey: string;
}

/** A whole schema with something in every state of it. */
export interface Frozen {
  /** Migrations that the rows were written under. */
  readonly migrations: readonly string[];
  readonly tenants: Readonly<Record<"produccion" | "habilitacion", FrozenTenant>>;
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  readonly files: readonly { readonly path: string; readonly base64: string; readonly label: Record<string, string> }[];
  readonly objects: readonly FrozenObject[];
}

/** Tables of D1, in an order in which rows can be written. */
export const TABLES = [
  "companies",
  "software",
  "certificates",
  "api_clients",
  "tokens",
  "ranges",
  "plans",
  "file_sequences",
  "payment_methods",
  "cost_centers",
  "third_parties",
  "documents",
  "document_details",
  "series",
] as const;

/** Every row of a table, bytes as numbers. */
export async function freezeTable(table: string): Promise<Row[]> {
  const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all<Row>();
  return results;
}

/** What an object's storage holds, with the statements that made its tables. */
export function freezeObject(name: string): Promise<Pick<FrozenObject, "tables" | "alarmMs">> {
  return runInDurableObject(env.ISSUANCE.getByName(name), async (_, { storage }) => {
    const made = storage.sql
      .exec(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND sql IS NOT NULL",
      )
      .toArray();
    const tables = made.map(({ name: table, sql }) => {
      const rows = storage.sql.exec(`SELECT * FROM ${String(table)}`).toArray();
      return [String(table), { sql: String(sql), rows: rows.map(freezeRow) }] as const;
    });
    return { tables: Object.fromEntries(tables), alarmMs: await storage.getAlarm() };
  });
}

/** To which a row at rest leaves what it does not show. */
const FILED = /\/document\.json\.gz$/;
const SIGNED_FILE = /^documents\/\d+\/[a-z]+\/\d\d\/[^/]+\.xml$/;

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function freezeRow(row: Record<string, SqlStorageValue>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof ArrayBuffer ? { base64: encodeBase64(new Uint8Array(value)) } : value,
    ]),
  );
}

/** The signed files of a company and what rows at rest left to theirs; what else the archive holds, nothing asks for again. */
export async function freezeFiles(companyId: number): Promise<Frozen["files"]> {
  const { objects } = await env.FILES.list({ prefix: `documents/${companyId}/`, include: ["customMetadata"] });
  return Promise.all(
    objects
      .filter(({ key }) => SIGNED_FILE.test(key) || FILED.test(key))
      .map(async ({ key, customMetadata = {} }) => {
        const file = await env.FILES.get(key);
        return {
          path: key,
          base64: encodeBase64(new Uint8Array((await file?.arrayBuffer()) ?? [])),
          label: customMetadata,
        };
      }),
  );
}

/** The database as it was: its migrations, its rows, and then the migrations that came since. */
export async function thawDatabase({ migrations, rows }: Frozen): Promise<void> {
  const { results } = await env.DB.prepare(
    "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE '%\\_names\\_%' ESCAPE '\\'",
  ).all<{ name: string; type: string }>();
  for (const { name, type } of results) await env.DB.prepare(`DROP ${type} IF EXISTS ${name}`).run();
  await applyD1Migrations(
    env.DB,
    env.TEST_MIGRATIONS.filter(({ name }) => migrations.includes(name)),
  );
  for (const table of TABLES) for (const row of rows[table] ?? []) await insert(table, row);
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}

async function insert(table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const marks = names.map((_, index) => `?${index + 1}`).join(", ");
  await env.DB.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`)
    .bind(...names.map((name) => row[name]))
    .run();
}

/** An object's storage as it was; its alarm is set anew, since the old one's time is long over. */
export function thawObject({ name, tables, alarmMs }: FrozenObject): Promise<void> {
  return runInDurableObject(env.ISSUANCE.getByName(name), async (_, { storage }) => {
    for (const [table, { sql, rows }] of Object.entries(tables)) {
      storage.sql.exec(sql);
      for (const row of rows) {
        const marks = Object.keys(row).map(() => "?");
        const text = `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${marks.join(", ")})`;
        storage.sql.exec(text, ...Object.values(row).map(thawValue));
      }
    }
    if (alarmMs !== null) await storage.setAlarm(Date.now() + 3_600_000);
  });
}

function thawValue(value: Value): SqlStorageValue {
  return typeof value === "object" && value !== null ? fromBase64(value.base64).buffer : value;
}

export async function thawFiles({ files }: Frozen): Promise<void> {
  for (const { path, base64, label } of files) {
    await env.FILES.put(path, fromBase64(base64), { customMetadata: label });
  }
}

/** Everything that the frozen data has a name for, with its types, as sorted lines: what a change of schema changes. */
export function describeShape(frozen: Frozen): readonly string[] {
  const lines = new Set(frozen.migrations.map((name) => `migration ${name}`));
  const add = (path: string, value: unknown) => {
    for (const line of listMembers(path, value)) lines.add(line);
  };
  for (const [table, rows] of Object.entries(frozen.rows)) for (const row of rows) add(table, readJsonColumns(row));
  for (const { module, tables } of frozen.objects) {
    for (const [table, { sql }] of Object.entries(tables)) lines.add(`${table}: ${sql}`);
    add(`${module} record`, readBody(tables));
    add(`${module} payload`, readPayload(tables));
  }
  for (const { path, base64, label } of frozen.files) {
    if (FILED.test(path)) add("file", readJsonColumns(readSnapshot(fromBase64(base64)).row));
    else add("label", readLabels(label));
  }
  return [...lines].sort();
}

/** Each member by its path, lists without their positions, and what kind of thing it is. */
function listMembers(path: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => listMembers(`${path}[]`, one));
  if (typeof value !== "object" || value === null) return [`${path}: ${value === null ? "null" : typeof value}`];
  return Object.entries(value).flatMap(([name, inner]) => listMembers(`${path}.${name}`, inner));
}

/** A row's columns by name; those that hold JSON, with its members. */
function readJsonColumns(row: Row): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isJson = typeof value === "string" && /^[[{]/.test(value);
      return [name, isJson ? (JSON.parse(value) as unknown) : "column"];
    }),
  );
}

/** The record of a journal. */
export function readBody({ journal }: FrozenObject["tables"]): Readonly<Record<string, unknown>> {
  const row = journal?.rows.find(({ id }) => id === 1);
  return JSON.parse(String(row?.body ?? "{}")) as Readonly<Record<string, unknown>>;
}

/** Bytes of a name that a journal keeps beside its record; undefined when it has none. */
export function readHeld({ journal }: FrozenObject["tables"], name: string): string | undefined {
  const bytes = journal?.rows.find((row) => row.name === name)?.body;
  return typeof bytes === "object" && bytes !== null ? bytes.base64 : undefined;
}

/** The priced document that the journal keeps beside its record. */
function readPayload(tables: FrozenObject["tables"]): unknown {
  const base64 = readHeld(tables, "document");
  return base64 === undefined ? {} : JSON.parse(new TextDecoder().decode(fromBase64(base64)));
}

/** What travels with a signed file is base64 of JSON. */
function readLabels(label: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const read = (text: string) => {
    return text.startsWith("eyJ") ? (JSON.parse(new TextDecoder().decode(fromBase64(text))) as unknown) : "text";
  };
  return Object.fromEntries(Object.entries(label).map(([name, text]) => [name, read(text)]));
}

/** Small enough to be committed. */
export async function pack(frozen: Frozen): Promise<string> {
  const zipped = new Blob([JSON.stringify(frozen)]).stream().pipeThrough(new CompressionStream("gzip"));
  return encodeBase64(new Uint8Array(await new Response(zipped).arrayBuffer()));
}

export async function unpack(text: string): Promise<Frozen> {
  const plain = new Blob([fromBase64(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(plain).json()) as Frozen;
}
