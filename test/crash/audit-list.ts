// Walks the lists of every company over HTTP to their end and compares them with the rows: each document once, and no other.
import type { Module } from "../../src/domain/company.ts";
import type { DemoFileCompany } from "../../stand/demo-file.ts";
import { modulesOf, readList, type Target } from "./request.ts";
import type { State } from "./state.ts";

/** Documents of the test environment are in no list. */
const LISTED = "produccion";

/** @returns what contradicts; empty when each list shows the documents of its company and module. */
export async function auditLists(target: Target, state: State): Promise<string[]> {
  const problems: string[] = [];
  for (const company of target.companies) {
    for (const module of modulesOf(company)) problems.push(...(await checkList(target, company, module, state)));
  }
  return problems;
}

async function checkList(
  target: Target,
  { id }: DemoFileCompany,
  module: Module,
  { documents }: State,
): Promise<string[]> {
  const isOwn = (row: State["documents"][number]) =>
    row.company_id === id && row.module === module && row.environment === LISTED;
  const print = (ids: readonly number[]) => ids.toSorted((one, other) => one - other).join();
  const shown = await readList(target, module, id);
  const kept = documents.filter(isOwn).map((row) => row.id);
  if (print(shown) === print(kept)) return [];
  return [`${module} of company ${id}: ${shown.length} are listed and ${kept.length} kept, or others`];
}
