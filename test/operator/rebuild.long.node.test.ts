// The database is gone and the archive is not: the operator program brings every row back, equal.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findLocalFile } from "../../operator/access/sqlite.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { runLine } from "../../operator/program.ts";
import { listDemoCompanies } from "../../stand/demo-company.ts";
import { makeCall, sampleInvoice, sampleSupportDocument } from "../../stand/request.ts";
import { converge } from "../crash/converge.ts";
import { type LocalDeployment, prepareDeployment } from "../crash/deployment.ts";
import { readShipped } from "./workbench.ts";

type Row = Record<string, unknown>;

const TABLES = ["documents", "third_parties", "ranges", "plans", "file_sequences", "document_days"] as const;
const NAMES = ["Ana Torres", "Ana Torres #rechazo", "Luis Rojas #aviso", "Luis Rojas #proceso"];

let deployment: LocalDeployment;
let before: Record<string, Row[]>;

function withDatabase<Result>(work: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(findLocalFile(join(deployment.folder, ".wrangler/state")) ?? "");
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Every row of what an issuance writes; times of rows are the clock's, not the document's. */
function readRows(): Record<string, Row[]> {
  return withDatabase((db) =>
    Object.fromEntries(
      TABLES.map((table) => {
        const rows = db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all();
        const steady = rows.map(({ created_at: _c, updated_at: _u, ...row }) => row);
        return [table, steady.filter((row) => !("total" in row && row.total === 0))];
      }),
    ),
  );
}

/** The configuration comes back from its export, documents and counters do not. */
function loseRows(): void {
  withDatabase((db) => {
    for (const table of ["documents", "third_parties", "file_sequences", "document_days"])
      db.exec(`DELETE FROM ${table}`);
    db.exec("UPDATE ranges SET next_number = from_number");
    db.exec("UPDATE plans SET used = 0");
  });
}

function listRebuilds(): unknown[] {
  return withDatabase((db) => db.prepare("SELECT * FROM events WHERE action = 'ledger.rebuild'").all());
}

/** @returns also what a terminal is shown meanwhile: each look at the clock takes a second. */
async function operate(
  line: readonly string[],
  actor = "ana",
): Promise<{ code: number; text: string; shown: readonly string[] }> {
  const printed: string[] = [];
  const shown: string[] = [];
  const startMs = Date.now();
  let looks = 0;
  const code = await runLine(ALL_COMMANDS, line, {
    root: deployment.folder,
    environment: { OPERATOR: actor },
    isInteractive: false,
    print: (text) => printed.push(text),
    complain: (text) => printed.push(text),
    nowMs: () => {
      looks += 1;
      return startMs + looks * 1_000;
    },
    showProgress: (text) => shown.push(text),
    configuration: join(deployment.folder, "shipped.toml"),
  });
  return { code, text: printed.join("\n"), shown };
}

beforeAll(async () => {
  deployment = await prepareDeployment({
    pollScale: 0.005,
    companies: listDemoCompanies().slice(0, 3),
    print: () => undefined,
  });
  writeFileSync(join(deployment.folder, "shipped.toml"), readShipped());
  await deployment.service.start();
  for (const company of deployment.companies) {
    const base = `${deployment.service.origin}/api/ext/v1/companies/${company.id}`;
    const token = company.tokens.all;
    for (const [index, name] of NAMES.entries()) {
      const body = sampleSupportDocument(name, 1_000 + index);
      await makeCall({ method: "POST", url: `${base}/dse/documentos`, token, key: `k-${index}`, body });
      await makeCall({ method: "POST", url: `${base}/fe/facturas`, token, body: sampleInvoice(name, `k-${index}`) });
    }
  }
  const { isWhole } = await converge(deployment, 60_000);
  expect(isWhole).toBe(true);
  before = readRows();
  expect(before.documents).toHaveLength(3 * 2 * NAMES.length);
});

afterAll(() => deployment.clear());

describe("ledger rebuild", () => {
  it("says what it would write, and writes nothing, into a file of SQL", async () => {
    loseRows();
    const output = join(deployment.folder, "rebuild.sql");
    writeFileSync(output, "what an earlier run left", { mode: 0o644 });
    const { code, text } = await operate(["ledger", "rebuild", "--output", output]);
    const state = join(deployment.folder, ".wrangler/state");
    const call = `wrangler d1 execute factura-edge --local --persist-to ${state} --file ${output}`;
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining(`yet: run \`${call}\``) });
    expect(text).toContain(`${before.documents?.length} documents restored whole, 0 were there`);
    expect(statSync(output).mode & 0o777).toBe(0o600);
    expect(readRows().documents).toEqual([]);
    expect(listRebuilds()).toEqual([]);
    withDatabase((db) => db.exec(readFileSync(output, "utf8")));
    expect(readRows()).toEqual(before);
  });

  it("rehearses: what is missing and what is there is reported as it is, and nothing is written", async () => {
    loseRows();
    const line = ["ledger", "rebuild", "--dry-run"];
    const none = await operate([...line, "--remote", "--output", "rebuild.sql"]);
    expect(none.text).toContain(`${before.documents?.length} documents restored whole, 0 were there`);
    expect(none.text).toContain("run `wrangler d1 execute factura-edge --remote --file rebuild.sql`");
    expect(readRows().documents).toEqual([]);
    expect(existsSync("rebuild.sql")).toBe(false);
    await operate(["ledger", "rebuild"]);
    const all = await operate(line);
    expect(all.text).toContain(`0 documents restored whole, ${before.documents?.length} were there`);
    expect(all.text).not.toContain("add to documents");
    expect(listRebuilds()).toHaveLength(1);
  });

  it("writes every row again, equal, and the ledger is whole", async () => {
    loseRows();
    const { code, text, shown } = await operate(["ledger", "rebuild"]);
    expect(text).toContain(`${before.documents?.length} documents restored whole, 0 were there`);
    expect(code).toBe(0);
    expect(readRows()).toEqual(before);
    expect(shown).toContainEqual(expect.stringMatching(/^40 of \d+ files, [\d.]+\/s, \d+ s left$/));
    expect(shown.at(-1)).toBe("");
    const verified = await operate(["ledger", "verify"]);
    expect(verified.code).toBe(0);
    expect(verified.shown).toContainEqual(expect.stringMatching(/^4 of 24 documents, [\d.]+\/s, \d+ s left$/));
    expect((await operate(["ledger", "rebuild"])).text).toContain("0 documents restored whole");
  });

  it("names the document that a set-back D1 gave a number a second time, and brings the first one back after it was closed", async () => {
    const [lost] = withDatabase((db) => db.prepare("SELECT * FROM documents ORDER BY id DESC LIMIT 1").all());
    if (lost === undefined) throw new Error("no document");
    const { id, company_id: companyId, number, range_id: range, module, xml_path: xmlPath } = lost;
    const company = ["--company", String(companyId)];
    withDatabase((db) => {
      db.prepare("DELETE FROM documents WHERE id = ?").run(id ?? null);
      db.prepare("UPDATE ranges SET next_number = ? WHERE id = ?").run(number ?? null, range ?? null);
      db.prepare("UPDATE plans SET used = max(used - 1, 0) WHERE company_id = ? AND module = ?").run(
        companyId ?? null,
        module ?? null,
      );
    });
    const missing = `missing-row: company ${companyId}, ${xmlPath} is in the archive, and no row is of its document`;
    expect(await operate(["ledger", "verify", ...company])).toMatchObject({
      code: 4,
      text: expect.stringContaining(missing),
    });

    await deployment.service.start();
    const { origin } = deployment.service;
    const token = deployment.companies.find((one) => one.id === companyId)?.tokens.all ?? "";
    const url = `${origin}/api/ext/v1/companies/${companyId}/fe/facturas`;
    const post = (key: string) =>
      makeCall({ method: "POST", url, token, body: sampleInvoice(NAMES.at(-1) ?? "", key) });
    expect((await post("second")).body).toMatchObject({ pending: true });
    const read = () => withDatabase((db) => db.prepare("SELECT * FROM documents WHERE id = ?").get(id ?? null));
    await expect.poll(() => read()?.state, { timeout: 120_000 }).toBe("firmado");
    const explained = await operate(["document", "explain", "--document", String(id)]);
    expect(explained.text).toContain("put nothing there");
    expect(explained.text).not.toContain("has to be put back");
    const verified = await operate(["ledger", "verify", ...company]);
    expect(verified.text).toContain(missing);
    expect(verified.text).toContain("put nothing there");
    const held = `held by document ${id} (${lost.full_number}, firmado), which came after D1 was set back`;
    expect(await operate(["ledger", "rebuild", ...company])).toMatchObject({
      code: 4,
      text: expect.stringContaining(held),
    });

    const close = ["document", "close", "--document", String(id)];
    expect((await operate([...close, "--reason", "D1 was set back"])).code).toBe(0);
    expect((await operate([...close, "--approve"], "beto")).code).toBe(0);
    const cron = async () => {
      await fetch(`${origin}/cdn-cgi/local/scheduled`);
      return read()?.state;
    };
    await expect.poll(cron, { timeout: 120_000, interval: 500 }).toBe("rechazado");
    withDatabase((db) => db.prepare("DELETE FROM documents WHERE id = ?").run(id ?? null));
    expect((await operate(["ledger", "rebuild", ...company])).code).toBe(0);
    const { created_at: _c, updated_at: _u, ...steady } = lost;
    expect(read()).toMatchObject(steady);
    expect((await operate(["ledger", "verify", ...company])).text).not.toMatch(/missing-row|-file/);
    // Both keys are answered as before: the first document's, and that of the one that was closed unsent.
    expect((await post(String(lost.idempotency_key))).body).toMatchObject({ factura_id: id, estado: lost.state });
    expect((await post("second")).body).toMatchObject({ ok: false, estado: "rechazado" });
    expect(read()).toMatchObject(steady);
    await deployment.service.stop();
  });

  it("the service goes on from there: replays are replays, and the next number is free", async () => {
    await deployment.service.start();
    const [company] = deployment.companies;
    if (company === undefined) throw new Error("no company");
    const url = `${deployment.service.origin}/api/ext/v1/companies/${company.id}/dse/documentos`;
    const call = {
      method: "POST",
      url,
      token: company.tokens.all,
      body: sampleSupportDocument("Ana Torres", 1_000),
    } as const;
    const replay = await makeCall({ ...call, key: "k-0" });
    expect(replay.status).toBe(200);
    const next = await makeCall({ ...call, key: "after" });
    expect(next.status).toBe(201);
    const numbers = (before.documents ?? [])
      .filter((row) => row.company_id === company.id && row.module === "dse")
      .map((row) => Number(row.number));
    expect((next.body.documento as Row).consecutivo).toBe(Math.max(...numbers) + 1);
  });
});
