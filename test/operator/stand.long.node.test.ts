// The stand as its users run it: ports, companies with limits, secrets that change under load, one request after the other.
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findStand } from "../../operator/access/stand.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { createVersionedKey, readSecretFile, writeSecret } from "../../operator/deployment.ts";
import { runLine } from "../../operator/program.ts";
import { makeThrowAwayCertificate } from "../../operator/throw-away.ts";
import { chainEvent, insertEvent } from "../../src/store/audit/events.ts";
import { run } from "../../src/store/base/db.ts";
import { parseToken } from "../../src/store/company/clients.ts";
import { findFreePort } from "../../stand/port.ts";
import { makeCall, sampleSupportDocument } from "../../stand/request.ts";
import { readStandOptions, type Stand, type StandOptions, startStand } from "../../stand/stand.ts";
import { prepareTestStand } from "../support/stand.ts";

const LISTEN = join(import.meta.dirname, "../../stand/listen.ts");
const NOW = "2026-11-20T15:00:00.000Z";
let options: StandOptions;
let folder: string;
let keys: readonly string[];
let stand: Stand;

beforeAll(async () => {
  options = await prepareTestStand();
  ({ folder } = options);
  // The Worker knows both keys; everything is sealed under the first of them.
  const secretFile = join(folder, ".dev.vars");
  keys = [readSecretFile(secretFile).VAULT_KEY ?? "", createVersionedKey(2)];
  writeSecret(secretFile, "VAULT_KEY", keys.join(","));
  stand = await startStand(options);
});
afterAll(async () => {
  await stand.stop();
  rmSync(folder, { recursive: true });
});

it("the stand refuses ports that are none, or both the same", () => {
  expect(() => readStandOptions({ PORT: "0" })).toThrow(/PORT is "0"/);
  expect(() => readStandOptions({ PORT: "9000", AUTHORITY_PORT: "9000" })).toThrow(
    /PORT and AUTHORITY_PORT are both 9000/,
  );
});

async function operate(line: readonly string[], expected = 0): Promise<string> {
  const out: string[] = [];
  const code = await runLine(ALL_COMMANDS, line, {
    root: folder,
    // The operator's keys: the second one is the newest now.
    environment: { VAULT_KEY: [...keys].reverse().join(",") },
    isInteractive: false,
    print: (text) => out.push(text),
    complain: (text) => out.push(text),
    nowMs: Date.now,
  });
  expect({ code, out }).toMatchObject({ code: expected });
  return out.join("\n");
}

