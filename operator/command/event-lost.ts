// `event lost` lets a chain of events go on above those that were lost when the database was set back; two people say so.
import { LOST, listEvents } from "../../src/store/audit/events.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { required, toggle } from "../flag.ts";
import { findResidents } from "../home.ts";
import { APPROVED, findLostSpan, type LostSpan, listLostSpans } from "../lost-events.ts";
import { requireSecondPerson } from "../person.ts";
import { readInteger } from "../reader.ts";
import { readHeads } from "./event-audit.ts";

/** Chains that are named one by one. */
const SHOWN = 20;

/**
 * Records for each of these companies which events were lost, as an event above the last head of the chain: what operators do
 * from then on takes no number that the archive knows already.
 * @returns how many chains that is, and in lines what another person has to approve; nothing where AUDIT_KEY is not known.
 */
export async function recordLostEvents(
  context: Context,
  companyId: number | null,
  isOwn: (companyId: number) => boolean,
): Promise<{ readonly recorded: number; readonly lines: readonly string[] }> {
  if ((await context.keyring.auditKeys()) === undefined) return { recorded: 0, lines: [] };
  const heads = await readHeads(context, companyId);
  const lost: (Pick<LostSpan, "from" | "to"> & { readonly company: number })[] = [];
  for (const [company, own] of Map.groupBy(heads, (head) => head.companyId)) {
    const span = isOwn(company) ? findLostSpan(await listEvents(context.db, company), own) : undefined;
    if (span === undefined) continue;
    await commit(context, { companyId: company, action: LOST, detail: span, above: span.to }, []);
    lost.push({ company, ...span });
  }
  const said = lost.map(
    ({ company, from, to }) => `the events ${from} to ${to} of company ${company} are recorded as lost`,
  );
  const [only, ...others] = lost;
  if (only === undefined) return { recorded: 0, lines: [] };
  if (others.length === 0) {
    const next = `operator event lost --company ${only.company} --approve`;
    return { recorded: 1, lines: said.map((one) => `${one}; another person: ${next}`) };
  }
  const more = said.length > SHOWN ? [`and of ${said.length - SHOWN} more`] : [];
  const next = "another person, for all of them: operator event lost --all --approve";
  return { recorded: said.length, lines: [...said.slice(0, SHOWN), ...more, next] };
}

export const lostEvents: Command = {
  name: "event lost",
  isOfAll: true,
  about:
    "after D1 was set back: records which events are gone for good, which another person approves; `ledger verify` names them",
  flags: [
    required("company", "id of the company; 0 for what concerns no single one; not with --all"),
    toggle("all", "every company, and what concerns no single one"),
    toggle("approve", "approve what another person recorded"),
  ],
  run: async (context) => {
    const { input } = context;
    const isAll = input.has("all");
    if (isAll && input.has("company")) throw new OperatorError("--all is every company", "leave --company out");
    const company = isAll ? null : await input.get("company", readInteger(0, 1e12));
    if ((await context.keyring.auditKeys()) === undefined) {
      throw new OperatorError("AUDIT_KEY is not known here", `it is in ${context.deployment.secretFile}`);
    }
    if (company === null) return input.has("approve") ? approveAll(context) : recordAll(context);
    if (input.has("approve")) return approve(context, company);
    const {
      lines: [text],
    } = await recordLostEvents(context, company, (id) => id === company);
    if (text === undefined) {
      throw new OperatorError(`no event of company ${company} is lost`, "every head in the archive has its event");
    }
    return { data: { company }, text };
  },
};

async function recordAll(context: Context) {
  const { recorded, lines } = await recordLostEvents(context, null, await findResidents(context));
  return { data: { recorded }, text: lines.join("\n") || "no event is lost" };
}

/** Each chain has its own approval, and one that is approved already stays as it is: the same line goes on. */
async function approveAll(context: Context) {
  const isOwn = await findResidents(context);
  const chains = Map.groupBy(await readHeads(context, null), ({ companyId }) => companyId);
  const said: string[] = [];
  for (const [companyId, heads] of chains) {
    if (!isOwn(companyId)) continue;
    const spans = listLostSpans(await listEvents(context.db, companyId), heads);
    if (spans.every(({ approver }) => approver !== undefined)) continue;
    said.push((await approve(context, companyId)).text);
  }
  const text = said.join("\n") || "nothing waits for approval";
  return { data: { approved: said.length }, text, next: ["operator ledger verify"] };
}

async function approve(context: Context, companyId: number) {
  const spans = listLostSpans(await listEvents(context.db, companyId), await readHeads(context, companyId));
  const open = spans.find(({ approver }) => approver === undefined);
  if (open === undefined) {
    throw new OperatorError(
      `nothing of company ${companyId} waits for approval`,
      `one person records it first: operator event lost --company ${companyId}`,
    );
  }
  const { event, from, to } = open;
  const approver = await requireSecondPerson(context, event.actor, "recorded it");
  await commit(context, { companyId, action: APPROVED, detail: { event: event.sequence } }, []);
  return {
    data: { company: companyId, from, to, actor: event.actor, approver },
    text: `the events ${from} to ${to} of company ${companyId} are lost, say ${event.actor} and ${approver}`,
    next: ["operator ledger verify"],
  };
}
