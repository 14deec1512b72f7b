// Creates a document, or answers a dry run: the one flow of every POST that issues one, from its idempotency key on. What differs
// between documents is their adapter.

import { findSuspension, type HandOverWish } from "../../domain/company/choice.ts";
import { type Company, inModule, type Module } from "../../domain/company.ts";
import { findDefaults, findUsualDefaults } from "../../domain/default/default.ts";
import type { CorrectableDocument } from "../../domain/document/document.ts";
import type { Metadata } from "../../domain/document/metadata.ts";
import { foreseeNotices } from "../../domain/doubt/notice.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import { KINDS, type nameKey } from "../../domain/kind.ts";
import type { Problem } from "../../domain/refusal/problem.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import type { JsonObject, JsonValue } from "../../domain/value/json.ts";
import type { IssueCommand, IssueResult } from "../../issuance/contract/command.ts";
import { issueThroughObject } from "../../issuance/contract/stub.ts";
import { priceCommand } from "../../issuance/price/price.ts";
import { computeFingerprint } from "../../issuance/reserve.ts";
import { findPaperTaken } from "../../store/number/allocation.ts";
import { findShortage } from "../../store/number/refusal-reason.ts";
import { readConfirmedBody } from "../app/body.ts";
import { toApiError } from "../app/error-table.ts";
import type { Call } from "../app/route.ts";
import { ApiError, type Detail } from "../base/error.ts";
import { countCharacters, hasInvisible, hasMarkRun, trimNormal } from "../base/text.ts";
import { readJsonObject } from "../field/json.ts";
import type { Naming } from "../message/naming.ts";
import { describeProblem, describeRefusal } from "../message/refusal.ts";
import { describeKey, describeParameter, KEY, PARAMETER, TEXT } from "../message/request.ts";
import { type Rehearsal, toNotice } from "./dry-run-reply.ts";

/** What one kind of document brings to the flow, in one version of the API. */
export interface Adapter<Draft extends IssueCommand["draft"], Rehearsed, Answered> {
  readonly module: Module;
  readonly key: KeyRule;
  /** The object that owns a key. */
  readonly nameKey: typeof nameKey;
  /** What reads a body; it is loaded once that has come. */
  readonly loadReader: () => Promise<Reader<Draft>>;
  /** What is used in place of what did not come, where a creation says so. */
  readonly findDefaults: (draft: Draft, company: Company) => readonly Problem[];
  /** @param isKeyed whether the body has a key. */
  readonly rehearse: (call: Call, request: SoundRequest<Draft>, isKeyed: boolean) => Promise<Rehearsed>;
  readonly reply: (call: Call, issued: Created<Draft>) => Promise<Answered>;
}

/** @throws ApiError with every problem of the body. */
type Reader<Draft> = (call: Call, body: JsonObject) => ReadSound<Draft>;

/** Body and key, then the draft, then its rehearsal or the object of the key, which knows whether it is new, a replay or a conflict. */
export async function createDocument<Draft extends IssueCommand["draft"], Rehearsed, Answered>(
  call: Call,
  adapter: Adapter<Draft, Rehearsed, Answered>,
): Promise<Rehearsed | Answered> {
  const isDry = isDryRun(call.query);
  // The body is waited for from the start: whoever was let in before it came is let in once more.
  const bytes = await readConfirmedBody(call);
  const read = await adapter.loadReader();
  const { request, key, isKeyed, fingerprint } = readRequest(call, bytes, adapter.key, read, isDry);
  const say = (problems: readonly Problem[]) =>
    call.notice(problems.map((problem) => describeProblem(problem, request.naming)));
  say(request.doubts);
  if (isDry) {
    // The real request finds this out in the object, which answers a known key first.
    const suspension = findSuspension(call.caller.company);
    if (suspension !== undefined) throw suspension;
    return adapter.rehearse(call, request, isKeyed);
  }
  if (key === null && call.version !== "v1") call.notice(adviseKey(adapter.key));
  say(adapter.findDefaults(request.draft, call.caller.company));
  const result = await issue(call, adapter, { ...request, fingerprint: await fingerprint }, key);
  return adapter.reply(call, { request, key, result });
}

/** All that needs the body, in one go: the tree that it is read into is gone before anything else can be read. */
function readRequest<Draft>(
  call: Call,
  bytes: Uint8Array,
  rule: KeyRule,
  read: Reader<Draft>,
  isDry: boolean,
): {
  readonly request: SoundRequest<Draft>;
  readonly key: string | null;
  readonly isKeyed: boolean;
  readonly fingerprint: Promise<string>;
} {
  const { body, key } = readKeyed(bytes, call.request.headers, rule, isDry);
  const { canonical, ...request } = read(call, body);
  const isKeyed = rule.names.some((name) => !!body[name]);
  return { request, key, isKeyed, fingerprint: computeFingerprint(canonical, rule.names) };
}

