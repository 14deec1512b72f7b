// Finds the texts of a draft that its printed form cannot show whole; the signed document keeps them.
import type { Draft } from "../draft/draft.ts";
import type { NoteDraft } from "../draft/note-draft.ts";
import type { FieldPath, Problem } from "../refusal/problem.ts";
import printable from "./printable-characters.json" with { type: "json" };

/** What the renderer draws as a box; the list is of everything else, and its tests compare both. */
const UNPRINTABLE = new RegExp(`[^${printable.ranges.replace(/[0-9a-f]+/g, "\\u{$&}").replaceAll(",", "")}]`, "gu");
/** As many characters of a text are named. */
const MOST_NAMED = 5;
/** Texts in the client's own words that are not printed. */
const UNPRINTED: readonly string[] = [
  "supplier.tradeName",
  "supplier.email",
  "supplier.phone",
  "lines.costCenterCode",
  "withholdings",
  "ticket.maker",
];

/** The texts with a character that is printed as a box, each with its place. */
export function findPrintDoubts(draft: Draft): readonly Problem[] {
  return doubtTexts(draft, [], "");
}

/** The same of a note: of what it says itself, because it repeats a corrected document as that was signed. */
export function findNotePrintDoubts(draft: NoteDraft): readonly Problem[] {
  const { motive, notes, external } = draft;
  const party =
    external === null ? {} : draft.typeCode === "95" ? { supplier: draft.supplier } : { receiver: draft.receiver };
  const lines = draft.lines?.map((line) => (line.type === "own" ? line.item : null)) ?? [];
  return doubtTexts({ ...party, lines, motive, notes }, [], "");
}

/** @param name the place without its indices. */
function doubtTexts(part: object, at: readonly (string | number)[], name: string): readonly Problem[] {
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(part)
    ? [...part.entries()]
    : Object.entries(part);
  return members.flatMap(([member, value]) => {
    const place = typeof member === "number" ? name : `${name}${name === "" ? "" : "."}${member}`;
    const path = [...at, member];
    if (UNPRINTED.includes(place)) return [];
    if (typeof value === "object" && value !== null) return doubtTexts(value, path, place);
    return typeof value === "string" ? doubtText(value, path) : [];
  });
}

function doubtText(text: string, at: readonly (string | number)[]): readonly Problem[] {
  const characters = [...new Set(text.match(UNPRINTABLE))];
  if (characters.length === 0) return [];
  // A walk over a draft gives its places.
  return [{ field: at as FieldPath, reason: "not-printable", characters: characters.slice(0, MOST_NAMED) }];
}
