// Tests any combination of what lies at the border of a rule, read and priced: taken or refused as predicted, by the predicted
// names.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toApiError } from "../../src/api/app/error-table.ts";
import { ApiError } from "../../src/api/base/error.ts";
import { findKey, INVOICE_KEY, KEY_NAMES } from "../../src/api/creation/create.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import type { Naming } from "../../src/api/message/naming.ts";
import { describeProblem } from "../../src/api/message/refusal.ts";
import { findInvoiceProblems, priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { findNewDocumentProblems, priceSupportDocument } from "../../src/domain/support/support-document.ts";
import { type BorderRequest, invoicesAtBorders, supportDocumentsAtBorders } from "../support/border.ts";
import { cases } from "../support/cases.ts";
import { COMPANY, NOW_MS } from "../support/company.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { readBody, readJudged } from "../support/support-body.ts";

const EXACT = { nowMs: NOW_MS, slackSeconds: 0 };

function judgeSupportDocument({ body }: BorderRequest): void {
  const read = readBody(body);
  findKey(undefined, read, KEY_NAMES, 120);
  const { draft, details, parts, naming } = readJudged(read);
  if (draft === undefined || details.length > 0) {
    const ofNew = findNewDocumentProblems(parts, COMPANY, NOW_MS).map((problem) => describeProblem(problem, naming));
    throw new ApiError("invalid_payload", "", [...details, ...ofNew]);
  }
  named(naming, () => priceSupportDocument(draft, COMPANY, NOW_MS));
}

function judgeInvoice({ body }: BorderRequest): void {
  const read = readBody(body);
  findKey(undefined, read, [INVOICE_KEY], 80);
  const { draft, typeErrors, parts, naming } = readInvoice(read);
  if (draft === undefined) {
    const broken = findInvoiceProblems(parts, COMPANY, NOW_MS).map((problem) => describeProblem(problem, naming));
    throw new ApiError("invalid_payload", "", [...typeErrors, ...broken]);
  }
  named(naming, () => priceInvoice(draft, COMPANY, NOW_MS));
}

/** A refusal in the names that the client used, as an answer has it. */
function named(naming: Naming, price: () => unknown): void {
  try {
    price();
  } catch (error) {
    throw error instanceof Refusal ? toApiError(error, naming) : error;
  }
}

function pathsOf(judge: () => void): readonly string[] {
  try {
    judge();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [...new Set(error.details.map(({ path }) => path))].sort();
  }
}

describe.each([
  [
    "a support document",
    supportDocumentsAtBorders(sampleSupportDocument(), EXACT),
    judgeSupportDocument,
    [
      ...["fecha", "fecha_documento", "hora", "proveedor.nit", "proveedor.numero_documento", "proveedor.dv"],
      ...["medio_pago_codigo", "payment_means_code", "request_key"],
      ...["items.0.codigo", "items.0.unidad_medida", "forma_pago", "moneda"],
    ],
  ],
  [
    "an invoice",
    invoicesAtBorders(sampleInvoice(), EXACT),
    judgeInvoice,
    [
      ...["fecha_emision", "receptor.numero_doc", "items.0.codigo_impuesto", "items.0.tax_code", "draft_key"],
      ...["payment.means_code", "payment.due_date", "currency.commercial_currency"],
    ],
  ],
] as const)("%s", (_, requests, judge, fields) => {
  it("is taken or refused as each border says", () => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(pathsOf(() => judge(request))).toEqual(request.refused);
      }),
      { numRuns: cases(3_000) },
    );
  });

  it("is drawn on both sides of each border: a fifth is taken, and every field is refused at times", () => {
    const drawn = fc.sample(requests, { numRuns: 2_000, seed: 1 });
    const refusals = drawn.flatMap(({ refused }) => refused);
    expect(drawn.filter(({ refused }) => refused.length === 0).length).toBeGreaterThan(400);
    expect([...new Set(refusals)].sort()).toEqual([...fields].sort());
  });
});
