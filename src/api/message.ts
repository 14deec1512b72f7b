// Writes every Spanish sentence that the API answers: one table for what the domain reports as data, one for the API's own.
import { type CatalogueEntry, listIdentificationTypes, listTaxes, type Municipality } from "../domain/catalogue.ts";
import type { Module, RangeKind } from "../domain/company.ts";
import type { StandIn } from "../domain/default-name.ts";
import { findMeantRate } from "../domain/doubt.ts";
import type { Draft } from "../domain/draft.ts";
import type { Characters } from "../domain/identification.ts";
import { isJsonObject, JsonNumber } from "../domain/json.ts";
import type { LastError, LastErrorReason } from "../domain/last-error.ts";
import { findMeantMeans } from "../domain/payment-means.ts";
import type { FieldPath, PercentageFault, Problem, Reason, ReasonFacts } from "../domain/problem.ts";
import { countListed, LimitedList, MOST_PROBLEMS } from "../domain/problem-list.ts";
import type { RefusalFacts } from "../domain/refusal.ts";
import { MOST_RATE_DECIMALS } from "../domain/tax.ts";
import type { TaxKind } from "../domain/tax-table.ts";
import type { Detail, DocumentOwner, ErrorFacts } from "./error.ts";
import { cutText, MARKS_MOST, spellInvisible } from "./text.ts";

/** How a request names the things that the domain reports on. */
export interface Naming {
  /** v2: refuses what v1 only remarks on, and lists every code of a short list where v1 gives examples. */
  readonly isStrict?: boolean;
  readonly kind: Draft["kind"];
  /** A place in the draft as the client spelled it: `items.0.codigo`. */
  readonly spell: (field: FieldPath) => string;
  /** The names by which a note's client sent what a refusal may be about. */
  readonly noteWords?: NoteWords;
}

/** Members of a note that have several names. */
export interface NoteWords {
  /** What it corrects: `factura_id` or `factura`, `documento_id` or `documento`. */
  readonly id: string;
  readonly withholdings: string;
}

/** What a sentence is written with. */
interface Context extends Naming {
  /** How most sentences begin: "El campo `items.0.codigo`". */
  readonly subject: string;
}

const MODULES: Readonly<Record<Module, string>> = {
  fe: "factura electrónica (FE)",
  dse: "documento soporte electrónico (DSE)",
};
const RANGES: Readonly<Record<RangeKind, string>> = {
  fe: "facturas electrónicas",
  contingency: "facturas de contingencia",
  dse: "documentos soporte",
};
const PERCENTAGE_FAULTS: Readonly<Record<PercentageFault, string>> = {
  "below-zero": "no puede ser menor que 0",
  zero: "debe ser mayor que cero",
  "over-hundred": "no puede pasar de 100",
  "too-fine": `admite hasta ${MOST_RATE_DECIMALS} decimales`,
};
const ISSUER = "La configuración de la empresa";
const BY_OPERATOR = "debe corregirla el operador.";

type Sentences = {
  readonly [Name in keyof ReasonFacts]: (facts: ReasonFacts[Name], context: Context) => string;
};

