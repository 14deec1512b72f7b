// status, pending and event list: one screen for the night, with what to do and an exit code for monitoring.
import { readAll } from "../../src/store/database.ts";
import { listEvents } from "../../src/store/events.ts";
import { countPending, findWarnings, OPEN_DOCUMENTS, type PendingGroup, type Warning } from "../../src/store/health.ts";
import type { Command, Context } from "../command.ts";
import { OperatorError } from "../error.ts";
import { readInteger } from "../reader.ts";
import { printTable } from "../table.ts";
import { findCompanyId } from "./company.ts";
import { explainWaiting } from "./document-advice.ts";

/** Exit codes of `status`: 1 and 2 are refusals of the program itself. */
const EXIT = { warning: 3, critical: 4 } as const;
/** The youngest first. */
const AGES: readonly PendingGroup["age"][] = ["under 1 min", "under 10 min", "under 1 h", "under 24 h", "over 24 h"];
/** Documents whose last exchanges tell how the authority is doing. */
const RECENT = 200;
const HOUR_MS = 3_600_000;

interface AttemptFacts {
  readonly at: string;
  readonly outcome: string;
}

const status: Command = {
  name: "status",
  about:
    "one screen: the authority, pending documents, certificates, ranges, plans and last errors; exits 3 or 4 on trouble",
  flags: {},
  run: async (context) => {
    const warnings = await findWarnings(context.binding, context.nowMs());
    const authority = await readAuthority(context);
    const pending = await summarizePending(context);
    const errors = await readAll<Record<string, unknown>>(
      context.binding.prepare(
        `SELECT id AS document, company_id AS company, state, last_status_error AS error, updated_at
         FROM ${OPEN_DOCUMENTS} AND last_status_error IS NOT NULL ORDER BY updated_at DESC LIMIT 5`,
      ),
    );
    const worst = warnings.some(({ severity }) => severity === "critical") ? "critical" : "warning";
    const data = { authority, pending, warnings, last_errors: errors };
    const text = [
      `Authority, last hour: ${authority.answered} answers, ${authority.failed} failures; last answer ${authority.last_answer ?? "-"}`,
      `\nPending documents by age:\n${printTable(pending, "none")}`,
      `\nWarnings:\n${warnings.map(printWarning).join("\n") || "none"}`,
      `\nLast errors of pending documents:\n${printTable(errors, "none")}`,
    ].join("\n");
    return { data, text, exitCode: warnings.length === 0 ? 0 : EXIT[worst] };
  },
};

/** What the exchanges of the last hour say, by the time lines of the newest documents. */
async function readAuthority({ binding, nowMs }: Context) {
  const sql = `SELECT json_extract(a.value, '$.endedAt') AS at, json_extract(a.value, '$.outcome') AS outcome
    FROM (SELECT timeline FROM documents ORDER BY id DESC LIMIT ${RECENT}) d,
      json_each(d.timeline, '$.attempts') a
    WHERE json_extract(a.value, '$.endedAt') IS NOT NULL AND json_extract(a.value, '$.outcome') IS NOT NULL`;
  const attempts = await readAll<AttemptFacts>(binding.prepare(sql));
  const since = new Date(nowMs() - HOUR_MS).toISOString();
  const isFailure = ({ outcome }: AttemptFacts) => outcome === "unknown" || outcome === "not-processed";
  const answers = attempts.filter((one) => !isFailure(one));
  const last = answers.map(({ at }) => at).sort();
  return {
    answered: answers.filter(({ at }) => at >= since).length,
    failed: attempts.filter((one) => one.at >= since && isFailure(one)).length,
    last_answer: last.at(-1) ?? null,
  };
}

async function summarizePending({ binding, nowMs }: Context) {
  const groups = await countPending(binding, nowMs());
  return AGES.flatMap((age) => {
    const own = groups.filter((group) => group.age === age);
    const documents = own.reduce((total, group) => total + group.documents, 0);
    const states = own
      .map(({ state }) => state)
      .sort()
      .join(", ");
    return own.length === 0 ? [] : [{ age, documents, states }];
  });
}

