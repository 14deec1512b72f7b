// Collects the examples of the reference with their recorded answers, in the order of the page.

import { type ApiVersion, existsIn } from "../../src/api/base/version.ts";
import { ROUTES } from "../../src/api/routes.ts";
import answersOfV1 from "./answer.json" with { type: "json" };
import answersOfV2 from "./answer-v2.json" with { type: "json" };
import { changeExamples } from "./change-example.ts";
import { closingExamples } from "./closing-example.ts";
import { companyExamples } from "./company-example.ts";
import { getPath } from "./document.ts";
import type { Example, ExampleAnswer, ExampleRequest } from "./example.ts";
import { handOverExamples } from "./hand-over-example.ts";
import { invoiceExamples } from "./invoice-example.ts";
import { noteExamples } from "./note-example.ts";
import { noteRefusalExamples } from "./note-refusal-example.ts";
import { refusalExamples } from "./refusal-example.ts";
import { supportDocumentExamples } from "./support-document-example.ts";
import { ticketExamples } from "./ticket-example.ts";
import { wholeInvoiceExamples } from "./whole-invoice-example.ts";

const REQUESTS: readonly ExampleRequest[] = [
  ...supportDocumentExamples,
  ...invoiceExamples,
  ...wholeInvoiceExamples,
  ...noteExamples,
  ...ticketExamples,
  ...changeExamples,
  ...companyExamples,
  ...closingExamples,
  ...handOverExamples,
  ...refusalExamples,
  ...noteRefusalExamples,
];

type Recorded = Readonly<Record<string, ExampleAnswer>>;

/** The answers that each version gave. */
export const RECORDED: Readonly<Record<ApiVersion, Recorded>> = { v1: answersOfV1, v2: answersOfV2 };

/** What the test of examples sends to a version, records and compares. */
export function listRequests(version: ApiVersion): readonly ExampleRequest[] {
  return REQUESTS.filter((request) => existsIn(version, request));
}

/** @throws Error when an example has no recorded answer. */
export function listExamples(version: ApiVersion): readonly Example[] {
  return listRequests(version).map((request) => {
    const answer = RECORDED[version][request.name];
    if (answer === undefined) throw new Error(`no answer of ${request.name} is recorded for ${version}`);
    return { ...request, answer };
  });
}

/** The route of an operation in a version, as a client calls it. */
export function getRoute(version: ApiVersion, operationId: string): { readonly method: string; readonly path: string } {
  const route = ROUTES.find((one) => existsIn(version, one) && one.operationId === operationId);
  if (route === undefined) throw new Error(`no operation of ${version} is called ${operationId}`);
  return { method: route.method.toLowerCase(), path: getPath(route) };
}
