// Plants bugs of the feed of changes, in the triggers that write it.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Mutant } from "./mutant-list.ts";

const MIGRATIONS = resolve(import.meta.dirname, "../../migrations");
const CLOCK = "CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER),";

/** The SQL that puts a changed trigger in the place of the released one; what is found is there at least once. */
function change(name: string, find: string, replace: string): string {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql"));
  const text = files.sort().map((file) => readFileSync(join(MIGRATIONS, file), "utf8"));
  const released = text.join("\n").split(`CREATE TRIGGER \`${name}\``).at(-1)?.split("\nEND;")[0];
  if (released?.includes(find) !== true) throw new Error(`the trigger ${name} has no ${find}`);
  return `DROP TRIGGER ${name}; CREATE TRIGGER ${name}${released.replaceAll(find, replace)}\nEND;`;
}

export const FEED_MUTANTS: readonly Mutant[] = [
  {
    name: "feed: a document of which nothing is known is not reported",
    edits: [],
    sql: change("documents_change_shown", ", 'send_unknown')", ")"),
  },
  {
    name: "feed: a state that is written again is one more change",
    edits: [],
    sql: change("documents_change_shown", " AND old.state <> new.state", ""),
  },
  {
    name: "feed: a document that comes back from the archive is not reported",
    edits: [],
    sql: change("documents_change_added", "new.environment = 'produccion'", "new.state = 'creating'"),
  },
  {
    name: "counts: a document that comes to rest is not counted",
    edits: [],
    sql: change("documents_rested", "new.state = 'aceptado'", "0"),
  },
  {
    name: "feed: a database that was set back goes on below the cursors of before",
    edits: [],
    sql: ["documents_change_added", "documents_change_shown"].map((name) => change(name, CLOCK, "1,")).join("\n"),
  },
];
