// Judges tickets and notes on them: the reference's samples as they are, and with a single change each.
import { describe, expect, it } from "vitest";
import { listAttested } from "../../simulator/judge/attested.ts";
import { describeShared } from "../support/describe-shared.ts";
import { readShared } from "../support/shared.ts";
import { before, type Edit, set, twice, without } from "./edit.ts";
import { drop, insertBefore, setAttribute, setContent } from "./element-scan.ts";
import { readSigner, SOFTWARE } from "./harness.ts";
import { CLEAN, judge } from "./judged.ts";
import {
  ANNULMENT,
  listAccepted,
  listTickets,
  MEAL,
  makeTicket,
  RETURN,
  RISE,
  TICKET,
  TICKET_TAXPAYER,
  TOOLS,
} from "./ticket-sample.ts";

const EXTENSION = "ext:UBLExtensions/ext:UBLExtension";
const CONTENT = `${EXTENSION}/ext:ExtensionContent`;
const MAKER = `${CONTENT}/FabricanteSoftware/InformacionDelFabricanteDelSoftware`;
const BUYER = `${CONTENT}/BeneficiosComprador/InformacionBeneficiosComprador`;
const TILL = `${CONTENT}/PuntoVenta/InformacionCajaVenta`;
const CONTROL = `${CONTENT}/sts:DianExtensions`;
const TOTAL = "cac:LegalMonetaryTotal";
const LINE = "cac:InvoiceLine";
const REFERENCE = "cac:BillingReference/cac:InvoiceDocumentReference";
const SUPPLIER = "cac:AccountingSupplierParty/cac:Party";
const HEADER_TAX = "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount";
const INVOICE_PROFILE = "DIAN 2.1: Factura Electrónica de Venta";

const replaced =
  (from: string, to: string): Edit =>
  (xml) => {
    if (!xml.includes(from)) throw new Error(`the sample has no ${from}`);
    return xml.replaceAll(from, to);
  };
const all =
  (...edits: readonly Edit[]): Edit =>
  (xml) =>
    edits.reduce((text, edit) => edit(text), xml);

/** The extension that holds a group: the samples have the authority's own first. */
const MAKER_AT = 1;
const BUYER_AT = 2;
const TILL_AT = 3;

const MISSING = ["DEPD11", "DEPD21"];
const numbered = (letters: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => `${letters}${first + i}`);

/** Each pair of a group: its name in other letters, and no value. */
function pairs(group: string, names: readonly string[], letters: string, first: number): readonly Broken[] {
  return names.flatMap((name, index): Broken[] => [
    [
      [`${letters}${first + 2 * index}`],
      TICKET,
      `${name} in capitals`,
      set(`${group}/Name`, name.toUpperCase(), index),
    ],
    [[`${letters}${first + 2 * index + 1}`], TICKET, `no value of ${name}`, set(`${group}/Value`, " ", index)],
  ]);
}

type Broken = readonly [rules: readonly string[], sample: string, what: string, edit: Edit];

