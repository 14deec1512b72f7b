// Shows what came, cut short, as a sentence quotes it.

import { isCalendarDate } from "../../domain/value/calendar.ts";
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

/** ` (¿quiso decir "2026-12-31"?)`: the day that a text writes otherwise, in Colombia the day first; empty for none. */
export function suggestDate(text: string): string {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  const [, one, other, last] = YEAR_LAST.exec(text) ?? [];
  const written = [
    [year, month, day],
    [last, other, one],
    [last, one, other],
  ];
  const meant = written.map((parts) => parts.map((part) => part?.padStart(2, "0")).join("-")).find(isCalendarDate);
  return meant === undefined || meant === text ? "" : askText(meant);
}

/** ` (¿quiso decir "CAJA-01"?)`. */
export function askText(meant: string): string {
  return ` (¿quiso decir ${showValue(meant)}?)`;
}

/** Also an instant. */
const YEAR_FIRST = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ].*)?$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ].*)?$/;

/** What a sentence quotes of a path or a query. */
const MOST_PARAMETER_SHOWN = 40;

export function showParameter(text: string): string {
  return spellInvisible(JSON.stringify(text.slice(0, MOST_PARAMETER_SHOWN)));
}

export const MARK_RUN = `trae más de ${MARKS_MOST} marcas combinantes (tildes sueltas) seguidas`;
