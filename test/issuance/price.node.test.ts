// Tests that commands of both modules are priced, and drawn from the right range.
import { describe, expect, it } from "vitest";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import type { Draft } from "../../src/domain/draft.ts";
import { priceCommand } from "../../src/issuance/price.ts";
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

  it("of a support document prices no line again: its body was priced when it was checked", () => {
    const { draft, figures } = readSupportDocument(readBody(supportBody()));
    if (draft === undefined || figures === undefined) throw new Error("a sound body has no figures");
    let reads = 0;
    const lines = draft.lines.map((line) => ({
      ...line,
      get unitPrice() {
        reads += 1;
        return line.unitPrice;
      },
    }));
    const counted = { ...draft, lines };
    const again = priceCommand({ draft: counted, company: COMPANY }, NOW_MS);
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    expect(priceCommand({ draft: counted, figures, company: COMPANY }, NOW_MS)).toEqual(again);
    expect(reads).toBe(0);
  });

  it("whose figures are given is refused all the same by the clock and the company", () => {
    const { draft, figures } = readSupportDocument(readBody(supportBody()));
    if (draft === undefined || figures === undefined) throw new Error("a sound body has no figures");
    const tomorrow = () => priceCommand({ draft, figures, company: COMPANY }, NOW_MS + 86_400_000);
    expect(tomorrow).toThrow("business_rule: not-today-in-mode-1");
    const uncertified = { ...COMPANY, certificates: [] };
    expect(() => priceCommand({ draft, figures, company: uncertified }, NOW_MS)).toThrow("certificate_missing");
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
