// Shows what came, cut short, as a sentence quotes it.
import { isJsonObject, JsonNumber } from "../../domain/value/json.ts";
import { cutText, MARKS_MOST, spellInvisible } from "../base/text.ts";

/** A value as a sentence quotes it: short, and never a whole structure. */
export function showValue(input: unknown): string {
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

export function showParameter(text: string): string {
  return spellInvisible(JSON.stringify(text.slice(0, MOST_PARAMETER_SHOWN)));
}

export const MARK_RUN = `trae más de ${MARKS_MOST} marcas combinantes (tildes sueltas) seguidas`;
