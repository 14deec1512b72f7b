// Lists every example of the routes that create tickets and notes on them: what each is used for, and the refusals of their own.
import type { ExampleRequest } from "./example.ts";
import { SMALL_TICKET, tagTicket } from "./ticket-body.ts";

const TICKET = "createTicket";
const CREDIT = "createTicketCreditNote";
const DEBIT = "createTicketDebitNote";
const READ = "getTicket";

const versions = ["v2"] as const;

const LARGE_TICKET = { ...SMALL_TICKET, items: [{ desc: "Televisor", cant: 1, unit: 900000, iva: 19 }] };

/** The ticket that the note corrects is issued first; 1042 is its id. */
const sold = { type: "corrects", body: SMALL_TICKET } as const;
const OWN_LINE = { desc: "Descuento por pronto pago", cant: 1, unit: 5000, iva: 19 };

export const ticketExamples: readonly ExampleRequest[] = [
  { versions, operationId: TICKET, name: "tiquete", summary: "Una venta a consumidor final", body: SMALL_TICKET },
  {
    versions,
    operationId: TICKET,
    name: "tiquete-cliente",
    summary: "A un comprador que se identifica, con puntos, propina y pago con tarjeta",
    body: {
      ...SMALL_TICKET,
      receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: "Luis Rojas", email: "luis@example.com" },
      comprador: { codigo: "C-881", nombre: "Luis Rojas", puntos: "120" },
      cargos: [{ valor: 5000, motivo: "Propina", codigo: "02" }],
      pagos: [{ form: "contado", means_code: "49", valor: 64500, referencia: "AUT-778812" }],
    },
  },
  {
    versions,
    operationId: TICKET,
    name: "tiquete-grande",
    summary: "Por más de 5 UVT: lo anota un aviso",
    body: LARGE_TICKET,
  },
  {
    versions,
    operationId: TICKET,
    name: "tiquete-ensayo",
    summary: "Ensayo: nada se emite",
    query: "?dry_run=true",
    key: null,
    body: SMALL_TICKET,
  },
  {
    versions,
    operationId: TICKET,
    name: "tiquete-repetido",
    summary: "La misma clave y el mismo contenido: el tiquete de entonces",
    given: { type: "sent-before" },
    body: SMALL_TICKET,
  },
  {
    versions,
    operationId: TICKET,
    name: "tiquete-en-curso",
    summary: "Repetición mientras la primera solicitud sigue en curso",
    given: { type: "in-flight" },
    body: tagTicket("#lento"),
  },
  {
    versions,
    operationId: TICKET,
    name: "tiquete-rechazo",
    summary: "Rechazado por la autoridad (prueba con #rechazo)",
    body: tagTicket("#rechazo"),
  },
  {
    versions,
    operationId: TICKET,
    name: "tiquete-incierto",
    summary: "La respuesta de la autoridad se perdió (prueba con #perdido)",
    body: tagTicket("#perdido"),
  },
  {
    versions,
    operationId: TICKET,
    name: "tiquete-sin-caja",
    summary: "Rechazado: no dice su caja, y la empresa no tiene ninguna registrada",
    body: { items: SMALL_TICKET.items },
  },
  {
    versions,
    operationId: TICKET,
    name: "tiquete-de-mas",
    summary: "Rechazado: la empresa no expide tiquetes por más de 5 UVT",
    given: { type: "no-large-tickets" },
    body: LARGE_TICKET,
  },
  {
    versions,
    operationId: CREDIT,
    name: "ncp-anulacion",
    summary: "Anular un tiquete: basta su id",
    given: sold,
    body: { documento_id: 1042, motivo: "El cliente desistió de la compra" },
  },
  {
    versions,
    operationId: CREDIT,
    name: "ncp-devolucion",
    summary: "Devolver una unidad",
    given: sold,
    body: { documento_id: 1042, concepto: "1", items: [{ linea: 1, cant: 1 }], motivo: "No era la talla" },
  },
  {
    versions,
    operationId: CREDIT,
    name: "ncp-sin-referencia",
    summary: "Rechazada: no dice qué tiquete corrige",
    body: { concepto: "1", items: [OWN_LINE] },
  },
  {
    versions,
    operationId: DEBIT,
    name: "ndp-cobro",
    summary: "Cobrar lo que faltó",
    given: sold,
    body: { documento_id: 1042, concepto: "3", items: [{ desc: "Domicilio", cant: 1, unit: 5000, iva: 19 }] },
  },
  {
    versions,
    operationId: "listTickets",
    name: "tiquetes-listado",
    summary: "Una página del listado, de un día",
    given: { type: "issued", body: SMALL_TICKET },
    query: "?desde=2026-03-02&per_page=20&estado=aprobado",
  },
  {
    versions,
    operationId: READ,
    name: "tiquete-consulta",
    summary: "Tiquete aceptado, con su caja y lo que queda por acreditar",
    given: { type: "issued", body: SMALL_TICKET },
  },
  {
    versions,
    operationId: READ,
    name: "ncp-consulta",
    summary: "Nota crédito, con el tiquete que corrige",
    given: { type: "issued", body: SMALL_TICKET, note: { motivo: "El cliente desistió de la compra" } },
  },
  {
    versions,
    operationId: "closeTickets",
    name: "tiquetes-resumen",
    summary: "El cierre de un día, dividido por caja",
    given: { type: "issued", body: SMALL_TICKET },
    query: "?desde=2026-03-02&hasta=2026-03-02&agrupar=caja",
  },
  {
    versions,
    operationId: "getTicketFile",
    name: "tiquete-archivo-no-existe",
    summary: "Un archivo que no hay: dice cuáles hay",
    given: { type: "issued", body: SMALL_TICKET },
    file: "recibo.pdf",
  },
];
