// Renames the fields of a body to their canonical names, and names them in answers as the client spelled each.

import type { FieldPath } from "../../domain/refusal/problem.ts";
import { isJsonList, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import type { Detail } from "../base/error.ts";
import { hasInvisible, joinPath, quotePath } from "../base/text.ts";
import { describeContradiction, describeField, PHRASE } from "../message/field.ts";
import type { Naming } from "../message/naming.ts";
import { DetailList } from "../message/refusal.ts";
import { LIST_MOST_ELEMENTS } from "./json.ts";

/** Rule against names that begin with `_`. */
const UNDERSCORE_RULE = "2.12";

/** Which other names an object's fields may carry, and the tables of the objects inside it. */
export interface AliasTable {
  /** Other name -> canonical name. */
  readonly names: Readonly<Record<string, string>>;
  /** Paraphrases: they yield to any other name of their field. */
  readonly lesser?: readonly string[];
  /** Canonical field -> other text -> canonical text, for values that have aliases of their own. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Canonical name of a field that holds an object, or a list of objects -> their table. */
  readonly nested?: Readonly<Record<string, AliasTable>>;
}

export interface ResolvedBody {
  readonly value: JsonValue;
  /** Aliases that contradict each other, unless they are skipped, and names that begin with `_` when those are refused. */
  readonly problems: readonly Detail[];
  /** A path of canonical names as the client spelled it. */
  readonly spell: (path: readonly PropertyKey[]) => string;
}

/**
 * Renames every alias. Two names of one field may both come with the same value; `null` and blanks never contradict.
 * @param wish.refusesUnderscore also reports every member, at any depth, whose name begins with `_`.
 * @param wish.isSkipped says which places, as the client spells them, whose contradictions do not matter.
 */
export function resolveAliases(body: JsonValue, table: AliasTable, wish: ResolutionWish = {}): ResolvedBody {
  const { refusesUnderscore = false, isSkipped = () => false } = wish;
  const resolution: Resolution = { problems: new DetailList(), spellings: new Map(), refusesUnderscore, isSkipped };
  const value = resolve(body, table, [], [], resolution);
  return { value, problems: resolution.problems.all, spell: spellBy(resolution.spellings) };
}

/** Made apart, because it outlives the body, which a closure beside others of the reader would hold with it. */
function spellBy(spellings: ReadonlyMap<string, string>): ResolvedBody["spell"] {
  return (path) => path.map((name, i) => spellings.get(joinPath(path.slice(0, i + 1))) ?? String(name)).join(".");
}

interface Resolution {
  readonly problems: DetailList;
  /** Canonical path -> the client's name of its last member, where they differ. */
  readonly spellings: Map<string, string>;
  readonly refusesUnderscore: boolean;
  readonly isSkipped: (wirePath: Path) => boolean;
}

type ResolutionWish = Partial<Pick<Resolution, "refusesUnderscore" | "isSkipped">>;

type Path = readonly PropertyKey[];

/** The table of an object whose fields have one name each. */
export const NO_ALIASES: AliasTable = { names: {} };
/** The table of an object whose members the client names: none is another's alias, and any may begin with `_`. */
export const OWN_NAMES: AliasTable = { names: {} };

/** A value with nothing to rename is returned as it is, not copied. */
function resolve(value: JsonValue, table: AliasTable, path: Path, wirePath: Path, resolution: Resolution): JsonValue {
  if (isJsonList(value)) return resolveList(value, table, path, wirePath, resolution);
  return isJsonObject(value) ? resolveObject(value, table, path, wirePath, resolution) : value;
}

function resolveList(
  list: readonly JsonValue[],
  table: AliasTable,
  path: Path,
  wirePath: Path,
  resolution: Resolution,
): readonly JsonValue[] {
  // No field takes a longer list: it will be refused for its length.
  if (table !== NO_ALIASES && list.length > LIST_MOST_ELEMENTS) return list;
  let changed: JsonValue[] | undefined;
  for (const [i, element] of list.entries()) {
    if (!isNested(element)) continue;
    const resolved = resolve(element, table, [...path, i], [...wirePath, i], resolution);
    if (resolved === element) continue;
    changed ??= [...list];
    changed[i] = resolved;
  }
  return changed ?? list;
}

function resolveObject(
  object: JsonObject,
  table: AliasTable,
  path: Path,
  wirePath: Path,
  resolution: Resolution,
): JsonObject {
  const names = Object.keys(object);
  let isChanged = false;
  const values: JsonValue[] = [];
  for (const name of names) {
    const raw = object[name] ?? null;
    const canonical = find(table.names, name) ?? name;
    if (resolution.refusesUnderscore && name.startsWith("_")) reportUnderscore([...wirePath, name], resolution);
    const nested = find(table.nested, canonical) ?? NO_ALIASES;
    const isSearched = nested !== OWN_NAMES && (nested !== NO_ALIASES || resolution.refusesUnderscore);
    const inner =
      isNested(raw) && isSearched ? resolve(raw, nested, [...path, canonical], [...wirePath, name], resolution) : raw;
    const value = table.values === undefined ? inner : renameValue(inner, find(table.values, canonical));
    if (name !== canonical || value !== raw) isChanged = true;
    values.push(value);
  }
  return isChanged ? gather(names, values, table, path, wirePath, resolution) : object;
}

/** The members under their canonical names; of two for one field, the first that is not blank counts. */
function gather(
  names: readonly string[],
  values: readonly JsonValue[],
  { names: aliases, lesser = [] }: AliasTable,
  path: Path,
  wirePath: Path,
  resolution: Resolution,
): JsonObject {
  const resolved: Record<string, JsonValue> = Object.create(null);
  const origins = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const canonical = find(aliases, name) ?? name;
    const value = values[index] ?? null;
    const earlierName = origins.get(canonical);
    if (earlierName !== undefined) {
      const earlier = { name: earlierName, value: resolved[canonical] ?? null };
      if (!isBetter({ name, value }, earlier, lesser)) {
        reportContradiction({ name, value }, earlier, lesser, wirePath, resolution);
        continue;
      }
    }
    resolved[canonical] = value;
    origins.set(canonical, name);
    const place = joinPath([...path, canonical]);
    if (name === canonical) resolution.spellings.delete(place);
    else resolution.spellings.set(place, name);
  }
  return resolved;
}

