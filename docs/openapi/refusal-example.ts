// Lists, operation by operation, the examples of what most operations refuse: each names the operation's own fields and parameters.
import type { ApiVersion } from "../../src/api/base/version.ts";
import type { CompanyTrouble, ExampleRequest, Given } from "./example.ts";
import { SMALL_INVOICE, tagInvoice } from "./invoice-body.ts";
import { SMALL_SUPPORT_DOCUMENT, tagSupportDocument } from "./support-document-body.ts";
import { SMALL_TICKET, tagTicket } from "./ticket-body.ts";

const V2: readonly ApiVersion[] = ["v2"];
const LONG_KEY = "caja-1-".repeat(20);

/** `createDebitNote` and `sin-serie` -> `create-debit-note-sin-serie`. */
export function nameOfExample(operationId: string, what: string): string {
  return `${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${what}`;
}

/** A request that creates a document, and how it goes wrong. */
export interface Creation {
  readonly versions?: readonly ApiVersion[];
  readonly operationId: string;
  /** What the service would take. */
  readonly body: object;
  /** The document that a note corrects. */
  readonly given?: Extract<Given, { readonly type: "corrects" }>;
  /** With a value of the wrong form. */
  readonly malformed: object;
  /** With a field that is not known, but much like one that is. */
  readonly misspelt: object;
  /** With a total that is not that of its lines. */
  readonly mismatched: object;
  /** Another content, for the same key. */
  readonly otherwise: object;
}

/** What every creation refuses. */
export function refuseCreation({ versions, operationId, body, given, ...wrong }: Creation): readonly ExampleRequest[] {
  const base = { operationId, ...(versions && { versions }) };
  const make = (what: string, more: Omit<ExampleRequest, "operationId" | "name">): ExampleRequest => ({
    ...base,
    name: nameOfExample(operationId, what),
    ...(given && { given }),
    ...more,
  });
  const troubled = (then: CompanyTrouble): Given => (given === undefined ? { type: then } : { ...given, then });
  const { malformed, misspelt, mismatched, otherwise } = wrong;
  return [
    make("forma", { summary: "Un campo con mala forma", body: malformed }),
    make("campo-desconocido", { summary: "Un campo que la API no conoce", body: misspelt, versions: V2 }),
    make("clave-larga", { summary: "Una clave demasiado larga", body: { ...body, draft_key: LONG_KEY } }),
    make("ensayo-mal-escrito", { summary: "dry_run con un valor que no existe", body, query: "?dry_run=si" }),
    make("regla", { summary: "Un total que no sale de los ítems", body: mismatched }),
    make("certificado-vencido", { summary: "Certificado vencido", body, given: troubled("old-certificate") }),
    make("empresa-suspendida", { summary: "Empresa suspendida", body, given: troubled("suspended") }),
    make("plan-agotado", { summary: "Plan anual agotado", body, given: troubled("plan-used-up") }),
    make("conflicto", {
      summary: "La clave ya es de otro contenido",
      body,
      given: given === undefined ? { type: "sent-otherwise", body: otherwise } : { ...given, otherwise },
    }),
  ];
}

const [INVOICE_LINE] = SMALL_INVOICE.items;
const [TICKET_LINE] = SMALL_TICKET.items;

const SALES: readonly Creation[] = [
  {
    operationId: "createInvoice",
    body: SMALL_INVOICE,
    malformed: { ...SMALL_INVOICE, items: [{ ...INVOICE_LINE, cant: 0 }] },
    misspelt: { ...SMALL_INVOICE, items: [{ ...INVOICE_LINE, descuento_porcentage: 10 }] },
    mismatched: { ...SMALL_INVOICE, total: 120000 },
    otherwise: { ...SMALL_INVOICE, observaciones: "otra" },
  },
  {
    versions: V2,
    operationId: "createTicket",
    body: SMALL_TICKET,
    malformed: { ...SMALL_TICKET, items: [{ ...TICKET_LINE, cant: 0 }] },
    misspelt: { ...SMALL_TICKET, items: [{ ...TICKET_LINE, descuento_porcentage: 10 }] },
    mismatched: { ...SMALL_TICKET, total: 60000 },
    otherwise: { ...SMALL_TICKET, observaciones: "otro" },
  },
];

