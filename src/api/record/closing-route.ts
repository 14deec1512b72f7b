// Declares the closings of every module: what was issued on some days, added up.
import { CLOSING_DAYS } from "../../domain/price/closing.ts";
import type { QueryParameter } from "../app/query-parameter.ts";
import { declareRoute, type Route } from "../app/route.ts";
import { answerClosing, DIVISIONS } from "./closing.ts";

const QUERY: readonly QueryParameter[] = [
  day("desde", "Primer día de emisión, en Bogotá."),
  day("hasta", `Último día de emisión, incluido; a lo sumo ${CLOSING_DAYS} días en total.`),
  {
    name: "agrupar",
    description: "Divide la suma en `grupos`: por día, por establecimiento o por caja. Sin él solo hay `total`.",
    schema: { type: "string", enum: [...DIVISIONS] },
    example: "dia",
  },
];

const SHARED = {
  versions: ["v2"],
  method: "GET",
  query: QUERY,
  answers: async () => {
    const { closingSchema } = await import("./closing-schema.ts");
    return [{ status: 200, description: "La suma de esos días, de un mismo instante.", schema: closingSchema }];
  },
  codes: ["invalid_parameter", "range_too_long"],
} as const;

const EXACT =
  "Los valores son los de los documentos vivos (todos menos los rechazados) y equivalen, al centavo, a la suma del listado de los mismos días. `impuestos` y `medios` ya descuentan las notas. Lo que ventas y devoluciones dejaron en efectivo es `valor` más `redondeo` del medio `10`; sin `redondeo`, `valor`.";

const ofInvoices = declareRoute({
  ...SHARED,
  operationId: "closeInvoices",
  path: "/fe/resumen",
  scope: "fe.read",
  tag: "FE",
  summary: "Cerrar el día de las facturas",
  description: `Lo que se facturó en unos días, con sus notas: estados, tipos, impuestos, medios de pago y números. ${EXACT}`,
  handle: (call) => answerClosing(call, "fe"),
});

const ofSupportDocuments = declareRoute({
  ...SHARED,
  operationId: "closeSupportDocuments",
  path: "/dse/resumen",
  scope: "dse.read",
  tag: "DSE",
  summary: "Cerrar el día de los documentos soporte",
  description: `Lo que se compró en unos días con documento soporte, con sus notas de ajuste. ${EXACT}`,
  handle: (call) => answerClosing(call, "dse"),
});

const ofTickets = declareRoute({
  ...SHARED,
  operationId: "closeTickets",
  path: "/dee/resumen",
  scope: "dee.read",
  tag: "DEE",
  summary: "Cerrar el día de los tiquetes",
  description: `Lo que se vendió en unos días con tiquete POS, con sus notas: estados, tipos, impuestos, medios de pago y números. \`caja\` agrupa por la placa de la caja. ${EXACT}`,
  handle: (call) => answerClosing(call, "dee"),
});

/** The routes of closings. */
export const closingRoutes: readonly Route[] = [ofInvoices, ofSupportDocuments, ofTickets];

function day(name: string, description: string): QueryParameter {
  return { name, description, required: true, schema: { type: "string", format: "date" }, example: "2026-03-02" };
}
