// Builds what only an invoice (types 01, 02, 03 and 20) has: parties, contingency paper, references, delivery, divided payment.
import { type Address, fullNumber, type Numbering } from "../domain/company.ts";
import places from "../domain/default/printed-place.json" with { type: "json" };
import {
  type Amount,
  CONTINGENCY_PAPER,
  type Delivery,
  type DocumentCommon,
  type DocumentLine,
  type Invoice,
  type Party,
  type Prepayment,
} from "../domain/document/document.ts";
import type { Reference, References } from "../domain/draft/draft.ts";
import { attributes, element, group, text } from "../xml/element.ts";
import {
  buildDeliveryAddress,
  buildLine,
  buildLocation,
  buildName,
  buildTaxScheme,
  INVOICE_LINE,
  isBare,
  isOnCredit,
  isPlaced,
  optional,
  ownIdentification,
} from "./frame.ts";
import type { DocumentParts, UblInput } from "./input.ts";

const NATURAL_PERSON = "2";
const FREE_OF_CHARGE = text("cbc:FreeOfChargeIndicator", "true");
const NOT_FREE_OF_CHARGE = text("cbc:FreeOfChargeIndicator", "false");
/** Longer invoices leave out what neither schema nor rules require; with it, 500 lines would exceed 500 KB (ZA01). */
const COMPLETE_LINES = 100;

/** The invoice's own parts of the frame. */
export function buildInvoiceParts(document: Invoice, input: UblInput): DocumentParts {
  const currency = attributes({ currencyID: document.currency });
  const isTicket = isBare(document);
  let lines = "";
  for (const line of document.lines) {
    const afterAmount = markFree(line, document.lines.length);
    const { withholdings } = line;
    lines += buildLine(line, currency, { names: INVOICE_LINE, afterAmount, withholdings, bare: isTicket });
  }
  return {
    references:
      buildInvoicedPeriod(document.invoicedPeriod) +
      buildReferences(document.references) +
      (document.typeCode === "03" ? buildContingencyReference(document, input.numbering) : ""),
    delivery: buildDelivery(document.delivery),
    parties:
      buildSupplier(document, input.company, input.numbering.prefix, isTicket) + buildCustomer(document.counterpart),
    withholdings: document.withholdings,
    lines,
  };
}

/** What each line of an invoice or credit note states; one that is no gift, unless so many lines would make the file too large. */
export function markFree({ gift }: DocumentLine, lineCount: number): string {
  if (gift !== undefined) return FREE_OF_CHARGE;
  return lineCount > COMPLETE_LINES ? "" : NOT_FREE_OF_CHARGE;
}

/** FAI01, FAI02: without a paper of its own, the contingency invoice names itself. */
function buildContingencyReference(document: Invoice, numbering: Numbering): string {
  const reference = document.contingencyReference;
  return group("cac:AdditionalDocumentReference", [
    text("cbc:ID", reference?.id ?? fullNumber(numbering)),
    text("cbc:IssueDate", reference?.issueDate ?? document.issueDate),
    text("cbc:DocumentTypeCode", reference?.typeCode ?? CONTINGENCY_PAPER),
  ]);
}

/**
 * The issuer with its fiscal address, at the place where it sells: the branch, or that address itself (FAJ08, FAJ28).
 * @param prefix of the document's number, perhaps empty.
 * @param isZoned whether every address has a postal code, as those of tickets.
 */
export function buildSupplier(
  { issuer, branch }: Pick<DocumentCommon, "issuer" | "branch">,
  company: UblInput["company"],
  prefix: string,
  isZoned = false,
): string {
  const place = complete(branch?.address ?? issuer.address, isZoned);
  const fiscal = complete(issuer.address, isZoned);
  const party = group("cac:Party", [
    optional("cbc:IndustryClassificationCode", company.industryCode),
    buildName({ ...issuer, tradeName: branch?.name ?? issuer.tradeName }),
    isPlaced(place) ? buildLocation(place) : undefined,
    buildTaxScheme(issuer, ownIdentification(issuer), isPlaced(fiscal) ? fiscal : null),
    buildLegalEntity(issuer, buildRegistration(prefix, branch?.registration ?? null)),
    // The mail stays the registered one (FAJ71).
    buildContact({ ...issuer, phone: branch?.phone ?? issuer.phone }),
  ]);
  return group("cac:AccountingSupplierParty", [text("cbc:AdditionalAccountID", issuer.personType), party]);
}

function complete(address: Address | null, isZoned: boolean): Address | null {
  if (address === null || !isZoned) return address;
  return { ...address, postalCode: address.postalCode ?? places.unknownPostalCode };
}

/** A natural person is identified once more, in PartyIdentification (FAK61 to FAK64). */
export function buildCustomer(customer: Party): string {
  const { registration } = customer;
  const identification = ownIdentification(customer);
  // A customer needs no address: one without a country is left out, because the country must not be guessed.
  const address = isPlaced(customer.address) ? customer.address : null;
  const hasKnownPlace = address !== null && (address.countryCode !== "CO" || address.municipalityCode !== null);
  const party = group("cac:Party", [
    customer.personType === NATURAL_PERSON
      ? element("cac:PartyIdentification", text("cbc:ID", customer.identificationNumber, identification))
      : undefined,
    buildName(customer),
    address ? buildLocation(address) : undefined,
    // A registration address in Colombia needs its municipality (FAK29): a bare street goes to the location only.
    buildTaxScheme(customer, identification, hasKnownPlace ? address : null),
    buildLegalEntity(customer, registration === undefined ? undefined : buildRegistration("", registration)),
    buildContact(customer),
  ]);
  return group("cac:AccountingCustomerParty", [text("cbc:AdditionalAccountID", customer.personType), party]);
}

