// Draws the companies of the report: a line for each, what needs somebody first, and all that is known of it behind the line.
import type { Warning } from "../../src/store/watch/health.ts";
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
import type { ReportReader, ReportWords } from "./report-words.ts";

/** Days until an end at which it is shown as near, where nothing comes after it. */
const NEAR_DAYS = 30;

type Own = { readonly [Part in "usage" | "plans" | "ranges" | "certificates" | "webhooks"]: ReportData[Part] } & {
  readonly company: ReportData["companies"][number];
  readonly series: ReportData["series"];
  readonly mail: ReportData["mail"];
  readonly warnings: readonly Warning[];
  /** Warnings that an operator keeps quiet: nobody is needed, and yet they hold. */
  readonly quiet: ReportData["quiet"];
  /** Today. */
  readonly to: string;
};

/** One line a company; those that need somebody stand first. */
export function drawCompanies(data: ReportData, reader: ReportReader): Html {
  const { words } = reader;
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
    quiet: byCompany(data.quiet, (row) => row.companyId),
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
      quiet: parts.quiet.get(id) ?? [],
    };
  });
  if (owned.length === 0) return `<p class="faint">${escapeText(words.noCompany)}</p>`;
  const sorted = owned.toSorted((one, other) => rankOf(one) - rankOf(other) || one.company.id - other.company.id);
  const head = words.columns
    .map((title, place) => `<span class="${COLUMNS[place]}">${escapeText(title)}</span>`)
    .join("");
  return `<div class="company head">${head}</div>${sorted.map((own) => drawCompany(own, reader)).join("")}`;
}

const COLUMNS = ["who", "count", "count more", "count more", "more", "count"] as const;

/** 0 for what is critical, 1 for what can wait, 2 for a draft that cannot issue yet, 3 for what needs nobody. */
function rankOf({ company, warnings }: Own): number {
  if (warnings.length === 0) return company.missing.length > 0 ? 2 : 3;
  return warnings.some(({ severity }) => severity === "critical") ? 0 : 1;
}

function drawCompany(own: Own, reader: ReportReader): Html {
  const { words } = reader;
  const { company, usage, warnings } = own;
  const sum = (of: "documents" | "rejected" | "open") => usage.reduce((total, one) => total + one[of], 0);
  const tone = (["bad", "warn", "warn", "good"] as const)[rankOf(own)] ?? "good";
  const rejected = sum("rejected");
  const cells = [
    [company.id, drawState(company, words), escapeText(company.name)].filter((part) => part !== "").join(" "),
    printNumber(sum("documents")),
    rejected === 0 ? "0" : `<b class="bad">${printNumber(rejected)}</b>`,
    printNumber(sum("open")),
    escapeText(findNextEnd(own, words) ?? ""),
    `<b class="${tone}">${warnings.length + company.missing.length}</b>`,
  ];
  const line = cells.map((cell, place) => `<span class="${COLUMNS[place]}">${cell}</span>`).join("");
  return fold("company", line, drawAll(own, reader));
}

/** Before the name, which a narrow screen cuts off. */
function drawState({ state }: Own["company"], { companyStates }: ReportWords): Html {
  return state === "active"
    ? ""
    : `<b class="${state === "draft" ? "warn" : "faint"}">${escapeText(companyStates[state])}</b>`;
}

/** How many drafts lack something, and what; undefined where none does. */
export function describeDrafts({ companies }: Pick<ReportData, "companies">, words: ReportWords): string | undefined {
  const lacking = companies.filter(({ missing }) => missing.length > 0);
  if (lacking.length === 0) return undefined;
  const lacks = [
    ...Map.groupBy(
      lacking.flatMap(({ missing }) => missing),
      (what) => what,
    ),
  ]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([what, { length }]) => `${words.nameMissing(what)} ${length}`);
  return words.drafts(lacking.length, lacks.join(", "));
}