/** Every reason of the domain and of the store as a sentence. */
const SENTENCES: Sentences = {
  "not-positive": ({ value }, { subject }) => `${subject} es ${value}; debe ser mayor que cero.`,
  "too-many-decimals": ({ value, most }, { subject }) => `${subject} es ${value}; admite hasta ${most} decimales.`,
  percentage: ({ value, fault }, { subject }) => `${subject} es ${value}; un porcentaje ${PERCENTAGE_FAULTS[fault]}.`,
  after: ({ value, than, limit }, { subject, spell }) =>
    `${subject} no puede ser posterior a ${spell(than)} (${limit}); se recibió "${value}".`,
  before: ({ value, than, limit }, { subject, spell }) =>
    `${subject} no puede ser anterior a ${spell(than)} (${limit}); se recibió "${value}".`,
  "not-a-date-from": ({ value, earliest }, { subject }) =>
    `${subject} es "${value}"; debe ser una fecha real AAAA-MM-DD igual o posterior a la de emisión (${earliest}).`,
  "not-a-date-until": ({ value, latest }, { subject }) =>
    `${subject} es "${value}"; debe ser una fecha real AAAA-MM-DD no posterior a la de emisión (${latest}).`,
  others: ({ standsFor }) =>
    standsFor === 1 ? "Hay 1 problema más, que no se lista." : `Hay ${standsFor} problemas más, que no se listan.`,

  "no-lines": (_, { subject }) => `${subject} debe traer al menos un ítem.`,
  "line-without-value": ({ base, price, quantity }, { subject }) =>
    `${subject} da un valor de línea de ${base} (${price} x ${quantity}); debe ser mayor que cero.`,
  "paid-not-divisible": ({ paid, quantity, decimals }, { subject }) =>
    `${subject} suma ${paid} con el impuesto incluido, que no se puede repartir entre ${quantity} unidades ` +
    `con un precio base de ${decimals} decimales; divida el ítem en varios.`,
  "price-required": ({ instead }, { subject, spell }) =>
    `${subject} es obligatorio: envíe el valor unitario base, o \`${spell(instead)}\`.`,
  "prices-differ": ({ value, other, input, includedRate, net }, { subject, spell }) => {
    const included = includedRate === null ? "" : ` con \`iva_incluido\` true y tarifa ${includedRate}`;
    const given = `pero \`${spell(other)}\` ${input}${included} equivale a ${net} sin impuesto`;
    return `${subject} es ${value}, ${given}; deben coincidir al centavo.`;
  },
  "tax-rate": ({ value, fault }, { subject }) => `${subject} es ${value}: la tarifa ${PERCENTAGE_FAULTS[fault]}.`,
  "tax-unknown": ({ value }, { subject, isStrict }) =>
    isStrict
      ? `${subject} es "${value}", que no está en la lista de la autoridad; sus tributos en porcentaje son ${nameTaxes("percent")}, y por unidad ${nameTaxes("nominal")}.`
      : `${subject} es "${value}", que no está en la lista de tributos de la autoridad.`,
  "tax-is-withholding": ({ value, name }, { subject }) =>
    `${subject} es "${value}" (${name}), una retención: va en "withholdings".`,
  "tax-is-per-unit": ({ value, name }, { subject }) =>
    `${subject} es "${value}" (${name}), que se liquida por unidad y no por porcentaje.`,
  "tax-is-of-party": ({ value, name }, { subject }) =>
    `${subject} es "${value}" (${name}), que describe a un responsable y no el impuesto de un ítem.`,
  "tax-is-none": ({ value, name, rate }, { subject }) =>
    `${subject} es "${value}" (${name}), que no causa impuesto, pero la tarifa es ${rate}.`,
  "tax-is-no-tax": ({ value, name }, { subject }) =>
    `${subject} es "${value}" (${name}), que no es un tributo de un ítem; quítelo.`,
  "tax-rule-unknown": ({ value, name }, { subject }) =>
    `${subject} es "${value}" (${name}): la autoridad no publica cómo se calcula ese tributo y aquí no se admite; ` +
    `se admiten ${nameTaxes("percent")}, y por unidad ${nameTaxes("nominal")}.`,
  "tax-repeated": ({ value, name }, { subject }) =>
    `${subject} repite "${value}" (${name}); cada tributo va una sola vez en el ítem.`,
  "tax-needs-rate": ({ name, instead }, { subject, spell }) =>
    `${subject} no aplica a ${name}, que es un porcentaje de la base: envíe \`${spell(instead)}\`.`,
  "tax-needs-unit-amount": ({ name, instead }, { subject, spell }) =>
    `${subject} no aplica a ${name}, que es un valor por unidad: envíe \`${spell(instead)}\`.`,
  "millilitres-required": ({ name }, { subject }) =>
    `${subject} es obligatorio: los mililitros que trae una unidad del ítem, porque ${name} se cobra por cada 100.`,
  "millilitres-of-other": ({ code, name }, { subject }) =>
    `${subject} no aplica al tributo "${code}" (${name}); no lo envíe.`,
  "taxes-over-paid": ({ paid, taxes }, { subject }) =>
    `${subject} paga ${paid} con los impuestos incluidos, que no alcanza para los tributos por unidad (${taxes}).`,
  "unit-unknown": ({ value }, { subject }) =>
    `${subject} debe ser una unidad de la lista oficial, como "EA" o "94"; se recibió "${value}".`,
  "price-or-base-required": ({ instead }, { subject, spell }) =>
    `${subject} es obligatorio, o bien \`${spell(instead)}\` para derivarlo.`,
  "base-differs": ({ value, computed }, { subject }) =>
    `${subject} no coincide con cantidad x precio_unitario (${computed}); se recibió ${value}.`,
  "base-not-divisible": ({ value, quantity, decimals }, { subject }) =>
    `${subject} no se puede repartir entre ${quantity} unidades con un precio de ${decimals} decimales; ` +
    `se recibió ${value}, envíe también precio_unitario.`,
  "price-too-fine": ({ value, quantity, base, printed, printedBase, decimals }, { subject }) =>
    `${subject} es ${value}, que por ${quantity} da ${base}; el documento imprime el precio con ${decimals} decimales ` +
    `(${printed}), que da ${printedBase}; envíe hasta ${decimals} decimales, o la cantidad en una unidad mayor, ` +
    "como el millar, con su precio.",
  "tax-amount-differs": ({ value, base, rate, computed }, { subject }) =>
    `${subject} es un valor en dinero y no coincide con base x porcentaje_iva (${base} x ${rate} % = ${computed}); ` +
    `se recibió ${value}.`,
  "tax-amount-over-base": ({ value, base }, { subject }) =>
    `${subject} es un valor en dinero y no puede pasar de la base (${base}); se recibió ${value}.`,
  "cost-center-unknown": ({ value }, { subject }) => {
    const shown = typeof value === "number" ? value : `"${value}"`;
    return `${subject} no es un centro de costo de la empresa; se recibió ${shown}.`;
  },
  "cost-center-differs": ({ value, than }, { subject, spell }) =>
    `${subject} nombra otro centro de costo que \`${spell(than)}\`; se recibió "${value}".`,

  "not-with": ({ other }, { subject, spell }) =>
    `${subject} y \`${spell(other)}\` dicen lo mismo de dos modos; envíe uno solo.`,
  "discount-over-line": ({ value, line, isPaid }, { subject }) =>
    `${subject} es ${value}, más que el valor de la línea ${isPaid ? "con impuestos" : "antes de impuestos"} (${line}).`,
  "allowance-without-value": ({ value, base }, { subject }) =>
    `${subject} es ${value} y sobre ${base} da 0.00; debe dar al menos un centavo.`,
  "amount-or-percent-required": ({ instead }, { subject, spell }) =>
    `${subject} es obligatorio, o bien \`${spell(instead)}\`.`,
  "allowance-code-unknown": ({ value, allowed }, { subject }) =>
    `${subject} es "${value}"; debe ser ${allowed.join(" o ")}.`,
  "charge-over-value": ({ value, most }, { subject }) =>
    `${subject} es ${value}, más que el valor de las líneas con impuestos (${most}); cóbrelo como un ítem.`,
  "discounts-over-value": ({ discounts, most }, { subject }) =>
    `${subject} suma ${discounts}, más que el valor de las líneas con impuestos (${most}).`,
  "reason-without-discount": ({ instead }, { subject, spell }) =>
    `${subject} no se usa: la línea no trae \`${spell(instead)}\` ni su porcentaje.`,
  "paper-number-taken": ({ value, number, state }, { subject }) =>
    `${subject} es "${value}": esa factura de papel ya es del documento ${number} (estado ${state}). Una factura de papel se transcribe una sola vez; consulte ese documento.`,
  "contingency-only": ({ other }, { subject, spell }) =>
    `${subject} es de una factura de contingencia; envíelo solo con \`${spell(other)}\` true.`,

  "tax-sum-off": ({ tax, rate, amount, computed, tolerance }, { subject }) =>
    `${subject} suma ${amount} de ${tax} (${rate} %), y la base por la tarifa es ${computed}; la autoridad admite una ` +
    `diferencia de ${tolerance}: divida el documento en varios.`,
  "total-differs": ({ value, computed, tolerance }, { subject }) =>
    `${subject} es ${value} y las líneas suman ${computed}; la diferencia admitida es ${tolerance}.`,
  "total-too-large": ({ total, most }, { subject, kind }) =>
    kind === "invoice"
      ? `${subject} sería ${total} según las líneas; se admite hasta ${most}.`
      : `${subject} suma ${total} y no puede pasar de ${most}.`,
  "withheld-over-total": ({ withheld, total }, { subject, kind }) =>
    kind === "invoice"
      ? `${subject} suma ${withheld}, más que el total de la factura (${total}).`
      : `${subject} suma ${withheld} y no puede pasar del total del documento (${total}).`,
  "xml-too-large": ({ kilobytes, isLeast, lines, withholdings }) => {
    const size = `${isLeast ? "más de" : "unos"} ${kilobytes} KB`;
    const each = withholdings > 1 ? `, cada uno con ${withholdings} retenciones,` : "";
    return `El documento ocuparía ${size} en XML y la autoridad admite 500 KB; reparta sus ${lines} ítems${each} en varios documentos.`;
  },

  "part-without-value": ({ value, contractBase }, { subject }) =>
    `${subject} es ${value} y sobre ${contractBase} da 0.00; debe dar al menos un centavo.`,
  "all-parts-zero": (_, { subject }) =>
    `${subject} es 0, como los de imprevistos y utilidad; al menos uno debe ser mayor que cero.`,
  "profit-zero-but-taxed": ({ than }, { subject, spell }) =>
    `${subject} es 0, pero \`${spell(than)}\` dice que el IVA se cobra sobre la utilidad.`,

  "withholding-not-configured": ({ value, configured }, { subject }) =>
    `${subject} es "${value}", que la empresa no tiene configurado; configurados: ${quoteAll(configured) || "ninguno"}.`,
  "withholding-repeated": ({ value }, { subject }) =>
    `${subject} repite "${value}"; cada retención se informa una sola vez.`,
  "base-mode-not-configured": ({ value, type, configured }, { subject }) =>
    `${subject} es "${value}"; para "${type}" la empresa admite ${quoteAll(configured)}.`,
  "base-mode-without-value": ({ value }, { subject }) =>
    `${subject} es "${value}", pero esa base es 0.00 en esta factura; quite la retención.`,
  "key-repeated": ({ value, than }, { subject, spell }) =>
    `${subject} repite la clave "${value}" de \`${spell(than)}\`; cada retención lleva una clave distinta.`,
  "base-out-of-bounds": ({ base, total }, { subject }) =>
    `${subject} da la base ${base}; debe ser mayor que cero y no pasar del total del documento (${total}).`,
  "percent-or-amount-required": ({ instead }, { subject, spell }) =>
    `${subject} es obligatorio, o bien \`${spell(instead)}\` para derivarlo.`,
  "amount-differs": ({ value, base, percent, computed }, { subject }) =>
    `${subject} debe ser base x percent (${base} x ${percent} % = ${computed}) con un centavo de tolerancia; ` +
    `se recibió ${value}.`,
  "amount-over-base": ({ value, base }, { subject }) =>
    `${subject} no puede pasar de su base (${base}); se recibió ${value}.`,

  "payment-method-unknown": ({ value }, { subject }) =>
    `${subject} es ${value}, que no es un método de pago de la empresa; consulte la lista de métodos de pago.`,
  "payment-method-inactive": ({ value }, { subject }) =>
    `${subject} es ${value}, que está inactivo; consulte la lista de métodos de pago.`,
  "payment-form-differs": ({ value, methodId, form }, { subject }) =>
    `${subject} es "${value}", pero el método ${methodId} de la empresa es de "${form}".`,
  "payment-means-unknown": ({ value }, { subject, kind }) => {
    const codes = `como "10" o "42"${suggestMeans(value)}`;
    return kind === "invoice"
      ? `${subject} es "${value}"; se espera un código de la lista de medios de pago de la autoridad, ${codes}.`
      : `${subject} debe ser un medio de pago de la lista oficial, ${codes}; se recibió "${value}".`;
  },
  "required-on-credit": ({ form }, { subject, spell, kind }) =>
    kind === "invoice"
      ? `${subject} es obligatorio cuando \`${spell(form)}\` es "credito".`
      : `${subject} es obligatorio con ${spell(form)} "2" (crédito).`,
  "currency-unsupported": ({ value }, { subject }) => `${subject} es "${value}"; se admiten "COP" y "USD".`,
  "currency-unknown": ({ value }, { subject }) =>
    `${subject} debe ser una moneda ISO 4217, como "COP"; se recibió "${value}".`,
  "exchange-rate-required": ({ currency, instead }, { subject, spell }) =>
    instead === null
      ? `${subject} es obligatorio con ${spell(["currency"])} "${currency}": pesos colombianos por unidad de la moneda.`
      : `${subject} es obligatorio para "${currency}": los pesos por dólar (o \`${spell(instead)}\`).`,
  "exchange-rate-date-required": (_, { subject }) =>
    `${subject} es obligatorio para "USD": la fecha de la tasa de cambio, AAAA-MM-DD.`,
  "exchange-rate-in-pesos": (_, { subject, spell }) =>
    `${subject} no aplica con ${spell(["currency"])} "COP"; no lo envíe.`,

  "name-required": (_, { subject }) => `${subject} es obligatorio: el nombre o la razón social del adquirente.`,
  email: ({ value }, { subject }) =>
    `${subject} es "${value}"; debe ser una sola dirección de correo, como nombre@dominio.co.`,
  "identification-type-unknown": ({ value }, { subject, kind, isStrict }) =>
    isStrict
      ? `${subject} es "${value}"; debe ser uno de ${nameCodes(listIdentificationTypes())}.`
      : kind === "invoice"
        ? `${subject} es "${value}"; se espera un código de la lista de la autoridad, como "13" (cédula) o "31" (NIT).`
        : `${subject} debe ser un tipo de identificación de la lista oficial, como "13" o "31"; se recibió "${value}".`,
  "identification-type-of-final-consumer": ({ value, number, type }, { subject }) =>
    `${subject} es "${value}"; el consumidor final (${number}) lleva "${type}".`,
  "identification-type-of-non-resident": ({ value, allowed }, { subject }) =>
    `${subject} debe ser uno de ${allowed.join(", ")} porque el proveedor no reside en Colombia; se recibió "${value}".`,
  "identification-number": ({ value, type, typeName, characters }, { subject }) => {
    const expected = characters === "digits" ? "de 3 a 15 dígitos" : "de 3 a 30 letras (A a Z, Ñ) y dígitos";
    return `${subject} es "${value}"; para el tipo ${type} (${typeName}) se espera un número ${expected}.`;
  },
  "identification-number-of-resident": ({ value }, { subject }) =>
    `${subject} de un proveedor residente debe tener de 1 a 15 dígitos, sin letras; se recibió "${value}".`,
  "check-digit": ({ value, number, expected, given }, { subject, kind }) =>
    kind === "invoice"
      ? `${subject} es "${value}"; el dígito de verificación del NIT ${number} es ${expected} y no ${given}.`
      : `${subject} debe ser "${expected}" para el número ${number}; se recibió "${value}".`,
  "check-digit-abroad": (_, { subject }) => `${subject} no aplica a esta identificación del exterior; no lo envíe.`,
  "run-on-nit": ({ value, number, nit, checkDigit, ownCheckDigit }, { subject, spell, kind }) => {
    const end = `termina en el dígito de verificación del NIT ${nit}: envíe`;
    if (kind === "invoice") {
      const ways = `"${nit}-${checkDigit}", o "${number}-${ownCheckDigit}" si el NIT tiene diez dígitos`;
      return `${subject} es "${value}"; ${end} ${ways}.`;
    }
    const field = `\`${spell(["supplier", "checkDigit"])}\``;
    const ways = `"${nit}" y "${checkDigit}" en ${field}, o "${ownCheckDigit}" en ${field} si el NIT tiene diez dígitos`;
    return `${subject} ${end} ${ways}; se recibió "${value}".`;
  },
  "card-of-nit": ({ value, nit, checkDigit }, { subject, spell }) =>
    `${subject} es "${value}" con tipo 13 (cédula), y las cédulas de diez dígitos empiezan por 1. ¿Es el NIT ${nit} con su dígito de verificación? ` +
    `Entonces envíe "31" en \`${spell(["supplier", "identificationType"])}\`, "${nit}" y "${checkDigit}" en \`${spell(["supplier", "checkDigit"])}\`.`,
  responsibilities: ({ value, allowed }, { subject }) =>
    `${subject} debe ser de ${allowed.join(", ")}, separados por ";"; se recibió "${value}".`,
  "tax-scheme": ({ value, allowed }, { subject }) =>
    `${subject} debe ser uno de ${allowed.join(", ")}; se recibió "${value}".`,
  "country-unknown": ({ value }, { subject }) =>
    `${subject} debe ser un país ISO 3166-1 de dos letras, como "CO"; se recibió "${value}".`,
  "municipality-ambiguous": ({ name, candidates }, { subject, spell }) => {
    const field = `\`${spell(["supplier", "municipalityName"])}\``;
    return `${subject} es obligatorio, porque ${field} "${name}" no nombra un solo municipio de la lista oficial.${askWhichMeant(candidates)}`;
  },
  "municipality-unknown": ({ value, candidates }, { subject }) =>
    `${subject} debe ser un código DIVIPOLA de 5 dígitos de la lista oficial; se recibió "${value}".${askWhichMeant(candidates)}`,
  "municipality-required": (_, { subject, spell }) =>
    `${subject} es obligatorio para un proveedor en Colombia: el código DIVIPOLA, o el nombre en \`${spell(["supplier", "municipalityName"])}\`.`,
  "municipality-of-department": ({ department }, { subject, spell }) =>
    `${subject} es obligatorio, o \`${spell(["supplier", "municipalityName"])}\`: ${department} no tiene su capital en el propio departamento, y no se supone otro municipio.`,
  "department-unknown": ({ value }, { subject }) =>
    `${subject} debe ser un código de 2 dígitos de la lista oficial; se recibió "${value}".`,
  "department-ambiguous": ({ value }, { subject }) =>
    `${subject} no nombra un solo departamento de la lista oficial; se recibió "${value}".`,
  "department-of-municipality": ({ value, expected, municipality }, { subject }) =>
    `${subject} debe ser "${expected}", el departamento del municipio ${municipality}; se recibió "${value}".`,
  "name-of-another": ({ value, code, name }, { subject }) =>
    `${subject} no corresponde al código ${code}, que es ${name}; se recibió "${value}".`,
  "postal-code": ({ value }, { subject }) => `${subject} debe tener 6 dígitos en Colombia; se recibió "${value}".`,

  "not-today": ({ value, today }, { subject }) =>
    `${subject} es "${value}"; debe ser la fecha de hoy en Bogotá (${today}), que es la de la firma.`,
  "not-today-or-before": ({ value, today }, { subject }) =>
    `${subject} es "${value}"; debe ser la fecha de hoy (${today}) ` +
    "o la anterior en que se escribió la factura de contingencia.",
  "not-today-in-mode-1": ({ value, today }, { subject, spell }) =>
    `${subject} debe ser la fecha de hoy en Colombia (${today}) con ${spell(["generationMode"])} "1"; ` +
    `se recibió "${value}".`,
  "not-document-date-in-mode-1": ({ value, documentDate }, { subject, spell }) => {
    const date = `${spell(["documentDate"])} (${documentDate})`;
    return `${subject} debe ser igual a ${date} con ${spell(["generationMode"])} "1"; se recibió "${value}".`;
  },
  "required-in-mode-2": (_, { subject, spell }) =>
    `${subject} es obligatorio con ${spell(["generationMode"])} "2" (acumulado semanal).`,
  "period-too-long": ({ start, end, days, most }, { subject, spell }) => {
    const span = `abarca con ${spell(["periodStart"])} ${days} días calendario, contando ambos extremos`;
    return `${subject} ${span}; se admiten hasta ${most} (${start} a ${end}).`;
  },
  "after-today": ({ value, today }, { subject }) =>
    `${subject} no puede ser posterior a hoy en Colombia (${today}); se recibió "${value}".`,
  "after-now": ({ value, now }, { subject }) =>
    `${subject} no puede ser posterior a la hora de Colombia (${now}); se recibió "${value}".`,
  "too-long-ago": ({ value, today, mostDays }, { subject }) =>
    `${subject} es la fecha de la firma y no puede ser más de ${mostDays} días anterior a hoy en Colombia (${today}); ` +
    `se recibió "${value}".`,
  "signed-without-certificate": ({ instant }, { subject, spell }) => {
    const phrase = `pone la firma en ${instant}, cuando no rige ningún certificado de la empresa que rija ahora`;
    return `${subject} ${phrase}; envíe la fecha de hoy, sin \`${spell(["time"])}\`.`;
  },

  "issuer-check-digit": ({ nit, checkDigit }) =>
    `${ISSUER} trae el NIT ${nit} con el dígito de verificación ${checkDigit}, que no le corresponde; ${BY_OPERATOR}`,
  "issuer-responsibilities": ({ unknown }) =>
    `${ISSUER} trae responsabilidades fiscales fuera de lista (${unknown.join(", ") || "ninguna"}); ${BY_OPERATOR}`,
  "issuer-address": () => `${ISSUER} no trae la dirección completa; ${BY_OPERATOR}`,
  "issuer-municipality": () => `${ISSUER} no trae un municipio de la lista; ${BY_OPERATOR}`,
  "issuer-department": () => `${ISSUER} no trae el departamento de su municipio; ${BY_OPERATOR}`,
  "issuer-country": ({ country }) => `${ISSUER} trae el país "${country}" y debe ser "CO"; ${BY_OPERATOR}`,
  "no-certificate": () =>
    "La empresa no tiene un certificado de firma configurado; debe cargarlo el operador del servicio.",
  "no-valid-certificate": ({ lastEnd }) =>
    `Ningún certificado de firma de la empresa está vigente; el último vence o venció el ${lastEnd}.`,
  "no-module": ({ module }) => `La empresa no tiene contratado el módulo de ${MODULES[module]}.`,
  "no-plan": ({ module, year }) => `La empresa no tiene un plan de ${MODULES[module]} para el año ${year}.`,
  "plan-used-up": ({ module, year, used, allowance }) => {
    const plan = `El plan de ${MODULES[module]} para el año ${year}`;
    return `${plan} está agotado: se usaron ${used} de ${allowance} documentos.`;
  },
  "no-range": ({ rangeKind }) => `La empresa no tiene un rango de numeración activo para ${RANGES[rangeKind]}.`,
  "range-stopped": ({ rangeKind, ranges }) =>
    `La numeración para ${RANGES[rangeKind]} está detenida (${ranges}): ` +
    "la autoridad informa que otro sistema usó un número de este rango. " +
    "El operador del servicio debe revisarla; repita después la misma petición.",
  "range-not-in-force": ({ rangeKind, issueDate, first, last }) => {
    const range = `Ningún rango de numeración para ${RANGES[rangeKind]}`;
    return `${range} está vigente en la fecha ${issueDate}: los rangos activos van del ${first} al ${last}.`;
  },
  "number-held": ({ rangeKind, number }) =>
    `La numeración para ${RANGES[rangeKind]} está detenida: el número que sigue, ${number}, ` +
    "ya lo tiene otro documento de la empresa. " +
    "El operador del servicio debe corregir los rangos; repita después la misma petición.",
  "range-used-up": ({ rangeKind, ranges }) =>
    `El rango de numeración para ${RANGES[rangeKind]} está agotado (${ranges}); se necesita un rango nuevo.`,

  "no-email": () =>
    "Sin correo del adquirente la autoridad acepta la factura con una notificación; envíelo si lo conoce.",
  "rate-not-published": ({ rate, tax, published }) => {
    const listed = `no está entre las publicadas de ${tax} (${published.join(", ")})`;
    return `La tarifa ${rate} ${listed}; la autoridad acepta el documento con una notificación.`;
  },

  "not-sent": ({ standIn, used }) => TEXT.notSent(STAND_INS[standIn](used)),
  "name-of-corrected": ({ value, name }, { subject }) =>
    `${subject} es "${value}" y no se usa: la nota lleva el nombre del documento que corrige, "${name}".`,
  "means-of-method": ({ value, methodId, means }, { subject }) =>
    `${subject} es "${value}" y no se usa: rige el medio "${means}" del método ${methodId} de la empresa.`,
  "not-printable": ({ characters }, { subject }) =>
    `${subject} tiene caracteres sin forma impresa (${characters.join(" ")}): los archivos PDF muestran un recuadro en su lugar; ` +
    "el documento firmado los lleva como vinieron.",
  "rate-of-fraction": ({ value, meant }, { subject, isStrict }) =>
    isStrict
      ? `${subject} es ${value}, menos de 1 %; una tarifa va en porcentaje: ¿quiso decir ${meant}?`
      : `${subject} es ${value}: se cobra ${value} %. ¿Quiso decir ${meant}?`,
  "tax-on-top": ({ value, base, paid }, { subject, spell }) =>
    `${subject} es true, pero sin \`${spell(paid)}\`: \`${spell(base)}\` es el valor base y el impuesto se suma encima. ` +
    `Si ${value} ya incluye el impuesto, envíelo en \`${spell(paid)}\` y no en \`${spell(base)}\`.`,
  "paper-late": ({ value, days, hours }, { subject }) =>
    `${subject} es "${value}", de hace ${days} días: una factura de papel se transcribe dentro de las ${hours} horas siguientes a la contingencia.`,
  "exchange-rate-inverted": ({ value, meant }, { subject }) =>
    `${subject} es ${value}: son pesos por unidad de la moneda, no al revés. ¿Quiso decir ${meant}?`,
  "price-of-zero": ({ value, reference }, { subject }) =>
    `${subject} es ${value}: la línea no tiene valor, y como precio de referencia, que la autoridad pide mayor que cero, ` +
    `el documento lleva ${reference} con el tipo "otro valor".`,
  "tax-money-of-rate": ({ value, amount, rate, instead }, { subject, spell }) =>
    `${subject} es ${value}: es dinero, así que el impuesto de la línea es ${amount}. ` +
    `¿Quiso decir \`${spell(instead)}\`: ${rate}?`,
};

