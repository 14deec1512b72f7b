// Renders the Markdown that the guides use as HTML: headings, paragraphs, lists, tables, code, links, emphasis; and code in tabs.
import { type Language, WORDS } from "./english.ts";
import { escapeHtml } from "./escape.ts";
import { highlight } from "./highlight.ts";

/** A heading with the text below it, up to the next heading: what a search finds. */
export interface Section {
  readonly level: number;
  readonly title: string;
  /** The `id` of the heading. */
  readonly anchor: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly sections: readonly Section[];
}

interface Block {
  readonly kind: "heading" | "code" | "table" | "list" | "paragraph";
  readonly lines: readonly string[];
}

const HEADING = /^(#{1,4}) (.*)$/;
const FENCE = /^```/;
/** Of data, whose names the tables have: a search would find each name in every example. */
const JSON_FENCE = /^```json\b/;
const ITEM = /^(?:-|\d+\.) /;
const BREAKABLE_LENGTH = 16;

/** @param markdown trusted text of this repository; HTML in it is shown as text, except `<br>`. */
export function renderMarkdown(markdown: string, language: Language = "es"): Rendered {
  const anchors = new Set<string>();
  const sections: { level: number; title: string; anchor: string; lines: string[] }[] = [];
  const groups = { count: 0 };
  const html = splitBlocks(markdown).map((block, index, all) => {
    if (isTab(block)) {
      sections.at(-1)?.lines.push(...block.lines.slice(1, -1));
      return isTab(all[index - 1]) ? "" : renderTabs(listTabs(all, index), groups);
    }
    if (block.kind !== "heading") {
      if (!JSON_FENCE.test(block.lines[0] ?? "")) {
        sections.at(-1)?.lines.push(...block.lines.filter((line) => !/^[|: -]+$/.test(line) && !FENCE.test(line)));
      }
      return renderBlock(block);
    }
    const [, marks = "#", title = ""] = HEADING.exec(block.lines[0] ?? "") ?? [];
    const anchor = makeAnchor(title, anchors);
    sections.push({ level: marks.length, title: toPlain(title), anchor, lines: [] });
    const link = `<a class="anchor" href="#${anchor}" aria-label="${WORDS[language].section}">#</a>`;
    return `<h${marks.length} id="${anchor}">${renderInline(title)}${marks.length === 1 ? "" : link}</h${marks.length}>`;
  });
  return {
    html: html.filter((part) => part !== "").join("\n"),
    sections: sections.map(({ lines, ...rest }) => ({ ...rest, text: toPlain(lines.join(" ")) })),
  };
}

function splitBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      at += 1;
      continue;
    }
    const kind = kindOf(line);
    const end = findEnd(lines, at, kind);
    blocks.push({ kind, lines: lines.slice(at, end) });
    at = end;
  }
  return blocks;
}

function kindOf(line: string): Block["kind"] {
  if (HEADING.test(line)) return "heading";
  if (FENCE.test(line)) return "code";
  if (line.startsWith("|")) return "table";
  return ITEM.test(line) ? "list" : "paragraph";
}

/** The line after the last one of a block. */
function findEnd(lines: readonly string[], start: number, kind: Block["kind"]): number {
  if (kind === "heading") return start + 1;
  const isOver = (line: string) => {
    if (kind === "code") return FENCE.test(line);
    if (kind === "list") return line.trim() === "" || (kindOf(line) !== "list" && !line.startsWith("  "));
    return line.trim() === "" || kindOf(line) !== kind;
  };
  const found = lines.findIndex((line, at) => at > start && isOver(line));
  const end = found === -1 ? lines.length : found;
  return kind === "code" ? Math.min(end + 1, lines.length) : end;
}

