// Declares the endpoints of invoices: issuing one through its object, listing them, reading one by id.
import { findInvoiceDoubts, findPaymentDoubts } from "../../domain/doubt.ts";
import type { InvoiceDraft } from "../../domain/draft.ts";
import { findInvoiceProblems, type InvoiceDraftParts } from "../../domain/invoice.ts";
import { nameKey } from "../../domain/issuance-name.ts";
import type { JsonObject } from "../../domain/json.ts";
import { listCodes } from "../../domain/kind.ts";
import { findPaperDoubts } from "../../domain/paper.ts";
import { findPrintDoubts } from "../../domain/print-doubt.ts";
import type { IssueResult } from "../../issuance/command.ts";
import { computeFingerprint } from "../../issuance/fingerprint.ts";
import { listDocuments } from "../../store/document/document-list.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { listInvoices } from "../../store/document/invoice-list.ts";
import { readBodyBytes } from "../app/body.ts";
import { BODY_CODES, CREATION_CODES } from "../app/error-code.ts";
import { noticeOrRefuse, refuseDoubts, throwIfWrong } from "../app/payload.ts";
import { DRY_RUN_PARAMETER, listPageParameters, searchParameter } from "../app/query-parameter.ts";
import { type Call, type Caller, declareRoute, getDocumentId, type Route } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { answerDryRun, isDryRun } from "../creation/dry-run.ts";
import { type Advice, listNotices, toDryRunReply, type WriteDryRun } from "../creation/dry-run-reply.ts";
import { findKey, INVOICE_KEY, readHeaderKey } from "../creation/idempotency.ts";
import { issueFor } from "../creation/issue.ts";
import { readJsonObject } from "../field/json.ts";
import { describeProblem } from "../message/refusal.ts";
import { TEXT } from "../message/request.ts";
import { describeIssued, describeStored } from "../record/document-facts.ts";
import { listParametersOf, readDocumentListQuery } from "../record/document-list-query.ts";
import { toInvoiceDetailReply, toInvoiceListReply, toRecord } from "../record/invoice.ts";
import { readListQuery, readPage } from "../record/list-query.ts";
import { LISTED_TYPES_OF_V2 } from "../record/listed-type.ts";
import { readInvoiceDetail } from "../record/note-relation.ts";
import { toPage } from "../record/page.ts";
import { findUnpaidPrices } from "./included-price.ts";
import { toInvoiceReply } from "./reply.ts";
import type { InvoiceRequest } from "./request.ts";
import { toTillDetail, toTillDryRunReply } from "./till-reply.ts";

/** Characters. */
const KEY_MAX_LENGTH = 80;

/** What a sale without a key is advised. */
const KEY_ADVICE: Advice = {
  field: INVOICE_KEY,
  code: "2.1",
  instead: "sin ella un reintento emite otra factura; envíela siempre",
};

/** Fields that a client should send; a dry run reports what was used instead. */
const INVOICE_ADVICE: readonly Advice[] = [KEY_ADVICE];

const CREATE_DESCRIPTION = `Crea, numera, firma y transmite una factura en una sola operación.

\`draft_key\` es la clave de idempotencia: el identificador estable de la venta en su sistema, único por empresa. Con la misma clave y el mismo contenido se devuelve la factura de entonces; con otro contenido, 409. Es opcional, pero **sin ella un reintento emite otra factura**.

Los totales se recalculan desde los ítems; si usted los envía, deben coincidir.`;

const CREATE = {
  operationId: "createInvoice",
  method: "POST",
  path: "/fe/facturas",
  scope: "fe.write",
  tag: "FE",
  summary: "Crear factura",
  description: CREATE_DESCRIPTION,
  query: [DRY_RUN_PARAMETER],
  key: "optional",
  body: {
    schema: async () => (await import("./request-schema.ts")).invoiceSchema,
    description:
      "La factura. Un campo opcional puede omitirse o ir en `null`. Se admiten otros campos: no se usan, `notices` los nombra, y cuentan para reconocer un reintento.",
  },
  codes: [...BODY_CODES, ...CREATION_CODES],
} as const;

const createInV1 = declareRoute({
  ...CREATE,
  versions: ["v1"],
  answers: async () => (await import("./answers.ts")).createdInV1,
  handle: (call) => createInvoice(call, async () => ({}), toDryRunReply),
});

