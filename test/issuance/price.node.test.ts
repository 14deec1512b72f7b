// Tests that commands of both modules are priced, and drawn from the right range.
import { describe, expect, it } from "vitest";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import type { Draft } from "../../src/domain/draft/draft.ts";
import { findDraftProblems } from "../../src/domain/support/support-document.ts";
import { priceCommand } from "../../src/issuance/price/price.ts";
import { COMPANY, invoiceDraft, lineDraft, NOW_MS } from "../support/company.ts";
import { readBody, supportBody } from "../support/support-body.ts";

const price = (draft: Draft) => priceCommand({ draft, company: COMPANY }, NOW_MS);

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

  it("of a support document prices each line once, although its body was read before", () => {
    const draft = supportDraft();
    const countReads = (work: (counted: typeof draft) => void) => {
      let reads = 0;
      const lines = draft.lines.map((line) => ({
        ...line,
        get unitPrice() {
          reads += 1;
          return line.unitPrice;
        },
      }));
      work({ ...draft, lines });
      return reads;
    };
    const ofOneLook = countReads((counted) => findDraftProblems({ ...counted, header: counted }));
    expect(ofOneLook).toBeGreaterThan(0);
    expect(countReads((counted) => price(counted))).toBe(ofOneLook);
  });

  it("that breaks a rule of its own is refused for it, for the clock and for the company's cost centers, at once", () => {
    const draft = { ...supportDraft(), paymentMeansCode: "xx" };
    const lines = draft.lines.map((line) => ({ ...line, costCenterId: 999 }));
    const tomorrow = () => priceCommand({ draft: { ...draft, lines }, company: COMPANY }, NOW_MS + 86_400_000);
    expect(tomorrow).toThrow("business_rule: payment-means-unknown, not-today-in-mode-1, cost-center-unknown");
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