/** What is used in place of what was not sent; each completes "No se envió: …". */
const STAND_INS: Readonly<Record<StandIn, (used: string) => string>> = {
  "identification-type": (used) => `se usa ${used} (cédula); envíe el tipo real`,
  regime: (used) => `se usa ${used} (no responsable de IVA); envíe el real`,
  "tax-scheme": (used) => `se usa ${used} (no aplica); envíe el real`,
  address: () => "se usa un texto de relleno; envíe la dirección real",
  "capital-of-department": (used) => `se usa la capital del departamento, ${used}; envíe el municipio real`,
  "buyer-municipality": (used) => `se usa el municipio de la propia empresa, ${used}; envíe el real`,
  "postal-code": (used) => `se usa ${used} (desconocido); envíe el real`,
  description: () => "se usa un texto con el código UNSPSC; envíe la real",
  "computed-sum": () => "se usa la suma de los ítems, sin comprobarla contra la suya",
  today: () => "se usa la fecha de hoy en Colombia",
  payment: () => "se usa el método de pago por defecto de la empresa",
};

/** ` ¿Quiso decir Rionegro, Antioquia (05615), o Rionegro, Santander (68615)?` */
function askWhichMeant(candidates: readonly Municipality[]): string {
  if (candidates.length === 0) return "";
  const names = candidates.map(({ name, departmentName, code }) => `${name}, ${departmentName} (${code})`);
  return ` ¿Quiso decir ${names.join("; o ")}?`;
}