/** Work beside a cron that comes more often than once a minute. */
async function besideCron<Result>(work: Promise<Result>): Promise<Result> {
  const address = `${new URL(stand.demo.base_url).origin}/cdn-cgi/handler/scheduled`;
  let isOver = false;
  const cron = async () => {
    while (!isOver) {
      // The stand closes a connection that was idle for 5 s: one that is kept may be gone.
      const response = await fetch(address, { headers: { connection: "close" } });
      if (!response.ok) throw new Error(`the cron answered ${response.status}: ${await response.text()}`);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };
  const over = work.finally(() => {
    isOver = true;
  });
  const [result] = await Promise.all([over, cron()]);
  return result;
}

/** New documents posted one after another until it is stopped. */
interface Load {
  readonly statuses: number[];
  readonly done: Promise<unknown>;
  /** CUDS of the newest document. */
  lastKey: string;
}

function postUntil(isOver: () => boolean, name: string): Load {
  const [company] = stand.demo.companies;
  const url = `${stand.demo.base_url}/companies/${company?.id}/dse/documentos`;
  const token = company?.tokens.all ?? "";
  const run = async () => {
    while (!isOver()) {
      const key = `${name}-${load.statuses.length}`;
      const answer = await makeCall({ method: "POST", url, token, key, body: sampleSupportDocument("Ana Torres") });
      load.statuses.push(answer.status);
      load.lastKey = String((answer.body.documento as Record<string, unknown> | undefined)?.cuds);
    }
  };
  const load: Load = { statuses: [], lastKey: "", done: Promise.resolve().then(run) };
  return load;
}

describe("a running stand", () => {
  it("is described by its demo file as its clients need it", () => {
    const file = JSON.parse(readFileSync(join(folder, ".demo/demo.json"), "utf8")) as Stand["demo"];
    expect(file).toEqual(stand.demo);
    expect(file.companies).toMatchObject([
      { id: 1, environment: "produccion", modules: ["fe", "dse"] },
      { id: 2, environment: "produccion", modules: ["fe", "dse"] },
      { id: 3, environment: "habilitacion", modules: ["fe", "dse"] },
      { id: 4, environment: "produccion", modules: ["dse"] },
      { id: 5, environment: "produccion", modules: ["fe", "dse"] },
    ]);
    for (const { tokens, cost_centers, withholding_types } of file.companies) {
      expect(Object.keys(tokens).sort()).toEqual(
        ["all", "dse.read", "dse.write", "expired", "fe.read", "fe.write", "revoked", "second_client"].sort(),
      );
      expect(cost_centers).toHaveLength(1);
      expect(withholding_types.length).toBeGreaterThan(0);
    }
  });

  it("refuses a second stand on the same state, with a sentence", async () => {
    await expect(startStand(options)).rejects.toThrow(/a stand is running already/);
  });

  it("posts its changes to `npm run listen`, which prints each with its document, and a test message", async () => {
    const [company] = stand.demo.companies;
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}/`;
    const added = await operate(["webhook", "add", "--company", "1", "--url", url]);
    const [, webhook = "", secret = ""] = /(whk_\w+)[\s\S]*(whsec_\S+)/.exec(added) ?? [];
    const path = join(folder, "webhook-secret");
    writeFileSync(path, `${secret}\n`, { mode: 0o600 });
    const listener = spawn(process.execPath, [LISTEN, "--port", String(port), "--secret-file", path]);
    const ended = new Promise((resolve) => listener.once("exit", resolve));
    let heard = "";
    listener.stdout.on("data", (chunk: Buffer) => {
      heard += chunk.toString();
    });
    try {
      await vi.waitUntil(() => heard.includes("Listening on "), { timeout: 120_000 });
      const answer = await makeCall({
        ...{
          method: "POST",
          token: company?.tokens.all ?? "",
          key: "listen",
          body: sampleSupportDocument("Ana Torres"),
        },
        url: `${stand.demo.base_url}/companies/${company?.id}/dse/documentos`,
      });
      expect(answer.status).toBe(201);
      const { id } = answer.body.documento as { readonly id: number };
      await operate(["webhook", "test", "--webhook", webhook]);
      const lines = [
        /webhook\.prueba/,
        ...["creado", "aceptado"].map((state) => new RegExp(`documento\\.${state} .* document ${id} `)),
      ];
      await besideCron(
        vi.waitFor(() => expect(lines.filter((line) => !line.test(heard))).toEqual([]), {
          timeout: 120_000,
          interval: 100,
        }),
      );
      expect(await operate(["webhook", "show", "--webhook", webhook])).toContain("enabled");
    } finally {
      listener.kill("SIGTERM");
      await ended;
    }
    await operate(["webhook", "disable", "--webhook", webhook]);
  });

  it("goes on issuing while every secret is re-wrapped and the certificate changes: no failed request", async () => {
    let isOver = false;
    const loads = [postUntil(() => isOver, "a"), postUntil(() => isOver, "b")];
    expect(await operate(["vault", "rotate"])).toContain("0 left");
    const [company] = stand.demo.companies;
    const path = join(folder, "new.pem");
    writeFileSync(path, makeThrowAwayCertificate(company?.nit ?? "", "Comercial Andina", Date.now() + 3_600_000));
    const imported = await operate(["certificate", "import", "--company", "1", path]);
    const before = loads.map(({ statuses }) => statuses.length);
    // One may have been under way when the certificate came; the next one was not.
    const areFurther = () => loads.every(({ statuses }, at) => statuses.length >= (before[at] ?? 0) + 2);
    await vi.waitFor(() => expect(areFurther()).toBe(true), { timeout: 120_000, interval: 100 });
    isOver = true;
    await Promise.all(loads.map(({ done }) => done));
    expect(loads.flatMap(({ statuses }) => statuses).filter((status) => status !== 201)).toEqual([]);
    expect(await operate(["vault", "status", "--json"])).toMatch(/^\[\s*\{\s*"version": 2,[^}]*\}\s*\]$/);
    const serial = /serialNumber: (\d+)/.exec(imported)?.[1] ?? "none";
    for (const { lastKey } of loads) {
      const xml = await fetch(`${stand.demo.authority_url}/ledger/${lastKey}.xml`);
      expect(await xml.text()).toContain(`<ds:X509SerialNumber>${serial}</ds:X509SerialNumber>`);
    }
  });

  const limits = [
    { company: 4, what: "50 documents of which 48 are used", statuses: [201, 201, 403], code: "plan_exhausted" },
    { company: 5, what: "2 numbers left", statuses: [201, 201, 400], code: "range_exhausted" },
  ];
  it.each(limits)("has a company $company with $what", async ({ company: id, statuses, code }) => {
    const company = stand.demo.companies.find((one) => one.id === id);
    const url = `${stand.demo.base_url}/companies/${id}/dse/documentos`;
    const token = company?.tokens.all ?? "";
    const answers = [];
    for (const key of ["one", "two", "three"]) {
      answers.push(await makeCall({ method: "POST", url, token, key, body: sampleSupportDocument("Ana Torres") }));
    }
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    expect(answers.at(-1)?.body).toMatchObject({ ok: false, code });
  });

  it("has a company in habilitacion, whose documents go to its test set", async () => {
    const url = `${stand.demo.base_url}/companies/3/dse/documentos`;
    const token = stand.demo.companies.find((one) => one.id === 3)?.tokens.all ?? "";
    const answer = await makeCall({
      method: "POST",
      url,
      token,
      key: "one",
      body: sampleSupportDocument("Ana Torres"),
    });
    expect(answer).toMatchObject({ status: 201, body: { documento: { prefijo: "SEDS", consecutivo: 984_000_000 } } });
    const ledger = await fetch(`${stand.demo.authority_url}/ledger`);
    const { arrivals } = (await ledger.json()) as { arrivals: { operation: string; number: string | null }[] };
    const own = arrivals.filter(({ number }) => number === "SEDS984000000").map(({ operation }) => operation);
    expect(own).toContain("SendTestSetAsync");
  });

  it("answers a revoked token with 401 at the next request", async () => {
    const [company] = stand.demo.companies;
    const token = company?.tokens.second_client ?? "";
    const call = { method: "GET", url: `${stand.demo.base_url}/companies/1/fe/payment-methods`, token } as const;
    expect((await makeCall(call)).status).toBe(200);
    await operate(["token", "revoke", "--token", parseToken(token)?.id ?? "none"]);
    expect((await makeCall(call)).status).toBe(401);
  });

  it("has its journals compared by the cron, and a row that somebody changed is reported", async () => {
    const company = stand.demo.companies.find(({ id }) => id === 2);
    const url = `${stand.demo.base_url}/companies/2/dse/documentos`;
    const token = company?.tokens.all ?? "";
    for (const key of ["one", "two"]) {
      const body = sampleSupportDocument("Ana Torres");
      expect((await makeCall({ method: "POST", url, token, key, body })).status).toBe(201);
    }
    const line = ["ledger", "verify", "--company", "2", "--journals", "--wait", "1"];
    expect(await besideCron(operate(line))).toMatch(
      /2 journals compared, until [-\d: ]+ \(Bogotá\)\nit took \d+ \w+\nnothing is wrong/,
    );
    const reached = await findStand(join(folder, ".wrangler/state"));
    const spoil = "UPDATE documents SET total = '1.00' WHERE company_id = 2 AND idempotency_key = 'two'";
    await reached?.execute([{ sql: spoil, params: [] }]);
    const printed = await besideCron(operate(line, 4));
    expect(await operate([...line, "--report"], 4)).toContain("different-journal: company 2");
    expect(printed).toMatch(
      /different-journal: company 2, document \d+: total: D1 says 1.00, the journal 300000.00\n1 finding/,
    );
  });

  it("keeps the head of every action, also while it runs, and reports an event that never was", async () => {
    await operate(["client", "add", "--company", "2", "--name", "ERP", "--scopes", "fe.read"]);
    const sound = JSON.parse(await operate(["ledger", "verify", "--company", "2", "--json"])) as { heads: number };
    const events = JSON.parse(await operate(["event", "list", "--company", "2", "--json"])) as { sequence: number }[];
    expect(sound.heads).toBe(events.length);
    const db = (await findStand(join(folder, ".wrangler/state")))?.db;
    if (db === undefined) throw new Error("the stand is not found");
    const last = { companyId: 2, at: NOW, actor: "intruder", action: "range.edit", reason: null, documentId: null };
    await run(db, insertEvent(await chainEvent(db, { ...last, detail: {} })));
    const printed = await operate(["ledger", "verify", "--company", "2"], 4);
    expect(printed).toContain(
      `event ${events.length + 1} of company 2 (range.edit by intruder, 2026-11-20 10:00:00 (Bogotá)) has no head`,
    );
  });

  it("refuses a body without length that is too large, and the next request of the same connection is served", async () => {
    const [company] = stand.demo.companies;
    const url = `${stand.demo.base_url}/companies/${company?.id}/dse/documentos`;
    const headers = { authorization: `Bearer ${company?.tokens.all}`, "content-type": "application/json" };
    for (const [round, bytes] of [1_150_000, 3_000_000, 1_050_000, 8_000_000].entries()) {
      const body = new Blob(["x".repeat(bytes)]).stream();
      const large = await fetch(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
      expect({ status: large.status, code: (await large.json()) as unknown }).toMatchObject({
        status: 413,
        code: { ok: false, code: "body_too_large" },
      });
      // A rehearsal, because a real one also needs the authority's own connection.
      const next = {
        method: "POST" as const,
        url: `${url}?dry_run=true`,
        token: company?.tokens.all ?? "",
        key: `after-${round}`,
      };
      expect((await makeCall({ ...next, body: sampleSupportDocument("Ana Torres") })).status).toBe(200);
    }
  });

  it("keeps its secrets in a private file, and none of them in the demo file", () => {
    const secrets = readSecretFile(join(folder, ".dev.vars"));
    const demo = readFileSync(join(folder, ".demo/demo.json"), "utf8");
    expect(demo).not.toContain(secrets.TOKEN_PEPPER);
    for (const key of keys) expect(demo).not.toContain(key);
  });
});

describe("a runbook of docs/operations.md", () => {
  const post = (key: string, name: string) => {
    const [company] = stand.demo.companies;
    const url = `${stand.demo.base_url}/companies/1/dse/documentos`;
    return makeCall({ method: "POST", url, token: company?.tokens.all ?? "", key, body: sampleSupportDocument(name) });
  };
  const findDocument = async (state: string) => {
    const lines = ["document", "list", "--company", "1", "--state", state, "--limit", "1", "--json"];
    const [document] = JSON.parse(await operate(lines)) as { document: number }[];
    return String(document?.document);
  };

  it("`sending_refused`: the time line ends with the authority's sentence and what to do on its portal", async () => {
    const { status, body } = await post("unauthorized", "Ana Torres #noautorizado");
    const { id } = body.documento as { readonly id: number };
    const explained = await operate(["document", "explain", "--document", String(id)]);
    expect(status, explained).toBe(202);
    expect(explained).toMatch(/to do: .*associate the software[\s\S]*no autorizado a enviar documentos/);
  });

  it("`number_taken`: the range is stopped, says by which document, and goes on past the other system's numbers", async () => {
    expect((await post("taken", "Ana Torres #ajeno")).status).toBe(422);
    const document = await findDocument("rechazado");
    expect(await operate(["document", "explain", "--document", document])).toContain("number-taken");
    const refused = await post("stopped", "Ana Torres");
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining("está detenida") } });
    const ranges = JSON.parse(await operate(["range", "list", "--company", "1", "--json"])) as {
      id: number;
      next: number;
      stopped_by: number | null;
    }[];
    const stopped = ranges.filter((range) => range.stopped_by !== null);
    expect(stopped).toMatchObject([{ stopped_by: Number(document) }]);
    const [{ id, next } = { id: 0, next: 0 }] = stopped;
    await operate(["range", "resume", "--range", String(id), "--next", String(next + 5), "--reason", "other system"]);
    expect(await post("resumed", "Ana Torres")).toMatchObject({ status: 201 });
    expect(await operate(["ledger", "gaps", "--company", "1"])).toMatch(
      /^nothing is wrong[\s\S]*5 skipped, as recorded/,
    );
  });

  it("`certificate disable`: the next one signs, and the last one is not taken out by accident", async () => {
    const listed = JSON.parse(await operate(["certificate", "list", "--company", "1", "--json"])) as {
      serial_number: string;
    }[];
    expect(listed).toHaveLength(2);
    const [newest, oldest] = listed.map((one) => one.serial_number);
    const disable = (serial = "") => [
      "certificate",
      "disable",
      "--company",
      "1",
      "--serial",
      serial,
      "--reason",
      "lost",
    ];
    expect(await operate(disable(newest))).toContain(`${newest} signs no more; ${oldest} may`);
    expect(await post("after-disabling", "Ana Torres")).toMatchObject({ status: 201 });
    expect(await operate(disable(oldest), 1)).toContain("--leave-none");
  });
});
