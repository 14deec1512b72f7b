// The operator's database, however it is reached: values arrive unchanged, a batch is one transaction, a rehearsal writes nothing.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { count, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { readTopLevel } from "../../operator/access/configuration.ts";
import { type Reached, reach, renderSql, reportWrites } from "../../operator/access/database.ts";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { findStand, standFile } from "../../operator/access/stand.ts";
import { databaseName, describeCall, remoteExecuteCall } from "../../operator/access/wrangler.ts";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { build, run, type SqlQuery } from "../../src/store/base/db.ts";
import { costCenters } from "../../src/store/base/schema.ts";
import { cases } from "../support/cases.ts";
import { CREATION, describeTexts, keepTexts, readTexts, TEXTS } from "./cost-center-values.ts";
import { COMPANY, openWorkbench } from "./workbench.ts";

const { name, code } = costCenters;

const folders: string[] = [];
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "access-"));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const BATCH = z.object({ batch: z.array(z.object({ sql: z.string() })) });

describe("a stand", () => {
  /** What its file names: an address that answers as said, and a process. */
  async function writeStand(
    answer: (response: ServerResponse, request: IncomingMessage) => void,
    pid: number,
    folder = makeFolder(),
  ) {
    const server = createServer((request, response) => answer(response, request));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("it listens on no port");
    writeFileSync(standFile(folder), JSON.stringify({ origin: `http://127.0.0.1:${address.port}`, pid }));
    return { folder, close: () => new Promise((resolve) => server.close(resolve)) };
  }
  const refuse = (response: ServerResponse) => void response.writeHead(503).end();
  /** Of a process that has ended. */
  const ended = () => spawnSync(process.execPath, ["--version"]).pid;

  it("whose process runs and does not answer as one is an error: nobody may open its files beside it", async () => {
    const { folder } = await writeStand(refuse, process.pid);
    await expect(findStand(folder)).rejects.toThrow(/the stand at http:\S+ gives an answer with 503/);
  });

  it("whose process ended is none, whoever listens there now", async () => {
    expect(await findStand((await writeStand(refuse, ended())).folder)).toBeUndefined();
  });

  it("at whose address nothing listens is none", async () => {
    const { folder, close } = await writeStand(refuse, process.pid);
    await close();
    expect(await findStand(folder)).toBeUndefined();
  });

  const COMPANY_ROWS = [[1, "900373115", "Empresa S.A.S.", "active"]];
  const answerRows = (response: ServerResponse, request: IncomingMessage) => {
    const isList = request.method === "GET";
    const rows = [{ results: { rows: COMPANY_ROWS } }];
    response.end(JSON.stringify({ success: true, errors: [], result: isList ? [{ uuid: "DB" }] : rows }));
  };

  it("is asked over connections of their own: it closes one that was idle while the program was busy", async () => {
    const connections: (string | undefined)[] = [];
    const { folder } = await writeStand((response, request) => {
      connections.push(request.headers.connection);
      answerRows(response, request);
    }, process.pid);
    const stand = await findStand(folder);
    for (let asked = 0; asked < 2; asked += 1) await stand?.execute([{ sql: "SELECT 1", params: [] }]);
    expect(connections).toEqual(["close", "close", "close"]);
  });

  it("has as long for an answer as many rows on a busy machine take, unlike the Worker", async () => {
    const stand = await findStand((await writeStand(answerRows, process.pid)).folder);
    expect(stand?.limits).toEqual({ readMs: 30_000, writeMs: 30_000 });
    expect(stand?.shards.map(({ limits }) => limits)).toEqual([stand?.limits]);
  });

  describe("whose platform lost the connection", () => {
    /** As it answers under load: words, and no JSON. */
    const lose = async (times: number) => {
      let asked = 0;
      const { folder } = await writeStand((response, request) => {
        if (request.method === "GET") return answerRows(response, request);
        asked += 1;
        if (asked > times) return answerRows(response, request);
        return void response
          .writeHead(500, { "content-type": "text/plain" })
          .end("Error: Network connection lost.\n  at");
      }, process.pid);
      const stand = await findStand(folder);
      const ask = (sql: string) => stand?.execute([{ sql, params: [] }]);
      return { ask, asked: () => asked };
    };

    it("is asked once more where the question only reads", async () => {
      const { ask, asked } = await lose(1);
      expect(await ask("SELECT 1")).toEqual([COMPANY_ROWS]);
      expect(asked()).toBe(2);
    });

    it("is asked no more than that, and its own words are the error's", async () => {
      const { ask, asked } = await lose(9);
      await expect(ask("SELECT 1")).rejects.toThrow(/^the stand answered 500: Error: Network connection lost\.$/);
      expect(asked()).toBe(2);
    });

    it("is not given a write again: it may be written", async () => {
      const { ask, asked } = await lose(1);
      await expect(ask("INSERT INTO companies VALUES (1)")).rejects.toThrow(/^the stand answered 500: Error: Network/);
      expect(asked()).toBe(1);
    });
  });

  /** Answers out of a database, and breaks off in the place of an answer, or after it, where a statement says so. */
  const answerFrom = (file: string, breaks: readonly { readonly at: RegExp; readonly isDone: boolean }[]) => {
    const db = new DatabaseSync(file);
    onTestFinished(() => db.close());
    const ask = (sql: string) => {
      const statement = db.prepare(sql);
      statement.setReturnArrays(true);
      return { results: { rows: statement.all() } };
    };
    return async (response: ServerResponse, request: IncomingMessage) => {
      if (request.method === "GET") return answerRows(response, request);
      const { batch } = BATCH.parse(JSON.parse(await text(request)));
      const broken = breaks.find(({ at }) => batch.some(({ sql: words }) => at.test(words)));
      const result = broken?.isDone === false ? [] : batch.map(({ sql: words }) => ask(words));
      if (broken !== undefined) return request.socket.destroy();
      return response.end(JSON.stringify({ success: true, errors: [], result }));
    };
  };

  it.each([
    {
      breaks: [{ at: /from "api_clients".*"company_id" = 3/, isDone: false }],
      said: "after 4 of 5 companies (4 issued)",
      kept: 4,
    },
    {
      breaks: [
        { at: /from "api_clients".*"company_id" = 3/, isDone: false },
        { at: /insert into "tokens"/, isDone: true },
      ],
      said: "after at least 0 of 5 companies (4 not known)",
      kept: 4,
    },
  ])("that breaks off among many rows leaves a sentence with what is done: $said", async ({ breaks, said, kept }) => {
    const bench = openWorkbench();
    onTestFinished(() => bench.close());
    for (let place = 0; place < 5; place += 1) {
      const nit = String(900_500_000 + place);
      const added = await bench.run("company add", { ...COMPANY, nit: `${nit}-${findCheckDigit(nit)}` });
      expect(added.err).toBe("");
    }
    const rows = join(bench.root, "companies.csv");
    writeFileSync(rows, ["company", 1, 2, 3, 4, 5].join("\n"));
    const output = join(bench.root, "tokens.csv");
    const issue = () => bench.run("token issue", { rows, name: "ERP", output });
    const state = join(bench.root, ".wrangler/state");
    const { close } = await writeStand(answerFrom(bench.databaseFile, breaks), process.pid, state);
    const { code, err } = await issue();
    expect([code, err.split("\n")]).toEqual([
      1,
      [
        expect.stringMatching(/^token issue: it failed: /),
        "  the same line goes on from there: what is there already stays",
      ],
    ]);
    expect(err).toContain(said);
    expect(bench.query("SELECT count(*) AS tokens FROM tokens")).toEqual([{ tokens: kept }]);
    await close();
    rmSync(standFile(state));
    expect((await issue()).out.split("\n")[0]).toBe(`5 companies: ${kept} unchanged, 1 issued`);
  });

  it("that breaks off among many rows ends their line with a sentence, and with nothing else", async () => {
    const bench = openWorkbench();
    onTestFinished(() => bench.close());
    const certificates = join(bench.root, "certificates");
    mkdirSync(certificates);
    copyFileSync(join(import.meta.dirname, "fixture/modern-chain.p12"), join(certificates, "900373115.p12"));
    bench.environment.CERTIFICATE_PASSWORD = "secreto";
    const state = join(bench.root, ".wrangler/state");
    mkdirSync(state, { recursive: true });
    let questions = 0;
    await writeStand(
      (response, request) => {
        if (request.method === "POST") questions += 1;
        if (questions > 1) request.socket.destroy();
        else answerRows(response, request);
      },
      process.pid,
      state,
    );
    const { code, err } = await bench.run("certificate import", { folder: certificates });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^certificate import: it failed: .*, after 0 of 1 certificates\n {2}the same line/),
    ]);
  });
});

