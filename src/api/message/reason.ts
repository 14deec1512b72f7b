// Writes one Spanish sentence for each reason of domain and store; a reason without one does not compile.
import { listIdentificationTypes } from "../../domain/catalogue/catalogue.ts";
import type { Module, RangeKind } from "../../domain/company.ts";
import type { PercentageFault, ReasonFacts } from "../../domain/refusal/problem.ts";
import { MOST_RATE_DECIMALS } from "../../domain/tax/tax.ts";
import type { StandIn } from "../../domain/value/default-name.ts";
import { askWhichMeant, nameCodes, nameTaxes, quoteAll, suggestMeans, suggestTypes } from "./code-name.ts";
import { type Context, maySay } from "./naming.ts";
import { NOTE_SENTENCES } from "./note.ts";
import { TEXT } from "./request.ts";
import { suggestDate } from "./value.ts";

const MODULES: Readonly<Record<Module, string>> = {
  fe: "factura electrónica (FE)",
  dse: "documento soporte electrónico (DSE)",
  dee: "documento equivalente electrónico (DEE)",
};

const RANGES: Readonly<Record<RangeKind, string>> = {
  fe: "facturas electrónicas",
  contingency: "facturas de contingencia",
  dse: "documentos soporte",
  pos: "tiquetes POS",
};

const PERCENTAGE_FAULTS: Readonly<Record<PercentageFault, string>> = {
  "below-zero": "no puede ser menor que 0",
  zero: "debe ser mayor que cero",
  "over-hundred": "no puede pasar de 100",
  "too-fine": `admite hasta ${MOST_RATE_DECIMALS} decimales`,
};

const STANDARDS = { "001": "UNSPSC", "010": "GTIN", "020": "partida arancelaria" } as const;

const ISSUER = "La configuración de la empresa";

const BY_OPERATOR = "debe corregirla el operador.";

type Sentences = {
  readonly [Name in keyof ReasonFacts]: (facts: ReasonFacts[Name], context: Context) => string;
};

