// Finds the names of a request that match no field, each with the name that was probably meant.
import { MOST_PROBLEMS } from "../../domain/refusal/problem-list.ts";
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import { countSlips } from "../../domain/value/slip.ts";
import type { Detail } from "../base/error.ts";
import { quotePath } from "../base/text.ts";
import type { ApiVersion } from "../base/version.ts";
import { describeUnknownMember, describeUnused, UNUSED } from "../message/field.ts";
import { DetailList } from "../message/refusal.ts";
import { describeParameter, PARAMETER } from "../message/request.ts";
import { LIST_MOST_ELEMENTS } from "./json.ts";
import type { KnownNames } from "./known-name.ts";

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
