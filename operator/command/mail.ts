// `mail`, on, off, set, status, list and release, switches the e-mail of a company and shows what became of it.
import { and, count, desc, eq } from "drizzle-orm";
import type { MailSettings } from "../../src/domain/company.ts";
import { MAIL_STATES } from "../../src/domain/document/mail-delivery.ts";
import { build, run, type Statement } from "../../src/store/base/db.ts";
import { companies, deliveries, mailers } from "../../src/store/base/schema.ts";
import { countStopping, releaseAddress } from "../../src/store/delivery/mail-deliveries.ts";
import { type Command, type Context, commit } from "../command.ts";
import { writeCsv } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { readChoice, readEmail, readText } from "../reader.ts";
import { printTable } from "../table.ts";
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
  isOfAll: true,
  about: "shows which companies send e-mail, how many of their messages stand how, and what holds them",
  flags: [optional("company", "id of the company; all of them unless given"), toggle("csv", "answer in CSV")],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const which = companyId === null ? isNotLeftBehind(companies.id) : eq(companies.id, companyId);
    const known = build
      .select({ company: companies.id, name: companies.name, mail: companies.mail, held: mailers.heldUntil })
      .from(companies)
      .leftJoin(mailers, eq(mailers.companyId, companies.id))
      .where(which)
      .orderBy(companies.id);
    const states = build
      .select({ company: deliveries.companyId, state: deliveries.state, messages: count() })
      .from(deliveries)
      .where(companyId === null ? undefined : eq(deliveries.companyId, companyId))
      .groupBy(deliveries.companyId, deliveries.state);
    const counts = await run(context.db, states);
    const data = (await run(context.db, known)).flatMap(({ company, name, mail, held }) => {
      const own = counts.filter((one) => one.company === company);
      if (mail === null && own.length === 0) return [];
      const said = own.map(({ state, messages }) => `${state} ${messages}`).join(", ");
      return [{ company, name, mail: mail === null ? "off" : "on", messages: said, held_until: held ?? "" }];
    });
    return {
      data,
      text: context.input.has("csv") ? writeCsv(data) : printTable(data, "no company sends e-mail: `operator mail on`"),
    };
  },
};

const list: Command = {
  name: "mail list",
  about: `lists the messages of a company, the newest first, at most ${MOST_LISTED}; addresses are not shown`,
  flags: [COMPANY, optional("state", `only those that are ${MAIL_STATES.join(", ")}`), toggle("csv", "answer in CSV")],
  run: async (context) => {
    const { id: companyId } = await getCompany(context);
    const state = context.input.find("state", readChoice(...MAIL_STATES));
    const { documentId: document, ordinal, state: stands, reason, attempts, createdAt: created } = deliveries;
    const data = await run(
      context.db,
      build
        .select({ document, ordinal, state: stands, reason, attempts, created })
        .from(deliveries)
        .where(and(eq(deliveries.companyId, companyId), state === undefined ? undefined : eq(stands, state)))
        .orderBy(desc(created))
        .limit(MOST_LISTED),
    );
    return { data, text: context.input.has("csv") ? writeCsv(data) : printTable(data, "no message yet") };
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

export const MAIL_COMMANDS: readonly Command[] = [on, off, set, status, list, release];