it.each([
  { bound: [["DB", "facturas"]], names: ["facturas", "facturas-1"] },
  {
    bound: [
      ["DB", "facturas-b"],
      ["  DB1", "facturas-1"],
    ],
    names: ["facturas-b", "facturas-1", "facturas-b-2"],
  },
  {
    bound: [
      ["DB", "facturas"],
      ["# DB1", "facturas-1"],
    ],
    names: ["facturas", "facturas-1"],
  },
  {
    bound: [
      ["DB", "facturas"],
      ["DB2", "facturas-2"],
    ],
    names: ["facturas", "facturas-1"],
  },
])(
  "a configuration that binds $bound gives the names $names, of which the last is not bound",
  ({ bound: sectionsOf, names }) => {
    const path = join(makeFolder(), "wrangler.toml");
    const sections = sectionsOf.map(([binding = "", name = ""]) => {
      const [, indent = "", target = ""] = /^([# ]*)(.*)$/.exec(binding) ?? [];
      return `[[d1_databases]]\n${indent}binding = "${target}"\ndatabase_name = "${name}"\n`;
    });
    writeFileSync(path, sections.join("\n"));
    const bound = readTopLevel(path);
    expect(names.map((_, shard) => databaseName(bound, shard))).toEqual(names);
    expect(bound.databases).toHaveLength(names.length - 1);
  },
);

/** A database in memory with the table. */
async function open() {
  const opened = openSqlite(":memory:");
  await opened.execute(CREATION.map((text) => ({ sql: text, params: [] })));
  return opened;
}

/** The same, which takes no values beside the text of a statement. */
function throughText({ execute }: Reached): Reached {
  return reach((queries) => execute(queries.map((query) => ({ sql: renderSql(query), params: [] }))));
}

const WAYS: readonly (readonly [string, (opened: Reached) => Reached])[] = [
  ["a file", (opened) => opened],
  ["text alone", throughText],
];

describe.each(WAYS)("a database that is reached through %s", (_way, through) => {
  it("keeps and gives every value unchanged, and finds it", async () => {
    const opened = await open();
    const { db } = through(opened);
    await keepTexts(db, TEXTS);
    expect(await readTexts(db)).toEqual(describeTexts(TEXTS));
    for (const text of TEXTS) {
      expect(await run(db, build.select({ n: count() }).from(costCenters).where(eq(name, text)))).toEqual([{ n: 1 }]);
    }
    await opened.close();
  });

  it("keeps any text at all", async () => {
    const opened = await open();
    const { db } = through(opened);
    const anyText = fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        await run(db, build.delete(costCenters));
        await keepTexts(db, [text]);
        expect(await readTexts(db)).toEqual(describeTexts([text]));
      }),
      { numRuns: cases(50) },
    );
    await opened.close();
  });

  it("keeps all of a batch, or nothing of it", async () => {
    const opened = await open();
    const { db } = through(opened);
    const insert = build.insert(costCenters).values({ companyId: 1, code: "A", name: "Ventas" });
    await expect(db.batch([insert, insert])).rejects.toThrow("UNIQUE constraint failed");
    expect(await readTexts(db)).toEqual([]);
    await opened.close();
  });
});

