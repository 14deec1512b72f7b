// Reads the query of a v2 list: its filter and its page or cursor; or reports every problem with it.
import { Buffer } from "node:buffer";
import { isCalendarDate } from "../../domain/value/calendar.ts";
import type { DocumentFilter, DocumentSlice } from "../../store/document/document-list.ts";
import { LIST_STATUSES } from "../../store/document/document-list.ts";
import { throwIfAny } from "../app/error-table.ts";
import type { QueryParameter } from "../app/query-parameter.ts";
import { listPageParameters, searchParameter } from "../app/query-parameter.ts";
import { findId } from "../app/route.ts";
import type { Detail } from "../base/error.ts";
import { ESTABLISHMENT_MOST, TILL_MOST } from "../field/point-of-sale.ts";
import { EXPECTED } from "../message/field.ts";
import { PARAMETER } from "../message/request.ts";
import { addProblem, readChoice, readChoices, readPageWish, readSearch, readText } from "./list-query.ts";

/** Values of `orden`: the newest first, and the oldest first. */
const ORDERS = ["-id", "id"] as const;
type Order = (typeof ORDERS)[number];

/** What a list of v2 was asked for. */
export interface DocumentListQuery {
  readonly filter: Omit<DocumentFilter, "companyId" | "module">;
  readonly slice: DocumentSlice;
  readonly order: Order;
  /** From 1; null after a cursor. */
  readonly page: number | null;
}

/** How the lists of the two modules differ. */
export interface ListKind {
  readonly types: DocumentFilter["typeCodes"];
  /** The parameter that lists the notes on one document. */
  readonly reference: "factura_id" | "documento_id";
}

/** @throws ApiError `invalid_parameter` with all the problems. */
export function readDocumentListQuery(query: URLSearchParams, { types, reference }: ListKind): DocumentListQuery {
  const problems: Detail[] = [];
  const from = readDay(query, "desde", problems);
  const to = readDay(query, "hasta", problems);
  if (from !== null && to !== null && from > to) addProblem(problems, "hasta", PARAMETER.beforeOther("desde", from));
  const filter = {
    typeCodes: readChoices(query, "tipo", types, problems),
    status: readChoice(query, "estado", LIST_STATUSES, problems),
    search: readSearch(query, problems),
    correctedId: readId(query, reference, problems),
    establishment: readText(query, "establecimiento", ESTABLISHMENT_MOST, problems),
    till: readText(query, "caja", TILL_MOST, problems),
    from,
    to,
  };
  const cursor = readCursor(query, problems);
  const wished = readChoice(query, "orden", ORDERS, problems);
  const order = wished ?? cursor?.order ?? "-id";
  if (cursor !== null && cursor.order !== order) addProblem(problems, "orden", PARAMETER.ofCursor(cursor.order));
  if (cursor !== null && query.has("page")) addProblem(problems, "page", PARAMETER.besideCursor);
  const { page, perPage } = readPageWish(query, problems, problems);
  throwIfAny("invalid_parameter", problems);
  const slice = {
    order: order === "id" ? "ASC" : "DESC",
    limit: perPage,
    offset: cursor === null ? (page - 1) * perPage : 0,
    after: cursor?.id ?? null,
  } as const;
  return { filter, slice, order, page: cursor === null ? page : null };
}

/** Reads a day; null where it is absent, or a problem. */
export function readDay(query: URLSearchParams, name: string, problems: Detail[]): string | null {
  const text = query.get(name);
  if (text === null || text === "") return null;
  if (isCalendarDate(text)) return text;
  addProblem(problems, name, PARAMETER.day(EXPECTED.date, text));
  return null;
}

function readId(query: URLSearchParams, name: string, problems: Detail[]): number | null {
  const text = query.get(name);
  if (text === null || text === "") return null;
  const id = findId(text);
  if (id !== undefined) return id;
  addProblem(problems, name, PARAMETER.id(text));
  return null;
}

/** The cursor: the last document of a page, and the order of the list. */
export function writeListCursor(order: Order, id: number): string {
  return Buffer.from(`${order}:${id}`).toString("base64url");
}

function readCursor(query: URLSearchParams, problems: Detail[]): { readonly order: Order; readonly id: number } | null {
  const text = query.get("after");
  if (text === null || text === "") return null;
  const [, order, id] = /^(-?id):([1-9]\d{0,14})$/.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  const found = ORDERS.find((one) => one === order);
  if (found !== undefined && writeListCursor(found, Number(id)) === text) return { order: found, id: Number(id) };
  addProblem(problems, "after", PARAMETER.cursor(text));
  return null;
}

/** The parameters of a list of v2, for the reference. */
export function listParametersOf(
  types: { readonly choices: readonly string[]; readonly description: string },
  reference: { readonly name: string; readonly description: string },
  search: string,
): readonly QueryParameter[] {
  const day = (name: string, description: string): QueryParameter => {
    return { name, description, schema: { type: "string", format: "date" }, example: "2026-03-02" };
  };
  const [first = "", second = ""] = types.choices;
  return [
    ...listPageParameters(),
    {
      name: "tipo",
      description: `${types.description} Varios, separados por comas: \`${first},${second}\`.`,
      schema: { type: "string", pattern: `^(${types.choices.join("|")})(,(${types.choices.join("|")}))*$` },
      example: first,
    },
    {
      name: "estado",
      description: "`aprobado` (aceptados), `rechazado`, o `pendiente` (todos los demás).",
      schema: { type: "string", enum: [...LIST_STATUSES] },
      example: "aprobado",
    },
    searchParameter(search),
    day("desde", "Fecha de emisión desde la cual, incluida."),
    day("hasta", "Fecha de emisión hasta la cual, incluida."),
    {
      name: "after",
      description:
        "El `cursor` de la página anterior, en lugar de `page`: lo que se emite entre tanto no repite ni salta nada. Los demás filtros se envían iguales.",
      schema: { type: "string" },
      example: writeListCursor("-id", 1042),
    },
    {
      name: "orden",
      description: "`-id`, el más reciente primero (defecto), o `id`, el más antiguo primero.",
      schema: { type: "string", enum: [...ORDERS] },
      example: "-id",
    },
    { ...reference, schema: { type: "integer", minimum: 1 }, example: 1042 },
    {
      name: "establecimiento",
      description: "Solo los documentos de este establecimiento, por su código, y las notas sobre ellos.",
      schema: { type: "string" },
      example: "CEN",
    },
    {
      name: "caja",
      description: "Solo los documentos de esta caja, como se envió en `caja`.",
      schema: { type: "string" },
      example: "Caja 2",
    },
  ];
}