const EXTENSIONS: readonly Broken[] = [
  ...pairs(MAKER, ["NombreApellido", "RazonSocial", "NombreSoftware"], "DEAB", 41),
  ...pairs(BUYER, ["Codigo", "NombresApellidos", "Puntos"], "DEPD", 15),
  ...pairs(TILL, ["PlacaCaja", "UbicaciónCaja", "Cajero", "TipoCaja", "CódigoVenta", "SubTotal"], "DEPD", 25),
  [["DEPD27"], TICKET, "UbicacionCaja without its accent", set(`${TILL}/Name`, "UbicacionCaja", 1)],
  [["DEPD33"], TICKET, "CodigoVenta without its accent", set(`${TILL}/Name`, "CodigoVenta", 4)],
  [["DEPD15"], TICKET, "Código with an accent", set(`${BUYER}/Name`, "Código", 0)],
  [["DEAB43"], TICKET, "RazónSocial with an accent", set(`${MAKER}/Name`, "RazónSocial", 1)],
  [["DEPD25", "DEPD27"], MEAL, "plate and place in the other order", swapNames],
  [
    ["DEAB45", "DEAB46"],
    MEAL,
    "no third pair of the maker",
    all(without(`${MAKER}/Value`, 2), without(`${MAKER}/Name`, 2)),
  ],
  [MISSING, TICKET, "no maker of the software", without(EXTENSION, MAKER_AT)],
  [[...MISSING, "DEPD13", "DEPD14"], TICKET, "no benefits of the buyer", without(EXTENSION, BUYER_AT)],
  [MISSING, TICKET, "no till", without(EXTENSION, TILL_AT)],
  [MISSING, TOOLS, "none of the three", all(...[TILL_AT, MAKER_AT].map((index) => without(EXTENSION, index)))],
  [["DEPD13", "DEPD14"], TICKET, "an empty group of benefits", without(BUYER)],
  [numbered("DEAB", 41, 46), TICKET, "a maker without pairs", without(MAKER)],
  [numbered("DEPD", 25, 36), TICKET, "a till without pairs", without(TILL)],
  [
    [...MISSING, "DEPD13", "DEPD14"],
    TICKET,
    "the spelling Veneficios",
    replaced("BeneficiosComprador", "VeneficiosComprador"),
  ],
  [["ZB01"], TICKET, "a group in no namespace", replaced("<PuntoVenta>", '<PuntoVenta xmlns="">')],
  [
    ["ZB01"],
    TICKET,
    "two groups in one extension",
    replaced("</PuntoVenta></ext:ExtensionContent>", "</PuntoVenta><Otro></Otro></ext:ExtensionContent>"),
  ],
  [["ZB01"], TICKET, "an empty extension", set(CONTENT, "", TILL_AT)],
];

function swapNames(xml: string): string {
  return setContent(setContent(xml, `${TILL}/Name`, "UbicaciónCaja", 0), `${TILL}/Name`, "PlacaCaja", 1);
}

const HEADS: readonly Broken[] = [
  [["DEAD01"], TICKET, "another version of UBL", set("cbc:UBLVersionID", "UBL 2.0")],
  [["DEAD02"], TICKET, "an operation of notes", set("cbc:CustomizationID", "20")],
  [["DEAD02"], TICKET, "no operation", set("cbc:CustomizationID", "")],
  [["DEAD03"], TICKET, "the profile of invoices", set("cbc:ProfileID", INVOICE_PROFILE)],
  [
    ["DEAD03"],
    TICKET,
    "a profile with a space at its end",
    set("cbc:ProfileID", "DIAN 2.1: Documento Equivalente POS "),
  ],
  [["DEAD03"], TICKET, "a profile in small letters", set("cbc:ProfileID", "DIAN 2.1: documento equivalente POS")],
  [["DEAD12b"], TICKET, "the type of invoices", set("cbc:InvoiceTypeCode", "01")],
  [["DEAD12b"], TICKET, "the type of a toll", set("cbc:InvoiceTypeCode", "40")],
  [["DEAD12a"], TICKET, "a type of no list", set("cbc:InvoiceTypeCode", "99")],
  [["DEAD12a"], TICKET, "the type of a note", set("cbc:InvoiceTypeCode", "94")],
  [["DEAI01"], TICKET, "the type of an authority's failure alone", set("cbc:InvoiceTypeCode", "08")],
  [["DEAB05a"], TICKET, "no authorisation", without(`${CONTROL}/sts:InvoiceControl`)],
  [
    ["DEAB05b"],
    TICKET,
    "nobody's authorisation",
    set(`${CONTROL}/sts:InvoiceControl/sts:InvoiceAuthorization`, "18769999999"),
  ],
  [
    ["DEAB05b"],
    TICKET,
    "the authorisation of support documents",
    set(`${CONTROL}/sts:InvoiceControl/sts:InvoiceAuthorization`, "18760000003"),
  ],
  [
    ["DEAB10b"],
    TICKET,
    "the prefix of invoices",
    set(`${CONTROL}/sts:InvoiceControl/sts:AuthorizedInvoices/sts:Prefix`, "SETP"),
  ],
  [
    ["DEAB12b"],
    TICKET,
    "another end of the range",
    set(`${CONTROL}/sts:InvoiceControl/sts:AuthorizedInvoices/sts:To`, "1001"),
  ],
];

