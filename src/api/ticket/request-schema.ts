// Defines the schemas of POST dee/documentos and of the notes on a ticket: every field, both for validation and for the reference.
import { blankableTextField, objectField } from "../field/field.ts";
import { tillInvoiceSchema, tillReceiverSchema } from "../invoice/request-schema.ts";

const MOST = 100;
const textUpTo = (description: string, example: string) =>
  blankableTextField({ description, example, max: MOST, isExact: true }).nullish();

/** `caja`. */
const tillSchema = objectField(
  {
    placa: textUpTo(
      "Placa de inventario de la caja. Con la de una registrada, ubicación y tipo salen de ella; sin placa, la única registrada.",
      "CAJA-01",
    ),
    ubicacion: textUpTo("Dónde está; sin ella, la de la caja registrada.", "Salón principal"),
    tipo: textUpTo("Tipo de caja; sin él, el de la caja registrada o `Caja`.", "Caja"),
    cajero: textUpTo("Quién atiende; sin él, `No aplica`.", "Pedro Ruiz"),
    codigo_venta: textUpTo("Código de la venta; sin él, el número del tiquete.", "V-000101"),
  },
  { description: "La caja que vende: va firmada e impresa." },
);

/** `comprador`. */
const buyerSchema = objectField(
  {
    codigo: textUpTo("Código en el programa; sin él, el número de identificación.", "222222222222"),
    nombre: textUpTo("Nombre; sin él, el de quien compra.", "consumidor final"),
    puntos: blankableTextField({
      description: "Puntos, como texto o como número; sin ellos, 0.",
      example: "120",
      max: MOST,
      isExact: true,
      allowsNumber: true,
    }).nullish(),
  },
  { description: "Quien compra, en el programa de fidelización de la tienda." },
);

/** The whole request: an invoice of v2 without what no ticket has. */
export const ticketSchema = tillInvoiceSchema
  .omit({
    withholdings: true,
    aiu: true,
    currency: true,
    es_contingencia: true,
    numero_contingencia: true,
    tipo: true,
  })
  .extend({
    receptor: tillReceiverSchema.nullish(),
    caja: tillSchema.nullish(),
    comprador: buyerSchema.nullish(),
    draft_key: blankableTextField({
      description: "La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir.",
      example: "caja1-2026-000123",
      max: 120,
    }).nullish(),
  })
  .meta({ id: "TicketRequest" });

/** What makes it a ticket, alone. */
export const ticketPart = ticketSchema.pick({ caja: true, comprador: true });
