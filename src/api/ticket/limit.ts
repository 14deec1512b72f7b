// Finds above how much a sale by ticket is remarked on today, at this deployment.
import { findTicketLimit } from "../../domain/ticket/ticket.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import type { Env } from "../../env.ts";

/** Pesos before taxes; null where the year's tax unit is not known. */
export function findLimit(env: Pick<Env, "TAX_UNITS">, nowMs: number): string | null {
  return findTicketLimit(Number(dateInBogota(nowMs).slice(0, 4)), env.TAX_UNITS ?? "") ?? null;
}
