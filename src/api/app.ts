// Mounts every endpoint, and does what all requests have in common: authentication, headers, errors, one log line.
import type { Context, Handler, MiddlewareHandler } from "hono";
import { Hono } from "hono";
import packageJson from "../../package.json" with { type: "json" };
import { dateInBogota } from "../domain/value/calendar.ts";
import type { Env } from "../env.ts";
import { confirmStorage } from "../store/archive/files.ts";
import { countingTrips, type Trips } from "../store/base/db.ts";
import { openHome } from "../store/base/home.ts";
import { touchToken } from "../store/company/clients.ts";
import type { StoredDocument } from "../store/document/documents.ts";
import { writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { countAnswer } from "../telemetry/fault.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import {
  authenticate,
  confirmCaller,
  describeRate,
  type Entry,
  isLimited,
  type KnownToken,
  type LimitName,
  limitAddress,
  RateLimitError,
} from "./app/auth.ts";
import { replyToError, throwIfAny, toApiError } from "./app/error-table.ts";
import { withNotices } from "./app/notices.ts";
import { findReadiness } from "./app/ready.ts";
import type { Reply } from "./app/reply.ts";
import { type Call, type Caller, findId, listScopes, type Route } from "./app/route.ts";
import { ApiError, type Detail } from "./base/error.ts";
import {
  API_VERSIONS,
  type ApiVersion,
  basePathOf,
  existsIn,
  type Language,
  readLanguage,
  versionOfPath,
} from "./base/version.ts";
import { findUnknownParameters, refuseParameters } from "./field/name.ts";
import { TEXT } from "./message/request.ts";
import { LINK_BASE, refuseVisit, visitLink } from "./record/link-visit.ts";
import { ROUTES } from "./routes.ts";

type LogFields = Record<string, string | number | boolean | null>;

interface AppTypes {
  Bindings: Env;
  Variables: {
    requestId: string;
    logFields: LogFields;
    isKnown: boolean;
    /** By which the request is counted, or was refused. */
    limit: LimitName;
    caller: Caller;
    document: StoredDocument | undefined;
    notices: Detail[];
  };
}

/** The whole HTTP interface. */
export function createApp(): Hono<AppTypes> {
  const app = new Hono<AppTypes>();
  app.use(async (context, next) => {
    const startedAt = Date.now();
    context.set("requestId", crypto.randomUUID());
    context.set("logFields", {});
    context.set("isKnown", false);
    context.set("limit", "token");
    context.set("notices", []);
    const trips: Trips = { count: 0 };
    await countingTrips(trips, next);
    setCommonHeaders(context);
    writeLogLine(context, { durationMs: Date.now() - startedAt, trips: trips.count });
  });
  app.get("/", (context) => {
    context.header("Vary", "Accept-Language");
    context.header("Cache-Control", "public, max-age=300");
    return context.redirect(findDocs("v2", languageOf(context)).path);
  });
  mountAll(app, "/", ["GET"]);
  app.get("/healthz", ({ env, json }) => {
    const release = [env.VERSION?.tag, env.RELEASE].find((text) => (text ?? "") !== "") ?? null;
    return json({ ok: true, version: packageJson.version, release, deployed: env.VERSION?.id ?? null });
  });
  mountAll(app, "/healthz", ["GET"]);
  app.get("/readyz", async ({ env, req, json }) => {
    await limitAddress(env, req.header("cf-connecting-ip") ?? null);
    const found = await findReadiness(env, Date.now());
    return json(found, found.status === "down" ? 503 : 200);
  });
  mountAll(app, "/readyz", ["GET"]);
  for (const version of API_VERSIONS) mountVersion(app, version);
  app.all(`${LINK_BASE}*`, visiting);
  app.notFound((context) => send(context, refuseRoute(context)));
  app.onError((error, context) => {
    const apiError = toApiError(error);
    if (apiError instanceof RateLimitError) context.set("limit", apiError.limit);
    if (apiError.code === "internal_error" || apiError.code === "unavailable") {
      context.get("logFields").failure = describeFailure(error);
    }
    if (context.req.path.startsWith(LINK_BASE)) {
      const { headers } = replyToError(apiError, context.get("requestId"));
      return refuseVisit(statusOfVisit(apiError), undefined, headers);
    }
    return send(context, replyToError(apiError, context.get("requestId"), versionOfPath(context.req.path)));
  });
  return app;
}

