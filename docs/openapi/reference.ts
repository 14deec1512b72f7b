// All operations and all examples with their recorded answers, in the order of the page.
import answers from "./answer.json" with { type: "json" };
import { catalogOperations } from "./catalog-operation.ts";
import type { Example, ExampleAnswer, ExampleRequest } from "./example.ts";
import { invoiceExamples } from "./invoice-example.ts";
import { invoiceOperations } from "./invoice-operation.ts";
import type { Operation } from "./operation.ts";
import { supportDocumentExamples } from "./support-document-example.ts";
import { supportDocumentOperations } from "./support-document-operation.ts";

export const OPERATIONS: readonly Operation[] = [
  ...supportDocumentOperations,
  ...invoiceOperations,
  ...catalogOperations,
];

/** What the test of examples records and compares. */
export const REQUESTS: readonly ExampleRequest[] = [...supportDocumentExamples, ...invoiceExamples];

/** @throws Error when an example has no recorded answer. */
export function listExamples(): readonly Example[] {
  const recorded: Readonly<Record<string, ExampleAnswer>> = answers;
  return REQUESTS.map((request) => {
    const answer = recorded[request.name];
    if (answer === undefined) throw new Error(`no answer of ${request.name} is recorded in answer.json`);
    return { ...request, answer };
  });
}

/** The route of an operation, as a client calls it. */
export function getRoute(operationId: string): { readonly method: string; readonly path: string } {
  const operation = OPERATIONS.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`no operation is called ${operationId}`);
  return { method: operation.method, path: `/companies/{company_id}${operation.path}` };
}
