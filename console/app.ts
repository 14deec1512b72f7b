// Leads each address to its page, once it is known who reads: everything else is refused first.
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { Admission } from "./access.ts";
import { type FileName, openFile } from "./file.ts";
import { facts, type Html, link, page } from "./html.ts";
import type { Ledger } from "./ledger.ts";
import { showAuthority, showWebhooks } from "./page/authority.ts";
import { showCompanies, showCompany } from "./page/company.ts";
import { showDocument } from "./page/document.ts";
import { showOverview } from "./page/overview.ts";
import { showPending } from "./page/pending.ts";
import { showReport } from "./page/report.ts";
import { showSearch } from "./page/search.ts";
import { showWarningList } from "./page/warning.ts";
import { STYLE } from "./style.ts";
import { addressOf, findDocument, readNumber, type Shown, type View } from "./view.ts";
import { LANGUAGES, type Language, WORDS, type Words } from "./words.ts";

/** How a console is entered: as a Worker by Access, on a stand by whoever is at the machine. */
export interface Door<Bound extends object> {
  readonly admit: (bindings: Bound, request: Request) => Promise<Admission>;
  readonly open: (bindings: Bound) => Ledger;
  /** What every command that a page shows says of where it works, as `describeTarget` writes it. */
  readonly target: (bindings: Bound) => string;
  /** Where docs/operations.md is read (https), or empty. */
  readonly runbooks: (bindings: Bound) => string;
  readonly nowMs: () => number;
  /** What is said where the ledger does not answer; that of a deployment unless given. */
  readonly unanswered?: (words: Words) => string;
}

interface Types<Bound extends object> {
  Bindings: Bound;
  Variables: { reader: string; hasFrame: boolean };
}
type Refused = 401 | 403 | 404 | 405 | 500 | 503;

const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "private, no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow, noarchive",
};
/** The report carries its own style. */
const REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const PAGES: Readonly<Record<string, (view: View) => Promise<Shown>>> = {
  "": showOverview,
  "/search": showSearch,
  "/companies": showCompanies,
  "/pending": showPending,
  "/warnings": showWarningList,
  "/authority": showAuthority,
  "/webhooks": showWebhooks,
};
const NAVIGATION = [
  ["", "overview"],
  ["/companies", "companies"],
  ["/pending", "pending"],
  ["/authority", "authority"],
  ["/webhooks", "webhooks"],
  ["/report", "report"],
] as const;

/** The console over the ledger that a door opens. */
export function createConsole<Bound extends object>(door: Door<Bound>): Hono<Types<Bound>> {
  const app = new Hono<Types<Bound>>();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) {
      if (!context.res.headers.has(name)) context.header(name, value);
    }
  });
  app.use(async (context, next) => {
    const admission = await door.admit(context.env, context.req.raw);
    if (admission.type === "refused") return refuse(context, admission.status);
    if (!["GET", "HEAD"].includes(context.req.method)) return refuse(context, 405);
    context.set("reader", admission.name);
    await next();
    writeReading(context);
    return undefined;
  });
  app.get("/", (context) =>
    context.redirect(/^en\b/i.test(context.req.header("accept-language") ?? "") ? "/en" : "/es"),
  );
  app.get("/console.css", (context) => context.body(STYLE, 200, { "content-type": "text/css; charset=utf-8" }));
  for (const language of LANGUAGES) mount(app, door, language);
  app.notFound((context) => refuse(context, 404));
  // What went wrong may quote rows: only its kind is logged.
  app.onError((error, context) => {
    console.error(JSON.stringify({ event: "console_failed", error: error.name }));
    const again = `${context.req.path}${new URL(context.req.url).search}`;
    return refuse(context, 500, (words) => {
      const why = door.unanswered?.(words) ?? words.because[500];
      return html`<p>${why}</p><p class="more">${link(again, words.again)}</p>`;
    });
  });
  return app;
}

/** One line of the log for each page that somebody read, or asked for: who, which, and about what; never what it showed or was searched for. */
function writeReading<Bound extends object>(context: Call<Bound>): void {
  const { path } = context.req;
  if (!/^\/(?:es|en)(?:\/|$)/.test(path)) return;
  const [, , page = "overview", id] = path.split("/");
  const company = readNumber(context.req.query("company") ?? "");
  const about = id === undefined ? {} : { id: readNumber(id) ?? null };
  const file = path.split("/")[4];
  const line = { event: "page", reader: context.get("reader"), page, ...about, ...(file && { file }) };
  console.log(JSON.stringify({ ...line, ...(company && { company }), status: context.res.status }));
}

type Call<Bound extends object> = Context<Types<Bound>>;

