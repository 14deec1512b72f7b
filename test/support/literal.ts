// Lists the texts that a source writes: its string and template literals, each hole of a template as `{}`, and what `+` joins as one.

/** Characters after which a slash begins a regular expression. */
const BEFORE_REGEXP = /[(,=:[!&|?{};]\s*$/;

interface Read {
  readonly text: string;
  readonly end: number;
}

/** @param source of TypeScript. */
export function listLiterals(source: string): readonly string[] {
  const found: string[] = [];
  readCode(source, 0, found, "");
  return found;
}

/** Reads code up to the end, or to the brace that closes a hole. */
function readCode(source: string, from: number, found: string[], end: "" | "}"): number {
  let at = from;
  let depth = 0;
  /** What was read last, to which `+` may add. */
  let last: { readonly end: number; readonly index: number } | undefined;
  while (at < source.length) {
    const character = source[at] ?? "";
    if (character === "/" && (source[at + 1] === "/" || source[at + 1] === "*")) {
      const isLine = source[at + 1] === "/";
      const close = source.indexOf(isLine ? "\n" : "*/", at);
      at = close === -1 ? source.length : close + (isLine ? 1 : 2);
    } else if (character === "/" && BEFORE_REGEXP.test(source.slice(Math.max(0, at - 20), at))) {
      const match = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/[a-z]*/.exec(source.slice(at));
      at += match?.[0].length ?? 1;
    } else if (character === '"' || character === "'" || character === "`") {
      const { text, end: after } = character === "`" ? readTemplate(source, at, found) : readString(source, at);
      const isJoined = last !== undefined && /^\s*\+\s*$/.test(source.slice(last.end, at));
      const whole = isJoined && last !== undefined ? found.splice(last.index, 1).join("") + text : text;
      last = { end: after, index: found.push(whole) - 1 };
      at = after;
    } else {
      if (character === "{") depth += 1;
      if (character === "}") {
        if (depth === 0 && end === "}") return at + 1;
        depth -= 1;
      }
      at += 1;
    }
  }
  return at;
}

function readString(source: string, from: number): Read {
  const [whole = "", , inner = ""] = /^(["'])((?:\\.|(?!\1)[^\\])*)\1/.exec(source.slice(from)) ?? [];
  return { text: readEscapes(inner), end: from + Math.max(1, whole.length) };
}

function readTemplate(source: string, from: number, found: string[]): Read {
  let text = "";
  let at = from + 1;
  while (at < source.length && source[at] !== "`") {
    if (source.startsWith("${", at)) {
      text += "{}";
      at = readCode(source, at + 2, found, "}");
    } else if (source[at] === "\\") {
      text += readEscapes(source.slice(at, at + 2));
      at += 2;
    } else {
      text += source[at];
      at += 1;
    }
  }
  return { text, end: at + 1 };
}

function readEscapes(text: string): string {
  return text.replace(/\\u\{?([0-9a-f]+)\}?|\\(.)/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
