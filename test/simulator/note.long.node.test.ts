// Sends notes to the pretend authority: the reference's own, single changes of them, and notes on documents that it has not accepted.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { listShared } from "../support/shared.ts";
import { makeDocument } from "./document-maker.ts";
import { before, type Edit, set, without } from "./edit.ts";
import { contentOf, insertBefore, setAttribute, setContent } from "./element-scan.ts";
import {
  NIT,
  readSample,
  readSigner,
  readValue,
  rulesOf,
  SECRETS,
  type Simulator,
  startSimulator,
  TAXPAYER,
} from "./harness.ts";

const ANNULMENT = "nc91-20-anulacion-total";
const RETURN = "nc91-20-devolucion-parcial";
const PERIOD = "nc91-22-sin-referencia";
const DEBIT = "nd92-30-cambio-valor";
const DEBIT_PERIOD = "nd92-32-sin-referencia";
const ADJUSTMENT = "nas95-10-anulacion";
const PARTIAL = "nas95-11-no-residente-parcial";

const REFERENCE = "cac:BillingReference/cac:InvoiceDocumentReference";
const CONCEPT = "cac:DiscrepancyResponse";
const CODE = `${CONCEPT}/cbc:ResponseCode`;
const PREFIX = "cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cac:CorporateRegistrationScheme/cbc:ID";
const INVOICE_PROFILE = "DIAN 2.1: Factura Electrónica de Venta";

/** Ten million more on every figure of the only line, header and total. */
const raised: Edit = (xml) =>
  xml
    .replaceAll(">5000.00<", ">500000000.00<")
    .replaceAll(">950.00<", ">95000000.00<")
    .replaceAll(">5950.00<", ">595000000.00<");

/** The first line at 0.00, with what it says about its worth. */
const free =
  (line: string, worth = ""): Edit =>
  (xml) =>
    insertBefore(setContent(xml, `cac:${line}/cbc:LineExtensionAmount`, "0.00"), `cac:${line}/cac:TaxTotal`, worth);
const reference = (price: string): string =>
  `<cac:PricingReference><cac:AlternativeConditionPrice>${price}</cac:AlternativeConditionPrice></cac:PricingReference>`;
const priced = (amount: string): string =>
  reference(`<cbc:PriceAmount currencyID="COP">${amount}</cbc:PriceAmount><cbc:PriceTypeCode>01</cbc:PriceTypeCode>`);