function mount<Bound extends object>(app: Hono<Types<Bound>>, door: Door<Bound>, language: Language): void {
  const viewOf = (context: Call<Bound>): View => ({
    ledger: door.open(context.env),
    language,
    words: WORDS[language],
    nowMs: door.nowMs(),
    target: door.target(context.env),
    runbooks: door.runbooks(context.env),
    query: (name) => context.req.query(name),
  });
  const reply = async (context: Call<Bound>, view: View, shown: Shown | undefined) =>
    shown === undefined
      ? refuse(context, 404)
      : context.html(await frame(view, shown, context.req.path, context.get("reader")));
  for (const [path, show] of Object.entries(PAGES)) {
    app.get(`/${language}${path}`, async (context) => {
      const view = viewOf(context);
      return reply(context, view, await show(view));
    });
  }
  app.get(`/${language}/companies/:id{[0-9]+}`, async (context) => {
    const view = viewOf(context);
    const id = readNumber(context.req.param("id"));
    return reply(context, view, id === undefined ? undefined : await showCompany(view, id));
  });
  app.get(`/${language}/report`, async (context) => {
    const view = viewOf(context);
    const shown = await showReport(view);
    if (typeof shown !== "string") return reply(context, view, shown);
    return context.html(shown, 200, { "content-security-policy": REPORT_POLICY });
  });
  mountDocument(app, viewOf, language, reply);
}

function mountDocument<Bound extends object>(
  app: Hono<Types<Bound>>,
  viewOf: (context: Call<Bound>) => View,
  language: Language,
  reply: (context: Call<Bound>, view: View, shown: Shown | undefined) => Promise<Response>,
): void {
  const path = `/${language}/documents/:id{[0-9]+}` as const;
  const find = async (view: View, text: string) => {
    const id = readNumber(text);
    return id === undefined ? undefined : findDocument(view, id);
  };
  app.get(path, async (context) => {
    const view = viewOf(context);
    const document = await find(view, context.req.param("id"));
    return reply(context, view, document && (await showDocument(view, document)));
  });
  const hand = async (context: Call<Bound>, id: string, file: FileName) => {
    const view = viewOf(context);
    const document = await find(view, id);
    return (document && (await openFile(view, document, file))) ?? refuse(context, 404);
  };
  app.get(`${path}/xml`, (context) => hand(context, context.req.param("id"), { type: "xml" }));
  app.get(`${path}/pdf`, (context) => hand(context, context.req.param("id"), { type: "pdf" }));
  app.get(`${path}/answers/:attempt`, (context) => {
    return hand(context, context.req.param("id"), { type: "answer", attempt: context.req.param("attempt") });
  });
}

/** A body in its frame; every page leads to every other one, and to itself in the other language. */
function frame(view: View, { title, body }: Shown, path: string, reader: string) {
  const { language, words, query } = view;
  const other = LANGUAGES.find((one) => one !== language) ?? language;
  const asked = ["q", "company", "code", "after", "name", "state", "warned", "amount", "from", "to"].flatMap((name) => {
    const value = query(name);
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  const there = `/${other}${path.slice(`/${language}`.length)}${asked.length === 0 ? "" : `?${asked.join("&")}`}`;
  const places = NAVIGATION.map(([to, name]) => {
    const address = addressOf(view, to);
    const isHere = to === "" ? path === address : path.startsWith(address);
    return isHere ? html`<a href="${address}" aria-current="page">${words[name]}</a>` : link(address, words[name]);
  });
  return page({
    language,
    title,
    product: words.product,
    skip: words.skip,
    navigation: html`${places}<a href="${there}" lang="${other}" hreflang="${other}">${words.other}</a>`,
    search: writeSearch(view),
    foot: html`<p>${words.readOnly} ${words.all}</p>${facts([[words.reader, reader]])}`,
    body: html`${body}`,
  });
}

function writeSearch(view: View): Html {
  const { words, query } = view;
  return html`<form role="search" action="${addressOf(view, "/search")}">
<label>${words.find}<input type="search" name="q" value="${query("q") ?? ""}" maxlength="1000"></label>
<label>${words.companyId}<input name="company" inputmode="numeric" pattern="[0-9]*" value="${query("company") ?? ""}"></label>
<button>${words.search}</button></form>`;
}

/** Says nothing of the ledger. */
function refuse<Bound extends object>(
  context: Call<Bound>,
  status: Refused,
  say: (words: Words) => Html | Promise<Html> = (words) => html`<p>${words.because[status]}</p>`,
): Response | Promise<Response> {
  const language = context.req.path.startsWith("/en") ? "en" : "es";
  const words = WORDS[language];
  const titles = {
    401: words.refused,
    403: words.refused,
    404: words.missing,
    405: words.refused,
    500: words.broken,
    503: words.refused,
  };
  const title = titles[status];
  const none = html``;
  const written = page({
    language,
    title,
    product: words.product,
    skip: words.skip,
    navigation: none,
    search: none,
    foot: none,
    body: html`${say(words)}`,
  });
  return context.html(written, status);
}
