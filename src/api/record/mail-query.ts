// Reads the query of the list of a company's e-mails, and writes its cursor: the last one that a client has.
import { Buffer } from "node:buffer";
import { MAIL_STATES } from "../../domain/document/mail-delivery.ts";
import type { MailFilter, MailPlace } from "../../store/delivery/mail-list.ts";
import { throwIfAny } from "../app/error-table.ts";
import type { QueryParameter } from "../app/query-parameter.ts";
import type { Detail } from "../base/error.ts";
import { refuseCursor } from "../change/cursor.ts";
import { PARAMETER } from "../message/request.ts";
import { readDay } from "./document-list-query.ts";
import { addProblem, readChoice } from "./list-query.ts";

const FORM = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([1-9]\d{0,14}) ([1-9]\d{0,3})$/;

export function writeMailCursor({ createdAt, documentId, ordinal }: MailPlace): string {
  return Buffer.from(`${createdAt} ${documentId} ${ordinal}`).toString("base64url");
}

function readCursor(query: URLSearchParams): MailPlace | null {
  const text = query.get("after") ?? "";
  if (text === "") return null;
  const [, createdAt = "", document, ordinal] = FORM.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  const place = { createdAt, documentId: Number(document), ordinal: Number(ordinal) };
  return writeMailCursor(place) === text ? place : refuseCursor(text);
}

/** What the list was asked for. */
type MailQuery = Pick<MailFilter, "state" | "from" | "to" | "after">;

/** @throws ApiError `invalid_parameter` with all the problems, `invalid_cursor`. */
export function readMailQuery(query: URLSearchParams): MailQuery {
  const problems: Detail[] = [];
  const state = readChoice(query, "estado", MAIL_STATES, problems);
  const from = readDay(query, "desde", problems);
  const to = readDay(query, "hasta", problems);
  if (from !== null && to !== null && from > to) addProblem(problems, "hasta", PARAMETER.beforeOther("desde", from));
  throwIfAny("invalid_parameter", problems);
  return { state, from, to, after: readCursor(query) };
}

function day(name: string, description: string): QueryParameter {
  return { name, description, schema: { type: "string", format: "date" }, example: "2026-03-02" };
}

/** The same for the reference. */
export const MAIL_PARAMETERS: readonly QueryParameter[] = [
  {
    name: "estado",
    description: "Solo los envíos en este estado.",
    schema: { type: "string", enum: [...MAIL_STATES] },
    example: "rebotado",
  },
  day("desde", "Día de Colombia desde el cual se pidieron, incluido."),
  day("hasta", "Día de Colombia hasta el cual se pidieron, incluido."),
  {
    name: "after",
    description: "El `cursor` de la página anterior; los demás filtros se envían iguales.",
    schema: { type: "string" },
    example: writeMailCursor({ createdAt: "2026-03-02T14:03:12.000Z", documentId: 1042, ordinal: 1 }),
  },
];
