// Decides what becomes of the members of a body that are not used: v1 names them in notices, v2 refuses them with every other
// problem.
import type { Problem } from "../../domain/refusal/problem.ts";
import type { ApiErrorCode, Detail } from "../base/error.ts";
import type { ApiVersion } from "../base/version.ts";
import type { Naming } from "../message/naming.ts";
import { describeProblem } from "../message/refusal.ts";
import { throwIfAny } from "./error-table.ts";
import type { Call } from "./route.ts";

/** @returns those that are problems in the called version. */
export function noticeOrRefuse({ version, notice }: Pick<Call, "version" | "notice">, unused: readonly Detail[]) {
  if (version !== "v1") return unused;
  notice(unused);
  return [];
}

/**
 * @param problems of every other kind.
 * @throws ApiError with all of them: `unknown_field` where nothing but unknown members is wrong, else the given code.
 */
export function throwIfWrong(code: ApiErrorCode, unknown: readonly Detail[], problems: readonly Detail[]): void {
  throwIfAny(problems.length === 0 ? "unknown_field" : code, [...unknown, ...problems]);
}

/** Doubts that are refused where v1 only remarks on them: what was sent would not be used, or is surely another value. */
const REFUSED: ReadonlySet<Problem["reason"]> = new Set([
  "rate-of-fraction",
  "reason-without-discount",
  "means-of-method",
  "due-date-of-cash",
]);

/** The doubts that the called version refuses, each as a problem; none in v1. */
export function refuseDoubts(version: ApiVersion, doubts: readonly Problem[], naming: Naming): readonly Detail[] {
  if (version === "v1") return [];
  return doubts.filter(({ reason }) => REFUSED.has(reason)).map((doubt) => describeProblem(doubt, naming));
}
