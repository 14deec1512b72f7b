// Describes what v2 adds to an invoice as a whole: payments, instalments, prepayments, references, delivery.
import { listIncoterms } from "../../domain/catalogue/catalogue.ts";
import {
  blankableChoiceField,
  blankableCodeField,
  blankableDateField,
  blankableTextField,
  COMPUTED_DECIMALS,
  COUNTRY_CODE,
  codeField,
  dateField,
  decimalField,
  listField,
  objectField,
  textField,
} from "../field/field.ts";
import { paymentFields } from "./payment-request-schema.ts";

const MOST_PAYMENTS = 10;
const MOST_INSTALMENTS = 60;
const MOST_PREPAYMENTS = 20;
const MOST_REFERENCES = 20;
const REFERENCE_MOST_CHARACTERS = 60;
/** Coins are rounded to less than a hundred pesos. */
const MOST_ROUNDING = "99.99";

const referenceNumberField = (description: string, example: string) =>
  textField({ description, example, max: REFERENCE_MOST_CHARACTERS, isExact: true });

const amountField = (description: string, example: number) =>
  decimalField({ description, example, isAbove: true, maxDecimals: COMPUTED_DECIMALS });

/** `pagos`. */
const paymentsField = listField(
  objectField({
    ...paymentFields,
    valor: amountField(
      "Lo que se paga con este medio, sin el cambio que se devuelve; obligatorio si hay más de uno. Si hay uno solo, es el total.",
      50000,
    ).nullish(),
    referencia: blankableTextField({
      description: "Referencia del pago: autorización, comprobante.",
      example: "AUT-778812",
      max: REFERENCE_MOST_CHARACTERS,
      isExact: true,
    }).nullish(),
    redondeo: decimalField({
      description:
        "Ajuste por moneda de un pago en efectivo, negativo si favorece al comprador: se imprime, no se firma.",
      example: 27,
      min: `-${MOST_ROUNDING}`,
      max: MOST_ROUNDING,
    }).nullish(),
  }),
  {
    description: "Los pagos de la factura, de uno a diez, en vez de `payment`; sus valores suman el total.",
    min: 1,
    max: MOST_PAYMENTS,
  },
);

const purchaseOrderSchema = objectField(
  {
    numero: referenceNumberField("Número de la orden de compra.", "OC-4471"),
    fecha: blankableDateField({
      description: "Su fecha, no posterior a la de emisión.",
      example: "2026-02-20",
    }).nullish(),
  },
  { description: "Orden de compra del adquirente." },
);

/** What v2 adds of it to a support document. */
export const paidFields = {
  pagos: paymentsField.nullish(),
  referencias: objectField(
    { orden_compra: purchaseOrderSchema.nullish() },
    { description: "La orden con que se compró." },
  ).nullish(),
};

/** `referencias`. */
const referencesSchema = objectField(
  {
    orden_compra: purchaseOrderSchema.nullish(),
    remisiones: documentsField("Remisiones o despachos.", "REM-0099").nullish(),
    entradas: documentsField("Entradas o recibos de la mercancía.", "ENT-12").nullish(),
    contrato: objectField(
      { numero: referenceNumberField("Número del contrato.", "CTO-2026-7") },
      { description: "Contrato." },
    ).nullish(),
  },
  { description: "Documentos que el comprador busca en la factura." },
);

function documentsField(description: string, example: string) {
  const document = objectField({
    numero: referenceNumberField("Número del documento.", example),
    fecha: blankableDateField({
      description: "Su fecha, no posterior a la de emisión.",
      example: "2026-02-27",
    }).nullish(),
  });
  return listField(document, { description, max: MOST_REFERENCES });
}

/** `entrega`. */
const deliverySchema = objectField(
  {
    direccion: blankableTextField({
      description: "Dirección de entrega; en Colombia va con codigo_municipio.",
      example: "Calle 10 # 43-20, local 3",
      max: 300,
      isExact: true,
    }).nullish(),
    codigo_municipio: blankableTextField({
      description: "En Colombia: código DIVIPOLA de 5 dígitos.",
      example: "05001",
      max: 5,
      isCode: true,
    }).nullish(),
    ciudad: blankableTextField({ description: "En otro país: la ciudad.", example: "Miami", max: 100 }).nullish(),
    pais: blankableCodeField({
      description: "País ISO 3166-1 de dos letras; CO si no viene.",
      example: "CO",
      pattern: COUNTRY_CODE,
      expected: "debe ser un país ISO 3166-1 de dos letras",
    }).nullish(),
    fecha: blankableDateField({ description: "Fecha de entrega; puede ser futura.", example: "2026-03-05" }).nullish(),
    incoterm: blankableChoiceField({
      description: `Condición de entrega: ${listIncoterms()
        .map(({ code, name }) => `${code} ${name}`)
        .join(", ")}. DPU se firma como DAT, con un aviso.`,
      example: "FOB",
      choices: [...listIncoterms().map(({ code }) => code), "DPU"],
    }).nullish(),
    guia: blankableTextField({
      description: "Número de la guía de transporte.",
      example: "GUIA-551",
      max: REFERENCE_MOST_CHARACTERS,
      isExact: true,
    }).nullish(),
    transportador: blankableTextField({
      description: "Quién transporta: se imprime, no se firma.",
      example: "Transportes del Valle",
      max: 200,
      isExact: true,
    }).nullish(),
  },
  { description: "Dónde, cuándo y cómo se entrega." },
);

/** What v2 adds to the head of an invoice. */
export const wholeFields = {
  pagos: paymentsField.nullish(),
  cuotas: listField(
    objectField({
      valor: amountField("Valor de la cuota.", 396666.67),
      due_date: dateField({ description: "Su vencimiento, después del de la anterior.", example: "2026-04-02" }),
    }),
    {
      description:
        "De dos a sesenta cuotas de la parte a crédito, cuyo valor suman; el vencimiento es el de la última.",
      min: 2,
      max: MOST_INSTALMENTS,
    },
  ).nullish(),
  anticipos: listField(
    objectField({
      valor: amountField("Lo que se recibió.", 300000),
      fecha: dateField({ description: "Cuándo se recibió, no después de hoy.", example: "2026-02-12" }),
      referencia: blankableTextField({
        description: "Comprobante del anticipo.",
        example: "RC-100",
        max: REFERENCE_MOST_CHARACTERS,
        isExact: true,
      }).nullish(),
    }),
    {
      description:
        "Lo que el comprador ya había pagado: informativo, no cambia el total; la respuesta trae saldo_por_pagar.",
      max: MOST_PREPAYMENTS,
    },
  ).nullish(),
  referencias: referencesSchema.nullish(),
  periodo_facturado: objectField(
    {
      fecha_inicio: dateField({ description: "Primer día que se factura.", example: "2026-02-01" }),
      fecha_fin: dateField({ description: "Último día.", example: "2026-02-28" }),
    },
    { description: "Periodo que se factura, como en arriendos y servicios públicos." },
  ).nullish(),
  entrega: deliverySchema.nullish(),
  tipo: codeField({
    description:
      "01 factura de venta (defecto) o 02 exportación: adquirente del exterior, todos los ítems exentos y, si son bienes, entrega.incoterm.",
    example: "01",
    pattern: /^0[12]$/,
    expected: 'debe ser "01" o "02"',
  }).nullish(),
};
