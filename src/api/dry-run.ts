// A request that only asks "would this be issued?" into the priced document or the same refusal as the real one; nothing is kept.
import type { Draft } from "../domain/draft.ts";
import { foreseeNotices } from "../domain/notice.ts";
import { type Problem, Refusal } from "../domain/refusal.ts";
import { priceCommand } from "../issuance/price.ts";
import { findShortage } from "../store/refusal-reason.ts";
import { type Notice, toDryRunReply, toNotice } from "./dry-run-reply.ts";
import type { dryRunSchema } from "./dry-run-schema.ts";
import { refuseAll } from "./errors.ts";
import type { ReplyOf } from "./reply.ts";
import type { Call } from "./route.ts";

const PARAMETER = "dry_run";

/**
 * Whether the request is a rehearsal.
 * @throws Refusal `invalid_parameter` for anything but `true` and `false`: a typo must never issue a document.
 */
export function isDryRun(query: URLSearchParams): boolean {
  const values = query.getAll(PARAMETER);
  if (values.length === 0) return false;
  const [value = ""] = values;
  if (values.length === 1 && (value === "true" || value === "false")) return value === "true";
  const shown = JSON.stringify(values.join(",").slice(0, 40));
  const message = `El parámetro \`${PARAMETER}\` debe ser true o false; se recibió ${shown}.`;
  throw new Refusal("invalid_parameter", message, [{ path: PARAMETER, message }]);
}

/** A well-formed request, as its reader gives it. */
export interface Rehearsal {
  readonly draft: Draft;
  readonly notices: readonly Notice[];
  /** Problems come in canonical names; the client used its own. */
  readonly respell: (problem: Problem) => Problem;
}

/**
 * Everything up to numbering, without a key and without a trace: prices, checks every rule, and only looks at range and plan.
 * @throws Refusal, the very one that the real request would get before numbering.
 */
export async function rehearse(
  call: Call,
  { draft, notices, respell }: Rehearsal,
): Promise<ReplyOf<200, typeof dryRunSchema>> {
  const { company } = call.caller;
  call.log({ isDryRun: true });
  const nowMs = Date.now();
  const { document, rangeKind } = priceOrRefuse(() => priceCommand({ draft, company }, nowMs), respell);
  const module = rangeKind === "dse" ? "dse" : "fe";
  const demand = { companyId: company.id, module, rangeKind, reservedAt: new Date(nowMs).toISOString() } as const;
  const shortage = await findShortage(call.env.DB, demand, document.issueDate);
  const foreseen = foreseeNotices(document, draft).map((notice) => toNotice(respell(notice)));
  return toDryRunReply(document, [...notices, ...foreseen], shortage);
}

function priceOrRefuse<Priced>(price: () => Priced, respell: Rehearsal["respell"]): Priced {
  try {
    return price();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [first, ...others] = error.problems.map(respell);
    throw first === undefined ? error : refuseAll(error.code, [first, ...others]);
  }
}
