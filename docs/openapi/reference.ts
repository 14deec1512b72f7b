// Collects the examples of the reference with their recorded answers, in the order of the page.
import { ROUTES } from "../../src/api/routes.ts";
import answers from "./answer.json" with { type: "json" };
import { getPath } from "./document.ts";
import type { Example, ExampleAnswer, ExampleRequest } from "./example.ts";
import { invoiceExamples } from "./invoice-example.ts";
import { supportDocumentExamples } from "./support-document-example.ts";

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
  const route = ROUTES.find((one) => one.operationId === operationId);
  if (route === undefined) throw new Error(`no operation is called ${operationId}`);
  return { method: route.method.toLowerCase(), path: getPath(route) };
}
