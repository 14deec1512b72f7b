// Declares the creation of tickets and of the notes on them.
import { BODY_CODES, CREATION_CODES, CREDIT_CODES, NOTE_CODES } from "../app/error-code.ts";
import { DRY_RUN_PARAMETER } from "../app/query-parameter.ts";
import { declareRoute, type Route } from "../app/route.ts";
import { createDocument } from "../creation/create.ts";
import { ticketNotes, tickets } from "./adapter.ts";

const BODY_DESCRIPTION =
  'Un campo opcional puede omitirse o ir en `null`. Un campo que la API no conoce, o que no tendría efecto junto a otro, se rechaza. Las cifras son números o texto decimal (`"10840.34"`).';
const KEY_DESCRIPTION =
  "La clave de idempotencia es obligatoria, en la cabecera o en `draft_key`: con el mismo contenido devuelve el documento de entonces; con otro, 409.";

const SHARED = {
  versions: ["v2"],
  method: "POST",
  scope: "dee.write",
  tag: "DEE",
  query: [DRY_RUN_PARAMETER],
  key: "required",
} as const;

const createTicket = declareRoute({
  ...SHARED,
  operationId: "createTicket",
  path: "/dee/documentos",
  summary: "Crear tiquete",
  description: `Crea, numera, firma y transmite un tiquete de máquina registradora con sistema P.O.S. (tipo 20) en una sola operación.\n\n${KEY_DESCRIPTION}\n\nSin \`receptor\` es para consumidor final. La caja sale de \`caja.placa\`, o de la única que la empresa tenga registrada. Por más de 5 UVT antes de impuestos lo anota un aviso, o se rechaza si así lo pidió la empresa.`,
  body: {
    schema: async () => (await import("./request-schema.ts")).ticketSchema,
    description: `El tiquete: una factura con su caja. ${BODY_DESCRIPTION}`,
  },
  answers: async () => (await import("./reply-schema.ts")).TICKET_ANSWERS,
  codes: [...BODY_CODES, "missing_idempotency_key", ...CREATION_CODES, "till_required", "ticket_over_5_uvt"],
  handle: (call) => createDocument(call, tickets),
});

const createTicketCreditNote = declareRoute({
  ...SHARED,
  operationId: "createTicketCreditNote",
  path: "/dee/notas-credito",
  summary: "Crear nota crédito de un tiquete",
  description: `Baja un tiquete (tipo 94): lo anula, devuelve unidades, rebaja o descuenta. La resuelve, comprueba el saldo, la numera, firma y transmite en una sola operación.\n\n${KEY_DESCRIPTION}`,
  body: {
    schema: async () => (await import("../note/request-schema.ts")).ticketCreditNoteSchema,
    description: `La nota. ${BODY_DESCRIPTION}`,
  },
  answers: async () => (await import("./reply-schema.ts")).TICKET_NOTE_ANSWERS,
  codes: [...BODY_CODES, "missing_idempotency_key", ...NOTE_CODES, ...CREDIT_CODES],
  handle: (call) => createDocument(call, ticketNotes("94")),
});

const createTicketDebitNote = declareRoute({
  ...SHARED,
  operationId: "createTicketDebitNote",
  path: "/dee/notas-debito",
  summary: "Crear nota débito de un tiquete",
  description: `Sube un tiquete (tipo 93). No cambia lo que queda por acreditar de él.\n\n${KEY_DESCRIPTION}`,
  body: {
    schema: async () => (await import("../note/request-schema.ts")).ticketDebitNoteSchema,
    description: `La nota. ${BODY_DESCRIPTION}`,
  },
  answers: async () => (await import("./reply-schema.ts")).TICKET_NOTE_ANSWERS,
  codes: [...BODY_CODES, "missing_idempotency_key", ...NOTE_CODES],
  handle: (call) => createDocument(call, ticketNotes("93")),
});

/** The routes that create tickets, and notes on them. */
export const ticketRoutes: readonly Route[] = [createTicket, createTicketCreditNote, createTicketDebitNote];
