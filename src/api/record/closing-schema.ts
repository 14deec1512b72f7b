// Describes the closing of some days as schemas: the whole of it, and the groups into which it is divided.
import * as z from "zod";
import { listCodes } from "../../domain/kind.ts";
import { date, integer, money, nullableText, okFlag, text, typeField } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";
import { printedTaxSchema } from "./representation-schema.ts";

const standingsSchema = z
  .object({
    aceptado: integer("Aceptados por la autoridad.", 41),
    pendiente: integer("En camino: aún sin resultado.", 1),
    rechazado: integer("Rechazados: no suman en ningún valor.", 0),
    desconocido: integer("De resultado desconocido (`send_unknown`): quien opera el servicio los resuelve.", 0),
  })
  .meta({ id: "ClosingStates", description: "Cuántos documentos hay en cada estado." });

const kindSchema = z
  .object({
    tipo_authority: typeField(listCodes({}), "01"),
    cantidad: integer("Documentos vivos.", 42),
    subtotal: money("Suma de los subtotales.", "2000000.00"),
    impuestos: money("Suma de los impuestos.", "380000.00"),
    descuentos: money("Suma de los descuentos de todo el documento.", "50000.00"),
    cargos: money("Suma de los cargos de todo el documento.", "20000.00"),
    total: money("Suma de los totales: subtotal más impuestos, menos descuentos, más cargos.", "2350000.00"),
  })
  .meta({
    id: "ClosingType",
    description: "Los documentos vivos de un tipo; las notas, con sus propios valores positivos.",
  });

const meansSchema = z
  .object({
    codigo: text("Código del medio de pago.", "10"),
    nombre: text("Nombre de la lista de la autoridad.", "Efectivo"),
    valor: money("Lo pagado por este medio, menos lo devuelto por las notas que restan.", "2350000.00"),
    redondeo: money(
      "Solo de un medio con pagos que se redondearon: la suma de esos redondeos, menos los que devolvieron las notas. Al cajón entró `valor` más `redondeo`, exactamente.",
      "-27.00",
    ).optional(),
  })
  .meta({ id: "ClosingMeans" });

const numbersSchema = z
  .object({
    prefijo: text("Prefijo.", "SETP"),
    desde: integer("El primer número.", 990000001),
    hasta: integer("El último número.", 990000042),
    cantidad: integer(
      "Números usados, también por documentos rechazados; si no falta ninguno, `hasta` − `desde` + 1.",
      42,
    ),
  })
  .meta({ id: "ClosingNumbers", description: "Los números que dio un rango o una serie de notas." });

const totalSchema = z
  .object({
    moneda: text("Moneda ISO 4217 de los documentos y de todos los valores.", "COP"),
    estados: standingsSchema,
    tipos: z.array(kindSchema).meta({ description: "Por tipo de documento." }),
    impuestos: z.array(printedTaxSchema).meta({ description: "Por impuesto y tarifa, netos de notas." }),
    medios: z
      .array(meansSchema)
      .meta({ description: "Por medio de pago, netos de notas; con los anticipos suman `neto`." }),
    numeros: z.array(numbersSchema).meta({ description: "Por prefijo." }),
    neto: money("Facturas o documentos soporte, y notas débito, menos notas crédito (o de ajuste).", "2350000.00"),
  })
  .meta({ id: "ClosingTotal" });

const groupSchema = z
  .object({
    clave: nullableText(
      "El día, el código del establecimiento o la caja; null en los documentos que no lo llevan.",
      "2026-03-02",
    ),
    ...totalSchema.shape,
  })
  .meta({ id: "ClosingGroup" });

/** The answer of a closing. */
export const closingSchema = z
  .object({
    ok: okFlag(true),
    desde: date("Primer día.", "2026-03-02"),
    hasta: date("Último día, incluido.", "2026-03-02"),
    total: totalSchema.meta({ description: "Los documentos en pesos." }),
    grupos: z.array(groupSchema).meta({
      description: "Por `clave` y moneda. Sin `agrupar`, solo los documentos en otras monedas, uno por moneda.",
    }),
    notices: noticesField,
  })
  .meta({ id: "Closing" });
