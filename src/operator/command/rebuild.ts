// ledger rebuild: the rows of documents out of the archive, for the night on which the database is lost.
import { appendFileSync, writeFileSync } from "node:fs";
import type { Database } from "../../store/database.ts";
import { rebuildDocuments } from "../../store/rebuild.ts";
import { createDatabase, isReading, renderSql } from "../access/database.ts";
import { type Command, commit } from "../command.ts";
import { readText } from "../reader.ts";

/** Problems shown in text; --json has them all. */
const SHOWN = 20;

export const rebuildLedger: Command = {
  name: "ledger rebuild",
  about:
    "writes every document that the archive holds and the database does not; rows that are there stay, counters only move on",
  flags: {
    output: "write the SQL into this file instead, for `wrangler d1 execute --file`: many rows are faster that way",
  },
  run: async (context) => {
    const { db, listFiles, readFile, input, nowMs } = context;
    const output = input.find("output", readText);
    const target = output === undefined ? db : writeInto(output, db);
    const nowIso = new Date(nowMs()).toISOString();
    const report = await rebuildDocuments(target, { list: listFiles, read: readFile }, nowIso);
    const { restored, stubs, present, problems } = report;
    const detail = { restored, stubs, present, problems: problems.length, output: output ?? null };
    if (restored + stubs > 0) await commit(context, { companyId: 0, action: "ledger.rebuild", detail }, []);
    const lines = [
      `${restored} documents restored whole, ${present} were there`,
      `${stubs} known by their signed file alone: their objects, or the cron, bring them further`,
      ...problems.slice(0, SHOWN).map(({ path, problem }) => `problem: ${path}: ${problem}`),
      ...(problems.length > SHOWN ? [`and ${problems.length - SHOWN} more problems (--json)`] : []),
      ...(output === undefined
        ? []
        : [`nothing was written yet: run \`wrangler d1 execute factura-edge --file ${output}\``]),
      "next: `operator ledger gaps`, `operator ledger verify`",
    ];
    return { data: report, text: lines.join("\n"), exitCode: problems.length === 0 ? 0 : 4 };
  },
};

/** A database that reads from the real one, and whose writes become lines of a file. */
function writeInto(path: string, db: Database): Database {
  writeFileSync(path, "");
  return createDatabase(async (statements) => {
    const results = [];
    for (const statement of statements) {
      if (isReading(statement)) {
        const { sql, parameters } = statement;
        const { results: rows } = await db
          .prepare(sql)
          .bind(...parameters)
          .all<Record<string, unknown>>();
        results.push({ rows, changes: 0 });
      } else {
        appendFileSync(path, `${renderSql(statement)};\n`);
        results.push({ rows: [], changes: 1 });
      }
    }
    return results;
  });
}
