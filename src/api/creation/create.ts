// Creates a document: the one flow of every POST that issues one. What differs between documents is their adapter.

import type { nameKey } from "../../domain/company/issuance-name.ts";
import { findSuspension } from "../../domain/company/suspension.ts";
import { type Company, inModule, type Module } from "../../domain/company.ts";
import type { Problem } from "../../domain/refusal/problem.ts";
import type { JsonObject } from "../../domain/value/json.ts";
import type { IssueCommand, IssueResult } from "../../issuance/contract/command.ts";
import { issueThroughObject } from "../../issuance/contract/stub.ts";
import { computeFingerprint } from "../../issuance/fingerprint.ts";
import { readConfirmedBody } from "../app/body.ts";
import type { Call } from "../app/route.ts";
import { describeProblem } from "../message/refusal.ts";
import { isDryRun } from "./dry-run.ts";
import { adviseKey, type KeyRule, readKeyed } from "./idempotency.ts";
import type { Created, ReadSound, SoundRequest } from "./request.ts";

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