const createInV2 = declareRoute({
  ...CREATE,
  versions: ["v2"],
  codes: [...CREATE.codes, "paper_number_taken"],
  body: {
    schema: async () => (await import("./request-schema.ts")).tillInvoiceSchema,
    description:
      'La factura. Un campo opcional puede omitirse o ir en `null`. Un campo que la API no conoce, o que no tendría efecto junto a otro, se rechaza. Las cifras son números o texto decimal (`"10840.34"`).',
  },
  answers: async () => (await import("./answers.ts")).createdInV2,
  handle: (call) => createInvoice(call, (key, result) => describeIssued(call, "fe", key, result), toTillDryRunReply),
});

const listInV1 = declareRoute({
  versions: ["v1"],
  operationId: "listInvoices",
  method: "GET",
  path: "/fe/docs",
  scope: "fe.read",
  tag: "FE",
  summary: "Listar facturas",
  description: "Facturas de producción, la más reciente primero. Las del set de pruebas no se listan.",
  query: [
    ...listPageParameters(),
    {
      name: "tipo",
      description:
        "`01` facturas, `91` notas crédito. Las facturas de contingencia (`03`) solo se listan sin este filtro.",
      schema: { type: "string", enum: ["01", "91"] },
      example: "01",
    },
    {
      name: "estado",
      description: "`aprobado` (aceptadas), `rechazado`, o `pendiente` (todas las demás).",
      schema: { type: "string", enum: ["aprobado", "rechazado", "pendiente"] },
      example: "aprobado",
    },
    searchParameter(
      "Busca por id, número completo o consecutivo, CUFE, nombre del tercero (cualquier parte, sin tildes) o su número.",
    ),
  ],
  answers: async () => (await import("./answers.ts")).listedInV1,
  codes: ["invalid_parameter"],
  handle: listInvoiceDocuments,
});

const LIST_KIND = { types: listCodes({ module: "fe" }), reference: "factura_id" } as const;

const listInV2 = declareRoute({
  versions: ["v2"],
  operationId: "listInvoices",
  method: "GET",
  path: "/fe/docs",
  scope: "fe.read",
  tag: "FE",
  summary: "Listar facturas y notas",
  description:
    "Facturas de producción y sus notas, lo más reciente primero. Las del set de pruebas no se listan. Por páginas, o con `after` de un cursor en otro.",
  query: listParametersOf(
    {
      choices: LIST_KIND.types,
      description: "`01` facturas sin las de contingencia, que son `03`; `91` notas crédito, `92` notas débito.",
    },
    { name: LIST_KIND.reference, description: "Solo las notas sobre esta factura." },
    "Busca por id, número completo o consecutivo, CUFE o CUDE, clave, nombre del tercero (cualquier parte, sin tildes) o su número.",
  ),
  answers: async () => (await import("./answers.ts")).listedInV2,
  codes: ["invalid_parameter"],
  handle: async (call) => {
    const query = readDocumentListQuery(call.query, LIST_KIND);
    const filter = { ...query.filter, module: "fe", companyId: call.caller.company.id } as const;
    const listing = await readPage(call, () => listDocuments(call.db, filter, query.slice));
    const docs = listing.rows.map((row) => {
      return { ...toRecord(row, LISTED_TYPES_OF_V2), draft_key: row.idempotencyKey, metadatos: row.metadata };
    });
    return { status: 200 as const, body: { ok: true as const, docs, ...toPage(listing, query) } };
  },
});

const READ = {
  operationId: "getInvoice",
  method: "GET",
  path: "/fe/docs/:docId",
  reads: "fe",
  scope: "fe.read",
  tag: "FE",
  summary: "Consultar factura",
  description:
    "Lee una factura por id, con sus ítems. Úselo para conocer el resultado final de una factura pendiente: a los 5, 15, 30 y 60 segundos, y luego más espaciado.",
  codes: ["invalid_parameter", "not_found"],
} as const;

const readInV1 = declareRoute({
  ...READ,
  versions: ["v1"],
  answers: async () => (await import("./answers.ts")).readInV1,
  handle: async (call) => toInvoiceDetailReply(findInvoice(call)),
});

const readInV2 = declareRoute({
  ...READ,
  versions: ["v2"],
  answers: async () => (await import("./answers.ts")).readInV2,
  handle: async (call) => {
    const document = findInvoice(call);
    const [detail, facts] = await Promise.all([readInvoiceDetail(call, document), describeStored(call, document)]);
    const more = { draft_key: document.idempotencyKey, metadatos: document.metadata, ...detail };
    return { status: 200 as const, body: { ...toTillDetail(document, more), ...facts } };
  },
});

/** The routes of invoices. */
export const invoiceRoutes: readonly Route[] = [createInV1, createInV2, listInV1, listInV2, readInV1, readInV2];

