// `mail`, on, off, set, status, list, retry, release and test, switches the e-mail of a company, shows what became of it and mends it.
import { setTimeout as sleep } from "node:timers/promises";
import { and, desc, eq, gte, isNotNull, or } from "drizzle-orm";
import type { MailSettings } from "../../src/domain/company.ts";
import { MAIL_STATES, nameMail } from "../../src/domain/document/mail-delivery.ts";
import { build, run, type Statement } from "../../src/store/base/db.ts";
import { companies, deliveries, documents, mailers } from "../../src/store/base/schema.ts";
import {
  addOrder,
  countStopping,
  findMail,
  isRetried,
  type MailRow,
  releaseAddress,
  retryMail,
} from "../../src/store/delivery/mail-deliveries.ts";
import { isInState } from "../../src/store/delivery/mail-list.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { COUNTED_MOST, hasMail, newestStates, readMailHealth, readStates } from "../data/mail-health.ts";
import { OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { readChoice, readEmail, readInteger, readText } from "../reader.ts";
import { answerRows } from "../table.ts";
import { findCompanyId, getCompany } from "./company.ts";

const COMPANY = required("company", "id of the company");
const SETTINGS = [
  optional("sender", "its own sender's address; `deployment` for that of the deployment"),
  optional("reply-to", "where answers go; `issuer` for the mailbox in the document"),
  optional("automatic", "whether documents go whose request says nothing: yes or no"),
  optional("test-addresses", "the only addresses that get documents of habilitacion, commas between; `none` for none"),
];
const USUAL: MailSettings = { sender: null, replyTo: null, isAutomatic: true, testAddresses: [] };
/** Rows of a list. */
const MOST_LISTED = 500;

const readSwitch = readChoice("yes", "no");
const orWord = (word: string) => (text: string) => (text === word ? null : readEmail(text));

/** What the flags change; members that no flag names stay as they are. */
function readSettings({ input }: Pick<Context, "input">, before: MailSettings): MailSettings {
  const sender = input.find("sender", orWord("deployment"));
  const replyTo = input.find("reply-to", orWord("issuer"));
  const automatic = input.find("automatic", readSwitch);
  const addresses = input.list("test-addresses", orWord("none"));
  return {
    sender: sender === undefined ? before.sender : sender,
    replyTo: replyTo === undefined ? before.replyTo : replyTo,
    isAutomatic: automatic === undefined ? before.isAutomatic : automatic === "yes",
    testAddresses: addresses.length === 0 ? before.testAddresses : addresses.filter((address) => address !== null),
  };
}

function write(companyId: number, mail: MailSettings | null): readonly Statement[] {
  return [build.update(companies).set({ mail }).where(eq(companies.id, companyId))];
}

const on: Command = {
  name: "mail on",
  about: "sends the documents of a company to their buyers from now on; those that are accepted already are not sent",
  flags: [COMPANY, ...SETTINGS],
  run: async (context) => {
    const { id: companyId, mail } = await getCompany(context);
    if (mail) throw new OperatorError(`company ${companyId} sends e-mail`, "change it with `mail set`");
    const after = readSettings(context, USUAL);
    await commit(context, { companyId, action: "mail.on", detail: describe(after) }, write(companyId, after));
    return { data: { company: companyId, ...describe(after) }, text: `company ${companyId} sends e-mail from now on` };
  },
};

const off: Command = {
  name: "mail off",
  about: "sends no document of a company any more; what is owed already still goes",
  flags: [COMPANY],
  run: async (context) => {
    const { id: companyId, mail } = await getCompany(context);
    if (!mail) throw new OperatorError(`company ${companyId} sends no e-mail`);
    await commit(context, { companyId, action: "mail.off", detail: describe(mail) }, write(companyId, null));
    return { data: { company: companyId }, text: `company ${companyId} sends no e-mail any more` };
  },
};

const set: Command = {
  name: "mail set",
  about: "changes how a company sends e-mail",
  flags: [COMPANY, ...SETTINGS],
  run: async (context) => {
    const { id: companyId, mail } = await getCompany(context);
    if (!mail) throw new OperatorError(`company ${companyId} sends no e-mail`, "begin with `mail on`");
    const after = readSettings(context, mail);
    const detail = { before: describe(mail), after: describe(after) };
    if (JSON.stringify(detail.before) === JSON.stringify(detail.after)) throw new OperatorError("nothing to change");
    await commit(context, { companyId, action: "mail.set", detail }, write(companyId, after));
    return { data: { company: companyId, ...describe(after) }, text: `the e-mail of company ${companyId} is changed` };
  },
};

function describe({ sender, replyTo, isAutomatic, testAddresses }: MailSettings) {
  return {
    sender: sender ?? "deployment",
    reply_to: replyTo ?? "issuer",
    automatic: isAutomatic,
    test_addresses: [...testAddresses],
  };
}

const status: Command = {
  name: "mail status",
  reads: true,
  isOfAll: true,
  about: `shows which companies send e-mail, how many of their newest ${COUNTED_MOST} messages stand how, and what holds them`,
  flags: [optional("company", "id of the company; all of them unless given"), CSV],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const which = companyId === null ? isNotLeftBehind(companies.id) : eq(companies.id, companyId);
    const known = build
      .select({
        company: companies.id,
        name: companies.name,
        mail: companies.mail,
        held: mailers.heldUntil,
        newestStates,
      })
      .from(companies)
      .leftJoin(mailers, eq(mailers.companyId, companies.id))
      .where(and(which, hasMail))
      .orderBy(companies.id);
    const health = await readMailHealth(context.db, context.nowMs(), which);
    const data = (await run(context.db, known)).map(({ company, name, mail, held, newestStates: counted }) => {
      const states = Object.entries(readStates(counted));
      const said = states.map(([state, messages]) => `${state} ${messages}`).join(", ");
      const last = health.find((one) => one.company === company);
      const event = last?.no_event_for_a_day === true ? "none for 24 h" : (last?.last_event ?? "");
      const facts = { held_until: held ?? "", suppressed: last?.suppressed ?? 0, last_event: event };
      return { company, name, mail: mail === null ? "off" : "on", messages: said, ...facts };
    });
    return answerRows(data, "no company sends e-mail: `operator mail on`");
  },
};

