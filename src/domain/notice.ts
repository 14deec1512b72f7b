// A priced document into the notices that the authority is known to give with such a document, which it accepts all the same.
import type { Document } from "./document.ts";
import type { Problem } from "./refusal.ts";

/**
 * What the authority will remark on, as far as the document alone shows it; `rule` is the authority's code.
 * Only what its own answers showed as a notice counts (rules observed, not published).
 */
export function foreseeNotices(document: Document): readonly Problem[] {
  if (document.kind !== "invoice" || document.counterpart.email !== null) return [];
  const message =
    "Sin correo del adquirente la autoridad acepta la factura con una notificación; envíelo si lo conoce.";
  return [{ path: "receptor.email", message, rule: "FAK55" }];
}
