// Declares the lists of invoices and the reading of one by id; v2 shows notes on invoices too.
import { listInvoices } from "../../store/document/invoice-list.ts";
import { listPageParameters, searchParameter } from "../app/query-parameter.ts";
import { type Call, declareRoute, type Route } from "../app/route.ts";
import { describeStored } from "./document-facts.ts";
import { listParametersOf } from "./document-list-query.ts";
import { toDocumentDetail, toInvoiceDetailReply, toInvoiceListReply, toSummary } from "./invoice.ts";
import { linkStored } from "./link.ts";
import { readListQuery, readPage } from "./list-query.ts";
import { LISTED_TYPES_OF_V2 } from "./listed-type.ts";
import { listWireMail } from "./mail.ts";
import { readNamedDocument } from "./named-document.ts";
import { NOTES_PAGE_PARAMETER, readInvoiceDetail } from "./note-relation.ts";
import { answerList } from "./page.ts";

const LISTED = { status: 200, description: "Una página del listado." } as const;
const FOUND = { status: 200, description: "La factura, en su estado de ahora." } as const;

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
  answers: async () => [{ ...LISTED, schema: (await import("./invoice-schema.ts")).invoiceListSchema }],
  codes: ["invalid_parameter"],
  handle: listInvoicesOfV1,
});

const LIST_KIND = { types: LISTED_TYPES_OF_V2, reference: "factura_id" } as const;

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
  answers: async () => [{ ...LISTED, schema: (await import("./invoice-schema.ts")).documentListSchema }],
  codes: ["invalid_parameter"],
  handle: (call) => answerList(call, "fe", LIST_KIND, toSummary),
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
  answers: async () => [{ ...FOUND, schema: (await import("./invoice-schema.ts")).invoiceReadSchema }],
  handle: async (call) => toInvoiceDetailReply(await readNamedDocument(call, "fe")),
});

const readInV2 = declareRoute({
  ...READ,
  versions: ["v2"],
  query: [NOTES_PAGE_PARAMETER],
  answers: async () => {
    const [{ documentReadSchema }, { withDocumentFacts }, { linkFields }, { mailReplyFields }] = await Promise.all([
      import("./invoice-schema.ts"),
      import("./document-facts-schema.ts"),
      import("./link-schema.ts"),
      import("./mail-schema.ts"),
    ]);
    return [{ ...FOUND, schema: withDocumentFacts(documentReadSchema, { ...linkFields, ...mailReplyFields }) }];
  },
  handle: async (call) => {
    const document = await readNamedDocument(call, "fe");
    const [detail, facts, link, mail] = await Promise.all([
      readInvoiceDetail(call, document),
      describeStored(call, document),
      linkStored(call.env, document),
      listWireMail(call, document.id),
    ]);
    return { status: 200 as const, body: { ...toDocumentDetail(document, detail), ...facts, ...link, ...mail } };
  },
});

/** The routes that read invoices. */
export const invoiceRecordRoutes: readonly Route[] = [listInV1, listInV2, readInV1, readInV2];

async function listInvoicesOfV1(call: Call) {
  const { filter, page, notices } = readListQuery(call.query);
  call.notice(notices);
  const asked = { companyId: call.caller.company.id, ...filter };
  const listing = await readPage(call, () => listInvoices(call.db, asked, page));
  return toInvoiceListReply(listing, page);
}