const list: Command = {
  name: "mail list",
  reads: true,
  about: `lists the messages of a company, the newest first, at most ${MOST_LISTED}; addresses are not shown`,
  flags: [COMPANY, optional("state", `only those that are ${MAIL_STATES.join(", ")}`), CSV],
  run: async (context) => {
    const { id: companyId } = await getCompany(context);
    const state = context.input.find("state", readChoice(...MAIL_STATES));
    const { documentId: document, ordinal, state: stands, reason, attempts, createdAt: created } = deliveries;
    const data = await run(
      context.db,
      build
        .select({ document, ordinal, state: stands, reason, attempts, created })
        .from(deliveries)
        .where(and(eq(deliveries.companyId, companyId), state === undefined ? undefined : isInState(state)))
        .orderBy(desc(created))
        .limit(MOST_LISTED),
    );
    return answerRows(data, "no message yet");
  },
};

const release: Command = {
  name: "mail release",
  about: "lets messages go to an address again that bounced or complained; say why, as the recipient asked for it",
  flags: [
    COMPANY,
    required("address", "the recipient's address"),
    required("reason", "why it may be written to again"),
  ],
  run: async (context) => {
    const { input } = context;
    const { id: companyId } = await getCompany(context);
    const address = await input.get("address", readEmail);
    const reason = await input.get("reason", readText);
    const released = await countStopping(context.db, companyId, address);
    await commit(context, { companyId, action: "mail.release", detail: { reason } }, [
      releaseAddress(companyId, address, new Date().toISOString()),
    ]);
    const text =
      released === 0
        ? `nothing stood in the way of messages of company ${companyId} to that address`
        : `messages of company ${companyId} may go to that address again`;
    return { data: { company: companyId, released }, text };
  },
};

