// Renders the Markdown that the guides use as HTML: headings, paragraphs, lists, tables, code, links, emphasis; code in tabs, and parts
// inside each other, which the pages of operations are laid out with.
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

interface Written extends Omit<Section, "text"> {
  readonly lines: string[];
  /** What stands last in its text: who searches reads prose first. */
  readonly code: string[];
}

/** A part that is open: how it ends, and the section that goes on behind it where it is one of its own. */
interface Part {
  readonly end: string;
  readonly around: Written | undefined;
}

interface Block {
  readonly kind: "heading" | "code" | "table" | "list" | "paragraph" | "part";
  readonly lines: readonly string[];
}

const HEADING = /^(#{1,4}) (.*)$/;
const FENCE = /^```/;
/** Of data, whose names the tables have: a search would find each name in every example. */
const JSON_FENCE = /^```json\b/;
/** A line as the address of an operation. */
const ONLY_CODE = /^(?:\*\*[A-Z]+\*\* )?(?:`[^`]+` ?)+$/;
const ITEM = /^(?:-|\d+\.) /;
/** Begins a part (`:::fold#anchor Title`); without a word it ends the latest one. */
const PART = /^:::(?:(\w+)(?:#([\w.-]+))?(?: (.+))?)?$/;
const BREAKABLE_LENGTH = 16;

/** @param markdown trusted text of this repository; HTML in it is shown as text, except `<br>`. */
export function renderMarkdown(markdown: string, language: Language = "es"): Rendered {
  const anchors = new Set<string>();
  const sections: Written[] = [];
  const groups = { count: 0 };
  const open: Part[] = [];
  let section: Written | undefined;
  const begin = (level: number, title: string, anchor: string) => {
    section = { level, title, anchor, lines: [], code: [] };
    sections.push(section);
  };
  const html = splitBlocks(markdown).map((block, index, all) => {
    const [first = ""] = block.lines;
    if (block.kind === "part") {
      const [, word, anchor = "", title = ""] = PART.exec(first) ?? [];
      if (word === undefined) {
        const ended = open.pop();
        if (ended?.around !== undefined) section = ended.around;
        return ended?.end ?? "";
      }
      const part = openPart(word, anchor, title);
      open.push({ end: part.end, around: word === FOLD ? section : undefined });
      if (word === FOLD) begin(4, codeOf(title) ?? toPlain(title), anchor);
      return part.start;
    }
    if (isTab(block)) {
      section?.code.push(...block.lines.slice(1, -1));
      return isTab(all[index - 1]) ? "" : renderTabs(listTabs(all, index), groups);
    }
    if (block.kind !== "heading") {
      if (!JSON_FENCE.test(first)) {
        const lines = block.lines.filter((line) => !/^[|: -]+$/.test(line) && !FENCE.test(line));
        const isCode = block.kind === "code" || lines.every((line) => ONLY_CODE.test(line));
        section?.[isCode ? "code" : "lines"].push(...lines);
      }
      return renderBlock(block);
    }
    const [, marks = "#", title = ""] = HEADING.exec(first) ?? [];
    const anchor = makeAnchor(title, anchors);
    begin(marks.length, toPlain(title), anchor);
    const link = `<a class="anchor" href="#${anchor}" aria-label="${WORDS[language].section}">#</a>`;
    return `<h${marks.length} id="${anchor}">${renderInline(title)}${marks.length === 1 ? "" : link}</h${marks.length}>`;
  });
  return {
    html: html.filter((part) => part !== "").join("\n"),
    sections: sections.map(({ lines, code, ...rest }) => ({ ...rest, text: toPlain([...lines, ...code].join(" ")) })),
  };
}

const FOLD = "fold";

/** The place that a link names is inside what is folded: browsers open it for whoever follows one, without a script. */
function openPart(word: string, anchor: string, title: string): { readonly start: string; readonly end: string } {
  const id = anchor === "" ? "" : ` id="${anchor}"`;
  if (word === FOLD) {
    const start = `<details class="inner"><summary>${renderInline(title)}</summary><div${id}>`;
    return { start, end: "</div></details>" };
  }
  if (word === "fields") return { start: `<ul class="fields">`, end: "</ul>" };
  if (word === "field") return { start: `<li${id}>`, end: "</li>" };
  return { start: `<div class="${word}">`, end: "</div>" };
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
  if (PART.test(line)) return "part";
  return ITEM.test(line) ? "list" : "paragraph";
}

/** The line after the last one of a block. */
function findEnd(lines: readonly string[], start: number, kind: Block["kind"]): number {
  if (kind === "heading" || kind === "part") return start + 1;
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
  const words = toPlain(title).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const base = codeOf(title) ?? words.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  let anchor = base;
  for (let count = 2; taken.has(anchor); count += 1) anchor = `${base}-${count}`;
  taken.add(anchor);
  return anchor;
}

function codeOf(title: string): string | undefined {
  return /`([\w.-]+)`/.exec(title)?.[1];
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
