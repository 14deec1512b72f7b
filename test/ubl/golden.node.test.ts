// Compares our own documents with reviewed files: a change of any byte that is sent shows up as a change of these.
// (Without signature, one element per line. After a change that is meant: `npx vitest run --project node test/ubl/golden -u`.)
import { describe, expect, it } from "vitest";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { CLEAN, judge } from "../simulator/judged.ts";
import { COMPANY, NOW_MS, TODAY } from "../support/company.ts";
import { creditDraft, resolve, targetOf, units } from "../support/note.ts";
import { exportInvoice, wholeInvoice } from "../support/sample.ts";
import { readBody } from "../support/support-body.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { signKind } from "./signed.ts";

const REVIEWED = [
  "fe-mixed",
  "fe-final-consumer",
  "fe-credit",
  "fe-aiu-profit",
  "fe-withholdings",
  "fe-foreign-customer",
  "fe-contingency",
  "fe-contingency-paper",
  "fe-till",
  "fe-free-line",
  "fe-no-prefix",
  "fe-branch",
  "ds-branch",
  "ds-per-operation",
  "ds-weekly",
  "ds-non-resident",
  "ds-free-line",
  "ds-usd",
];

const company = { ...COMPANY, software: { fe: SOFTWARE } };

function price(body: Readonly<Record<string, unknown>>) {
  const { draft, typeErrors, unused } = readInvoice(readBody(body), "v2");
  expect([typeErrors, unused]).toEqual([[], []]);
  if (draft === undefined) throw new Error("no draft");
  return priceInvoice(draft, COMPANY, NOW_MS);
}

/** Half of the drills and of the gifts of a whole invoice, and one of its free bags. */
function returnGift() {
  const lines = [units(1, "1"), units(3, "1"), units(4, "1")];
  const motive = "Un taladro con su vaso y su bolsa";
  return resolve(creditDraft({ concept: "1", motive, lines }), targetOf(price(wholeInvoice(TODAY))));
}

/** Whole invoices as v2 takes them, and a note on a gift. */
const WHOLE: Readonly<Record<string, () => Kind>> = {
  "fe-whole": () => ({ company, document: price(wholeInvoice(TODAY)), numbering: invoiceNumber(990_000_601) }),
  "fe-export": () => ({ company, document: price(exportInvoice(TODAY)), numbering: invoiceNumber(990_000_602) }),
  "nc-gift": () => ({ company, document: returnGift(), numbering: { ...invoiceNumber(603), prefix: "NC" } }),
};

async function expectReviewed(name: string, kind: Kind): Promise<string> {
  const signed = new TextDecoder().decode((await signKind(kind)).bytes);
  const lines = signed.replace(/<ds:Signature .*<\/ds:Signature>/s, "").replaceAll("><", ">\n<");
  await expect(`${lines}\n`).toMatchFileSnapshot(`golden/${name}.xml`);
  return signed;
}

describe("the reviewed documents", () => {
  it.each(REVIEWED)("%s is as reviewed", async (name) => {
    const kind = KINDS[name];
    if (kind === undefined) throw new Error(`no kind ${name}`);
    await expectReviewed(name, kind);
  });

  it.each(Object.entries(WHOLE))("%s is as reviewed, and accepted without a remark", async (name, make) => {
    const kind = make();
    const accepted = { nit: company.nit, type: "01", issueDate: TODAY, total: "928102.00" };
    expect(await judge(await expectReviewed(name, kind), { ["a".repeat(96)]: accepted })).toEqual(CLEAN);
  });
});
