// What the page says of the catalogues and of the acquirer look-up (contract 4.3 to 4.5).
import { acquirerSchema } from "../../src/api/acquirer/request.ts";
import { acquirerAnswerSchema, paymentMethodListSchema, thirdPartyListSchema } from "./catalog-schema.ts";
import { BODY_CODES } from "./error-schema.ts";
import type { Operation } from "./operation.ts";
import { listPageParameters, searchParameter } from "./parameter.ts";

export const catalogOperations: readonly Operation[] = [
  {
    operationId: "listThirdParties",
    method: "get",
    path: "/fe/terceros",
    scope: "fe.read",
    tag: "FE",
    summary: "Listar terceros",
    description:
      "Adquirentes registrados por las facturas de la empresa. Completo, salvo que se pida página o búsqueda.",
    query: [...listPageParameters(), searchParameter("Busca por nombre (cualquier parte, sin tildes) o número.")],
    answers: [{ status: 200, description: "Los terceros.", schema: thirdPartyListSchema }],
    codes: ["invalid_parameter"],
  },
  {
    operationId: "listPaymentMethods",
    method: "get",
    path: "/fe/payment-methods",
    scope: "fe.read",
    tag: "FE",
    summary: "Listar métodos de pago",
    description:
      "Métodos de pago configurados para la empresa. Sirve también para comprobar la conexión: no crea nada.",
    query: [
      {
        name: "active",
        description: "`true`: solo los que se pueden usar.",
        schema: { type: "boolean" },
        example: true,
      },
    ],
    answers: [{ status: 200, description: "Los métodos de pago.", schema: paymentMethodListSchema }],
    codes: ["invalid_parameter"],
  },
  {
    operationId: "getAcquirer",
    method: "post",
    path: "/authority/get-acquirer",
    scope: "fe.read",
    tag: "FE",
    summary: "Consultar un adquirente",
    description:
      "Pregunta a la autoridad el nombre y el correo que registra un adquirente. La respuesta se guarda 24 horas por empresa; `force_refresh` la pide de nuevo. No crea nada.",
    body: { schema: acquirerSchema, description: "A quién se consulta." },
    answers: [{ status: 200, description: "Lo que la autoridad registra.", schema: acquirerAnswerSchema }],
    codes: [...BODY_CODES, "acquirer_not_found", "authority_fault", "authority_timeout", "authority_unreachable"],
  },
];
