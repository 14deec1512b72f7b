// Lists the examples of a company's state and of its webhooks.
import type { ExampleRequest } from "./example.ts";

const versions = ["v2"] as const;

export const companyExamples: readonly ExampleRequest[] = [
  { versions, operationId: "getCompany", name: "empresa", summary: "Todo en orden" },
  {
    ...{ versions, operationId: "getCompany", name: "empresa-avisos" },
    summary: "Sin rango para documentos soporte, a un token que solo los lee",
    given: { type: "no-range", scopes: ["dse.read"] },
  },
  {
    versions,
    operationId: "listWebhooks",
    name: "webhooks",
    summary: "Una dirección que recibe los cambios",
    given: { type: "webhook" },
  },
  { versions, operationId: "listWebhooks", name: "webhooks-ninguno", summary: "Ninguna dirección registrada" },
  {
    versions,
    operationId: "listWebhookDeliveries",
    name: "entregas",
    summary: "Un cambio que la dirección recibió",
    given: { type: "webhook" },
  },
  {
    versions,
    operationId: "listBranches",
    name: "establecimientos",
    summary: "Los establecimientos registrados",
    given: { type: "branches" },
  },
  {
    ...{ versions, operationId: "listWebhookDeliveries", name: "entregas-no-existe" },
    summary: "Un webhook que la empresa no tiene",
  },
];