const FIGURES: readonly Broken[] = [
  [
    ["DEAU02a"],
    TICKET,
    "a gross total of other lines",
    all(set(`${TOTAL}/cbc:LineExtensionAmount`, "53300.00"), set(`${TOTAL}/cbc:TaxInclusiveAmount`, "62940.00")),
  ],
  [["DEAU04"], TICKET, "the bag among the bases", set(`${TOTAL}/cbc:TaxExclusiveAmount`, "50200.00")],
  [["DEAU04"], TICKET, "the excluded line among the bases", set(`${TOTAL}/cbc:TaxExclusiveAmount`, "53000.00")],
  [["DEAU06"], TICKET, "a total with taxes without the bag's", set(`${TOTAL}/cbc:TaxInclusiveAmount`, "62700.00")],
  [["DEAU06"], MEAL, "the tip among the taxes", set(`${TOTAL}/cbc:TaxInclusiveAmount`, "42480.00")],
  [["DEAS07", "DEAU06", "DEAX07"], TICKET, "IVA three pesos off", replaced(">9500.00<", ">9503.00<")],
  [
    ["DEAX07"],
    MEAL,
    "INC of a line three pesos off",
    set(`${LINE}/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount`, "2883.01"),
  ],
  [["DEAS07"], MEAL, "INC of the header three pesos off", set(HEADER_TAX, "2877.00")],
  [["DEAZ09"], TICKET, "a line without a code", without(`${LINE}/cac:Item/cac:StandardItemIdentification`, 1)],
  [["DEAZ09"], MEAL, "its only line without a code", without(`${LINE}/cac:Item/cac:StandardItemIdentification`)],
  [["VLR01"], TICKET, "a negative quantity", set(`${LINE}/cbc:InvoicedQuantity`, "-1.000000")],
  [["ZB01"], TICKET, "no buyer", without("cac:AccountingCustomerParty")],
  [["ZB01"], TICKET, "no lines", (xml) => [2, 1, 0].reduce((text, index) => drop(text, LINE, index), xml)],
  [
    ["ZB01"],
    TICKET,
    "its type before its date",
    (xml) =>
      insertBefore(drop(xml, "cbc:InvoiceTypeCode"), "cbc:IssueDate", "<cbc:InvoiceTypeCode>20</cbc:InvoiceTypeCode>"),
  ],
];

const NOTES: readonly Broken[] = [
  [["NAAD03"], ANNULMENT, "the profile of invoices", set("cbc:ProfileID", INVOICE_PROFILE)],
  [["NAAD03"], RETURN, "a profile without accents", replaced("Nota de ajuste crédito al", "Nota de ajuste credito al")],
  [["NAAD03"], RETURN, "the profile of debit notes", replaced("Nota de ajuste crédito al", "Nota de ajuste débito al")],
  [["NAAB03"], RETURN, "two extensions of the authority", twice(EXTENSION)],
  [["NAAU04"], RETURN, "the price among the bases", set(`${TOTAL}/cbc:TaxExclusiveAmount`, "20000.00")],
  [["NAAU04"], ANNULMENT, "the excluded line among the bases", set(`${TOTAL}/cbc:TaxExclusiveAmount`, "53000.00")],
  [["NABA06"], RETURN, "a mandate without the literal", mandate("")],
  [["NABA06"], RETURN, "a mandate with another literal", mandate(' schemeAgencyID="9"')],
  [["VLR02"], ANNULMENT, "more than its ticket", set(`${REFERENCE}/cbc:UUID`, keyOfMeal())],
  [["VLR01"], RETURN, "a negative quantity", set("cac:CreditNoteLine/cbc:CreditedQuantity", "-1.000000")],
  [
    ["ZB01"],
    RISE,
    "a type code",
    before("cbc:DocumentCurrencyCode", "<cbc:DebitNoteTypeCode>93</cbc:DebitNoteTypeCode>"),
  ],
  [["ZB01"], RISE, "the totals of tickets", replaced("RequestedMonetaryTotal", "LegalMonetaryTotal")],
  [["ZB01"], RETURN, "the source that a rule names", replaced("sts:InvoiceSource", "sts:CreditNoteSource")],
  [["VLR01"], RISE, "a negative quantity", set("cac:DebitNoteLine/cbc:DebitedQuantity", "-1.000000")],
];

