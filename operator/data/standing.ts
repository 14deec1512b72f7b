// Says of a company that is not active since when and why, and of a draft what it lacks: nobody is warned of either.
import { and, desc, eq, inArray } from "drizzle-orm";
import type { StateOfCompany } from "../../src/domain/company.ts";
import { build, type Database, runNamed } from "../../src/store/base/db.ts";
import { companies, events } from "../../src/store/base/schema.ts";
import { printMoment } from "../moment.ts";
import { adviseMissing, describeMissing, findMissingNow } from "./missing.ts";

/** What a company is to its operator where it is not active. */
export interface Standing {
  readonly company: number;
  readonly name: string;
  readonly state: Exclude<StateOfCompany, "active">;
  /** ISO instant; of a draft that of its registration. */
  readonly since: string;
  /** Who made it so and why; null where the record does not say it. */
  readonly actor: string | null;
  readonly reason: string | null;
  /** What a draft lacks. */
  readonly missing: readonly string[];
  /** Whether it begins documents. */
  readonly issues: boolean;
}

/** @param db where the company lives. Undefined for an active company. */
export async function readStanding(
  { db, nowMs }: { readonly db: Database; readonly nowMs: () => number },
  id: number,
): Promise<Standing | undefined> {
  const { name, state, createdAt } = companies;
  const { at, actor, reason, companyId, action } = events;
  const isEnd = and(eq(companyId, id), inArray(action, ["company.suspend", "company.archive"]));
  const { row, end } = await runNamed(db, {
    row: build.select({ name, state, createdAt }).from(companies).where(eq(companies.id, id)),
    end: build.select({ at, actor, reason }).from(events).where(isEnd).orderBy(desc(events.sequence)).limit(1),
  });
  const [company, [done]] = [row[0], end];
  if (company === undefined || company.state === "active") return undefined;
  const known = { company: id, name: company.name, state: company.state };
  if (company.state === "draft") {
    const missing = await findMissingNow({ db, nowMs }, id);
    return { ...known, since: company.createdAt, actor: null, reason: null, missing, issues: missing.length === 0 };
  }
  const { at: since = company.createdAt, actor: who = null, reason: why = null } = done ?? {};
  return { ...known, since, actor: who, reason: why, missing: [], issues: false };
}

/** The same in one line, with the command that comes next. */
export function describeStanding(standing: Standing, nowMs: number): string {
  const { company, name, state, since, actor, reason, missing } = standing;
  const by = actor === null ? "" : ` by ${actor}`;
  const why = reason === null ? "" : ` ("${reason}")`;
  const what = state === "draft" ? describeMissing(missing) : "it begins no documents";
  const [next] = adviseStanding(standing);
  return `Company ${company} ${name} is ${state === "draft" ? "a draft" : state} since ${printMoment(since, nowMs)}${by}${why}: ${what}; \`${next}\``;
}

/** The commands that let it issue, or be watched. */
export function adviseStanding({ company, state, missing }: Standing): readonly string[] {
  if (state !== "draft") return [`operator company resume --company ${company}`];
  return [
    ...adviseMissing([{ company, missing: missing.join(", ") }]),
    `operator company activate --company ${company}`,
  ];
}
