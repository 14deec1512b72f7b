// Names the kinds of documents in Spanish.
import type { TypeCode } from "../../domain/kind.ts";

interface KindText {
  /** Denomination, as a document bears it. */
  readonly title: string;
  /** As sentences call one. */
  readonly name: string;
}

const SUPPORTED = "adquisiciones efectuadas a no obligados a facturar";

export const KIND_TEXTS: Readonly<Record<TypeCode, KindText>> = {
  "01": { title: "Factura electrónica de venta", name: "factura" },
  "02": { title: "Factura electrónica de venta", name: "factura de exportación" },
  "03": { title: "Factura electrónica de venta", name: "factura de contingencia" },
  "05": { title: `Documento soporte en ${SUPPORTED}`, name: "documento soporte" },
  "91": { title: "Nota crédito de la factura electrónica de venta", name: "nota crédito" },
  "92": { title: "Nota débito de la factura electrónica de venta", name: "nota débito" },
  "95": { title: `Nota de ajuste al documento soporte en ${SUPPORTED}`, name: "nota de ajuste" },
};