/** A single change, and the rule among the rejections. */
const REJECTED: readonly (readonly [rule: string, sample: string, what: string, edit: Edit])[] = [
  ["CAD02", RETURN, "an operation type of invoices", set("cbc:CustomizationID", "10")],
  ["DAD02", DEBIT, "an operation type of credit notes", set("cbc:CustomizationID", "20")],
  ["NSAD02b", ADJUSTMENT, "an operation type of credit notes", set("cbc:CustomizationID", "20")],
  ["CAD02a", ANNULMENT, "an annulment without reference", set("cbc:CustomizationID", "22")],
  ["CBF03a", ANNULMENT, "an annulment without reference", set("cbc:CustomizationID", "22")],
  ["CAD03", RETURN, "another profile", set("cbc:ProfileID", "DIAN 2.1")],
  ["DAD03", DEBIT, "the profile of credit notes", (xml) => xml.replace("Nota Débito", "Nota Crédito")],
  [
    "NSAD03",
    ADJUSTMENT,
    "the printed space at the end of the profile",
    (xml) => xml.replace("documento equivalente</cbc:ProfileID>", "documento equivalente </cbc:ProfileID>"),
  ],
  ["NSAD03", ADJUSTMENT, "the profile of invoices", set("cbc:ProfileID", INVOICE_PROFILE)],
  ["CAD05", RETURN, "a number with a hyphen", set("cbc:ID", "NC-2")],
  ["DAD05", DEBIT, "a number of 21 characters", set("cbc:ID", "ND1234567890123456789")],
  ["CAD08", RETURN, "a CUFE", (xml) => setAttribute(xml, "cbc:UUID", "schemeName", "CUFE-SHA384")],
  ["NSAD08", ADJUSTMENT, "a CUDE", (xml) => setAttribute(xml, "cbc:UUID", "schemeName", "CUDE-SHA384")],
  ["CAD09e", RETURN, "signed another day", (xml) => xml],
  ["CAD15a", RETURN, "an unknown currency", (xml) => xml.replaceAll("COP", "XXY")],
  ["CAD16", RETURN, "another count of lines", set("cbc:LineCountNumeric", "2")],
  ["CAE02", PERIOD, "no first day of its period", without("cac:InvoicePeriod/cbc:StartDate")],
  ["CAE04", PERIOD, "no last day of its period", without("cac:InvoicePeriod/cbc:EndDate")],
  ["CAE02", PERIOD, "no period", without("cac:InvoicePeriod")],
  ["DAE04", DEBIT_PERIOD, "no period", without("cac:InvoicePeriod")],
  ["CBF01", RETURN, "no concept", without(CONCEPT)],
  ["DBF01", DEBIT, "no concept", without(CONCEPT)],
  ["DBF02", DEBIT, "no number beside the concept", without(`${CONCEPT}/cbc:ReferenceID`)],
  ["CBF03", RETURN, "a concept that is gone", set(CODE, "7")],
  ["CBF03", RETURN, "a concept with a zero before it", set(CODE, "01")],
  ["DBF03", DEBIT, "a concept of credit notes", set(CODE, "5")],
  ["NSBF03", ADJUSTMENT, "a concept of credit notes", set(CODE, "6")],
  ["CBF04", RETURN, "its own words for the concept", set(`${CONCEPT}/cbc:Description`, "Devuelve una unidad")],
  ["DBF04", DEBIT, "the text of another concept", set(`${CONCEPT}/cbc:Description`, "Intereses")],
  ["CBG01", RETURN, "no reference", without("cac:BillingReference")],
  ["CBG02", RETURN, "no reference", without("cac:BillingReference")],
  ["DBG02", DEBIT, "no reference", without("cac:BillingReference")],
  ["NSBG02", ADJUSTMENT, "no reference", without("cac:BillingReference")],
  ["CBG03", RETURN, "no number of its reference", set(`${REFERENCE}/cbc:ID`, "")],
  ["DBG03", DEBIT, "no number of its reference", set(`${REFERENCE}/cbc:ID`, "")],
  ["CBG04", RETURN, "no CUFE of its reference", without(`${REFERENCE}/cbc:UUID`)],
  ["NSBG04", ADJUSTMENT, "no CUDS of its reference", without(`${REFERENCE}/cbc:UUID`)],
  ["CBG04a", RETURN, "a CUFE of nothing", set(`${REFERENCE}/cbc:UUID`, "a".repeat(96))],
  ["DBG04a", DEBIT, "a CUFE of nothing", set(`${REFERENCE}/cbc:UUID`, "a".repeat(96))],
  ["NSBG04", ADJUSTMENT, "a CUDS of nothing", set(`${REFERENCE}/cbc:UUID`, "a".repeat(96))],
  [
    "CBG05",
    RETURN,
    "another algorithm of its reference",
    (xml) => setAttribute(xml, `${REFERENCE}/cbc:UUID`, "schemeName", "CUDE-SHA384"),
  ],
  [
    "CBG06",
    RETURN,
    "dated before its reference",
    (xml) => xml.replace("<cbc:IssueDate>2024-05-20<", "<cbc:IssueDate>2024-05-16<"),
  ],
  ["NSBG06", ADJUSTMENT, "dated before its reference", (xml) => xml.replaceAll("2024-05-20", "2024-05-16")],
  ["CAN01", RETURN, "no payment", without("cac:PaymentMeans")],
  ["DAN04", DEBIT, "a credit without its day", set("cac:PaymentMeans/cbc:ID", "2")],
  [
    "CAJ49",
    RETURN,
    "no registration",
    without("cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cac:CorporateRegistrationScheme"),
  ],
  [
    "CAS01b",
    RETURN,
    "another tax in the header",
    set("cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent", "5.00"),
  ],
  ["CAX07", RETURN, "a tax three pesos off", (xml) => xml.replaceAll(">9500.00<", ">9503.00<")],
  ["CAU02", RETURN, "another sum of lines", set("cac:LegalMonetaryTotal/cbc:LineExtensionAmount", "60000.00")],
  ["DAU14", DEBIT, "another total", set("cac:RequestedMonetaryTotal/cbc:PayableAmount", "6000.00")],
  [
    "CAU08",
    RETURN,
    "a discount in the total alone",
    before(
      "cac:LegalMonetaryTotal/cbc:PayableAmount",
      '<cbc:AllowanceTotalAmount currencyID="COP">10.00</cbc:AllowanceTotalAmount>',
    ),
  ],
  [
    "CAV06",
    RETURN,
    "a line that is not price x quantity",
    set("cac:CreditNoteLine/cac:Price/cbc:PriceAmount", "40000.00"),
  ],
  ["CAW01", RETURN, "a line of 0.00 without reference price", free("CreditNoteLine")],
  ["DAW01", DEBIT, "a line of 0.00 without reference price", free("DebitNoteLine")],
  ["NSAW01", PARTIAL, "a line of 0.00 without reference price", free("CreditNoteLine")],
  ["CAW02", RETURN, "a line of 0.00 without reference price", free("CreditNoteLine")],
  [
    "CAW02",
    RETURN,
    "a reference without price",
    free("CreditNoteLine", "<cac:PricingReference></cac:PricingReference>"),
  ],
  ["CAW03", RETURN, "a reference price of zero", free("CreditNoteLine", priced("0.000000"))],
  ["CAW03", RETURN, "a reference price of seven decimals", free("CreditNoteLine", priced("0.0000001"))],
  ["DAW03", DEBIT, "a reference price of zero", free("DebitNoteLine", priced("0"))],
  ["NSAW03", PARTIAL, "a reference price of zero", free("CreditNoteLine", priced("0"))],
  ["CAV06", RETURN, "a reference price of a line with a value", before("cac:CreditNoteLine/cac:TaxTotal", priced("1"))],
  ["CAZ02", RETURN, "no description", set("cac:CreditNoteLine/cac:Item/cbc:Description", " ")],
  [
    "NSAX16",
    PARTIAL,
    "a consumption tax",
    (xml) => xml.replaceAll("<cbc:ID>01</cbc:ID><cbc:Name>IVA<", "<cbc:ID>04</cbc:ID><cbc:Name>INC<"),
  ],
  ["VLR01", RETURN, "a negative quantity", set("cac:CreditNoteLine/cbc:CreditedQuantity", "-1")],
  ["CAV04b", RETURN, "a negative quantity", set("cac:CreditNoteLine/cbc:CreditedQuantity", "-1")],
  [
    "VLR02",
    ANNULMENT,
    "more than its invoice",
    (xml) => setContent(xml, `${REFERENCE}/cbc:UUID`, keyOfSample("fe01-consumidor-final-credito")),
  ],
  [
    "ZB01",
    RETURN,
    "withholdings",
    before(
      "cac:LegalMonetaryTotal",
      '<cac:WithholdingTaxTotal><cbc:TaxAmount currencyID="COP">1.00</cbc:TaxAmount></cac:WithholdingTaxTotal>',
    ),
  ],
  ["ZB01", RETURN, "a due date", before("cbc:CreditNoteTypeCode", "<cbc:DueDate>2024-05-20</cbc:DueDate>")],
  ["ZB01", RETURN, "a note before its type", before("cbc:CreditNoteTypeCode", "<cbc:Note>x</cbc:Note>")],
  [
    "ZB01",
    DEBIT,
    "a type code",
    before("cbc:DocumentCurrencyCode", "<cbc:DebitNoteTypeCode>92</cbc:DebitNoteTypeCode>"),
  ],
  ["ZB01", DEBIT, "the totals of invoices", (xml) => xml.replaceAll("RequestedMonetaryTotal", "LegalMonetaryTotal")],
];

