// Names the kinds of documents in Spanish.
import type { TypeCode } from "../../domain/kind.ts";

interface KindText {
  /** Denomination, as a document bears it. */
  readonly title: string;
  /** As sentences call one. */
  readonly name: string;
}

const TICKET = "Documento equivalente electrónico tiquete de máquina registradora con sistema P.O.S.";
const SUPPORTED = "adquisiciones efectuadas a no obligados a facturar";

export const KIND_TEXTS: Readonly<Record<TypeCode, KindText>> = {
  "01": { title: "Factura electrónica de venta", name: "factura" },
  "02": { title: "Factura electrónica de venta", name: "factura de exportación" },
  "03": { title: "Factura electrónica de venta", name: "factura de contingencia" },
  "05": { title: `Documento soporte en ${SUPPORTED}`, name: "documento soporte" },
  "20": { title: TICKET, name: "tiquete POS" },
  "91": { title: "Nota crédito de la factura electrónica de venta", name: "nota crédito" },
  "92": { title: "Nota débito de la factura electrónica de venta", name: "nota débito" },
  "93": { title: "Nota de ajuste débito al documento equivalente electrónico", name: "nota débito de tiquete" },
  "94": { title: "Nota de ajuste crédito al documento equivalente electrónico", name: "nota crédito de tiquete" },
  "95": { title: `Nota de ajuste al documento soporte en ${SUPPORTED}`, name: "nota de ajuste" },
};
