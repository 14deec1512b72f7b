// Draws the report as one HTML page that needs nothing from elsewhere: light and dark, on a screen of any width and on paper.

import { KINDS } from "../../src/domain/kind.ts";
import { addDays } from "../../src/domain/value/calendar.ts";
import { adviseWarning } from "../data/warning-advice.ts";
import { printInstant } from "../moment.ts";
import type { ReportData } from "./report-data.ts";

/** A piece of HTML; every text in it is escaped already. */
type Html = string;

type Cell = string | number | null | { readonly html: Html };
type Tone = "good" | "warn" | "bad" | "faint";

const AGES = ["under 1 min", "under 10 min", "under 1 h", "under 24 h", "over 24 h"] as const;
/** Days until an end at which it is shown as urgent, and as near. */
const URGENT_DAYS = 7;
const NEAR_DAYS = 30;

const STYLE = `
:root { color-scheme: light dark; --ink: #1b2430; --faint: #5b6675; --paper: #ffffff; --card: #f5f7fa; --line: #dde3ea;
  --good: #1a7f4b; --warn: #9a6200; --bad: #b3261e; --bar-accepted: #3a9d6b; --bar-rejected: #d0544b; --bar-open: #e0a93a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --faint: #9aa6b5; --paper: #12171e; --card: #1b222c; --line: #303b48;
  --good: #5fce97; --warn: #edb950; --bad: #ff8a80; --bar-accepted: #3f9f70; --bar-rejected: #d9635a; --bar-open: #d9a441; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 20px 60px; max-width: 1180px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { margin: 0; font-size: 24px; } h2 { margin: 36px 0 10px; font-size: 17px; } p { margin: 6px 0; }
.faint { color: var(--faint); } .good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; margin-top: 20px; }
.tile { padding: 12px 14px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.tile b { display: block; font-size: 24px; line-height: 1.25; } .tile span { color: var(--faint); font-size: 13px; }
.wide { overflow-x: auto; } .newest { direction: rtl; } .newest svg { direction: ltr; } table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { text-align: left; font-weight: 600; color: var(--faint); font-size: 13px; white-space: nowrap; }
td { white-space: nowrap; } td:first-child { white-space: normal; min-width: 6.5em; }
th, td { padding: 6px 22px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; } th:last-child, td:last-child { padding-right: 0; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--faint); font-size: 12px; }
.accepted { fill: var(--bar-accepted); background: var(--bar-accepted); } .rejected { fill: var(--bar-rejected); background: var(--bar-rejected); }
.open { fill: var(--bar-open); background: var(--bar-open); } .axis { stroke: var(--line); }
.key { display: inline-block; width: 11px; height: 11px; border-radius: 2px; margin: 0 5px 0 14px; } .key:first-child { margin-left: 0; }
.meter { display: inline-block; width: 110px; height: 9px; border-radius: 5px; background: var(--line); vertical-align: middle; margin-right: 8px; overflow: hidden; }
.meter i { display: block; height: 100%; background: var(--bar-accepted); } .meter i.near { background: var(--bar-open); } .meter i.over { background: var(--bar-rejected); }
li { margin: 3px 0; } ul { padding-left: 20px; margin: 6px 0; }
@media print { :root { color-scheme: light; --ink: #000; --faint: #444; --paper: #fff; --card: #fff; --line: #bbb; --good: #1a7f4b; --warn: #8a5800;
  --bad: #b3261e; } body { max-width: none; padding: 0; font-size: 12px; } .wide { overflow: visible; } tr, .tile, svg { break-inside: avoid; }
  h2 { break-after: avoid; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;

/** The whole page. */
export function drawReport(data: ReportData): Html {
  const title = `Documents and what they need, ${data.from} to ${data.to}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeText(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeText(title)}</h1>