function keyOfSample(name: string): string {
  return /<cbc:UUID[^>]*>([^<]*)</.exec(readSample(name, "unsigned"))?.[1] ?? "";
}

describeShared("notes", () => {
  const signer = readSigner();
  const names = listShared("authority/samples/notes")
    .filter((name) => name.endsWith(".unsigned.xml"))
    .map((name) => name.replace(".unsigned.xml", ""));
  const samples = listShared("authority/samples/synthetic")
    .filter((name) => name.endsWith(".xml") && !name.includes("unsigned"))
    .map((name) => name.slice(0, -4));
  let simulator: Simulator;
  let last = 100;

  /** A note of the reference, changed, with a number of its own unless the change gives it one, and signed. */
  function makeNote(sample: string, edit: Edit = (xml) => xml, signedOn?: string): string {
    last += 1;
    const renumbered = (xml: string) =>
      setContent(xml, "cbc:ID", contentOf(xml, "cbc:ID").replace(/\d+$/, String(last)));
    return makeDocument(readSample(`../notes/${sample}`, "unsigned"), SECRETS, signer, {
      before: (xml) => edit(renumbered(xml)),
      ...(signedOn === undefined ? {} : { properties: (text) => text.replace("2024-05-20T", `${signedOn}T`) }),
    });
  }
  const send = async (xml: string) => (await simulator.send(xml)).text;

  beforeAll(async () => {
    simulator = await startSimulator(signer);
    for (const name of samples) await send(readSample(name, "signed"));
  });
  afterAll(() => simulator?.stop());

  it.each(names)("%s is accepted on the document that it corrects, without a remark", async (name) => {
    const xml = makeNote(name);
    const text = await send(xml);
    const notices = name === ADJUSTMENT ? ["NSAX04"] : [];
    expect(rulesOf(text)).toEqual({ rejections: [], notices });
    expect(readValue(text, "StatusCode")).toBe("00");
    expect(readValue(text, "StatusMessage")).toMatch(/^La Nota (?:crédito|débito|de ajuste) .*, ha sido autorizada\.$/);
    const key = readValue(xml.slice(xml.indexOf("<cbc:ID>")), "UUID");
    expect(readValue(text, "XmlDocumentKey")).toBe(key);
    expect(await simulator.ledger(`?document_key=${key}`)).toMatchObject([
      { verdict: "accepted", remarks: [], nit: NIT },
    ]);
  });

  it.each(REJECTED)("%s: %s with %s is refused", async (rule, sample, _, edit) => {
    const signedOn = rule === "CAD09e" ? "2024-05-21" : undefined;
    const { rejections } = rulesOf(await send(makeNote(sample, edit, signedOn)));
    expect(rejections).toContain(rule);
  });

  it.each([
    ["CAD03", RETURN, "the profile of invoices", set("cbc:ProfileID", INVOICE_PROFILE)],
    ["DAD03", DEBIT, "the profile of invoices", set("cbc:ProfileID", INVOICE_PROFILE)],
    ["CBF02", RETURN, "no number beside the concept", without(`${CONCEPT}/cbc:ReferenceID`)],
    ["CAD10", RETURN, "a time without zone", set("cbc:IssueTime", "11:12:13")],
    ["CAJ50", RETURN, "another prefix", set(PREFIX, "SETP")],
    [
      "CAK55",
      RETURN,
      "no e-mail of the customer",
      without("cac:AccountingCustomerParty/cac:Party/cac:Contact/cbc:ElectronicMail"),
    ],
    ["CAV02", RETURN, "a line that is not the first", set("cac:CreditNoteLine/cbc:ID", "2")],
    [
      "CAV05",
      RETURN,
      "a unit of no list",
      (xml: string) => setAttribute(xml, "cac:CreditNoteLine/cbc:CreditedQuantity", "unitCode", "ZZZ9"),
    ],
  ] as const)("%s: %s with %s is accepted with a notice", async (rule, sample, _, edit) => {
    expect(rulesOf(await send(makeNote(sample, edit)))).toEqual({ rejections: [], notices: [rule] });
  });

  it("a concept is compared without regard to the two spaces of the official text", async () => {
    const single: Edit = (xml) => xml.replace("Rebaja  o", "Rebaja o");
    expect(rulesOf(await send(makeNote(PERIOD, single))).rejections).toEqual([]);
  });

  it("a debit note above its invoice is let pass, with a remark", async () => {
    const xml = makeNote(DEBIT, raised);
    expect(rulesOf(await send(xml)).rejections).toEqual([]);
    const key = readValue(xml.slice(xml.indexOf("<cbc:ID>")), "UUID");
    const [arrival] = await simulator.ledger(`?document_key=${key}`);
    expect(JSON.stringify(arrival?.remarks)).toContain("superior al valor del documento referenciado");
  });

  it("a numbering range is neither asked for nor looked at", async () => {
    const text = readSample("fe01-exento-0", "unsigned");
    const control = /<sts:InvoiceControl>.*<\/sts:InvoiceControl>/s.exec(text)?.[0] ?? "";
    expect(control).not.toBe("");
    const odd = before(
      "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sts:DianExtensions/sts:InvoiceSource",
      control,
    );
    expect(rulesOf(await send(makeNote(RETURN, odd))).rejections).toEqual([]);
  });

  it("numbers are unique by type: the same number of another type is free (rule 90)", async () => {
    const number = set("cbc:ID", "X77");
    expect(rulesOf(await send(makeNote(RETURN, number))).rejections).toEqual([]);
    expect(rulesOf(await send(makeNote(DEBIT, number))).rejections).toEqual([]);
    expect(rulesOf(await send(makeNote(RETURN, number))).rejections).toEqual(["90"]);
  });

  it("the CUDE is of the software's PIN, and no other (CAD06)", async () => {
    const xml = makeDocument(readSample(`../notes/${RETURN}`, "unsigned"), { ...SECRETS, pin: "11111" }, signer);
    expect(rulesOf(await send(xml)).rejections).toEqual(expect.arrayContaining(["CAB27b", "CAD06"]));
  });

  it("a document of another issuer cannot be corrected (CBG04b)", async () => {
    const other = "800134536";
    const taxpayer = { ...TAXPAYER, name: "CLIENTE DE PRUEBA SA" };
    await simulator.fetch(`/taxpayers/${other}`, { method: "PUT", body: JSON.stringify(taxpayer) });
    const foreign: Edit = (xml) =>
      xml.replaceAll(`schemeID="3" schemeName="31">${NIT}<`, `schemeID="3" schemeName="31">${other}<`);
    expect(rulesOf(await send(makeNote(RETURN, foreign))).rejections).toContain("CBG04b");
    expect(rulesOf(await send(makeNote(DEBIT, foreign))).rejections).toContain("DBG04b");
  });

  describe("on a document that was not accepted (CBG04a)", () => {
    const NAME = "cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:RegistrationName";

    async function sendInvoice(tag: string): Promise<string> {
      last += 1;
      const xml = makeDocument(readSample("fe01-estandar-iva19-iva5-excluido", "unsigned"), SECRETS, signer, {
        before: (text) =>
          setContent(setContent(text, NAME, `Doña Ñusta ${tag}`), "cbc:ID", `SETP993${String(last).padStart(6, "0")}`),
      });
      await send(xml);
      return readValue(xml.slice(xml.indexOf("<cbc:ID>")), "UUID") ?? "";
    }
    const noteOn = async (key: string) =>
      rulesOf(await send(makeNote(RETURN, set(`${REFERENCE}/cbc:UUID`, key)))).rejections;

    it.each(["#rechazo", "#html", "#grande"])("%s: refused", async (tag) => {
      expect(await noteOn(await sendInvoice(tag))).toEqual(["CBG04a"]);
    });

    it("#proceso: refused until it has been judged", async () => {
      const key = await sendInvoice("#proceso");
      expect(await noteOn(key)).toEqual(["CBG04a"]);
      for (let i = 0; i < 2; i += 1) await simulator.call("GetStatus", { trackId: key });
      expect(await noteOn(key)).toEqual([]);
    });
  });

  describe("a tag in the motive", () => {
    const noted = (tag: string) => makeNote(RETURN, set("cbc:Note", `Devuelve ${tag} una unidad`));

    it("makes the note fail although its invoice was accepted", async () => {
      expect(rulesOf(await send(noted("#rechazo"))).rejections).toEqual(["CAJ43b"]);
      expect(rulesOf(await send(noted("#aviso")))).toEqual({ rejections: [], notices: ["CAJ44a", "RUT01"] });
      expect(rulesOf(await send(noted("#duplicado"))).rejections).toEqual(["90"]);
    });

    it("goes before one in the name of the counterpart, which counts too", async () => {
      const name = "cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:RegistrationName";
      const both =
        (tag: string): Edit =>
        (xml) =>
          setContent(setContent(xml, name, "Ñusta #aviso"), "cbc:Note", tag);
      expect(rulesOf(await send(makeNote(RETURN, both("#rechazo")))).rejections).toEqual(["CAJ43b"]);
      expect(rulesOf(await send(makeNote(RETURN, both("sin más")))).notices).toEqual(["CAJ44a", "RUT01"]);
    });

    it("is not looked for in an invoice", async () => {
      const xml = makeDocument(readSample("fe01-exento-0", "unsigned"), SECRETS, signer, {
        before: (text) =>
          insertBefore(
            setContent(text, "cbc:ID", "SETP993900001"),
            "cbc:DocumentCurrencyCode",
            "<cbc:Note>#rechazo</cbc:Note>",
          ),
      });
      expect(rulesOf(await send(xml)).rejections).toEqual([]);
    });
  });
});
