// Names the states of a company as answers show them.
import type { StateOfCompany } from "../../domain/company.ts";

export const STATE_NAMES = {
  draft: "preparacion",
  active: "activa",
  suspended: "suspendida",
  archived: "archivada",
} as const satisfies Readonly<Record<StateOfCompany, string>>;