/** `11 (Registro civil), 12 (Tarjeta de identidad)`. */
function nameCodes(entries: readonly CatalogueEntry[]): string {
  return entries.map(({ code, name }) => `${code} (${name})`).join(", ");
}

/** The taxes of an item that are computed in this way, by a rule that the authority publishes. */
function nameTaxes(kind: TaxKind): string {
  return nameCodes(listTaxes().filter((tax) => tax.kind === kind && tax.isRulePublished));
}

/** The naming of a request without a draft: it has no fields to name. */
const NO_NAMES: Naming = { kind: "invoice", spell: (field) => field.join(".") };

/** A problem reported by the domain, as the client reads it. */
export function describeProblem(problem: Problem, naming: Naming): Detail {
  const path = naming.spell(problem.field);
  const { rule, standsFor } = problem;
  return {
    path,
    message: writeSentence(problem, { ...naming, subject: `El campo \`${path}\`` }),
    ...(rule === undefined ? {} : { rule }),
    ...(standsFor === undefined ? {} : { standsFor }),
  };
}

/** A refusal by the domain or the store, as the client reads it. @throws Error when it has neither problems nor a reason. */
export function describeRefusal({ code, why, problems }: RefusalFacts, naming: Naming = NO_NAMES): ErrorFacts {
  const details = problems.map((problem) => describeProblem(problem, naming));
  const [first, ...others] = details;
  const owner = problems.flatMap(findOwner)[0];
  if (first !== undefined) {
    return { code, message: summarize([first, ...others]), details, ...(owner === undefined ? {} : { owner }) };
  }
  if (why === null) throw new Error(`a refusal ${code} without a reason`);
  return { code, message: writeSentence(why, { ...naming, subject: "" }), details };
}

