// Compares the chains of events in the database with their heads in the archive, for `ledger verify`; `event confirm` adds a head.

import {
  type AuditKeys,
  DAY_ROOT,
  HEAD_ROOT,
  headPath,
  type KeptDay,
  type KeptHead,
  readDay,
  readHead,
} from "../../src/store/audit/event-head.ts";
import { listEvents, listHeads, type StoredEvent } from "../../src/store/audit/events.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { type ChainWitness, judgeChain } from "../event-chain.ts";
import { required } from "../flag.ts";
import { leaveHead } from "../head.ts";
import { findResidents } from "../home.ts";
import { readInteger } from "../reader.ts";

/** What the record of events came to. */
export interface EventReport {
  readonly findings: readonly { readonly company: number; readonly what: "event"; readonly detail: string }[];
  readonly chains: number;
  readonly heads: number;
  readonly days: number;
  /** What the operator should know of how much this proves. */
  readonly notes: readonly string[];
}

const SHOWN_CHARACTERS = 60;
const UNKEYED =
  "AUDIT_KEY is not known here: somebody who can write the database may have rewritten its events (`operator secret init`)";

/** Compares every chain with its heads; those of one company, or of all (null). */
export async function verifyEvents(context: Context, companyId: number | null): Promise<EventReport> {
  // The heads first: an event that is written meanwhile has none here yet, and is looked at once more.
  const witness = await readWitness(context, companyId);
  const stored = (await listHeads(context.db)).map((head) => head.companyId);
  const witnessed = [...witness.heads, ...witness.days.flatMap(({ heads }) => heads)].map((head) => head.companyId);
  // The archive is one for all databases: what lives in another one is not missing here.
  const isHere = companyId === null ? await findResidents(context) : () => true;
  const companies = [...new Set([...stored, ...witnessed.filter(isHere)])]
    .filter((id) => companyId === null || id === companyId)
    .sort((one, other) => one - other);
  const findings: EventReport["findings"][number][] = [];
  for (const [place, company] of companies.entries()) {
    context.progress("chains of events compared", place, companies.length);
    for (const detail of await verifyChain(context, company, witness))
      findings.push({ company, what: "event", detail });
  }
  for (const { day, isGenuine } of witness.days) {
    const detail = `the heads of ${day} were not written with AUDIT_KEY`;
    if (isGenuine === false && isHere(0)) findings.push({ company: 0, what: "event", detail });
  }
  const notes = (await context.keyring.auditKeys()) === undefined ? [UNKEYED] : [];
  const { heads, days } = witness;
  return {
    findings,
    chains: stored.filter((id) => companies.includes(id)).length,
    heads: heads.length,
    days: days.length,
    notes,
  };
}

async function verifyChain(context: Context, company: number, { heads, days }: ChainWitness): Promise<string[]> {
  const own = heads.filter((head) => head.companyId === company);
  const { problems, missing } = await judgeChain(company, await listEvents(context.db, company), {
    heads: own,
    days,
  });
  const headless: StoredEvent[] = [];
  for (const event of missing) {
    if ((await context.readFile(headPath(event))) === undefined) headless.push(event);
  }
  return [
    ...problems,
    ...headless.map(
      ({ sequence, action, actor, at }) =>
        `event ${sequence} of company ${company} (${show(action)} by ${show(actor)}, ${show(at)}) has no head in the archive: ` +
        `did they do it? \`operator event confirm\`; no: somebody else wrote it into the database`,
    ),
  ];
}

/** Texts of an event that somebody else may have written: nothing in them moves a cursor or makes a line. */
function show(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, "?").slice(0, SHOWN_CHARACTERS);
}

async function readWitness(context: Context, companyId: number | null): Promise<ChainWitness> {
  const keys = await context.keyring.auditKeys();
  const heads = await listKeptHeads(context, keys, companyId);
  const days: KeptDay[] = [];
  for await (const { path } of context.listFiles(DAY_ROOT)) {
    const bytes = await context.readFile(path);
    if (bytes !== undefined) days.push(await readDay(keys, path, bytes));
  }
  return { heads, days };
}

/** The heads of one company, or of all (null). */
async function listKeptHeads(context: Context, keys: AuditKeys | undefined, companyId: number | null) {
  const heads: KeptHead[] = [];
  for await (const { path, label } of context.listFiles(`${HEAD_ROOT}${companyId === null ? "" : `${companyId}/`}`)) {
    context.progress("heads of events read", heads.length);
    const head = await readHead(keys, path, label);
    if (head !== undefined) heads.push(head);
  }
  return heads;
}

/** The heads of one company, or of all (null), but those that somebody without AUDIT_KEY wrote. */
export async function readHeads(context: Context, companyId: number | null): Promise<readonly KeptHead[]> {
  const heads = await listKeptHeads(context, await context.keyring.auditKeys(), companyId);
  return heads.filter(({ isGenuine }) => isGenuine !== false);
}

/** An event that was written although its head did not get into the archive; somebody says that it is so. */
export const confirmEvent: Command = {
  name: "event confirm",
  about: "writes the missing head of an event that an operator stands for: `ledger verify` names it",
  flags: [
    required("company", "id of the company; 0 for what concerns no single one"),
    required("event", "number of the event, see `event list`"),
  ],
  run: async (context) => {
    const company = await context.input.get("company", readInteger(0, 1e12));
    const sequence = await context.input.get("event", readInteger(1, 1e9));
    if ((await context.keyring.auditKeys()) === undefined) {
      throw new OperatorError("AUDIT_KEY is not known here", `it is in ${context.deployment.secretFile}`);
    }
    const event = (await listEvents(context.db, company)).find((one) => one.sequence === sequence);
    if (event === undefined)
      throw new OperatorError(`company ${company} has no event ${sequence}`, "see `operator event list`");
    if ((await context.readFile(headPath(event))) !== undefined) {
      throw new OperatorError(
        `event ${sequence} of company ${company} has its head`,
        "`operator ledger verify` compares them",
      );
    }
    await leaveHead(context, event);
    const detail = { event: sequence, hash: event.hash };
    await commit(context, { companyId: company, action: "event.confirm", detail }, []);
    const { action, actor, at } = event;
    return {
      data: { company, ...detail },
      text: `event ${sequence} of company ${company}: ${action} by ${actor}, ${at}`,
    };
  },
};
