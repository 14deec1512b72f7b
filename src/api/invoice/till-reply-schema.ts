// Describes what v2 adds to v1's answers about an invoice: every tax of a line, discounts and charges.
import * as z from "zod";
import { dryRunSchemaOfV2 } from "../creation/dry-run-schema.ts";
import { figure, money, nullableText, text } from "../field/reply-field.ts";
import { documentReadSchema } from "./reply-schema.ts";

const taxSchema = z
  .object({
    codigo: text("Código del tributo.", "22"),
    nombre: text("Nombre del tributo.", "INC Bolsas"),
    porcentaje: figure("Tarifa en porcentaje; 0.00 de un tributo por unidad.", "0.00"),
    base: money("Base.", "300.00"),
    valor: money("Valor.", "210.00"),
    valor_unitario: figure(
      "De un tributo por unidad: su valor por cada una; en IBUA, por cada 100 ml.",
      "70.00",
    ).optional(),
    unidades: figure("De un tributo por unidad: cuántas; en IBUA, los mililitros.", "3.000000").optional(),
  })
  .meta({ id: "InvoiceTax" });

const allowanceSchema = z
  .object({
    codigo: nullableText("Código del motivo en la lista de la autoridad; null si no se dio.", "01"),
    motivo: text("Motivo, como lo imprime la factura.", "Cupón"),
    porcentaje: figure("Porcentaje de la base.", "5.00"),
    base: money("Base.", "100000.00"),
    valor: money("Valor.", "5000.00"),
  })
  .meta({ id: "InvoiceAllowance" });

/** Discounts and charges of the whole document. */
export const allowanceFields = {
  descuentos: z.array(allowanceSchema).meta({ description: "Descuentos de toda la factura, después de impuestos." }),
  cargos: z.array(allowanceSchema).meta({ description: "Cargos de toda la factura, como la propina." }),
};

const { documento } = dryRunSchemaOfV2.shape;

/** 200 of `?dry_run=true`. */
export const tillDryRunSchema = z
  .object({
    ...dryRunSchemaOfV2.shape,
    documento: z
      .object({
        ...documento.shape,
        items: z
          .array(
            z
              .object({
                ...documento.shape.items.element.shape,
                descuento: money("Descuento de la línea, ya restado de su base.", "0.00"),
                impuestos: z.array(taxSchema).meta({ description: "Impuestos de la línea." }),
              })
              .meta({ id: "PricedInvoiceLine" }),
          )
          .meta({ description: "Líneas ya valoradas." }),
        impuestos_detalle: z.array(taxSchema).meta({ description: "Un renglón por tributo y tarifa." }),
        ...allowanceFields,
      })
      .meta({ id: "PricedInvoice", description: "La factura tal como quedaría, sin número ni firma." }),
  })
  .meta({ id: "InvoiceDryRun" });

const { doc } = documentReadSchema.shape;

/** GET fe/docs/{doc_id}. */
export const tillReadSchema = z
  .object({
    ...documentReadSchema.shape,
    doc: z
      .object({
        ...doc.shape,
        items: z
          .array(
            z
              .object({
                ...doc.shape.items.element.shape,
                otros_impuestos: z.array(taxSchema).meta({ description: "Los demás tributos del ítem." }),
              })
              .meta({ id: "InvoiceLine" }),
          )
          .meta({ description: "Ítems." }),
        ...allowanceFields,
      })
      .meta({ id: "InvoiceDetail", description: "Factura o nota, como la muestra la consulta por id." }),
  })
  .meta({ id: "InvoiceRead" });