describe("a statement as text", () => {
  it("is refused when it has a question mark that stands for no value, or a number that is none", () => {
    expect(() => renderSql({ sql: "select '?', ?", params: [1] })).toThrow(/one question mark for each value/);
    expect(() => renderSql({ sql: "select ?", params: [Number.NaN] })).toThrow(/not finite/);
  });

  it("goes to wrangler as one command, quoted for a shell", () => {
    const call = remoteExecuteCall([{ sql: "SELECT ?", params: ["it's"] }], ["facturas", "--remote"]);
    expect(describeCall(call)).toBe(
      "wrangler d1 execute facturas --remote --json --yes --command 'SELECT '\\''it'\\'''\\''s'\\'';'",
    );
  });
});

describe("a database whose writes are reported", () => {
  it("answers every reading of a batch, and does none of its writing", async () => {
    const opened = await open();
    await keepTexts(opened.db, ["one", "two"]);
    const reported: SqlQuery[] = [];
    const { db } = reach(reportWrites(opened.execute, (writes) => reported.push(...writes)));
    const results = await db.batch([
      build.select({ name }).from(costCenters).orderBy(code).limit(1),
      build.delete(costCenters).where(eq(name, "it's")).returning({ name }),
      build.select({ last: sql<string>`max(${name})` }).from(costCenters),
    ]);
    expect(results).toEqual([[{ name: "one" }], [], [{ last: "two" }]]);
    expect(reported.map(renderSql)).toEqual([
      `delete from "cost_centers" where "cost_centers"."name" = 'it''s' returning "name"`,
    ]);
    expect(await readTexts(opened.db)).toHaveLength(2);
    await opened.close();
  });
});
