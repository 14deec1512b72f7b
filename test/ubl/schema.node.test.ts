// Checks every kind of document, signed, against the official schema and against libxml2's own canonical form.
import { describe, expect, it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { canonicalize, loadInvoiceSchema } from "./foreign-xml.ts";
import { KINDS } from "./kinds.ts";
import { signKind } from "./signed.ts";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const kinds = Object.entries(KINDS);

async function signedText(name: string): Promise<string> {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return new TextDecoder().decode((await signKind(kind)).bytes);
}

describe("every kind of document", () => {
  it.each(kinds)("%s is its own canonical form", async (name) => {
    const text = await signedText(name);
    expect(text.startsWith(DECLARATION)).toBe(true);
    expect(canonicalize(text)).toBe(text.slice(DECLARATION.length));
  });
});

describeShared("the official schema", () => {
  const schema = loadInvoiceSchema();

  it.each(kinds)("accepts %s", async (name) => {
    expect(schema.findFaults(await signedText(name))).toEqual([]);
  });

  it.each([
    ["an element too many", (xml: string) => xml.replace("<cbc:IssueDate>", "<cbc:Foo>x</cbc:Foo><cbc:IssueDate>")],
    ["an element missing", (xml: string) => xml.replace(/<cac:LegalMonetaryTotal>.*<\/cac:LegalMonetaryTotal>/, "")],
    [
      "two elements swapped",
      (xml: string) => xml.replace(/(<cbc:ID>SETP\d+<\/cbc:ID>)(<cbc:UUID.*?<\/cbc:UUID>)/, "$2$1"),
    ],
    ["an amount that is none", (xml: string) => xml.replace(">19000.00<", ">19.000,00<")],
  ])("refuses %s", async (_, spoil) => {
    const text = await signedText("fe-iva-19");
    const spoiled = spoil(text);
    expect(spoiled).not.toBe(text);
    expect(schema.findFaults(spoiled)).not.toEqual([]);
  });
});
