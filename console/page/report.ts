// Shows the operator's report as it is, while there are few enough companies for a page.
import { sql } from "drizzle-orm";
import { html } from "hono/html";
import { readReport } from "../../operator/command/report-data.ts";
import { drawReport } from "../../operator/command/report-page.ts";
import { REPORT_WORDS, type ReportReader } from "../../operator/command/report-words.ts";
import { build, run } from "../../src/store/base/db.ts";
import { companies } from "../../src/store/base/schema.ts";
import { sayFacts } from "../alert-fact.ts";
import { sayCode } from "../code-words.ts";
import { addressOf, kindOf, nameEnvironment, operator, type Shown, type View } from "../view.ts";
import { LANGUAGES } from "../words.ts";
import { sayAlert } from "./reported.ts";
import { sayWarning } from "./warning.ts";

const DAYS = 30;
/** It reads every company's ranges, plans, certificates and webhooks. */
const COMPANIES_MOST = 500;

/** A whole page of its own, or one of the console that says how to get it. */
export async function showReport(view: View): Promise<Shown | string> {
  const { ledger, words, nowMs } = view;
  const [directory] = ledger.databases;
  const [counted] = await run(directory, build.select({ count: sql<number>`count(*)` }).from(companies));
  if ((counted?.count ?? 0) > COMPANIES_MOST) {
    const command = operator(view, "report --output report.html");
    return { title: words.report, body: [html`<p>${words.reportTooLong}</p>${command}`] };
  }
  const shards = ledger.databases.map((db) => ({ db }));
  return drawReport(await readReport({ db: directory, shards, nowMs: () => nowMs }, DAYS), readerOf(view));
}

function readerOf(view: View): ReportReader {
  const { language, words } = view;
  const other = LANGUAGES.find((one) => one !== language) ?? language;
  return {
    words: REPORT_WORDS[language],
    nameKind: (typeCode) => kindOf(view, typeCode),
    nameState: (state) => sayCode(words.codes.states, state),
    nameDisabling: (because) => sayCode(words.codes.disablings, because),
    nameEnvironment: (environment) => nameEnvironment(view, environment),
    tell: ({ code, document, detail: { documentId: _linked, ...facts } }) => {
      const which = document === null ? "" : `${words.document} ${document}`;
      return [sayAlert(view, code, document), which, sayFacts(view, facts)].filter((part) => part !== "").join(" ");
    },
    advise: (warning) => sayWarning(view, warning),
    links: [
      { href: addressOf(view, ""), text: `← ${words.product}`, language },
      { href: `/${other}/report`, text: words.other, language: other },
    ],
  };
}
