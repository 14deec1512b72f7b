// Describes the answer about a company's state as a schema.
import * as z from "zod";
import { listCodes } from "../../domain/kind.ts";
import { date, flag, integer, nullableText, okFlag, oneOf, text, typeField } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";
import { RANGE_NAMES, STATE_NAMES } from "./name.ts";

const rangeSchema = z
  .object({
    tipo: oneOf(
      Object.values(RANGE_NAMES),
      "Qué numera: facturas, facturas de contingencia, documentos soporte o tiquetes POS.",
      "fe",
    ),
    prefijo: text("Prefijo; vacío si no tiene.", "SETP"),
    resolucion: text("Número de la resolución que lo autorizó.", "18760000001"),
    desde: integer("Primer número autorizado.", 990000000),
    hasta: integer("Último número autorizado.", 995000000),
    siguiente: z
      .int()
      .nullable()
      .meta({ description: "El número que sigue; null si no queda ninguno.", example: 990000124 }),
    quedan: integer("Números que quedan por usar; 0 mientras el rango está detenido.", 4999877),
    vigente_hasta: date("Último día en que se puede usar.", "2030-01-19"),
    dias: integer("Días que faltan hasta `vigente_hasta`; negativo si ya pasó.", 1419),
  })
  .meta({ id: "CompanyRange", description: "Un rango de numeración en uso." });

const seriesSchema = z
  .object({
    tipo_authority: typeField(listCodes({ shape: "note" }), "91"),
    prefijo: text("Prefijo de la serie.", "NC"),
    siguiente: integer("El número que sigue.", 12),
  })
  .meta({ id: "CompanySeries", description: "Una serie de notas: números propios, sin resolución." });

const moduleSchema = z
  .object({
    contratado: flag("La empresa tiene el módulo.", true),
    plan: z
      .object({
        anio: integer("Año del plan.", 2026),
        cupo: integer("Documentos contratados.", 12000),
        usados: integer("Documentos que ya ocuparon un lugar.", 3141),
      })
      .nullable()
      .meta({ description: "Plan del año en curso; null si no hay." }),
    rangos: z.array(rangeSchema).meta({ description: "Rangos en uso." }),
    series: z.array(seriesSchema).meta({ description: "Series de notas del ambiente de la empresa." }),
  })
  .meta({ id: "CompanyModule" });

/** GET empresa. */
export const companyStateSchema = z
  .object({
    ok: okFlag(true),
    empresa: z
      .object({
        id: integer("Id de la empresa en el servicio.", 1),
        nit: text("NIT sin dígito de verificación.", "800197268"),
        dv: text("Dígito de verificación.", "4"),
        nombre: text("Razón social.", "EMPRESA DE PRUEBA SAS"),
        ambiente: oneOf(["produccion", "habilitacion"], "Ambiente en que emite ahora.", "produccion"),
        estado: oneOf(
          Object.values(STATE_NAMES),
          "`suspendida` y `archivada`: no emite documentos nuevos (403 `company_suspended`); lo ya emitido se consulta.",
          "activa",
        ),
      })
      .meta({ description: "La empresa del token." }),
    modulos: z
      .object({ fe: moduleSchema.optional(), dse: moduleSchema.optional(), dee: moduleSchema.optional() })
      .meta({ description: "Los módulos que algún permiso de lectura del token alcanza; los demás no aparecen." }),
    certificado: z
      .object({
        vence: text("Hasta cuándo se puede firmar, instante ISO 8601 en UTC.", "2027-05-31T23:59:59.000Z"),
        dias: integer("Días completos que faltan; negativo si ya venció.", 455),
      })
      .nullable()
      .meta({ description: "El certificado de firma; null si no hay ninguno." }),
    autoridad: z
      .object({
        estado: oneOf(
          ["normal", "lenta", "caida"],
          "`caida`: no responde, y los documentos firmados esperan sin enviarse; `lenta`: ya responde, y salen los que esperaban, o responde consultas y falla en los envíos; `normal`: nada se sabe en su contra.",
          "normal",
        ),
        desde: nullableText("Desde cuándo, instante ISO 8601 en UTC; null si es `normal`.", null),
      })
      .meta({ description: "Cómo responde la autoridad en el ambiente de la empresa." }),
    avisos: z
      .array(
        z
          .object({
            codigo: oneOf(
              [
                ...(["certificate_missing", "certificate_ending", "range_missing", "range_ending"] as const),
                ...(["series_stopped", "plan_missing", "plan_ending"] as const),
              ],
              "Código estable del aviso.",
              "range_ending",
            ),
            mensaje: text(
              "Qué se acaba o falta, en una frase que se puede mostrar tal cual.",
              "A la numeración de facturas le quedan 80 de 1000 números y 41 días para usarlos: hace falta otro rango autorizado.",
            ),
            desde: date("Día desde el que se avisa.", "2026-02-20"),
          })
          .meta({ id: "CompanyWarning" }),
      )
      .meta({
        description: "Lo que impide emitir o lo impedirá pronto, lo urgente primero; vacío cuando todo está en orden.",
      }),
    notices: noticesField,
  })
  .meta({ id: "CompanyState" });

/** Of an answer without a body. */
export const emptySchema = z.object({});
