// Resolves the documents that an invoice names, the period that it invoices, and where its goods are handed over.

import { findCountry, findIncoterm } from "../catalogue/catalogue.ts";
import { findCandidates, resolveMunicipality } from "../catalogue/place.ts";
import type { Address } from "../company.ts";
import type { Delivery, Invoice } from "../document/document.ts";
import type { DeliveryDraft, Reference, References, WholeDraft } from "../draft/draft.ts";
import { COLOMBIA } from "../party/party.ts";
import type { FieldPath } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { isCalendarDate } from "../value/calendar.ts";

/** Of Incoterms 2020, where the authority's list has its name of 2010. */
export const RENAMED_INCOTERM = { sent: "DPU", listed: "DAT" } as const;

type Whole = Pick<WholeDraft, "references" | "invoicedPeriod" | "delivery">;

/** All of it, checked; a part that was not sent is absent. */
export function resolveWhole(
  { references, invoicedPeriod, delivery }: Whole,
  issueDate: string,
  problems: ProblemList,
): Pick<Invoice, "references" | "invoicedPeriod" | "delivery"> {
  if (invoicedPeriod !== undefined && invoicedPeriod.end < invoicedPeriod.start) {
    const { start, end: value } = invoicedPeriod;
    const field = ["invoicedPeriod", "end"] as const;
    problems.add({ field, reason: "before", value, than: ["invoicedPeriod", "start"], limit: start });
  }
  return {
    ...(references === undefined ? {} : { references: readReferences(references, issueDate, problems) }),
    ...(invoicedPeriod === undefined ? {} : { invoicedPeriod }),
    ...(delivery === undefined ? {} : { delivery: readDelivery(delivery, problems) }),
  };
}

/** Documents that the buyer looks for in the invoice; none is dated after it. */
export function readReferences(draft: References, issueDate: string, problems: ProblemList): References {
  const { purchaseOrder, despatches = [], receipts = [], contract } = draft;
  const read = (one: Reference, at: FieldPath): Reference => {
    checkDate(one.date, at, issueDate, problems);
    return { number: one.number, date: one.date };
  };
  return {
    ...(purchaseOrder === undefined
      ? {}
      : { purchaseOrder: read(purchaseOrder, ["references", "purchaseOrder", "date"]) }),
    ...(despatches.length === 0
      ? {}
      : { despatches: despatches.map((one, index) => read(one, ["references", "despatches", index, "date"])) }),
    ...(receipts.length === 0
      ? {}
      : { receipts: receipts.map((one, index) => read(one, ["references", "receipts", index, "date"])) }),
    ...(contract === undefined ? {} : { contract: { number: contract.number } }),
  };
}

function checkDate(value: string | null, field: FieldPath, issueDate: string, problems: ProblemList): void {
  if (value === null || (isCalendarDate(value) && value <= issueDate)) return;
  problems.add({ field, reason: "not-a-date-until", value, latest: issueDate });
}

function readDelivery(draft: DeliveryDraft, problems: ProblemList): Delivery {
  const { date, trackingId, carrier } = draft;
  const code = draft.incoterm === RENAMED_INCOTERM.sent ? RENAMED_INCOTERM.listed : draft.incoterm;
  return {
    address: readAddress(draft, problems),
    date,
    incoterm: (code === null ? undefined : findIncoterm(code)) ?? null,
    trackingId,
    ...(carrier === null ? {} : { carrier }),
  };
}

/** Whole, in Colombia with its municipality (FAM05, FAM08 to FAM12); null where none was sent. */
function readAddress(draft: DeliveryDraft, problems: ProblemList): Address | null {
  const { address: line, municipalityCode, city, countryCode } = draft;
  const said = (["municipalityCode", "city", "countryCode"] as const).find((member) => draft[member] !== null);
  if (line === null) {
    if (said === undefined) return null;
    const field = ["delivery", "address"] as const;
    problems.add({ field, reason: "delivery-place-required", because: ["delivery", said], rule: "FAM09" });
    return null;
  }
  const country = findCountry(countryCode ?? COLOMBIA);
  if (country === undefined) {
    const field = ["delivery", "countryCode"] as const;
    problems.add({ field, reason: "country-unknown", value: countryCode ?? "", rule: "FAM11" });
    return null;
  }
  const of = { line, postalCode: null, countryCode: country.code, countryName: country.name };
  if (country.code !== COLOMBIA) {
    const abroad = { municipalityCode: null, municipalityName: city, departmentCode: null, departmentName: null };
    if (municipalityCode !== null) {
      const facts = { because: ["delivery", "countryCode"], name: ["delivery", "city"] } as const;
      problems.add({ field: ["delivery", "municipalityCode"], reason: "municipality-abroad", ...facts });
    }
    return { ...of, ...abroad };
  }
  if (municipalityCode !== null && city !== null) {
    problems.add({ field: ["delivery", "city"], reason: "not-with", other: ["delivery", "municipalityCode"] });
  }
  const named = { municipalityCode, municipalityName: city, departmentCode: null, departmentName: null };
  const municipality = resolveMunicipality(named);
  const field = ["delivery", "municipalityCode"] as const;
  if (municipalityCode === null && city === null) {
    problems.add({ field, reason: "delivery-place-required", because: ["delivery", "address"], rule: "FAM05" });
  } else if (municipality === undefined) {
    const facts = { field, candidates: findCandidates(named), rule: "FAM05" } as const;
    if (municipalityCode !== null) {
      problems.add({ ...facts, reason: "municipality-unknown", value: municipalityCode });
    } else if (city !== null) {
      problems.add({ ...facts, reason: "municipality-ambiguous", name: city, nameField: ["delivery", "city"] });
    }
  }
  if (municipality === undefined) return null;
  const { code, name, departmentCode, departmentName } = municipality;
  return { ...of, municipalityCode: code, municipalityName: name, departmentCode, departmentName };
}
