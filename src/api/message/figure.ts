// Picks the figures that a refusal for one reason gives as plain text beside its sentence.
import type { Reason, ReasonFacts } from "../../domain/refusal/problem.ts";
import type { Detail } from "../base/error.ts";
import { maySay, type Naming } from "./naming.ts";

type Figures<Figure> = {
  readonly [Name in keyof ReasonFacts]?: (facts: ReasonFacts[Name], naming: Naming) => Figure;
};

/** The figure of the place that a reason is of; where there is none, it is the value that was sent. */
const FIGURES: Figures<string> = {
  "not-correctable": ({ typeCode }) => typeCode,
  "reference-rejected": ({ number }) => number,
  "reference-pending": ({ state }) => state,
  "reference-lost": ({ number }) => number,
  "too-many-notes": ({ most }) => String(most),
  "nothing-to-credit": () => "0.00",
  "line-unknown": ({ line }) => String(line),
  "charge-unknown": ({ charge }) => String(charge),
  "line-without-value": ({ base }) => base,
  "party-differs": ({ given }) => given.number,
  "withholdings-of-note": ({ count }) => String(count),
  "total-too-large": ({ total }) => total,
};

/** Figures that are of no field of the body, by the names that they have in an answer. */
const OTHERS: Figures<readonly Detail[]> = {
  "exceeds-balance": ({ invoiced, credited, inProcess, available, requested, charge }, naming) => {
    const asked = figure("solicitado", "Lo que pide esta nota.", requested);
    if (!maySay(naming, charge === undefined ? "totals" : "allowances")) return [asked];
    return [
      figure("facturado", `Total ${charge === undefined ? "del documento" : "del cargo"}.`, invoiced),
      figure("acreditado", "Notas aceptadas.", credited),
      figure("en_proceso", "Notas sin resultado final, que también cuentan.", inProcess),
      figure("disponible", "Lo que queda por acreditar.", available),
      asked,
    ];
  },
  "exceeds-line": ({ available, requested }, naming) => [
    ...(maySay(naming, "lines") ? [figure("disponible", "Lo que queda de la línea.", available)] : []),
    figure("solicitado", "Lo que pide la nota.", requested),
  ],
};

/** The figure of the place of a reason, as plain text. */
export function findFigure<Name extends keyof ReasonFacts>(why: Reason<Name>, naming: Naming): string | undefined {
  const pick: ((facts: Reason<Name>, naming: Naming) => string) | undefined = FIGURES[why.reason];
  if (pick !== undefined) return pick(why, naming);
  return "value" in why && typeof why.value === "string" ? why.value : undefined;
}

/** The figures of a reason that are of no field. */
export function listFigures<Name extends keyof ReasonFacts>(why: Reason<Name>, naming: Naming): readonly Detail[] {
  const pick: ((facts: Reason<Name>, naming: Naming) => readonly Detail[]) | undefined = OTHERS[why.reason];
  return pick?.(why, naming) ?? [];
}

function figure(path: string, message: string, value: string): Detail {
  return { path, message, value };
}