/** What ends first of all that nothing comes after. */
function findNextEnd(own: Own, { endOf }: ReportWords): string | null {
  const { plans, ranges, certificates } = own;
  const last = certificates.at(-1);
  const ends = [
    ...plans.flatMap(({ ends, year, module }) =>
      ends === null || ends > `${year}-12-31` ? [] : [`${ends} ${endOf.plan(module)}`],
    ),
    ...ranges.filter((one) => !isFollowed(one, own)).map((one) => `${one.ends} ${endOf.range(one.kind)}`),
    ...(last === undefined ? [] : [`${printInstant(Date.parse(last.not_after)).slice(0, 10)} ${endOf.certificate}`]),
  ];
  return ends.toSorted()[0] ?? null;
}

function drawAll(own: Own, reader: ReportReader): Html {
  const { words } = reader;
  const { company, warnings, quiet, usage, plans, ranges, certificates, webhooks, mail, series } = own;
  const part = (title: string, rows: number, table: Html) =>
    rows === 0 ? "" : `<h3>${escapeText(title)}</h3>${table}`;
  const { missing } = company;
  return [
    missing.length === 0 ? "" : `<p>${escapeText(words.lacks(missing.map(words.nameMissing).join(", ")))}</p>`,
    warnings.length === 0 ? "" : drawNeeds(warnings, reader),
    part(words.keptQuiet, quiet.length, drawQuiet(quiet, reader)),
    part(words.documents, usage.length, drawUsage(own, words)),
    part(words.plans, plans.length, drawPlans(own, words)),
    part(words.ranges, ranges.length, drawRanges(own, words)),
    part(words.seriesOfNotes, series.length, drawSeries(own, reader)),
    part(words.certificates, certificates.length, drawCertificates(own, words)),
    part(words.deliveries, webhooks.length, drawWebhooks(own, reader)),
    part(words.mail, mail.length, drawMail(own, words)),
  ].join("");
}

/** Warnings as a list, each with its step. */
export function drawNeeds(warnings: readonly Warning[], reader: ReportReader): Html {
  return drawList(warnings.map((warning) => drawNeed(warning, reader)));
}

/** The same of those that an operator keeps quiet, each with who does. */
export function drawQuiet(quiet: ReportData["quiet"], reader: ReportReader): Html {
  return drawList(
    quiet.map((one) => {
      const { actor, reason, until } = one.by;
      const why = reason === null ? "" : `: ${reason}`;
      return `${drawNeed(one, reader)} <span class="faint">(${escapeText(`${reader.words.quietBy(actor, until)}${why}`)})</span>`;
    }),
  );
}

/** What drafts lack, each with its company. */
export function drawDrafts({ companies }: Pick<ReportData, "companies">, words: ReportWords): Html {
  const lacking = companies.filter(({ missing }) => missing.length > 0);
  return drawList(
    lacking.map(({ id, name, missing }) =>
      escapeText(`${words.ofCompany(id)} ${name}: ${missing.map(words.nameMissing).join(", ")}`),
    ),
  );
}

/** What the service reported, each with its facts. */
export function drawReported(reported: ReportData["reported"], { words, tell }: ReportReader): Html {
  return drawList(
    reported.map((one) => {
      const who = one.company === null || one.company === 0 ? "" : `${words.ofCompany(one.company)}: `;
      return escapeText(`${who}${tell(one)}; ${one.raised_at}`);
    }),
  );
}

function drawNeed(warning: Warning, { words, advise }: ReportReader): Html {
  const tone = warning.severity === "critical" ? "bad" : "warn";
  return `<span class="${tone}">${escapeText(warning.code)}</span>, ${escapeText(`${words.ofCompany(warning.companyId)}: ${advise(warning)}`)}`;
}

function drawList(lines: readonly Html[]): Html {
  return `<ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`;
}

function drawUsage({ usage }: Own, words: ReportWords): Html {
  const rows = usage.map((one): readonly Cell[] => [
    one.module,
    one.documents,
    one.accepted,
    one.rejected === 0 ? 0 : toned("bad", one.rejected),
    one.open,
    one.notes,
    one.in_plan,
  ]);
  return drawTable(words.usage, rows, words.none);
}

