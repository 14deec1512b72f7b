// Puts the facts of a signed document, and of the authority's answer to it, into the words that are printed.
import identificationList from "../../src/domain/catalogue/identification-types.json" with { type: "json" };
import type { PrintedRecord } from "../../src/domain/drawing.ts";
import places from "../../src/domain/printed-place.json" with { type: "json" };
import type {
  DateAndTime,
  SignedCorrection,
  SignedItemCode,
  SignedLine,
  SignedNumbering,
  SignedParty,
  SignedReference,
  SignedTax,
  WholeDocument,
} from "../../src/domain/signed-document.ts";
import type { Authorization, Correction, Line, Party, PrintedDocument, Tax } from "./model.ts";
import { addUp } from "./number.ts";
import { describePayment } from "./payment.ts";
import { OTHER_WITHHOLDINGS, QUALITIES, REGIMES, SUBTITLES, TAX_UNITS, TITLES, UNITS } from "./wire-literal.ts";

/** Names of identification types by code. */
const IDENTIFICATIONS = new Map(
  identificationList.rows.split("|").map((row) => [row.slice(0, row.indexOf(" ")), row.slice(row.indexOf(" ") + 1)]),
);
const NIT_TYPE = "31";
const COLOMBIA = "CO";
const NATURAL_PERSON = "2";
/** "No aplica", among the taxes of a party. */
const NO_TAX = "ZZ";
/** Codes of the issuer's own, and the form of those that only count lines. */
const OWN_SCHEME = "999";
const POSITIONAL_CODE = /^ITEM\d+$/;

/**
 * What is printed of a document of any kind.
 * @param validated when the authority validated it; null before it did.
 * @param record what the signed document does not say of itself.
 */
export function describeDocument(
  facts: WholeDocument,
  validated: DateAndTime | null,
  record: PrintedRecord,
): PrintedDocument {
  const { typeCode } = facts;
  const isSupport = typeCode === "05" || typeCode === "95";
  const [issuer, counterpart] = isSupport ? [facts.customer, facts.supplier] : [facts.supplier, facts.customer];
  const withholdings = listWithholdings(facts, record);
  const taxIncluded = new Set(record.taxIncluded.map(String));
  return {
    typeCode,
    title: TITLES[typeCode],
    subtitle: SUBTITLES[typeCode] ?? null,
    number: facts.number,
    ...facts.issued,
    isTest: facts.environment === "habilitacion",
    fiscalIdName: facts.fiscalIdKind,
    fiscalId: facts.fiscalId,
    // As it stands: the printed code says exactly what was signed.
    qr: facts.qrUrl,
    authorization: facts.numbering && describeAuthorization(facts.numbering),
    issuer: describeParty(issuer),
    counterpart: describeCounterpart(counterpart, isSupport ? record.supplierType : null),
    counterpartRole: isSupport ? "Vendedor o prestador del servicio" : "Adquiriente",
    currency: facts.currency,
    exchange: facts.exchange,
    payment: describePayment(facts),
    orderNumber: facts.orderNumber,
    references: facts.references.map(describeReference),
    correction: facts.correction && describeCorrection(facts.correction),
    notes: facts.notes,
    lineCount: facts.lineCount,
    lines: facts.lines.map((line) => describeLine(line, taxIncluded)),
    allowances: facts.allowances,
    taxes: facts.taxes.map(describeTax),
    withholdings,
    totals: {
      lines: facts.subtotal,
      prepaid: facts.prepaid,
      payable: facts.total,
      netPayable: typeCode === "05" ? subtract(facts.total, withholdings) : null,
    },
    validation: validated,
    softwareProvider: facts.softwareProvider,
  };
}

function describeAuthorization({ resolution, prefix, from, to, validFrom, validTo }: SignedNumbering): Authorization {
  return {
    number: resolution,
    prefix: prefix === "" ? null : prefix,
    from: String(from),
    to: String(to),
    start: validFrom,
    end: validTo,
  };
}

function describeReference({ id, date }: SignedReference): string {
  return [id, date].filter((text) => text !== null).join(" del ");
}

function describeParty(party: SignedParty): Party {
  const type = party.identificationType ?? NIT_TYPE;
  const checkDigit = type === NIT_TYPE ? (party.checkDigit ?? "") : "";
  return {
    name: party.name,
    tradeName: party.tradeName === party.name ? null : party.tradeName,
    identificationName: nameIdentification(type),
    identification: `${party.identificationNumber}${checkDigit === "" ? "" : `-${checkDigit}`}`,
    address: describeAddress(party),
    phone: party.phone,
    email: party.email,
    qualities: party.taxLevelCode.split(";").flatMap((level) => QUALITIES[level] ?? []),
    regime: REGIMES[party.taxSchemeCode] ?? null,
    activity: party.activity,
  };
}

