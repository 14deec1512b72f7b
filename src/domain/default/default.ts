// Holds the table of every value that stands for what a client did not say: documents are filled from it, notices and dry runs
// name what was used.
import { CARD, findMunicipality, type Municipality, RENAMED_INCOTERM } from "../catalogue/catalogue.ts";
import { findCapital, findSupposedDepartment } from "../catalogue/place.ts";
import { findListedUnit } from "../catalogue/unit.ts";
import type { Company } from "../company.ts";
import type {
  Draft,
  InvoiceDraft,
  InvoiceLineDraft,
  InvoicePaymentDraft,
  PaymentPartDraft,
  SupplierDraft,
  SupportDocumentDraft,
  SupportLineDraft,
} from "../draft/draft.ts";
import type { NoteDraft } from "../draft/note-draft.ts";
import { COLOMBIA } from "../party/party.ts";
import { CASH_MEANS } from "../price/payment.ts";
import type { FieldPath, Problem } from "../refusal/problem.ts";
import { decimal, isPositive } from "../value/decimal.ts";
import type { StandIn } from "../value/default-name.ts";
import places from "./printed-place.json" with { type: "json" };

/** The municipality of last resort: Bogotá. */
const CAPITAL = "11001";

const SUPPLIER_DEFAULTS = {
  identificationType: CARD,
  regime: "O-49",
  taxSchemeCode: "ZZ",
  address: places.unknownStreet,
};

type Filled = keyof typeof SUPPLIER_DEFAULTS;
/** A supplier of which nothing is missing but its place. */
export type Supplier = SupplierDraft & { readonly [Member in Filled]: string };

/** What is used in place of what was not said. */
export function fillSupplier(draft: SupplierDraft): Supplier {
  const { identificationType, regime, taxSchemeCode, address } = SUPPLIER_DEFAULTS;
  return {
    ...draft,
    identificationType: draft.identificationType ?? identificationType,
    regime: draft.regime ?? regime,
    taxSchemeCode: draft.taxSchemeCode ?? taxSchemeCode,
    address: draft.address ?? address,
  };
}

type SupportPayment = Pick<SupportDocumentDraft, "paymentForm" | "paymentMeansCode">;

/** How a support document is paid that does not say it: at once, in cash. */
export function fillSupportPayment({ paymentForm, paymentMeansCode }: SupportPayment) {
  return { form: paymentForm ?? "1", meansCode: paymentMeansCode ?? CASH_MEANS } as const;
}

/** The description of a line, made of its code where none was sent. */
export function describeLine({
  description,
  productCode,
}: Pick<SupportLineDraft, "description" | "productCode">): string {
  return description ?? `Bien o servicio UNSPSC ${productCode}`;
}

/** Where a resident is taken to live who names no municipality. */
interface SupposedPlace {
  readonly standIn: Extract<StandIn, "capital-of-department" | "buyer-municipality">;
  readonly municipality: Municipality | undefined;
}

/** The capital of the department that was named, by itself or in the postal code, else the buyer's own municipality. */
export function supposePlace(supplier: SupplierDraft, company: Pick<Company, "address">): SupposedPlace {
  const department = findSupposedDepartment(supplier);
  if (department !== undefined) {
    return { standIn: "capital-of-department", municipality: findCapital(department) };
  }
  const own = findMunicipality(company.address.municipalityCode ?? CAPITAL);
  return { standIn: "buyer-municipality", municipality: own ?? findMunicipality(CAPITAL) };
}

/** One value that is used, or none. */
interface Use {
  readonly field: FieldPath;
  readonly standIn: StandIn;
  readonly used: string;
  readonly rule: string;
  /** Whether it is only usual, as the default payment method: named in a dry run, not in the answer to a creation. */
  readonly isUsual: boolean;
}

/** Every default that the draft of a document draws on. */
function listUses(draft: Draft, company: Pick<Company, "address">): readonly Use[] {
  return draft.kind === "invoice" ? listInvoiceUses(draft) : listSupportUses(draft, company);
}

function listInvoiceUses(draft: InvoiceDraft): readonly Use[] {
  // A total that was sent is checked, and with it what it is made of; the date that is used stands in the rehearsal itself.
  const sum = draft.claimedTotal === null ? [toUsual(["claimedTotal"], "computed-sum")] : [];
  return [...sum, ...draft.lines.flatMap(listPriceUses), ...listPaymentUses(draft)];
}

/** A price as typed that does not say whether its tax is in it. */
function listPriceUses(line: InvoiceLineDraft, index: number): readonly Use[] {
  const { unitPrice, inputPrice, taxIncluded, taxRate, otherTaxes = [] } = line;
  const hasTax = isPositive(decimal(taxRate)) || otherTaxes.length > 0;
  if (taxIncluded !== null || inputPrice === null || unitPrice !== null || !hasTax) return [];
  return [toUsual(["lines", index, "taxIncluded"], "tax-on-top")];
}

function listPaymentUses({ payment, payments }: InvoiceDraft): readonly Use[] {
  if (payments !== undefined) return listPartUses(payments);
  if (payment === null) return [toUsual(["payment"], "payment")];
  return isNamed(payment) ? [] : [toUsual(["payment", "meansCode"], "payment")];
}

function listPartUses(payments: readonly PaymentPartDraft[]): readonly Use[] {
  return payments.flatMap((part, index) =>
    isNamed(part) ? [] : [toUsual(["payments", index, "meansCode"], "payment")],
  );
}

function isNamed({ meansCode, methodId }: InvoicePaymentDraft): boolean {
  return meansCode !== null || methodId !== null;
}

