// Writes names and values as XML text that is already canonical (C14N 1.0), so that the bytes hashed are the bytes sent.

/** Anything outside this class needs escaping in text, or is forbidden. */
const CARE_IN_TEXT = /[^\t\n -%'-;=?-\uD7FF\uE000-\uFFFD]/;
/** The same for attribute values, where TAB and LF are escaped, `"` too, and `>` is not. */
const CARE_IN_ATTRIBUTE = /[^ !#-%'-;=-\uD7FF\uE000-\uFFFD]/;
/** Characters outside XML 1.0's Char production (section 2.2); with `u`, a lone surrogate is one of them. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

const TEXT_ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;" };
const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

/**
 * Escapes a value as C14N 1.0 prints text nodes: `&`, `<`, `>` and CR.
 * @throws Error on a character that XML 1.0 forbids: validation should have refused it.
 */
export function escapeText(value: string): string {
  if (!CARE_IN_TEXT.test(value)) return value;
  assertXmlText(value);
  return value.replace(/[&<>\r]/g, (character) => TEXT_ESCAPES[character] ?? character);
}

/**
 * Escapes a value as C14N 1.0 prints attributes: `&`, `<`, `"`, TAB, LF and CR.
 * @throws Error on a character that XML 1.0 forbids.
 */
export function escapeAttribute(value: string): string {
  if (!CARE_IN_ATTRIBUTE.test(value)) return value;
  assertXmlText(value);
  return value.replace(/[&<"\t\n\r]/g, (character) => ATTRIBUTE_ESCAPES[character] ?? character);
}

/**
 * Wraps content that is already canonical XML; an empty element is printed with its end tag, as C14N asks.
 * @param attributes text made by `attributes`, with its leading space, or nothing.
 */
export function element(name: string, content: string, attributes = ""): string {
  return `<${name}${attributes}>${content}</${name}>`;
}

/** An element whose content is one value, escaped here. */
export function text(name: string, value: string, attributes = ""): string {
  return element(name, escapeText(value), attributes);
}

/** An element around its children in order; absent ones (undefined) are left out. */
export function group(name: string, children: readonly (string | undefined)[], attributes = ""): string {
  let content = "";
  for (const child of children) if (child !== undefined) content += child;
  return element(name, content, attributes);
}

/**
 * Prints attributes, each with its leading space. Undefined ones are left out.
 * The caller gives them in canonical order: namespaces by prefix, then unprefixed by name, then prefixed.
 * @throws Error when the order is not canonical: the text would not survive canonicalisation.
 */
export function attributes(values: Readonly<Record<string, string | undefined>>): string {
  let printed = "";
  let previous = "";
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const position = orderOf(name);
    if (position <= previous) throw new Error(`attribute ${name} is not in canonical order`);
    previous = position;
    printed += ` ${name}="${escapeAttribute(value)}"`;
  }
  return printed;
}

/** Sort key of C14N 1.0 section 2.3. Prefixed attributes sort by namespace URI there: at most one prefix is used here. */
function orderOf(name: string): string {
  if (name === "xmlns" || name.startsWith("xmlns:")) return `0${name}`;
  return name.includes(":") ? `2${name}` : `1${name}`;
}

function assertXmlText(value: string): void {
  if (FORBIDDEN.test(value)) throw new Error("a character that XML 1.0 forbids reached the XML builder");
}
