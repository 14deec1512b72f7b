// Judges a document's elements against the content model: order, number, data types, prefixes (rules ZB01, ZB04).
import { attribute, children, type Element, textOf } from "../dom.ts";
import { DOCUMENT_PREFIX, ROOT_NAMESPACE } from "../wire-literal.ts";
import { CONTENT, type Lexical, simpleContent } from "./ubl-model.ts";

interface Slot {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

const EXTENSION = "ext:ExtensionContent";
const models = new Map<string, readonly Slot[]>();

function modelOf(name: string): readonly Slot[] | undefined {
  const text = CONTENT[name];
  if (text === undefined) return undefined;
  let model = models.get(name);
  if (!model) {
    model = text.split(" ").map((word) => {
      const mark = /[?*+]$/.exec(word)?.[0] ?? "";
      return {
        name: mark === "" ? word : word.slice(0, -1),
        min: mark === "" || mark === "+" ? 1 : 0,
        max: mark === "*" || mark === "+" ? Number.POSITIVE_INFINITY : 1,
      };
    });
    models.set(name, model);
  }
  return model;
}

/** The first breach of the schema, as a sentence in Spanish, or undefined. */
export function findSchemaBreach(root: Element): string | undefined {
  const namespace = ROOT_NAMESPACE[root.nodeName];
  if (namespace === undefined || root.namespaceURI !== namespace) {
    return `El elemento raíz '${root.nodeName}' no es Invoice, CreditNote ni DebitNote de UBL 2.1`;
  }
  return breachIn(root);
}

/** The first element whose prefix is not the conventional one, or undefined. Foreign extensions are left alone. */
export function findPrefixBreach(element: Element): string | undefined {
  const prefix = element.prefix ?? "";
  const expected = prefix === "" ? ROOT_NAMESPACE[element.nodeName] : DOCUMENT_PREFIX[prefix];
  if (expected !== element.namespaceURI) {
    return `El elemento '${element.nodeName}' no usa el prefijo convenido de su espacio de nombres`;
  }
  for (const child of children(element).filter((one) => isJudged(element, one))) {
    const breach = findPrefixBreach(child);
    if (breach !== undefined) return breach;
  }
  return undefined;
}

/** What others put into extensions of their own is theirs (`processContents="skip"`). */
function isJudged(parent: Element, child: Element): boolean {
  if (parent.nodeName !== EXTENSION) return true;
  return child.nodeName === "sts:DianExtensions" || child.nodeName === "ds:Signature";
}

/** Attributes that the signature's elements may carry. */
const SIGNATURE_ATTRIBUTES = ["Id", "Algorithm", "URI", "Type", "Target", "ObjectReference", "Encoding", "MimeType"];
const NC_NAME = /^[\p{L}_][\p{L}\p{N}._-]*$/u;

function breachIn(element: Element): string | undefined {
  const model = modelOf(element.nodeName);
  const inside = children(element);
  const isSignature = element.prefix === "ds" || element.prefix === "xades";
  if (!model && !isSignature) {
    if (element.prefix === "cac") return undefined;
    return inside.length === 0 ? leafBreach(element) : `El elemento '${element.nodeName}' no admite otros dentro`;
  }
  const misplaced = attributeBreach(element, isSignature ? SIGNATURE_ATTRIBUTES : []);
  if (misplaced !== undefined) return misplaced;
  if (!model) return breachBelow(inside);
  if (textOf(element).trim() !== "") return `El elemento '${element.nodeName}' no admite texto`;
  const nameless = inside.find((child) => element.nodeName === EXTENSION && (child.namespaceURI ?? "") === "");
  if (nameless) return `'${nameless.nodeName}' no está en ningún espacio de nombres`;
  return orderBreach(element, model, inside) ?? breachBelow(inside.filter((child) => isJudged(element, child)));
}

/** An attribute that the element may not carry, or an Id that is no name. */
function attributeBreach(element: Element, allowed: readonly string[]): string | undefined {
  for (const { nodeName, prefix, nodeValue } of element.attributes) {
    if (nodeName === "xmlns" || prefix === "xmlns" || prefix === "xsi") continue;
    if (!allowed.includes(nodeName)) return `El atributo '${nodeName}' no se admite en '${element.nodeName}'`;
    if (nodeName === "Id" && !NC_NAME.test(nodeValue)) return `El Id '${nodeValue}' no es un nombre XML`;
  }
  return undefined;
}

function breachBelow(inside: readonly Element[]): string | undefined {
  for (const child of inside) {
    const breach = breachIn(child);
    if (breach !== undefined) return breach;
  }
  return undefined;
}

function orderBreach(element: Element, model: readonly Slot[], inside: readonly Element[]): string | undefined {
  let next = 0;
  for (const slot of model) {
    let count = 0;
    while (next < inside.length && count < slot.max && (slot.name === "any" || inside[next]?.nodeName === slot.name)) {
      count++;
      next++;
    }
    if (count < slot.min) {
      const found = inside[next]?.nodeName ?? "el final";
      return `En '${element.nodeName}' se esperaba '${slot.name}' y se encontró '${found}'`;
    }
  }
  const extra = inside[next];
  return extra ? `En '${element.nodeName}' el elemento '${extra.nodeName}' sobra o está fuera de orden` : undefined;
}

const PATTERN: Readonly<Record<Lexical, RegExp>> = {
  decimal: /^[+-]?(\d+(\.\d*)?|\.\d+)$/,
  integer: /^[+-]?\d+$/,
  date: /^\d{4}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?$/,
  time: /^\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/,
  boolean: /^(true|false|1|0)$/,
  text: /^/,
};

function leafBreach(element: Element): string | undefined {
  const content = simpleContent(element.nodeName);
  const value = textOf(element);
  if (!PATTERN[content.lexical].test(content.lexical === "text" ? value : value.trim())) {
    return `El valor '${value}' de '${element.nodeName}' no es ${content.lexical}`;
  }
  if (content.lexical === "date" && !isCalendarDate(value.trim().slice(0, 10))) {
    return `El valor '${value}' de '${element.nodeName}' no es una fecha`;
  }
  for (const name of content.required) {
    if (attribute(element, name) === undefined) return `A '${element.nodeName}' le falta el atributo '${name}'`;
  }
  return attributeBreach(element, content.attributes);
}

function isCalendarDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
