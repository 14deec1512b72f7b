// Turns XML text into a list of its elements, one line each, and compares two such lists.
import { parseXml, type XmlElement } from "../../src/xml/parse.ts";

/** Every element in document order: path, attributes by name, and its text when it has no children. */
export function outline(xml: string): string[] {
  return describe(parseXml(new TextEncoder().encode(xml)), "");
}

function describe(element: XmlElement, parent: string): string[] {
  const path = `${parent}/${element.local}`;
  const attributes = [...element.attributes].sort(([a], [b]) => (a < b ? -1 : 1));
  const printed = attributes.map(([name, value]) => `[${name}=${value}]`).join("");
  const own = `${path}${printed}${element.children.length === 0 ? ` = ${element.text}` : ""}`;
  return [own, ...element.children.flatMap((child) => describe(child, path))];
}

export interface Difference {
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** What must be taken out of `theirs` and put into `ours` to make them equal, by longest common subsequence. */
export function compareOutlines(ours: readonly string[], theirs: readonly string[]): Difference {
  const lengths = Array.from({ length: ours.length + 1 }, () => new Array<number>(theirs.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = ours.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = theirs.length - 1; j >= 0; j -= 1) {
      row[j] = ours[i] === theirs[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const missing: string[] = [];
  const added: string[] = [];
  let [i, j] = [0, 0];
  while (i < ours.length || j < theirs.length) {
    if (i < ours.length && j < theirs.length && ours[i] === theirs[j]) {
      i += 1;
      j += 1;
    } else if (j < theirs.length && (i >= ours.length || at(i, j + 1) >= at(i + 1, j))) {
      missing.push(theirs[j] ?? "");
      j += 1;
    } else {
      added.push(ours[i] ?? "");
      i += 1;
    }
  }
  return { missing, added };
}
