// Says that a company begins no documents; what it has begun goes on in every state.
import type { Company } from "../company.ts";
import { Refusal } from "../refusal/refusal.ts";

/** Why a company begins no document, whichever; undefined where it does. */
export function findSuspension({ state }: Pick<Company, "state">): Refusal | undefined {
  return state === "suspended" || state === "archived" ? new Refusal({ reason: "company-suspended" }) : undefined;
}
