// Draws the report as one HTML page that needs nothing from elsewhere: light and dark, on a screen of any width and on paper.
import { addDays } from "../../src/domain/value/calendar.ts";
import { printInstant, sayInstants } from "../moment.ts";
import { describeDrafts, drawCompanies, drawDrafts, drawNeeds, drawQuiet, drawReported } from "./report-company.ts";
import type { ReportData } from "./report-data.ts";
import {
  type Cell,
  drawTable,
  escapeText,
  fix,
  fold,
  type Html,
  printNumber,
  printSeconds,
  printShare,
  type Tone,
  toned,
} from "./report-html.ts";
import type { ReportReader, ReportWords } from "./report-words.ts";

/** Companies that a line names before it is opened. */
const NAMED = 5;

const STYLE = `
:root { color-scheme: light dark; --ink: #1b2430; --faint: #5b6675; --paper: #ffffff; --card: #f5f7fa; --line: #dde3ea;
  --good: #1a7f4b; --warn: #9a6200; --bad: #b3261e; --bar-accepted: #3a9d6b; --bar-rejected: #d0544b; --bar-open: #e0a93a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --faint: #9aa6b5; --paper: #12171e; --card: #1b222c; --line: #303b48;
  --good: #5fce97; --warn: #edb950; --bad: #ff8a80; --bar-accepted: #3f9f70; --bar-rejected: #d9635a; --bar-open: #d9a441; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 20px 60px; max-width: 1180px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
a { color: inherit; } nav { display: flex; gap: 4px 20px; margin: 0 0 10px; } nav a { padding: 10px 0; }
h1 { margin: 0; font-size: 24px; } h2 { margin: 36px 0 10px; font-size: 17px; } p { margin: 6px 0; }
.faint { color: var(--faint); } .good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; margin-top: 20px; }
.tile { padding: 12px 14px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.tile b { display: block; font-size: 24px; line-height: 1.25; } .tile span { color: var(--faint); font-size: 13px; }
summary { cursor: pointer; } .need { margin: 4px 0; overflow-wrap: anywhere; } .part > summary h2 { display: inline-block; margin-bottom: 6px; }
.company.head, .company > summary { display: grid; grid-template-columns: minmax(0, 1fr) 90px 80px 70px 190px 60px; gap: 10px; padding: 1px 4px;
  font-size: 14px; border-bottom: 1px solid var(--line); } .company > summary:hover, .company > summary:focus-visible { background: var(--card); }
.company.head { color: var(--faint); font-weight: 600; font-size: 13px; } .company .count { text-align: right; }
.company .who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .company[open] { background: var(--card); padding-bottom: 10px; }
.company h3 { margin: 12px 0 2px; font-size: 14px; } .company table, .company ul, .company h3 { margin-left: 12px; width: calc(100% - 24px); } table { width: 100%; border-collapse: collapse; font-size: 14px; }
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
@media (max-width: 640px) { .company.head, .company > summary { grid-template-columns: minmax(0, 1fr) 84px 48px; } .more { display: none; }
  svg text { font-size: 26px; } thead { display: none; } table, tbody, tr, td, td.number { display: block; text-align: left; }
  td, td:first-child { white-space: normal; border: 0; padding: 1px 0; overflow-wrap: anywhere; } tr { border-bottom: 1px solid var(--line); padding: 5px 0; }
  td[data-title]::before { content: attr(data-title) ": "; color: var(--faint); } td:first-child { font-weight: 600; } }
@media print { nav { display: none; } :root { color-scheme: light; --ink: #000; --faint: #444; --paper: #fff; --card: #fff; --line: #bbb; --good: #1a7f4b; --warn: #8a5800;
  --bad: #b3261e; } body { max-width: none; padding: 0; font-size: 12px; } tr, .tile, svg { break-inside: avoid; }
  h2 { break-after: avoid; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;

/** The whole page. */
export function drawReport(data: ReportData, reader: ReportReader): Html {
  const { words, links } = reader;
  const title = escapeText(words.title(data.from, data.to));
  const around = links.map(
    ({ href, text, language }) =>
      `<a href="${escapeText(href)}" lang="${language}" hreflang="${language}">${escapeText(text)}</a>`,
  );
  const heading = (text: string) => `<h2>${escapeText(text)}</h2>`;
  return `<!doctype html>
