// Shows warnings: what each is about, and the commands that help.

import { html } from "hono/html";
import { adviseWarning } from "../../operator/data/warning-advice.ts";
import { describeWarning } from "../../src/api/message/warning.ts";
import type { Warning } from "../../src/store/watch/health.ts";
import { type Html, table, toned } from "../html.ts";
import { linkCompany, listCommands, operator, sayCommands, type View } from "../view.ts";

/** Warnings shown at once. */
const MOST = 100;

/** Critical ones first; a hundred of them at most. */
export function showWarnings(view: View, warnings: readonly Warning[]): Html {
  const { words } = view;
  const sorted = warnings.toSorted((one, other) => one.severity.localeCompare(other.severity));
  const rows = sorted.slice(0, MOST).map((warning) => {
    const advice = adviseWarning(warning);
    const about = `--company ${warning.companyId} --code ${warning.code} --reason "…"`;
    return [
      linkCompany(view, warning.companyId),
      toned(warning.severity === "critical" ? "bad" : "warn", warning.code),
      html`<p>${describe(view, warning, advice)}</p>${listCommands(view, advice)}${operator(view, `alert acknowledge ${about}`)}`,
    ];
  });
  const rest =
    warnings.length > MOST ? html`<p class="faint">${words.firstOnly} (${MOST} / ${warnings.length})</p>` : html``;
  return html`${table([words.company, words.code, words.what], rows, words.none)}${rest}`;
}

function describe(view: View, warning: Warning, advice: string): string {
  if (view.language === "en") return sayCommands(view, advice);
  if (warning.code !== "documents_pending") return describeWarning(warning);
  const { documents, oldestMinutes, unknown } = warning;
  return `${documents} documentos esperan, el más antiguo desde hace ${oldestMinutes} minutos; ${unknown} inciertos.`;
}