/** The document that a problem is about. */
function findOwner(problem: Problem): readonly DocumentOwner[] {
  if (problem.reason !== "paper-number-taken") return [];
  const { documentId: id, number, state } = problem;
  return [{ id, number, state }];
}

function writeSentence<Name extends keyof ReasonFacts>(reason: Reason<Name>, context: Context): string {
  const write: (facts: Reason<Name>, context: Context) => string = SENTENCES[reason.reason];
  return write(reason, context);
}

/** ` (¿quiso decir "10", Efectivo?)`: the codes of the payment means that a word names; empty for none. */
export function suggestMeans(word: string): string {
  const meant = findMeantMeans(word).map(({ code, name }) => `"${code}", ${name}`);
  return meant.length === 0 ? "" : ` (¿quiso decir ${meant.join(", o ")}?)`;
}

function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(", ");
}

/** The detail that stands for those that are not listed. */
export function describeRest(standsFor: number): Detail {
  return describeProblem({ field: [], reason: "others", standsFor }, NO_NAMES);
}

/** The details of one request, gathered while it is read. */
export class DetailList extends LimitedList<Detail> {
  constructor() {
    super(describeRest);
  }
}

/** The first detail's sentence, with how many more there are. */
export function summarize(details: readonly [Detail, ...Detail[]]): string {
  const [first] = details;
  const others = countListed(details) - 1;
  if (others === 0) return first.message;
  return `${first.message} (y ${others} más${others < MOST_PROBLEMS ? " en details" : "; details trae los primeros"})`;
}

