// Declares the list of support documents and the reading of one by id; v2 shows notes on them too.
import { listCodes } from "../../domain/kind.ts";
import { declareRoute, type Route } from "../app/route.ts";
import { toPointOfSale } from "../field/point-of-sale.ts";
import { describeStored } from "./document-facts.ts";
import { listParametersOf } from "./document-list-query.ts";
import { readNamedDocument } from "./named-document.ts";
import { NOTES_PAGE_PARAMETER, readSupportDocumentDetail } from "./note-relation.ts";
import { answerList } from "./page.ts";
import { toReadReply, toSummary } from "./support-document.ts";
import { toPaidFields } from "./whole.ts";

const FOUND = { status: 200, description: "El documento, en su estado de ahora." } as const;

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
  answers: async () => {
    const { supportDocumentListSchema } = await import("./support-document-schema.ts");
    return [{ status: 200, description: "Una página del listado.", schema: supportDocumentListSchema }];
  },
  codes: ["invalid_parameter"],
  handle: (call) => answerList(call, "dse", LIST_KIND, toSummary),
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
  answers: async () => [{ ...FOUND, schema: (await import("./support-document-schema.ts")).supportDocumentReadSchema }],
  handle: async (call) => toReadReply(await readNamedDocument(call, "dse")),
});

const readInV2 = declareRoute({
  ...READ,
  versions: ["v2"],
  query: [NOTES_PAGE_PARAMETER],
  answers: async () => {
    const [{ supportDocumentOrNoteReadSchema }, { withDocumentFacts }] = await Promise.all([
      import("./support-document-schema.ts"),
      import("./document-facts-schema.ts"),
    ]);
    return [{ ...FOUND, schema: withDocumentFacts(supportDocumentOrNoteReadSchema, {}) }];
  },
  handle: async (call) => {
    const document = await readNamedDocument(call, "dse");
    const { status, body } = toReadReply(document);
    const [detail, facts] = await Promise.all([
      readSupportDocumentDetail(call, document),
      describeStored(call, document),
    ]);
    const more = {
      idempotency_key: document.idempotencyKey,
      metadatos: document.metadata,
      ...toPointOfSale(document),
      ...toPaidFields(document.detail),
      ...detail,
    };
    return { status, body: { ...body, documento: { ...body.documento, ...more }, ...facts } };
  },
});

/** The routes that read support documents. */
export const supportDocumentRecordRoutes: readonly Route[] = [listInV2, readInV1, readInV2];
