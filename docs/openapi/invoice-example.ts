// Lists every example of the routes of invoices, of the catalogues and of the acquirer look-up.
import type { ExampleRequest } from "./example.ts";
import {
  AIU_INVOICE,
  COUNTER_INVOICE,
  DOLLAR_INVOICE,
  EIGHTH_OFF_SEVEN,
  FIRST_INVOICE,
  FULL_INVOICE,
  SMALL_INVOICE,
  TENTH_OFF_LINES,
  TENTH_OFF_WHOLE,
  TILL_INVOICE,
  tagInvoice,
} from "./invoice-body.ts";

const CREATE = "createInvoice";
const SMALL = SMALL_INVOICE;
const PAPER = { ...SMALL, es_contingencia: true, numero_contingencia: "CT45" };
const { draft_key: _, ...WITHOUT_KEY } = SMALL;

const creations: readonly ExampleRequest[] = [
  { operationId: CREATE, name: "fe-primera", summary: "Lo mínimo: quién compra y una línea", body: FIRST_INVOICE },
  { operationId: CREATE, name: "fe-minima", summary: "Dos unidades con IVA del 19 %, de contado", body: SMALL },
  {
    operationId: CREATE,
    name: "fe-completa",
    summary: "A crédito, con IVA, INC, una línea sin impuesto y retención",
    body: FULL_INVOICE,
  },
  {
    operationId: CREATE,
    name: "fe-consumidor-final",
    summary: "Consumidor final, INC del 8 %, con un método de pago de la empresa",
    body: COUNTER_INVOICE,
  },
  { operationId: CREATE, name: "fe-aiu", summary: "Contrato AIU, IVA sobre la utilidad", body: AIU_INVOICE },
  { operationId: CREATE, name: "fe-dolares", summary: "En dólares", body: DOLLAR_INVOICE },
  {
    operationId: CREATE,
    name: "fe-contingencia",
    summary: "De contingencia (tipo 03)",
    body: { ...SMALL, draft_key: "contingencia-1", es_contingencia: true },
  },
  {
    versions: ["v2"],
    operationId: CREATE,
    name: "fe-caja",
    summary: "De una caja: descuentos, propina, bolsa y bebida azucarada",
    body: TILL_INVOICE,
  },
  {
    versions: ["v2"],
    operationId: CREATE,
    name: "fe-caja-ensayo",
    summary: "La misma, en ensayo: qué valores tendría",
    query: "?dry_run=true",
    body: TILL_INVOICE,
  },
  {
    versions: ["v2"],
    operationId: CREATE,
    name: "fe-descuento-lineas",
    summary: "El 10 % de descuento en todo, línea por línea, en ensayo",
    query: "?dry_run=true",
    body: TENTH_OFF_LINES,
  },
  {
    versions: ["v2"],
    operationId: CREATE,
    name: "fe-descuento-global",
    summary: "El 10 % como descuento de toda la factura, en ensayo",
    query: "?dry_run=true",
    body: TENTH_OFF_WHOLE,
  },
  {
    versions: ["v2"],
    operationId: CREATE,
    name: "fe-descuento-redondeo",
    summary: "Un descuento en porcentaje que se redondea, en ensayo",
    query: "?dry_run=true",
    body: EIGHTH_OFF_SEVEN,
  },
  {
    operationId: CREATE,
    name: "fe-aviso",
    summary: "Aceptada con un aviso de la autoridad (prueba con #aviso)",
    body: tagInvoice("#aviso"),
  },
  {
    operationId: CREATE,
    name: "fe-ensayo",
    summary: "Ensayo: nada se emite",
    query: "?dry_run=true",
    body: WITHOUT_KEY,
  },
  {
    operationId: CREATE,
    name: "fe-repeticion",
    summary: "Repetición con la misma clave y el mismo contenido",
    given: { type: "sent-before" },
    body: SMALL,
  },
  {
    operationId: CREATE,
    name: "fe-en-curso",
    summary: "Repetición mientras la primera solicitud sigue en curso",
    given: { type: "in-flight" },
    body: tagInvoice("#lento"),
  },
  {
    operationId: CREATE,
    name: "fe-rechazo",
    summary: "Rechazada por la autoridad (prueba con #rechazo)",
    body: tagInvoice("#rechazo"),
  },
  {
    operationId: CREATE,
    name: "fe-rechazo-repetido",
    summary: "Repetición de una factura rechazada",
    given: { type: "sent-before" },
    body: tagInvoice("#rechazo"),
  },
  {
    operationId: CREATE,
    name: "fe-incierta",
    summary: "La respuesta de la autoridad se perdió (prueba con #perdido)",
    body: tagInvoice("#perdido"),
  },
  {
    versions: ["v2"],
    operationId: CREATE,
    name: "fe-papel-repetido",
    summary: "La factura de papel ya se transcribió, con otra clave",
    given: { type: "issued", body: { ...PAPER, draft_key: "contingencia-1" } },
    body: { ...PAPER, draft_key: "contingencia-2" },
  },
];

const readings: readonly ExampleRequest[] = [
  {
    operationId: "listInvoices",
    name: "fe-listado",
    summary: "Una página del listado",
    given: { type: "issued", body: SMALL },
    query: "?page=1&per_page=20&estado=aprobado",
  },
  { operationId: "listInvoices", name: "fe-filtro-malo", summary: "Filtro que no existe", query: "?estado=enviado" },
  {
    operationId: "getInvoice",
    name: "fe-consulta",
    summary: "Factura aceptada",
    given: { type: "issued", body: FULL_INVOICE },
  },
  {
    operationId: "listThirdParties",
    name: "terceros",
    summary: "Los terceros de la empresa",
    given: { type: "issued", body: SMALL },
  },
  {
    operationId: "listThirdParties",
    name: "terceros-busqueda",
    summary: "Búsqueda por nombre, con página",
    given: { type: "issued", body: SMALL },
    query: "?q=andina&page=1",
  },
  { operationId: "listPaymentMethods", name: "metodos", summary: "Los métodos activos", query: "?active=true" },
  {
    operationId: "getAcquirer",
    name: "adquirente",
    summary: "Adquirente que la autoridad conoce",
    body: { identification_type: "31", identification_number: "3199991" },
  },
  {
    operationId: "getAcquirer",
    name: "adquirente-desconocido",
    summary: "Adquirente que la autoridad no conoce",
    body: { identification_type: "31", identification_number: "900000001" },
  },
  {
    operationId: "getAcquirer",
    name: "adquirente-falla",
    summary: "La autoridad responde con una falla",
    body: { identification_type: "31", identification_number: "999000500" },
  },
  {
    operationId: "getAcquirer",
    name: "adquirente-sin-conexion",
    summary: "La autoridad no da una respuesta legible",
    body: { identification_type: "31", identification_number: "999000503" },
  },
];

export const invoiceExamples: readonly ExampleRequest[] = [...creations, ...readings];
