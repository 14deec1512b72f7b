// Describes `representacion`, the facts of the signed file from which a client prints a document.
import * as z from "zod";
import { qrUrl } from "../../domain/document/fiscal-id.ts";
import { CUFE, date, integer, money, nullableText, text } from "../field/reply-field.ts";
import { KIND_TEXTS } from "../message/kind-text.ts";
import { ticketFactFields } from "./ticket-facts-schema.ts";
import { saleFields } from "./whole-schema.ts";

const QR_URL = qrUrl(CUFE, "produccion");
const AUTHORIZATION =
  "Autorización de numeración de facturación 18760000001 de 2019-01-19, prefijo SETP, desde 990000000 hasta 995000000, vigente hasta 2030-01-19";

const timeField = (description: string, example: string) => text(`${description} Hora de Colombia.`, example);

/** A tax at one rate, of a document or of several together. */
export const printedTaxSchema = z
  .object({
    codigo: text("Código de la autoridad.", "01"),
    nombre: text("Nombre.", "IVA"),
    tarifa: nullableText("Porcentaje; null si el impuesto es por unidad.", "19.00"),
    base: money("Base.", "100000.00"),
    valor: money("Valor.", "19000.00"),
  })
  .meta({ id: "PrintedTax" });

/** `representacion`, null before the document is signed. */
export const representationSchema = z
  .object({
    titulo: text("Denominación del documento.", KIND_TEXTS["01"].title),
    numero: text("Prefijo y número.", "SETP990000001"),
    fecha: date("Fecha de emisión.", "2026-11-22"),
    hora: timeField("Hora de emisión.", "10:11:12-05:00"),
    validacion: z
      .object({
        fecha: date("Fecha de validación.", "2026-11-22"),
        hora: timeField("Hora de validación.", "10:11:14-05:00"),
      })
      .nullable()
      .meta({ description: "Cuándo lo validó la autoridad, según su respuesta firmada; null antes de ella." }),
    identificador: z.object({
      nombre: z.enum(["CUFE", "CUDE", "CUDS"]).meta({ description: "Cómo se llama.", example: "CUFE" }),
      valor: text("SHA-384, 96 dígitos hexadecimales: se imprime completo.", CUFE),
    }),
    qr_url: text("Contenido del código QR, el mismo del documento firmado.", QR_URL),
    qr_texto: text(
      "Los datos del documento en líneas, terminadas en la dirección, para quien imprime el QR con texto.",
      `NumFac: SETP990000001\nFecFac: 2026-11-22\n…\nCUFE: ${CUFE}\n${QR_URL}`,
    ),
    resolucion: z
      .object({
        numero: text("Número de la resolución.", "18760000001"),
        fecha: z.iso.date().nullable().meta({
          description:
            "Fecha de la resolución. `AAAA-MM-DD`. null en documentos de versiones anteriores, que no la guardaban.",
          example: "2019-01-19",
        }),
        prefijo: text("Prefijo; vacío si el rango no tiene.", "SETP"),
        desde: integer("Primer número autorizado.", 990000000),
        hasta: integer("Último número autorizado.", 995000000),
        vigente_desde: date("Inicio de la vigencia.", "2019-01-19"),
        vigente_hasta: date("Fin de la vigencia.", "2030-01-19"),
        texto: text("Todo lo anterior en una frase lista para imprimir.", AUTHORIZATION),
      })
      .nullable()
      .meta({ description: "La autorización de numeración; null en las notas, que se numeran sin ella." }),
    emisor: z
      .object({
        nombre: text("Razón social.", "Comercial Ejemplo S.A.S."),
        nit: text("NIT sin dígito de verificación.", "900373115"),
        dv: nullableText("Dígito de verificación.", "3"),
        direccion: nullableText("Dirección fiscal; null en documentos soporte, que no la llevan.", "Calle 1 # 2-3"),
        municipio: nullableText("Municipio; null como la dirección.", "Bogotá, D.C."),
        sede: z
          .object({
            nombre: text("Nombre comercial del establecimiento.", "Almacén Andino - Sede Centro"),
            direccion: nullableText("Dirección.", "Calle 10 # 43-20, local 3"),
            municipio: nullableText("Municipio.", "Medellín"),
          })
          .nullable()
          .meta({
            description:
              "El establecimiento que lo emitió, si está en otra dirección que la fiscal: se imprimen las dos.",
          }),
        calidades: z.array(z.string()).meta({
          description: "Calidades tributarias que se imprimen; vacío si no tiene.",
          example: ["Autorretenedor"],
        }),
      })
      .meta({ description: "Quien expide y firma; en un documento soporte, quien compra." }),
    fabricante: z
      .object({
        nombre: text("Nombre o razón social.", "Programas Ejemplo S.A.S."),
        nit: text("NIT.", "900123456"),
        software: text("Nombre del programa.", "factura-edge"),
      })
      .nullable()
      .meta({ description: "Fabricante del software, como lo configuró el operador; null si no lo hizo." }),
    impuestos: z
      .array(printedTaxSchema)
      .meta({ description: "Impuestos del documento por tarifa. Lo excluido no aparece; lo exento, con tarifa 0.00." }),
    pagos: z
      .array(
        z
          .object({
            form: z.enum(["contado", "credito"]).meta({ description: "Forma de pago.", example: "contado" }),
            means_code: nullableText("Medio de pago de la lista de la autoridad.", "10"),
            medio: nullableText("Nombre del medio en esa lista.", "Efectivo"),
            valor: nullableText("Lo que se paga con él, como se firmó; null si es el único, y en una nota.", null),
            referencia: nullableText("Referencia del pago.", null),
            due_date: nullableText("Vencimiento de un pago a crédito.", null),
            redondeo: money(
              "Solo de un pago en efectivo que se redondeó: lo que no se cobró en monedas (negativo) o se cobró de más. No se firma.",
              "-27.00",
            ).optional(),
          })
          .meta({ id: "PrintedPayment" }),
      )
      .meta({
        description:
          "Cómo se paga, como se firmó: si no se envió, el método por defecto de la empresa. A la caja entra `valor` más `redondeo`.",
      }),
    saldo_por_pagar: saleFields.saldo_por_pagar,
    totales_en_pesos: z
      .object({
        tasa: text("Pesos por unidad de la moneda.", "4105.32"),
        fecha: nullableText("Fecha de la tasa.", "2026-03-02"),
        subtotal: money("Suma de las bases.", "12829125.00"),
        impuestos: money("Suma de los impuestos.", "0.00"),
        total: money("Total.", "12829125.00"),
      })
      .nullable()
      .meta({ description: "De una factura en otra moneda, y de su nota: lo que suma en pesos." }),
    tiquete: z
      .object(ticketFactFields)
      .optional()
      .meta({ description: "Solo de un tiquete: caja, cajero, código de la venta y fidelización." }),
    leyenda: nullableText("Lo que debe leerse en un documento de prueba; null en producción.", null),
  })
  .meta({ id: "Representation", description: "Lo que se imprime de un documento, leído de lo que se firmó." });

export type Representation = z.infer<typeof representationSchema>;
