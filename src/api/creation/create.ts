// Creates a document, or answers a dry run: the one flow of every POST that issues one. What differs between documents is their adapter.

import { findSuspension } from "../../domain/company/choice.ts";
import type { nameKey } from "../../domain/company/issuance-name.ts";
import { type Company, inModule, type Module } from "../../domain/company.ts";
import { findDefaults, findUsualDefaults } from "../../domain/default/default.ts";
import type { CorrectableDocument } from "../../domain/document/document.ts";
import type { HandOverWish } from "../../domain/document/hand-over.ts";
import type { Metadata } from "../../domain/document/metadata.ts";
import { foreseeNotices } from "../../domain/doubt/notice.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import { KINDS } from "../../domain/kind.ts";
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
import type { Naming } from "../message/naming.ts";
import { describeProblem, describeRefusal } from "../message/refusal.ts";
import { describeParameter, PARAMETER } from "../message/request.ts";
import { type Rehearsal, toNotice } from "./dry-run-reply.ts";
import { adviseKey, type KeyRule, readKeyed } from "./idempotency.ts";

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