/** A buyer's link, which no token of the API opens; the log line never has its address. */
const visiting: Handler<AppTypes> = async (context) => {
  context.get("logFields").route = `${LINK_BASE}:token`;
  context.set("limit", "link");
  await limitAddress(context.env, context.req.header("cf-connecting-ip") ?? null, "link");
  if (!["GET", "HEAD"].includes(context.req.method)) return refuseVisit(405, undefined, { Allow: "GET, HEAD" });
  await confirmStorage(context.env);
  return visitLink(context.env, context.req.path, Date.now());
};

function statusOfVisit(error: ApiError): 429 | 500 | 503 {
  if (error.code === "rate_limited") return 429;
  return error.code === "unavailable" ? 503 : 500;
}

function mountVersion(app: Hono<AppTypes>, version: ApiVersion): void {
  const base = `${basePathOf(version)}/companies/:companyId`;
  const routes = ROUTES.filter((route) => existsIn(version, route));
  for (const route of routes) {
    app.on(route.method, base + route.path, authenticating(route), answering(route, version));
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
    mountAll(app, base + path, methods);
  }
}

/** Admits a caller that may use the route; throws to the app's error handler otherwise. */
function authenticating(route: Route): MiddlewareHandler<AppTypes> {
  return async (context, next) => {
    const logFields = context.get("logFields");
    logFields.route = route.path;
    logFields.version = versionOfPath(context.req.path);
    await limitAddress(context.env, context.req.header("cf-connecting-ip") ?? null);
    const entry = createEntry(context, route);
    if (entry.isSearch) context.set("limit", "search");
    // Side by side: the first request of an isolate waits for D1 no longer than any other. Both are waited for: none outlives it.
    const [admitting, owning] = await Promise.allSettled([
      authenticate(context.env, entry),
      confirmStorage(context.env),
    ]);
    if (owning.status === "rejected") throw owning.reason;
    if (admitting.status === "rejected") throw admitting.reason;
    const { lastUsedDay, document, ...caller } = admitting.value;
    context.set("isKnown", true);
    context.set("caller", caller);
    context.set("document", document);
    rememberUse(context, { ...caller, lastUsedDay }, dateInBogota(entry.nowMs));
    await next();
  };
}

function createEntry(context: Context<AppTypes>, route: Route): Entry {
  const id = findId(context.req.param("docId") ?? "");
  return {
    authorization: context.req.header("authorization") ?? null,
    companyText: context.req.param("companyId") ?? "",
    scopes: listScopes(route),
    nowMs: Date.now(),
    isSearch: isSearch(context, route),
    named: route.reads === undefined || id === undefined ? undefined : { module: route.reads, id },
    onToken: (known: KnownToken) => Object.assign(context.get("logFields"), known),
  };
}

/** Whether a request gives a list a text to look for. */
function isSearch(context: Context<AppTypes>, { query = [] }: Route): boolean {
  return query.some(({ name }) => name === "q") && (context.req.query("q") ?? "").trim() !== "";
}

function answering(route: Route, version: ApiVersion): Handler<AppTypes> {
  return async (context) => {
    const call = createCall(context, route, version);
    const parameters = (route.query ?? []).map(({ name }) => name);
    if (version === "v1") call.notice(findUnknownParameters(call.query, parameters));
    else throwIfAny("invalid_parameter", refuseParameters(call.query, parameters));
    return send(context, await route.handle(call));
  };
}

function createCall(context: Context<AppTypes>, route: Route, version: ApiVersion): Call {
  const caller = context.get("caller");
  return {
    version,
    env: context.env,
    db: openHome(context.env, caller.company.id),
    request: context.req.raw,
    requestId: context.get("requestId"),
    caller,
    document: context.get("document"),
    language: languageOf(context),
    parameters: context.req.param() as Record<string, string>,
    query: new URL(context.req.url).searchParams,
    keepRunning: (work) => context.executionCtx.waitUntil(work),
    confirm: () => confirmCaller(context.env, createEntry(context, route)),
    log: (fields) => {
      Object.assign(context.get("logFields"), fields);
    },
    notice: (notices) => {
      context.get("notices").push(...notices);
    },
  };
}

/** Once a day per token, after the answer; a failure only loses that day's mark. */
function rememberUse(
  context: Context<AppTypes>,
  caller: Pick<Caller, "tokenId" | "company"> & { readonly lastUsedDay: string | null },
  today: string,
): void {
  if (caller.lastUsedDay === today) return;
  const work = touchToken(openHome(context.env, caller.company.id), caller.tokenId, today).catch((error: unknown) => {
    writeWarning("token_use_not_marked", { tokenId: caller.tokenId, error: describeError(error) });
  });
  context.executionCtx.waitUntil(work);
}

