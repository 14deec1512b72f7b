// Makes a sound support document as a client writes it, with changes, and reads and prices it as the product does.

import { toApiError } from "../../src/api/app/error-table.ts";
import { ApiError, type Detail } from "../../src/api/base/error.ts";
import type { ApiVersion } from "../../src/api/base/version.ts";
import { readJson } from "../../src/api/field/json.ts";
import { describeProblem } from "../../src/api/message/refusal.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import type { Company } from "../../src/domain/company.ts";
import type { SupportDocument } from "../../src/domain/document/document.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { findDraftProblems, priceSupportDocument } from "../../src/domain/support/support-document.ts";
import { isJsonObject, type JsonObject } from "../../src/domain/value/json.ts";
import { COMPANY, NOW_MS, TODAY } from "./company.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** One line of 100,000 at 19 %. */
export const ITEM: Fields = {
  codigo: "43211508",
  descripcion: "Arreglo de un computador",
  cantidad: 2,
  precio_unitario: 50000,
  porcentaje_iva: 19,
};

export const SUPPLIER: Fields = {
  tipo_documento: "13",
  nit: "1020304050",
  nombre: "María Pérez",
  direccion: "Calle 10 # 5-20",
  municipio: "Bogotá",
  codigo_municipio: "11001",
  departamento: "Bogotá D.C.",
  codigo_departamento: "11",
  email: "maria@example.com",
};

/** Changes that take a supplier its place. */
export const NOWHERE = {
  codigo_municipio: undefined,
  municipio: undefined,
  codigo_departamento: undefined,
  departamento: undefined,
};
/** Changes that put a supplier abroad. */
export const ABROAD = { ...NOWHERE, pais: "US", tipo_documento: "42", nit: "X-1" };

/** A body of one operation; a change to `undefined` leaves the field out. */
export function supportBody(changes: Fields = {}, today: string = TODAY): Fields {
  return { fecha_documento: today, proveedor: SUPPLIER, items: [ITEM], ...changes };
}

/** The body's changes with one item changed. */
export function withItem(changes: Fields): Fields {
  return { items: [{ ...ITEM, ...changes }] };
}

/** The body's changes with the supplier changed. */
export function withSupplier(changes: Fields): Fields {
  return { proveedor: { ...SUPPLIER, ...changes } };
}

/** A body as the wire reads it; text goes as it is, so that numbers keep their spelling. */
export function readBody(body: Fields | string): JsonObject {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const value = readJson(new TextEncoder().encode(text));
  if (!isJsonObject(value)) throw new Error("the body of a test is not an object");
  return value;
}

/** A body as it is read, with what is wrong with it whatever the clock and the company say. */
export function readJudged(body: JsonObject, version: ApiVersion = "v1") {
  const request = readSupportDocument(body, version);
  const { parts, naming, typeErrors } = request;
  const broken = findDraftProblems(parts, version !== "v1").map((problem) => describeProblem(problem, naming));
  return { ...request, details: [...typeErrors, ...broken] };
}

/** What is wrong with a body whatever the clock and the company say, each as `path rule`. */
export function wirePathsOf(changes: Fields): readonly string[] {
  return readJudged(readBody(supportBody(changes))).details.map(describe);
}

/** The priced document of a body, or the error that its client reads; a whole body may come as text, so that its numbers keep their spelling. */
export function priceBody(
  changes: Fields | string = {},
  company: Company = COMPANY,
  nowMs: number = NOW_MS,
): SupportDocument {
  const body = typeof changes === "string" ? changes : supportBody(changes);
  const { draft, details, naming } = readJudged(readBody(body));
  if (draft === undefined || details.length > 0) {
    throw new ApiError("invalid_payload", details.map(({ message }) => message).join(" "), details);
  }
  try {
    return priceSupportDocument(draft, company, nowMs);
  } catch (error) {
    throw error instanceof Refusal ? toApiError(error, naming) : error;
  }
}

/** What is wrong with a body in the end, each as `path rule`; nothing for a sound one. */
export function pathsOf(changes: Fields, company: Company = COMPANY): readonly string[] {
  return problemsOf(changes, company).map(describe);
}

/** The same, whole. */
export function problemsOf(changes: Fields, company: Company = COMPANY): readonly Detail[] {
  try {
    priceBody(changes, company);
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.details;
    throw error;
  }
}

function describe(problem: Detail): string {
  return `${problem.path} ${problem.rule ?? ""}`.trim();
}
