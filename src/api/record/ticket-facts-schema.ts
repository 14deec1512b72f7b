// Describes what a ticket says of its till and of the buyer's loyalty, as it was signed.
import * as z from "zod";
import { nullableText, text } from "../field/reply-field.ts";

export const ticketTillSchema = z.object({
  placa: text("Placa de inventario de la caja.", "CAJA-01"),
  ubicacion: text("Dónde está.", "Salón principal"),
  tipo: text("Tipo de caja.", "Caja"),
  cajero: text("Quién atendió.", "Pedro Ruiz"),
  codigo_venta: nullableText("Código de la venta; si no se envió, el número del tiquete.", "V-000101"),
});

export const ticketBuyerSchema = z.object({
  codigo: text("Código en el programa de fidelización; si no se envió, el número de identificación.", "222222222222"),
  nombre: text("Nombre.", "consumidor final"),
  puntos: text("Puntos.", "0"),
});

/** What a ticket says beside its sale. */
export const ticketFactFields = {
  caja: ticketTillSchema,
  comprador: ticketBuyerSchema,
};

export interface TicketFacts {
  readonly caja: z.infer<typeof ticketTillSchema>;
  readonly comprador: z.infer<typeof ticketBuyerSchema>;
}
