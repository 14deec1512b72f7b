// Declares the endpoints of invoices: issuing one through its object, listing them, reading one by id.
import { findDoubts } from "../../domain/doubt.ts";
import type { InvoiceDraft } from "../../domain/draft.ts";
import { findInvoiceProblems } from "../../domain/invoice.ts";
import type { JsonObject } from "../../domain/json.ts";
import { computeFingerprint } from "../../issuance/fingerprint.ts";
import { type KeyNames, nameKey } from "../../issuance/name.ts";
import { issueThroughObject } from "../../issuance/stub.ts";
import { findDocumentNearby } from "../../store/documents.ts";
import { listInvoices } from "../../store/listing.ts";
import { readBodyBytes } from "../body.ts";
import { isDryRun, rehearse } from "../dry-run.ts";
import { listNotices } from "../dry-run-reply.ts";
import { dryRunSchema } from "../dry-run-schema.ts";
import { ApiError } from "../error.ts";
import { BODY_CODES, CREATION_CODES } from "../error-schema.ts";
import { throwIfAny } from "../errors.ts";
import { findKey, readHeaderKey } from "../idempotency.ts";
import { readJsonObject } from "../json.ts";
import { readListQuery } from "../list-query.ts";
import { describeProblem, TEXT } from "../message.ts";
import { DRY_RUN_PARAMETER, listPageParameters, searchParameter } from "../query-parameter.ts";
import { type Call, type Caller, declareRoute, getDocumentId, type Route } from "../route.ts";
import { toInvoiceDetailReply, toInvoiceListReply } from "./detail.ts";
import { toInvoiceReply } from "./reply.ts";
import {
  invoiceListSchema,
  invoiceReadSchema,
  rejectedInvoiceSchema,
  reservedInvoiceSchema,
  settledInvoiceSchema,
  uncertainInvoiceSchema,
} from "./reply-schema.ts";
import { INVOICE_ADVICE, INVOICE_KEY, type InvoiceRequest, readInvoice } from "./request.ts";
import { invoiceSchema } from "./request-schema.ts";

/** Characters. */
const KEY_MAX_LENGTH = 80;

const CREATE_DESCRIPTION = `Crea, numera, firma y transmite una factura en una sola operación.

\`draft_key\` es la clave de idempotencia: el identificador estable de la venta en su sistema, único por empresa. Con la misma clave y el mismo contenido se devuelve la factura de entonces; con otro contenido, 409. Es opcional, pero **sin ella un reintento emite otra factura**.

Los totales se recalculan desde los ítems; si usted los envía, deben coincidir.`;

const create = declareRoute({
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
    schema: invoiceSchema,
    description:
      "La factura. Un campo opcional puede omitirse o ir en `null`. Se admiten otros campos: no se usan, `notices` los nombra, y cuentan para reconocer un reintento.",
  },
  answers: [
    {
      status: 200,
      description: "Repetición: la clave ya tiene una factura y fue aceptada. Trae `Idempotent-Replayed: true`.",
      schema: settledInvoiceSchema,
      headers: ["Idempotent-Replayed"],
    },
    { status: 200, description: "Ensayo (`dry_run=true`).", schema: dryRunSchema },
    { status: 201, description: "Factura nueva, aceptada por la autoridad.", schema: settledInvoiceSchema },
    {
      status: 202,
      description:
        "Reservada y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad la recibió y aún la procesa.",
      schema: reservedInvoiceSchema,
      headers: ["Retry-After", "Idempotent-Replayed"],
    },
    {
      status: 422,
      description: "Rechazada por la autoridad. En una repetición trae además `Idempotent-Replayed: true`.",
      schema: rejectedInvoiceSchema,
      headers: ["Idempotent-Replayed"],
    },
    {
      status: 502,
      description:
        "La factura salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**.",
      schema: uncertainInvoiceSchema,
    },
  ],
  codes: [...BODY_CODES, ...CREATION_CODES],
  handle: createInvoice,
});

const list = declareRoute({
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
      description: "`01` facturas, `91` notas crédito.",
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
  answers: [{ status: 200, description: "Una página del listado.", schema: invoiceListSchema }],
  codes: ["invalid_parameter"],
  handle: listInvoiceDocuments,
});

const read = declareRoute({
  operationId: "getInvoice",
  method: "GET",
  path: "/fe/docs/:docId",
  scope: "fe.read",
  tag: "FE",
  summary: "Consultar factura",
  description:
    "Lee una factura por id, con sus ítems. Úselo para conocer el resultado final de una factura pendiente: a los 5, 15, 30 y 60 segundos, y luego más espaciado.",
  answers: [{ status: 200, description: "La factura, en su estado de ahora.", schema: invoiceReadSchema }],
  codes: ["invalid_parameter", "not_found"],
  handle: readInvoiceById,
});

/** The routes of invoices. */
export const invoiceRoutes: readonly Route[] = [create, list, read];

/** With a key a retry finds its document; without, each POST is a new sale. */
async function createInvoice(call: Call) {
  const isRehearsal = isDryRun(call.query);
  const bytes = await readBodyBytes(call.request);
  const body = readJsonObject(bytes);
  const key = findInvoiceKey(body, call.request.headers);
  const { draft, canonical, naming } = getSoundRequest(call, body);
  if (isRehearsal) return rehearse(call, { draft, notices: listNotices(canonical, INVOICE_ADVICE), naming });
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
  return toInvoiceReply(result, { requestId: call.requestId, naming });
}

/**
 * `draft_key` is the key. Gateways may add a header of their own: it is the key only of a request without `draft_key`, and is not even looked at beside one.
 */
function findInvoiceKey(body: JsonObject, headers: Headers): string | undefined {
  return findKey(undefined, body, [INVOICE_KEY], KEY_MAX_LENGTH) ?? readHeaderKey(headers, KEY_MAX_LENGTH);
}

/** A sale without a key has an object that no other request can name. */
function nameInvoice({ company, clientId }: Caller, key: string | undefined): KeyNames {
  if (key === undefined) return { name: `fe:${company.id}:~${crypto.randomUUID()}` };
  return nameKey({ module: "fe", companyId: company.id, clientId, environment: company.environment }, key);
}

/** @throws ApiError `invalid_payload` with every problem of shape, and of meaning in the parts that have a shape. */
function getSoundRequest(call: Call, body: JsonObject): InvoiceRequest & { readonly draft: InvoiceDraft } {
  const request = readInvoice(body);
  const { draft, typeErrors, parts, naming } = request;
  call.notice(request.unused);
  if (typeErrors.length > 0) {
    const broken = findInvoiceProblems(parts, call.caller.company, Date.now());
    throwIfAny("invalid_payload", [...typeErrors, ...broken.map((problem) => describeProblem(problem, naming))]);
  }
  if (draft === undefined) throw new Error("a body without problems gave no draft");
  call.notice(findDoubts(draft).map((doubt) => describeProblem(doubt, naming)));
  return { ...request, draft };
}

async function listInvoiceDocuments(call: Call) {
  const { filter, page } = readListQuery(call.query);
  const listing = await listInvoices(call.db, { companyId: call.caller.company.id, ...filter }, page);
  return toInvoiceListReply(listing, page);
}

async function readInvoiceById(call: Call) {
  const id = getDocumentId(call);
  const document = await findDocumentNearby(call.env.DB, call.caller.company.id, "fe", id);
  if (document === undefined) throw new ApiError("not_found", TEXT.noDocument(String(id)));
  call.log({ documentId: id, state: document.state });
  return toInvoiceDetailReply(document);
}