function printWarning(warning: Warning): string {
  const { code, companyId, severity } = warning;
  return `  ${severity.padEnd(8)}  ${code}  company ${companyId}: ${adviseWarning(warning)}`;
}

function adviseWarning(warning: Warning): string {
  switch (warning.code) {
    case "certificate_missing":
      return `no certificate${tellUntil(warning.begins)}; \`operator certificate import\``;
    case "certificate_ending":
      return `nothing signs in ${warning.daysLeft} days (${warning.notAfter})${tellNext(warning.begins)}; ask the certifier, then \`operator certificate import\``;
    case "range_missing":
      return `no usable range for ${warning.kind}${tellUntil(warning.begins)}; ask the authority for one, then \`operator range import\``;
    case "range_ending": {
      const { kind, numbersLeft, daysLeft, cause, begins } = warning;
      const why = cause === "numbers" ? ", as fast as documents come" : "";
      return `${numbersLeft} numbers and ${daysLeft} days left for ${kind}${why}${tellNext(begins)}; \`operator range import\``;
    }
    case "plan_missing": {
      const { companyId, module, year } = warning;
      return `no plan for ${module} in ${year}; \`operator plan set --company ${companyId} --module ${module} --year ${year}\``;
    }
    case "plan_ending": {
      const { used, allowance, module, daysLeft } = warning;
      const soon = daysLeft === undefined ? "" : `, the rest in ${daysLeft} days as fast as they come`;
      return `${used} of ${allowance} ${module} documents used${soon}; offer a larger plan, then \`operator plan set\``;
    }
    case "documents_pending":
      return `${warning.documents} documents wait, the oldest for ${warning.oldestMinutes} minutes, ${warning.unknown} unknown; \`operator pending\``;
  }
}

function tellUntil(begins: string | undefined): string {
  return begins === undefined ? "" : ` until ${begins}`;
}

/** A gap that is to come has an end, when something begins later. */
function tellNext(begins: string | undefined): string {
  return begins === undefined ? "" : `, then none until ${begins}`;
}

const pending: Command = {
  name: "pending",
  about: "lists what is not settled, oldest first, and what it waits for",
  flags: { company: "id of the company; all of them unless given", limit: "rows; 50 unless given" },
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const limit = context.input.find("limit", readInteger(1, 1000)) ?? 50;
    const sql = `SELECT id AS document, company_id AS company, full_number AS number, state, reserved_at, due_at,
        last_status_error AS error
      FROM ${OPEN_DOCUMENTS} AND (?1 IS NULL OR company_id = ?1) ORDER BY reserved_at LIMIT ?2`;
    const rows = await readAll<PendingRow>(context.binding.prepare(sql).bind(companyId, limit));
    const data = rows.map((row) => ({ ...row, waits_for: explainWaiting(row.state, row.due_at, context.nowMs()) }));
    return { data, text: printTable(data, "nothing is pending") };
  },
};

interface PendingRow {
  readonly document: number;
  readonly company: number;
  readonly number: string;
  readonly state: string;
  readonly reserved_at: string;
  readonly due_at: string | null;
  readonly error: string | null;
}

const events: Command = {
  name: "event list",
  about: "lists what operators did for a company, oldest first",
  flags: { company: "*id of the company; 0 for what concerns no single one" },
  run: async ({ binding, input }) => {
    const companyId = await input.get("company", readInteger(0, 1e12));
    const data = await listEvents(binding, companyId);
    if (data.length === 0) throw new OperatorError(`no event of company ${companyId}`, "see `operator company list`");
    const rows = data.map(({ sequence, at, actor, action, reason, detail }) => ({
      sequence,
      at,
      actor,
      action,
      reason,
      detail,
    }));
    return { data, text: printTable(rows, "") };
  },
};

export const STATUS_COMMANDS: readonly Command[] = [status, pending, events];