/** E-mails of one line of `mail retry`. */
const MOST_RETRIED = 100;
const RETRIED_STATES = ["rechazado", "omitido"] as const;
const RETRIED_DAYS = 3;
const DAY_MS = 86_400_000;

function readMailId(text: string): {
  readonly companyId: number;
  readonly documentId: number;
  readonly ordinal: number;
} {
  const [, companyId, documentId, ordinal] = /^ent_(\d{1,12})_(\d{1,15})_(\d{1,4})$/.exec(text) ?? [];
  if (ordinal === undefined) throw new OperatorError(`"${text}" is not the id of an e-mail`, "such as ent_1_7_1");
  return { companyId: Number(companyId), documentId: Number(documentId), ordinal: Number(ordinal) };
}

const retry: Command = {
  name: "mail retry",
  about: `owes e-mails again that were refused, had no answer or ran out of time, or that were left out while e-mail was off; at most ${MOST_RETRIED}`,
  flags: [
    COMPANY,
    optional("ids", "which ones, commas between, such as ent_1_7_1"),
    optional("state", `instead of ids: all that are ${RETRIED_STATES.join(" or ")}`),
    optional("days", `with --state: of so many days; ${RETRIED_DAYS} unless given`),
    required("reason", "why, for the record"),
  ],
  run: async (context) => {
    const { input, db } = context;
    const { id: companyId, mail } = await getCompany(context);
    if (!mail) throw new OperatorError(`company ${companyId} sends no e-mail`, "begin with `mail on`");
    const asked = await listAsked(context, companyId);
    const rows = asked.rows.slice(0, MOST_RETRIED);
    if (rows.length === 0) throw new OperatorError("none of these e-mails can be owed again", "see `mail list`");
    await input.get("reason", readText);
    const nowIso = new Date(context.nowMs()).toISOString();
    const ids = rows.map(nameMail);
    const entry = { companyId, action: "mail.retry", detail: { ids } };
    await commit(
      context,
      entry,
      rows.map((row) => retryMail(row, nowIso)),
    );
    const after = context.isDryRun ? [] : await Promise.all(rows.map((row) => findMail(db, row)));
    // It is as old as this line where the line took effect; else something else changed it, or its address is suppressed.
    const owed = after.flatMap((row) => (row?.createdAt === nowIso ? [nameMail(row)] : []));
    const left = ids.filter((id) => !owed.includes(id));
    const more =
      asked.rows.length > MOST_RETRIED ? `\nthe first ${MOST_RETRIED} alone: run it again for the others` : "";
    const kept = left.length === 0 ? "" : `\nleft as they are, suppressed or changed meanwhile: ${left.join(", ")}`;
    const others = asked.unfit.length === 0 ? "" : `\nnot given up, or not known: ${asked.unfit.join(", ")}`;
    const text = context.isDryRun ? `${ids.length} would be owed again` : `${owed.length} e-mails are owed again`;
    return {
      data: { company: companyId, owed, left, unfit: asked.unfit },
      text: `${text}${kept}${others}${more}`,
      next: [`operator mail list --company ${companyId} --state pendiente`],
    };
  },
};

/** What a line of `mail retry` is about; `unfit`: ids that it names and that nothing can be done for. */
async function listAsked({ input, db, nowMs }: Context, companyId: number) {
  const ids = input.list("ids", readMailId);
  const state = input.find("state", readChoice(...RETRIED_STATES));
  const days = input.find("days", readInteger(1, 400));
  if ((ids.length === 0) === (state === undefined)) throw new OperatorError("--ids or --state is needed, one of them");
  if (days !== undefined && state === undefined) throw new OperatorError("--days is for --state");
  const select = (which: Parameters<typeof and>) =>
    run(
      db,
      build
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.companyId, companyId), isRetried, ...which))
        .orderBy(deliveries.createdAt)
        .limit(MOST_RETRIED + 1),
    );
  if (state !== undefined) {
    const since = new Date(nowMs() - (days ?? RETRIED_DAYS) * DAY_MS).toISOString();
    return { rows: await select([isInState(state), gte(deliveries.createdAt, since)]), unfit: [] };
  }
  if (ids.length > MOST_RETRIED) throw new OperatorError(`at most ${MOST_RETRIED} ids in a line`);
  const named = ids.map(({ documentId, ordinal }) => {
    return and(eq(deliveries.documentId, documentId), eq(deliveries.ordinal, ordinal));
  });
  const rows = await select([or(...named)]);
  const found = new Set(rows.map(nameMail));
  return { rows, unfit: ids.map(nameMail).filter((id) => !found.has(id)) };
}

