// What the page says of the routes of invoices (contract 4.1, 4.2 and 4.6).
import { invoiceSchema } from "../../src/api/invoice/request-schema.ts";
import { dryRunSchema } from "./dry-run-schema.ts";
import { BODY_CODES, CREATION_CODES } from "./error-schema.ts";
import {
  invoiceListSchema,
  invoiceReadSchema,
  rejectedInvoiceSchema,
  reservedInvoiceSchema,
  settledInvoiceSchema,
  uncertainInvoiceSchema,
} from "./invoice-schema.ts";
import { DRY_RUN_PARAMETER, type Operation } from "./operation.ts";
import { listPageParameters, searchParameter } from "./parameter.ts";

const CREATE_DESCRIPTION = `Crea, numera, firma y transmite una factura en una sola operación.

\`draft_key\` es la clave de idempotencia: el identificador estable de la venta en su sistema, único por empresa. Con la misma clave y el mismo contenido se devuelve la factura de entonces; con otro contenido, 409. Es opcional, pero **sin ella un reintento emite otra factura**.

Los totales se recalculan desde los ítems; si usted los envía, deben coincidir.`;

const CREATE: Operation = {
  operationId: "createInvoice",
  method: "post",
  path: "/fe/facturas",
  scope: "fe.write",
  tag: "FE",
  summary: "Crear factura",
  description: CREATE_DESCRIPTION,
  query: [DRY_RUN_PARAMETER],
  key: "optional",
  body: {
    schema: invoiceSchema,
    description:
      "La factura. Un campo opcional puede omitirse o ir en `null`. Se admiten otros campos: no se usan, pero cuentan para reconocer un reintento.",
  },
  answers: [
    {
      status: 200,
      description: "Repetición: la clave ya tiene una factura y fue aceptada. Trae `Idempotent-Replayed: true`.",
      schema: settledInvoiceSchema,
      headers: ["Idempotent-Replayed"],
    },
    { status: 200, description: "Ensayo (`dry_run=true`).", schema: dryRunSchema },
    { status: 201, description: "Factura nueva, aceptada por la autoridad.", schema: settledInvoiceSchema },
    {
      status: 202,
      description:
        "Reservada y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad la recibió y aún la procesa.",
      schema: reservedInvoiceSchema,
      headers: ["Retry-After", "Idempotent-Replayed"],
    },
    {
      status: 422,
      description: "Rechazada por la autoridad. En una repetición trae además `Idempotent-Replayed: true`.",
      schema: rejectedInvoiceSchema,
      headers: ["Idempotent-Replayed"],
    },
    {
      status: 502,
      description:
        "La factura salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**.",
      schema: uncertainInvoiceSchema,
    },
  ],
  codes: [...BODY_CODES, ...CREATION_CODES],
};

const LIST: Operation = {
  operationId: "listInvoices",
  method: "get",
  path: "/fe/docs",
  scope: "fe.read",
  tag: "FE",
  summary: "Listar facturas",
  description: "Facturas de producción, la más reciente primero. Las del set de pruebas no se listan.",
  query: [
    ...listPageParameters(),
    {
      name: "tipo",
      description: "`01` facturas, `91` notas crédito.",
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
  answers: [{ status: 200, description: "Una página del listado.", schema: invoiceListSchema }],
  codes: ["invalid_parameter"],
};

const READ: Operation = {
  operationId: "getInvoice",
  method: "get",
  path: "/fe/docs/{doc_id}",
  scope: "fe.read",
  tag: "FE",
  summary: "Consultar factura",
  description:
    "Lee una factura por id, con sus ítems. Úselo para conocer el resultado final de una factura pendiente: a los 5, 15, 30 y 60 segundos, y luego más espaciado.",
  hasDocumentId: true,
  answers: [{ status: 200, description: "La factura, en su estado de ahora.", schema: invoiceReadSchema }],
  codes: ["invalid_parameter", "not_found"],
};

export const invoiceOperations: readonly Operation[] = [CREATE, LIST, READ];
