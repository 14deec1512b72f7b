// Describes the answer of a dry run as a schema.
import * as z from "zod";
import { metadataReplyFields } from "../field/metadata.ts";
import { pointOfSaleReplyFields } from "../field/point-of-sale-schema.ts";
import { date, figure, flag, money, okFlag, oneOf, text, typeField } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";

const taxSchema = z
  .object({
    codigo: text("Código del tributo: 01 IVA, 04 INC.", "01"),
    nombre: text("Nombre del tributo.", "IVA"),
    porcentaje: figure("Tarifa en porcentaje.", "19.00"),
    base: money("Base.", "120000.00"),
    valor: money("Valor.", "22800.00"),
  })
  .meta({ id: "PricedTax" });

const lineSchema = z
  .object({
    descripcion: text("Descripción como irá en el documento.", "Café pergamino"),
    cantidad: figure("Cantidad, seis decimales.", "10.000000"),
    unidad_medida: text("Unidad de medida.", "EA"),
    valor_unitario: figure("Valor unitario sin impuesto, de dos a seis decimales.", "12000.00"),
    base_imponible: money("Base de la línea.", "120000.00"),
    impuestos: z.array(taxSchema).meta({ description: "Impuestos de la línea." }),
  })
  .meta({ id: "PricedLine" });

const pricedDocumentSchema = z
  .object({
    tipo_authority: typeField(["01", "03", "05"], "05"),
    document_date: date("Fecha con que se emitiría.", "2026-03-02"),
    fecha_vencimiento: date("Vencimiento del pago.", "2026-03-02"),
    moneda: text("Moneda ISO 4217.", "COP"),
    subtotal: money("Suma de las bases.", "120000.00"),
    impuestos: money("Suma de los impuestos.", "22800.00"),
    total: money("Subtotal más impuestos.", "142800.00"),
    total_retenciones: money("Suma de las retenciones; informativas, no cambian el total.", "0.00"),
    neto_pagar: money("Total menos retenciones; en FE, el total: allí las retenciones solo se informan.", "142800.00"),
    items: z.array(lineSchema).meta({ description: "Líneas ya valoradas." }),
    impuestos_detalle: z.array(taxSchema).meta({ description: "Un renglón por tributo y tarifa." }),
    retenciones: z.array(taxSchema).meta({ description: "Retenciones ya calculadas." }),
  })
  .meta({ id: "PricedDocument", description: "El documento tal como quedaría, sin número ni firma." });

/** 200 of `?dry_run=true`. */
export const dryRunSchema = z
  .object({
    ok: okFlag(true),
    dry_run: z.literal(true).meta({ description: "Fue un ensayo: nada quedó guardado.", example: true }),
    documento: pricedDocumentSchema,
    rules: z
      .array(
        z.object({
          code: text(
            "Regla de la autoridad que lo anotará (FAK55), o sección del contrato que lo aconseja (2.13).",
            "2.13",
          ),
          severity: oneOf(["notificacion"], "Aviso: no impide emitir.", "notificacion"),
          field: text("Campo.", "proveedor.direccion"),
          text: text(
            "Qué anotará la autoridad, o qué se usará en su lugar.",
            "No se envió: se usa un texto de relleno; envíe la dirección real.",
          ),
        }),
      )
      .meta({
        description:
          "Avisos: lo que la autoridad anotará al aceptarlo y lo que falta y se recomienda. Lo que impide emitir llega como el mismo 400 de la creación real.",
      }),
    numbering: z
      .object({
        available: flag("Hay plan y rango para numerarlo en este momento.", true),
        code: text("Si no: el código con que la creación real se negaría.", "plan_exhausted").optional(),
        message: text("Si no: por qué.", "El plan está agotado.").optional(),
      })
      .meta({ description: "Si en este momento habría número para él; no se reserva ninguno." }),
    notices: noticesField,
  })
  .meta({ id: "DryRun" });

/** The same of v2. */
export const dryRunSchemaOfV2 = z
  .object({ ...dryRunSchema.shape, ...metadataReplyFields, ...pointOfSaleReplyFields })
  .meta({ id: "DryRun" });
