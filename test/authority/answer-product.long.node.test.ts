// Tests each cell of the product of the authority's answers against the one table that decides them all.
import { describe, expect, it } from "vitest";
import { classifyAnswer, type DocumentOperation } from "../../src/authority/outcome.ts";
import {
  DECISIONS,
  listCells,
  listUploadCells,
  toFields,
  toUploadContent,
  UPLOAD_DECISIONS,
} from "../chaos/answer-product.ts";
import { printAnswer, printStatus } from "../support/status-answer.ts";

const KEY = "ab".repeat(48);

function classify(operation: DocumentOperation, xml: string): string {
  const body = new TextEncoder().encode(xml);
  return classifyAnswer(operation, KEY, { httpStatus: 200, contentType: "application/soap+xml", body }).type;
}

describe("the product of the authority's answers", () => {
  const cells = listCells();
  const uploads = listUploadCells();

  it("has a decision for every cell, and a cell for every decision", () => {
    expect(cells).toHaveLength(3 * 10 * 2 * 3 * 10 * 10 * 2);
    expect(new Set(cells.map(({ decision }) => decision))).toEqual(new Set(DECISIONS));
    expect(uploads).toHaveLength(2 * 4 * 2 * 4);
    expect(new Set(uploads.map(({ decision }) => decision))).toEqual(new Set(UPLOAD_DECISIONS));
  });

  it("is read as it was decided, cell by cell", () => {
    const wrong = cells.flatMap(({ cell, decision }) => {
      const status = printStatus(toFields(cell, KEY));
      const content = cell.operation === "GetStatusZip" ? `<b:DianResponse>${status}</b:DianResponse>` : status;
      const type = classify(cell.operation, printAnswer(cell.operation, content));
      return type === decision.outcome
        ? []
        : [`${type}, not ${decision.outcome}: ${decision.because}: ${JSON.stringify(cell)}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(["SendBillAsync", "SendTestSetAsync"] as const)("of uploads by %s is read as it was decided", (operation) => {
    const wrong = uploads.flatMap(({ cell, decision }) => {
      const xml = printAnswer(operation, toUploadContent(cell, KEY));
      const type = classify(operation, xml.replace("2004/07/DianResponse", "2004/07/UploadDocumentResponse"));
      return type === decision.outcome ? [] : [`${type}, not ${decision.outcome}: ${JSON.stringify(cell)}`];
    });
    expect(wrong).toEqual([]);
  });
});
