// Writes one Spanish sentence for each reason of notes.
import type { CatalogueEntry } from "../../domain/catalogue/catalogue.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import type { NoteType } from "../../domain/kind.ts";
import type { NoteReasonFacts } from "../../domain/refusal/note-reason.ts";
import { KIND_TEXTS } from "./kind-text.ts";
import { type Context, maySay } from "./naming.ts";
import { suggestDate } from "./value.ts";

type NoteSentences = {
  readonly [Name in keyof NoteReasonFacts]: (facts: NoteReasonFacts[Name], context: Context) => string;
};

/** What a note corrects. */
const DOCUMENTS: Readonly<Record<Draft["kind"], string>> = {
  invoice: "la factura",
  "support-document": "el documento soporte",
};

function nameCorrected({ kind, isTicket }: Pick<Context, "kind" | "isTicket">): string {
  return isTicket === true ? "el tiquete" : DOCUMENTS[kind];
}

export const NOTE_SENTENCES: NoteSentences = {
  "reference-not-found": ({ value }, context) =>
    `${context.subject} es ${value}; no existe ${nameCorrected(context)} con ese id en la empresa.`,
  "reference-required": (_, context) => {
    const { path, spell, kind, isTicket } = context;
    const other = spell(["external"]);
    if (kind !== "invoice" || isTicket === true) {
      return `Falta decir qué corrige la nota: ${nameCorrected(context)} en \`${path}\` o \`${other}\`.`;
    }
    return `Falta decir qué corrige la nota: ${nameCorrected(context)} en \`${path}\` o \`${other}\`, o el \`periodo\` donde se admite.`;
  },
  "reference-ambiguous": ({ given }, { spell }) =>
    `Se enviaron ${given.map((field) => `\`${spell([field])}\``).join(" y ")}; la nota corrige una sola cosa.`,
  "reference-date": ({ value, today }, { subject }) =>
    `${subject} es "${value}"; debe ser una fecha real AAAA-MM-DD no posterior a hoy en Bogotá (${today})${suggestDate(value)}.`,
  "not-correctable": ({ typeCode, noteType }, context) =>
    `El documento es de tipo ${typeCode} y una ${KIND_TEXTS[noteType].name} solo corrige ${nameCorrected(context)}.`,
  "reference-rejected": ({ number }) =>
    `La autoridad rechazó el documento ${number}: no necesita nota; corríjalo y emítalo de nuevo.`,
  "reference-pending": ({ state }) =>
    `El documento está en estado ${state}: la nota se emite cuando la autoridad lo haya aceptado; repita entonces con la misma clave.`,
  "reference-lost": ({ number }) =>
    `El servicio no tiene el archivo que se firmó del documento ${number}, y sin él no se puede corregir; quien lo opera debe reponerlo. Repita entonces con la misma clave.`,
  "reference-annulled": ({ because }) => ANNULLED[because],
  "too-many-notes": () =>
    "El documento ya tiene todas las notas que se admiten: las rechazadas no cuentan. Reúna en menos notas lo que se corrige.",
  "period-invalid": ({ start, end, today, because }) => PERIOD_FAULTS[because](start, end, today),

  "concept-required": ({ concepts }, { subject }) => `${subject} es obligatorio: ${list(concepts)}.`,
  "concept-invalid": ({ value, concepts }, { subject }) => `${subject} es "${value}"; se admite: ${list(concepts)}.`,
  "concept-needs-reference": () => 'El concepto "2" anula un documento: no se admite con `periodo`.',
  "concept-needs-whole": ({ because }) => `El concepto "2" anula el documento entero${NOT_WHOLE[because]}`,

  "nothing-to-credit": ({ noteType }) =>
    `La ${KIND_TEXTS[noteType].name} sumaría 0.00 y no cambiaría nada: solo la anulación de un documento de 0.00 lo puede.`,
  "exceeds-balance": ({ requested, available, charge }, context) => {
    if (charge === undefined) return `La nota suma ${requested} y del documento quedan ${available} por acreditar.`;
    return maySay(context, "allowances")
      ? `Del cargo ${charge} del documento quedan ${available} por devolver y se piden ${requested}.`
      : `Del cargo ${charge} del documento queda menos por devolver de lo que se pide (${requested}).`;
  },
  "line-unknown": ({ line, lines }, { subject }) => {
    const known =
      lines.length > 1
        ? `sus líneas son ${lines.join(", ")}`
        : lines.length === 1
          ? `su única línea es la ${lines[0]}`
          : "no hay un documento guardado del que tomarla";
    return `${subject} es ${line} y ${known}.`;
  },
  "exceeds-line": ({ line, figure, available, requested }, context) =>
    maySay(context, "lines")
      ? LINE_EXCESSES[figure](line, available, requested)
      : UNTOLD_LINE_EXCESSES[figure](line, requested),
  "charge-unknown": ({ charge, count }, { subject }) =>
    `${subject} es ${charge}; ${
      count === 0
        ? "no hay un documento guardado aquí que tenga cargos"
        : `los cargos del documento van de 1 a ${count}`
    }.`,
  "needs-lines": (_, { subject, spell }) =>
    `${subject} va con \`${spell(["lines"])}\`: sin ellos la nota es el documento entero, con sus descuentos y cargos.`,

  "required-in-note": (_, { subject }) => `${subject} es obligatorio en esta nota.`,
  "party-differs": ({ expected, given }, context) => {
    const other = maySay(context, "party") ? `${expected.type} ${expected.number}` : "otro";
    return `${context.subject} es ${given.type} ${given.number} y ${nameCorrected(context)} es de ${other}; quítelo o envíe el mismo.`;
  },
  "currency-differs": ({ expected, value }, context) => {
    const other = maySay(context, "terms") ? expected : "otra";
    return `La moneda, su tasa o la fecha de esta es ${value} y en ${nameCorrected(context)} es ${other}; quítela o envíe la misma.`;
  },
  "note-not-today": ({ value, today }, { subject }) =>
    `${subject} es "${value}"; una nota se emite hoy en Bogotá (${today}), cuando se firma.`,
  "due-date-on-credit": ({ sent, issueDate }, { subject }) => {
    const received = sent === null ? "no se recibió" : `se recibió "${sent}"`;
    return `${subject} debe ser una fecha real AAAA-MM-DD igual o posterior a la de emisión (${issueDate}) a crédito; ${received}.`;
  },
  "withholdings-of-note": () => "Una nota no lleva retenciones: su esquema no las tiene; quítelas.",

  "no-series": ({ typeCode }) =>
    `La empresa no tiene configurada ${numberingOf(typeCode)}; debe agregarla el operador.`,
  "series-stopped": ({ typeCode, number }) =>
    `Está detenida ${numberingOf(typeCode)} en ${number}: otro sistema usó un número de la serie; debe revisarla el operador.`,
  "series-number-held": ({ typeCode, number }) =>
    `Está detenida ${numberingOf(typeCode)} en ${number}: ya lo tiene otra nota de la empresa; debe revisarla el operador.`,
};

