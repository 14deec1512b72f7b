// Prices a command by the rules of its module, and refuses it when its XML or its row would be larger than can be kept.
import type { Company, RangeKind } from "../../domain/company.ts";
import type { CorrectableDocument, Document, DocumentLine, Note } from "../../domain/document/document.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import { priceInvoice } from "../../domain/invoice/invoice.ts";
import { KINDS } from "../../domain/kind.ts";
import { resolveNote } from "../../domain/note/note.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import { priceSupportDocument } from "../../domain/support/support-document.ts";
import { buildDocumentXml } from "../../ubl/document.ts";
import { isOnWire } from "../../ubl/support-document.ts";
import type { IssueCommand } from "../contract/command.ts";
import type { Corrected, Priced } from "../contract/ports.ts";

/** What a draft is priced with. */
type PricedWith<AnyDraft> = Pick<IssueCommand, "company"> & { readonly draft: AnyDraft };

/**
 * Prices a draft against the company's configuration and the date of `nowMs` (epoch milliseconds) in Bogotá.
 * @throws Refusal naming every broken rule.
 */
export function priceCommand(
  { draft, company }: PricedWith<Draft>,
  nowMs: number,
): { readonly document: CorrectableDocument; readonly rangeKind: RangeKind } {
  const document =
    draft.kind === "support-document"
      ? priceSupportDocument(draft, company, nowMs)
      : priceInvoice(draft, company, nowMs);
  checkXmlSize(document, company);
  return { document, rangeKind: KINDS[document.typeCode].range };
}

/**
 * Resolves a note on what it corrects.
 * @throws Refusal naming what forbids the note, or every broken rule of parties and lines of its own.
 */
export function priceNote(
  { draft, company }: PricedWith<NoteDraft>,
  nowMs: number,
  corrected: Corrected,
): Priced & { readonly document: Note } {
  const document = resolveNote(draft, { company, nowMs, target: corrected.target });
  checkXmlSize(document, company);
  return { document, rangeKind: draft.typeCode, correction: corrected.correction };
}

/**
 * Prices a draft of any kind.
 * @param nowMs epoch milliseconds, the instant of the reservation.
 * @param corrected what a note refers to; a note cannot be priced without it.
 * @throws Refusal when a rule refuses it.
 */
export function priceAny({ draft, ...command }: PricedWith<Draft | NoteDraft>, nowMs: number, corrected?: Corrected) {
  if (draft.kind !== "note") return priceCommand({ ...command, draft }, nowMs);
  if (corrected === undefined) throw new Error("a note is resolved on what it corrects");
  return priceNote({ ...command, draft }, nowMs, corrected);
}

/** ZA01: the authority refuses XML files over 500 KB. */
const MOST_BYTES = 500 * 1024;
/** What is not known yet: signature with its certificate chain, and the digits of the number. */
const RESERVED_BYTES = 10 * 1024;
/** Below this no document comes near the limit, although XML spells some letters in five bytes (`&amp;`) and a line has 2 KB. */
const SMALL_DOCUMENT = { lines: 100, characters: 40_000, subtotals: 250 } as const;
/** Beyond it the exact size does not matter: such a document is not built at all. */
const BUILT_MOST_BYTES = 2 * MOST_BYTES;
/** Taxes of a line that the bounds of a small document take into account; more count as subtotals. */
const FEW_TAXES = 2;
/** What a line, a subtotal of a tax or withholding and a discount print at least, beside their texts; a test compares. */
export const LEAST_BYTES = { line: 500, subtotal: 250, allowance: 250 } as const;

const PLACEHOLDER = "0".repeat(96);
const NUMBERING = {
  rangeId: 0,
  resolution: "00000000000000",
  resolutionDate: "2000-01-01",
  prefix: "AAAA",
  from: 1,
  to: 999_999_999,
  validFrom: "2000-01-01",
  validTo: "2000-01-01",
  number: 999_999_999,
  fileSequence: 1,
};