/** The issuer's numbering prefix (FAJ49, FAB10a), and the number in the register of commerce, where it is known (FAJ51). */
function buildRegistration(prefix: string, number: string | null): string {
  const id = optional("cbc:ID", prefix === "" ? null : prefix) ?? "";
  return element("cac:CorporateRegistrationScheme", id + (optional("cbc:Name", number) ?? ""));
}

function buildLegalEntity(party: Party, registration?: string): string {
  return group("cac:PartyLegalEntity", [
    text("cbc:RegistrationName", party.name),
    text("cbc:CompanyID", party.identificationNumber, ownIdentification(party)),
    registration,
  ]);
}

/** The group is mandatory (FAK51); without contact data it holds only the name. */
function buildContact(party: Party): string {
  const isAlone = party.email === null && party.phone === null;
  return group("cac:Contact", [
    optional("cbc:Name", party.contact ?? (isAlone ? party.name : null)),
    optional("cbc:Telephone", party.phone),
    optional("cbc:ElectronicMail", party.email),
  ]);
}

/** There is one delivery; FAM names no number for its terms. */
const TERMS_ID = "1";

function buildInvoicedPeriod(period: Invoice["invoicedPeriod"]): string {
  if (period === undefined) return "";
  return group("cac:InvoicePeriod", [text("cbc:StartDate", period.start), text("cbc:EndDate", period.end)]);
}

/** In the order of the schema of invoices: order, despatches, receipts, contract. */
export function buildReferences(references: References | undefined): string {
  if (references === undefined) return "";
  const { despatches = [], receipts = [], contract } = references;
  return (
    buildOrderReference(references) +
    despatches.map((one) => buildReference("cac:DespatchDocumentReference", one)).join("") +
    receipts.map((one) => buildReference("cac:ReceiptDocumentReference", one)).join("") +
    (contract === undefined ? "" : buildReference("cac:ContractDocumentReference", { ...contract, date: null }))
  );
}

/** The only one that notes repeat. */
export function buildOrderReference(references: References | undefined): string {
  const order = references?.purchaseOrder;
  return order === undefined ? "" : buildReference("cac:OrderReference", order);
}

function buildReference(name: string, { number, date }: Reference): string {
  return group(name, [text("cbc:ID", number), optional("cbc:IssueDate", date)]);
}

/** Address and date of the delivery (FAM05 to FAM12), then its terms. */
function buildDelivery(delivery: Delivery | undefined): string {
  if (delivery === undefined) return "";
  const { address, date, trackingId, incoterm } = delivery;
  const isSaid = address !== null || date !== null || trackingId !== null;
  return (
    (isSaid
      ? group("cac:Delivery", [
          optional("cbc:ActualDeliveryDate", date),
          optional("cbc:TrackingID", trackingId),
          isPlaced(address) ? buildDeliveryAddress(address) : undefined,
        ])
      : "") +
    (incoterm === null
      ? ""
      : group("cac:DeliveryTerms", [
          text("cbc:ID", TERMS_ID),
          text("cbc:LossRiskResponsibilityCode", incoterm.code),
          text("cbc:LossRisk", incoterm.name),
        ]))
  );
}

interface Term {
  /** PaymentID of the payment that it divides. */
  readonly means: string;
  readonly note: string | null;
  readonly amount: Amount;
  readonly dueDate: string | null;
}

/** PaymentTerms, numbered from 1: the amount of each of several payments, and the instalments of the one on credit. */
export function buildPaymentTerms(
  { payment, payments = [{ ...payment, amount: null, reference: null }], instalments = [] }: Divided,
  currency: string,
): string {
  const terms = payments.flatMap((one, index): readonly Term[] => {
    const means = String(index + 1);
    if (isOnCredit(one) && instalments.length > 0) {
      const name = (part: number) => `Cuota ${part + 1} de ${instalments.length}`;
      return instalments.map((instalment, part) => ({ means, note: name(part), ...instalment }));
    }
    const { amount } = one;
    return payments.length === 1 || amount === null ? [] : [{ means, note: null, amount, dueDate: null }];
  });
  return terms.map((term, index) => buildTerm(term, index, currency)).join("");
}

type Divided = Pick<DocumentCommon, "payment" | "payments" | "instalments">;

function buildTerm({ means, note, amount, dueDate }: Term, index: number, currency: string): string {
  return group("cac:PaymentTerms", [
    text("cbc:ID", String(index + 1)),
    text("cbc:PaymentMeansID", means),
    optional("cbc:Note", note),
    text("cbc:Amount", amount, currency),
    optional("cbc:PaymentDueDate", dueDate),
  ]);
}

/** PrepaidPayment, numbered from 1 (FBD02 to FBD05); informative. */
export function buildPrepayments(prepayments: readonly Prepayment[] = [], currency: string): string {
  return prepayments
    .map(({ amount, date, reference }, index) =>
      group("cac:PrepaidPayment", [
        text("cbc:ID", String(index + 1)),
        text("cbc:PaidAmount", amount, currency),
        text("cbc:ReceivedDate", date),
        text("cbc:PaidDate", date),
        optional("cbc:InstructionID", reference),
      ]),
    )
    .join("");
}
