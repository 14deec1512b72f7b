// Describes what v2 says of an invoice as a whole, as schemas.
import * as z from "zod";
import { date, money, nullableText, text } from "../field/reply-field.ts";

/** What is still to be paid, how cash was rounded, and what was given. */
export const saleFields = {
  saldo_por_pagar: money(
    "Total menos los anticipos. No resta lo que se paga de contado, ni retenciones ni notas: imprímalo solo si hubo anticipos.",
    "119000.00",
  ),
  redondeo: money(
    "Suma de los redondeos de los pagos en efectivo: negativa si se cobró menos. No cambia el total. Solo si hubo alguno.",
    "-27.00",
  ).optional(),
  obsequios: z
    .object({
      valor: money("Valor comercial de lo regalado, sin impuestos.", "30000.00"),
      iva_asumido: money("Impuestos que asume el vendedor.", "5700.00"),
    })
    .nullable()
    .meta({ description: "Obsequios y muestras; null si no hay." }),
};

const namedDocumentSchema = z
  .object({ numero: text("Número.", "OC-4471"), fecha: nullableText("Fecha, `AAAA-MM-DD`.", "2026-02-20") })
  .meta({ id: "NamedDocument" });

const paymentSchema = z
  .object({
    form: text("contado o credito.", "contado"),
    means_code: text("Medio de pago de la lista de la autoridad.", "10"),
    medio: text("Nombre del medio.", "Efectivo"),
    valor: nullableText(
      "Lo que se paga con él, o lo que devuelve una nota crédito; null si es el único y no se dijo, y en una nota débito.",
      "119000.00",
    ),
    referencia: nullableText("Referencia del pago.", null),
    due_date: nullableText("Vencimiento de un pago a crédito.", null),
    redondeo: nullableText("Ajuste por moneda de un pago en efectivo; no está en el XML.", null),
  })
  .meta({ id: "PaymentPart" });

/** The payments of a document, and the documents that it names. */
export const paidReplyFields = {
  pagos: z.array(paymentSchema).meta({ description: "Pagos." }),
  referencias: z
    .object({
      orden_compra: namedDocumentSchema.nullable().meta({ description: "Orden de compra." }),
      remisiones: z.array(namedDocumentSchema).meta({ description: "Remisiones." }),
      entradas: z.array(namedDocumentSchema).meta({ description: "Entradas." }),
      contrato: z
        .object({ numero: text("Número.", "CTO-2026-7") })
        .nullable()
        .meta({ description: "Contrato." }),
    })
    .nullable()
    .meta({ description: "Documentos que nombra; null si ninguno." }),
};

/** The same of an invoice, with instalments, prepayments, period and delivery. */
export const wholeReplyFields = {
  ...paidReplyFields,
  cuotas: z
    .array(
      z
        .object({ valor: money("Valor.", "396666.67"), due_date: text("Vencimiento.", "2026-04-02") })
        .meta({ id: "Instalment" }),
    )
    .meta({ description: "Cuotas de la parte a crédito." }),
  anticipos: z
    .array(
      z
        .object({
          valor: money("Valor.", "300000.00"),
          fecha: text("Cuándo se recibió.", "2026-02-12"),
          referencia: nullableText("Comprobante.", "RC-100"),
        })
        .meta({ id: "Prepayment" }),
    )
    .meta({ description: "Anticipos, informativos: no cambian el total." }),
  periodo_facturado: z
    .object({ fecha_inicio: date("Primer día.", "2026-02-01"), fecha_fin: date("Último día.", "2026-02-28") })
    .nullable()
    .meta({ description: "Periodo que se factura; null si no se dijo." }),
  entrega: z
    .object({
      direccion: nullableText("Dirección.", "Calle 10 # 43-20"),
      codigo_municipio: nullableText("Código DIVIPOLA, en Colombia.", "05001"),
      ciudad: nullableText("Municipio o ciudad.", "Medellín"),
      pais: nullableText("País.", "CO"),
      fecha: nullableText("Fecha de entrega.", "2026-03-05"),
      incoterm: nullableText("Condición de entrega.", null),
      guia: nullableText("Guía de transporte.", null),
      transportador: nullableText("Quién transporta; no está en el XML.", null),
    })
    .nullable()
    .meta({ description: "Entrega." }),
};