const RANGES = [
  ["sin-rango", "Sin rango", "no-range"],
  ["rango-vencido", "Rango vencido", "old-range"],
  ["rango-agotado", "Rango sin números", "used-range"],
] as const;

const numbering = SALES.flatMap(({ operationId, versions, body }) =>
  RANGES.map(
    ([what, summary, type]): ExampleRequest => ({
      operationId,
      name: nameOfExample(operationId, what),
      summary,
      given: { type },
      body,
      ...(versions && { versions }),
    }),
  ),
);

const SOLD = { type: "issued", body: SMALL_INVOICE } as const;
const TICKET_SOLD = { type: "issued", body: SMALL_TICKET } as const;
const MAIL = { correo: "compras@example.org" };

/** Operations that name a document in their path: what they need to get as far as the document, and one that is not accepted yet. */
const OF_DOCUMENT: readonly (readonly [operationId: string, pending: object | null, more?: Partial<ExampleRequest>])[] =
  [
    ["getSupportDocument", null],
    ["getInvoice", null],
    ["getTicket", null],
    ["getInvoiceFile", tagInvoice("#perdido"), { file: "carta.pdf" }],
    ["getSupportDocumentFile", tagSupportDocument("#perdido"), { file: "carta.pdf" }],
    ["getTicketFile", tagTicket("#perdido"), { file: "carta.pdf" }],
    ["createLink", tagInvoice("#perdido"), { body: {} }],
    ["deleteLinks", null],
    ["createTicketLink", tagTicket("#perdido"), { body: {} }],
    ["deleteTicketLinks", null],
    ["orderInvoiceMail", tagInvoice("#perdido"), { body: MAIL, key: "envio-2026-000045" }],
    ["listInvoiceMail", null],
    ["orderTicketMail", tagTicket("#perdido"), { body: MAIL, key: "envio-2026-000045" }],
    ["listTicketMail", null],
  ];
/** Those that v1 has, too. */
const OF_BOTH: readonly string[] = ["getSupportDocument", "getInvoice"];

const ofDocuments = OF_DOCUMENT.flatMap(([operationId, pending, more = {}]): readonly ExampleRequest[] => {
  const base = { operationId, ...(OF_BOTH.includes(operationId) ? {} : { versions: V2 }), ...more };
  const name = (what: string) => nameOfExample(operationId, what);
  return [
    { ...base, name: name("id-malo"), summary: "Id que no es un entero", docId: "abc" },
    { ...base, name: name("no-existe"), summary: "Id que la empresa no tiene", docId: 999_999_999 },
    ...(pending === null
      ? []
      : [
          {
            ...base,
            name: name("pendiente"),
            summary: "El documento aún no tiene resultado",
            given: { type: "issued", body: pending } as const,
          },
        ]),
  ];
});

/** Orders about a document: what is wrong with the body of each. */
const ORDERS: readonly (readonly [string, Given, malformed: object, misspelt: object])[] = [
  ["createLink", SOLD, { dias: 0 }, { dia: 30 }],
  ["createTicketLink", TICKET_SOLD, { dias: 0 }, { dia: 30 }],
  ["orderInvoiceMail", SOLD, { correo: "compras" }, { ...MAIL, mensage: "Gracias." }],
  ["orderTicketMail", TICKET_SOLD, { correo: "compras" }, { ...MAIL, mensage: "Gracias." }],
];

