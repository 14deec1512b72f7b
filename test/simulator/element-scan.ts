// Finds elements in XML text by path, so that a test can drop, repeat, swap or change one of them and leave all else alone.

export interface Found {
  /** Names from the root's child on, joined by "/"; "cac:InvoiceLine/cbc:ID". */
  readonly path: string;
  /** Which of the elements with this path, from 0. */
  readonly index: number;
  readonly name: string;
  readonly start: number;
  readonly openEnd: number;
  readonly closeStart: number;
  readonly end: number;
  readonly parent: Found | undefined;
}

type Draft = { -readonly [Key in keyof Found]: Found[Key] };

/** Every element below the root, in document order. The text must spell every end tag. */
export function scanElements(xml: string): Found[] {
  const found: Draft[] = [];
  const open: Draft[] = [];
  const counts = new Map<string, number>();
  const tags = /<(\/?)([A-Za-z][\w:.-]*)([^>]*)>/g;
  for (let match = tags.exec(xml); match; match = tags.exec(xml)) {
    const [text, slash, name = ""] = match;
    if (slash === "/") {
      const closing = open.pop();
      if (closing) {
        closing.closeStart = match.index;
        closing.end = match.index + text.length;
      }
      continue;
    }
    const parent = open.at(-1);
    const path = open.length === 0 ? "" : parent?.path ? `${parent.path}/${name}` : name;
    const index = counts.get(path) ?? 0;
    counts.set(path, index + 1);
    const openEnd = match.index + text.length;
    const one: Draft = { path, index, name, start: match.index, openEnd, closeStart: openEnd, end: openEnd, parent };
    found.push(one);
    open.push(one);
  }
  return found.slice(1);
}

/** The element at a path; the first unless an index is given. */
function locate(xml: string, path: string, index = 0): Found {
  const found = scanElements(xml).find((one) => one.path === path && one.index === index);
  if (!found) throw new Error(`the document has no ${path}[${index}]`);
  return found;
}

export function drop(xml: string, path: string, index = 0): string {
  const { start, end } = locate(xml, path, index);
  return xml.slice(0, start) + xml.slice(end);
}

export function repeat(xml: string, path: string, index = 0): string {
  const { start, end } = locate(xml, path, index);
  return xml.slice(0, end) + xml.slice(start, end) + xml.slice(end);
}

/** Swaps an element with the one that follows it. */
export function swapWithNext(xml: string, one: Found, next: Found): string {
  return (
    xml.slice(0, one.start) +
    xml.slice(next.start, next.end) +
    xml.slice(one.end, next.start) +
    xml.slice(one.start, one.end) +
    xml.slice(next.end)
  );
}

/** Replaces what stands inside an element. */
export function setContent(xml: string, path: string, content: string, index = 0): string {
  const { openEnd, closeStart } = locate(xml, path, index);
  return xml.slice(0, openEnd) + content + xml.slice(closeStart);
}

/** Sets or removes (undefined) an attribute of an element. */
export function setAttribute(xml: string, path: string, name: string, value: string | undefined, index = 0): string {
  const { start, openEnd } = locate(xml, path, index);
  const tag = xml.slice(start, openEnd);
  const without = tag.replace(new RegExp(` ${name}="[^"]*"`), "");
  const next = value === undefined ? without : without.replace(/>$/, ` ${name}="${value}">`);
  return xml.slice(0, start) + next + xml.slice(openEnd);
}

/** Puts text before an element. */
export function insertBefore(xml: string, path: string, text: string, index = 0): string {
  const { start } = locate(xml, path, index);
  return xml.slice(0, start) + text + xml.slice(start);
}

/** What stands inside an element. */
export function contentOf(xml: string, path: string, index = 0): string {
  const { openEnd, closeStart } = locate(xml, path, index);
  return xml.slice(openEnd, closeStart);
}
