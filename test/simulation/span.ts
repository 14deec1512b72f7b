// Shows the databases of a company that spans several as one, to those who look at a world: auditors, operators, a reader of the feed.
import type { SQLInputValue } from "node:sqlite";
import type { DatabaseRow, SimulatedD1 } from "./database.ts";
import { COMPANY, readHome } from "./home.ts";

/** What a world is asked of its company's rows. */
export type WorldDatabase = Pick<SimulatedD1, "query" | "bind" | "mark" | "setBack">;

const KEPT = -3;

interface Kept {
  readonly shard: number;
  readonly below: number;
}

/** Where the directory says that the company lives, with what older databases keep. */
export function openCompany(databases: readonly [SimulatedD1, ...SimulatedD1[]]): WorldDatabase {
  const [directory] = databases;
  if (databases.length === 1) return directory;
  const [row] = directory.query("SELECT shard, kept FROM companies WHERE id = ?", COMPANY);
  const newest = databases[Number(row?.shard ?? 0)] ?? directory;
  const kept = readKept(row);
  if (kept.length === 0) return newest;
  const older = kept.flatMap(({ shard }) => databases[shard] ?? []);
  return {
    bind: (carry) => newest.bind(carry),
    mark: () => newest.mark(),
    setBack: () => newest.setBack(),
    query: (sql, ...values) => queryAll([...older, newest], kept.at(-1)?.below ?? 0, sql, values),
  };
}

/** Whether all of the company's documents can be read: not while what went along is taken out of the older database. */
export function isWhole([directory, ...others]: readonly [SimulatedD1, ...SimulatedD1[]]): boolean {
  if (others.length === 0) return true;
  const [row] = directory.query("SELECT kept FROM companies WHERE id = ?", COMPANY);
  return readKept(row).every(({ shard }) => {
    const database = [directory, ...others][shard];
    return database !== undefined && readHome(database) === KEPT;
  });
}

function readKept(row: DatabaseRow | undefined): readonly Kept[] {
  return row?.kept === null || row === undefined ? [] : (JSON.parse(String(row.kept)) as readonly Kept[]);
}

/** Documents, what stands beside them and their changes are in all of them, the oldest first; everything else is in the newest. */
function queryAll(
  databases: readonly SimulatedD1[],
  from: number,
  sql: string,
  values: readonly SQLInputValue[],
): DatabaseRow[] {
  const newest = databases.at(-1);
  const isOfAll =
    /^(?:SELECT|DELETE)\b.*\bFROM (?:documents|document_details|changes)\b/s.test(sql) && !/max\(id\)/.test(sql);
  if (!isOfAll) return newest?.query(sql, ...values) ?? [];
  if (sql.startsWith("DELETE")) return databases.flatMap((database) => database.query(sql, ...values));
  // What went along is in both for a moment; and so is the last change, so that others come after it.
  const cut = (is: string) =>
    sql
      .replace("FROM documents", `FROM (SELECT * FROM documents WHERE id ${is} ${from}) AS documents`)
      .replace(
        "FROM document_details",
        `FROM (SELECT * FROM document_details WHERE document_id ${is} ${from}) AS document_details`,
      )
      .replace("FROM changes", `FROM (SELECT * FROM changes WHERE document_id ${is} ${from}) AS changes`);
  const found = databases.flatMap((database) => database.query(cut(database === newest ? ">=" : "<"), ...values));
  if (!/^SELECT count\(/.test(sql)) return found;
  const sums = found.reduce<DatabaseRow>((sum, row) => {
    return Object.fromEntries(
      Object.entries(row).map(([name, count]) => [name, Number(count) + Number(sum[name] ?? 0)]),
    );
  }, {});
  return [sums];
}
