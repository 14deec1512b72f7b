// The pages for operators name commands that exist, with flags that they have, and runbooks that are there.
import { readFileSync } from "node:fs";
import { getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { ROOT } from "../../operator/deployment.ts";
import { readLine } from "../../operator/line.ts";
import { COPIED } from "../../src/store/company/configuration.ts";
import { URGENT_CODES } from "../../src/telemetry/alert.ts";
import { judgeCommand, RUNBOOKS } from "./said-command.ts";

const PAGES = [
  "docs/operations.md",
  "docs/deploy.md",
  "docs/scale.md",
  "operator/README.md",
  "README.md",
  "README.es.md",
  "SECURITY.md",
];

/** Texts of a page that are lines of the program: after `operator` or `npm run operator --`, or from the name of a command on. */
function listLines(path: string): string[] {
  const page = readFileSync(`${ROOT}/${path}`, "utf8").replaceAll("\\\n", " ");
  const inline = [...page.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)].map(([, text = ""]) => text.replaceAll("\n", " "));
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = ""]) => text.split("\n"));
  return [...inline, ...blocks].flatMap((text) => {
    const whole = text.replace(/ {2,}.*$/, "").trim();
    const isCommand = ALL_COMMANDS.some(({ name }) => `${whole} `.startsWith(`${name} `));
    const [, line] = isCommand ? [whole, whole] : (/^(?:npm run )?operator (?:-- )?(\S.*)$/.exec(whole) ?? []);
    return line === undefined || /^(?:help|COMMAND|[.-])/.test(line) ? [] : [line];
  });
}

describe.each(PAGES)("%s", (path) => {
  it("names commands and flags that the program has", () => {
    expect(listLines(path).flatMap((line) => judgeCommand(line) ?? [])).toEqual([]);
  });
});

describe("every line of the pages that has a flag", () => {
  const lines = [...new Set(PAGES.flatMap(listLines))].filter((line) => {
    // `range edit --next` only says which flag is meant.
    return line.includes("--") && !/^[a-z-]+ [a-z-]+ --[a-z-]+$/.test(line);
  });
  // `FILE` and the like stand for themselves; `…` says that more belongs there.
  const words = (line: string) =>
    [
      ...line
        .replace(/ [<|#].*$/, "")
        .replace(/(?<!--[a-z-]+) …$/, "")
        .matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ].map(([, one, two, three]) => one ?? two ?? three ?? "");

  it("is read as the command that it names, with a value for each flag", () => {
    const style = { version: "", columns: 100, paint: (_tone: string, text: string) => text };
    const refused = lines.flatMap((line) => {
      const read = readLine(ALL_COMMANDS, words(line), style);
      return read.type === "refused" ? [`${line}: ${read.message}`] : [];
    });
    expect(refused).toEqual([]);
    expect(lines.length).toBeGreaterThan(60);
  });
});

describe("docs/operations.md", () => {
  const page = readFileSync(`${ROOT}/docs/operations.md`, "utf8");

  it("has each runbook that it refers to", () => {
    const named = new Set([...page.matchAll(/runbook `([^`]+)`/g)].map(([, name]) => name));
    expect([...named].filter((name = "") => !RUNBOOKS.includes(name))).toEqual([]);
  });

  /** The address of a heading, as GitHub makes it. */
  const addressOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-");
  const headings = [...page.matchAll(/^#{2,3} (.+)$/gm)].map(([line, heading = ""]) => ({ line, heading }));

  it("begins with a list of its sections, in their order", () => {
    const listed = [...page.matchAll(/^- \[(.+)\]\(#(.+)\)$/gm)].map(([, text = "", address = ""]) => [text, address]);
    const sections = headings.filter(({ line }) => line.startsWith("## ")).map(({ heading }) => heading);
    expect(listed).toEqual(sections.map((heading) => [heading, addressOf(heading)]));
  });

  it("leads with each link to a section that is there", () => {
    const there = new Set(headings.map(({ heading }) => addressOf(heading)));
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, address = ""]) => address);
    expect(links.filter((address) => !there.has(address))).toEqual([]);
    expect(links.length).toBeGreaterThan(30);
  });

  it("says for each alert that wakes somebody the first command, what is seen and what is done", () => {
    const night = page.slice(page.indexOf("## Woken at night"), page.indexOf("## What it reports"));
    const rows = [...night.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.+) \|$/gm)].slice(1);
    const codes = rows.flatMap(([, cell = ""]) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code = ""]) => code));
    const service = ["authority_down", "cron_failed", "errors_many", "foreign_storage", "events_changed"];
    const companies = ["certificate_missing", "range_missing", "plan_missing", "series_stopped", "documents_pending"];
    expect([...URGENT_CODES, ...service, ...companies].filter((code) => !codes.includes(code))).toEqual([]);
    for (const [, , command = ""] of rows) expect(command).toMatch(/^`operator [a-z]/);
  });

  it("exports each table that the daily copy of the configuration has, the record of actions, and the names of files", () => {
    const [line = ""] = /npx wrangler d1 export (?:.*\\\n)*.*/.exec(page) ?? [];
    const exported = [...line.matchAll(/--table ([a-z_]+)/g)].map(([, name = ""]) => name);
    const copied = [...COPIED.values()].map((table) => getTableName(table));
    expect(exported.toSorted()).toEqual([...copied, "events", "file_sequences"].toSorted());
  });

  it("has a runbook for what only an operator can put right", () => {
    const commands = new Set(listLines("docs/operations.md").map((line) => line.split(" ").slice(0, 2).join(" ")));
    const needed = [
      "document explain",
      "document resend",
      "document close",
      "range import",
      "range resume",
      "certificate disable",
      "event confirm",
      "secret init",
      "ledger rebuild",
      "plan set",
    ];
    expect(needed.filter((name) => !commands.has(name))).toEqual([]);
  });
});