function mandate(agency: string): Edit {
  const id = `<cbc:ID${agency} schemeName="13">1020304050</cbc:ID>`;
  const party = `<cac:PartyIdentification>${id}</cac:PartyIdentification>`;
  const power = `<cac:PowerOfAttorney><cac:AgentParty>${party}</cac:AgentParty></cac:PowerOfAttorney>`;
  const provider = `<cac:InformationContentProviderParty>${power}</cac:InformationContentProviderParty>`;
  return (xml) => xml.replace("</cac:StandardItemIdentification>", `</cac:StandardItemIdentification>${provider}`);
}

function keyOfMeal(): string {
  return "b1ac43d6660a4171160e58ee38fd2255b88e160d501005628629da8c75614d1511f9019693462c307159061181a91c1b";
}

const BROKEN = [...EXTENSIONS, ...HEADS, ...FIGURES, ...NOTES];

/** What known rules of invoices would say, and no source has seen of tickets: let pass, with the rule that explains. */
const UNPROVEN: readonly (readonly [rule: string, sample: string, what: string, edit: Edit])[] = [
  [
    "DEAB11b",
    TICKET,
    "another begin of the range",
    set(`${CONTROL}/sts:InvoiceControl/sts:AuthorizedInvoices/sts:From`, "2"),
  ],
  [
    "DEAB07b",
    TICKET,
    "another first day",
    set(`${CONTROL}/sts:InvoiceControl/sts:AuthorizationPeriod/cbc:StartDate`, "2019-01-20"),
  ],
  [
    "DEAB10a",
    TICKET,
    "another registered prefix",
    set(`${SUPPLIER}/cac:PartyLegalEntity/cac:CorporateRegistrationScheme/cbc:ID`, "SETP"),
  ],
  ["DEAD05c", TICKET, "a number above its range", set("cbc:ID", "EPOS1001")],
  ["DEAD08", TICKET, "the name of a CUFE", (xml) => setAttribute(xml, "cbc:UUID", "schemeName", "CUFE-SHA384")],
  ["DEAD16", TICKET, "another count of lines", set("cbc:LineCountNumeric", "2")],
  [
    "DEAK26",
    TICKET,
    "another responsibility of the final consumer",
    set("cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:TaxLevelCode", "O-13"),
  ],
  ["DEAN03", TICKET, "a payment of no list", set("cac:PaymentMeans/cbc:PaymentMeansCode", "999")],
  ["DEAU14", MEAL, "a tip that nobody pays", set(`${TOTAL}/cbc:PayableAmount`, "38880.00")],
  ["DEAV06", MEAL, "a line that is not price by quantity", set(`${LINE}/cac:Price/cbc:PriceAmount`, "19000.00")],
  ["NABG02", RETURN, "no reference", without("cac:BillingReference")],
  ["NABG04a", RETURN, "a CUDE of nothing", set(`${REFERENCE}/cbc:UUID`, "a".repeat(96))],
  ["NABF01", RETURN, "no concept", without("cac:DiscrepancyResponse")],
  ["NABF03", RETURN, "a concept of invoices", set("cac:DiscrepancyResponse/cbc:ResponseCode", "6")],
  ["NADBF03", RISE, "a concept of credit notes", set("cac:DiscrepancyResponse/cbc:ResponseCode", "4")],
  ["NADAD02", RISE, "an operation of invoices", set("cbc:CustomizationID", "30")],
  ["NADAD03", RISE, "a profile without accents", replaced("Nota de ajuste débito al", "Nota de ajuste debito al")],
  ["NAAZ09", RETURN, "a line without a code", without("cac:CreditNoteLine/cac:Item/cac:StandardItemIdentification")],
  ["NAAU06", RETURN, "a total with taxes that is not", set(`${TOTAL}/cbc:TaxInclusiveAmount`, "19450.00")],
];

