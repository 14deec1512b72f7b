// The query of a list into its filter and its page, or into every problem with it (contract 4.1, design 5).
import type { Problem } from "../domain/refusal.ts";
import { LIST_STATUSES, LIST_TYPES, type ListFilter, type PageWish } from "../store/listing.ts";
import { refuseAll } from "./errors.ts";
import { countCharacters, hasMarkRun, MARKS_MOST, trimNormal } from "./text.ts";

const PER_PAGE_DEFAULT = 20;
/** The largest page. */
export const PER_PAGE_MAX = 100;
/** Longer than any name or CUFE. */
const SEARCH_MAX = 200;
const CONTROL = /\p{Cc}/gu;
/** Beyond it no list of ours reaches, and OFFSET stays an exact integer. */
const PAGE_MAX = 10_000_000;

export interface ListQuery {
  readonly filter: Omit<ListFilter, "companyId">;
  readonly page: PageWish;
}

/** @throws Refusal `invalid_parameter` with all the problems. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const problems: Problem[] = [];
  const filter = {
    typeCode: readChoice(query, "tipo", LIST_TYPES, problems),
    status: readChoice(query, "estado", LIST_STATUSES, problems),
    search: readSearch(query, problems),
  };
  const page = readPageWish(query, problems);
  throwIfAny(problems);
  return { filter, page };
}

/** `q`, `page` and `per_page` of a list that is whole when none of them comes. */
export function readOptionalPage(query: URLSearchParams): { search: string | null; page: PageWish | null } {
  const problems: Problem[] = [];
  const search = readSearch(query, problems);
  const isPaged = search !== null || query.has("page") || query.has("per_page");
  const page = isPaged ? readPageWish(query, problems) : null;
  throwIfAny(problems);
  return { search, page };
}

function throwIfAny(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw refuseAll("invalid_parameter", [first, ...others]);
}

function readPageWish(query: URLSearchParams, problems: Problem[]): PageWish {
  const page = readInteger(query, "page", problems) ?? 1;
  const perPage = readInteger(query, "per_page", problems) ?? PER_PAGE_DEFAULT;
  if (page < 1) {
    addProblem(problems, "page", `debe ser un entero desde 1; se recibió ${show(query.get("page"))}`);
  }
  return { page: Math.min(page, PAGE_MAX), perPage: Math.min(Math.max(perPage, 1), PER_PAGE_MAX) };
}

function readInteger(query: URLSearchParams, name: string, problems: Problem[]): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  addProblem(problems, name, `debe ser un entero; se recibió ${show(text)}`);
  return undefined;
}

function readChoice<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
  problems: Problem[],
): Choice | null {
  const text = query.get(name);
  if (text === null || text === "") return null;
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  addProblem(problems, name, `debe ser uno de ${choices.join(", ")}; se recibió ${show(text)}`);
  return null;
}

function readSearch(query: URLSearchParams, problems: Problem[]): string | null {
  // No name holds control characters, and SQL texts end at the first NUL.
  const sent = query.get("q")?.replace(CONTROL, " ") ?? "";
  if (hasMarkRun(sent)) {
    addProblem(problems, "q", `trae más de ${MARKS_MOST} marcas combinantes (tildes sueltas) seguidas`);
    return null;
  }
  const text = trimNormal(sent, SEARCH_MAX) ?? sent.trim();
  const length = countCharacters(text);
  if (length > SEARCH_MAX) addProblem(problems, "q", `admite hasta ${SEARCH_MAX} caracteres y trae ${length}`);
  return text === "" ? null : text;
}

function addProblem(problems: Problem[], path: string, phrase: string): void {
  problems.push({ path, message: `El parámetro \`${path}\` ${phrase}.`, rule: "4.1" });
}

function show(text: string | null): string {
  return JSON.stringify((text ?? "").slice(0, 40));
}
