// `usage` counts what each company issued in a span of days, beside the plan that pays for it.
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import type { Command } from "../command.ts";
import { CSV } from "../csv.ts";
import { countUsage, mergeUsage } from "../data/usage-count.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { readDate } from "../reader.ts";
import { printTable } from "../table.ts";
import { findCompanyId } from "./company.ts";

export const usage: Command = {
  name: "usage",
  reads: true,
  about:
    "counts the production documents of each company and module by their day of issue, beside its plan of that year",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    optional("from", "first day, YYYY-MM-DD; the first of this month unless given"),
    optional("to", "last day; today in Bogotá unless given"),
    CSV,
  ],
  run: async (context) => {
    const { input, nowMs } = context;
    const companyId = await findCompanyId(context);
    const today = dateInBogota(nowMs());
    const to = input.find("to", readDate) ?? today;
    const from = input.find("from", readDate) ?? `${to.slice(0, 7)}-01`;
    if (from > to) throw new OperatorError(`--from ${from} is after --to ${to}`);
    // A company is counted where it lives; a bill is one table.
    const counted = await Promise.all(context.shards.map((one) => countUsage(one, companyId, from, to)));
    const rows = mergeUsage(counted.flat());
    const text = `${from} to ${to}, by day of issue; plans of ${yearOf(to)}\n${printTable(rows, "no production document")}`;
    return { data: { from, to, rows }, rows, text };
  },
};