/** Every reason of the domain and of the store as a sentence. */
export const SENTENCES: Sentences = {
  "not-positive": ({ value }, { subject }) => `${subject} es ${value}; debe ser mayor que cero.`,
  "too-many-decimals": ({ value, most }, { subject }) => `${subject} es ${value}; admite hasta ${most} decimales.`,
  percentage: ({ value, fault }, { subject }) => `${subject} es ${value}; un porcentaje ${PERCENTAGE_FAULTS[fault]}.`,
  after: ({ value, than, limit }, { subject, spell }) =>
    `${subject} no puede ser posterior a ${spell(than)} (${limit}); se recibió "${value}".`,
  before: ({ value, than, limit }, { subject, spell }) =>
    `${subject} no puede ser anterior a ${spell(than)} (${limit}); se recibió "${value}".`,
  "not-after": ({ value, than, limit }, { subject, spell }) =>
    `${subject} debe ser posterior a ${spell(than)} (${limit}); se recibió "${value}".`,
  "not-a-date-from": ({ value, earliest }, { subject }) =>
    `${subject} es "${value}"; debe ser una fecha real AAAA-MM-DD igual o posterior a la de emisión (${earliest})${suggestDate(value)}.`,
  "not-a-date-until": ({ value, latest }, { subject }) =>
    `${subject} es "${value}"; debe ser una fecha real AAAA-MM-DD no posterior a la de emisión (${latest})${suggestDate(value)}.`,
  others: ({ standsFor }) =>
    standsFor === 1 ? "Hay 1 problema más, que no se lista." : `Hay ${standsFor} problemas más, que no se listan.`,

  "no-lines": (_, { subject }) => `${subject} debe traer al menos un ítem.`,
  "line-without-value": ({ base, of }, { subject }) => {
    const product = of === undefined ? "" : ` (${of.price} x ${of.quantity})`;
    return `${subject} da un valor de línea de ${base}${product}; debe ser mayor que cero.`;
  },
  "paid-not-divisible": ({ paid, quantity, decimals }, { subject }) =>
    `${subject} suma ${paid} con el impuesto incluido, que no se puede repartir entre ${quantity} unidades ` +
    `con un precio base de ${decimals} decimales; divida el ítem en varios.`,
  "price-required": ({ instead }, { subject, spell }) =>
    `${subject} es obligatorio: envíe el valor unitario base, o \`${spell(instead)}\`.`,
  "price-not-positive": ({ value, gift }, { subject, spell, isStrict }) => {
    const advice = ` Un obsequio o una muestra lleva su valor comercial en \`${spell(gift)}\`.`;
    return `${subject} es ${value}; debe ser mayor que cero.${isStrict ? advice : ""}`;
  },
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
  "rate-required": ({ name }, { subject }) => `${subject} es obligatorio: ${name} es un porcentaje de la base.`,
  "unit-amount-required": ({ name }, { subject }) => `${subject} es obligatorio: ${name} es un valor por unidad.`,
  "millilitres-required": ({ name }, { subject }) =>
    `${subject} es obligatorio: los mililitros que trae una unidad del ítem, porque ${name} se cobra por cada 100.`,
  "millilitres-of-other": ({ code, name }, { subject }) =>
    `${subject} no aplica al tributo "${code}" (${name}); no lo envíe.`,
  "taxes-over-paid": ({ paid, taxes }, { subject }) =>
    `${subject} paga ${paid} con los impuestos incluidos, que no alcanza para los tributos por unidad (${taxes}).`,
  "unit-unknown": ({ value }, { subject }) =>
    `${subject} debe ser una unidad de la lista oficial, como "EA" o "94"; se recibió "${value}".`,
  "unit-not-listed": ({ value, near }, { subject }) => {
    const names = near.map(({ code, name }) => `"${code}" (${name})`).join(", ");
    return `${subject} debe ser una unidad de la lista de la autoridad, como "94" (und) o "KGM" (kg); se recibió "${value}".${
      names === "" ? "" : ` ¿Quiso decir ${names}?`
    }`;
  },
  "standard-code": ({ value, scheme, lengths }, { subject }) =>
    `${subject} debe tener ${new Intl.ListFormat("es", { type: "disjunction" }).format(lengths.map(String))} dígitos en el esquema ${scheme} (${STANDARDS[scheme]}); se recibió "${value}".`,
  "gtin-check-digit": ({ value, expected }, { subject }) =>
    `${subject} es "${value}"; su último dígito, el de verificación, debe ser ${expected}.`,
  "treatment-of-other-rate": ({ value, rateField, rate }, { subject, spell }) =>
    `${subject} es "${value}", que lleva \`${spell(rateField)}\` ${value === "gravado" ? "mayor que 0" : "0"}; se recibió ${rate}.`,
  "treatment-of-other-code": ({ value, codeField, code }, { subject, spell }) =>
    `${subject} es "${value}", que no va con \`${spell(codeField)}\` "${code}".`,
  "price-of-gift": ({ value, gift }, { subject, spell }) =>
    `${subject} es ${value}; con \`${spell(gift)}\` la línea no tiene precio: envíe 0 o no lo envíe.`,
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

  "not-with": ({ other }, { subject, spell }) => `${subject} no va con \`${spell(other)}\`; envíe uno solo.`,
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

  "tax-sum-off": ({ tax, rate, amount, computed, tolerance }, { subject, isNote }) => {
    const [sum, way] = isNote
      ? ["Las líneas de la nota suman", "divida la nota en varias"]
      : [`${subject} suma`, "divida el documento en varios"];
    return (
      `${sum} ${amount} de ${tax} (${rate} %), y la base por la tarifa es ${computed}; la autoridad admite una ` +
      `diferencia de ${tolerance}: ${way}.`
    );
  },
  "total-differs": ({ value, computed, tolerance }, { subject }) =>
    `${subject} es ${value} y las líneas suman ${computed}; la diferencia admitida es ${tolerance}.`,
  "total-too-large": ({ total, most }, { subject, kind, isNote }) => {
    if (isNote) return `La nota sumaría ${total}; se admite hasta ${most}.`;
    return kind === "invoice"
      ? `${subject} sería ${total} según las líneas; se admite hasta ${most}.`
      : `${subject} suma ${total} y no puede pasar de ${most}.`;
  },
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

  "branch-unknown": ({ value, known }, { subject }) =>
    known.length === 0
      ? `${subject} es "${value}", pero la empresa no tiene establecimientos: los registra el operador del servicio.`
      : `${subject} es "${value}", que no es un establecimiento de la empresa; los que hay son ${quoteAll(known)}.`,
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
  "required-on-credit": ({ form }, { subject, spell }) =>
    form[0] === "paymentForm"
      ? `${subject} es obligatorio con ${spell(form)} "2" (crédito).`
      : `${subject} es obligatorio cuando \`${spell(form)}\` es "credito".`,
  "currency-unsupported": ({ value }, { subject }) => `${subject} es "${value}"; se admiten "COP" y "USD".`,
  "currency-unknown": ({ value }, { subject }) =>
    `${subject} debe ser una moneda ISO 4217, como "COP"; se recibió "${value}".`,
  "exchange-rate-required": ({ currency, instead }, { subject, spell }) =>
    instead === null
      ? `${subject} es obligatorio con ${spell(["currency"])} "${currency}": pesos colombianos por unidad de la moneda.`
      : `${subject} es obligatorio para "${currency}": los pesos por unidad de esa moneda (o \`${spell(instead)}\`).`,
  "exchange-rate-date-required": ({ currency }, { subject }) =>
    `${subject} es obligatorio para "${currency}": la fecha de la tasa de cambio, AAAA-MM-DD.`,
  "exchange-rate-in-pesos": (_, { subject, spell }) =>
    `${subject} no aplica con ${spell(["currency"])} "COP"; no lo envíe.`,

  "payment-amount-required": ({ count }, { subject }) =>
    `${subject} es obligatorio: con ${count} pagos se dice cuánto es cada uno.`,
  "payments-differ": ({ sum, total }, { subject }) => `${subject} suma ${sum}; debe sumar ${total}.`,
  "instalments-differ": ({ sum, credit }, { subject }) =>
    `${subject} suma ${sum} y la parte a crédito es ${credit}; deben ser iguales.`,
  "instalments-without-credit": (_, { subject }) =>
    `${subject} divide lo que se paga a crédito, y ningún pago es a crédito.`,
  "several-credits": (_, { subject }) => `${subject} divide un solo pago a crédito, y hay varios; deje uno.`,
  "prepaid-over-total": ({ sum, total }, { subject }) =>
    `${subject} suma ${sum}, más que el total del documento (${total}).`,
  "rounding-of-other-means": ({ means }, { subject }) =>
    `${subject} solo va con un pago de contado en efectivo (medio 10); este es de medio ${means}.`,
  "due-date-of-cash": ({ value, issueDate }, { subject }) =>
    `${subject} es "${value}"; un pago de contado vence el día de emisión (${issueDate}): no lo envíe, o envíe "credito".`,
  "delivery-place-required": ({ because }, { subject, spell }) =>
    `${subject} es obligatorio con \`${spell(because)}\`: la dirección de entrega se firma completa.`,
  "export-to-resident": ({ country, type }, { subject }) =>
    `${subject} es de un adquirente en ${country} con identificación ${type}; una exportación (tipo 02) es para uno del exterior: con tipo_doc 41, 42 o 50, o con otro país.`,
  "export-taxed": ({ treatment }, { subject }) =>
    `${subject} es ${treatment}; en una exportación (tipo 02) cada ítem es exento: envíe iva 0 y tratamiento "exento".`,
  "not-exported": ({ other }, { subject, spell }) => `${subject} no va con \`${spell(other)}\`.`,
  "name-required": (_, { subject }) => `${subject} es obligatorio: el nombre o la razón social del adquirente.`,
  email: ({ value }, { subject }) =>
    `${subject} es "${value}"; debe ser una sola dirección de correo, como nombre@dominio.co.`,
  "identification-type-unknown": ({ value }, { subject, kind, isStrict }) =>
    isStrict
      ? `${subject} es "${value}"${suggestTypes(value)}; debe ser uno de ${nameCodes(listIdentificationTypes())}.`
      : kind === "invoice"
        ? `${subject} es "${value}"; se espera un código de la lista de la autoridad, como "13" (cédula) o "31" (NIT).`
        : `${subject} debe ser un tipo de identificación de la lista oficial, como "13" o "31"; se recibió "${value}".`,
  "identification-type-required": ({ consumer }, { subject, spell, isStrict }) => {
    const number = spell(["receiver", "identificationNumber"]);
    const hint = consumer === null ? "" : ` El consumidor final se factura con \`${number}\` "${consumer}".`;
    return isStrict
      ? `${subject} es obligatorio: debe ser uno de ${nameCodes(listIdentificationTypes())}.${hint}`
      : `${subject} es obligatorio: se espera un código de la lista de la autoridad, como "13" (cédula) o "31" (NIT).${hint}`;
  },
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
  "municipality-ambiguous": ({ name, nameField, candidates }, { subject, spell }) => {
    const field = `\`${spell(nameField)}\``;
    return `${subject} es obligatorio, porque ${field} "${name}" no nombra un solo municipio de la lista oficial.${askWhichMeant(candidates)}`;
  },
  "municipality-unknown": ({ value, candidates }, { subject }) =>
    `${subject} debe ser un código DIVIPOLA de 5 dígitos de la lista oficial; se recibió "${value}".${askWhichMeant(candidates)}`,
  "municipality-required": (_, { subject, spell }) =>
    `${subject} es obligatorio para un proveedor en Colombia: el código DIVIPOLA, o el nombre en \`${spell(["supplier", "municipalityName"])}\`.`,
  "place-incomplete": ({ because }, { subject, spell }) =>
    `${subject} es obligatorio con \`${spell(because)}\`: la dirección del adquirente se firma completa (en Colombia, con calle y municipio) o no se firma.`,
  "municipality-abroad": ({ because, name }, { subject, spell }) =>
    `${subject} es de Colombia, y por \`${spell(because)}\` el lugar es de otro país: quítelo, y nombre la ciudad en \`${spell(name)}\`.`,
  responsibility: ({ value, allowed }, { subject }) =>
    `${subject} debe ser uno de ${allowed.join(", ")}; se recibió "${value}".`,
  "responsibilities-of-final-consumer": ({ value }, { subject }) =>
    `${subject} es "${value}"; el consumidor final solo lleva "R-99-PN".`,
  "responsibilities-none-beside": ({ value }, { subject }) =>
    `${subject} es "${value}"; "R-99-PN" (no aplica) va sola.`,
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
  "company-suspended": () =>
    "La empresa está suspendida y no puede emitir documentos nuevos; " +
    "lo ya emitido se sigue consultando. Hable con el operador del servicio y repita después la misma petición.",
  "no-module": ({ module }) => `La empresa no tiene contratado el módulo de ${MODULES[module]}.`,
  "no-plan": ({ module, year }) => `La empresa no tiene un plan de ${MODULES[module]} para el año ${year}.`,
  "plan-used-up": ({ module, year, used, allowance }) => {
    const plan = `El plan de ${MODULES[module]} para el año ${year}`;
    return `${plan} está agotado: se usaron ${used} de ${allowance} documentos.`;
  },
  "no-range": ({ rangeKind, prefix }) =>
    prefix === null
      ? `La empresa no tiene un rango de numeración activo para ${RANGES[rangeKind]}.`
      : `La empresa no tiene un rango de numeración activo con el prefijo ${prefix} del establecimiento para ${RANGES[rangeKind]}.`,
  "range-stopped": ({ rangeKind, ranges }) =>
    `La numeración para ${RANGES[rangeKind]} está detenida (${ranges}): ` +
    "la autoridad informa que otro sistema usó un número de este rango. " +
    "El operador del servicio debe revisarla; repita después la misma petición.",
  "range-not-in-force": ({ rangeKind, prefix, issueDate, first, last }) => {
    const own = prefix === null ? "" : ` con el prefijo ${prefix} del establecimiento`;
    const range = `Ningún rango de numeración${own} para ${RANGES[rangeKind]}`;
    return `${range} está vigente en la fecha ${issueDate}: los rangos activos van del ${first} al ${last}.`;
  },
  "number-held": ({ rangeKind, number }) =>
    `La numeración para ${RANGES[rangeKind]} está detenida: el número que sigue, ${number}, ` +
    "ya lo tiene otro documento de la empresa. " +
    "El operador del servicio debe corregir los rangos; repita después la misma petición.",
  "range-used-up": ({ rangeKind, ranges }) =>
    `El rango de numeración para ${RANGES[rangeKind]} está agotado (${ranges}); se necesita un rango nuevo.`,

  ...NOTE_SENTENCES,

  "no-email": () =>
    "Sin correo del adquirente la autoridad acepta la factura con una notificación; envíelo si lo conoce.",
  "rate-not-published": ({ rate, tax, published }) => {
    const listed = `no está entre las publicadas de ${tax} (${published.join(", ")})`;
    return `La tarifa ${rate} ${listed}; la autoridad acepta el documento con una notificación.`;
  },

  "code-replaced": ({ value, used }, { subject }) =>
    `${subject} es "${value}", que la lista de la autoridad escribe "${used}": se firma "${used}".`,
  "export-without-incoterm": (_, { subject }) =>
    `${subject} no vino: una exportación de bienes dice con qué condición se entrega; si es de servicios, no hace falta.`,
  "not-sent": ({ standIn, used }) => TEXT.notSent(STAND_INS[standIn](used)),
  "name-of-corrected": ({ value, name }, context) => {
    const said = maySay(context, "party") ? `, "${name}"` : "";
    return `${context.subject} es "${value}" y no se usa: la nota lleva el nombre del documento que corrige${said}.`;
  },
  "means-of-method": ({ value, methodId, means }, { subject }) =>
    `${subject} es "${value}" y no se usa: rige el medio "${means}" del método ${methodId} de la empresa.`,
  "not-printable": ({ characters }, { subject }) =>
    `${subject} tiene caracteres sin forma impresa (${characters.join(" ")}): los archivos PDF muestran un recuadro en su lugar; ` +
    "el documento firmado los lleva como vinieron.",
  "rate-of-fraction": ({ value, meant }, { subject, isStrict }) =>
    isStrict
      ? `${subject} es ${value}, menos de 1 %; una tarifa va en porcentaje: ¿quiso decir ${meant}?`
      : `${subject} es ${value}: se cobra ${value} %. ¿Quiso decir ${meant}?`,
  "percent-of-fraction": ({ value, meant }, { subject }) =>
    `${subject} es ${value}, es decir ${value} %. ¿Quiso decir ${meant}?`,
  "tax-on-top": ({ value, base, paid }, { subject, spell }) =>
    `${subject} es true, pero sin \`${spell(paid)}\`: \`${spell(base)}\` es el valor base y el impuesto se suma encima. ` +
    `Si ${value} ya incluye el impuesto, envíelo en \`${spell(paid)}\` y no en \`${spell(base)}\`.`,
  "till-required": ({ value, plates }, { subject }) => {
    const known =
      plates.length === 0 ? "la empresa no tiene cajas registradas" : `las registradas son ${quoteAll(plates)}`;
    const sent = value === "" ? "no dice la placa de la caja" : `dice la placa "${value}" sin la ubicación`;
    return `${subject} ${sent}, y ${known}; envíe \`caja.placa\` y \`caja.ubicacion\`, o la placa de una registrada.`;
  },
  "ticket-over-limit": ({ subtotal, limit }, { subject }) =>
    `${subject} es ${subtotal}: la empresa no expide tiquetes por más de ${limit} antes de impuestos (5 UVT). Expida una factura electrónica.`,
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
  "tax-on-top": () => "se usa false, y el impuesto se suma a `unit_input`; si ese precio ya lo incluye, envíe true",
  "computed-sum": () => "se usa la suma de los ítems, sin comprobarla contra la suya",
  payment: () => "se usa el método de pago por defecto de la empresa",
  "payment-form": (used) => `se usa ${used} (contado)`,
  "payment-means": (used) => `se usa ${used} (efectivo)`,
};
