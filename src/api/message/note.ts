// Writes the Spanish sentence of each refusal of a note, and its figures as details.
import type { CatalogueEntry } from "../../domain/catalogue.ts";
import type { NoteType } from "../../domain/kind.ts";
import { type NoteReferenceField, type NoteRefusalFacts, ruleOfRefusal } from "../../domain/refusal/note-refusal.ts";
import type { Detail } from "../base/error.ts";
import { suggestMeans } from "./code-name.ts";
import { KIND_TEXTS } from "./kind-text.ts";
import type { NoteWords } from "./naming.ts";

/** A detail that may carry one figure of the refusal as plain text. */
interface FigureDetail extends Detail {
  readonly value?: string;
}

/** A refusal as the client reads it. */
interface NoteRefusalText {
  readonly message: string;
  readonly details: readonly FigureDetail[];
}

/** The words of one type of note: its fields and the document that it corrects. */
interface Words extends NoteWords {
  readonly note: string;
  readonly document: string;
  readonly external: string;
  readonly party: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly paidPrice: string;
  readonly currency: string;
}

const OF_INVOICE = {
  document: "la factura",
  id: "factura_id",
  external: "factura",
  party: "receptor",
  quantity: "cant",
  unitPrice: "unit",
  paidPrice: "unit_input",
  currency: "currency",
  withholdings: "withholdings",
} as const;
const WORDS: Readonly<Record<NoteType, Words>> = {
  "91": { ...OF_INVOICE, note: KIND_TEXTS["91"].name },
  "92": { ...OF_INVOICE, note: KIND_TEXTS["92"].name },
  "95": {
    note: KIND_TEXTS["95"].name,
    document: "el documento soporte",
    id: "documento_id",
    external: "documento",
    party: "proveedor",
    quantity: "cantidad",
    unitPrice: "precio_unitario",
    // A support document has no price that holds its taxes.
    paidPrice: "precio_unitario",
    currency: "moneda",
    withholdings: "retenciones",
  },
};

type Facts<Code extends NoteRefusalFacts["code"]> = Extract<NoteRefusalFacts, { readonly code: Code }>;
type Texts = {
  readonly [Code in NoteRefusalFacts["code"]]: (facts: Facts<Code>, words: Words) => NoteRefusalText;
};

/**
 * The sentence of a refusal, with its figures; each detail names the authority's rule where there is one.
 * @param sent the names that the client used, where a member has several.
 */
export function describeNoteRefusal(facts: NoteRefusalFacts, typeCode: NoteType, sent?: NoteWords): NoteRefusalText {
  const { message, details } = write(facts, { ...WORDS[typeCode], ...sent });
  // The authority compares totals, and knows nothing of what is left of one charge.
  const isOfCharge = facts.code === "exceeds_balance" && facts.charge !== undefined;
  const rule = isOfCharge ? undefined : ruleOfRefusal(facts.code, typeCode);
  return { message, details: rule === undefined ? details : details.map((detail) => ({ ...detail, rule })) };
}

function write<Code extends NoteRefusalFacts["code"]>(facts: Facts<Code>, words: Words): NoteRefusalText {
  const texts: Texts = TEXTS;
  return texts[facts.code as Code](facts, words);
}