/** @throws Error when the object met a bug of ours. */
async function issue<Draft extends IssueCommand["draft"]>(
  { caller, env, log, version }: Call,
  { module, nameKey }: Pick<Adapter<Draft, unknown, unknown>, "module" | "nameKey">,
  { draft, metadata, handOver, fingerprint }: SoundRequest<Draft> & Pick<IssueCommand, "fingerprint">,
  key: string | null,
): Promise<IssueResult> {
  const { clientId } = caller;
  const company = inModule(caller.company, module);
  const owner = { module, companyId: company.id, clientId, environment: company.environment };
  const result = await issueThroughObject(env, {
    // Without a key it gets an object that no other request can address.
    name: key === null ? `${module}:${company.id}:~${crypto.randomUUID()}` : nameKey(owner, key),
    module,
    key,
    fingerprint,
    draft,
    metadata,
    handOver,
    isPrinted: version === "v2",
    companyId: company.id,
    clientId,
    company,
  });
  if (result.type === "issued" && result.document !== null) {
    log({ documentId: result.document.id, state: result.document.state, isReplay: result.isReplay });
  }
  return result;
}

/** A request as read: the draft, or its problems; and what its fingerprint and its messages need. */
export interface ReadRequest<Draft> {
  readonly draft: Draft | undefined;
  /** What v2 keeps with the document; null where nothing came. */
  readonly metadata: Metadata | null;
  /** What it says of the e-mail to the buyer; null where it says nothing. */
  readonly handOver: HandOverWish | null;
  /** Problems of shape. */
  readonly typeErrors: readonly Detail[];
  /** Members that are not used, as the client spells them. */
  readonly unused: readonly Detail[];
  /** Values that were read and may not have been meant, as the client spells them; none in v1. */
  readonly remarks: readonly Detail[];
  /** The whole payload under canonical names, defaults not filled; decimal texts are the numbers that they write. */
  readonly canonical: JsonValue;
  readonly naming: Naming;
}

/** A request without problems, and what the client should look at again. */
export interface SoundRequest<Draft> extends Pick<ReadRequest<Draft>, "metadata" | "handOver" | "naming"> {
  readonly draft: Draft;
  readonly doubts: readonly Problem[];
}

/** The same with the body that it was read from, which is many times as large as its text: nothing may wait while it is held. */
export interface ReadSound<Draft> extends SoundRequest<Draft>, Pick<ReadRequest<Draft>, "canonical"> {}

/** @throws Error where a body without problems gave no draft: a bug of ours. */
export function toSound<Draft>(
  { draft, metadata, handOver, canonical, naming }: ReadRequest<Draft>,
  findDoubts: (draft: Draft) => readonly Problem[],
): ReadSound<Draft> {
  if (draft === undefined) throw new Error("a body without problems gave no draft");
  return { draft, metadata, handOver, canonical, naming, doubts: findDoubts(draft) };
}

/** What became of a request. */
export interface Created<Draft> {
  readonly request: SoundRequest<Draft>;
  readonly key: string | null;
  readonly result: IssueResult;
}

const DRY_RUN = "dry_run";

/**
 * Whether the request is a dry run.
 * @throws ApiError `invalid_parameter` for anything but `true` and `false`: a typo must never issue a document.
 */
export function isDryRun(query: URLSearchParams): boolean {
  const values = query.getAll(DRY_RUN);
  if (values.length === 0) return false;
  const [value = ""] = values;
  if (values.length === 1 && (value === "true" || value === "false")) return value === "true";
  const detail = describeParameter(DRY_RUN, PARAMETER.boolean(values.join(",")));
  throw new ApiError("invalid_parameter", detail.message, [detail]);
}

/**
 * Does everything up to numbering, without a key and without writing: prices, checks every rule, only reads range and plan.
 * @throws ApiError, the same that the real request would get before numbering.
 */
export async function rehearse(
  call: Call,
  { draft, naming }: SoundRequest<Draft>,
): Promise<Rehearsal<CorrectableDocument>> {
  const { company } = call.caller;
  call.log({ isDryRun: true });
  const nowMs = Date.now();
  const { document, rangeKind } = await priceOrRefuse(() => priceCommand({ draft, company }, nowMs), naming);
  const { module } = KINDS[document.typeCode];
  const branchPrefix = document.branch?.prefix ?? null;
  const reservedAt = new Date(nowMs).toISOString();
  const demand = { companyId: company.id, module, rangeKind, branchPrefix, reservedAt } as const;
  const shortage =
    (await findShortage(call.db, demand, document.issueDate)) ?? (await findPaperTaken(call.db, company.id, document));
  const said = [
    ...findUsualDefaults(draft, company),
    ...findDefaults(draft, company),
    ...foreseeNotices(document, draft),
  ];
  return {
    document,
    rules: said.map((notice) => toNotice(describeProblem(notice, naming))),
    shortage: shortage === undefined ? undefined : describeRefusal(shortage, naming),
  };
}

/** @throws ApiError of a refusal. */
export async function priceOrRefuse<Priced>(price: () => Priced | Promise<Priced>, naming: Naming): Promise<Priced> {
  try {
    return await price();
  } catch (error) {
    throw error instanceof Refusal ? toApiError(error, naming) : error;
  }
}

