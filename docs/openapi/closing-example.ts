// Lists the examples of the closings of both modules.
import type { ExampleRequest } from "./example.ts";
import { TILL_INVOICE } from "./invoice-body.ts";
import { SMALL_SUPPORT_DOCUMENT } from "./support-document-body.ts";
import { SPLIT_INVOICE } from "./whole-invoice-body.ts";

const INVOICES = { operationId: "closeInvoices", versions: ["v2"] } as const;
const DAY = "?desde=2026-03-02&hasta=2026-03-02";

export const closingExamples: readonly ExampleRequest[] = [
  {
    ...INVOICES,
    name: "fe-resumen",
    summary: "El cierre de un día con una venta de caja",
    given: { type: "issued", body: TILL_INVOICE },
    query: DAY,
  },
  {
    ...INVOICES,
    name: "fe-resumen-caja",
    summary: "Dividido por caja",
    given: { type: "issued", body: TILL_INVOICE },
    query: `${DAY}&agrupar=caja`,
  },
  {
    ...INVOICES,
    name: "fe-resumen-redondeo",
    summary: "Efectivo que se redondeó",
    given: { type: "issued", body: SPLIT_INVOICE },
    query: DAY,
  },
  { ...INVOICES, name: "fe-resumen-vacio", summary: "Un día sin ventas", query: DAY },
  { ...INVOICES, name: "fe-resumen-sin-dia", summary: "Falta un día", query: "?desde=2026-03-02" },
  { ...INVOICES, name: "fe-resumen-largo", summary: "Más de 31 días", query: "?desde=2026-03-01&hasta=2026-04-01" },
  {
    operationId: "closeSupportDocuments",
    versions: ["v2"],
    name: "dse-resumen",
    summary: "El cierre de un día de compras",
    given: { type: "issued", body: SMALL_SUPPORT_DOCUMENT },
    query: DAY,
  },
];
