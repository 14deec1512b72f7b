// Judges the lines of the program that pages and answers name: whether there is such a command, with such flags.
import { readFileSync } from "node:fs";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { ROOT } from "../../operator/deployment.ts";
import { listFlags } from "../../operator/flag.ts";

/** Titles of the runbooks of docs/operations.md. */
export const RUNBOOKS: readonly string[] = [
  ...readFileSync(`${ROOT}/docs/operations.md`, "utf8").matchAll(/^## Runbook `([^`]+)`/gm),
].map(([, name = ""]) => name);

/** What is wrong with a line; undefined for a sound one. */
export function judgeCommand(line: string): string | undefined {
  const command = ALL_COMMANDS.find(({ name }) => `${line} `.startsWith(`${name} `));
  if (command === undefined) return `no command: ${line}`;
  const known = [...listFlags(command.flags).map((flag) => flag.name()), "help"];
  const given = [...line.matchAll(/--([a-z][a-z-]*)/g)].map(([, name = ""]) => name);
  const unknown = given.filter((name) => !known.includes(name));
  return unknown.length === 0 ? undefined : `${line}: no flag ${unknown.join(", ")}`;
}

/** What a person could not do as an answer says: commands that are not there, or miss `--remote`; instants of another clock. */
export function judgeAnswer(text: string, isRemote: boolean): readonly string[] {
  if (/^\s*[[{]/.test(text)) return [];
  const quoted = [...text.matchAll(/`operator ([^`]+)`/g)].map(([, line = ""]) => line);
  const steps = [...text.matchAll(/^next: (.*)$/gm)].flatMap(([, line = ""]) =>
    [...line.matchAll(/\boperator ([^`,;]+)/g)].map(([, step = ""]) => step),
  );
  const lines = [...quoted, ...steps].map((line) => line.trim()).filter((line) => !/^(?:help|COMMAND)/.test(line));
  const missing = lines.filter((line) => isRemote && !/--remote|^(?:stand register|completion)/.test(line));
  const runbooks = [...text.matchAll(/runbook `([^`]+)`/g)].map(([, name = ""]) => name);
  // But those that wrangler is given.
  const instants = text.match(/(?<!--timestamp )\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*Z(?! \(UTC\))/g) ?? [];
  return [
    ...lines.flatMap((line) => judgeCommand(line) ?? []),
    ...missing.map((line) => `without --remote: ${line}`),
    ...runbooks.filter((name) => !RUNBOOKS.includes(name)).map((name) => `no runbook: ${name}`),
    ...instants.map((instant) => `not by the clock of Bogotá: ${instant}`),
  ];
}
