// Colours code when the page is written, so that no script has to: strings, comments, numbers, words of the language.
import { escapeHtml } from "./escape.ts";

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/;
/** Strings with what is filled into them, which is code: in C# between braces, and may have strings of its own. */
const HOLE = /(?<!\{)\{(?!\{)(?:[^{}"\n]|"(?:[^"\\\n]|\\.)*")*\}/;
const CSHARP_STRING = new RegExp(`\\$"(?:\\{\\{|${HOLE.source}|[^"\\\\{\\n]|\\\\.)*"|@"(?:[^"]|"")*"|${STRING.source}`);
const NUMBER = /\b\d[\d_]*(?:\.\d+)?m?\b/;
const SLASHES = /(?<![:"'])\/\/.*/;
const HASH = /(?<![$&\w])#.*/;

interface Rules {
  readonly comment?: RegExp;
  readonly words: string;
  /** Where its strings are unlike those of the others. */
  readonly string?: RegExp;
  /** Code in a string, and how such a string begins. */
  readonly hole?: { readonly pattern: RegExp; readonly opening: string };
}

/** What is coloured in a language; a member of an object in JSON is another thing than its text. */
const RULES: Readonly<Record<string, Rules>> = {
  json: { words: "true|false|null" },
  ts: {
    comment: SLASHES,
    words: "import|from|const|let|await|async|for|of|if|else|new|try|catch|throw|return|function|export|undefined",
    hole: { pattern: /\$\{[^{}]*\}/, opening: "`" },
  },
  python: {
    comment: HASH,
    words: "import|from|for|in|if|is|not|None|True|False|try|except|as|def|return|print|raise|class|with|while",
  },
  php: { comment: SLASHES, words: "use|echo|foreach|as|if|else|elseif|new|try|catch|throw|return|function|fn|null" },
  csharp: {
    comment: SLASHES,
    string: CSHARP_STRING,
    hole: { pattern: HOLE, opening: '$"' },
    words: "using|var|await|async|new|foreach|for|in|if|else|try|catch|throw|return|null|public|static|string|int",
  },
  sh: { comment: HASH, words: "curl|export|for|do|done|if|then|fi|npm|npx|node|python3|php|sh" },
};
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bash: "sh",
  js: "ts",
  javascript: "ts",
  cs: "csharp",
  py: "python",
};

/** @param language the word after the fence; code of one that has no rules stays plain. */
export function highlight(code: string, language: string): string {
  const name = OTHER_NAMES[language] ?? language;
  const rules = RULES[name];
  if (rules === undefined) return escapeHtml(code);
  const key = name === "json" ? /"(?:[^"\\]|\\.)*"(?=\s*:)/.source : "(?!)";
  const parts = [
    rules.comment?.source ?? "(?!)",
    key,
    (rules.string ?? STRING).source,
    `(?<![\\w/-])(?:${rules.words})(?![\\w-])`,
    NUMBER.source,
  ];
  const pattern = new RegExp(parts.map((part) => `(${part})`).join("|"), "g");
  let html = "";
  let done = 0;
  for (const found of code.matchAll(pattern)) {
    const kind = ["c", "k", "s", "w", "n"][found.slice(1).findIndex((one) => one !== undefined)];
    html += escapeHtml(code.slice(done, found.index));
    html += kind === "s" ? markString(found[0], name, rules.hole) : mark(kind ?? "", found[0]);
    done = found.index + found[0].length;
  }
  return html + escapeHtml(code.slice(done));
}

function mark(kind: string, text: string): string {
  return text === "" ? "" : `<i class="${kind}">${escapeHtml(text)}</i>`;
}

/** A string, in which code is coloured as code. */
function markString(text: string, language: string, hole: Rules["hole"]): string {
  if (hole === undefined || !text.startsWith(hole.opening)) return mark("s", text);
  let html = "";
  let done = 0;
  for (const found of text.matchAll(new RegExp(hole.pattern, "g"))) {
    html += mark("s", text.slice(done, found.index)) + highlight(found[0], language);
    done = found.index + found[0].length;
  }
  return html + mark("s", text.slice(done));
}
