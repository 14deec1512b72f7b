// Spells places as they are printed.
import places from "./printed-place.json" with { type: "json" };

/** `Bogotá, D.c.` as `Bogotá, D.C.`: the authority's list writes every word with a capital and no other, and documents carry its names unchanged. */
export function spellPlace(name: string): string {
  return places.spellings.reduce((spelled, [listed = "", printed = ""]) => spelled.replaceAll(listed, printed), name);
}
