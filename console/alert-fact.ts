// Says the facts of an alert in the reader's language, every instant by the clock of Bogotá; what a machine or the authority wrote is quoted.
import { readInstant, sayInstants } from "../operator/moment.ts";
import { isTypeCode } from "../src/domain/kind.ts";
import type { AlertDetail } from "../src/store/base/schema.ts";
import { type CodeWords, sayCode } from "./code-words.ts";
import { moment, nameKind, type View } from "./view.ts";

/** Members whose values are codes, with the words that say them. */
const CODED: Readonly<Record<string, readonly (keyof CodeWords)[]>> = {
  environment: ["environments"],
  module: ["modules"],
  kind: ["rangeKinds"],
  cause: ["causes"],
  questions: ["questions"],
  because: ["disablings", "holds"],
  difference: ["damages"],
  step: ["steps"],
};
/** Members whose values somebody else wrote. */
const QUOTED: readonly string[] = [
  "alert",
  "step",
  "error",
  "refusal",
  "detail",
  "difference",
  "statement",
  "path",
  "because",
  "secret",
  "value",
];
/** What stands in columns of its own. */
const SHOWN: readonly string[] = ["companyId", "documentId", "severity", "among"];

/** All that an alert says of its matter beside whose it is. */
export function sayFacts(view: View, detail: AlertDetail): string {
  return Object.entries(detail)
    .flatMap(([name, value]) => {
      if (SHOWN.includes(name) || value === null) return [];
      return [`${sayCode(view.words.codes.members, name)} ${sayValue(view, name, String(value))}`];
    })
    .join(", ");
}

function sayValue(view: View, name: string, value: string): string {
  if (name === "typeCode" && isTypeCode(value)) return nameKind(view, value);
  for (const group of CODED[name] ?? []) {
    const words: Readonly<Record<string, string>> = view.words.codes[group];
    const said = sayCode(words, value);
    if (said !== value) return said;
  }
  if (readInstant(value) !== undefined) return moment(view, value) ?? value;
  return QUOTED.includes(name) ? `«${sayInstants(value)}»` : value;
}