/**
 * With a key a retry finds its document; without, each POST is a new sale.
 * @param toExtra what the called version adds to its answers, by the key and what became of the request.
 * @param writeDryRun what it answers to a dry run.
 */
async function createInvoice<Extra extends object, DryRun>(
  call: Call,
  toExtra: (key: string | null, result: IssueResult) => Promise<Extra>,
  writeDryRun: WriteDryRun<DryRun>,
) {
  const isDry = isDryRun(call.query);
  const bytes = await readBodyBytes(call.request);
  const body = readJsonObject(bytes);
  const key = findInvoiceKey(body, call.request.headers);
  const { draft, metadata, canonical, naming } = await getValidRequest(call, body);
  if (isDry) {
    const notices = listNotices(canonical, INVOICE_ADVICE);
    return answerDryRun(call, { draft, metadata, notices, naming }, writeDryRun);
  }
  if (key === undefined && call.version !== "v1") {
    const { field: path, code: rule, instead } = KEY_ADVICE;
    call.notice([{ path, message: TEXT.notSent(instead), rule }]);
  }
  const result = await issueFor(call, {
    name: nameInvoice(call.caller, key),
    module: "fe",
    key: key ?? null,
    fingerprint: await computeFingerprint(canonical, [INVOICE_KEY]),
    draft,
    metadata,
    isPrinted: call.version === "v2",
  });
  return toInvoiceReply(result, { requestId: call.requestId, naming }, await toExtra(key ?? null, result));
}

/** `draft_key` is the key. A header, which gateways may add, is the key only where there is no `draft_key`, and is not read otherwise. */
function findInvoiceKey(body: JsonObject, headers: Headers): string | undefined {
  return findKey(undefined, body, [INVOICE_KEY], KEY_MAX_LENGTH) ?? readHeaderKey(headers, KEY_MAX_LENGTH);
}

/** A sale without a key gets an object that no other request can address. */
function nameInvoice({ company, clientId }: Caller, key: string | undefined): string {
  if (key === undefined) return `fe:${company.id}:~${crypto.randomUUID()}`;
  return nameKey({ module: "fe", companyId: company.id, clientId, environment: company.environment }, key);
}

/** @throws ApiError `invalid_payload` with every problem of shape, and of meaning in the parts that could be read. */
async function getValidRequest(
  call: Call,
  body: JsonObject,
): Promise<InvoiceRequest & { readonly draft: InvoiceDraft }> {
  const { readInvoice } = await import("./request.ts");
  const request = readInvoice(body, call.version);
  const { draft, naming } = request;
  const parts = draft === undefined ? request.parts : toParts(draft);
  const { company } = call.caller;
  const doubts = [...findInvoiceDoubts(parts), ...findPaymentDoubts(parts.payment ?? null, company.paymentMethods)];
  const unpaid = call.version === "v1" ? [] : findUnpaidPrices(parts.lines ?? [], naming);
  const typeErrors = [...request.typeErrors, ...unpaid, ...refuseDoubts(call.version, doubts, naming)];
  const unknown = noticeOrRefuse(call, request.unused);
  if (typeErrors.length + unknown.length > 0) {
    const broken = findInvoiceProblems(parts, company, Date.now()).map((problem) => describeProblem(problem, naming));
    throwIfWrong("invalid_payload", unknown, [...typeErrors, ...broken]);
  }
  if (draft === undefined) throw new Error("a body without problems gave no draft");
  const all = [...doubts, ...findPaperDoubts(draft, Date.now()), ...findPrintDoubts(draft)];
  call.notice(all.map((doubt) => describeProblem(doubt, naming)));
  return { ...request, draft };
}

/** The parts of a body that all have a shape. */
function toParts(draft: InvoiceDraft): InvoiceDraftParts {
  return { ...draft, header: draft };
}

async function listInvoiceDocuments(call: Call) {
  const { filter, page, notices } = readListQuery(call.query);
  call.notice(notices);
  const asked = { companyId: call.caller.company.id, ...filter };
  const listing = await readPage(call, () => listInvoices(call.db, asked, page));
  return toInvoiceListReply(listing, page);
}

function findInvoice(call: Call): StoredDocument {
  const id = getDocumentId(call);
  const { document } = call;
  if (document === undefined || (call.version === "v1" && document.typeCode === "92")) {
    throw new ApiError("not_found", TEXT.noDocument(String(id)));
  }
  call.log({ documentId: id, state: document.state });
  return document;
}