const TEXTS: Texts = {
  reference_not_found: (_, { document, id }) => about(id, `No existe ${document} de \`${id}\` en la empresa.`),
  reference_required: (_, { document, id, external }) =>
    about(
      id,
      `Falta decir qué corrige la nota: ${document} en \`${id}\` o \`${external}\`, o el \`periodo\` donde se admite.`,
    ),
  reference_ambiguous: ({ given }, words) => {
    const names = given.map((field) => `\`${nameReference(field, words)}\``).join(" y ");
    return about("", `Se enviaron ${names}; la nota corrige una sola cosa.`);
  },
  not_correctable: ({ typeCode }, { note, document, id }) =>
    about(id, `El documento es de tipo ${typeCode} y una ${note} solo corrige ${document}.`, typeCode),
  reference_rejected: ({ number }, { id }) =>
    about(id, `La autoridad rechazó el documento ${number}: no necesita nota; corríjalo y emítalo de nuevo.`, number),
  reference_pending: ({ state }, { id }) => {
    const wait = "la nota se emite cuando la autoridad lo haya aceptado; repita entonces con la misma clave";
    return about(id, `El documento está en estado ${state}: ${wait}.`, state);
  },
  reference_annulled: ({ because }, { id }) => about(id, ANNULLED[because]),
  concept_required: ({ concepts }) => about("concepto", `El campo \`concepto\` es obligatorio: ${list(concepts)}.`),
  concept_invalid: ({ value, concepts }) =>
    about("concepto", `El campo \`concepto\` es "${value}"; se admite: ${list(concepts)}.`, value),
  concept_needs_reference: () => about("concepto", 'El concepto "2" anula un documento: no se admite con `periodo`.'),
  concept_needs_whole: ({ because }) =>
    about(
      "concepto",
      because === "lines"
        ? 'El concepto "2" anula el documento entero y los `items` no lo son; quítelos, o use otro concepto.'
        : because === "allowances"
          ? 'El concepto "2" anula el documento entero, con sus descuentos y cargos: no lleva otros; quítelos, o use otro concepto.'
          : 'El concepto "2" anula el documento entero y ya hay otras notas; acredite lo que queda con otro concepto.',
    ),
  nothing_to_credit: (_, { note }) =>
    about(
      "total",
      `La ${note} sumaría 0.00 y no cambiaría nada: solo la anulación de un documento de 0.00 lo puede.`,
      "0.00",
    ),
  exceeds_balance: (facts) => describeBalanceExcess(facts),
  line_unknown: ({ index, line, lines }) => {
    const known =
      lines.length > 1
        ? `sus líneas son ${lines.join(", ")}`
        : lines.length === 1
          ? `su única línea es la ${lines[0]}`
          : "no hay un documento guardado del que tomarla";
    return about(`items.${index}.linea`, `El campo \`items.${index}.linea\` es ${line} y ${known}.`, String(line));
  },
  exceeds_line: (facts, words) => describeLineExcess(facts, words),
  party_differs: ({ expected, given }, { document, party }) =>
    about(
      party,
      `El campo \`${party}\` es ${given.type} ${given.number} y ${document} es de ${expected.type} ${expected.number}; quítelo o envíe el mismo.`,
      given.number,
    ),
  currency_differs: ({ expected, given }, { document, currency }) =>
    about(
      currency,
      `La moneda, su tasa o la fecha de esta es ${given} y en ${document} es ${expected}; quítela o envíe la misma.`,
      given,
    ),
  date_not_today: ({ given, today }) =>
    about(
      "fecha_emision",
      `El campo \`fecha_emision\` es "${given}"; una nota se emite hoy en Bogotá (${today}), cuando se firma.`,
      given,
    ),
  withholdings_not_allowed: ({ count }, { withholdings }) =>
    about(withholdings, "Una nota no lleva retenciones: su esquema no las tiene; quítelas.", String(count)),
  period_invalid: ({ start, end, today, because }) => about("periodo", PERIOD_FAULTS[because](start, end, today)),
  series_missing: ({ typeCode, because, number = "" }, { note }) => {
    const numbering = `la numeración de la ${note} (tipo ${typeCode})`;
    if (because === undefined) {
      return about("", `La empresa no tiene configurada ${numbering}; debe agregarla el operador.`);
    }
    const why =
      because === "stopped" ? "otro sistema usó un número de la serie" : "ya lo tiene otra nota de la empresa";
    return about("", `Está detenida ${numbering} en ${number}: ${why}; debe revisarla el operador.`);
  },
  business_rule: (facts, words) => describeOther(facts, words),
};

const ANNULLED: Readonly<Record<Facts<"reference_annulled">["because"], string>> = {
  annulment: "El documento está anulado por otra nota y no admite más.",
  "annulment-pending":
    "Otra nota anula el documento y aún no tiene un resultado final; si la autoridad la rechaza, repita con la misma clave.",
  "nothing-left": "Otras notas ya acreditaron todo el documento; no queda nada por acreditar.",
  "nothing-left-pending":
    "Otras notas toman todo lo que queda del documento y alguna aún no tiene un resultado final; si la autoridad la rechaza, repita con la misma clave.",
};

const PERIOD_FAULTS: Readonly<
  Record<Facts<"period_invalid">["because"], (start: string, end: string, today: string) => string>
> = {
  "not-a-date": (start, end) => `El periodo va de "${start}" a "${end}"; ambas deben ser fechas reales AAAA-MM-DD.`,
  "start-after-end": (start, end) => `El periodo empieza el ${start}, después de terminar el ${end}.`,
  "after-today": (_, end, today) => `El periodo termina el ${end}, después de hoy en Bogotá (${today}).`,
};

function describeBalanceExcess(facts: Facts<"exceeds_balance">): NoteRefusalText {
  const { invoiced, credited, inProcess, available, requested, charge } = facts;
  const message =
    charge === undefined
      ? `La nota suma ${requested} y del documento quedan ${available} por acreditar.`
      : `Del cargo ${charge.number} del documento quedan ${available} por devolver y se piden ${requested}.`;
  const at = charge === undefined ? [] : [{ path: `cargos.${charge.index}.valor`, message }];
  const of = charge === undefined ? "del documento" : "del cargo";
  return {
    message,
    details: [
      ...at,
      figure("facturado", `Total ${of}.`, invoiced),
      figure("acreditado", "Notas aceptadas.", credited),
      figure("en_proceso", "Notas sin resultado final, que también cuentan.", inProcess),
      figure("disponible", "Lo que queda por acreditar.", available),
      figure("solicitado", "Lo que pide esta nota.", requested),
    ],
  };
}