/** A value as a sentence quotes it: short, and never a whole structure. */
function showValue(input: unknown): string {
  if (input === null) return "null";
  if (input instanceof JsonNumber) return input.source.slice(0, MOST_SHOWN);
  if (Array.isArray(input)) return "una lista";
  if (isJsonObject(input)) return "un objeto";
  if (typeof input !== "string") return String(input);
  // Sixty characters have at most 120 units: a long text is never taken apart whole.
  const points = [...cutText(input, 2 * MOST_SHOWN + 2)];
  const shown = points.length > MOST_SHOWN ? `${points.slice(0, MOST_SHOWN).join("")}…` : input;
  return spellInvisible(JSON.stringify(shown));
}

const MOST_SHOWN = 60;
/** What a sentence quotes of a path or a query. */
const MOST_PARAMETER_SHOWN = 40;

function showParameter(text: string): string {
  return spellInvisible(JSON.stringify(text.slice(0, MOST_PARAMETER_SHOWN)));
}

/** `"a", "b" o "c"`. */
function listChoices(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `"${choice}"`);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} o ${last}`;
}

const MARK_RUN = `trae más de ${MARKS_MOST} marcas combinantes (tildes sueltas) seguidas`;
const REAL_DATE = "debe ser una fecha real con la forma AAAA-MM-DD";

interface DecimalRange {
  readonly min: string;
  readonly isAbove: boolean;
  readonly max: string;
}

function describeRange({ min, isAbove, max }: DecimalRange, decimals: number): string {
  return `${isAbove ? "mayor que" : "mayor o igual que"} ${min} y hasta ${max}, con hasta ${decimals} decimales`;
}

/** What the type of a field asks of its value; each completes "El campo X …". */
export const EXPECTED = {
  text: (max: number) => `debe ser un texto de hasta ${max} caracteres`,
  visible: "no puede llevar saltos de línea, tabulaciones ni otros caracteres invisibles",
  printable: "no puede llevar caracteres de control, tabulaciones ni U+FFFD, que queda donde se perdió una letra",
  fewMarks: `no puede llevar más de ${MARKS_MOST} marcas combinantes (tildes sueltas) seguidas`,
  oneLine: "debe ir en una sola línea, sin tabulaciones",
  length: (max: number, length: number) => `admite hasta ${max} caracteres y trae ${length}`,
  notBlank: "no puede ir vacío",
  choice: (choices: readonly string[]) => `debe ser ${listChoices(choices)}`,
  decimal: (range: DecimalRange, decimals: number) =>
    `debe ser un número JSON (sin comillas ni separador de miles) ${describeRange(range, decimals)}`,
  /** The same where decimal text is taken too. */
  decimalOrText: (range: DecimalRange, decimals: number) =>
    `debe ser un número, o texto de hasta 20 dígitos con punto decimal y sin separador de miles, ${describeRange(range, decimals)}`,
  integer: (min: number, max: number | null) =>
    `debe ser un número entero (sin comillas) desde ${min}${max === null ? "" : ` y hasta ${max}`}`,
  date: REAL_DATE,
  dateOrBlank: `${REAL_DATE}, o un texto vacío`,
  boolean: "debe ser true o false (sin comillas)",
  object: "debe ser un objeto JSON",
  list: "debe ser una lista JSON",
} as const;

/** Completes "El campo X …" with what is expected and what came. */
export function complain(expected: string, input: unknown): string {
  return input === undefined || input === null
    ? `es obligatorio: ${expected}`
    : `${expected}; se recibió ${showValue(input)}`;
}

/** What follows "El campo X …" where more than one value is at fault. */
export const PHRASE = {
  fewElements: (min: number) => `debe traer al menos ${min} ${min === 1 ? "elemento" : "elementos"}; llegó vacía`,
  manyElements: (max: number, count: number) => `admite hasta ${max} elementos; llegaron ${count}`,
  manyMembers: (max: number, count: number) => `admite hasta ${max} datos; llegaron ${count}`,
  underscore: "empieza por «_»; esos nombres no se admiten",
  reservedName: "lleva un nombre reservado que no se admite en ningún nivel del cuerpo",
  twice: "aparece más de una vez en el mismo objeto; se espera una sola vez",
  halfCharacter: "contiene medio carácter Unicode (un sustituto suelto); se espera Unicode válido",
  exponent: (shown: string, digits: number) => `trae el número ${shown}; el exponente admite hasta ${digits} cifras`,
  markRun: MARK_RUN,
  withoutPaid: (paid: string) => `es true y no vino \`${paid}\`, el precio con el impuesto incluido`,
  notWith: (other: string) => `no va con \`${other}\`; envíe uno solo`,
  requiredWith: (other: string) => `es obligatorio con \`${other}\``,
  onlyIncluded: (included: string, unit: string) =>
    `va con \`${included}\` true, e incluye el impuesto; un valor sin él va en \`${unit}\``,
  paidRequired: (included: string) => `es obligatorio con \`${included}\` true: el precio con el impuesto incluido`,
} as const;

/** A detail about one field of the body; `phrase` completes "El campo X …", without the final full stop. */
export function describeField(path: string, phrase: string, rule?: string): Detail {
  const message = `El campo \`${path}\` ${phrase}.`;
  return rule === undefined ? { path, message } : { path, message, rule };
}

/** A detail about the body as a whole; `phrase` completes "El cuerpo …". */
export function describeBody(phrase: string): Detail {
  return { path: "", message: `El cuerpo ${phrase}.` };
}

/** Two names of one field that say different things. */
export function describeContradiction(
  one: { readonly path: string; readonly value: unknown },
  other: { readonly path: string; readonly value: unknown },
): Detail {
  const { path } = other;
  const first = `\`${one.path}\` (${showValue(one.value)})`;
  const message = `El campo \`${path}\` (${showValue(other.value)}) contradice a ${first}: son nombres del mismo dato; envíe uno solo o el mismo valor.`;
  return { path, message };
}

/** A member that its place does not know, in a version that refuses it. */
export function describeUnknownMember(path: string, meant: string | undefined): Detail {
  const question = meant === undefined ? "." : `; ¿quiso decir \`${meant}\`?`;
  return { path, message: `El campo \`${path}\` no es de este lugar de la API${question}`, rule: "9" };
}

/** A text that is a short number. */
function findFigure(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{1,15}(?:\.\d{1,6})?$/.test(value) ? value : undefined;
}

/**
 * An item of a support document that says `iva`: in v1 it is money, and its figure may be that of a rate.
 * @param path ends in `iva`.
 */
export function describeTaxMoney(path: string, value: unknown): Detail {
  const plain = value instanceof JsonNumber ? value.plain : findFigure(value);
  const rate = plain === undefined ? undefined : findMeantRate(plain);
  const meant = rate === undefined ? `\`impuesto\`: ${plain}` : `\`porcentaje_iva\`: ${rate}`;
  const question = plain === undefined ? "." : `; ¿quiso decir ${meant}?`;
  const message = `El campo \`${path}\` no se admite: la tarifa va en \`porcentaje_iva\` y el impuesto en dinero en \`impuesto\`${question}`;
  return { path, message, rule: "9" };
}

