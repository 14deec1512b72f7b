// Shows warnings: what each is about, and the commands that help.

import { html } from "hono/html";
import { adviseWarning } from "../../operator/data/warning-advice.ts";
import { sayInstants } from "../../operator/moment.ts";
import { describeWarning } from "../../src/api/message/warning.ts";
import type { Warning } from "../../src/store/watch/health.ts";
import { type Html, table, toned } from "../html.ts";
import {
  linkCompanies,
  linkCompany,
  linkRunbook,
  listCommands,
  NAMED,
  nameCommands,
  nameCompanies,
  operator,
  sayCommands,
  type View,
} from "../view.ts";

/** Warnings shown at once. */
const MOST = 100;

/** Critical ones first; a hundred of them at most, and of many companies first who they are, a line for each kind. */
export async function showWarnings(view: View, warnings: readonly Warning[]): Promise<Html> {
  const { words } = view;
  const sorted = warnings.toSorted((one, other) => one.severity.localeCompare(other.severity));
  const kinds = [...Map.groupBy(sorted, ({ code, severity }) => `${severity} ${code}`).values()].map((alike) => {
    return { alike, ids: [...new Set(alike.map(({ companyId }) => companyId))] };
  });
  const shown = sorted.slice(0, MOST);
  const names = await nameCompanies(view, [
    ...shown.map(({ companyId }) => companyId),
    ...kinds.flatMap(({ ids }) => ids.slice(0, NAMED)),
  ]);
  const isOfMany = kinds.some(({ ids }) => ids.length > 1);
  const lines = kinds.map(({ alike: [any], ids }) => {
    const who = html`${words.companyCount(ids.length)}: ${linkCompanies(view, ids, ids.length, names)}`;
    return any === undefined ? html`` : html`<p class="kind">${drawCode(any)}: ${who}</p>`;
  });
  const rows = shown.map((warning) => {
    const advice = adviseWarning(warning);
    const about = `--company ${warning.companyId} --code ${warning.code} --reason "…"`;
    return [
      linkCompany(view, warning.companyId, names),
      drawCode(warning),
      html`<p>${describe(view, warning, advice)}</p>${linkRunbook(view, warning.code, documentOf(warning))}${listCommands(view, advice)}${operator(view, `alert acknowledge ${about}`)}`,
    ];
  });
  const rest =
    warnings.length > MOST ? html`<p class="faint">${words.firstOnly} (${MOST} / ${warnings.length})</p>` : html``;
  return html`${isOfMany ? lines : []}${table([words.company, words.code, words.what], rows, words.noneFeminine)}${rest}`;
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
  if (warning.code !== "documents_pending") return describeWarning(warning);
  const { documents, oldestMinutes, unknown } = warning;
  const who = documents === 1 ? "1 documento espera" : `${documents} documentos esperan, el más antiguo`;
  const since = `desde hace ${oldestMinutes} ${oldestMinutes === 1 ? "minuto" : "minutos"}`;
  return `${who} ${since}; ${unknown} para que ${unknown === 1 ? "lo" : "los"} decidan dos personas.`;
}
