// Holds the README of each client to naming every method that its client has.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createClient } from "../../client/src/client-v2.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const find = (pattern: RegExp, ...paths: readonly string[]) =>
  paths.flatMap((path) => [...read(path).matchAll(pattern)].map(([, name = ""]) => name));

function findTypeScript(): readonly string[] {
  const client = createClient({ baseUrl: "https://api.test/api/ext/v2", companyId: 1, token: "fed_1" });
  return Object.entries(client).flatMap(([group, calls]) => Object.keys(calls).map((call) => `${group}.${call}`));
}

const CLIENTS = [
  { folder: "client", methods: findTypeScript() },
  {
    folder: "client-python",
    methods: find(/^ {4}def ([a-z]\w+)\(/gm, "client-python/factura_edge/v2.py", "client-python/factura_edge/calls.py"),
  },
  { folder: "client-php", methods: find(/^ {4}public function ([a-z]\w+)\(/gm, "client-php/src/Client.php") },
  {
    folder: "client-csharp",
    methods: find(/^ {8}public (?:async )?[\w<>]+ ([A-Z]\w+)\(/gm, "client-csharp/src/Client.cs"),
  },
];

it.each(CLIENTS)("the README of $folder names every method in its table", ({ folder, methods }) => {
  const table = /## The methods\n([\s\S]*?)\n## /.exec(read(`${folder}/README.md`))?.[1] ?? "";
  expect(methods.length).toBeGreaterThan(30);
  // Rehearsals have one line: each creation has its own.
  const named = methods.filter((name) => !/(?:^dry_run_|\.dryRun$)/.test(name));
  expect(named.filter((name) => !new RegExp(`\`(?:[^\`]*\\W)?${name}\\b`).test(table))).toEqual([]);
});
