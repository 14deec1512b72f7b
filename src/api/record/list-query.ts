// Reads the query of a list: its filter and its page; or reports every problem with it.
import {
  DEEPEST_OFFSET,
  LIST_STATUSES,
  type Listing,
  type Narrowing,
  PageTooDeepError,
} from "../../store/document/document-list.ts";
import { LIST_TYPES, type ListFilter, type PageWish } from "../../store/document/invoice-list.ts";
import { SEARCH_MOST } from "../../store/document/search.ts";
import { throwIfAny } from "../app/error-table.ts";
import type { Call } from "../app/route.ts";
import type { Detail } from "../base/error.ts";
import { countCharacters, hasMarkRun, trimNormal } from "../base/text.ts";
import type { ApiVersion } from "../base/version.ts";
import { describeParameter, PARAMETER } from "../message/request.ts";

const PER_PAGE_DEFAULT = 20;
/** The largest page. */
export const PER_PAGE_MAX = 100;
/** Longer than any name or CUFE. */
const SEARCH_MAX = 200;
const CONTROL = /\p{Cc}/gu;
/** No list reaches beyond it, and OFFSET stays an exact integer. */
const PAGE_MAX = 10_000_000;

/** Parameters of lists that do not look at everything, those first that decide at what they look. */
const WALKED = ["q", "documento_id", "factura_id", "caja", "establecimiento"] as const;

interface ListQuery {
  readonly filter: Omit<ListFilter, "companyId">;
  readonly page: PageWish;
}

/**
 * Reads the query of a list of v1; `notices` says of a page that is too large.
 * @throws ApiError `invalid_parameter` with all the problems.
 */
export function readListQuery(query: URLSearchParams): ListQuery & { readonly notices: readonly Detail[] } {
  const problems: Detail[] = [];
  const filter = {
    typeCode: readChoice(query, "tipo", LIST_TYPES, problems),
    status: readChoice(query, "estado", LIST_STATUSES, problems),
    search: readSearch(query, problems),
  };
  const notices: Detail[] = [];
  const page = readPageWish(query, problems, notices);
  throwIfAny("invalid_parameter", problems);
  return { filter, page, notices };
}

/**
 * Reads `q`, `page` and `per_page` of a list that is whole when none of them comes; then `page` is null.
 * @throws ApiError `invalid_parameter` with all the problems.
 */
export function readOptionalPage(
  query: URLSearchParams,
  version: ApiVersion,
): { readonly search: string | null; readonly page: PageWish | null; readonly notices: readonly Detail[] } {
  const problems: Detail[] = [];
  const notices: Detail[] = [];
  const search = readSearch(query, problems);
  const isPaged = search !== null || query.has("page") || query.has("per_page");
  const page = isPaged ? readPageWish(query, problems, version === "v1" ? notices : problems) : null;
  throwIfAny("invalid_parameter", problems);
  return { search, page, notices };
}

/**
 * Reads `page` and `per_page`; what is no integer, or a page before the first, is a problem.
 * @param moved gets what is said of a `per_page` outside its limits, which is moved to the nearer one.
 */
export function readPageWish(query: URLSearchParams, problems: Detail[], moved: Detail[]): PageWish {
  const page = readInteger(query, "page", problems) ?? 1;
  const perPage = readInteger(query, "per_page", problems) ?? PER_PAGE_DEFAULT;
  if (page < 1) {
    addProblem(problems, "page", PARAMETER.page(query.get("page") ?? ""));
  }
  if (perPage < 1 || perPage > PER_PAGE_MAX) {
    addProblem(moved, "per_page", PARAMETER.between(1, PER_PAGE_MAX, query.get("per_page") ?? ""));
  }
  return { page: Math.min(page, PAGE_MAX), perPage: Math.min(Math.max(perPage, 1), PER_PAGE_MAX) };
}

function readInteger(query: URLSearchParams, name: string, problems: Detail[]): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  addProblem(problems, name, PARAMETER.integer(text));
  return undefined;
}

/** Reads a parameter with a closed list of values; null where it is absent, or a problem. */
export function readChoice<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
  problems: Detail[],
): Choice | null {
  const text = query.get(name);
  if (text === null || text === "") return null;
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  addProblem(problems, name, PARAMETER.choice(choices, text));
  return null;
}

/** Reads several of such values, separated by commas: each once, in the order of the list; none where it is absent, or a problem. */
export function readChoices<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
  problems: Detail[],
): readonly Choice[] {
  const text = query.get(name) ?? "";
  if (text === "") return [];
  const named = text.split(",").map((one) => one.trim());
  const found = choices.filter((choice) => named.includes(choice));
  if (named.every((one) => choices.some((choice) => choice === one))) return found;
  addProblem(problems, name, PARAMETER.choices(choices, text));
  return [];
}

/** Reads `q`; null where there is nothing to search. */
export function readSearch(query: URLSearchParams, problems: Detail[]): string | null {
  return readText(query, "q", SEARCH_MAX, problems);
}

/** Reads a text, trimmed, normalised and without control characters; null where it is absent or blank, or a problem. */
export function readText(query: URLSearchParams, name: string, max: number, problems: Detail[]): string | null {
  // No name holds control characters, and SQL texts end at the first NUL.
  const sent = query.get(name)?.replace(CONTROL, " ") ?? "";
  if (hasMarkRun(sent)) {
    addProblem(problems, name, PARAMETER.markRun);
    return null;
  }
  const text = trimNormal(sent, max) ?? sent.trim();
  const length = countCharacters(text);
  if (length > max) addProblem(problems, name, PARAMETER.length(max, length));
  return text === "" ? null : text;
}

/**
 * What a list of the store answers; a notice says what a search did not look at.
 * @throws ApiError `invalid_parameter` where the page is too far from both ends of the list.
 */
export async function readPage<Result extends Pick<Listing<unknown>, "narrowing">>(
  { query, notice }: Pick<Call, "query" | "notice">,
  list: () => Promise<Result>,
): Promise<Result> {
  try {
    const listing = await list();
    const asked = WALKED.find((name) => query.get(name)) ?? "factura_id";
    notice(describeNarrowing(listing.narrowing, asked));
    return listing;
  } catch (cause) {
    if (!(cause instanceof PageTooDeepError)) throw cause;
    const problems: Detail[] = [];
    addProblem(problems, "page", PARAMETER.tooDeep(DEEPEST_OFFSET, query.get("page") ?? ""));
    throwIfAny("invalid_parameter", problems);
    throw cause;
  }
}

function describeNarrowing(narrowing: Narrowing | null, asked: string): readonly Detail[] {
  const notices: Detail[] = [];
  if (narrowing === null) return notices;
  const phrase = PARAMETER.narrowed(SEARCH_MOST.documents);
  if (narrowing.horizon !== null) addProblem(notices, asked, phrase);
  if (narrowing.isBroad) addProblem(notices, "q", PARAMETER.broad);
  return notices;
}

/** Adds a problem with a query parameter. @param phrase what is wrong, out of `PARAMETER`. */
export function addProblem(problems: Detail[], path: string, phrase: string): void {
  problems.push(describeParameter(path, phrase, "4.1"));
}
