// Declares the two endpoints of support documents: issuing one through its object, reading one by id.
import { findDefaults } from "../../domain/default.ts";
import { findDoubts } from "../../domain/doubt.ts";
import type { SupportDocumentDraft } from "../../domain/draft.ts";
import { nameKey } from "../../domain/issuance-name.ts";
import type { JsonObject } from "../../domain/json.ts";
import { listCodes } from "../../domain/kind.ts";
import { findPrintDoubts } from "../../domain/print-doubt.ts";
import { lacksPlace } from "../../domain/supplier.ts";
import { findDraftProblems, findNewDocumentProblems } from "../../domain/support-document.ts";
import type { IssueResult } from "../../issuance/command.ts";
import { computeFingerprint } from "../../issuance/fingerprint.ts";
import { listDocuments } from "../../store/document/document-list.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { readBodyBytes } from "../app/body.ts";
import { BODY_CODES, CREATION_CODES } from "../app/error-code.ts";
import { noticeOrRefuse, throwIfWrong } from "../app/payload.ts";
import { DRY_RUN_PARAMETER } from "../app/query-parameter.ts";
import { type Call, declareRoute, getDocumentId, type Route } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { answerDryRun, isDryRun } from "../creation/dry-run.ts";
import { toDryRunReply, toDryRunReplyOfV2, type WriteDryRun } from "../creation/dry-run-reply.ts";
import { findKey, getKey, KEY_NAMES, readHeaderKey, readKeyedObject } from "../creation/idempotency.ts";
import { issueFor } from "../creation/issue.ts";
import { readJsonObject } from "../field/json.ts";
import { describeProblem } from "../message/refusal.ts";
import { TEXT } from "../message/request.ts";
import { describeIssued, describeStored } from "../record/document-facts.ts";
import { listParametersOf, readDocumentListQuery } from "../record/document-list-query.ts";
import { readPage } from "../record/list-query.ts";
import { readSupportDocumentDetail } from "../record/note-relation.ts";
import { toPage } from "../record/page.ts";
import { toReadReply, toReply, toSummary } from "./reply.ts";
import type { SupportDocumentRequest } from "./request.ts";

/** Characters. */
const KEY_MAX_LENGTH = 120;

const UNCOUNTED = "Los totales los calcula el servicio; `subtotal`, `impuestos` y `total` que usted envíe no cuentan.";
const COUNTED =
  "Los totales los calcula el servicio; si usted envía `subtotal`, `impuestos` o `total`, deben coincidir con los ítems.";

const CREATE_DESCRIPTION = `Crea, numera, firma y transmite un documento soporte en una sola operación.

La clave de idempotencia es obligatoria. Se evalúa junto con la empresa y el cliente de API, **no vence nunca** y decide así:

- clave nueva: se emite un documento;
- misma clave y mismo contenido: se devuelve el documento de entonces, en su estado de ahora; nada se emite de nuevo;
- misma clave y otro contenido: 409.

Dos contenidos son el mismo cuando coinciden campo a campo: no importan el orden de los campos, los alias usados ni escribir \`1\` o \`1.0\`.

${UNCOUNTED} Ningún campo del cuerpo puede empezar por \`_\`.`;

const CREATE = {
  operationId: "createSupportDocument",
  method: "POST",
  path: "/dse/documentos",
  scope: "dse.write",
  tag: "DSE",
  summary: "Crear documento soporte",
  description: CREATE_DESCRIPTION,
  query: [DRY_RUN_PARAMETER],
  key: "required",
  body: {
    schema: async () => (await import("./request-schema.ts")).supportDocumentSchemaOfV1,
    description:
      "El documento. Un campo opcional puede omitirse o ir en `null`. Los alias van en la descripción de cada campo; dos alias con valores distintos dan 400.",
  },
  codes: [...BODY_CODES, "missing_idempotency_key", ...CREATION_CODES],
} as const;

const createInV1 = declareRoute({
  ...CREATE,
  versions: ["v1"],
  answers: async () => (await import("./answers.ts")).createdInV1,
  handle: (call) => createSupportDocument(call, async () => ({}), toDryRunReply),
});

const createInV2 = declareRoute({
  ...CREATE,
  versions: ["v2"],
  description: CREATE_DESCRIPTION.replace(UNCOUNTED, COUNTED),
  body: {
    schema: async () => (await import("./request-schema.ts")).supportDocumentSchema,
    description: `${CREATE.body.description} Un campo que la API no conoce, o que no tendría efecto junto a otro, se rechaza. Las cifras son números o texto decimal (\`"10840.34"\`).`,
  },
  answers: async () => (await import("./answers.ts")).createdInV2,
  handle: (call) =>
    createSupportDocument(call, (key, result) => describeIssued(call, "dse", key, result), toDryRunReplyOfV2),
});

const LIST_KIND = { types: listCodes({ module: "dse" }), reference: "documento_id" } as const;

const listInV2 = declareRoute({
  versions: ["v2"],
  operationId: "listSupportDocuments",
  method: "GET",
  path: "/dse/documentos",
  scope: "dse.read",
  tag: "DSE",
  summary: "Listar documentos soporte y notas",
  description:
    "Documentos soporte de producción y sus notas de ajuste, lo más reciente primero. Los del set de pruebas no se listan. Por páginas, o con `after` de un cursor en otro.",
  query: listParametersOf(
    { choices: LIST_KIND.types, description: "`05` documentos soporte, `95` notas de ajuste." },
    { name: LIST_KIND.reference, description: "Solo las notas sobre este documento." },
    "Busca por id, número completo o consecutivo, CUDS, clave, nombre del proveedor (cualquier parte, sin tildes) o su número.",
  ),
  answers: async () => (await import("./answers.ts")).listedInV2,
  codes: ["invalid_parameter"],
  handle: async (call) => {
    const query = readDocumentListQuery(call.query, LIST_KIND);
    const filter = { ...query.filter, module: "dse", companyId: call.caller.company.id } as const;
    const listing = await readPage(call, () => listDocuments(call.db, filter, query.slice));
    const docs = listing.rows.map(toSummary);
    return { status: 200 as const, body: { ok: true as const, docs, ...toPage(listing, query) } };
  },
});