<p class="faint">Production documents by their day of issue. Made ${printInstant(Date.parse(data.at))}, by the clock of Bogotá.</p>
${drawTiles(data)}
${drawWarnings(data)}
<h2>Documents by day</h2>${drawDays(data)}
<h2>By company</h2>${drawUsage(data)}
<h2>By type and state</h2>${drawTypes(data)}
<h2>What is not settled</h2>${drawPending(data)}
<h2>The authority</h2>${drawAuthority(data)}
<h2>Deliveries to webhooks</h2>${drawWebhooks(data)}
<h2>E-mail</h2>${drawMail(data)}
<h2>Plans</h2>${drawPlans(data)}
<h2>Numbering ranges</h2>${drawRanges(data)}
<h2>Certificates</h2>${drawCertificates(data)}
</body></html>
`;
}

function drawTiles({ usage, pending, authority, warnings }: ReportData): Html {
  const sum = (of: "documents" | "accepted" | "rejected") => usage.reduce((total, one) => total + one[of], 0);
  const failures = authority.reduce((total, day) => total + day.failures, 0);
  const exchanges = failures + authority.reduce((total, day) => total + day.answers, 0);
  const open = pending.reduce((total, group) => total + group.documents, 0);
  const tiles: readonly (readonly [string, string, Tone | ""])[] = [
    [printNumber(sum("documents")), "documents issued", ""],
    [printShare(sum("accepted"), sum("documents")), "accepted", "good"],
    [printNumber(sum("rejected")), "rejected", sum("rejected") > 0 ? "bad" : ""],
    [printNumber(open), "not settled now", open > 0 ? "warn" : ""],
    [printShare(failures, exchanges), "exchanges that failed", failures > 0 ? "warn" : ""],
    [printNumber(warnings.length), "warnings", warnings.length > 0 ? "bad" : "good"],
  ];
  const drawn = tiles.map(
    ([value, name, tone]) => `<div class="tile"><b class="${tone}">${value}</b><span>${name}</span></div>`,
  );
  return `<div class="tiles">${drawn.join("")}</div>`;
}

function drawWarnings({ warnings }: ReportData): Html {
  if (warnings.length === 0) return "";
  const lines = warnings.map((warning) => {
    const tone = warning.severity === "critical" ? "bad" : "warn";
    return `<li><span class="${tone}">${escapeText(warning.code)}</span>, company ${warning.companyId}: ${escapeText(adviseWarning(warning))}</li>`;
  });
  return `<h2>Warnings</h2><ul>${lines.join("")}</ul>`;
}

const OUTCOMES = ["accepted", "rejected", "open"] as const;

/** A bar for each day, in parts by how its documents ended. */
function drawDays({ days, from, to }: ReportData): Html {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  const counts = dates.map((date) => {
    const own = days.filter(({ day }) => day === date);
    return OUTCOMES.map((outcome) => own.find((one) => one.outcome === outcome)?.documents ?? 0);
  });
  const most = Math.max(1, ...counts.map((parts) => parts.reduce((total, part) => total + part, 0)));
  const [width, height, left, bottom] = [960, 200, 46, 24];
  const slot = (width - left) / dates.length;
  const scale = (height - bottom - 14) / most;
  const bars = dates.map((date, index) => {
    let y = height - bottom;
    const parts = (counts[index] ?? []).map((part, place) => {
      y -= part * scale;
      return `<rect class="${OUTCOMES[place]}" x="${fix(left + index * slot + slot * 0.12)}" y="${fix(y)}" width="${fix(slot * 0.76)}" height="${fix(part * scale)}"/>`;
    });
    const words = OUTCOMES.map((outcome, place) => `${counts[index]?.[place] ?? 0} ${outcome}`).join(", ");
    return `<g><title>${date}: ${words}</title>${parts.join("")}</g>`;
  });
  const every = Math.ceil(dates.length / 10);
  const labels = dates.flatMap((date, index) => {
    if (index % every !== 0) return [];
    return [
      `<text x="${fix(left + (index + 0.5) * slot)}" y="${height - 6}" text-anchor="middle">${date.slice(5)}</text>`,
    ];
  });
  const line = (value: number) => {
    const y = fix(height - bottom - value * scale);
    return `<line class="axis" x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text x="${left - 6}" y="${Number(y) + 4}" text-anchor="end">${printNumber(value)}</text>`;
  };
  const lines = [...new Set([0, Math.ceil(most / 2), most])].map(line);
  const keys = OUTCOMES.map((outcome) => `<span class="key ${outcome}"></span>${outcome}`).join("");
  return `<div class="wide newest"><svg style="min-width: 560px" viewBox="0 0 ${width} ${height}" role="img" aria-label="Documents by day">${lines.join("")}${bars.join("")}${labels.join("")}</svg></div><p class="faint">${keys}</p>`;
}

function drawUsage({ usage }: ReportData): Html {
  const rows = usage.map((one): readonly Cell[] => [
    `${one.company} ${one.name}`,
    one.module,
    one.documents,
    one.accepted,
    one.rejected === 0 ? 0 : toned("bad", one.rejected),
    one.open,
    one.notes,
    one.in_plan,
  ]);
  return drawTable(["Company", "Module", "Documents", "Accepted", "Rejected", "Open", "Notes", "In plan"], rows);
}

function drawTypes({ types, series }: ReportData): Html {
  const rows = types.map(({ type, state, documents }): readonly Cell[] => [`${KINDS[type].name}s`, state, documents]);
  const numbered = series.map(
    (one) => `company ${one.companyId}, ${KINDS[one.typeCode].name}s: next ${one.prefix}${one.nextNumber}`,
  );
  const notes =
    numbered.length === 0 ? "" : `<p class="faint">Series of notes in use: ${escapeText(numbered.join("; "))}.</p>`;
  return drawTable(["Type", "State", "Documents"], rows) + notes;
}

function drawPending({ pending }: ReportData): Html {
  const rows = AGES.flatMap((age) =>
    pending
      .filter((group) => group.age === age)
      .map(({ state, documents }): readonly Cell[] => [age, state, documents]),
  );
  return drawTable(["Age", "State", "Documents"], rows, "Every document is settled.");
}

function drawAuthority({ authority }: ReportData): Html {
  const rows = authority
    .toReversed()
    .map((one): readonly Cell[] => [
      one.day,
      one.answers,
      one.failures === 0 ? 0 : toned("bad", one.failures),
      printSeconds(one.median_ms),
      printSeconds(one.p95_ms),
    ]);
  return drawTable(["Day", "Answers", "Failures", "Median s", "95 % within s"], rows, "No exchange in these days.");
}

function drawWebhooks({ webhooks }: ReportData): Html {
  const rows = webhooks.map((one): readonly Cell[] => [
    `${one.company} ${one.name}`,
    one.host,
    one.state === "enabled" ? toned("good", one.state) : toned("bad", one.state),
    one.waiting === 0 ? 0 : toned("warn", one.waiting),
    one.lag_seconds === 0 ? 0 : toned("warn", one.lag_seconds),
    printMaybe(one.last_success),
    one.last_failure === null ? null : `${printMaybe(one.last_failure)} (${one.failure})`,
  ]);
  const titles = ["Company", "Receiver", "", "Tried again", "Behind s", "Last success", "Last failure"];
  return drawTable(titles, rows, "No webhook.");
}

function drawMail({ mail }: ReportData): Html {
  const rows = mail.map((one): readonly Cell[] => [
    `company ${one.company}`,
    one.waiting,
    one.uncertain === 0 ? 0 : toned("warn", one.uncertain),
    one.suppressed === 0 ? 0 : toned("warn", one.suppressed),
    one.held_until === null ? null : toned("bad", `${one.held_because}, until ${printMaybe(one.held_until)}`),
    one.no_event_for_a_day ? toned("bad", "none for 24 h") : printMaybe(one.last_event),
  ]);
  const titles = ["Company", "Waiting", "Uncertain", "Suppressed addresses", "Held", "Last event"];
  return drawTable(titles, rows, "No company sends e-mail.");
}

function printMaybe(iso: string | null): string | null {
  return iso === null ? null : printInstant(Date.parse(iso));
}

function drawPlans({ plans }: ReportData): Html {
  const rows = plans.map((plan): readonly Cell[] => [
    `${plan.company} ${plan.name}`,
    `${plan.module} ${plan.year}`,
    { html: drawMeter(plan.used, plan.allowance) },
    plan.used,
    plan.allowance,
    plan.left,
    plan.ends === null || plan.ends > `${plan.year}-12-31` ? "lasts the year" : toned("warn", plan.ends),
  ]);
  return drawTable(["Company", "Plan", "", "Used", "Allowance", "Left", "Used up on"], rows, "No plan of this year.");
}

function drawRanges({ ranges, to }: ReportData): Html {
  const rows = ranges.map((one): readonly Cell[] => [
    `company ${one.company}`,
    `${one.kind} ${one.prefix}${one.next} to ${one.last}`,
    { html: drawMeter(one.next - one.from, one.last - one.from + 1) },
    one.numbers_left,
    one.valid_to,
    one.used_up,
    toned(toneOfEnd(daysBetween(to, one.ends)), `${one.ends} (${daysBetween(to, one.ends)} days)`),
  ]);
  const titles = ["Company", "Range", "", "Numbers left", "Valid to", "Used up on", "Gives its last number"];
  return drawTable(titles, rows, "No range in use.");
}

function drawCertificates({ certificates }: ReportData): Html {
  const rows = certificates.map((one): readonly Cell[] => [
    `${one.company} ${one.name}`,
    one.serial_number,
    one.signs ? toned("good", "may sign now") : "not now",
    printInstant(Date.parse(one.not_after)),
    toned(toneOfEnd(one.days_left), one.days_left),
  ]);
  return drawTable(["Company", "Serial number", "", "Until", "Days left"], rows, "No certificate.");
}

function toneOfEnd(days: number): Tone {
  if (days <= URGENT_DAYS) return "bad";
  return days <= NEAR_DAYS ? "warn" : "good";
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function drawMeter(used: number, whole: number): Html {
  const share = whole === 0 ? 0 : Math.min(1, used / whole);
  const tone = share >= 1 ? "over" : share >= 0.9 ? "near" : "";
  return `<span class="meter"><i class="${tone}" style="width: ${fix(share * 100)}%"></i></span>${printShare(share, 1)}`;
}

/** Columns of numbers stand at the right. */
function drawTable(titles: readonly string[], rows: readonly (readonly Cell[])[], empty = "None in these days."): Html {
  if (rows.length === 0) return `<p class="faint">${escapeText(empty)}</p>`;
  const isNumber = titles.map((_, column) => rows.every((row) => isNumeric(row[column])));
  const classOf = (column: number) => (isNumber[column] === true ? ' class="number"' : "");
  const head = titles.map((title, column) => `<th${classOf(column)}>${escapeText(title)}</th>`).join("");
  const body = rows.map(
    (row) => `<tr>${row.map((cell, column) => `<td${classOf(column)}>${drawCell(cell)}</td>`).join("")}</tr>`,
  );
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

/** Whether a cell holds a number, toned or written out, or nothing. */
function isNumeric(cell: Cell | undefined): boolean {
  if (typeof cell === "string") return /^[\d.,]+$/.test(cell) && cell.length < 8;
  if (typeof cell !== "object" || cell === null) return true;
  return /^<span class="\w+">[\d.,]+<\/span>$/.test(cell.html);
}

function drawCell(cell: Cell): Html {
  if (cell === null) return '<span class="faint">-</span>';
  if (typeof cell === "number") return printNumber(cell);
  return typeof cell === "string" ? escapeText(cell) : cell.html;
}

function toned(tone: Tone, value: string | number): Cell {
  const text = typeof value === "number" ? printNumber(value) : escapeText(value);
  return { html: `<span class="${tone}">${text}</span>` };
}

/** As in Colombia: a point between thousands, a comma before decimals. */
function printNumber(value: number): string {
  const [whole = "", decimals] = String(value).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ".");
  return decimals === undefined ? grouped : `${grouped},${decimals}`;
}

function printShare(part: number, whole: number): string {
  return whole === 0 ? "-" : `${printNumber(fix((part / whole) * 100))} %`;
}

function printSeconds(ms: number | null): string | null {
  return ms === null ? null : (ms / 1000).toFixed(1).replace(".", ",");
}

/** To a tenth. */
function fix(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(text: string): Html {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
