// Holds what every page is made with: the ledger, the language, the clock, and how commands and addresses are spelled.

import { and, eq } from "drizzle-orm";
import { html } from "hono/html";
import { endingOf, explainDocument, explainRefused, isRebuilt } from "../operator/command/document-advice.ts";
import { isShown } from "../operator/left-behind.ts";
import { printInstant, printMoment, readInstant, sayInstants } from "../operator/moment.ts";
import { KIND_TEXTS } from "../src/api/message/kind-text.ts";
import { adviseAlert, describeRunbook } from "../src/cron/alert-advice.ts";
import { type BrakeState, describeOutage } from "../src/domain/document/brake.ts";
import type { State } from "../src/domain/document/state.ts";
import { KINDS, type TypeCode } from "../src/domain/kind.ts";
import { completeDocument } from "../src/store/archive/filed.ts";
import { DamagedFileError, type FileDamage } from "../src/store/archive/files.ts";
import { type Database, findOne } from "../src/store/base/db.ts";
import { documents } from "../src/store/base/schema.ts";
import { parseLastError } from "../src/store/base/stored-form.ts";
import { type StoredDocument, selectDocuments } from "../src/store/document/documents.ts";
import { readCompanyNames } from "../src/store/watch/alerts.ts";
import { listBrakes } from "../src/store/watch/brake.ts";
import { ADVICE_IN_SPANISH } from "./advice.ts";
import { sayCode } from "./code-words.ts";
import { command, type Html, link, toned } from "./html.ts";
import type { Ledger } from "./ledger.ts";
import { ENDINGS_IN_SPANISH, type Language, REBUILT_IN_SPANISH, STATES_IN_SPANISH, type Words } from "./words.ts";

/** So many rows a list has, at most. */
export const ROWS = 50;
/** So many of many companies are named. */
export const NAMED = 5;

export interface View {
  readonly ledger: Ledger;
  readonly language: Language;
  readonly words: Words;
  readonly nowMs: number;
  /** What every command says of where it works; empty on a stand. */
  readonly target: string;
  /** Where docs/operations.md is read (https); empty where the deployment does not say. */
  readonly runbooks: string;
  readonly query: (name: string) => string | undefined;
}

/** A page without its frame. */
export interface Shown {
  readonly title: string;
  readonly body: readonly Html[];
}

/** How commands name a deployment. @param environment its `[env.NAME]`; empty where the configuration describes one alone. */
export function describeTarget(environment: string | undefined): string {
  return environment === undefined || environment === "" ? " --remote" : ` --remote --env ${environment}`;
}

/** A command of the operator's program, as it is typed. */
export function operator({ target }: View, line: string): Html {
  return command(`npm run operator -- ${line}${target}`);
}

const NAMED_COMMAND = /`operator ([^`]+)`/g;

/** The commands that a piece of the operator's advice names. */
export function listCommands(view: View, advice: string): readonly Html[] {
  return [...advice.matchAll(NAMED_COMMAND)].map(([, line = ""]) => operator(view, line));
}

/** The same, as a text names them. */
export function nameCommands({ target }: View, advice: string): readonly string[] {
  return [...advice.matchAll(NAMED_COMMAND)].map(([, line = ""]) => `\`operator ${line}${target}\``);
}

/** A piece of the operator's advice whose commands say where they work. */
export function sayCommands({ target }: View, advice: string): string {
  return advice.replaceAll(NAMED_COMMAND, `\`operator $1${target}\``);
}

