// Names the states of a company and of its ranges as answers show them.
import type { StateOfCompany } from "../../domain/company.ts";

export const STATE_NAMES = {
  draft: "preparacion",
  active: "activa",
  suspended: "suspendida",
  archived: "archivada",
} as const satisfies Readonly<Record<StateOfCompany, string>>;

/** How answers call the kinds of ranges. */
export const RANGE_NAMES = { fe: "fe", contingency: "contingencia", dse: "dse", pos: "pos" } as const;
