// Decides which names of members and parameters a request may use: aliases, what stands for what, and what nobody knows.

import * as z from "zod";
import type { FieldPath } from "../../domain/refusal/problem.ts";
import { MOST_PROBLEMS } from "../../domain/refusal/problem-list.ts";
import { isJsonList, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import { countSlips } from "../../domain/value/slip.ts";
import type { Detail } from "../base/error.ts";
import { hasInvisible, joinPath, quotePath } from "../base/text.ts";
import type { ApiVersion } from "../base/version.ts";
import {
  describeContradiction,
  describeField,
  describeUnknownMember,
  describeUnused,
  PHRASE,
  UNUSED,
} from "../message/field.ts";
import type { Naming } from "../message/naming.ts";
import { DetailList } from "../message/refusal.ts";
import { describeParameter, PARAMETER } from "../message/request.ts";
import { DECIMAL_TYPE, isQuantity } from "./field.ts";
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

/** The names that an object takes, aliases included. */
export type KnownNames = ReadonlyMap<string, KnownMember>;

interface KnownMember {
  /** The names of the object, or of the list of objects, that it holds. */
  readonly inner?: KnownNames;
  /** Whether it holds a list of them. */
  readonly isList?: boolean;
  /** Where it is an amount, a quantity or a percentage. */
  readonly figure?: Figure;
}

export interface Figure {
  /** The largest that it may be. */
  readonly most: number;
  readonly isQuantity: boolean;
}

/**
 * The names of a schema and of its aliases.
 * @param more names beside those of the schema that count or are documented not to.
 */
export function listNames(schema: z.core.$ZodType, aliases: AliasTable, more: readonly string[] = []): KnownNames {
  const names = new Map<string, KnownMember>();
  const inner = unwrap(schema);
  for (const [name, field] of Object.entries(inner instanceof z.ZodObject ? inner.shape : {})) {
    const held = unwrap(field);
    const isObject = held instanceof z.ZodObject;
    const { type, maximum } = z.globalRegistry.get(held) ?? {};
    names.set(name, {
      ...(type === DECIMAL_TYPE ? { figure: { most: Number(maximum), isQuantity: isQuantity(held) } } : {}),
      ...(isObject
        ? { inner: listNames(held, aliases.nested?.[name] ?? NO_ALIASES), isList: peel(field) instanceof z.ZodArray }
        : {}),
    });
  }
  for (const [other, name] of Object.entries(aliases.names)) names.set(other, names.get(name) ?? PLAIN);
  for (const name of more) if (!names.has(name)) names.set(name, PLAIN);
  return names;
}

const PLAIN: KnownMember = {};

/** What a schema, or the elements of its list, are behind any wrapping. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const held = peel(schema);
  return held instanceof z.ZodArray ? unwrap(held.element) : held;
}

/** What a schema is that may be left out, be null, or read what came. */
function peel(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return peel(schema.unwrap());
  return schema instanceof z.ZodPipe ? peel(schema.out) : schema;
}

/** Sections of the contract: other members are accepted (2), and what parameters there are (4). */
const MEMBER_RULE = "2";
const PARAMETER_RULE = "4";
/** The most single-letter changes that count as a typo: in names of at least six letters, and in shorter ones. */
const MOST_SLIPS = 2;
const MOST_SLIPS_OF_SHORT = 1;
const SHORT = 6;
/** Of a name that more objects have, nobody can tell which was meant. */
const MOST_HOLDERS = 2;
/** A longer name is not a typo of an existing one. */
const LONGEST_GUESSED = 40;

/**
 * The members of a body that are not used, as the client spells them: the first hundred, and how many more. What an unknown
 * member holds is not looked into.
 * @param version whose sentences are written: v1 remarks on such a member, later versions refuse it.
 * @param isSkipped places that are not looked at: never used and documented so, or judged elsewhere.
 */
export function findUnknownMembers(
  body: JsonObject,
  known: KnownNames,
  version: ApiVersion,
  isSkipped: (path: readonly PropertyKey[]) => boolean = () => false,
): readonly Detail[] {
  const unknown = new DetailList();
  searchObject(body, known, [], { unknown, version, isSkipped });
  return unknown.all;
}

interface Search {
  readonly unknown: DetailList;
  readonly version: ApiVersion;
  readonly isSkipped: (path: readonly PropertyKey[]) => boolean;
}

function searchObject(object: JsonObject, known: KnownNames, path: readonly PropertyKey[], search: Search): void {
  for (const name of Object.keys(object)) {
    const member = known.get(name);
    if (member !== undefined && member.inner === undefined) continue;
    const at = [...path, name];
    if (search.isSkipped(at)) continue;
    if (member?.inner === undefined) addUnknown(object, name, known, path, search);
    else searchValue(object[name] ?? null, member.inner, at, search);
  }
}

function searchValue(value: JsonValue, known: KnownNames, path: readonly PropertyKey[], search: Search): void {
  if (isJsonObject(value)) searchObject(value, known, path, search);
  if (!isJsonList(value) || value.length > LIST_MOST_ELEMENTS) return;
  for (const [place, element] of value.entries()) {
    if (!isJsonObject(element)) continue;
    const at = [...path, place];
    if (!search.isSkipped(at)) searchObject(element, known, at, search);
  }
}

function addUnknown(
  object: JsonObject,
  name: string,
  known: KnownNames,
  path: readonly PropertyKey[],
  { unknown, version }: Search,
): void {
  if (unknown.isFull) {
    unknown.leaveOut(1);
    return;
  }
  const free = [...known.keys()].filter((one) => !Object.hasOwn(object, one));
  const place = quotePath([...path, name]);
  const meant = findMeant(name, free) ?? findInside(name, known, object);
  if (version === "v1") unknown.add(describeUnused("campo", place, UNUSED.member(meant), MEMBER_RULE));
  else unknown.add(describeUnknownMember(place, meant));
}

/** Where it is known one step deeper, as `pagos[].redondeo`: in what the body has, else wherever no more than two have it. */
function findInside(name: string, known: KnownNames, object: JsonObject): string | undefined {
  const holders = [...known].filter(([, { inner }]) => inner?.has(name));
  const sent = holders.find(([holder]) => Object.hasOwn(object, holder));
  const [holder, { isList = false } = {}] = sent ?? (holders.length > MOST_HOLDERS ? [] : (holders[0] ?? []));
  return holder === undefined ? undefined : `${holder}${isList ? "[]" : ""}.${name}`;
}

/** The parameters of a query that the route does not have, each once: a notice for each in v1, where they are not used. */
export function findUnknownParameters(query: URLSearchParams, known: readonly string[]): readonly Detail[] {
  return describeUnknown(query, known, (path, meant) =>
    describeUnused("parámetro", path, UNUSED.parameter(meant), PARAMETER_RULE),
  );
}

/** The same as problems that list the existing parameters; and parameters that come twice, of which only one would count. */
export function refuseParameters(query: URLSearchParams, known: readonly string[]): readonly Detail[] {
  const unknown = describeUnknown(query, known, (path, meant) =>
    describeParameter(path, PARAMETER.unknown(known, meant)),
  );
  const repeated = known.filter((name) => query.getAll(name).length > 1);
  return [...unknown, ...repeated.map((name) => describeParameter(name, PARAMETER.repeated))];
}

function describeUnknown(
  query: URLSearchParams,
  known: readonly string[],
  describe: (path: string, meant: string | undefined) => Detail,
): readonly Detail[] {
  const names = [...new Set(query.keys())].filter((name) => !known.includes(name));
  const free = known.filter((name) => !query.has(name));
  const listed = names.slice(0, MOST_PROBLEMS).map((name) => describe(quotePath([name]), findMeant(name, free)));
  const unknown = new DetailList();
  unknown.addAll(listed);
  unknown.leaveOut(names.length - listed.length);
  return unknown.all;
}

/** The name that a typo may have turned into the given one, or for which the given one is a common synonym. */
export function findMeant(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > LONGEST_GUESSED) return undefined;
  const written = simplify(name);
  const said = withoutMarks(written);
  for (const words of SAME) {
    if (!words.some((word) => withoutMarks(word) === said)) continue;
    const other = words.find((word) => candidates.includes(word));
    if (other !== undefined) return other;
  }
  let best: { readonly name: string; readonly slips: number } | undefined;
  for (const candidate of candidates) {
    const slips = countSlips(written, simplify(candidate), MOST_SLIPS);
    const most = Math.min(written.length, candidate.length) < SHORT ? MOST_SLIPS_OF_SHORT : MOST_SLIPS;
    if (slips <= most && (best === undefined || slips < best.slips)) best = { name: candidate, slips };
  }
  return best?.name;
}