function drawPlans({ plans }: Own, words: ReportWords): Html {
  const rows = plans.map((plan): readonly Cell[] => [
    `${plan.module} ${plan.year}`,
    { html: drawMeter(plan.used, plan.allowance) },
    plan.used,
    plan.allowance,
    plan.left,
    plan.ends === null || plan.ends > `${plan.year}-12-31` ? words.lastsYear : toned("warn", plan.ends),
  ]);
  return drawTable(words.plan, rows, words.none);
}

type Range = Own["ranges"][number];

function drawRanges(own: Own, words: ReportWords): Html {
  const rows = own.ranges.map((one): readonly Cell[] => [
    words.span(`${one.kind} ${one.prefix}${one.next}`, one.last),
    { html: drawMeter(one.next - one.from, one.last - one.from + 1) },
    one.numbers_left,
    one.valid_to,
    one.used_up,
    isFollowed(one, own)
      ? toned("faint", words.isFollowed(one.ends))
      : toned(toneOfRange(one, own), words.inDays(one.ends, daysBetween(own.to, one.ends))),
  ]);
  return drawTable(words.range, rows, words.none);
}

/** What is said of a kind of range, or of those of one branch: a range alone does not know what comes after it. */
function findRangeWarning({ kind, prefix }: Range, { warnings, quiet }: Own): Warning | undefined {
  return [...warnings, ...quiet].find(
    (one) =>
      (one.code === "range_ending" || one.code === "range_missing") &&
      one.kind === kind &&
      (one.prefix === undefined || one.prefix === prefix),
  );
}

/** Whether a range ends soon, or gave its last number, and nobody has anything to do about it. */
function isFollowed(range: Range, own: Own): boolean {
  const isNear = range.numbers_left === 0 || daysBetween(own.to, range.ends) <= NEAR_DAYS;
  return isNear && findRangeWarning(range, own) === undefined;
}

function toneOfRange(range: Range, own: Own): Tone {
  const warning = findRangeWarning(range, own);
  if (warning === undefined) return "good";
  return warning.severity === "critical" ? "bad" : "warn";
}

function drawSeries({ series }: Own, { words, nameKind }: ReportReader): Html {
  const rows = series.map((one): readonly Cell[] => [nameKind(one.typeCode), `${one.prefix}${one.nextNumber}`]);
  return drawTable(words.series, rows, words.none);
}

function drawCertificates({ certificates, warnings, quiet }: Own, words: ReportWords): Html {
  const warning = [...warnings, ...quiet].find(
    ({ code }) => code === "certificate_ending" || code === "certificate_missing",
  );
  const tone = warning === undefined ? "good" : warning.severity === "critical" ? "bad" : "warn";
  const rows = certificates.map((one): readonly Cell[] => [
    one.serial_number,
    one.signs ? toned("good", words.maySign) : words.signsNot,
    printInstant(Date.parse(one.not_after)),
    toned(tone, one.days_left),
  ]);
  return drawTable(words.certificate, rows, words.none);
}

function drawWebhooks({ webhooks }: Own, { words, nameDisabling }: ReportReader): Html {
  const standing = (state: string) => {
    const [, because] = state.split(": ");
    return because === undefined ? toned("good", words.enabled) : toned("bad", words.disabled(nameDisabling(because)));
  };
  const rows = webhooks.map((one): readonly Cell[] => [
    one.host,
    standing(one.state),
    one.waiting === 0 ? 0 : toned("warn", one.waiting),
    one.lag_seconds === 0 ? 0 : toned("warn", one.lag_seconds),
    one.last_success,
    one.last_failure === null ? null : `${one.last_failure} (${one.failure})`,
  ]);
  return drawTable(words.webhook, rows, words.none);
}

function drawMail({ mail }: Own, words: ReportWords): Html {
  const rows = mail.map((one): readonly Cell[] => [
    one.waiting,
    one.uncertain === 0 ? 0 : toned("warn", one.uncertain),
    one.suppressed === 0 ? 0 : toned("warn", one.suppressed),
    one.held_until === null ? null : toned("bad", words.held(words.nameHold(one.held_because ?? ""), one.held_until)),
    one.no_event_for_a_day ? toned("bad", words.noEvent) : one.last_event,
  ]);
  return drawTable(words.mailColumns, rows, words.none);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
