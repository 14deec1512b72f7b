// Reads drawn documents for what was not said, and for what a supplier is paid: by each layout, of each kind where it can occur.
import { describe, expect, it } from "vitest";
import type { DocumentLine, Party } from "../../src/domain/document/document.ts";
import type { PrintedRecord } from "../../src/domain/document/drawing.ts";
import { LAYOUTS } from "../../src/domain/document/drawing.ts";
import { hasTools } from "../support/foreign-tool.ts";
import {
  BOGOTA,
  COMPANY,
  CUSTOMER,
  FINAL_CONSUMER,
  FOREIGN_VENDOR,
  invoiceNumber,
  ivaLine,
  makeAdjustmentNote,
  makeInvoice,
  makeInvoiceNote,
  makeLine,
  makeSupportDocument,
  supportNumber,
  taxOf,
  VENDOR,
} from "../ubl/fixture.ts";
import { conceptOf } from "../ubl/note-kinds.ts";
import { buildUnsigned } from "../ubl/note-xml.ts";
import { draw, NO_RECORD, selectText, signText } from "./drawing.ts";

const CORRECTED = { number: "FEA1", fiscalId: "a".repeat(96), fiscalIdKind: "CUFE", issueDate: "2024-05-17" } as const;
const SILENT: Party = { ...CUSTOMER, taxSchemeCode: "ZZ", responsibilities: ["R-99-PN"], address: null, email: null };
const BY_PLACE: DocumentLine = ivaLine(3, "1000.00", "19.00", "190.00", { product: { code: "ITEM3", scheme: "999" } });

function street(countryName: string, countryCode: string) {
  const nowhere = { municipalityCode: null, municipalityName: null, departmentCode: null, departmentName: null };
  return { ...BOGOTA, ...nowhere, postalCode: null, line: "Av. 3 # 4", countryCode, countryName };
}

function signInvoice(counterpart: Party, line = BY_PLACE): Promise<string> {
  const document = makeInvoice([line], { counterpart });
  return signText({ company: COMPANY, document, numbering: invoiceNumber(990000001) });
}

function signSupport(
  counterpart: Party,
  lines = [makeLine(1, {})],
  operationType: "10" | "11" = "10",
): Promise<string> {
  const document = makeSupportDocument(lines, { counterpart, operationType });
  return signText({ company: COMPANY, document, numbering: supportNumber(984000001) });
}

function buildNote(typeCode: "91" | "92", counterpart: Party): string {
  const concept = conceptOf(typeCode, "1");
  const note = makeInvoiceNote([BY_PLACE], {
    typeCode,
    operationType: "20",
    concept,
    corrected: CORRECTED,
    counterpart,
  });
  return buildUnsigned({ note, numbering: { prefix: "N", number: 1 } });
}

function buildAdjustment(counterpart: Party): string {
  const corrected = { ...CORRECTED, fiscalIdKind: "CUDS" } as const;
  const note = makeAdjustmentNote([makeLine(1, {})], { concept: conceptOf("95", "1"), corrected, counterpart });
  return buildUnsigned({ note, numbering: { prefix: "NAS", number: 1 } });
}

interface Row {
  readonly xml: string;
  readonly record?: Partial<PrintedRecord>;
  readonly said?: readonly string[];
  readonly unsaid?: readonly string[];
}

const NOWHERE = { ...VENDOR, address: { ...BOGOTA, postalCode: null, line: "Sin dirección informada" } };
const CARD = "Cédula de ciudadanía 1098765432";

