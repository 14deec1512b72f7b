// `completion` prints what makes bash and zsh know the program's commands and flags, and call it `operator`.
import { join } from "node:path";
import { MODULES, RANGE_KINDS } from "../../src/domain/company.ts";
import { STATES } from "../../src/domain/document/state.ts";
import { TAX_SCHEMES } from "../../src/domain/tax-table.ts";
import type { Command } from "../command.ts";
import { ROOT } from "../deployment.ts";
import { listFlags } from "../flag.ts";
import { readChoice, SCOPES } from "../reader.ts";

/** Values of flags that have few, whichever command they belong to. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  state: STATES,
  module: MODULES,
  kind: RANGE_KINDS,
  environment: ["produccion", "habilitacion"],
  "dee-environment": ["produccion", "habilitacion"],
  "person-type": ["1", "2"],
  "tax-scheme": TAX_SCHEMES,
  form: ["contado", "credito"],
  scopes: SCOPES,
  active: ["true", "false"],
};
const PATHS = ["file", "output", "certificate", "password-file", "logo"];

/** @param list every command of the program. */
export function createCompletion(list: () => readonly Command[]): Command {
  return {
    name: "completion",
    reads: true,
    about: "prints the completion for a shell; put `source <(npm run -s operator -- completion bash)` into ~/.bashrc",
    operand: "SHELL",
    flags: [],
    needsNoDatabase: true,
    run: async ({ input }) => {
      const shell = readChoice("bash", "zsh")(input.operand("bash or zsh"));
      const text = shell === "bash" ? writeBash(list()) : writeZsh(list());
      return { data: { shell, script: text }, text };
    },
  };
}

/** `operator` as a command, where the shell has none of that name. */
const CALL = `command -v operator >/dev/null || operator() { ${quote(process.execPath)} ${quote(join(ROOT, "operator/main.ts"))} "$@"; }`;

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Words that may follow words: `"" -> company range …`, `company -> add edit …`. */
function listWords(commands: readonly Command[]): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const { name } of commands) {
    const parts = name.split(" ");
    parts.forEach((part, place) => {
      const before = parts.slice(0, place).join(" ");
      const known = words.get(before) ?? [];
      if (!known.includes(part)) words.set(before, [...known, part]);
    });
  }
  return words;
}

function writeBash(commands: readonly Command[]): string {
  const values = Object.entries(VALUES).map(([flag, words]) => `    --${flag}) words=${quote(words.join(" "))} ;;`);
  const following = listWords(commands);
  for (const { name, flags } of commands) {
    const own = [...listFlags(flags).map(({ long }) => long ?? ""), "--help"];
    following.set(name, [...(following.get(name) ?? []), ...own]);
  }
  const names = [...following].map(([before, words]) => `    ${quote(before)}) words=${quote(words.join(" "))} ;;`);
  return `${CALL}
_operator() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} name= words= place
  for ((place = 1; place < COMP_CWORD; place++)); do
    [[ \${COMP_WORDS[place]} == -* ]] && break
    name="\${name:+$name }\${COMP_WORDS[place]}"
  done
  COMPREPLY=()
  case $before in
${values.join("\n")}
    ${PATHS.map((flag) => `--${flag}`).join(" | ")}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  [[ -n $words ]] || case $name in
${names.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ -n \${COMPREPLY[*]} || $current == -* ]] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _operator operator`;
}

/** A word with what it means, as \`_describe\` takes it. */
function describe(word: string, about: string): string {
  return quote(`${word.replaceAll(":", "\\:")}:${about}`);
}

function writeZsh(commands: readonly Command[]): string {
  const following = new Map<string, string[]>();
  for (const [before, words] of listWords(commands)) {
    const described = words.map((word) => {
      const name = before === "" ? word : `${before} ${word}`;
      const about = commands.find((one) => one.name === name)?.about;
      return describe(
        word,
        about ??
          commands
            .filter((one) => one.name.startsWith(`${name} `))
            .map((one) => one.name.slice(name.length + 1))
            .join(", "),
      );
    });
    following.set(before, described);
  }
  for (const { name, flags } of commands) {
    const own = listFlags(flags).map((flag) => describe(`--${flag.name()}`, flag.description));
    following.set(name, [...(following.get(name) ?? []), ...own]);
  }
  const names = [...following].map(([before, found]) => `    ${quote(before)}) found=(${found.join(" ")}) ;;`);
  const values = Object.entries(VALUES).map(
    ([flag, words]) => `    --${flag}) compadd -- ${words.join(" ")}; return ;;`,
  );
  return `${CALL}
_operator() {
  local name= place before=$words[CURRENT-1]
  local -a found
  for ((place = 2; place < CURRENT; place++)); do
    [[ $words[place] == -* ]] && break
    name="\${name:+$name }$words[place]"
  done
  case $before in
${values.join("\n")}
    ${PATHS.map((flag) => `--${flag}`).join(" | ")}) _files; return ;;
  esac
  case $name in
${names.join("\n")}
  esac
  (( \${#found} )) && _describe operator found || _files
}
compdef _operator operator`;
}
