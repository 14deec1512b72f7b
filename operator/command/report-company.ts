// Draws the companies of the report: a line for each, what needs somebody first, and all that is known of it behind the line.
import { KINDS } from "../../src/domain/kind.ts";
import type { Warning } from "../../src/store/watch/health.ts";
import { adviseWarning } from "../data/warning-advice.ts";
import { printInstant } from "../moment.ts";
import type { ReportData } from "./report-data.ts";
import {
  type Cell,
  drawMeter,
  drawTable,
  escapeText,
  fold,
  type Html,
  printNumber,
  type Tone,
  toned,
} from "./report-html.ts";

/** Days until an end at which it is shown as near, where nothing comes after it. */
const NEAR_DAYS = 30;

type Own = { readonly [Part in "usage" | "plans" | "ranges" | "certificates" | "webhooks"]: ReportData[Part] } & {
  readonly company: ReportData["companies"][number];
  readonly series: ReportData["series"];
  readonly mail: ReportData["mail"];
  readonly warnings: readonly Warning[];
  /** Today. */
  readonly to: string;
};

/** One line a company; those that need somebody stand first. */
export function drawCompanies(data: ReportData): Html {
  const byCompany = <Row>(rows: readonly Row[], idOf: (row: Row) => number) => Map.groupBy(rows, idOf);
  const parts = {
    usage: byCompany(data.usage, (row) => row.company),
    plans: byCompany(data.plans, (row) => row.company),
    ranges: byCompany(data.ranges, (row) => row.company),
    certificates: byCompany(data.certificates, (row) => row.company),
    webhooks: byCompany(data.webhooks, (row) => row.company),
    mail: byCompany(data.mail, (row) => row.company),
    series: byCompany(data.series, (row) => row.companyId),
    warnings: byCompany(data.warnings, (row) => row.companyId),
  };
  const owned = data.companies.map((company): Own => {
    const { id } = company;
    return {
      company,
      to: data.to,
      usage: parts.usage.get(id) ?? [],
      plans: parts.plans.get(id) ?? [],
      ranges: parts.ranges.get(id) ?? [],
      certificates: parts.certificates.get(id) ?? [],
      webhooks: parts.webhooks.get(id) ?? [],
      mail: parts.mail.get(id) ?? [],
      series: parts.series.get(id) ?? [],
      warnings: parts.warnings.get(id) ?? [],
    };
  });
  if (owned.length === 0) return '<p class="faint">No company.</p>';
  const sorted = owned.toSorted((one, other) => rankOf(one) - rankOf(other) || one.company.id - other.company.id);
  const titles = ["Company", "Documents", "Rejected", "Open", "Ends next", "Needs"];
  const head = titles.map((title, place) => `<span class="${COLUMNS[place]}">${title}</span>`).join("");
  return `<div class="company head">${head}</div>${sorted.map(drawCompany).join("")}`;
}

const COLUMNS = ["who", "count", "count more", "count more", "more", "count"] as const;

/** 0 for what is critical, 1 for what can wait, 2 for a draft that cannot issue yet, 3 for what needs nobody. */
function rankOf({ company, warnings }: Own): number {
  if (warnings.length === 0) return company.missing.length > 0 ? 2 : 3;
  return warnings.some(({ severity }) => severity === "critical") ? 0 : 1;
}

function drawCompany(own: Own): Html {
  const { company, usage, warnings } = own;
  const sum = (of: "documents" | "rejected" | "open") => usage.reduce((total, one) => total + one[of], 0);
  const tone = (["bad", "warn", "warn", "good"] as const)[rankOf(own)] ?? "good";
  const rejected = sum("rejected");
  const cells = [
    [company.id, drawState(company), escapeText(company.name)].filter((part) => part !== "").join(" "),
    printNumber(sum("documents")),
    rejected === 0 ? "0" : `<b class="bad">${printNumber(rejected)}</b>`,
    printNumber(sum("open")),
    escapeText(findNextEnd(own) ?? ""),
    `<b class="${tone}">${warnings.length + company.missing.length}</b>`,
  ];
  const line = cells.map((cell, place) => `<span class="${COLUMNS[place]}">${cell}</span>`).join("");
  return fold("company", line, drawAll(own));
}