const READ = {
  operationId: "getSupportDocument",
  method: "GET",
  path: "/dse/documentos/:docId",
  reads: "dse",
  scope: "dse.read",
  tag: "DSE",
  summary: "Consultar documento soporte",
  description:
    "Lee un documento soporte por id. Úselo para conocer el resultado final de un documento pendiente: a los 5, 15, 30 y 60 segundos, y luego más espaciado.",
  codes: ["invalid_parameter", "not_found"],
} as const;

const readInV1 = declareRoute({
  ...READ,
  versions: ["v1"],
  answers: async () => (await import("./answers.ts")).readInV1,
  handle: async (call) => toReadReply(findSupportDocument(call)),
});

const readInV2 = declareRoute({
  ...READ,
  versions: ["v2"],
  answers: async () => (await import("./answers.ts")).readInV2,
  handle: async (call) => {
    const document = findSupportDocument(call);
    const { status, body } = toReadReply(document);
    const [detail, facts] = await Promise.all([
      readSupportDocumentDetail(call, document),
      describeStored(call, document),
    ]);
    const more = { idempotency_key: document.idempotencyKey, metadatos: document.metadata, ...detail };
    return { status, body: { ...body, documento: { ...body.documento, ...more }, ...facts } };
  },
});

/** The routes of support documents. */
export const supportDocumentRoutes: readonly Route[] = [createInV1, createInV2, listInV2, readInV1, readInV2];

/**
 * Key, then body, then the object, which knows whether this is new, a replay or a conflict.
 * @param toExtra what the called version adds to its answers, by the key and what became of the request.
 * @param writeDryRun what it answers to a dry run.
 */
async function createSupportDocument<Extra extends object, DryRun>(
  call: Call,
  toExtra: (key: string, result: IssueResult) => Promise<Extra>,
  writeDryRun: WriteDryRun<DryRun>,
) {
  if (isDryRun(call.query)) return answerSupportDryRun(call, writeDryRun);
  const bytes = await readBodyBytes(call.request);
  const headerKey = readHeaderKey(call.request.headers, KEY_MAX_LENGTH);
  const body = readKeyedObject(bytes, headerKey);
  const key = getKey(headerKey, body, KEY_NAMES, KEY_MAX_LENGTH);
  const { draft, metadata, canonical, naming } = await getValidRequest(call, body);
  const { company, clientId } = call.caller;
  call.notice(findDefaults(draft, company).map((problem) => describeProblem(problem, naming)));
  const result = await issueFor(call, {
    name: nameKey({ module: "dse", companyId: company.id, clientId, environment: company.environment }, key),
    module: "dse",
    key,
    fingerprint: await computeFingerprint(canonical, KEY_NAMES),
    draft,
    metadata,
    isPrinted: call.version === "v2",
  });
  return toReply(result, { requestId: call.requestId, naming }, await toExtra(key, result));
}

/** `?dry_run=true`: no key is needed, because nothing is stored; a key that is sent must still be valid. */
async function answerSupportDryRun<DryRun>(call: Call, writeDryRun: WriteDryRun<DryRun>) {
  const bytes = await readBodyBytes(call.request);
  const headerKey = readHeaderKey(call.request.headers, KEY_MAX_LENGTH);
  const body = readJsonObject(bytes);
  findKey(headerKey, body, KEY_NAMES, KEY_MAX_LENGTH);
  const { draft, metadata, naming } = await getValidRequest(call, body);
  return answerDryRun(call, { draft, metadata, notices: [], naming }, writeDryRun);
}

/** @throws ApiError `invalid_payload` or `business_rule` with every problem of shape, and of meaning in the readable parts. */
async function getValidRequest(
  call: Call,
  body: JsonObject,
): Promise<SupportDocumentRequest & { readonly draft: SupportDocumentDraft }> {
  const { readSupportDocument } = await import("./request.ts");
  const request = readSupportDocument(body, call.version);
  const { draft, typeErrors, parts, naming } = request;
  const unknown = noticeOrRefuse(call, request.unused);
  const isShapeless = typeErrors.length + unknown.length > 0;
  const needsPlace = call.version !== "v1";
  if (isShapeless || (needsPlace && parts.supplier !== undefined && lacksPlace(parts.supplier))) {
    // It will be refused, so all that is wrong with it is said at once; of any other body the object says it, for a new key.
    const ofNew = findNewDocumentProblems(parts, call.caller.company, Date.now());
    const broken = [...findDraftProblems(parts, needsPlace), ...ofNew];
    const all = [...typeErrors, ...broken.map((problem) => describeProblem(problem, naming))];
    throwIfWrong(isShapeless ? "invalid_payload" : "business_rule", unknown, all);
  }
  if (draft === undefined) throw new Error("a body without problems gave no draft");
  call.notice([...findDoubts(draft), ...findPrintDoubts(draft)].map((doubt) => describeProblem(doubt, naming)));
  return { ...request, draft };
}

function findSupportDocument(call: Call): StoredDocument {
  const id = getDocumentId(call);
  const { document } = call;
  if (document === undefined || (call.version === "v1" && document.typeCode === "95")) {
    throw new ApiError("not_found", TEXT.noSupportDocument(id));
  }
  call.log({ documentId: id, state: document.state });
  return document;
}
