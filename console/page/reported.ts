// Shows what the service reported in the last day, each with what it means and its runbook.
import { html } from "hono/html";
import type { Report } from "../../operator/data/heard.ts";
import { ADVICE, causeOf } from "../../src/cron/alert-advice.ts";
import { severityOf } from "../../src/cron/alert-matter.ts";
import { ALERTS_IN_SPANISH } from "../advice.ts";
import { sayFacts } from "../alert-fact.ts";
import { type Html, table, toned } from "../html.ts";
import {
  linkCompanies,
  linkCompany,
  linkDocument,
  linkRunbook,
  moment,
  nameCompanies,
  operator,
  ROWS,
  type View,
} from "../view.ts";

/** What was reported before these is folded away. */
const FIRST = 5;
const TONES = { critical: "bad", warning: "warn", resolved: "good" } as const;

/** What an alert means, in the reader's language; nothing of one that nobody has to understand at night. */
export function sayAlert(view: View, name: string, documentId: unknown): string {
  const code = causeOf(name, typeof documentId === "number" ? documentId : null);
  return (view.language === "es" ? ALERTS_IN_SPANISH[code] : ADVICE[code]?.meaning) ?? "";
}

/** The same, with where its runbook is in a line of its own. */
function sayMeaning(view: View, name: string, documentId: unknown): Html {
  const document = typeof documentId === "number" ? documentId : null;
  const meaning = sayAlert(view, name, document);
  return meaning === "" ? html`` : html`<p>${meaning}</p>${linkRunbook(view, name, document)}`;
}

/** The list of `status`, of all companies or of one. */
export async function showReported(
  view: View,
  { reported: found, leftOut }: { readonly reported: readonly Report[]; readonly leftOut: number },
): Promise<Html> {
  const { words } = view;
  const shown = found.slice(0, ROWS);
  const reported = shown.map(({ code, company: companyId, detail: { among, ...facts }, raised_at: raisedAt }) => {
    const tone = TONES[severityOf({ code, detail: facts })];
    return {
      code,
      companyId,
      raisedAt,
      facts,
      tone,
      among: typeof among === "string" ? among.split(" ").map(Number) : [],
    };
  });
  const ids = reported.flatMap(({ companyId: company, among }) => (company === null ? among : [company, ...among]));
  const names = await nameCompanies(view, ids);
  const who = (company: number | null, among: readonly number[], count: unknown) => {
    if (among.length > 0) return linkCompanies(view, among, Number(count), names);
    return company === null || company === 0 ? null : linkCompany(view, company, names);
  };
  const rows = reported.map(
    ({
      code: name,
      companyId: company,
      among,
      facts: { documentId, severity: _toned, ...facts },
      tone,
      raisedAt: at,
    }) => [
      moment(view, at),
      toned(tone, name),
      who(company, among, facts.companies),
      typeof documentId === "number" ? linkDocument(view, documentId) : null,
      html`${sayMeaning(view, name, documentId)}${sayFacts(view, facts)}`,
    ],
  );
  const others = leftOut + found.length - shown.length;
  const rest =
    others === 0 ? html`` : html`<p class="faint">${words.leftOut(others)}</p>${operator(view, "alert list")}`;
  const draw = (some: typeof rows) =>
    table([words.at, words.code, words.company, words.document, words.detail], some, words.noneFeminine);
  const older = rows.slice(FIRST);
  const folded =
    older.length === 0
      ? html``
      : html`<details><summary>${words.andMore(older.length)}</summary>${draw(older)}</details>`;
  return html`${draw(rows.slice(0, FIRST))}${folded}${rest}`;
}