<html lang="${words.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head><body>
${around.length === 0 ? "" : `<nav>${around.join("")}</nav>`}<h1>${title}</h1>
<p class="faint">${escapeText(words.made(printInstant(Date.parse(data.at))))}</p>
${drawOutages(data, reader)}${drawTiles(data, words)}
${heading(words.needs)}${drawAttention(data, reader)}
${heading(words.byDay)}${drawDays(data, words)}
${heading(words.companies)}${drawCompanies(data, reader)}
${fold("part", heading(words.byType), drawTypes(data, reader))}
${fold("part", heading(words.unsettled), drawPending(data, reader))}
${fold("part", heading(words.authority), drawAuthority(data, words))}
</body></html>
`;
}

/** What an outage of the authority holds, before all else: much of what follows comes of it. */
function drawOutages({ outages }: ReportData, reader: ReportReader): Html {
  const lines = outages.map((one) => {
    const tone = one.state === "silent" || one.state === "failing" ? "bad" : "warn";
    return `<p class="${tone}">${escapeText(describeAway(one, reader))}</p>\n`;
  });
  return lines.join("");
}

/** The same as one text. */
export function describeAway(
  { environment, state, since, only_of: only, waiting }: ReportData["outages"][number],
  { words, nameEnvironment }: Pick<ReportReader, "words" | "nameEnvironment">,
): string {
  const whose = only === null ? "" : `, ${words.ofCompany(only)}`;
  return sayInstants(words.away(nameEnvironment(environment), words.outages[state], `${since}${whose}`, waiting));
}

function drawTiles({ usage, pending, authority, warnings, quiet }: ReportData, { tiles: names }: ReportWords): Html {
  const sum = (of: "documents" | "accepted" | "rejected") => usage.reduce((total, one) => total + one[of], 0);
  const failures = authority.reduce((total, day) => total + day.failures, 0);
  const exchanges = failures + authority.reduce((total, day) => total + day.answers, 0);
  const open = pending.reduce((total, group) => total + group.documents, 0);
  const tiles: readonly (readonly [string, string, Tone | ""])[] = [
    [printNumber(sum("documents")), names.documents, ""],
    [printShare(sum("accepted"), sum("documents")), names.accepted, "good"],
    [printNumber(sum("rejected")), names.rejected, sum("rejected") > 0 ? "bad" : ""],
    [printNumber(open), names.open, open > 0 ? "warn" : ""],
    [printShare(failures, exchanges), names.failures, failures > 0 ? "warn" : ""],
    [printNumber(warnings.length), names.warnings(printNumber(quiet.length)), warnings.length > 0 ? "bad" : "good"],
  ];
  const drawn = tiles.map(
    ([value, name, tone]) => `<div class="tile"><b class="${tone}">${value}</b><span>${name}</span></div>`,
  );
  return `<div class="tiles">${drawn.join("")}</div>`;
}

/** What is said of companies, one line for each kind of it, warnings in the order of `status`. */
function drawAttention(data: ReportData, reader: ReportReader): Html {
  const { warnings, reported, quiet, companies, webhooks, mail } = data;
  const { words } = reader;
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  const kinds = [...Map.groupBy(warnings, ({ code, severity }) => `${severity} ${code}`).values()];
  const said = kinds.map((alike) => {
    const tone = alike[0]?.severity === "critical" ? "bad" : "warn";
    return fold(
      "need",
      describeWho(
        tone,
        alike[0]?.code ?? "",
        alike.map((one) => one.companyId),
        names,
        words,
      ),
      drawNeeds(alike, reader),
    );
  });
  const heard = [...Map.groupBy(reported, ({ code, severity }) => `${severity} ${code}`).values()].map((alike) => {
    const tone = alike[0]?.severity === "critical" ? "bad" : "warn";
    const ids = alike.flatMap(({ company }) => (company === null || company === 0 ? [] : [company]));
    return fold("need", describeWho(tone, alike[0]?.code ?? "", ids, names, words), drawReported(alike, reader));
  });
  const stopped = webhooks.filter(({ state }) => state !== "enabled").map((one) => one.company);
  const held = mail.filter((one) => one.held_until !== null).map((one) => one.company);
  const drafts = describeDrafts({ companies }, words);
  const more = [
    ...(stopped.length === 0
      ? []
      : [`<p class="need">${describeWho("bad", words.disabledWebhooks, stopped, names, words)}</p>`]),
    ...(held.length === 0 ? [] : [`<p class="need">${describeWho("bad", words.heldMail, held, names, words)}</p>`]),
    ...(drafts === undefined ? [] : [fold("need", escapeText(drafts), drawDrafts({ companies }, words))]),
  ];
  const nothing =
    said.length + heard.length + more.length === 0 ? [`<p class="good">${escapeText(words.nothing)}</p>`] : [];
  const silent = escapeText(words.quiet(printNumber(quiet.length)));
  const kept =
    quiet.length === 0 ? [] : [fold("need", `<span class="faint">${silent}</span>`, drawQuiet(quiet, reader))];
  return [...nothing, ...said, ...heard, ...more, ...kept].join("");
}

/** `range_ending: 12 companies, 3 Alfa, 8 Beta and 10 more`. */
function describeWho(
  tone: Tone,
  what: string,
  ids: readonly number[],
  names: ReadonlyMap<number, string>,
  words: ReportWords,
): Html {
  const each = [...new Set(ids)];
  if (each.length === 0) return `<b class="${tone}">${escapeText(what)}</b>`;
  const first = each.slice(0, NAMED).map((id) => `${id} ${names.get(id) ?? ""}`.trim());
  const more = each.length > NAMED ? ` ${words.andMore(printNumber(each.length - NAMED))}` : "";
  const count = words.companyCount(printNumber(each.length));
  return `<b class="${tone}">${escapeText(what)}</b>: ${count}, ${escapeText(first.join(", "))}${more}`;
}

const OUTCOMES = ["accepted", "rejected", "open"] as const;

/** A bar for each day, in parts by how its documents ended. */
function drawDays({ days, from, to }: ReportData, { outcomes: names, byDay }: ReportWords): Html {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  const counts = dates.map((date) => {
    const own = days.filter(({ day }) => day === date);
    return OUTCOMES.map((outcome) => own.find((one) => one.outcome === outcome)?.documents ?? 0);
  });
  const most = Math.max(1, ...counts.map((parts) => parts.reduce((total, part) => total + part, 0)));
  const [width, height, left, bottom] = [960, 200, 84, 30];
  const slot = (width - left) / dates.length;
  const scale = (height - bottom - 14) / most;
  const bars = dates.map((date, index) => {
    let y = height - bottom;
    const parts = (counts[index] ?? []).map((part, place) => {
      y -= part * scale;
      return `<rect class="${OUTCOMES[place]}" x="${fix(left + index * slot + slot * 0.12)}" y="${fix(y)}" width="${fix(slot * 0.76)}" height="${fix(part * scale)}"/>`;
    });
    const words = OUTCOMES.map((outcome, place) => `${counts[index]?.[place] ?? 0} ${names[outcome]}`).join(", ");
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
  const keys = OUTCOMES.map((outcome) => `<span class="key ${outcome}"></span>${names[outcome]}`).join("");
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(byDay)}">${lines.join("")}${bars.join("")}${labels.join("")}</svg><p class="faint">${keys}</p>`;
}

function drawTypes({ types }: ReportData, { words, nameKind, nameState }: ReportReader): Html {
  const rows = types.map(({ type, state, documents }): readonly Cell[] => [
    nameKind(type),
    nameState(state),
    documents,
  ]);
  return drawTable(words.types, rows, words.none);
}

function drawPending({ pending }: ReportData, { words, nameState }: ReportReader): Html {
  // In the order of their ages.
  const rows = Object.entries(words.ages).flatMap(([age, name]) =>
    pending
      .filter((group) => group.age === age)
      .map(({ state, documents }): readonly Cell[] => [name, nameState(state), documents]),
  );
  return drawTable(words.pending, rows, words.allSettled);
}

function drawAuthority({ authority }: ReportData, words: ReportWords): Html {
  const rows = authority
    .toReversed()
    .map((one): readonly Cell[] => [
      one.day,
      one.answers,
      one.failures === 0 ? 0 : toned("bad", one.failures),
      printSeconds(one.median_ms),
      printSeconds(one.p95_ms),
    ]);
  return drawTable(words.exchanges, rows, words.noExchange);
}
