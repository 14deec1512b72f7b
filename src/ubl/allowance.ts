// Builds the discounts and charges of a line or of a whole document.
import type { AllowanceCharge } from "../domain/document.ts";
import { element, text } from "../xml/element.ts";

/** One AllowanceCharge each, numbered from 1 (FAQ02, FBE01); nothing for none. */
export function buildAllowances(allowances: readonly AllowanceCharge[] | undefined, currency: string): string {
  let printed = "";
  for (const [index, allowance] of (allowances ?? []).entries()) {
    printed += element(
      "cac:AllowanceCharge",
      text("cbc:ID", String(index + 1)) +
        text("cbc:ChargeIndicator", String(allowance.isCharge)) +
        (allowance.reasonCode === null ? "" : text("cbc:AllowanceChargeReasonCode", allowance.reasonCode)) +
        text("cbc:AllowanceChargeReason", allowance.reason) +
        text("cbc:MultiplierFactorNumeric", allowance.percent) +
        text("cbc:Amount", allowance.amount, currency) +
        text("cbc:BaseAmount", allowance.base, currency),
    );
  }
  return printed;
}
