// Describes the records of invoices as schemas: lists, and one by id. v2 shows notes on invoices too, every tax of a line, discounts
// and charges.
import * as z from "zod";
import { metadataReplyFields } from "../field/metadata.ts";
import { pointOfSaleReplyFields } from "../field/point-of-sale-schema.ts";
import {
  CUFE,
  figure,
  flag,
  integer,
  money,
  nullableText,
  okFlag,
  oneOf,
  text,
  typeField,
} from "../field/reply-field.ts";
import { noticesField, stateField, verdictSchema } from "../field/verdict-schema.ts";
import { LISTED_TYPES, LISTED_TYPES_OF_V2 } from "./listed-type.ts";
import { invoiceDetailFields } from "./note-relation-schema.ts";
import { pageFields } from "./page-schema.ts";
import { thirdPartySchema } from "./third-party-schema.ts";
import { saleFields, wholeReplyFields } from "./whole-schema.ts";

const lineFields = {
  id: integer("Número de la línea.", 1),
  descripcion: text("Descripción.", "Servicio de soporte"),
  cantidad: figure("Cantidad.", "2.000000"),
  valor_unitario: figure("Valor unitario sin impuesto.", "50000.00"),
  descuento: money("Descuento.", "0.00"),
  base_imponible: money("Base de la línea.", "100000.00"),
  impuesto: money("Impuesto de la línea.", "19000.00"),
  tarifa: figure("Tarifa en porcentaje.", "19.00"),
  tipo_impuesto: text("Nombre del tributo; Excluido si no causa.", "IVA"),
  codigo_impuesto: text("Código del tributo; vacío si no causa.", "01"),
};

const lineSchema = z.object(lineFields).meta({ id: "InvoiceLine" });

const documentFields = {
  id: integer("Id de la factura.", 1042),
  company_id: integer("Empresa.", 1),
  tipo_authority: typeField(LISTED_TYPES, "01"),
  prefijo: text("Prefijo.", "SETP"),
  consecutivo: integer("Número dentro del rango.", 990000001),
  estado_authority: stateField,
  cufe: text("Identificador fiscal; vacío antes de firmar.", CUFE),
  es_habilitacion: flag("Pertenece al set de pruebas.", false),
  subtotal: money("Suma de las bases.", "100000.00"),
  impuestos: money("Suma de los impuestos.", "19000.00"),
  total: money("Total bruto.", "119000.00"),
  total_retenciones: money("Suma de las retenciones.", "0.00"),
  moneda: text("Moneda ISO 4217.", "COP"),
  fecha_emision: text("Fecha y hora de emisión en Colombia, sin zona.", "2026-03-02T09:03:11"),
  fecha_vencimiento: nullableText("Vencimiento del pago, `AAAA-MM-DD`.", "2026-03-02"),
  xml_path: text("Metadato interno: dónde se archivó el XML firmado; no es una dirección pública.", "1/x.xml"),
  track_id: nullableText("Identificador de seguimiento que dio la autoridad.", null),
  zip_key: text(
    "Clave del envío al set de pruebas, cuando la hubo.",
    "f9a1d1c0-6f5e-4f0b-9d3e-2b1a0c9d8e7f",
  ).optional(),
  tercero: thirdPartySchema.omit({ direccion: true }).nullable().meta({ description: "Adquirente." }),
};

/** GET fe/docs. */
export const invoiceListSchema = z
  .object({
    ok: okFlag(true),
    docs: z
      .array(z.object(documentFields).meta({ id: "InvoiceSummary" }))
      .meta({ description: "Facturas de producción, la más reciente primero, sin sus ítems." }),
    page: integer("Página.", 1),
    per_page: integer("Tamaño de página que se aplicó.", 20),
    total: integer("Facturas que cumplen el filtro.", 137),
    pages: integer("Páginas que hay.", 7),
    notices: noticesField,
  })
  .meta({ id: "InvoiceList" });

/** GET fe/docs/{doc_id}. */
export const invoiceReadSchema = z
  .object({
    ok: okFlag(true),
    doc: z
      .object({ ...documentFields, items: z.array(lineSchema).meta({ description: "Ítems." }) })
      .meta({ id: "InvoiceDetail", description: "Factura, como la muestra la consulta por id." }),
    authority: verdictSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "InvoiceRead" });

const documentFieldsOfV2 = {
  ...documentFields,
  tipo_authority: typeField(LISTED_TYPES_OF_V2, "01"),
  draft_key: nullableText("Clave de idempotencia con que se creó.", "venta-2026-000123"),
  ...metadataReplyFields,
  ...pointOfSaleReplyFields,
};

/** GET fe/docs of v2. */
export const documentListSchema = z
  .object({
    ok: okFlag(true),
    docs: z
      .array(
        z
          .object({
            ...documentFieldsOfV2,
          })
          .meta({ id: "InvoiceSummary" }),
      )
      .meta({ description: "Facturas de producción y sus notas, sin sus ítems." }),
    ...pageFields,
  })
  .meta({ id: "InvoiceList" });

/** A tax with all that v2 says of it. */
export const taxSchema = z
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

const standardCodeSchema = z.object({
  esquema: oneOf(["001", "010", "020"], "Lista del código: 001 UNSPSC, 010 GTIN, 020 partida arancelaria.", "010"),
  codigo: text("El código.", "7701234567897"),
});

const giftSchema = z.object({
  valor_referencia: figure("Valor comercial de una unidad.", "15000.00"),
  asume_iva: oneOf(["vendedor", "comprador"], "Quién asume sus impuestos en porcentaje.", "vendedor"),
});

/** What v2 says of the good of a line. */
export const itemFactFields = {
  codigo: nullableText("Código propio; null si no vino: el XML lleva entonces uno por posición.", "QUE-01"),
  codigo_estandar: standardCodeSchema.nullable().meta({ description: "Código en una lista común." }),
  unidad_medida: text("Unidad de la lista de la autoridad.", "94"),
  unidad: text("Nombre corto de la unidad, como se imprime.", "und"),
  marca: nullableText("Marca.", null),
  modelo: nullableText("Modelo.", null),
  nota: nullableText("Nota de la línea.", null),
  tratamiento: oneOf(["gravado", "exento", "excluido"], "Ante el IVA.", "gravado"),
  obsequio: giftSchema.nullable().meta({ description: "De un obsequio o una muestra." }),
};

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

/** What v2 says of a sale, or of a note on one, when it is read by id: its items and all that stands beside them. */
export const saleDetailFields = {
  items: z
    .array(
      z
        .object({
          ...lineFields,
          ...itemFactFields,
          otros_impuestos: z.array(taxSchema).meta({ description: "Los demás tributos del ítem." }),
        })
        .meta({ id: "InvoiceLine" }),
    )
    .meta({ description: "Ítems." }),
  ...allowanceFields,
  ...saleFields,
  ...wholeReplyFields,
};

/** GET fe/docs/{doc_id} of v2, an invoice or a note. */
export const documentReadSchema = z
  .object({
    ok: okFlag(true),
    doc: z
      .object({
        ...documentFieldsOfV2,
        ...invoiceDetailFields,
        ...saleDetailFields,
      })
      .meta({ id: "InvoiceDetail", description: "Factura o nota, como la muestra la consulta por id." }),
    authority: verdictSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "InvoiceRead" });
