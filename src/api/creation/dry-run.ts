// Answers a dry run: prices or refuses a document exactly as the real request would, and stores nothing.
import { findDefaults, findUsualDefaults } from "../../domain/default/default.ts";
import type { CorrectableDocument } from "../../domain/document/document.ts";
import { foreseeNotices } from "../../domain/doubt/notice.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import { KINDS } from "../../domain/kind.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import { priceCommand } from "../../issuance/price/price.ts";
import { findPaperTaken } from "../../store/number/allocation.ts";
import { findShortage } from "../../store/number/refusal-reason.ts";
import { toApiError } from "../app/error-table.ts";
import type { Call } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import type { Naming } from "../message/naming.ts";
import { describeProblem, describeRefusal } from "../message/refusal.ts";
import { describeParameter, PARAMETER } from "../message/request.ts";
import { type Rehearsal, toNotice } from "./dry-run-reply.ts";
import type { SoundRequest } from "./request.ts";

const DRY_RUN = "dry_run";

/**
 * Whether the request is a dry run.
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

/**
 * Does everything up to numbering, without a key and without writing: prices, checks every rule, only reads range and plan.
 * @throws ApiError, the same that the real request would get before numbering.
 */
export async function rehearse(
  call: Call,
  { draft, naming }: SoundRequest<Draft>,
): Promise<Rehearsal<CorrectableDocument>> {
  const { company } = call.caller;
  call.log({ isDryRun: true });
  const nowMs = Date.now();
  const { document, rangeKind } = await priceOrRefuse(() => priceCommand({ draft, company }, nowMs), naming);
  const { module } = KINDS[document.typeCode];
  const branchPrefix = document.branch?.prefix ?? null;
  const reservedAt = new Date(nowMs).toISOString();
  const demand = { companyId: company.id, module, rangeKind, branchPrefix, reservedAt } as const;
  const shortage =
    (await findShortage(call.db, demand, document.issueDate)) ?? (await findPaperTaken(call.db, company.id, document));
  const said = [
    ...findUsualDefaults(draft, company),
    ...findDefaults(draft, company),
    ...foreseeNotices(document, draft),
  ];
  return {
    document,
    rules: said.map((notice) => toNotice(describeProblem(notice, naming))),
    shortage: shortage === undefined ? undefined : describeRefusal(shortage, naming),
  };
}

/** @throws ApiError of a refusal. */
export async function priceOrRefuse<Priced>(price: () => Priced | Promise<Priced>, naming: Naming): Promise<Priced> {
  try {
    return await price();
  } catch (error) {
    throw error instanceof Refusal ? toApiError(error, naming) : error;
  }
}
