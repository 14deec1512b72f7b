// The endpoints of invoices: issuing one through its object, listing them, reading one by id.
import type { InvoiceDraft } from "../../domain/draft.ts";
import type { JsonObject } from "../../domain/json.ts";
import { Refusal } from "../../domain/refusal.ts";
import { computeFingerprint } from "../../issuance/fingerprint.ts";
import { type KeyNames, nameKey } from "../../issuance/name.ts";
import { issueThroughObject } from "../../issuance/stub.ts";
import { findDocumentNearby } from "../../store/documents.ts";
import { listInvoices } from "../../store/listing.ts";
import { readBodyBytes } from "../body.ts";
import { isDryRun, rehearse } from "../dry-run.ts";
import { listNotices } from "../dry-run-reply.ts";
import { refuseAll } from "../errors.ts";
import { findKey, readHeaderKey } from "../idempotency.ts";
import { readJsonObject } from "../json.ts";
import { readListQuery } from "../list-query.ts";
import { type Call, type Caller, getDocumentId, type Reply, type Route } from "../route.ts";
import { toInvoiceDetailReply, toInvoiceListReply } from "./detail.ts";
import { toInvoiceReply } from "./reply.ts";
import { INVOICE_ADVICE, INVOICE_KEY, type InvoiceRequest, readInvoice } from "./request.ts";

/** Contract 8. */
const KEY_MAX_LENGTH = 80;

/** Contract 4.1, 4.2 and 4.6. */
export const invoiceRoutes: readonly Route[] = [
  { method: "POST", path: "/fe/facturas", scope: "fe.write", handle: createInvoice },
  { method: "GET", path: "/fe/docs", scope: "fe.read", handle: listInvoiceDocuments },
  { method: "GET", path: "/fe/docs/:docId", scope: "fe.read", handle: readInvoiceById },
];

/** With a key a retry finds its document; without, each POST is a new sale. */
async function createInvoice(call: Call): Promise<Reply> {
  const isRehearsal = isDryRun(call.query);
  const bytes = await readBodyBytes(call.request);
  const body = readJsonObject(bytes);
  const key = findInvoiceKey(body, call.request.headers);
  const { draft, canonical, respell } = getSoundRequest(body);
  if (isRehearsal) return rehearse(call, { draft, notices: listNotices(canonical, INVOICE_ADVICE), respell });
  const { company, clientId } = call.caller;
  const result = await issueThroughObject(call.env, {
    ...nameInvoice(call.caller, key),
    module: "fe",
    companyId: company.id,
    clientId,
    key: key ?? null,
    fingerprint: await computeFingerprint(canonical, [INVOICE_KEY]),
    draft,
    company,
  });
  if (result.type === "issued" && result.document !== null) {
    call.log({ documentId: result.document.id, state: result.document.state, isReplay: result.isReplay });
  }
  return toInvoiceReply(result, { requestId: call.requestId, respell });
}

/**
 * `draft_key` is the key (contract 2.1). The contract knows no header for invoices, and gateways add one of their own: it is
 * the key only of a request without `draft_key`, and is not even looked at beside one.
 */
function findInvoiceKey(body: JsonObject, headers: Headers): string | undefined {
  return findKey(undefined, body, [INVOICE_KEY], KEY_MAX_LENGTH) ?? readHeaderKey(headers, KEY_MAX_LENGTH);
}

/** A sale without a key has an object that nobody else can name. */
function nameInvoice({ company, clientId }: Caller, key: string | undefined): KeyNames {
  if (key === undefined) return { name: `fe:${company.id}:~${crypto.randomUUID()}` };
  return nameKey({ module: "fe", companyId: company.id, clientId, environment: company.environment }, key);
}

function getSoundRequest(body: JsonObject): InvoiceRequest & { readonly draft: InvoiceDraft } {
  const request = readInvoice(body);
  const [first, ...others] = request.misfits;
  if (first !== undefined) throw refuseAll("invalid_payload", [first, ...others]);
  const { draft } = request;
  if (draft === undefined) throw new Error("a body without problems gave no draft");
  return { ...request, draft };
}

async function listInvoiceDocuments(call: Call): Promise<Reply> {
  const { filter, page } = readListQuery(call.query);
  const listing = await listInvoices(call.env.DB, { companyId: call.caller.company.id, ...filter }, page);
  return toInvoiceListReply(listing, page);
}

async function readInvoiceById(call: Call): Promise<Reply> {
  const id = getDocumentId(call);
  const document = await findDocumentNearby(call.env.DB, call.caller.company.id, "fe", id);
  if (document === undefined) throw new Refusal("not_found", `No existe el documento ${id} en la empresa.`);
  call.log({ documentId: id, state: document.state });
  return toInvoiceDetailReply(document);
}
