// A priced document into the assurance that its XML will fit the authority's limit, before it takes a number.
import type { Company } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import { Refusal } from "../domain/refusal.ts";
import { buildDocumentXml } from "../ubl/document.ts";

/** ZA01: the authority refuses XML files over 500 KB. */
const MOST_BYTES = 500 * 1024;
/** What is not known yet: signature with its certificate chain, and the digits of the number. */
const RESERVED_BYTES = 10 * 1024;
/** Below this no document comes near the limit, although XML spells some letters in five bytes (`&amp;`) and a line has 2 KB. */
const SMALL_DOCUMENT = { lines: 100, characters: 40_000 } as const;

const PLACEHOLDER = "0".repeat(96);
const NUMBERING = {
  rangeId: 0,
  resolution: "00000000000000",
  prefix: "AAAA",
  from: 1,
  to: 999_999_999,
  validFrom: "2000-01-01",
  validTo: "2000-01-01",
  number: 999_999_999,
  fileSequence: 1,
};

/**
 * Measures the XML of a large document with placeholders for what only allocation brings; small ones pass unmeasured.
 * @throws Refusal `business_rule` (ZA01).
 */
export function checkXmlSize(document: Document, company: Company): void {
  if (isSmall(document)) return;
  const xml = buildDocumentXml({
    document,
    company,
    numbering: NUMBERING,
    software: { id: PLACEHOLDER, providerNit: company.nit, providerCheckDigit: company.checkDigit },
    securityCode: PLACEHOLDER,
    fiscalId: PLACEHOLDER,
    qrUrl: PLACEHOLDER + PLACEHOLDER,
    environment: company.environment,
  });
  const bytes = new TextEncoder().encode(xml.head + xml.tail).length + RESERVED_BYTES;
  if (bytes <= MOST_BYTES) return;
  const kilobytes = Math.ceil(bytes / 1024);
  const message = `El documento ocuparía unos ${kilobytes} KB en XML y la autoridad admite 500 KB; reparta sus ${document.lines.length} ítems en varios documentos.`;
  throw new Refusal("business_rule", message, [{ path: "items", message, rule: "ZA01" }]);
}

function isSmall(document: Document): boolean {
  if (document.lines.length > SMALL_DOCUMENT.lines) return false;
  let characters = 0;
  for (const line of document.lines) characters += line.description.length + (line.note?.length ?? 0);
  for (const note of document.notes) characters += note.length;
  return characters <= SMALL_DOCUMENT.characters;
}