/** Before the name, which a narrow screen cuts off. */
function drawState({ state }: Own["company"]): Html {
  return state === "active" ? "" : `<b class="${state === "draft" ? "warn" : "faint"}">${state}</b>`;
}

/** How many drafts lack something, and what; undefined where none does. */
export function describeDrafts({ companies }: Pick<ReportData, "companies">): string | undefined {
  const lacking = companies.filter(({ missing }) => missing.length > 0);
  if (lacking.length === 0) return undefined;
  const lacks = [
    ...Map.groupBy(
      lacking.flatMap(({ missing }) => missing),
      (what) => what,
    ),
  ]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([what, { length }]) => `${what} ${length}`);
  const who = lacking.length === 1 ? "1 draft lacks" : `${lacking.length} drafts lack`;
  return `${who} something before ${lacking.length === 1 ? "it" : "they"} can issue: ${lacks.join(", ")}`;
}

/** What ends first of all that nothing comes after. */
function findNextEnd({ plans, ranges, certificates, warnings, to }: Own): string | null {
  const last = certificates.at(-1);
  const ends = [
    ...plans.flatMap(({ ends, year, module }) =>
      ends === null || ends > `${year}-12-31` ? [] : [`${ends} plan ${module}`],
    ),
    ...ranges.filter((one) => !isFollowed(one, warnings, to)).map((one) => `${one.ends} range ${one.kind}`),
    ...(last === undefined ? [] : [`${printInstant(Date.parse(last.not_after)).slice(0, 10)} certificate`]),
  ];
  return ends.toSorted()[0] ?? null;
}

function drawAll(own: Own): Html {
  const { company, warnings, usage, plans, ranges, certificates, webhooks, mail, series } = own;
  const part = (title: string, rows: number, table: Html) => (rows === 0 ? "" : `<h3>${title}</h3>${table}`);
  const { missing } = company;
  return [
    missing.length === 0 ? "" : `<p>Lacks, before it can issue: ${escapeText(missing.join(", "))}.</p>`,
    warnings.length === 0 ? "" : drawNeeds(warnings),
    part("Documents", usage.length, drawUsage(own)),
    part("Plans", plans.length, drawPlans(own)),
    part("Numbering ranges", ranges.length, drawRanges(own)),
    part("Series of notes", series.length, drawSeries(own)),
    part("Certificates", certificates.length, drawCertificates(own)),
    part("Deliveries to webhooks", webhooks.length, drawWebhooks(own)),
    part("E-mail", mail.length, drawMail(own)),
  ].join("");
}

/** Warnings as a list, each with its step. */
export function drawNeeds(warnings: readonly Warning[]): Html {
  const lines = warnings.map((warning) => {
    const tone = warning.severity === "critical" ? "bad" : "warn";
    return `<li><span class="${tone}">${escapeText(warning.code)}</span>, company ${warning.companyId}: ${escapeText(adviseWarning(warning))}</li>`;
  });
  return `<ul>${lines.join("")}</ul>`;
}

function drawUsage({ usage }: Own): Html {
  const rows = usage.map((one): readonly Cell[] => [
    one.module,
    one.documents,
    one.accepted,
    one.rejected === 0 ? 0 : toned("bad", one.rejected),
    one.open,
    one.notes,
    one.in_plan,
  ]);
  return drawTable(["Module", "Documents", "Accepted", "Rejected", "Open", "Notes", "In plan"], rows);
}

function drawPlans({ plans }: Own): Html {
  const rows = plans.map((plan): readonly Cell[] => [
    `${plan.module} ${plan.year}`,
    { html: drawMeter(plan.used, plan.allowance) },
    plan.used,
    plan.allowance,
    plan.left,
    plan.ends === null || plan.ends > `${plan.year}-12-31` ? "lasts the year" : toned("warn", plan.ends),
  ]);
  return drawTable(["Plan", "Share", "Used", "Allowance", "Left", "Used up on"], rows);
}