/** What is asked of a parameter of the path or of the query; each completes "El parámetro X …". */
export const PARAMETER = {
  boolean: (text: string) => `debe ser true o false; se recibió ${showParameter(text)}`,
  id: (text: string) => `debe ser un entero positivo; se recibió ${showParameter(text)}`,
  integer: (text: string) => `debe ser un entero; se recibió ${showParameter(text)}`,
  page: (text: string) => `debe ser un entero desde 1; se recibió ${showParameter(text)}`,
  choice: (choices: readonly string[], text: string) =>
    `debe ser uno de ${choices.join(", ")}; se recibió ${showParameter(text)}`,
  choices: (choices: readonly string[], text: string) =>
    `debe ser uno de ${choices.join(", ")}, o varios separados por comas; se recibió ${showParameter(text)}`,
  between: (least: number, most: number, text: string) =>
    `debe ser un entero de ${least} a ${most}; se recibió ${showParameter(text)}`,
  cursor: (text: string) => `debe ser un cursor que esta API entregó; se recibió ${showParameter(text)}`,
  length: EXPECTED.length,
  markRun: MARK_RUN,
  day: (expected: string, text: string) => `${expected}; se recibió ${showParameter(text)}`,
  beforeOther: (other: string, value: string) => `no puede ser anterior a \`${other}\` (${value})`,
  ofCursor: (order: string) => `contradice al cursor de \`after\`, que va en el orden ${order}; quítelo`,
  repeated: "aparece más de una vez; envíelo una sola",
  tooDeep: (deepest: number, text: string) =>
    `queda a más de ${deepest} registros de ambos extremos del listado; acótelo con filtros o, en v2, siga con \`after\`; se recibió ${showParameter(text)}`,
  narrowed: (seen: number) =>
    `alcanza más de ${seen} documentos: aquí se buscó en los primeros del orden del listado; acótelo o, en v2, siga con \`cursor\``,
  broad: "coincide con más terceros de los que se buscan a la vez: escriba más del nombre, o el número del tercero",
  besideCursor: "no se admite junto a `after`; envíe uno solo",
  unknown: (known: readonly string[], meant: string | undefined) => {
    const taken = known.map((name) => `\`${name}\``).join(", ") || "ninguno";
    return `no es de esta ruta${meant === undefined ? "" : ` (¿quiso decir \`${meant}\`?)`}, que admite: ${taken}`;
  },
} as const;

/** A detail about one parameter; `phrase` completes "El parámetro X …". */
export function describeParameter(path: string, phrase: string, rule?: string): Detail {
  const message = `El parámetro \`${path}\` ${phrase}.`;
  return rule === undefined ? { path, message } : { path, message, rule };
}

/** What is asked of an idempotency key; each completes "La clave de idempotencia X …". */
export const KEY = {
  text: EXPECTED.text,
  contradicts: (other: string) => `contradice a ${other}: envíe la clave una sola vez o con el mismo valor`,
  notUtf8: "trae bytes que no son UTF-8; envíela en UTF-8, o solo en ASCII",
  lostLetter: "no puede llevar U+FFFD, que queda donde se perdió una letra",
  control: "no puede llevar caracteres de control ni otros que no se ven",
  markRun: MARK_RUN,
  blank: "no puede ir en blanco",
  length: EXPECTED.length,
} as const;

/** A detail about the key under one of its names; `phrase` completes "La clave de idempotencia X …". */
export function describeKey(path: string, phrase: string): Detail {
  return { path, message: `La clave de idempotencia \`${path}\` ${phrase}.`, rule: "4.7.2" };
}

/** What keeps a body from being JSON; each completes "El cuerpo no es JSON válido: …". */
export const JSON_FAULT = {
  surplus: "sobra texto después del valor JSON",
  text: "se esperaba un texto entre comillas dobles bien cerrado",
  value: "se esperaba un valor JSON",
  depth: (most: number) => `se superan ${most} niveles de anidamiento`,
  values: (most: number) => `se superan ${most} valores entre textos, números, listas y objetos`,
  character: (character: string) => `se esperaba «${character}»`,
} as const;

/** Sentences of the API that stand alone. */
export const TEXT = {
  unauthorized:
    "La autorización Bearer falta o no es válida: envíe la cabecera Authorization: Bearer <token> con un token vigente.",
  wrongCompany: "El token no tiene acceso a la empresa solicitada.",
  missingScope: (scope: string) => `Scopes insuficientes. Faltan: ${scope}`,
  noModule: (module: Module) => `La empresa no tiene contratado el módulo ${module.toUpperCase()}.`,
  tokenLimited: "Demasiadas solicitudes con este token; espere lo que indica Retry-After y repita.",
  addressLimited: "Demasiadas solicitudes desde esta dirección; espere lo que indica Retry-After y repita.",
  mediaType: (came: string) =>
    `El cuerpo debe enviarse con Content-Type application/json en UTF-8 y sin comprimir; se recibió: ${came || "ninguno"}.`,
  bodyTooLarge: (bytes: number) => `El cuerpo supera el máximo de ${bytes} bytes (1 MiB).`,
  bodyTimeout: (seconds: number) => `El cuerpo no terminó de llegar en ${seconds} segundos; repita la solicitud.`,
  bodyNotUtf8: "El cuerpo no está en UTF-8 válido; se espera JSON en UTF-8.",
  bodyWithBom: "El cuerpo empieza con una marca de orden de bytes (BOM); se espera JSON en UTF-8 sin BOM.",
  bodyEmpty: "El cuerpo está vacío; se espera un objeto JSON.",
  bodyNotObject: "El cuerpo debe ser un objeto JSON.",
  notJson: (fault: string, line: number, column: number) =>
    `El cuerpo no es JSON válido: ${fault} (línea ${line}, columna ${column}).`,
  keyMissing: (header: string) =>
    `Falta la cabecera ${header}: envíe una clave única por operación, la misma en cada reintento.`,
  noFile: "El documento no tiene un archivo con ese nombre.",
  fileNames: (names: readonly string[]) => `\`nombre\` debe ser uno de: ${names.join(", ")}.`,
  fileNotReady: "Ese archivo aún no existe en el estado actual del documento.",
  fileDamaged:
    "El servicio no tiene el archivo que se firmó, y quien lo opera debe reponerlo. El documento y su estado no cambian.",
  noRenderer: "El servicio no puede dibujar el PDF en este momento; repita en unos segundos.",
  noDocument: (id: string) => `No existe el documento ${id} en la empresa.`,
  noSupportDocument: (id: number) => `No existe el documento soporte ${id} en la empresa.`,
  noRoute: (path: string) => `No existe la ruta ${path}.`,
  noMethod: (method: string, allowed: string) =>
    `El método ${method} no se admite en esta ruta; se admite: ${allowed}.`,
  outOfReach:
    "El servicio no alcanza su almacenamiento en este momento; repita la misma solicitud, con la misma clave, en unos segundos.",
  noSecrets: "El servicio no está preparado: le faltan secretos. Su registro dice con qué comando se prepara.",
  noTables:
    "El servicio no está preparado: su base de datos no tiene las tablas. Su registro dice con qué comando se prepara.",
  internal: "Ocurrió un error interno inesperado; repita con prudencia la misma solicitud, con la misma clave.",
  acquirerUnknown: (type: string, number: string) =>
    `La autoridad no conoce un adquirente con identificación ${type} ${number}.`,
  acquirerTimeout: "La autoridad no respondió la consulta del adquirente a tiempo.",
  acquirerFault: "La autoridad rechazó la consulta del adquirente con una falla.",
  acquirerUnreachable: "La autoridad no dio una respuesta legible a la consulta del adquirente; repita más tarde.",
  cursorExpired: (days: number) =>
    `El cursor tiene más de ${days} días; los cambios de entonces ya no se guardan. Empiece de nuevo sin \`after\`.`,
  /** What a dry run used in place of a field that should be sent. */
  notSent: (instead: string) => `No se envió: ${instead}.`,
} as const;

/** What is asked of the identification of an acquirer; each completes "El campo X …". */
export const ACQUIRER = {
  type: (value: string, isStrict: boolean) =>
    isStrict
      ? `debe ser uno de ${nameCodes(listIdentificationTypes())}; se recibió "${value}"`
      : `debe ser un tipo de la lista oficial, como "13" o "31"; se recibió "${value}"`,
  runOnNit: (facts: {
    readonly nit: string;
    readonly number: string;
    readonly own: string;
    readonly value: string;
  }) => {
    const ways = `envíe "${facts.nit}", o "${facts.number}-${facts.own}" si el NIT tiene diez dígitos`;
    return `termina en el dígito de verificación del NIT ${facts.nit}: ${ways}; se recibió "${facts.value}"`;
  },
  checkDigit: (value: string) =>
    `trae un NIT con un dígito de verificación que no le corresponde; se recibió "${value}"`,
  number: (value: string, type: string, characters: Characters) =>
    `debe tener ${characters === "digits" ? "de 1 a 15 dígitos" : "de 1 a 30 letras (A a Z, Ñ) y dígitos"} con el tipo ${type}; se recibió "${value}"`,
} as const;

/** What is not used; each is a whole sentence but for its subject, `meant` the name that was probably meant. */
export const UNUSED = {
  member: (meant: string | undefined) => `no es de esta API y no se usa${askWhatWasMeant(meant)}`,
  parameter: (meant: string | undefined) => `no es de esta ruta y no se usa${askWhatWasMeant(meant)}`,
  country: (value: unknown) =>
    `no es un código ISO 3166-1 de dos letras, como "CO", y no se usa; se recibió ${showValue(value)}.`,
  besideLine: "no se usa junto a `linea`: sale de la línea del documento que se corrige.",
  others: (count: number) =>
    count === 1 ? "Hay 1 aviso más, que no se lista." : `Hay ${count} avisos más, que no se listan.`,
} as const;

function askWhatWasMeant(meant: string | undefined): string {
  return meant === undefined ? "." : `. ¿Quiso decir \`${meant}\`?`;
}

/** A detail about a field or parameter that is not used. */
export function describeUnused(what: "campo" | "parámetro", path: string, phrase: string, rule: string): Detail {
  return { path, message: `El ${what} \`${path}\` ${phrase}`, rule };
}

/** `FE1042 (estado aceptado)`. */
function nameDocument({ number, state }: DocumentOwner): string {
  return `${number} (estado ${state})`;
}

/** What is answered about a document that is there. */
export const DOCUMENT = {
  pending:
    "El documento está reservado y aún no tiene un resultado final; consulte por id o repita con la misma clave y el mismo contenido.",
  conflict: (owner: DocumentOwner | undefined) =>
    `La clave de idempotencia ya se usó con un contenido distinto: es ${
      owner === undefined ? "de un documento que aún no tiene número" : `del documento ${nameDocument(owner)}`
    }. Si lo está reintentando, envíe el contenido original; si no, consúltelo antes de seguir.`,
  closed:
    "El documento se cerró sin enviarse a la autoridad: su número es de otro documento de la empresa. Expídalo de nuevo con otra clave.",
  closedSent:
    "El documento se envió y se cerró por orden de dos personas: la autoridad dice que no lo conoce o lo rechaza sin indicar una regla. Confirme en el portal de la autoridad que no exista y expídalo de nuevo con otra clave.",
  unavailable:
    "El servicio no alcanza su almacenamiento en este momento; repita con la misma clave y el mismo contenido.",
  uncertainInvoice:
    "No se obtuvo un resultado concluyente de la autoridad; conserve `factura_id`, consulte el documento y no cree otra venta.",
  uncertainSupportDocument:
    "No se obtuvo un resultado concluyente de la autoridad; conserve el id, consulte el documento y no use otra clave.",
  uncertainNote:
    "No se obtuvo un resultado concluyente de la autoridad; conserve el id, consulte la nota y no use otra clave.",
  rejected: "La autoridad rechazó el documento.",
  rejectedWith: (said: string) => `La autoridad rechazó el documento: ${said}`,
  rejectedByRule: ({ code, text }: { readonly code: string; readonly text: string }) =>
    `La autoridad rechazó el documento: regla ${code}, ${text}${explainRule(code)}`,
} as const;

/** What the authority's text leaves out. */
function explainRule(code: string): string {
  return RULE_ADVICE.get(code) ?? "";
}

const RULE_ADVICE: ReadonlyMap<string, string> = new Map([
  // Alone, rule 90 refers to another document; its text would suggest that this one was processed.
  ["90", " El número es de otro documento; este no fue procesado."],
  [
    "LGC15",
    " El adquirente ya aceptó la factura, y la autoridad no admite una nota crédito que la nombre. Emita, con otra clave, una nota con `periodo` en vez de la factura, con `receptor`, `items` y un concepto distinto de 2.",
  ],
]);

/** The last error of a document, without internals of the service. */
const LAST_ERRORS: Readonly<Record<LastErrorReason, string>> = {
  timeout: "La autoridad no respondió a tiempo; el servicio le pregunta.",
  network: "La conexión con la autoridad se cortó antes de una respuesta completa; el servicio le pregunta.",
  "instance-ended": "El servicio se reinició antes de recibir la respuesta de la autoridad; le pregunta.",
  unknown: "La respuesta de la autoridad no dice qué pasó con el documento; el servicio le pregunta.",
  absent: "La autoridad dice que no conoce el documento; el servicio le sigue preguntando.",
  duplicate: "La autoridad dice que ya había recibido el documento; el servicio le pregunta por el resultado.",
  processing: "La autoridad todavía procesa el documento.",
  "not-processed": "La autoridad rechazó el envío antes de procesarlo; el servicio lo envía de nuevo.",
  "number-taken": "La autoridad dice que el número es de otro documento; el servicio le pregunta por este.",
  closed: "El documento se cerró sin enviarse a la autoridad: su número es de otro documento de la empresa.",
  "closed-sent":
    "El documento se envió y se cerró por orden de dos personas: la autoridad dice que no lo conoce o lo rechaza sin indicar una regla.",
  "journal-lost": "El servicio recuperó el documento de su registro y pregunta a la autoridad por él.",
  "other-bytes": "Un paso interno falló; el servicio lo repite.",
  "step-failed": "Un paso interno falló; el servicio lo repite.",
};

/** `last_status_error`; null while nothing went wrong. */
export function describeLastError(error: LastError | null): string | null {
  return error === null ? null : LAST_ERRORS[error.reason];
}
