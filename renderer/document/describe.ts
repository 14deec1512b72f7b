// Puts the facts of a signed document, and of the authority's answer to it, into the words that are printed.
import identificationList from "../../src/domain/catalogue/identification-types.json" with { type: "json" };
import type { PrintedRecord } from "../../src/domain/document/drawing.ts";
import type {
  DateAndTime,
  SignedAllowance,
  SignedCorrection,
  SignedNumbering,
  SignedParty,
  WholeDocument,
} from "../../src/domain/document/signed-document.ts";
import { describeAddress } from "./address.ts";
import { describeReference, listCircumstances } from "./circumstance.ts";
import { describeLine } from "./line.ts";
import type { Allowance, Authorization, Correction, Party, PrintedDocument, Tax } from "./model.ts";
import { addUp } from "./number.ts";
import { describePayment, listInstalments, listPrepayments } from "./payment.ts";
import { describeTax } from "./tax.ts";
import { describeMaker, listTill } from "./till.ts";
import {
  OTHER_WITHHOLDINGS,
  PESO_TOTALS,
  PRETEND_LEGEND,
  QUALITIES,
  REGIMES,
  SUBTITLES,
  TEST_LEGEND,
  TITLES,
} from "./wire-literal.ts";

/** Names of identification types by code. */
const IDENTIFICATIONS = new Map(
  identificationList.rows.split("|").map((row) => [row.slice(0, row.indexOf(" ")), row.slice(row.indexOf(" ") + 1)]),
);
const NIT_TYPE = "31";
const COLOMBIA = "CO";
const NATURAL_PERSON = "2";
/** "No aplica", among the taxes of a party. */
const NO_TAX = "ZZ";

function chooseLegend({ environment }: WholeDocument, { isPretend }: PrintedRecord): string | null {
  if (environment === "habilitacion") return TEST_LEGEND;
  return isPretend === true ? PRETEND_LEGEND : null;
}

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
    legend: chooseLegend(facts, record),
    fiscalIdName: facts.fiscalIdKind,
    fiscalId: facts.fiscalId,
    // As it stands: the printed code says exactly what was signed.
    qr: facts.qrUrl,
    authorization: facts.numbering && describeAuthorization(facts.numbering),
    issuer: describeIssuer(issuer),
    counterpart: isSupport ? describeSupplier(counterpart, record.supplierType) : describeCounterpart(counterpart),
    counterpartRole: isSupport ? "Vendedor o prestador del servicio" : "Adquiriente",
    currency: facts.currency,
    exchange: facts.exchange,
    payment: describePayment(facts, record),
    instalments: listInstalments(facts),
    prepayments: listPrepayments(facts),
    circumstances: listCircumstances(facts, record),
    references: facts.references.map(describeReference),
    correction: facts.correction && describeCorrection(facts.correction),
    notes: facts.notes,
    lineCount: facts.lineCount,
    lines: facts.lines.map((line) => describeLine(line, taxIncluded, facts.currency)),
    allowances: facts.allowances.map((allowance) => describeAllowance(allowance, facts)),
    taxes: facts.taxes.map(describeTax),
    withholdings,
    totals: {
      lines: facts.subtotal,
      prepaid: facts.prepaid === null || Number(facts.prepaid) === 0 ? null : facts.prepaid,
      payable: facts.total,
      netPayable: typeCode === "05" ? subtract(facts.total, withholdings) : null,
    },
    pesoTotals: listPesoTotals(facts.pesoTotals),
    validation: validated,
    softwareProvider: facts.softwareProvider,
    till: listTill(facts),
    signedMaker: describeMaker(facts.ticket),
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

function describeParty(party: SignedParty): Party {
  const type = party.identificationType ?? NIT_TYPE;
  const checkDigit = type === NIT_TYPE ? (party.checkDigit ?? "") : "";
  return {
    name: party.name,
    tradeName: party.tradeName === party.name ? null : party.tradeName,
    identificationName: nameIdentification(type),
    identification: `${party.identificationNumber}${checkDigit === "" ? "" : `-${checkDigit}`}`,
    address: party.address === null ? [] : describeAddress(party.address),
    contact: [party.name, party.tradeName].includes(party.contact) ? null : party.contact,
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

/** With its fiscal address beside that of the branch, where it sells at another place. */
function describeIssuer(issuer: SignedParty): Party {
  const described = describeParty(issuer);
  const fiscal = issuer.fiscalAddress === null ? [] : describeAddress(issuer.fiscalAddress);
  if (fiscal.length === 0 || fiscal.join() === described.address.join()) return described;
  const label = (name: string, [first = "", ...others]: readonly string[]) => [`${name}: ${first}`, ...others];
  return { ...described, address: [...label("Sede", described.address), ...label("Dirección fiscal", fiscal)] };
}

/** The other party, without what every document says of one that said nothing: that it answers for no tax. */
function describeCounterpart(party: SignedParty): Party {
  const { regime, ...described } = describeParty(party);
  return { ...described, regime: regime === REGIMES[NO_TAX] ? null : regime };
}

/** @param type of its identification, for which the document says NIT in any case; null where it is not known. */
function describeSupplier(party: SignedParty, type: string | null): Party {
  const known = describeCounterpart(party);
  const isResident = party.personType === NATURAL_PERSON && party.address?.countryCode === COLOMBIA;
  if (type === NIT_TYPE || (type === null && !isResident)) return known;
  return {
    ...known,
    identificationName: type === null ? "Identificación" : nameIdentification(type),
    identification: known.identification.replace(/-\d$/, ""),
  };
}

function describeCorrection({ corrected, period, ...concept }: SignedCorrection): Correction {
  return {
    ...concept,
    corrected: corrected && { ...corrected, fiscalIdName: corrected.fiscalIdKind },
    period: period && [period.start, period.end],
  };
}

/** A discount of as much as the taxes of the gifts are gives them back, and none of its percentages was agreed. */
function describeAllowance({ base, ...allowance }: SignedAllowance, { lines }: WholeDocument): Allowance {
  const isAssumedTax = !allowance.isCharge && base === allowance.amount && lines.some(({ isFree }) => isFree);
  return { ...allowance, isAssumedTax };
}

/** Those that are not zero, and in any case the first and the last of what a buyer looks for. */
function listPesoTotals(totals: WholeDocument["pesoTotals"]): PrintedDocument["pesoTotals"] {
  if (totals === null) return [];
  const printed = PESO_TOTALS.filter(({ name, isAlways }) => isAlways || Number(totals[name]) !== 0);
  return printed.map(({ name, label }) => ({ label, amount: totals[name] }));
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
