// Shows how the authority answers, and how webhooks are delivered.

import { and, asc, gt } from "drizzle-orm";
import { html } from "hono/html";
import { readAuthorityHealth } from "../../operator/command/authority-health.ts";
import { describeWebhook } from "../../operator/data/webhook-state.ts";
import { sayInstants } from "../../operator/moment.ts";
import { ENVIRONMENTS } from "../../src/domain/company.ts";
import { build, type Database, run } from "../../src/store/base/db.ts";
import { isRead } from "../../src/store/base/home.ts";
import { webhooks } from "../../src/store/base/schema.ts";
import { readBrake } from "../../src/store/watch/brake.ts";
import { sayCode } from "../code-words.ts";
import { type Html, link, section, table, toned } from "../html.ts";
import {
  addressOf,
  fromEach,
  linkCompany,
  linkDocument,
  moment,
  nameEnvironment,
  offerAskNow,
  operator,
  type Shown,
  showCondition,
  type View,
} from "../view.ts";

/** Webhooks of each database on a page: a question to the database for each. */
const WEBHOOKS = 20;
/** Companies whose calls the authority refused. */
const REFUSED = 20;

export async function showAuthority(view: View): Promise<Shown> {
  const { words, ledger, nowMs } = view;
  const brakes = await Promise.all(ENVIRONMENTS.map((environment) => readBrake(ledger.databases[0], environment)));
  const conditions = brakes.map((brake, index) => {
    const { shown, sinceMs } = showCondition(view, brake.state);
    const since = sinceMs === null ? null : moment(view, new Date(sinceMs).toISOString());
    return [nameEnvironment(view, ENVIRONMENTS[index] ?? ""), shown, since];
  });
  const health = await fromEach(ledger, (db) => readAuthorityHealth({ db, nowMs: () => nowMs }));
  const rows = health.map((one) => [
    nameEnvironment(view, one.environment),
    one.answered,
    one.rejected === 0 ? 0 : toned("warn", one.rejected),
    one.failed === 0 ? 0 : toned("bad", one.failed),
    one.not_made,
    moment(view, one.last_answer),
    moment(view, one.failing_since),
  ]);
  const failures = health.flatMap(({ last_failure: failure }) => {
    if (failure === null) return [];
    const { at, company, document, number, kind, outcome, detail } = failure;
    const said = [sayCode(words.codes.exchanges, kind), sayCode(words.codes.outcomes, outcome)];
    const what = [...said, detail === null ? [] : `«${sayInstants(detail)}»`].flat().join(", ");
    return [[moment(view, at), linkCompany(view, company), linkDocument(view, document, number), what]];
  });
  const refused = health.flatMap(({ environment, refusals }) =>
    refusals.slice(0, REFUSED).map(({ company, times, document, detail }) => {
      return [
        nameEnvironment(view, environment),
        linkCompany(view, company),
        times,
        linkDocument(view, document),
        detail,
      ];
    }),
  );
  const titles = [words.answers, words.rejections, words.failures, words.notMade, words.lastAnswer, words.failingSince];
  return {
    title: words.authority,
    body: [
      section(
        words.condition,
        table([words.environment, words.condition, words.since], conditions, words.noneFeminine),
      ),
      section(words.lastHour, table([words.environment, ...titles], rows, words.none)),
      section(
        words.refusedCalls,
        table(
          [words.environment, words.company, words.count, words.document, words.detail],
          refused,
          words.noneFeminine,
        ),
      ),
      section(
        words.lastFailure,
        table([words.at, words.company, words.document, words.what], failures, words.noneFeminine),
      ),
      section(words.commands, operator(view, "status"), await offerAskNow(view)),
    ],
  };
}

export async function showWebhooks(view: View): Promise<Shown> {
  const { words, ledger, nowMs } = view;
  const after = view.query("after") ?? "";
  const found = await fromEach(ledger, (db) => listWebhooks(db, after, nowMs));
  const sorted = found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const rows = sorted.slice(0, WEBHOOKS);
  const cells = rows.map((one) => [
    html`<code>${one.id}</code>`,
    linkCompany(view, one.companyId),
    one.host,
    standing(view, one.state),
    one.waiting === 0 ? 0 : toned("warn", one.waiting),
    one.lag_seconds === 0 ? 0 : toned("warn", one.lag_seconds),
    moment(view, one.last_success),
    one.last_failure === null ? null : `${moment(view, one.last_failure)}: ${one.failure ?? ""}`,
  ]);
  const last = sorted.length > WEBHOOKS ? rows.at(-1)?.id : undefined;
  const titles = [words.host, words.state, words.waiting, words.lag, words.lastSuccess, words.lastFailure];
  return {
    title: words.webhooks,
    body: [
      table([words.number, words.company, ...titles], cells, words.none),
      ...(last === undefined
        ? []
        : [html`<p class="more">${link(addressOf(view, "/webhooks", { after: last }), words.more)}</p>`]),
      section(
        words.commands,
        ...["show", "test", "enable", "disable", "retry", "replay", "rotate", "delete"].map((verb) =>
          operator(view, `webhook ${verb} --webhook WEBHOOK`),
        ),
      ),
    ],
  };
}

function standing({ words }: View, state: string): Html {
  const [, because] = state.split(": ");
  if (because === undefined) return toned("good", words.active);
  return toned("bad", `${words.disabled}: ${sayCode(words.codes.disablings, because)}`);
}

/** Of an address only the host is shown: the rest of it may be a secret. */
async function listWebhooks(db: Database, after: string, nowMs: number) {
  const own = build
    .select()
    .from(webhooks)
    .where(and(gt(webhooks.id, after), isRead(webhooks.companyId)));
  const rows = await run(db, own.orderBy(asc(webhooks.id)).limit(WEBHOOKS + 1));
  return Promise.all(
    rows.map(async (row) => {
      const { url, ...facts } = await describeWebhook({ db, nowMs: () => nowMs }, row);
      return { companyId: row.companyId, host: new URL(url).host, ...facts };
    }),
  );
}