/**
 * Measures the XML of a large document with placeholders for what only allocation brings; small ones pass unmeasured,
 * and what is far too large by what it prints at least is never built.
 * @throws Refusal `business_rule` (ZA01).
 */
export function checkXmlSize(document: Document, company: Company): void {
  if (isSmall(document)) return;
  const least = countLeastBytes(document);
  if (least > BUILT_MOST_BYTES) throw refuseSize(document, Math.floor(least / 1024), true);
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
  if (bytes > MOST_BYTES) throw refuseSize(document, Math.ceil(bytes / 1024), false);
}

function refuseSize(document: Document, kilobytes: number, isLeast: boolean): Refusal {
  const counts = { lines: document.lines.length, withholdings: document.withholdings.length };
  return new Refusal([{ field: ["lines"], reason: "xml-too-large", kilobytes, isLeast, ...counts, rule: "ZA01" }]);
}

function isSmall(document: Document): boolean {
  if (document.lines.length > SMALL_DOCUMENT.lines) return false;
  const head = countHead(document);
  let characters = countReasons(document) + head.characters;
  let subtotals = (document.allowances?.length ?? 0) + head.groups;
  for (const line of document.lines) {
    characters += countCharacters(line);
    subtotals += line.withholdings.length + Math.max(0, line.taxes.length - FEW_TAXES) + (line.allowances?.length ?? 0);
    if (line.referencePrice !== undefined) subtotals += 1;
    for (const { name } of line.withholdings) characters += name.length;
  }
  for (const note of document.notes) characters += note.length;
  return characters <= SMALL_DOCUMENT.characters && subtotals <= SMALL_DOCUMENT.subtotals;
}

/** No more than what the document will take: its lines, their texts, each printed subtotal and each discount. */
function countLeastBytes(document: Document): number {
  const isPrinted = document.kind === "support-document" ? isOnWire : () => true;
  let bytes = countReasons(document) + (document.allowances?.length ?? 0) * LEAST_BYTES.allowance;
  for (const note of document.notes) bytes += note.length;
  for (const line of document.lines) {
    const printed = new Set<string>();
    for (const withholding of line.withholdings) {
      // Those of one code and rate are printed as one.
      if (isPrinted(withholding)) printed.add(`${withholding.code} ${withholding.rate}`);
    }
    const subtotals = printed.size + Math.max(0, line.taxes.length - 1);
    bytes += LEAST_BYTES.line + countCharacters(line) + subtotals * LEAST_BYTES.subtotal;
    bytes += (line.allowances?.length ?? 0) * LEAST_BYTES.allowance;
  }
  return bytes;
}

function countCharacters(line: DocumentLine): number {
  const { description, note, product, sellerCode = "", brand = "", model = "" } = line;
  const ofGood = product.code.length + sellerCode.length + brand.length + model.length;
  return description.length + (note?.length ?? 0) + ofGood + countReasons(line);
}

/** The groups of a head that lists may lengthen, none of which is longer than a subtotal, and the texts in it. */
function countHead({ payments = [], instalments = [], prepayments = [], references = {}, counterpart }: Document) {
  const { purchaseOrder, despatches = [], receipts = [], contract } = references;
  const named = [purchaseOrder, contract, ...despatches, ...receipts].filter((one) => one !== undefined);
  const { name, tradeName, address, contact } = counterpart;
  const texts = [
    ...[...payments, ...prepayments].map(({ reference }) => reference),
    ...named.map(({ number }) => number),
    ...[name, name, name, tradeName, address?.line, address?.line, contact],
  ];
  return {
    groups: 2 * payments.length + instalments.length + prepayments.length + named.length,
    characters: texts.reduce((sum, text) => sum + (text?.length ?? 0), 0),
  };
}

/** Texts of the discounts and charges of a line or of a document. */
function countReasons({ allowances = [] }: Pick<DocumentLine, "allowances">): number {
  return allowances.reduce((characters, { reason }) => characters + reason.length, 0);
}