type Range = Own["ranges"][number];

function drawRanges({ ranges, warnings, to }: Own): Html {
  const rows = ranges.map((one): readonly Cell[] => [
    `${one.kind} ${one.prefix}${one.next} to ${one.last}`,
    { html: drawMeter(one.next - one.from, one.last - one.from + 1) },
    one.numbers_left,
    one.valid_to,
    one.used_up,
    isFollowed(one, warnings, to)
      ? toned("faint", `${one.ends}, another one goes on`)
      : toned(toneOfRange(one, warnings), `${one.ends} (${daysBetween(to, one.ends)} days)`),
  ]);
  return drawTable(["Range", "Share", "Numbers left", "Valid to", "Used up on", "Gives its last number"], rows);
}

/** What is said of a kind of range, or of those of one branch: a range alone does not know what comes after it. */
function findRangeWarning({ kind, prefix }: Range, warnings: readonly Warning[]): Warning | undefined {
  return warnings.find(
    (one) =>
      (one.code === "range_ending" || one.code === "range_missing") &&
      one.kind === kind &&
      (one.prefix === undefined || one.prefix === prefix),
  );
}

/** Whether a range ends soon, or gave its last number, and nobody has anything to do about it. */
function isFollowed(range: Range, warnings: readonly Warning[], to: string): boolean {
  const isNear = range.numbers_left === 0 || daysBetween(to, range.ends) <= NEAR_DAYS;
  return isNear && findRangeWarning(range, warnings) === undefined;
}

function toneOfRange(range: Range, warnings: readonly Warning[]): Tone {
  const warning = findRangeWarning(range, warnings);
  if (warning === undefined) return "good";
  return warning.severity === "critical" ? "bad" : "warn";
}

function drawSeries({ series }: Own): Html {
  const rows = series.map((one): readonly Cell[] => [`${KINDS[one.typeCode].name}s`, `${one.prefix}${one.nextNumber}`]);
  return drawTable(["Notes", "Next"], rows);
}

function drawCertificates({ certificates, warnings }: Own): Html {
  const warning = warnings.find(({ code }) => code === "certificate_ending" || code === "certificate_missing");
  const tone = warning === undefined ? "good" : warning.severity === "critical" ? "bad" : "warn";
  const rows = certificates.map((one): readonly Cell[] => [
    one.serial_number,
    one.signs ? toned("good", "may sign now") : "not now",
    printInstant(Date.parse(one.not_after)),
    toned(tone, one.days_left),
  ]);
  return drawTable(["Serial number", "State", "Until", "Days left"], rows);
}

function drawWebhooks({ webhooks }: Own): Html {
  const rows = webhooks.map((one): readonly Cell[] => [
    one.host,
    one.state === "enabled" ? toned("good", one.state) : toned("bad", one.state),
    one.waiting === 0 ? 0 : toned("warn", one.waiting),
    one.lag_seconds === 0 ? 0 : toned("warn", one.lag_seconds),
    one.last_success,
    one.last_failure === null ? null : `${one.last_failure} (${one.failure})`,
  ]);
  return drawTable(["Receiver", "State", "Tried again", "Behind s", "Last success", "Last failure"], rows);
}

function drawMail({ mail }: Own): Html {
  const rows = mail.map((one): readonly Cell[] => [
    one.waiting,
    one.uncertain === 0 ? 0 : toned("warn", one.uncertain),
    one.suppressed === 0 ? 0 : toned("warn", one.suppressed),
    one.held_until === null ? null : toned("bad", `${one.held_because}, until ${one.held_until}`),
    one.no_event_for_a_day ? toned("bad", "none for 24 h") : one.last_event,
  ]);
  return drawTable(["Waiting", "Uncertain", "Suppressed addresses", "Held", "Last event"], rows);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