/** Members of a body that carry the key; they are no part of the payload. */
export const INVOICE_KEY = "draft_key";
export const KEY_NAMES: readonly string[] = ["request_key", "draft_key"];
export const NOTE_KEY_NAMES: readonly string[] = ["draft_key"];

/** Where the key of a kind of document is. */
export interface KeyRule {
  /** Members of a body that carry it. */
  readonly names: readonly string[];
  /** Characters. */
  readonly max: number;
  /**
   * What a document without a key is told; null where none goes without. Such a key is looked for in its header first, and what
   * several places say must agree; otherwise the header, which gateways may add, is read only when the body has no key.
   */
  readonly advice: string | null;
}

/**
 * Reads a body and the key that comes with it, null where none came. A dry run needs no key, because nothing is stored; one that is
 * sent must still be valid.
 * @throws ApiError of the body, `missing_idempotency_key`, `invalid_idempotency_key`.
 */
export function readKeyed(
  bytes: Uint8Array,
  headers: Headers,
  { names, max, advice }: KeyRule,
  isDry: boolean,
): { readonly body: JsonObject; readonly key: string | null } {
  if (advice !== null) {
    const body = readJsonObject(bytes);
    return { body, key: findKey(undefined, body, names, max) ?? readHeaderKey(headers, max) ?? null };
  }
  const headerKey = readHeaderKey(headers, max);
  const body = isDry ? readJsonObject(bytes) : readKeyedObject(bytes, headerKey, names);
  const key = findKey(headerKey, body, names, max);
  if (key === undefined && !isDry) throw refuseMissingKey(names);
  return { body, key: key ?? null };
}

/** The notice of a document without a key; none where it needs one. */
export function adviseKey({ names: [path = ""], advice }: KeyRule): readonly Detail[] {
  return advice === null ? [] : [{ path, message: TEXT.notSent(advice), rule: "2.1" }];
}

const HEADER = "Idempotency-Key";
/** What surrounds the value of a header and is no part of it. */
const ONLY_BLANKS = /^[ \t]*$/;
/** Every byte that is not UTF-8 is read as this character, so keys that differ only in such bytes would become one key. */
const UNREADABLE = "\ufffd";

/**
 * Checks the header before the body is read.
 * @param max characters.
 * @returns undefined when the header is absent or blank: the body may still carry the key.
 * @throws ApiError `invalid_idempotency_key`.
 */
function readHeaderKey(headers: Pick<Headers, "get">, max: number): string | undefined {
  const value = headers.get(HEADER);
  return value === null || ONLY_BLANKS.test(value) ? undefined : checkKey(value, HEADER, max);
}

/**
 * The key of a request: the header's, or the body's under one of its names; when several come they must agree.
 * @throws ApiError `invalid_idempotency_key`.
 */
export function findKey(
  headerKey: string | undefined,
  body: JsonObject,
  names: readonly string[],
  max: number,
): string | undefined {
  let found = headerKey === undefined ? undefined : { name: HEADER, key: headerKey };
  for (const name of names) {
    const value = body[name];
    if (value === undefined || value === null || value === "") continue;
    if (typeof value !== "string") throw refuseKey(name, KEY.text(max));
    const key = checkKey(value, name, max);
    if (found !== undefined && found.key !== key) {
      throw refuseKey(name, KEY.contradicts(found.name));
    }
    found ??= { name, key };
  }
  return found?.key;
}

/** A body that cannot be read has no key either. */
function readKeyedObject(bytes: Uint8Array, headerKey: string | undefined, names: readonly string[]): JsonObject {
  try {
    return readJsonObject(bytes);
  } catch (error) {
    if (headerKey === undefined && error instanceof ApiError) throw refuseMissingKey(names);
    throw error;
  }
}

/** The refusal of a request without a key. @param names members of the body that carry it. */
export function refuseMissingKey(names: readonly string[]): ApiError {
  const message = TEXT.keyMissing(HEADER, names.at(-1));
  return new ApiError("missing_idempotency_key", message, [{ path: HEADER, message, rule: "4.7.1" }]);
}

function checkKey(value: string, name: string, max: number): string {
  if (value.includes(UNREADABLE)) throw refuseKey(name, name === HEADER ? KEY.notUtf8 : KEY.lostLetter);
  // Checked before trimming: a key and the same key with a line feed or a zero-width mark are different texts that look alike.
  if (hasInvisible(value)) throw refuseKey(name, KEY.control);
  if (hasMarkRun(value)) throw refuseKey(name, KEY.markRun);
  const key = trimNormal(value, max) ?? value.trim();
  const length = countCharacters(key);
  if (length === 0) throw refuseKey(name, KEY.blank);
  if (length > max) throw refuseKey(name, KEY.length(max, length));
  return key;
}

function refuseKey(name: string, phrase: string): ApiError {
  const detail = describeKey(name, phrase);
  return new ApiError("invalid_idempotency_key", detail.message, [detail]);
}