const ROWS: Readonly<Record<string, Row>> = {
  "a buyer who said nothing": {
    xml: await signInvoice(SILENT),
    unsaid: ["No responsable", "ITEM3", "Cód.", "No aplica"],
  },
  "a credit note to such a buyer": { xml: buildNote("91", SILENT), unsaid: ["No responsable", "ITEM3", "Cód."] },
  "a debit note to such a buyer": { xml: buildNote("92", SILENT), unsaid: ["No responsable", "ITEM3", "Cód."] },
  "a final consumer": { xml: await signInvoice(FINAL_CONSUMER), said: ["222222222222"], unsaid: ["No responsable"] },
  "a buyer who answers for IVA": {
    xml: await signInvoice(CUSTOMER),
    said: ["Responsable de IVA", "Gran contribuyente"],
  },
  "a code of the issuer's own": {
    xml: await signInvoice(SILENT, { ...BY_PLACE, product: { code: "ITEM-3", scheme: "999" } }),
    said: ["Cód. ITEM-3"],
  },
  "a street of a buyer in Colombia": {
    xml: await signInvoice({ ...SILENT, address: street("Colombia", "CO") }),
    said: ["Av. 3 # 4"],
    unsaid: ["Av. 3 # 4\nColombia"],
  },
  "a street of a buyer abroad": {
    xml: await signInvoice({ ...SILENT, address: street("Francia", "FR") }),
    said: ["Av. 3 # 4\nFrancia"],
  },
  "the capital": {
    xml: await signInvoice({ ...SILENT, address: { ...BOGOTA, line: "Calle 9" } }),
    said: ["Calle 9\nBogotá, D.C., 110111, Colombia"],
    unsaid: ["D.c."],
  },
  "a town with small words": {
    xml: await signInvoice({
      ...SILENT,
      address: { ...BOGOTA, municipalityName: "Belén De Los Andaquíes", departmentName: "Caquetá" },
    }),
    said: ["Belén de los Andaquíes, Caquetá, 110111"],
  },
  "a supplier of whose place nothing is known": {
    xml: await signSupport(NOWHERE),
    unsaid: [", 000000", "Sin dirección", "No responsable", "-9"],
  },
  "a supplier with a card": {
    xml: await signSupport(VENDOR),
    record: { supplierType: "13" },
    said: [CARD],
    unsaid: ["NIT 1098765432", "1098765432-"],
  },
  "a supplier with a NIT": {
    xml: await signSupport(VENDOR),
    record: { supplierType: "31" },
    said: ["NIT 1098765432-9"],
  },
  "a supplier of unknown type": {
    xml: await signSupport(VENDOR),
    said: ["Identificación 1098765432"],
    unsaid: ["1098765432-"],
  },
  "a supplier abroad": {
    xml: await signSupport(FOREIGN_VENDOR, [makeLine(1, {})], "11"),
    record: { supplierType: "42" },
    said: ["Documento de identificación extranjero EIN123456789"],
  },
  "a note to a supplier with a card": {
    xml: buildAdjustment(VENDOR),
    record: { supplierType: "13" },
    said: [CARD],
    unsaid: ["Neto a pagar"],
  },
  "each withholding and what is left": {
    xml: await signSupport(VENDOR, [
      ivaLine(1, "100000.00", "19.00", "19000.00", {
        withholdings: [taxOf("05", "15.00", "19000.00", "2850.00"), taxOf("06", "11.00", "100000.00", "11000.00")],
      }),
    ]),
    record: {
      withheld: "14816.00",
      withholdings: [{ name: "ReteICA", rate: "0.966", base: "100000.00", amount: "966.00" }],
    },
    said: [
      "ReteIVA 15 %",
      "ReteRenta 11 %",
      "ReteICA 0,966 %",
      "966,00",
      "$ 119.000,00",
      "Neto a pagar",
      "$ 104.184,00",
    ],
    unsaid: ["informativas", "INFORMATIVAS", "Otras retenciones"],
  },
  "a sum of withholdings of which not all are known": {
    xml: await signSupport(VENDOR),
    record: { withheld: "966.00" },
    said: ["Otras retenciones", "966,00", "Neto a pagar", "$ 99.034,00"],
  },
  "a support document without withholdings": {
    xml: await signSupport(VENDOR),
    said: ["Neto a pagar", "$ 100.000,00"],
    unsaid: ["Retenciones"],
  },
  "withholdings of an invoice": {
    xml: await signInvoice(CUSTOMER, { ...BY_PLACE, withholdings: [taxOf("06", "11.00", "1000.00", "110.00")] }),
    said: ["ReteRenta 11 %", "Total a pagar"],
    unsaid: ["Neto a pagar"],
  },
};

describe.skipIf(!hasTools("pdftotext"))("what is printed", () => {
  it.each(Object.entries(ROWS).flatMap(([name, row]) => LAYOUTS.map((layout) => [name, layout, row] as const)))(
    "of %s as %s is what was said",
    (_, layout, { xml, record, said = [], unsaid = [] }) => {
      const text = selectText(draw(xml, { layout, record: { ...NO_RECORD, ...record } }).bytes);
      const onOneLine = text.replace(/\s+/g, " ");
      for (const words of said) expect(onOneLine).toContain(words.replace(/\s+/g, " "));
      for (const words of unsaid) expect(text).not.toContain(words);
    },
  );
});