const orders = ORDERS.flatMap(([operationId, given, malformed, misspelt]): readonly ExampleRequest[] => {
  const isMail = operationId.endsWith("Mail");
  const base = { operationId, versions: V2, given, ...(isMail && { key: "envio-2026-000045" }) };
  const name = (what: string) => nameOfExample(operationId, what);
  return [
    { ...base, name: name("forma"), summary: "Un campo con mala forma", body: malformed },
    { ...base, name: name("campo-desconocido"), summary: "Un campo que la API no conoce", body: misspelt },
    ...(isMail
      ? [
          { ...base, name: name("clave-larga"), summary: "Una clave demasiado larga", body: MAIL, key: LONG_KEY },
          { ...base, name: name("desactivado"), summary: "La empresa no tiene activado el correo", body: MAIL },
        ]
      : []),
  ];
});

/** Operations whose query can be wrong, and how. */
const QUERIES: readonly (readonly [operationId: string, what: string, summary: string, query: string])[] = [
  ["listSupportDocuments", "filtro-malo", "Filtro que no existe", "?estado=enviado"],
  ["listTickets", "filtro-malo", "Filtro que no existe", "?estado=enviado"],
  ["closeSupportDocuments", "sin-dia", "Falta un día", "?desde=2026-03-02"],
  ["closeSupportDocuments", "largo", "Más de 31 días", "?desde=2026-03-01&hasta=2026-04-01"],
  ["closeTickets", "sin-dia", "Falta un día", "?desde=2026-03-02"],
  ["closeTickets", "largo", "Más de 31 días", "?desde=2026-03-01&hasta=2026-04-01"],
  ["listMail", "filtro-malo", "Filtro que no existe", "?estado=perdido"],
  ["listMail", "cursor", "Un cursor cortado", "?after=MjAyNi0wMy0wMlQxN"],
  ["listBranches", "parametro", "Un parámetro que no existe", "?page=2"],
  ["listWebhooks", "parametro", "Un parámetro que no existe", "?estado=activo"],
  ["listWebhookDeliveries", "parametro", "Un parámetro que no existe", "?limit=20"],
  ["listWebhookDeliveries", "cursor", "Un cursor cortado", "?after=cur_mm99189"],
  ["getCompany", "parametro", "Un parámetro que no existe", "?modulo=fe"],
];

const queries = QUERIES.map(
  ([operationId, what, summary, query]): ExampleRequest => ({
    versions: V2,
    operationId,
    name: nameOfExample(operationId, what),
    summary,
    query,
  }),
);

const others: readonly ExampleRequest[] = [
  { operationId: "listThirdParties", name: "terceros-pagina", summary: "Una página que no existe", query: "?page=0" },
  { operationId: "listPaymentMethods", name: "metodos-filtro", summary: "active con otro valor", query: "?active=si" },
  {
    operationId: "getAcquirer",
    name: "adquirente-forma",
    summary: "Falta el número",
    body: { identification_type: "31" },
  },
  {
    versions: V2,
    operationId: "getAcquirer",
    name: "adquirente-campo",
    summary: "Un campo que la API no conoce",
    body: { identification_type: "31", identification_number: "3199991", force_refesh: true },
  },
  {
    versions: V2,
    operationId: "getInvoiceFile",
    name: "fe-archivo-no-existe",
    file: "recibo.pdf",
    summary: "Un archivo que no hay: dice cuáles hay",
    given: SOLD,
  },
  {
    versions: V2,
    operationId: "getSupportDocumentFile",
    name: "dse-archivo-no-existe",
    file: "contenedor",
    summary: "Un archivo que no hay: dice cuáles hay",
    given: { type: "issued", body: SMALL_SUPPORT_DOCUMENT },
  },
  {
    versions: V2,
    operationId: "createSupportDocument",
    name: "dse-campo-desconocido",
    summary: "Con un campo que la API no conoce",
    body: { ...SMALL_SUPPORT_DOCUMENT, fecha_documeto: "2026-03-02" },
  },
];

export const refusalExamples: readonly ExampleRequest[] = [
  ...SALES.flatMap(refuseCreation),
  ...numbering,
  ...ofDocuments,
  ...orders,
  ...queries,
  ...others,
];