const ANNULLED: Readonly<Record<NoteReasonFacts["reference-annulled"]["because"], string>> = {
  annulment: "El documento está anulado por otra nota y no admite más.",
  "annulment-pending":
    "Otra nota anula el documento y aún no tiene un resultado final; si la autoridad la rechaza, repita con la misma clave.",
  "nothing-left": "Otras notas ya acreditaron todo el documento; no queda nada por acreditar.",
  "nothing-left-pending":
    "Otras notas toman todo lo que queda del documento y alguna aún no tiene un resultado final; si la autoridad la rechaza, repita con la misma clave.",
};

const PERIOD_FAULTS: Readonly<
  Record<NoteReasonFacts["period-invalid"]["because"], (start: string, end: string, today: string) => string>
> = {
  "not-a-date": (start, end) => `El periodo va de "${start}" a "${end}"; ambas deben ser fechas reales AAAA-MM-DD.`,
  "start-after-end": (start, end) => `El periodo empieza el ${start}, después de terminar el ${end}.`,
  "after-today": (_, end, today) => `El periodo termina el ${end}, después de hoy en Bogotá (${today}).`,
};

/** Why an annulment is not whole; each completes "El concepto "2" anula el documento entero…". */
const NOT_WHOLE: Readonly<Record<NoteReasonFacts["concept-needs-whole"]["because"], string>> = {
  lines: " y los `items` no lo son; quítelos, o use otro concepto.",
  allowances: ", con sus descuentos y cargos: no lleva otros; quítelos, o use otro concepto.",
  "other-notes": " y ya hay otras notas; acredite lo que queda con otro concepto.",
};

const LINE_EXCESSES: Readonly<
  Record<NoteReasonFacts["exceeds-line"]["figure"], (line: number, available: string, requested: string) => string>
> = {
  quantity: (line, available, requested) => {
    const some = available === "1" ? "queda 1 unidad" : `quedan ${available} unidades`;
    const left = available === "0" ? "no quedan unidades" : some;
    return `De la línea ${line} ${left} y ${requested === "1" ? "se pide 1" : `se piden ${requested}`}.`;
  },
  unitPrice: (line, available, requested) =>
    `El valor unitario de la línea ${line} es ${available} y se pide ${requested}; una nota no puede pasar de él.`,
  paidPrice: (line, available, requested) =>
    `Por una unidad de la línea ${line} se pagaron ${available} con sus impuestos y se pide devolver ${requested}; una nota no puede pasar de lo pagado.`,
  amount: (line, available, requested) =>
    `De la línea ${line} quedan ${available} por acreditar y se piden ${requested}.`,
};

/** The same to who may not read the line. */
const UNTOLD_LINE_EXCESSES: Readonly<
  Record<NoteReasonFacts["exceeds-line"]["figure"], (line: number, requested: string) => string>
> = {
  quantity: (line, requested) => `De la línea ${line} quedan menos unidades de las que se piden (${requested}).`,
  unitPrice: (line, requested) =>
    `El valor unitario de la línea ${line} es menor que el que se pide (${requested}); una nota no puede pasar de él.`,
  paidPrice: (line, requested) =>
    `Por una unidad de la línea ${line} se pagó menos de lo que se pide devolver (${requested}); una nota no puede pasar de lo pagado.`,
  amount: (line, requested) => `De la línea ${line} queda menos por acreditar de lo que se pide (${requested}).`,
};

function numberingOf(typeCode: NoteType): string {
  return `la numeración de la ${KIND_TEXTS[typeCode].name} (tipo ${typeCode})`;
}

function list(concepts: readonly CatalogueEntry[]): string {
  return concepts.map(({ code, name }) => `"${code}" ${name}`).join("; ");
}
