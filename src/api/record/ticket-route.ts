// Declares the list of tickets and their notes, and the reading of one by id.
import { declareRoute, type Route } from "../app/route.ts";
import { describeStored } from "./document-facts.ts";
import { listParametersOf } from "./document-list-query.ts";
import { linkStored } from "./link.ts";
import { listWireMail } from "./mail.ts";
import { readNamedDocument } from "./named-document.ts";
import { NOTES_PAGE_PARAMETER, readTicketDetail } from "./note-relation.ts";
import { answerList } from "./page.ts";
import { TICKET_TYPES, toTicketDetail, toTicketSummary } from "./ticket.ts";

const LIST_KIND = { types: TICKET_TYPES, reference: "documento_id" } as const;

const list = declareRoute({
  versions: ["v2"],
  operationId: "listTickets",
  method: "GET",
  path: "/dee/documentos",
  scope: "dee.read",
  tag: "DEE",
  summary: "Listar tiquetes y notas",
  description:
    "Tiquetes de producción y sus notas, lo más reciente primero. Los del set de pruebas no se listan. Por páginas, o con `after` de un cursor en otro.",
  query: listParametersOf(
    { choices: LIST_KIND.types, description: "`20` tiquetes, `93` notas débito, `94` notas crédito." },
    { name: LIST_KIND.reference, description: "Solo las notas sobre este tiquete." },
    "Busca por id, número completo o consecutivo, CUDE, clave, nombre de quien compra (cualquier parte, sin tildes) o su número.",
  ),
  answers: async () => {
    const { ticketListSchema } = await import("./ticket-schema.ts");
    return [{ status: 200, description: "Una página del listado.", schema: ticketListSchema }];
  },
  codes: ["invalid_parameter"],
  handle: (call) => answerList(call, "dee", LIST_KIND, toTicketSummary),
});

const read = declareRoute({
  versions: ["v2"],
  operationId: "getTicket",
  method: "GET",
  path: "/dee/documentos/:docId",
  reads: "dee",
  scope: "dee.read",
  tag: "DEE",
  summary: "Consultar tiquete",
  description:
    "Lee un tiquete o una nota por id, con sus ítems. Úselo para conocer el resultado final de uno pendiente: a los 5, 15, 30 y 60 segundos, y luego más espaciado.",
  query: [NOTES_PAGE_PARAMETER],
  answers: async () => {
    const [{ ticketReadSchema }, { withDocumentFacts }, { linkFields }, { mailReplyFields }] = await Promise.all([
      import("./ticket-schema.ts"),
      import("./document-facts-schema.ts"),
      import("./link-schema.ts"),
      import("./mail-schema.ts"),
    ]);
    return [
      {
        status: 200,
        description: "El tiquete o la nota, en su estado de ahora.",
        schema: withDocumentFacts(ticketReadSchema, { ...linkFields, ...mailReplyFields }),
      },
    ];
  },
  codes: ["invalid_parameter", "not_found"],
  handle: async (call) => {
    const document = await readNamedDocument(call, "dee");
    const [detail, facts, link, mail] = await Promise.all([
      readTicketDetail(call, document),
      describeStored(call, document),
      linkStored(call.env, document),
      listWireMail(call, document.id),
    ]);
    const shown = toTicketDetail(document, detail, facts.representacion);
    return { status: 200 as const, body: { ...shown, ...facts, ...link, ...mail } };
  },
});

/** The routes that read tickets. */
export const ticketRecordRoutes: readonly Route[] = [list, read];
