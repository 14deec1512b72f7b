// Shows warnings, by their kinds and one by one: what each is about, and the commands that help.

import { html } from "hono/html";
import { adviseWarning } from "../../operator/data/warning-advice.ts";
import { sortWarnings } from "../../operator/data/warning-order.ts";
import { sayInstants } from "../../operator/moment.ts";
import { describeWarning } from "../../src/api/message/warning.ts";
import { lookForWarnings, type Warning } from "../../src/store/watch/health.ts";
import { findQuiet } from "../../src/store/watch/quiet.ts";
import { sayCode } from "../code-words.ts";
import { type Html, link, table, toned } from "../html.ts";
import {
  addressOf,
  fromEach,
  linkCompanies,
  linkCompany,
  linkRunbook,
  listCommands,
  NAMED,
  type Names,
  nameCommands,
  nameCompanies,
  operator,
  ROWS,
  readNumber,
  type Shown,
  sayCommands,
  type View,
} from "../view.ts";

/** Of each kind of warning so many are shown with their commands before the page of that kind. */
const FIRST = 3;

/** All of them in a table, critical ones first. */
export async function showWarnings(view: View, warnings: readonly Warning[]): Promise<Html> {
  const ids = warnings.map(({ companyId }) => companyId);
  return tableWarnings(view, sortWarnings(warnings), await nameCompanies(view, ids));
}

/**
 * A line for each kind, what cannot wait first: who they are, one command where it mends all of them, and folded away what to do
 * about the first ones.
 */
export async function showKinds(view: View, warnings: readonly Warning[]): Promise<Html> {
  const { words } = view;
  if (warnings.length === 0) return html`<p class="faint">${words.noneFeminine}</p>`;
  const kinds = [...Map.groupBy(sortWarnings(warnings), ({ code, severity }) => `${severity} ${code}`).values()];
  const known = kinds.map((alike) => ({ alike, ids: [...new Set(alike.map(({ companyId }) => companyId))] }));
  const names = await nameCompanies(
    view,
    known.flatMap(({ ids }) => ids.slice(0, NAMED)),
  );
  const lines = known.map(({ alike, ids }) => {
    const [any] = alike;
    if (any === undefined) return html``;
    const address = addressOf(view, "/warnings", { code: any.code });
    const who = html`${words.companyCount(ids.length)}: ${linkCompanies(view, ids, ids.length, names, address)}`;
    const rest = alike.length > FIRST ? html`<p class="more">${link(address, words.allOf(alike.length))}</p>` : html``;
    const first = tableWarnings(view, alike.slice(0, FIRST), names);
    return html`<p class="kind">${drawCode(any)}: ${who}</p>${mendAll(view, alike)}<details><summary>${words.todo}</summary>${first}${rest}</details>`;
  });
  return html`${lines}`;
}

/** Warnings of one code, or of all, a page at a time. */
export async function showWarningList(view: View): Promise<Shown> {
  const { words } = view;
  const code = view.query("code") ?? "";
  const { heard } = await listWarnings(view);
  const found = sortWarnings(heard.filter((one) => code === "" || one.code === code));
  const start = readNumber(view.query("after")) ?? 0;
  const end = start + ROWS;
  const next = addressOf(view, "/warnings", { ...(code !== "" && { code }), after: end });
  return {
    title: code === "" ? words.warnings : `${words.warnings}: ${code}`,
    body: [
      mendAll(view, found),
      await showWarnings(view, found.slice(start, end)),
      ...(found.length > end ? [html`<p class="more">${link(next, words.more)} (${end} / ${found.length})</p>`] : []),
    ],
  };
}

/** Warnings that hold: those that are heard, and how many an operator keeps quiet. */
export async function listWarnings({ ledger, nowMs }: View) {
  const all = await fromEach(ledger, async (db) => {
    const found: Warning[] = [];
    for await (const some of lookForWarnings(db, nowMs)) found.push(...some);
    const isQuiet = await findQuiet(db, found, nowMs);
    return found.map((warning) => ({ warning, isQuiet: isQuiet(warning) }));
  });
  const heard = all.flatMap(({ warning, isQuiet }) => (isQuiet ? [] : [warning]));
  return { heard, quiet: all.length - heard.length };
}

/** One command for many, where there is one: plans of a year that are missed. */
function mendAll(view: View, warnings: readonly Warning[]): Html {
  const years = new Set(warnings.map((one) => (one.code === "plan_missing" ? one.year : 0)));
  const [year = 0] = years;
  if (warnings.length < 2 || years.size > 1 || year === 0) return html``;
  const [renew, set] = [`plan renew --all --from ${year - 1} --to ${year}`, `plan set --rows FILE --year ${year}`];
  return html`<p class="faint">${view.words.forAll}</p>${operator(view, renew)}<p class="faint">${view.words.forOthers}</p>${operator(view, set)}`;
}

function tableWarnings(view: View, warnings: readonly Warning[], names: Names): Html {
  const { words } = view;
  const rows = warnings.map((warning) => {
    const advice = adviseWarning(warning);
    const about = `--company ${warning.companyId} --code ${warning.code} --reason "…"`;
    return [
      linkCompany(view, warning.companyId, names),
      drawCode(warning),
      html`<p>${describe(view, warning, advice)}</p>${linkRunbook(view, warning.code, documentOf(warning))}${listCommands(view, advice)}${operator(view, `alert acknowledge ${about}`)}`,
    ];
  });
  return table([words.company, words.code, words.what], rows, words.noneFeminine);
}

/** Of a range that a document stopped. */
function documentOf(warning: Warning): number | null {
  return warning.code === "range_missing" ? (warning.documentId ?? null) : null;
}

function drawCode({ severity, code }: Warning): Html {
  return toned(severity === "critical" ? "bad" : "warn", code);
}

/** What a warning is about and the commands that help, as one text. */
export function sayWarning(view: View, warning: Warning): string {
  const advice = adviseWarning(warning);
  const said = describe(view, warning, advice);
  return view.language === "en" ? said : [said, ...nameCommands(view, advice)].join(" ");
}

function describe(view: View, warning: Warning, advice: string): string {
  if (view.language === "en") return sayInstants(sayCommands(view, advice));
  if (warning.code === "range_missing" && warning.documentId !== undefined) {
    return `Sin rango utilizable: detenido por el documento ${warning.documentId}, pues otro sistema toma sus números.`;
  }
  if (warning.code === "software_missing") {
    const { module } = warning;
    return module === undefined
      ? "La empresa no tiene software: no emite nada."
      : `La empresa no tiene software para ${sayCode(view.words.codes.modules, module)}, y sí un rango o un plan.`;
  }
  if (warning.code !== "documents_pending") return describeWarning(warning);
  const { documents, oldestMinutes, unknown } = warning;
  const who = documents === 1 ? "1 documento espera" : `${documents} documentos esperan, el más antiguo`;
  const since = `desde hace ${oldestMinutes} ${oldestMinutes === 1 ? "minuto" : "minutos"}`;
  return `${who} ${since}; ${unknown} para que ${unknown === 1 ? "lo" : "los"} decidan dos personas.`;
}
