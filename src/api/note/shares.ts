// Describes and writes what a note carries of the discounts of its document.
import * as z from "zod";
import type { DiscountShare } from "../../domain/note-allowance.ts";
import { money, text } from "../reply-field.ts";

/** The parts of the document's own discounts. */
export const sharesField = z
  .array(
    z
      .object({
        motivo: text("Motivo del descuento, como lo imprime la factura.", "Cupón"),
        valor: money("Parte que esta nota devuelve del descuento.", "4320.00"),
      })
      .meta({ id: "DiscountShare" }),
  )
  .meta({
    description:
      "Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false.",
  });

/** What the note carries of the document's discounts. */
export function toWireShares(shares: readonly DiscountShare[] = []) {
  return shares.map(({ reason: motivo, amount: valor }) => ({ motivo, valor }));
}
