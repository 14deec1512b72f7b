// `webhook add`, `list`, `show`, `rotate`, `disable`, `enable`, `retry`, `replay`, `test` and `delete` keep where the changes of a company are posted.
import { and, eq } from "drizzle-orm";
import { createSecret } from "../../src/delivery/signature.ts";
import { findAddressFault } from "../../src/domain/company/webhook-address.ts";
import { startOfDayInBogota } from "../../src/domain/value/calendar.ts";
import { build, run, type Statement } from "../../src/store/base/db.ts";
import { webhooks } from "../../src/store/base/schema.ts";
import { webhookContext } from "../../src/store/secret/vault.ts";
import { findLastChange, oldestCursor } from "../../src/store/watch/changes.ts";
import { findWebhook, type WebhookRow } from "../../src/store/watch/webhooks.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { describeWebhook } from "../data/webhook-state.ts";
import { OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { readDate, readInteger, readText } from "../reader.ts";
import { sealSecret } from "../sealing.ts";
import { answerRows, printFacts } from "../table.ts";
import { findCompanyId, getCompanyWith } from "./company.ts";

const HOUR_MS = 3_600_000;
const WITHIN_A_MINUTE = "the minute cron hands it on";
const WEBHOOK = required("webhook", "id of the webhook, see `webhook list`");

/** At a stand the local Worker may post to this machine; a deployment never does. */
function readAddress({ isRemote }: Context) {
  return (text: string) => {
    const fault = findAddressFault(text, !isRemote);
    if (fault === undefined) return text;
    throw new OperatorError(
      `the address is refused (${fault})`,
      "https, a public name, port 443 or 8443, no user, no fragment",
    );
  };
}

async function getWebhook({ db, input }: Context): Promise<WebhookRow> {
  const id = await input.get("webhook", readText);
  const row = await findWebhook(db, id);
  if (row === undefined) throw new OperatorError(`there is no webhook ${id}`, "see `operator webhook list`");
  return row;
}

async function change(
  context: Context,
  row: WebhookRow,
  action: string,
  detail: object,
  statements: readonly Statement[],
) {
  const entry = { companyId: row.companyId, action: `webhook.${action}`, detail: { webhook: row.id, ...detail } };
  await commit(context, entry, statements);
}

const add: Command = {
  name: "webhook add",
  seals: true,
  about: "posts the changes of a company to an address, from now on, and shows its secret, this once",
  flags: [required("company", "id of the company"), required("url", "address, https")],
  run: async (context) => {
    const [company, startAfter] = await getCompanyWith(context, (own) => findLastChange(context.db, own));
    const url = await context.input.get("url", readAddress(context));
    const id = `whk_${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;
    const secret = createSecret();
    const sealedSecret = await sealSecret(context, webhookContext(company.id, id), secret);
    const row = { id, companyId: company.id, url, sealedSecret, startAfter, reached: startAfter };
    await commit(context, { companyId: company.id, action: "webhook.add", detail: { webhook: id, url } }, [
      build.insert(webhooks).values(row),
    ]);
    return { data: { id, url, secret }, text: `webhook ${id}; its secret, shown this once:\n${secret}` };
  },
};

const list: Command = {
  name: "webhook list",
  reads: true,
  isOfAll: true,
  about: "lists webhooks: last success, lag, failures",
  flags: [optional("company", "id of the company; all of them unless given"), CSV],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const which = companyId === null ? isNotLeftBehind(webhooks.companyId) : eq(webhooks.companyId, companyId);
    const all = build.select().from(webhooks).where(which).orderBy(webhooks.companyId, webhooks.createdAt, webhooks.id);
    const data: object[] = [];
    for (const row of await run(context.db, all)) {
      const state = await describeWebhook(context, row);
      data.push(companyId === null ? { company: row.companyId, ...state } : state);
    }
    return answerRows(data, "no webhook yet: `operator webhook add`");
  },
};

const show: Command = {
  name: "webhook show",
  reads: true,
  about: "shows one webhook",
  flags: [WEBHOOK],
  run: async (context) => {
    const row = await getWebhook(context);
    const { createdAt, previousUntil, revision, seenRevision, testId, testedId } = row;
    const orders = { revision, seen_revision: seenRevision, test: testId, tested: testedId };
    const data = {
      ...(await describeWebhook(context, row)),
      ...{ company: row.companyId, created_at: createdAt, old_secret_until: previousUntil, ...orders },
    };
    return { data, text: printFacts(data, context.nowMs()) };
  },
};

const rotate: Command = {
  name: "webhook rotate",
  seals: true,
  about: "gives a webhook a new secret and shows it, this once; the old one signs as well during the grace",
  flags: [WEBHOOK, optional("grace", "hours in which both secrets sign; 24 unless given")],
  run: async (context) => {
    const row = await getWebhook(context);
    const grace = context.input.find("grace", readInteger(0, 720)) ?? 24;
    const previousUntil = new Date(context.nowMs() + grace * HOUR_MS).toISOString();
    const secret = createSecret();
    const sealedSecret = await sealSecret(context, webhookContext(row.companyId, row.id), secret);
    const set = { sealedSecret, previousSecret: row.sealedSecret, previousUntil };
    await change(context, row, "rotate", { old_until: previousUntil }, [
      build.update(webhooks).set(set).where(eq(webhooks.id, row.id)),
    ]);
    const text = `webhook ${row.id}; its new secret, shown this once:\n${secret}\nthe old one signs as well until ${previousUntil}`;
    return { data: { id: row.id, secret, old_until: previousUntil }, text };
  },
};

const disable: Command = {
  name: "webhook disable",
  about: "stops a webhook; what it has not delivered waits for `webhook enable`",
  flags: [WEBHOOK],
  run: async (context) => {
    const row = await getWebhook(context);
    const disabledAt = new Date(context.nowMs()).toISOString();
    await change(context, row, "disable", {}, [
      build.update(webhooks).set({ disabledAt, disabledBecause: "operator" }).where(eq(webhooks.id, row.id)),
    ]);
    return { data: { id: row.id, disabled_at: disabledAt }, text: `webhook ${row.id} is disabled` };
  },
};

const enable: Command = {
  name: "webhook enable",
  about: "starts a webhook again, at the first change that was not delivered",
  flags: [WEBHOOK],
  run: async (context) => {
    const row = await getWebhook(context);
    if (row.disabledAt === null) throw new OperatorError(`webhook ${row.id} is not disabled`);
    const { reached, revision } = row;
    const set = { disabledAt: null, disabledBecause: null, startAfter: reached, revision: revision + 1 };
    await change(context, row, "enable", { after: reached }, [
      build.update(webhooks).set(set).where(eq(webhooks.id, row.id)),
    ]);
    return { data: { id: row.id }, text: `webhook ${row.id} is enabled; ${WITHIN_A_MINUTE}` };
  },
};

const retry: Command = {
  name: "webhook retry",
  about:
    "delivers now what waits for its next try, the oldest first; some that came behind it come again, with the same id",
  flags: [WEBHOOK],
  run: async (context) => {
    const row = await getWebhook(context);
    const { disabledAt, reached, revision, waiting } = row;
    if (disabledAt !== null)
      throw new OperatorError(`webhook ${row.id} is disabled`, "`operator webhook enable` first");
    if (waiting === 0)
      throw new OperatorError(`nothing waits for webhook ${row.id}`, "`operator webhook replay` delivers again");
    await change(context, row, "retry", { after: reached, waiting }, [
      build
        .update(webhooks)
        .set({ startAfter: reached, revision: revision + 1 })
        .where(and(eq(webhooks.id, row.id), eq(webhooks.revision, revision))),
    ]);
    return {
      data: { id: row.id, waiting },
      text: `${waiting} that wait for webhook ${row.id} are tried; ${WITHIN_A_MINUTE}`,
    };
  },
};

const replay: Command = {
  name: "webhook replay",
  about: "delivers again everything since a day; receivers know a change by its id",
  flags: [WEBHOOK, required("from", "first day, YYYY-MM-DD, in Bogotá")],
  run: async (context) => {
    const row = await getWebhook(context);
    const from = await context.input.get("from", readDate);
    const startAfter = Date.parse(startOfDayInBogota(from)) - 1;
    if (startAfter > context.nowMs()) throw new OperatorError(`--from: ${from} has not begun`, "a day until today");
    if (startAfter < oldestCursor(context.nowMs()))
      throw new OperatorError(`--from: ${from} is more than 400 days ago`);
    const set = { startAfter, reached: startAfter, revision: row.revision + 1 };
    await change(context, row, "replay", { from }, [build.update(webhooks).set(set).where(eq(webhooks.id, row.id))]);
    const begin =
      row.disabledAt === null ? WITHIN_A_MINUTE : "it is disabled, and begins with `operator webhook enable`";
    return { data: { id: row.id, from }, text: `webhook ${row.id} delivers again from ${from} on; ${begin}` };
  },
};

const test: Command = {
  name: "webhook test",
  about: "sends a test message (`webhook.prueba`); `webhook show` says what came of it",
  flags: [WEBHOOK],
  run: async (context) => {
    const row = await getWebhook(context);
    if (row.disabledAt !== null)
      throw new OperatorError(`webhook ${row.id} is disabled`, "`operator webhook enable` first");
    const testId = crypto.randomUUID().slice(0, 8);
    await change(context, row, "test", { test: testId }, [
      build.update(webhooks).set({ testId }).where(eq(webhooks.id, row.id)),
    ]);
    return { data: { id: row.id, test: testId }, text: `test ${testId} is ordered; ${WITHIN_A_MINUTE}` };
  },
};

const remove: Command = {
  name: "webhook delete",
  about: "deletes a disabled webhook with its secret; what it has not delivered is delivered no more",
  flags: [WEBHOOK],
  run: async (context) => {
    const row = await getWebhook(context);
    if (row.disabledAt === null) {
      throw new OperatorError(`webhook ${row.id} is not disabled`, "`operator webhook disable` first");
    }
    await change(context, row, "delete", { url: row.url }, [build.delete(webhooks).where(eq(webhooks.id, row.id))]);
    return { data: { id: row.id }, text: `webhook ${row.id} is deleted` };
  },
};

export const WEBHOOK_COMMANDS: readonly Command[] = [
  add,
  list,
  show,
  rotate,
  disable,
  enable,
  retry,
  replay,
  test,
  remove,
];
