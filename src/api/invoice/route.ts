// Declares the creation of invoices, in both versions.
import { BODY_CODES, CREATION_CODES } from "../app/error-code.ts";
import { DRY_RUN_PARAMETER } from "../app/query-parameter.ts";
import { declareRoute, type Route } from "../app/route.ts";
import { createDocument } from "../creation/create.ts";
import { invoicesOfV1, invoicesOfV2 } from "./adapter.ts";

const CREATE_DESCRIPTION = `Crea, numera, firma y transmite una factura en una sola operación.

\`draft_key\` es la clave de idempotencia: el identificador estable de la venta en su sistema, único por empresa. Con la misma clave y el mismo contenido se devuelve la factura de entonces; con otro contenido, 409. Es opcional, pero **sin ella un reintento emite otra factura**.

Los totales se recalculan desde los ítems; si usted los envía, deben coincidir.`;

const CREATE = {
  operationId: "createInvoice",
  method: "POST",
  path: "/fe/facturas",
  scope: "fe.write",
  tag: "FE",
  summary: "Crear factura",
  description: CREATE_DESCRIPTION,
  query: [DRY_RUN_PARAMETER],
  key: "optional",
  body: {
    schema: async () => (await import("./request-schema.ts")).invoiceSchema,
    description:
      "La factura. Un campo opcional puede omitirse o ir en `null`. Se admiten otros campos: no se usan, `notices` los nombra, y cuentan para reconocer un reintento.",
  },
  codes: [...BODY_CODES, ...CREATION_CODES],
} as const;

const createInV1 = declareRoute({
  ...CREATE,
  versions: ["v1"],
  answers: async () => (await import("./reply-schema.ts")).createdInV1,
  handle: (call) => createDocument(call, invoicesOfV1),
});

const createInV2 = declareRoute({
  ...CREATE,
  versions: ["v2"],
  codes: [...CREATE.codes, "paper_number_taken"],
  body: {
    schema: async () => (await import("./request-schema.ts")).tillInvoiceSchema,
    description:
      'La factura. Un campo opcional puede omitirse o ir en `null`. Un campo que la API no conoce, o que no tendría efecto junto a otro, se rechaza. Las cifras son números o texto decimal (`"10840.34"`).',
  },
  answers: async () => (await import("./reply-schema.ts")).createdInV2,
  handle: (call) => createDocument(call, invoicesOfV2),
});

/** The routes that create invoices. */
export const invoiceRoutes: readonly Route[] = [createInV1, createInV2];
