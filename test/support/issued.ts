// Generates random documents of every type with their numbers, and builds their XML: what is read back and handed over.
import fc from "fast-check";
import type { Numbering } from "../../src/domain/company.ts";
import type { Document, Note, Party } from "../../src/domain/document/document.ts";
import { qrUrl } from "../../src/domain/document/fiscal-id.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { buildDocumentXml, buildNoteXml } from "../../src/ubl/document.ts";
import type { DocumentXml } from "../../src/ubl/frame.ts";
import { COMPANY, contingencyNumber, invoiceNumber, SOFTWARE, supportNumber } from "../ubl/fixture.ts";
import { resolve, targetOf } from "./note.ts";
import { anyDiscountedInvoice, anyInvoice, anyNote, anySupportDocument } from "./note-random.ts";
import { anyWholeInvoice, anyWholeNote } from "./whole.ts";

/** A document with everything that its XML says. */
export interface Issued {
  readonly document: Document | Note;
  /** Of a note: prefix and number alone count. */
  readonly numbering: Numbering;
  readonly environment: "produccion" | "habilitacion";
  readonly fiscalId: string;
}

/** What people type at a till: accents, marks, emoji, quotes, markup, line ends, what ends a CDATA section. */
export const anyText = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 }) },
      fc.constantFrom(
        "<b>",
        "&amp;",
        "]]>",
        "]]",
        ">",
        "<![CDATA[",
        "\r\n",
        "\n",
        "\t",
        '"',
        "'",
        "Ñandú & Cía.",
        "🧾",
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `x${parts.join("")}x`)
  .filter((text) => !/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text));

const anyResolvedNote: fc.Arbitrary<Note> = fc
  .oneof(anyNote, anyWholeNote)
  .map(({ draft, document }) => {
    try {
      return resolve(draft, document === null ? null : targetOf(document));
    } catch (error) {
      // Random parts may be more than the document has: such a note is none that is issued.
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  })
  .filter((note) => note !== undefined);

/** A resident vendor keeps its municipality, without which it has no address. */
function rename(party: Party, name: string, line: string): Party {
  return { ...party, name, address: party.address && { ...party.address, line } };
}

const NOTE_PREFIXES = { "91": "NC", "92": "ND", "93": "NDP", "94": "NCP", "95": "NAS" } as const;

function numberOf(document: Document | Note, number: number, hasPrefix: boolean): Numbering {
  if (document.kind === "note") return { ...invoiceNumber(number), prefix: NOTE_PREFIXES[document.typeCode] };
  if (document.kind === "support-document") return supportNumber(984_000_000 + number);
  const numbering = document.typeCode === "03" ? contingencyNumber(number) : invoiceNumber(990_000_000 + number);
  return hasPrefix ? numbering : { ...numbering, prefix: "" };
}

/** Types 01, 02, 03, 05, 91, 92 and 95, in pesos and other currencies, in both environments. */
export const anyIssued: fc.Arbitrary<Issued> = fc
  .record({
    document: fc.oneof<fc.Arbitrary<Document | Note>[]>(
      anyInvoice,
      anyDiscountedInvoice,
      anyWholeInvoice.map(({ invoice }) => invoice),
      anySupportDocument,
      anyResolvedNote,
      anyResolvedNote,
    ),
    words: fc.tuple(anyText, anyText, anyText, anyText),
    responsibilities: fc.subarray(["O-13", "O-15", "O-23", "O-47"]),
    number: fc.integer({ min: 1, max: 900 }),
    hasPrefix: fc.boolean(),
    environment: fc.constantFrom("produccion" as const, "habilitacion" as const),
    digest: fc.stringMatching(/^[0-9a-f]{96}$/),
  })
  .map(({ document, words: [name, line, buyer, street], number, hasPrefix, environment, digest, responsibilities }) => {
    const issuer = {
      ...rename(document.issuer, name, line),
      responsibilities: responsibilities.length === 0 ? ["R-99-PN"] : responsibilities,
    };
    const parties = { issuer, counterpart: rename(document.counterpart, buyer, street) };
    return {
      document: { ...document, ...parties } as Document | Note,
      numbering: numberOf(document, number, hasPrefix),
      environment,
      fiscalId: digest,
    };
  });

/** The XML around the place of its signature, as the product builds it. */
export function buildParts({ document, numbering, environment, fiscalId }: Issued): DocumentXml {
  const common = {
    ...{ company: COMPANY, numbering, software: SOFTWARE, securityCode: "a".repeat(96), fiscalId, environment },
    qrUrl: qrUrl(fiscalId, environment),
  };
  return document.kind === "note"
    ? buildNoteXml({ ...common, note: document })
    : buildDocumentXml({ ...common, document });
}
