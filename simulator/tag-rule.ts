// Holds the rules that the tags `#aviso` and `#rechazo` name: of tickets and their notes only attested ones.
import { type Finding, rulePrefix } from "./judge/sheet.ts";

const RUT: Finding = {
  code: "RUT01",
  severity: "notice",
  text: "La validación del estado del RUT próximamente estará disponible.",
};
const UNKNOWN_NIT = "Nit o Documento de Identificación informado No está registrado en el RUT.";
const WRONG_NAME = "Nombre informado No corresponde al registrado en el RUT con respecto al Nit suminstrado.";

/** No source has seen a notice of a debit note on a ticket. */
const TICKET_NOTICES: Readonly<Record<string, readonly Finding[]>> = {
  "20": [{ code: "DEAJ40", severity: "notice", text: "El tributo del emisor no está en la lista." }],
  "93": [RUT],
  "94": [{ code: "NAAB14", severity: "notice", text: "El país de origen del documento no es CO." }],
};

const TICKET_REFUSALS: Readonly<Record<string, Finding>> = {
  "20": { code: "DEAU06", severity: "rejection", text: "El total con impuestos no cuadra." },
  "93": { code: "NADBD03", severity: "rejection", text: "Regla de la nota de ajuste débito." },
  "94": { code: "NAAU04", severity: "rejection", text: "La base gravable de la nota no es la de sus líneas." },
};

export function listTagNotices(type: string): readonly Finding[] {
  const unknown: Finding = { code: `${rulePrefix(type)}AJ44a`, severity: "notice", text: UNKNOWN_NIT };
  return TICKET_NOTICES[type] ?? [unknown, RUT];
}

export function getTagRefusal(type: string): Finding {
  return TICKET_REFUSALS[type] ?? { code: `${rulePrefix(type)}AJ43b`, severity: "rejection", text: WRONG_NAME };
}