describeShared("tickets and their notes", () => {
  const signer = readSigner();
  const accepted = listAccepted();
  const judgeTicket = (xml: string) => judge(xml, accepted, TICKET_TAXPAYER);

  it("the samples are six", () => {
    expect(listTickets()).toHaveLength(6);
  });

  it.each(listTickets())("%s is accepted without a remark", async (name) => {
    expect(await judgeTicket(makeTicket(name, signer))).toEqual(CLEAN);
  });

  it("sixty changes and more are refused", () => {
    expect(BROKEN.length).toBeGreaterThan(60);
  });

  it.each(BROKEN)("%j alone: %s with %s", async (rules, sample, _, edit) => {
    const { rejections, notices } = await judgeTicket(makeTicket(sample, signer, edit));
    expect({ rejections: [...rejections].sort(), notices }).toEqual({ rejections: [...rules].sort(), notices: [] });
  });

  it.each(UNPROVEN)("%s only explains: %s with %s is accepted", async (rule, sample, _, edit) => {
    const { rejections, remarks } = await judgeTicket(makeTicket(sample, signer, edit));
    expect(rejections).toEqual([]);
    expect(remarks.some((text) => text.startsWith(`${rule}: `))).toBe(true);
  });

  it.each([
    ["DEAD10", TICKET, "fractions of a second", set("cbc:IssueTime", "09:15:30.123-05:00")],
    ["DEAD10", TICKET, "an hour of UTC", set("cbc:IssueTime", "14:15:30Z")],
    ["DEAJ40", TICKET, "a tax scheme of no list", set(`${SUPPLIER}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, "77")],
    ["NAAB14", RETURN, "another country", set(`${CONTROL}/sts:InvoiceSource/cbc:IdentificationCode`, "EC")],
  ] as const)("%s notifies: %s with %s", async (rule, sample, _, edit) => {
    const { rejections, notices } = await judgeTicket(makeTicket(sample, signer, edit));
    expect({ rejections, notices }).toEqual({ rejections: [], notices: [rule] });
  });
});

describeShared("the secrets of a ticket", () => {
  const signer = readSigner();
  const accepted = listAccepted();
  const swapPin = (pin: string) => {
    const software = TICKET_TAXPAYER.software.map((one) => (one.isForTickets ? { ...one, pin } : one));
    return { ...TICKET_TAXPAYER, software };
  };

  it("are those of the company's software of equivalent documents: a CUDE with another PIN is refused (DEAD06)", async () => {
    const { rejections, remarks } = await judge(makeTicket(TICKET, signer), accepted, swapPin(SOFTWARE.pin));
    expect(rejections).toEqual(["DEAD06"]);
    expect(remarks.map((text) => text.split(":")[0])).toContain("DEAB27b");
  });

  it("of a note only explain", async () => {
    const { rejections, remarks } = await judge(makeTicket(RETURN, signer), accepted, swapPin(SOFTWARE.pin));
    expect(rejections).toEqual([]);
    expect(remarks.map((text) => text.split(":")[0])).toEqual(["NAAB27b", "NAAD06"]);
  });

  it.each([
    ["the date", set("cbc:IssueTime", "09:15:31-05:00")],
    ["a total", set(`${TOTAL}/cbc:PayableAmount`, "62840.01")],
  ] as const)("hash %s: changed afterwards it is refused (DEAD06)", async (_, edit) => {
    const xml = makeTicket(TICKET, signer, undefined, edit);
    expect((await judge(xml, accepted, TICKET_TAXPAYER)).rejections).toEqual(["DEAD06"]);
  });
});

describeShared("the tolerance of taxes", () => {
  const signer = readSigner();
  it("is two pesos, no more", async () => {
    const taxed = (amount: string): Edit =>
      all(replaced(">9500.00<", `>${amount}<`), (xml) => {
        const total = (53_200 + Number(amount) + 140).toFixed(2);
        return set(`${TOTAL}/cbc:PayableAmount`, total)(set(`${TOTAL}/cbc:TaxInclusiveAmount`, total)(xml));
      });
    const judged = async (amount: string) =>
      (await judge(makeTicket(TICKET, signer, taxed(amount)), {}, TICKET_TAXPAYER)).rejections;
    expect(await judged("9502.00")).toEqual([]);
    expect(await judged("9498.00")).toEqual([]);
    expect(await judged("9502.01")).toEqual(["DEAS07", "DEAX07"]);
  });
});

describeShared("what notes have taken from a ticket", () => {
  const signer = readSigner();
  const [key, ticket] = Object.entries(listAccepted()).find(([one]) => one === keyOfMeal()) ?? ["", undefined];
  const judgeReturn = async (corrections: readonly { type: string; total: string }[]) => {
    const accepted = ticket === undefined ? {} : { [key]: { ...ticket, corrections } };
    return (await judge(makeTicket(RETURN, signer), accepted, TICKET_TAXPAYER)).rejections;
  };

  it("counts: a note may take what is left, and no more (VLR02)", async () => {
    expect(await judgeReturn([{ type: "94", total: "23040.00" }])).toEqual([]);
    expect(await judgeReturn([{ type: "94", total: "23040.01" }])).toEqual(["VLR02"]);
    expect(
      await judgeReturn([
        { type: "94", total: "19440.00" },
        { type: "94", total: "19440.00" },
      ]),
    ).toEqual(["VLR02"]);
  });

  it("is given back by debit notes", async () => {
    expect(
      await judgeReturn([
        { type: "94", total: "23040.01" },
        { type: "93", total: "0.01" },
      ]),
    ).toEqual([]);
  });
});

describeShared("one pair in each inner element", () => {
  it("is read as one element with all of them", async () => {
    const inner = "InformacionCajaVenta";
    const apart = replaced("</Value><Name>", `</Value></${inner}><${inner}><Name>`);
    const only: Edit = (xml) => xml.replace(/<PuntoVenta>.*<\/PuntoVenta>/s, (group) => apart(group));
    expect(await judge(makeTicket(TICKET, readSigner(), only), {}, TICKET_TAXPAYER)).toEqual(CLEAN);
  });
});

describe("the list of attested rules", () => {
  it("has none that is mirrored alone", () => {
    expect(new Set(listAttested()).size).toBe(listAttested().length);
  });
});

describeShared("the list of attested rules, beside the collected one", () => {
  it("is the same", () => {
    const { attested } = JSON.parse(readShared("authority/rules/dian_rules_pos.json")) as {
      attested: { code: string }[];
    };
    expect(listAttested()).toEqual(attested.map(({ code }) => code).sort());
  });

  it("is broken here code by code, but for three whose text is unknown or which notify", () => {
    const broken = new Set([...BROKEN.flatMap(([rules]) => rules), "DEAD06", "DEAD10", "DEAJ40", "NAAB14"]);
    expect(listAttested().filter((code) => !broken.has(code))).toEqual(["NAAA02", "NADBD03"]);
  });
});
