// Lists the examples of the guide to a whole invoice: rehearsals, which show each value, and a reading of the buyer.
import type { ExampleRequest } from "./example.ts";
import {
  BUYER_INVOICE,
  CODED_INVOICE,
  CREDIT_INVOICE,
  EXPORT_INVOICE,
  GIFT_INVOICE,
  ORDERED_INVOICE,
  SPLIT_INVOICE,
} from "./whole-invoice-body.ts";

const REHEARSED: readonly Pick<ExampleRequest, "name" | "summary" | "body">[] = [
  { name: "fe-codigos", summary: "Ensayo con códigos, unidades y tratamientos", body: CODED_INVOICE },
  { name: "fe-pagos", summary: "Ensayo con dos pagos", body: SPLIT_INVOICE },
  { name: "fe-cuotas", summary: "Ensayo con un anticipo y cuotas", body: CREDIT_INVOICE },
  { name: "fe-referencias", summary: "Ensayo con referencias, periodo y entrega", body: ORDERED_INVOICE },
  { name: "fe-obsequios", summary: "Ensayo con un obsequio y una bolsa gratis", body: GIFT_INVOICE },
  { name: "fe-exportacion", summary: "Ensayo de una exportación en dólares", body: EXPORT_INVOICE },
];

export const wholeInvoiceExamples: readonly ExampleRequest[] = [
  ...REHEARSED.map(
    (example): ExampleRequest => ({
      ...example,
      versions: ["v2"],
      operationId: "createInvoice",
      query: "?dry_run=true",
    }),
  ),
  {
    versions: ["v2"],
    operationId: "getInvoice",
    name: "fe-comprador",
    summary: "Factura a un comprador con todos sus datos",
    given: { type: "issued", body: BUYER_INVOICE },
  },
];