export function addressOf(
  { language }: View,
  path: string,
  query: Readonly<Record<string, string | number>> = {},
): string {
  const given = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/${language}${path}${given.length === 0 ? "" : `?${given.join("&")}`}`;
}

/** Where it is read what to do about an alert or a warning. */
export function linkRunbook({ runbooks }: View, code: string, documentId: number | null = null): Html {
  const { href, name } = describeRunbook(runbooks, adviseAlert(code, documentId, null).section);
  return html`<p class="faint">${href === undefined ? name : link(href, name)}</p>`;
}

export function linkDocument(view: View, id: number, text: string | number = id): Html {
  return link(addressOf(view, `/documents/${id}`), text);
}

/** @param names where the name stands beside its number, or the text itself. */
export function linkCompany(view: View, id: number, names: Names | string = new Map()): Html {
  const text = typeof names === "string" ? names : `${id} ${names.get(id) ?? ""}`.trim();
  return link(addressOf(view, `/companies/${id}`), text);
}

/** Names of companies, by their numbers. */
export type Names = ReadonlyMap<number, string>;

/** The first of many companies by name, and how many more there are. @param address where those are. */
export function linkCompanies(view: View, ids: readonly number[], count: number, names: Names, address?: string): Html {
  const first = ids.slice(0, NAMED).map((id, place) => html`${place === 0 ? "" : ", "}${linkCompany(view, id, names)}`);
  if (count <= first.length) return html`${first}`;
  const more = view.words.andMore(count - first.length);
  return html`${first} ${address === undefined ? more : link(address, more)}`;
}

/** Reads the names of companies. */
export async function nameCompanies({ ledger }: View, ids: readonly number[]): Promise<Names> {
  const known = await readCompanyNames(ledger.databases[0], ids);
  return new Map([...known].map(([id, { name }]) => [id, name]));
}

/** An instant by the clock of Bogotá; in English with its age, in the words of the operator's program. */
export function moment({ language, nowMs }: View, iso: string | null): string | null {
  if (iso === null) return null;
  if (language === "en") return printMoment(iso, nowMs);
  const at = readInstant(iso);
  return at === undefined ? iso : printInstant(at);
}

/** What all isolates know of an environment of the authority together, and since when (epoch milliseconds). */
export function showCondition({ words, nowMs }: View, brake: BrakeState) {
  const outage = describeOutage(brake, nowMs);
  if (outage === null) return { shown: toned("good", words.normal), sinceMs: null };
  const { state, sinceMs, onlyOf } = outage;
  const whose = onlyOf === null ? "" : ` (${words.companyId} ${onlyOf})`;
  const tone = { silent: "bad", failing: "bad", untried: "warn", leaving: "warn" } as const;
  const said = { silent: words.caida, failing: words.failsSendings, untried: words.noSending, leaving: words.lenta };
  return { shown: toned(tone[state], `${said[state]}${whose}`), sinceMs };
}

/** A document's state in words. */
export function stateOf({ words }: View, state: State): Html {
  const said = words.codes.states[state];
  if (state === "aceptado") return toned("good", said);
  return toned(state === "rechazado" || state === "send_unknown" ? "bad" : "warn", said);
}

/** What went wrong last with a document in words, and as it is kept. */
export function troubleOf({ words }: View, kept: string | null): string | null {
  const error = parseLastError(kept);
  if (error === null) return null;
  const { step, reason, detail } = error;
  return `${words.codes.troubles[reason]}${step === null ? "" : ` (${step})`}: «${sayInstants(detail)}»`;
}

/** An environment in words; commands keep its code. */
export function nameEnvironment({ words }: View, environment: string): string {
  return sayCode(words.codes.environments, environment);
}

/** An amount as people read it, by its digits: `$ 76.160,00`, in English `COP 76,160.00`. */
export function formatAmount({ language }: View, currency: string, amount: string): string {
  const [thousands, point] = language === "es" ? [".", ","] : [",", "."];
  const [whole = "", decimals = ""] = amount.split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
  const symbol = language === "es" && currency === "COP" ? "$" : currency;
  return `${symbol} ${grouped}${decimals === "" ? "" : `${point}${decimals}`}`;
}

/** The command that makes open documents go on; while the authority answers nothing it is refused, and why is said instead. */
export async function offerAskNow(view: View): Promise<Html> {
  const brakes = await listBrakes(view.ledger.databases[0]);
  const isDown = brakes.some(({ state }) => describeOutage(state, view.nowMs)?.state === "silent");
  return isDown ? html`<p class="faint">${view.words.leavesAlone}</p>` : operator(view, "pending ask-now");
}

/** A kind of document in words. */
export function kindOf({ language }: View, typeCode: TypeCode): string {
  return language === "es" ? KIND_TEXTS[typeCode].name : KINDS[typeCode].name;
}

/** The same behind its code: `01 factura`. */
export function nameKind(view: View, typeCode: TypeCode): string {
  return `${typeCode} ${kindOf(view, typeCode)}`;
}

export function meaningOf({ language }: View, document: StoredDocument): string {
  const { state } = document;
  if (language === "en") return explainDocument(document);
  if (isRebuilt(document)) return REBUILT_IN_SPANISH;
  const refused = explainRefused(document, ADVICE_IN_SPANISH);
  if (refused !== undefined) return refused;
  const ending = endingOf(document);
  return ending === undefined ? STATES_IN_SPANISH[state] : ENDINGS_IN_SPANISH[ending];
}

/** A document by its id, wherever it is kept. */
export async function findDocument({ ledger }: View, id: number): Promise<StoredDocument | undefined> {
  const isIt = and(eq(documents.id, id), isShown(documents.companyId));
  const found = await Promise.all(ledger.databases.map((db) => findOne(db, selectDocuments().where(isIt))));
  return found.find((row) => row !== undefined);
}

/** A document with what its row left to its file; where that is gone, or another, what the row has, and what is wrong. */
export async function complete(
  { ledger }: Pick<View, "ledger">,
  row: StoredDocument,
): Promise<{ readonly document: StoredDocument; readonly damage?: FileDamage }> {
  try {
    return { document: await completeDocument(ledger.readFile, row) };
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    return { document: row, damage: cause.damage };
  }
}

/** Rows of each database, in their order. */
export async function fromEach<Row>(
  ledger: Ledger,
  ask: (db: Database) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return (await Promise.all(ledger.databases.map(ask))).flat();
}

/** A whole number out of a path or a query; undefined for anything else. */
export function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
