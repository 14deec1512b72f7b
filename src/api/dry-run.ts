// Answers a dry run: prices a document as the real request would, or refuses it alike, and keeps nothing.
import type { Draft } from "../domain/draft.ts";
import { foreseeNotices } from "../domain/notice.ts";
import { Refusal } from "../domain/refusal.ts";
import type { SupportFigures } from "../domain/support-document.ts";
import { priceCommand } from "../issuance/price.ts";
import { findShortage } from "../store/refusal-reason.ts";
import { type Notice, toDryRunReply, toNotice } from "./dry-run-reply.ts";
import type { dryRunSchema } from "./dry-run-schema.ts";
import { ApiError } from "./error.ts";
import { toApiError } from "./errors.ts";
import { describeParameter, describeProblem, describeRefusal, type Naming, PARAMETER } from "./message.ts";
import type { ReplyOf } from "./reply.ts";
import type { Call } from "./route.ts";

const DRY_RUN = "dry_run";

/**
 * Whether the request is a rehearsal.
 * @throws ApiError `invalid_parameter` for anything but `true` and `false`: a typo must never issue a document.
 */
export function isDryRun(query: URLSearchParams): boolean {
  const values = query.getAll(DRY_RUN);
  if (values.length === 0) return false;
  const [value = ""] = values;
  if (values.length === 1 && (value === "true" || value === "false")) return value === "true";
  const detail = describeParameter(DRY_RUN, PARAMETER.boolean(values.join(",")));
  throw new ApiError("invalid_parameter", detail.message, [detail]);
}

/** A well-formed request, as its reader gives it. */
export interface Rehearsal {
  readonly draft: Draft;
  /** Of a support document, which is priced when its body is checked. */
  readonly figures?: SupportFigures;
  readonly notices: readonly Notice[];
  readonly naming: Naming;
}

/**
 * Everything up to numbering, without a key and without a trace: prices, checks every rule, and only looks at range and plan.
 * @throws ApiError, the very one that the real request would get before numbering.
 */
export async function rehearse(
  call: Call,
  { draft, figures, notices, naming }: Rehearsal,
): Promise<ReplyOf<200, typeof dryRunSchema>> {
  const { company } = call.caller;
  call.log({ isDryRun: true });
  const nowMs = Date.now();
  const { document, rangeKind } = priceOrRefuse(
    () => priceCommand({ draft, company, ...(figures && { figures }) }, nowMs),
    naming,
  );
  const module = rangeKind === "dse" ? "dse" : "fe";
  const demand = { companyId: company.id, module, rangeKind, reservedAt: new Date(nowMs).toISOString() } as const;
  const shortage = await findShortage(call.db, demand, document.issueDate);
  const foreseen = foreseeNotices(document, draft).map((notice) => toNotice(describeProblem(notice, naming)));
  const refusal = shortage === undefined ? undefined : describeRefusal(shortage);
  return toDryRunReply(document, [...notices, ...foreseen], refusal);
}

function priceOrRefuse<Priced>(price: () => Priced, naming: Naming): Priced {
  try {
    return price();
  } catch (error) {
    throw error instanceof Refusal ? toApiError(error, naming) : error;
  }
}
