// A database whose writes are told instead of done: what a rehearsal and a file of SQL are made of.
import { describe, expect, it } from "vitest";
import { renderSql, type SqlStatement, tellWrites } from "../../operator/access/database.ts";
import { openSqlite } from "../../operator/access/sqlite.ts";

describe("a database whose writes are told", () => {
  it("answers every reading of a batch, and does none of its writing", async () => {
    const { db, close } = openSqlite(":memory:");
    await db.prepare("CREATE TABLE t (a INTEGER)").run();
    await db.prepare("INSERT INTO t VALUES (1), (2)").run();
    const told: string[] = [];
    const rehearsed = tellWrites(db, (writes: readonly SqlStatement[]) => told.push(...writes.map(renderSql)));
    const results = await rehearsed.batch([
      rehearsed.prepare("SELECT a FROM t ORDER BY a LIMIT ?1").bind(1),
      rehearsed.prepare("DELETE FROM t WHERE a = ?1").bind(2),
      rehearsed.prepare("SELECT max(a) AS a FROM t"),
    ]);
    expect(results.map(({ results: rows }) => rows)).toEqual([[{ a: 1 }], [], [{ a: 2 }]]);
    expect(told).toEqual(["DELETE FROM t WHERE a = 2"]);
    expect((await db.prepare("SELECT a FROM t").all()).results).toHaveLength(2);
    await close();
  });
});
