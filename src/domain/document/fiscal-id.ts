// Builds the exact texts whose SHA-384 is the fiscal id (CUFE, CUDE, CUDS) of a document, and the address in its QR code.
import type { Environment } from "../company.ts";
import type { FiscalIdKind } from "../kind.ts";
import { decimal, print, sum } from "../value/decimal.ts";
import type { Amount, TaxSubtotal } from "./document.ts";
import { CATALOGUE_URL } from "./wire-literal.ts";

/** The part of a document that its fiscal id covers. */
export interface HashedDocument {
  readonly issueDate: string;
  readonly issueTime: string;
  readonly taxes: readonly Pick<TaxSubtotal, "code" | "amount">[];
  readonly totals: { readonly subtotal: Amount; readonly total: Amount };
  readonly issuer: { readonly identificationNumber: string };
  readonly counterpart: { readonly identificationNumber: string };
}

/** What the fiscal id depends on besides the document's content. */
interface FiscalContext {
  /** Prefix and number, without separators. */
  readonly number: string;
  readonly environment: Environment;
}

/** `TipoAmb` of the hashes, `ProfileExecutionID` and `UUID/@schemeID` of the XML. */
export function environmentCode(environment: Environment): "1" | "2" {
  return environment === "produccion" ? "1" : "2";
}

/**
 * Text whose SHA-384 is the CUFE (FAD06, annex 11.2): issuer sells, counterpart acquires.
 * @param technicalKey key of the numbering range, hashed as the authority delivered it.
 */
export function cufeSeed(document: HashedDocument, context: FiscalContext, technicalKey: string): string {
  const { taxes, issuer, counterpart } = document;
  return (
    openingOf(document, context) +
    `01${taxAmount(taxes, "01")}04${taxAmount(taxes, "04")}03${taxAmount(taxes, "03")}` +
    hashAmount(document.totals.total) +
    issuer.identificationNumber +
    counterpart.identificationNumber +
    technicalKey +
    environmentCode(context.environment)
  );
}

/**
 * Text whose SHA-384 is the CUDE of a contingency invoice or of a note on an invoice (CAD06): that of the CUFE with the software
 * PIN in place of the technical key.
 */
export function cudeSeed(document: HashedDocument, context: FiscalContext, pin: string): string {
  return cufeSeed(document, context, pin);
}

/** Text whose SHA-384 is the CUDS (DSAD06, NSAD06): the vendor (counterpart) comes before the buyer (issuer), IVA over all rates. */
export function cudsSeed(document: HashedDocument, context: FiscalContext, pin: string): string {
  return (
    openingOf(document, context) +
    `01${taxAmount(document.taxes, "01")}` +
    hashAmount(document.totals.total) +
    document.counterpart.identificationNumber +
    document.issuer.identificationNumber +
    pin +
    environmentCode(context.environment)
  );
}

/** By the fiscal id, the text that is hashed; its secret is the one that `KINDS` says. */
export const FISCAL_ID_SEEDS: Readonly<Record<FiscalIdKind, typeof cufeSeed>> = {
  CUFE: cufeSeed,
  CUDE: cudeSeed,
  CUDS: cudsSeed,
};

/** Text whose SHA-384 is the software security code (FAB27b). */
export function securityCodeSeed(softwareId: string, pin: string, number: string): string {
  return softwareId + pin + number;
}

/** Address that the QR code of a document holds; support documents may carry nothing else (FAB36, DSAB36). */
export function qrUrl(fiscalId: string, environment: Environment): string {
  return `${CATALOGUE_URL[environment]}/document/searchqr?documentkey=${fiscalId}`;
}

function openingOf(document: HashedDocument, context: FiscalContext): string {
  return context.number + document.issueDate + document.issueTime + hashAmount(document.totals.subtotal);
}

function taxAmount(taxes: HashedDocument["taxes"], code: string): string {
  const amounts = taxes.filter((tax) => tax.code === code).map((tax) => tax.amount);
  const [only] = amounts;
  if (only === undefined) return "0.00";
  return hashAmount(amounts.length === 1 ? only : print(sum(amounts.map(decimal))));
}

/** Exactly two decimals, truncated, never rounded. */
function hashAmount(printed: string): string {
  const point = printed.indexOf(".");
  if (point < 0) return `${printed}.00`;
  return point === printed.length - 3 ? printed : `${printed}00`.slice(0, point + 3);
}