function nameIdentification(type: string): string {
  return IDENTIFICATIONS.get(type) ?? `Tipo ${type}`;
}

/**
 * The other party, without what every document says of one that said nothing: that it answers for no tax.
 * @param type identification type of a supplier, whom the document names by a NIT in any case; null where it is not known.
 */
function describeCounterpart(party: SignedParty, type: string | null): Party {
  const { regime, ...described } = describeParty(party);
  const known = { ...described, regime: regime === REGIMES[NO_TAX] ? null : regime };
  const isNatural = party.personType === NATURAL_PERSON;
  if (type === NIT_TYPE || (type === null && !(isNatural && party.countryCode === COLOMBIA))) return known;
  return {
    ...known,
    identificationName: type === null ? "Identificación" : nameIdentification(type),
    identification: known.identification.replace(/-\d$/, ""),
  };
}

/** Street and place, as far as somebody said them. */
function describeAddress(party: SignedParty): string[] {
  const city = spellPlace(party.municipality);
  const department = spellPlace(party.department);
  const { addressLine: street, postalCode, countryCode } = party;
  // The country of a bare street in Colombia is supposed.
  const country = countryCode === COLOMBIA && city === null ? null : (party.countryName ?? countryCode);
  const place = [
    city,
    department !== null && city?.startsWith(department) === true ? null : department,
    postalCode === places.unknownPostalCode ? null : postalCode,
    country,
  ];
  const placeText = place.filter((part) => part !== null).join(", ");
  return [street === places.unknownStreet ? null : street, placeText]
    .filter((part) => part !== null)
    .filter((part) => part !== "");
}

/** `Bogotá, D.c.` as `Bogotá, D.C.`: the authority's list writes every word with a capital and no other. */
function spellPlace(name: string | null): string | null {
  return name === null
    ? null
    : places.spellings.reduce((spelled, [listed = "", printed = ""]) => spelled.replaceAll(listed, printed), name);
}

function describeCorrection({ corrected, period, ...concept }: SignedCorrection): Correction {
  return {
    ...concept,
    corrected: corrected && { ...corrected, fiscalIdName: corrected.fiscalIdKind },
    period: period && [period.start, period.end],
  };
}

/** @param taxIncluded numbers of the lines whose price held the taxes. */
function describeLine(line: SignedLine, taxIncluded: ReadonlySet<string>): Line {
  const { number, notes, quantity, unitPrice, amount, allowances } = line;
  const period = [line.period?.start, line.period?.description].filter((part) => part != null);
  return {
    number,
    code: line.sellerCode ?? describeItemCode(line.standardCode),
    description: line.descriptions.join("\n"),
    notes,
    quantity,
    unit: UNITS[line.unitCode] ?? line.unitCode,
    unitPrice,
    amount,
    allowances,
    taxes: line.taxes.map(describeTax),
    period: period.length === 0 ? null : period.join(" · "),
    isTaxIncluded: taxIncluded.has(number),
  };
}

/** Null for the code that a line has for its position alone. */
function describeItemCode(standard: SignedItemCode | null): string | null {
  if (standard === null) return null;
  return standard.scheme === OWN_SCHEME && POSITIONAL_CODE.test(standard.code) ? null : standard.code;
}

function describeTax(tax: SignedTax): Tax {
  return { ...tax, unit: TAX_UNITS[tax.code] ?? "unidad" };
}

/** Those of the file, those that the service names, and what is then left of their sum. */
function listWithholdings(facts: WholeDocument, { withheld, withholdings }: PrintedRecord): readonly Tax[] {
  const other = { code: "", perUnit: null, unit: "" };
  const known = [
    ...facts.withholdings.map(describeTax),
    ...withholdings.map((withholding) => ({ ...other, ...withholding })),
  ];
  const rest = withheld === null ? "0.00" : subtract(withheld, known);
  if (Number(rest) <= 0) return known;
  return [...known, { ...other, name: OTHER_WITHHOLDINGS, rate: null, base: null, amount: rest }];
}

function subtract(total: string, parts: readonly Tax[]): string {
  return addUp([total, ...parts.map(({ amount }) => `-${amount}`)]);
}