/** The minute's job wakes the company's object once the row is two minutes overdue. */
const TEST_SECONDS = 240;
const LOOK_MS = 2_000;

const test: Command = {
  name: "mail test",
  about:
    "sends the newest accepted document of a company to an address of yours, as a client's order would, and says what came of it",
  flags: [
    COMPANY,
    required("to", "your own address, which gets the document"),
    optional("seconds", `how long to look for what comes of it; ${TEST_SECONDS} unless given`),
  ],
  run: async (context) => {
    const { input, db } = context;
    const { id: companyId, mail } = await getCompany(context);
    const recipient = await input.get("to", readEmail);
    const seconds = input.find("seconds", readInteger(0, 3600)) ?? TEST_SECONDS;
    if (!mail) throw new OperatorError(`company ${companyId} sends no e-mail`, "begin with `mail on`");
    const document = await findNewest(context, companyId);
    const key = `operator-${crypto.randomUUID()}`;
    const { id: documentId, module } = document;
    const nowIso = new Date(context.nowMs()).toISOString();
    const order = { companyId, documentId, module, key, fingerprint: key, recipient, message: null, nowIso };
    await commit(context, { companyId, action: "mail.test", detail: { document: documentId }, documentId }, [
      addOrder(order),
    ]);
    if (context.isDryRun) return { data: { document: documentId }, text: `document ${documentId} would be sent` };
    const row = await waitForEnd(context, companyId, key, seconds);
    if (row === undefined) {
      throw new OperatorError(
        "the document takes no more e-mails to that address: its limits are used up, or the address is suppressed",
        `see \`mail list --company ${companyId}\``,
      );
    }
    const [held] = await readMailHealth(db, context.nowMs(), eq(companies.id, companyId));
    const why = row.reason === null ? "" : `, ${row.reason}`;
    const stopped = held?.held_until == null ? "" : `; the company is held, ${held.held_because}`;
    return {
      data: {
        id: nameMail(row),
        state: row.state,
        reason: row.reason,
        attempts: row.attempts,
        held: held?.held_because ?? null,
      },
      text: `${nameMail(row)}, ${document.number}: ${row.state}${why} after ${row.attempts} attempts${stopped}`,
      exitCode: row.state === "entregado" || row.state === "enviado" ? 0 : 3,
    };
  },
};

async function findNewest({ db }: Context, companyId: number) {
  const { id, module, fullNumber: number, state, xmlPath } = documents;
  const isSent = and(
    eq(documents.companyId, companyId),
    eq(state, "aceptado"),
    isNotNull(xmlPath),
    or(eq(module, "fe"), eq(module, "dee")),
  );
  const newest = build.select({ id, module, number }).from(documents).where(isSent).orderBy(desc(id)).limit(1);
  const [found] = await run(db, newest);
  if (found === undefined) throw new OperatorError(`company ${companyId} has no accepted document to send`);
  return found;
}

/** The e-mail once it is settled, or as it stands when the time is over. */
async function waitForEnd(
  { db, stopped }: Context,
  companyId: number,
  key: string,
  seconds: number,
): Promise<MailRow | undefined> {
  const endsMs = Date.now() + seconds * 1000;
  const find = build
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.companyId, companyId), eq(deliveries.key, key)));
  for (;;) {
    const [row] = await run(db, find);
    const isOpen = row !== undefined && ["pendiente", "enviando", "enviado", "demorado"].includes(row.state);
    if (!isOpen || stopped.aborted || Date.now() >= endsMs) return row;
    await sleep(LOOK_MS);
  }
}

export const MAIL_COMMANDS: readonly Command[] = [on, off, set, status, list, retry, release, test];