const toUsual = (field: FieldPath, standIn: StandIn, used = ""): Use => ({
  field,
  standIn,
  used,
  rule: "2.1",
  isUsual: true,
});

function listSupportUses(draft: SupportDocumentDraft, company: Pick<Company, "address">): readonly Use[] {
  return [...listSupplierUses(draft.supplier, company), ...listLineUses(draft.lines), ...listSupportPaymentUses(draft)];
}

function listSupportPaymentUses(draft: SupportDocumentDraft): readonly Use[] {
  if (draft.payments !== undefined) return listPartUses(draft.payments);
  const { form, meansCode } = fillSupportPayment(draft);
  return [
    ...(draft.paymentForm === null ? [toUsual(["paymentForm"], "payment-form", form)] : []),
    ...(draft.paymentMeansCode === null ? [toUsual(["paymentMeansCode"], "payment-means", meansCode)] : []),
  ];
}

function listLineUses(lines: readonly (SupportLineDraft | undefined)[]): readonly Use[] {
  return lines.flatMap((line, index): readonly Use[] =>
    line?.description === null
      ? [{ field: ["lines", index, "description"], standIn: "description", used: describeLine(line), ...OF_LINE }]
      : [],
  );
}

const OF_LINE = { rule: "2.14", isUsual: false } as const;
const OF_SUPPLIER = { rule: "2.13", isUsual: false } as const;

const SUPPLIER_ROWS: readonly { readonly member: Filled; readonly standIn: StandIn }[] = [
  { member: "identificationType", standIn: "identification-type" },
  { member: "regime", standIn: "regime" },
  { member: "taxSchemeCode", standIn: "tax-scheme" },
  { member: "address", standIn: "address" },
];

function listSupplierUses(supplier: SupplierDraft, company: Pick<Company, "address">): readonly Use[] {
  const filled = SUPPLIER_ROWS.filter(({ member }) => supplier[member] === null).map(
    ({ member, standIn }): Use => ({
      field: ["supplier", member],
      standIn,
      used: SUPPLIER_DEFAULTS[member],
      ...OF_SUPPLIER,
    }),
  );
  return supplier.countryCode === COLOMBIA ? [...filled, ...listPlaceUses(supplier, company)] : filled;
}

function listPlaceUses(supplier: SupplierDraft, company: Pick<Company, "address">): readonly Use[] {
  const uses: Use[] = [];
  if (supplier.municipalityCode === null && supplier.municipalityName === null) {
    const { standIn, municipality } = supposePlace(supplier, company);
    const used = municipality === undefined ? "" : `${municipality.name} (${municipality.code})`;
    uses.push({ field: ["supplier", "municipalityCode"], standIn, used, ...OF_SUPPLIER });
  }
  if (supplier.postalCode === null) {
    const used = places.unknownPostalCode;
    uses.push({ field: ["supplier", "postalCode"], standIn: "postal-code", used, ...OF_SUPPLIER });
  }
  return uses;
}

/** What the answer to a creation says of the values that stand for missing ones, and of those that are signed under another code. */
export function findDefaults(draft: Draft, company: Pick<Company, "address">): readonly Problem[] {
  const uses = listUses(draft, company).filter(({ isUsual }) => !isUsual);
  return [...uses.map(toProblem), ...(draft.kind === "invoice" ? findReplaced(draft) : [])];
}

/** Codes of other editions of a list, and an export that does not say on which terms it delivers. */
function findReplaced({ lines, delivery, type }: InvoiceDraft): readonly Problem[] {
  const replaced: Problem[] = [...findReplacedUnits(lines)];
  const incoterm = delivery?.incoterm ?? null;
  const field = ["delivery", "incoterm"] as const;
  if (incoterm === RENAMED_INCOTERM.sent) {
    replaced.push({ field, reason: "code-replaced", value: incoterm, used: RENAMED_INCOTERM.listed });
  }
  if (type === "02" && incoterm === null) replaced.push({ field, reason: "export-without-incoterm" });
  return replaced;
}

function findReplacedUnits(lines: readonly (InvoiceLineDraft | undefined)[]): readonly Problem[] {
  return lines.flatMap((line, index): readonly Problem[] => {
    const value = line?.unitCode;
    const code = value?.toUpperCase();
    const used = code === undefined ? undefined : findListedUnit(code);
    if (value === undefined || used === undefined || used === code) return [];
    return [{ field: ["lines", index, "unitCode"], reason: "code-replaced", value, used, rule: "FAV05" }];
  });
}

/** The same of a note: only one on a document of another system has a supplier of its own. */
export function findNoteDefaults(draft: NoteDraft, company: Pick<Company, "address">): readonly Problem[] {
  if (draft.typeCode !== "95") {
    return findReplacedUnits((draft.lines ?? []).map((line) => (line.type === "own" ? line.item : undefined)));
  }
  const { supplier, external, lines } = draft;
  const ofSupplier = supplier === null || external === null ? [] : listSupplierUses(supplier, company);
  const own = (lines ?? []).map((line) => (line.type === "own" ? line.item : undefined));
  return [...ofSupplier, ...listLineUses(own)].map(toProblem);
}

/** What a dry run says more: also of values that are only usual. */
export function findUsualDefaults(draft: Draft, company: Pick<Company, "address">): readonly Problem[] {
  return listUses(draft, company)
    .filter(({ isUsual }) => isUsual)
    .map(toProblem);
}

function toProblem({ field, standIn, used, rule }: Use): Problem {
  return { field, reason: "not-sent", standIn, used, rule };
}
