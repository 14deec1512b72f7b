// The two endpoints of support documents: issuing one through its object, reading one by id.
import type { SupportDocumentDraft } from "../../domain/draft.ts";
import type { JsonObject } from "../../domain/json.ts";
import { Refusal } from "../../domain/refusal.ts";
import { computeFingerprint } from "../../issuance/fingerprint.ts";
import { nameKey } from "../../issuance/name.ts";
import { issueThroughObject } from "../../issuance/stub.ts";
import { findDocumentNearby } from "../../store/documents.ts";
import { readBodyBytes } from "../body.ts";
import { isDryRun, rehearse } from "../dry-run.ts";
import { listNotices } from "../dry-run-reply.ts";
import { refuseAll } from "../errors.ts";
import { findKey, getKey, readHeaderKey, refuseMissingKey } from "../idempotency.ts";
import { readJsonObject } from "../json.ts";
import { type Call, getDocumentId, type Reply, type Route } from "../route.ts";
import { toReadReply, toReply } from "./reply.ts";
import { KEY_NAMES, readSupportDocument, SUPPORT_DOCUMENT_ADVICE, type SupportDocumentRequest } from "./request.ts";

/** Contract 8. */
const KEY_MAX_LENGTH = 120;

/** Contract 4.7 and 4.8. */
export const supportDocumentRoutes: readonly Route[] = [
  { method: "POST", path: "/dse/documentos", scope: "dse.write", handle: createSupportDocument },
  { method: "GET", path: "/dse/documentos/:docId", scope: "dse.read", handle: readSupportDocumentById },
];

/** Key, then body, then the object, which knows whether this is new, a replay or a conflict (design 5, precedence). */
async function createSupportDocument(call: Call): Promise<Reply> {
  if (isDryRun(call.query)) return rehearseSupportDocument(call);
  const bytes = await readBodyBytes(call.request);
  const headerKey = readHeaderKey(call.request.headers, KEY_MAX_LENGTH);
  const body = readKeyedObject(bytes, headerKey);
  const key = getKey(headerKey, body, KEY_NAMES, KEY_MAX_LENGTH);
  const { draft, canonical, respell } = getSoundRequest(body);
  const { company, clientId } = call.caller;
  const result = await issueThroughObject(call.env, {
    ...nameKey({ module: "dse", companyId: company.id, clientId, environment: company.environment }, key),
    module: "dse",
    companyId: company.id,
    clientId,
    key,
    fingerprint: await computeFingerprint(canonical, KEY_NAMES),
    draft,
    company,
  });
  if (result.type === "issued" && result.document !== null) {
    call.log({ documentId: result.document.id, state: result.document.state, isReplay: result.isReplay });
  }
  return toReply(result, { requestId: call.requestId, respell });
}

/** `?dry_run=true`: no key is needed, because nothing is kept; one that comes must be sound all the same. */
async function rehearseSupportDocument(call: Call): Promise<Reply> {
  const bytes = await readBodyBytes(call.request);
  const headerKey = readHeaderKey(call.request.headers, KEY_MAX_LENGTH);
  const body = readJsonObject(bytes);
  findKey(headerKey, body, KEY_NAMES, KEY_MAX_LENGTH);
  const { draft, canonical, respell } = getSoundRequest(body);
  return rehearse(call, { draft, notices: listNotices(canonical, SUPPORT_DOCUMENT_ADVICE), respell });
}

/** @throws Refusal `invalid_payload` or `business_rule` with every problem that the body alone shows. */
function getSoundRequest(body: JsonObject): SupportDocumentRequest & { readonly draft: SupportDocumentDraft } {
  const request = readSupportDocument(body);
  const [first, ...others] = [...request.misfits, ...request.broken];
  if (first !== undefined) {
    throw refuseAll(request.misfits.length > 0 ? "invalid_payload" : "business_rule", [first, ...others]);
  }
  const { draft } = request;
  if (draft === undefined) throw new Error("a body without problems gave no draft");
  return { ...request, draft };
}

/** Without the header the key may be in the body: a body that cannot be read then has no key at all. */
function readKeyedObject(bytes: Uint8Array, headerKey: string | undefined): JsonObject {
  try {
    return readJsonObject(bytes);
  } catch (error) {
    if (headerKey === undefined && error instanceof Refusal) throw refuseMissingKey();
    throw error;
  }
}

async function readSupportDocumentById(call: Call): Promise<Reply> {
  const id = getDocumentId(call);
  const document = await findDocumentNearby(call.env.DB, call.caller.company.id, "dse", id);
  if (document === undefined) {
    throw new Refusal("not_found", `No existe el documento soporte ${id} en la empresa.`);
  }
  call.log({ documentId: id, state: document.state });
  return toReadReply(document);
}