/** Answers 405 to the methods that a known path does not have. */
function mountAll(app: Hono<AppTypes>, path: string, methods: readonly string[]): void {
  const allowed = methods.join(", ");
  app.all(path, (context) => {
    const error = new ApiError("method_not_allowed", TEXT.noMethod(context.req.method, allowed));
    const reply = replyToError(error, context.get("requestId"));
    return send(context, { ...reply, headers: { ...reply.headers, Allow: allowed } });
  });
}

function refuseRoute(context: Context<AppTypes>): Reply {
  const path = context.req.path.slice(0, 120);
  return replyToError(new ApiError("route_not_found", TEXT.noRoute(path)), context.get("requestId"));
}

async function send(context: Context<AppTypes>, reply: Reply): Promise<Response> {
  const headers = new Headers(reply.headers);
  if (reply.code !== undefined) {
    context.get("logFields").code = reply.code;
    headers.set("Link", `<${findHelp(context, reply.code)}>; rel="help"`);
  }
  if (reply.file !== undefined) return new Response(reply.file, { status: reply.status, headers });
  const language = languageOf(context);
  headers.set("Content-Language", language);
  headers.set("Vary", "Accept-Language");
  const body = withNotices(reply.body, context.get("notices"));
  return Response.json(language === "es" ? body : await toEnglish(body), { status: reply.status, headers });
}

/** Where the reference explains an error, in the language of the answer where its version has pages in it. */
function findHelp(context: Context<AppTypes>, code: string): string {
  const version = versionOfPath(context.req.path);
  const docs = findDocs(version, languageOf(context));
  return docs.isEnglish ? `${docs.path}/errores#${code}` : `${docs.path}#error-${code}`;
}

/** The reference of a version; the first one has it in Spanish alone. */
function findDocs(version: ApiVersion, language: Language): { readonly path: string; readonly isEnglish: boolean } {
  const isEnglish = version !== "v1" && language === "en";
  return { path: `${basePathOf(version)}/docs${isEnglish ? "/en" : ""}`, isEnglish };
}

function languageOf(context: Context<AppTypes>): Language {
  return readLanguage(context.req.header("accept-language") ?? null);
}

/** The table is loaded when somebody first asks for it. */
async function toEnglish(body: object): Promise<object> {
  const { translateBody } = await import("./message/translate.ts");
  return translateBody(body);
}

/** The kind of an error and where it came from; never its message, which may quote what a client sent. */
function describeFailure(error: Error): string {
  const frames = error.stack?.split("\n").filter((line) => line.trimStart().startsWith("at ")) ?? [];
  return [error.name, ...frames.slice(0, 4).map((line) => line.trim())].join(" ");
}

function setCommonHeaders(context: Context<AppTypes>): void {
  context.header("X-Request-Id", context.get("requestId"));
  if (!context.res.headers.has("Cache-Control")) context.header("Cache-Control", "no-store");
  context.header("X-Content-Type-Options", "nosniff");
  const { status } = context.res;
  const isCounted = context.get("isKnown") || status === 429;
  if (!isCounted || !isLimited(context.env)) return;
  const described = describeRate(context.env, status, context.get("limit"));
  for (const [name, value] of Object.entries(described)) context.header(name, value);
}

/** Writes the one log line and the measurement of a request: everything that an operator searches by, and nothing personal. */
function writeLogLine(
  context: Context<AppTypes>,
  { durationMs, trips }: { readonly durationMs: number; readonly trips: number },
): void {
  const { status } = context.res;
  const { method } = context.req;
  const fields = context.get("logFields");
  const requestId = context.get("requestId");
  const line = JSON.stringify({ event: "request", requestId, method, status, durationMs, trips, ...fields });
  if (status >= 500) console.error(line);
  else console.log(line);
  countAnswer(context.env, status, Date.now(), (work) => context.executionCtx.waitUntil(work));
  const { route = "none", code = null, companyId } = fields;
  createMetrics(context.env.METRICS).measure({
    name: "request",
    route: String(route),
    method,
    companyId: typeof companyId === "number" ? companyId : null,
    status,
    code: code === null ? null : String(code),
    durationMs,
    trips,
  });
}
