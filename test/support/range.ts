// Lets the ranges of a company go on, as the operator's `range resume` does.
import { env } from "cloudflare:workers";
import { openDatabase, runAll } from "../../src/store/base/db.ts";
import { resumeRange } from "../../src/store/number/stopped-range.ts";

export async function resumeRanges(companyId: number): Promise<void> {
  const { results } = await env.DB.prepare("SELECT id FROM ranges WHERE company_id = ?1").bind(companyId).all();
  await runAll(
    openDatabase(env.DB),
    results.map(({ id }) => resumeRange(Number(id))),
  );
}