const TAB = /^```(\w+) tab=(.+)$/;

function isTab(block: Block | undefined): boolean {
  return block?.kind === "code" && TAB.test(block.lines[0] ?? "");
}

/** The blocks of code, one after the other, of which one is shown at a time. */
function listTabs(all: readonly Block[], start: number): readonly Block[] {
  const end = all.findIndex((block, at) => at > start && !isTab(block));
  return all.slice(start, end === -1 ? all.length : end);
}

/** Choices that need no script: a field for each, of which its code is shown while it is chosen. */
function renderTabs(tabs: readonly Block[], groups: { count: number }): string {
  groups.count += 1;
  const parts = tabs.map((block, index) => {
    const [, , name = ""] = TAB.exec(block.lines[0] ?? "") ?? [];
    const id = `t${groups.count}-${index}`;
    const checked = index === 0 ? " checked" : "";
    const field = `<input type="radio" name="t${groups.count}" id="${id}" value="${escapeHtml(name)}"${checked}>`;
    return `${field}<label for="${id}">${escapeHtml(name)}</label>${renderCode(block)}`;
  });
  return `<div class="tabs">\n${parts.join("\n")}\n</div>`;
}

/** Code; with a title below `open=`, and below `fold=` that alone until somebody opens it. */
function renderCode({ lines }: Block): string {
  const [, language = "", kind, title = ""] = /^```(\w*)(?: (open|fold)=(.+))?/.exec(lines[0] ?? "") ?? [];
  const code = `<pre tabindex="0"><code>${highlight(lines.slice(1, -1).join("\n"), language)}</code></pre>`;
  if (kind === undefined) return code;
  const open = kind === "open" ? " open" : "";
  return `<details class="fold"${open}><summary>${renderInline(title)}</summary>${code}</details>`;
}

function renderBlock(block: Block): string {
  const { kind, lines } = block;
  switch (kind) {
    case "code":
      return renderCode(block);
    case "table":
      return renderTable(lines);
    case "list": {
      const tag = /^\d/.test(lines[0] ?? "") ? "ol" : "ul";
      const items = lines.map((line) => `<li>${renderInline(line.replace(ITEM, ""))}</li>`);
      return `<${tag}>\n${items.join("\n")}\n</${tag}>`;
    }
    default:
      return `<p>${renderInline(lines.join(" "))}</p>`;
  }
}

function renderTable([head = "", , ...rows]: readonly string[]): string {
  const cells = (line: string, tag: string) =>
    line
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => `<${tag}>${renderInline(cell.trim().replaceAll("\\|", "|"))}</${tag}>`)
      .join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
  const table = `<table><thead><tr>${cells(head, "th")}</tr></thead>\n<tbody>\n${body}\n</tbody></table>`;
  return `<div class="table" tabindex="0">${table}</div>`;
}

/** A long name may go on in the next line behind a dot, a stroke or a line, and nowhere else. */
function allowBreaks(code: string): string {
  return code.length < BREAKABLE_LENGTH ? code : code.replace(/(?<=[\p{L}\d}])([/_.])(?=[\p{L}\d{])/gu, "$1<wbr>");
}

/** Code first: nothing inside it is markup. */
function renderInline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => {
      if (part.startsWith("`") && part.endsWith("`") && part.length > 2) {
        return `<code>${allowBreaks(escapeHtml(part.slice(1, -1)))}</code>`;
      }
      return escapeHtml(part).replaceAll("&lt;br&gt;", "<br>");
    })
    .join("")
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
}

/** The code in a heading (`plan_exhausted`), else its words; unique on its page. */
function makeAnchor(title: string, taken: Set<string>): string {
  const [, code] = /`([\w.-]+)`/.exec(title) ?? [];
  const words = toPlain(title).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const base = code ?? words.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  let anchor = base;
  for (let count = 2; taken.has(anchor); count += 1) anchor = `${base}-${count}`;
  taken.add(anchor);
  return anchor;
}

function toPlain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)\s]+\)/g, "$1")
    .replace(/\*\*|`|<br>/g, (mark) => (mark === "<br>" ? " " : ""))
    .replace(/\s*(?<!\\)\|\s*/g, " ")
    .replaceAll("\\|", "|")
    .replace(/\s+/g, " ")
    .trim();
}