function describeLineExcess(facts: Facts<"exceeds_line">, words: Words): NoteRefusalText {
  const { index, line, figure: exceeded, available, requested } = facts;
  const left = available === "1" ? "queda 1 unidad" : `quedan ${available} unidades`;
  const asked = requested === "1" ? "se pide 1" : `se piden ${requested}`;
  const messages = {
    quantity: `De la línea ${line} ${left} y ${asked}.`,
    unitPrice: `El valor unitario de la línea ${line} es ${available} y se pide ${requested}; una nota no puede pasar de él.`,
    paidPrice: `Por una unidad de la línea ${line} se pagaron ${available} con sus impuestos y se pide devolver ${requested}; una nota no puede pasar de lo pagado.`,
    amount: `De la línea ${line} quedan ${available} por acreditar y se piden ${requested}.`,
  };
  const path = `items.${index}.${exceeded === "amount" ? words.quantity : words[exceeded]}`;
  return {
    message: messages[exceeded],
    details: [
      { path, message: messages[exceeded] },
      figure("disponible", "Lo que queda de la línea.", available),
      figure("solicitado", "Lo que pide la nota.", requested),
    ],
  };
}

function describeOther(facts: Facts<"business_rule">, words: Words): NoteRefusalText {
  switch (facts.reason) {
    case "required": {
      const names = { lines: "items", receiver: words.party, supplier: words.party, exchangeRate: "tasa_cambio" };
      const name = names[facts.field];
      return about(name, `El campo \`${name}\` es obligatorio en esta nota.`);
    }
    case "line-value": {
      const path = `items.${facts.index}.${words[facts.field]}`;
      const expected = facts.fault === "not-positive" ? "debe ser mayor que cero" : "admite hasta 6 decimales";
      return about(path, `El campo \`${path}\` es ${facts.value}; ${expected}.`, facts.value);
    }
    case "unit-unknown": {
      const path = `items.${facts.index}.unidad_medida`;
      const message = `El campo \`${path}\` debe ser una unidad de la lista oficial, como "EA" o "94"; se recibió "${facts.value}".`;
      return about(path, message, facts.value);
    }
    case "charge-unknown": {
      const path = `cargos.${facts.index}.cargo`;
      const known =
        facts.count === 0
          ? "no hay un documento guardado aquí que tenga cargos"
          : `los cargos del documento van de 1 a ${facts.count}`;
      return about(path, `El campo \`${path}\` es ${facts.charge}; ${known}.`, String(facts.charge));
    }
    case "needs-lines": {
      const name = { discounts: "descuentos", charges: "cargos", areDiscountsShared: "prorratear" }[facts.field];
      const whole = "sin ellos la nota es el documento entero, con sus descuentos y cargos";
      return about(name, `El campo \`${name}\` va con \`items\`: ${whole}.`);
    }
    case "line-without-value": {
      const path = `items.${facts.index}`;
      return about(
        path,
        `El campo \`${path}\` da un valor de línea de ${facts.base}; debe ser mayor que cero.`,
        facts.base,
      );
    }
    case "reference-date": {
      const path = `${words.external}.fecha`;
      const message = `El campo \`${path}\` es "${facts.given}"; debe ser una fecha real AAAA-MM-DD no posterior a hoy en Bogotá (${facts.today}).`;
      return about(path, message, facts.given);
    }
    case "currency-unknown":
      return about(
        "moneda",
        `El campo \`moneda\` debe ser una moneda ISO 4217, como "COP"; se recibió "${facts.value}".`,
        facts.value,
      );
    case "payment-means-unknown": {
      const path = "medio_pago_codigo";
      const message = `El campo \`${path}\` debe ser un medio de pago de la lista oficial, como "10" o "42"${suggestMeans(facts.value)}; se recibió "${facts.value}".`;
      return about(path, message, facts.value);
    }
    case "due-date": {
      const path = "fecha_vencimiento";
      const received = facts.value === null ? "no se recibió" : `se recibió "${facts.value}"`;
      return about(
        path,
        `El campo \`${path}\` debe ser una fecha real AAAA-MM-DD igual o posterior a la de emisión (${facts.issueDate}) a crédito; ${received}.`,
      );
    }
    case "tax-sum-off": {
      const { tax, rate, amount, computed, tolerance } = facts;
      return about(
        "items",
        `Las líneas de la nota suman ${amount} de ${tax} (${rate} %), y la base por la tarifa es ${computed}; la autoridad ` +
          `admite una diferencia de ${tolerance}: divida la nota en varias.`,
      );
    }
    case "total-too-large":
      return about("total", `La nota sumaría ${facts.total}; se admite hasta ${facts.most}.`, facts.total);
  }
}

/** One sentence about one field; it is also the only detail. */
function about(path: string, message: string, value?: string): NoteRefusalText {
  return { message, details: [value === undefined ? { path, message } : { path, message, value }] };
}

function figure(path: string, message: string, value: string): FigureDetail {
  return { path, message, value };
}

function nameReference(field: NoteReferenceField, { id, external }: Words): string {
  return { documentId: id, external, period: "periodo" }[field];
}

function list(concepts: readonly CatalogueEntry[]): string {
  return concepts.map(({ code, name }) => `"${code}" ${name}`).join("; ");
}