interface Spelled {
  readonly name: string;
  readonly value: JsonValue;
}

/** Whether a member replaces an earlier one of the same field, because that one is blank or a paraphrase. */
function isBetter(one: Spelled, earlier: Spelled, lesser: readonly string[]): boolean {
  if (isBlank(one.value)) return false;
  return isBlank(earlier.value) || (lesser.includes(earlier.name) && !lesser.includes(one.name));
}

/** Reports two members of one field with different values, unless the later one is blank or a paraphrase. */
function reportContradiction(
  one: Spelled,
  earlier: Spelled,
  lesser: readonly string[],
  wirePath: Path,
  resolution: Resolution,
): void {
  if (isBlank(one.value) || lesser.includes(one.name) || resolution.isSkipped([...wirePath, one.name])) return;
  if (isSame(earlier.value, one.value)) return;
  const toPlace = ({ name, value }: Spelled) => ({ path: quotePath([...wirePath, name]), value });
  resolution.problems.add(describeContradiction(toPlace(earlier), toPlace(one)));
}

function reportUnderscore(wirePath: Path, resolution: Resolution): void {
  resolution.problems.add(describeField(quotePath(wirePath), PHRASE.underscore, UNDERSCORE_RULE));
}

function renameValue(value: JsonValue, texts: Readonly<Record<string, string>> | undefined): JsonValue {
  if (texts === undefined || typeof value !== "string") return value;
  // A code with a line feed is left as it came, and so refused, instead of being read as another code.
  if (hasInvisible(value)) return value;
  const text = value.trim().toLowerCase();
  return find(texts, text) ?? value;
}

/** Blank: optional fields take it as absent. */
function isBlank(value: JsonValue): boolean {
  return value === null || (typeof value === "string" && value.trim() === "");
}

/** Same value: numbers by exact value, visible texts in NFC without blanks at the ends, members in any order. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  if (one instanceof JsonNumber) return other instanceof JsonNumber && one.text === other.text;
  if (typeof one === "string") {
    if (typeof other !== "string" || hasInvisible(one) || hasInvisible(other)) return one === other;
    return one.normalize("NFC").trim() === other.normalize("NFC").trim();
  }
  if (isJsonList(one)) {
    return (
      isJsonList(other) && one.length === other.length && one.every((element, i) => isSame(element, other[i] ?? null))
    );
  }
  if (isJsonObject(one)) {
    const names = Object.keys(one);
    return (
      isJsonObject(other) &&
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && isSame(one[name] ?? null, other[name] ?? null))
    );
  }
  return one === other;
}

/** An object or a list: what may hold names to change. */
function isNested(value: JsonValue): value is readonly JsonValue[] | JsonObject {
  return typeof value === "object" && value !== null && !(value instanceof JsonNumber);
}

function find<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The client's name of every member of a draft; members that the domain never reports have none. */
export type WireNames<Draft> = {
  readonly [Key in Exclude<keyof Draft, "kind" | "index">]-?: NonNullable<Draft[Key]> extends readonly (infer Element)[]
    ? Element extends string
      ? string
      : NestedNames<Element>
    : NonNullable<Draft[Key]> extends object
      ? NestedNames<NonNullable<Draft[Key]>>
      : string;
};

interface NestedNames<Draft> {
  readonly name: string;
  readonly members: WireNames<Draft>;
}

/** Of a member whose own members stand in the place where it is. */
export const NO_NAME = "";

/** Any table of names, as it is searched. */
interface NameTable {
  readonly [member: string]: string | { readonly name: string; readonly members: NameTable };
}

/**
 * The canonical path on the wire, indices as they are.
 * @throws Error for a place of another kind of draft: a bug of ours.
 */
function toWirePath(names: NameTable, field: FieldPath): readonly (string | number)[] {
  let table: NameTable = names;
  const path = field.map((member: string | number) => {
    if (typeof member === "number") return member;
    const found = table[member];
    if (found === undefined) throw new Error(`the wire has no name for ${field.join(".")}`);
    if (typeof found === "string") return found;
    table = found.members;
    return found.name;
  });
  return path.filter((name) => name !== NO_NAME);
}

/**
 * How a request names what is said of its draft. It outlives the body: a closure of the reader itself would hold that too.
 * @param spell turns a path of canonical names into the names that the client used.
 */
export function createNaming(
  naming: Omit<Naming, "spell">,
  names: NameTable,
  spell: (path: readonly PropertyKey[]) => string,
): Naming {
  return { ...naming, spell: (field) => spell(toWirePath(names, field)) };
}
