// Tests that commands of both modules are priced, and drawn from the right range.
import { describe, expect, it } from "vitest";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import type { IssueCommand } from "../../src/issuance/command.ts";
import { priceCommand } from "../../src/issuance/price.ts";
import { COMPANY, invoiceDraft, lineDraft, NOW_MS } from "../support/company.ts";
import { readBody, supportBody } from "../support/support-body.ts";

const price = (draft: IssueCommand["draft"]) => priceCommand({ draft, company: COMPANY }, NOW_MS);

function supportDraft() {
  const { draft } = readSupportDocument(readBody(supportBody()));
  if (draft === undefined) throw new Error("no draft");
  return draft;
}

describe("a command", () => {
  it("of a support document draws from its range", () => {
    const { document, rangeKind } = price(supportDraft());
    expect(rangeKind).toBe("dse");
    expect(document).toMatchObject({ kind: "support-document", typeCode: "05", totals: { total: "119000.00" } });
  });

  it.each([
    [false, "fe", "01"],
    [true, "contingency", "03"],
  ])("of an invoice (contingency %s) draws from the range %s", (isContingency, rangeKind, typeCode) => {
    const priced = price(invoiceDraft({ isContingency }));
    expect(priced).toMatchObject({ rangeKind, document: { kind: "invoice", typeCode } });
  });

  it("of a document over 500 KB is refused", () => {
    const lines = Array.from({ length: 200 }, () => lineDraft({ description: "x".repeat(4_000) }));
    expect(() => price(invoiceDraft({ lines }))).toThrow("business_rule: xml-too-large");
  });
});
