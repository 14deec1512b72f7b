// Declares the feed of changes: the state changes of documents after a cursor, in commit order.
import { toWireChange } from "../../delivery/wire-change.ts";
import type { Module } from "../../domain/company.ts";
import { type Change, CURSOR_DAYS, findLastChange, listChanges, oldestCursor } from "../../store/watch/changes.ts";
import { throwIfAny } from "../app/error-table.ts";
import type { ReplyOf } from "../app/reply.ts";
import { type Call, type Caller, declareRoute, listReadModules, type Route } from "../app/route.ts";
import { ApiError, type Detail } from "../base/error.ts";
import { describeParameter, PARAMETER, TEXT } from "../message/request.ts";
import { readCursor, refuseCursor, writeCursor } from "./cursor.ts";
import type { changeListSchema } from "./reply-schema.ts";

const LIMIT = { least: 1, most: 500, usual: 100 } as const;
const WAIT = { least: 0, most: 20, usual: 0 } as const;
/** How often a waiting request looks at the feed. */
const POLL_MS = 1_000;
/** A look of another request serves for so long: a little less, so that a lone request looks each time. */
const SHARED_MS = 900;
/** Companies of which an isolate remembers its last look. */
const LOOKS_MOST = 10_000;
/** How far the clocks of the service and the database may differ. */
const CLOCKS_APART_MS = 3_600_000;

const DESCRIPTION = `Qué pasó con los documentos de producción, en el orden en que se registró: ningún cambio se pierde, ninguno se repite y ninguno aparece detrás de un cursor ya entregado.

Guarde \`cursor\` después de procesar cada página y envíelo en \`after\`. Con \`wait\` la solicitud espera hasta esos segundos a que haya un cambio. Se ven los módulos de los permisos de lectura del token.`;

const list = declareRoute({
  versions: ["v2"],
  operationId: "listChanges",
  method: "GET",
  path: "/cambios",
  scope: "fe.read",
  otherScopes: ["dse.read", "dee.read"],
  tag: "Cambios",
  summary: "Leer los cambios",
  description: DESCRIPTION,
  query: [
    {
      name: "after",
      description: `El último \`cursor\` recibido; sin él, desde el cambio más antiguo que se guarda. Vale ${CURSOR_DAYS} días.`,
      schema: { type: "string" },
      example: "cur_mm99189k7p",
    },
    {
      name: "limit",
      description: "Cuántos cambios a lo sumo.",
      schema: { type: "integer", minimum: LIMIT.least, maximum: LIMIT.most, default: LIMIT.usual },
      example: 100,
    },
    {
      name: "wait",
      description: "Segundos que la solicitud espera si todavía no hay cambios.",
      schema: { type: "integer", minimum: WAIT.least, maximum: WAIT.most, default: WAIT.usual },
      example: 0,
    },
  ],
  answers: async () => {
    const { changeListSchema } = await import("./reply-schema.ts");
    return [{ status: 200, description: "Los cambios después del cursor.", schema: changeListSchema }];
  },
  codes: ["invalid_parameter", "invalid_cursor", "cursor_expired"],
  handle: listFeed,
});

/** The routes of the feed. */
export const changeRoutes: readonly Route[] = [list];

async function listFeed(call: Call): Promise<ReplyOf<200, typeof changeListSchema>> {
  const { limit, wait } = readBounds(call.query);
  const after = readAfter(call.query, Date.now());
  const page = {
    companyId: call.caller.company.id,
    modules: listModules(call.caller),
    after: after ?? 0,
    // One more says whether there are others.
    limit: limit + 1,
  };
  const until = Date.now() + wait * 1_000;
  let asOfMs = Date.now();
  let [found, seen] = [await listChanges(call.db, page), page.after];
  while (found.length === 0 && Date.now() < until && !call.request.signal.aborted) {
    await pause(Math.min(POLL_MS, until - Date.now()), call.request.signal);
    asOfMs = Date.now();
    const last = await lookForLast(call);
    if (last <= seen) continue;
    // The token may have been revoked meanwhile.
    await call.confirm();
    [found, seen] = [await listChanges(call.db, page), last];
  }
  const changes = found.slice(0, limit);
  call.log({ changes: changes.length });
  return {
    status: 200,
    body: {
      ok: true,
      cambios: changes.map(toWireChange),
      cursor: writeCursor(nextCursor(changes, after, asOfMs)),
      hay_mas: found.length > limit,
    },
  };
}

/** When an isolate last looked for a company's changes, and the last one that it saw. */
interface Look {
  readonly atMs: number;
  readonly last: number;
}
const looks = new WeakMap<D1Database, Map<number, Look>>();

/** The company's last change: all requests of the isolate that wait for it look once a second together. */
async function lookForLast({ env, db, caller: { company } }: Call): Promise<number> {
  const known = looks.get(env.DB) ?? new Map<number, Look>();
  looks.set(env.DB, known);
  const { atMs, last } = known.get(company.id) ?? { atMs: 0, last: 0 };
  const nowMs = Date.now();
  if (nowMs - atMs < SHARED_MS) return last;
  if (known.size > LOOKS_MOST) known.clear();
  // At once, so that nobody else looks meanwhile. What is shared is the number: a request may not wait for the call of another.
  known.set(company.id, { atMs: nowMs, last });
  const found = await findLastChange(db, company.id);
  known.set(company.id, { atMs: nowMs, last: found });
  return found;
}

/**
 * The last change of the page. Where there is none, the cursor follows the clock at a distance, so that one that is used does
 * not expire: every later change has a sequence at or after the database's clock.
 */
function nextCursor(changes: readonly Change[], after: number | undefined, nowMs: number): number {
  return changes.at(-1)?.sequence ?? Math.max(after ?? 0, nowMs - CLOCKS_APART_MS);
}

/** The modules that a caller may read and its company has. */
function listModules(caller: Caller): readonly Module[] {
  return listReadModules(caller).filter((module) => caller.company.modules.includes(module));
}

function readBounds(query: URLSearchParams): { readonly limit: number; readonly wait: number } {
  const problems: Detail[] = [];
  const limit = readBounded(query, "limit", LIMIT, problems);
  const wait = readBounded(query, "wait", WAIT, problems);
  throwIfAny("invalid_parameter", problems);
  return { limit, wait };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

function readBounded(query: URLSearchParams, name: string, bounds: Bounds, problems: Detail[]): number {
  const { least, most, usual } = bounds;
  const text = query.get(name);
  if (text === null || text === "") return usual;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  problems.push(describeParameter(name, PARAMETER.between(least, most, text)));
  return usual;
}

/** @throws ApiError `invalid_cursor`, `cursor_expired`. */
function readAfter(query: URLSearchParams, nowMs: number): number | undefined {
  const text = query.get("after");
  if (text === null || text === "") return undefined;
  const sequence = readCursor(text);
  if (sequence === undefined) return refuseCursor(text);
  if (sequence < oldestCursor(nowMs)) throw new ApiError("cursor_expired", TEXT.cursorExpired(CURSOR_DAYS));
  return sequence;
}

/** Ends early when the client leaves. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.max(milliseconds, 0));
    signal.addEventListener("abort", end);
  });
}
