// Says of a document, for its drawing, what its signed file does not.
import type { PrintedRecord } from "../../domain/document/drawing.ts";
import { listRoundings } from "../../domain/price/payment.ts";
import type { WholeDocument } from "../../store/archive/filed.ts";
import { isOnWire } from "../../ubl/support-document.ts";

/** What a signed file does not say: which prices were agreed with their taxes; how cash was rounded and who carries; that a resident supplier is no NIT; withholdings that have no place in it. */
export function toRecord({ module, thirdParty, withheld, detail }: WholeDocument): PrintedRecord {
  const taxIncluded = detail.lines.filter((line) => line.isTaxIncluded === true).map(({ number }) => number);
  const common = { taxIncluded, roundings: listRoundings(detail.payments), carrier: detail.delivery?.carrier ?? null };
  if (module !== "dse") return { supplierType: null, withheld: null, withholdings: [], ...common };
  const unsigned = detail.withholdings.filter((withholding) => !isOnWire(withholding));
  return {
    supplierType: thirdParty?.identificationType ?? null,
    withheld,
    withholdings: unsigned.map(({ name, rate, base, amount }) => ({ name, rate, base, amount })),
    ...common,
  };
}