/**
 * Words that clients of other systems, of the other module or of another language use for one thing, without case and
 * accents; the API's own first. The first row that has the word and a name that the place takes says what was meant.
 */
const SAME: readonly (readonly string[])[] = [
  ["receptor", "cliente", "adquirente", "comprador", "customer", "client", "buyer"],
  ["proveedor", "vendedor", "supplier", "vendor"],
  ["receptor", "proveedor"],
  ["items", "lineas", "detalle", "detalles", "productos", "articulos", "lines", "line_items", "products"],
  ["desc", "descripcion", "description", "producto", "product", "concepto", "detalle", "nombre", "name"],
  ["nombre", "razon_social", "name", "full_name", "company_name"],
  ["cant", "cantidad", "quantity", "qty"],
  ["unit", "precio_unitario", "valor_unitario", "precio", "valor", "price", "unit_price"],
  ["unit_input", "precio_con_iva", "price_with_tax"],
  ["iva_incluido", "impuesto_incluido", "tax_included"],
  ["porcentaje_iva", "iva", "tarifa", "tarifa_iva", "iva_porcentaje", "tax", "tax_rate", "vat", "vat_rate"],
  ["tarifa", "iva", "porcentaje", "percent", "rate"],
  ["codigo", "code", "sku", "product_code", "codigo_producto"],
  ["codigo_estandar", "ean", "gtin", "barcode", "codigo_barras"],
  ["unidad_medida", "unidad", "uom", "unit_of_measure", "unit_code"],
  ["descuento", "descuentos", "discount", "discounts"],
  ["descuento_porcentaje", "porcentaje_descuento", "discount_percent"],
  ["cargos", "propina", "charges", "tip"],
  ["otros_impuestos", "impuestos", "taxes"],
  ["tipo_doc", "tipo_documento", "identification_type", "tipo_identificacion", "document_type", "doc_type"],
  [
    "numero_doc",
    "identification_number",
    "nit",
    "numero_documento",
    "documento",
    "identificacion",
    "cedula",
    "numero_identificacion",
    "document",
    "document_number",
    "identification",
    "tax_id",
  ],
  ["email", "correo", "correo_electronico", "mail"],
  ["direccion", "address"],
  ["telefono", "celular", "phone", "mobile"],
  ["municipio", "ciudad", "city"],
  ["departamento", "state"],
  ["pais", "country", "country_code"],
  ["codigo_postal", "postal_code", "zip", "zip_code"],
  ["fecha_emision", "fecha_documento", "fecha", "date", "issue_date"],
  ["rate_date", "fecha_tasa_cambio", "fecha", "fecha_tasa", "date"],
  ["observaciones", "nota", "notas", "note", "notes", "comments"],
  ["currency", "moneda", "divisa"],
  ["commercial_currency", "currency", "moneda", "divisa", "code", "codigo"],
  ["applied_rate", "tasa_cambio", "tasa", "rate", "exchange_rate", "trm"],
  ["withholdings", "retenciones"],
  ["pagos", "payments"],
  ["payment", "forma_pago", "pago", "payment_method", "metodo_pago", "medio_pago"],
  ["form", "forma", "forma_pago", "payment_form"],
  ["means_code", "medio_pago_codigo", "medio", "medio_pago", "method", "payment_method"],
  ["due_date", "fecha_vencimiento", "vencimiento"],
  ["factura_id", "documento_id", "invoice_id", "document_id", "id_factura"],
  ["factura", "documento", "invoice", "document"],
  ["forma_generacion", "modo", "modo_generacion", "mode", "generation_mode"],
  ["valor", "monto", "amount", "value"],
  ["porcentaje", "percent", "percentage"],
  ["draft_key", "idempotency_key", "request_key"],
  ["metadatos", "metadata"],
  ["per_page", "limit", "page_size"],
  ["estado", "status", "state"],
  ["desde", "from", "since", "start_date", "fecha_inicio"],
  ["hasta", "to", "until", "end_date", "fecha_fin"],
  ["orden", "sort", "order"],
  ["agrupar", "group", "group_by"],
  ["q", "query", "search"],
  ["after", "cursor"],
];

/** So that `unitPrice` is `unit_price`. */
function withoutMarks(word: string): string {
  return word.replaceAll("_", "");
}

/** Without case, accents and hyphens. */
function simplify(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("-", "_");
}
