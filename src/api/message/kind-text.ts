// Names the kinds of documents in Spanish, and describes the fields of answers that say one.
import type { TypeCode } from "../../domain/kind.ts";
import { oneOf } from "../field/reply-field.ts";

interface KindText {
  /** Denomination, as a document bears it. */
  readonly title: string;
  /** As sentences call one. */
  readonly name: string;
}

const SUPPORTED = "adquisiciones efectuadas a no obligados a facturar";

export const KIND_TEXTS: Readonly<Record<TypeCode, KindText>> = {
  "01": { title: "Factura electrónica de venta", name: "factura" },
  "03": { title: "Factura electrónica de venta", name: "factura de contingencia" },
  "05": { title: `Documento soporte en ${SUPPORTED}`, name: "documento soporte" },
  "91": { title: "Nota crédito de la factura electrónica de venta", name: "nota crédito" },
  "92": { title: "Nota débito de la factura electrónica de venta", name: "nota débito" },
  "95": { title: `Nota de ajuste al documento soporte en ${SUPPORTED}`, name: "nota de ajuste" },
};

/** The field `tipo_authority` of an answer that shows documents of these kinds. */
export function typeField<const Codes extends readonly TypeCode[]>(codes: Codes, example: Codes[number]) {
  return oneOf(codes, `${codes.map((code) => `${code} ${KIND_TEXTS[code].name}`).join(", ")}.`, example);
}
