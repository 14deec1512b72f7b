// What each company issued, as a table, as CSV for a bill, and as one page that an owner reads.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { sampleInvoice, sampleProgress, sampleReservation } from "../store/sample.ts";
import { silentSince } from "../support/outage-state.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", { ...COMPANY, name: '=Ágil & <b>"Hijos"</b>, S.A.S.' });
  await bench.run("range add", RANGE);
});
afterEach(() => bench.close());

const STATES = ["aceptado", "aceptado", "rechazado", "en_proceso_http"] as const;

/** An invoice a day until 20 November, each with one exchange of two seconds. */
async function addDocuments(count: number): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  const ledger = createLedger(db);
  for (let place = 0; place < count; place += 1) {
    const day = new Date(Date.parse("2026-11-20T14:00:00Z") - place * 86_400_000).toISOString();
    const reservation = sampleReservation(1, { module: "fe", rangeKind: "fe", reservedAt: day });
    await ledger.allocate(reservation, sampleInvoice());
    const state = STATES[place % STATES.length] ?? "aceptado";
    const isOpen = state === "en_proceso_http";
    const attempt = {
      id: `a${place}`,
      kind: "send",
      startedAt: day,
      endedAt: new Date(Date.parse(day) + 2000).toISOString(),
      outcome: isOpen ? "unknown" : "accepted",
      httpStatus: 200,
      detail: null,
      answerSha256: null,
    } as const;
    const wakeAt = isOpen ? "2026-11-20T15:30:00.000Z" : null;
    await ledger.project(sampleProgress(reservation, { state, wakeAt, attempts: [attempt] }));
    bench.query("UPDATE documents SET issue_date = ? WHERE id = ?", day.slice(0, 10), place + 1);
  }
  await close();
}

describe("usage", () => {
  it("counts production documents of a span of days beside the plan", async () => {
    await addDocuments(25);
    expect(await bench.json("usage")).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-20",
      rows: [
        {
          company: 1,
          module: "fe",
          documents: 20,
          accepted: 10,
          rejected: 5,
          open: 5,
          plan_used: 25,
          plan_allowance: 100,
        },
      ],
    });
    expect(await bench.json("usage", { from: "2026-10-01", to: "2026-10-31" })).toMatchObject({
      rows: [{ documents: 5 }],
    });
    expect(await bench.run("usage", { from: "2026-11-02", to: "2026-11-01" })).toMatchObject({ code: 1 });
  });

  it("is CSV that a spreadsheet opens without running what a name begins with", async () => {
    await addDocuments(1);
    const { out } = await bench.run("usage", { csv: true });
    const [head, row] = out.split("\r\n");
    expect(head).toBe(
      "company,nit,name,module,documents,accepted,rejected,open,notes,in_plan,plan_used,plan_allowance",
    );
    expect(row).toBe(`1,900373115,"'=Ágil & <b>""Hijos""</b>, S.A.S.",fe,1,1,0,0,0,1,1,100`);
  });
});

describe("report", () => {
  it("is one page that asks nothing of a network, with every text escaped", async () => {
    await addDocuments(8);
    bench.query(
      `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before,
        not_after) VALUES (1, 'vault', 's', 'i', '77', '[]', 'd', '2026-01-01T00:00:00Z', '2026-12-01T00:00:00Z')`,
    );
    bench.query("UPDATE plans SET allowance = 1000");
    const path = join(bench.root, "report.html");
    expect(await bench.run("report", { output: path, "dry-run": true })).toMatchObject({ code: 0 });
    expect(existsSync(path)).toBe(false);
    expect(await bench.run("report", { output: path })).toMatchObject({ code: 0 });
    const page = readFileSync(path, "utf8");
    expect(page).not.toContain("<b>");
    expect(page).not.toMatch(/https?:\/\/|<script|@import|url\(/);
    expect(page).toContain("=Ágil &amp; &lt;b&gt;&quot;Hijos&quot;&lt;/b&gt;, S.A.S.");
    expect(page).toContain("<title>2026-11-20: 1 accepted, 0 rejected, 0 open</title>");
    expect(page.match(/<g><title>/g)).toHaveLength(30);
    expect(page).toContain("</span>0,8 %");
    expect(page).not.toMatch(/\d\.\d+ %/);
    expect(await bench.run("report", { output: path })).toMatchObject({ code: 1 });
    expect(await bench.run("report", { output: path, again: true, days: 7 })).toMatchObject({ code: 0 });
  });

  it("shows notes, and how the deliveries to each webhook stand without what its address may keep secret", async () => {
    await addDocuments(4);
    bench.query("UPDATE documents SET type_code = '91' WHERE id = 1");
    const url = "https://hooks.example.com/in?token=oculto";
    const { id } = await bench.json<{ id: string }>("webhook add", { company: 1, url });
    bench.query(
      `UPDATE webhooks SET waiting = 3, last_failure_at = '2026-11-20T14:59:00.000Z', last_failure = 'http 500',
        disabled_at = '2026-11-20T14:59:30.000Z', disabled_because = 'failing' WHERE id = ?`,
      id,
    );
    const path = join(bench.root, "report.html");
    const data = await bench.json("report", { output: path });
    expect(data).toMatchObject({
      webhooks: [{ company: 1, host: "hooks.example.com", waiting: 3, failure: "http 500" }],
    });
    const page = readFileSync(path, "utf8");
    expect(page).toMatch(/<td>credit notes<\/td>/);
    expect(page).toMatch(/hooks\.example\.com.*disabled: failing.*2026-11-20 09:59:00 \(http 500\)/);
    expect(page + JSON.stringify(data)).not.toContain("oculto");
  });

  it("marks drafts, and says in one line how many of them lack what", async () => {
    const draft = { ...COMPANY, draft: true } as const;
    await bench.run("company add", { ...draft, nit: "900373116-0", name: "Borrador Uno S.A.S." });
    await bench.run("company add", { ...draft, nit: "900373117-8", name: "Borrador Dos S.A.S." });
    bench.query(
      `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before,
        not_after) VALUES (3, 'vault', 's', 'i', '77', '[]', 'd', '2026-01-01T00:00:00Z', '2028-12-01T00:00:00Z')`,
    );
    const path = join(bench.root, "report.html");
    expect(await bench.json("report", { output: path })).toMatchObject({
      companies: [
        { id: 1, state: "active", missing: [] },
        { id: 2, state: "draft", missing: ["certificate", "fe range"] },
        { id: 3, state: "draft", missing: ["fe range"] },
      ],
    });
    const line = "2 drafts lack something before they can issue: fe range 2, certificate 1";
    const page = readFileSync(path, "utf8");
    expect(page).toContain(line);
    // Opened, the line names them.
    expect(page).toContain("<li>company 2 Borrador Uno S.A.S.: certificate, fe range</li>");
    expect(
      page.match(/<span class="who">\d+ <b class="warn">draft<\/b> Borrador (?:Uno|Dos) S\.A\.S\.<\/span>/g),
    ).toHaveLength(2);
    expect((await bench.run("report", { output: path, again: true })).out).toContain(line);
    bench.query("UPDATE companies SET state = 'active'");
    await bench.run("report", { output: path, again: true });
    expect(readFileSync(path, "utf8")).not.toContain("draft");
  });

  it("says an outage first, with what waits for its end, and what was reported among what needs somebody", async () => {
    await addDocuments(2);
    bench.query("UPDATE documents SET state = 'firmado', due_at = '2026-11-20T15:30:00.000Z'");
    bench.query("UPDATE documents SET last_status_error = 'held: the authority is down'");
    const refusal = JSON.stringify({ changes: [], attempts: [{ kind: "send", outcome: "not-processed" }] });
    bench.query("UPDATE documents SET exchanges = NULL, timeline = ? WHERE id = 1", refusal);
    bench.query(
      "INSERT INTO authority_health (environment, state, version) VALUES ('produccion', ?, 1)",
      JSON.stringify(silentSince(Date.parse("2026-11-20T14:30:00.000Z"))),
    );
    for (const [code, detail] of [
      ["sending_refused", { companyId: 1, module: "fe", statement: "status 89" }],
      ["authority_down", { environment: "produccion" }],
    ] as const) {
      bench.query(
        "INSERT INTO alerts (code, subject, company_id, detail, raised_at) VALUES (?, ?, 1, ?, ?)",
        code,
        code,
        JSON.stringify(detail),
        "2026-11-20T14:50:00.000Z",
      );
    }
    const path = join(bench.root, "report.html");
    const line = "The authority (produccion) answers nothing since 2026-11-20 09:30:00; 2 documents wait by themselves";
    expect((await bench.run("report", { output: path })).out.split("\n")[0]).toBe(line);
    const page = readFileSync(path, "utf8");
    expect(page.indexOf(line)).toBeLessThan(page.indexOf('class="tiles"'));
    expect(page.indexOf(line)).toBeGreaterThan(0);
    const [, needs = ""] = /What needs somebody(.*?)Documents by day/s.exec(page) ?? [];
    expect(needs).toMatch(/sending_refused<\/b>: 1 company, 1 .*company 1: .*statement status 89; 2026-11-20 09:50:00/);
    expect(needs).not.toContain("authority_down");
  });

  it("counts apart from what needs somebody the warnings that an operator keeps quiet", async () => {
    await bench.run("alert snooze", {
      company: 1,
      code: "certificate_missing",
      until: "2026-12-01",
      reason: "en trámite",
    });
    const path = join(bench.root, "report.html");
    const data = await bench.json<{ warnings: { code: string }[]; quiet: { code: string }[] }>("report", {
      output: path,
    });
    expect(data.quiet.map(({ code }) => code)).toEqual(["certificate_missing"]);
    expect(data.warnings.map(({ code }) => code)).not.toContain("certificate_missing");
    const page = readFileSync(path, "utf8");
    const [first = "", kept = ""] = page.slice(page.indexOf("What needs somebody")).split("1 warning is kept quiet");
    expect(first).not.toContain("certificate_missing");
    expect(kept).toContain("certificate_missing");
    expect(kept).toContain("(kept quiet by ana until 2026-12-01: en trámite)");
    expect(page).toContain(
      `<b class="${data.warnings.length === 0 ? "good" : "bad"}">${data.warnings.length}</b><span>warnings, and 1 kept quiet`,
    );
    expect(page).toContain(
      `<b class="${data.warnings.length === 0 ? "good" : "warn"}">${data.warnings.length}</b></span></summary>`,
    );
  });

  it("forecasts when plans, ranges and certificates end", async () => {
    await addDocuments(30);
    bench.query("UPDATE companies SET created_at = '2025-12-01 12:00:00'");
    bench.query("UPDATE plans SET used = 90");
    bench.query("UPDATE ranges SET to_number = next_number + 9");
    const data = await bench.json("report", { output: join(bench.root, "report.html") });
    expect(data).toMatchObject({
      // 90 in 324 days, 10 left of either.
      plans: [{ used: 90, left: 10, ends: "2026-12-26" }],
      ranges: [{ numbers_left: 10, used_up: "2026-12-26", ends: "2026-12-26", valid_to: "2027-01-01" }],
      authority: expect.arrayContaining([
        { day: "2026-11-20", answers: 1, failures: 0, median_ms: 2000, p95_ms: 2000 },
      ]),
    });
  });

  it("forecasts as the warnings on the same page do, of a young company too", async () => {
    await addDocuments(4);
    bench.query("UPDATE companies SET created_at = '2026-10-02 12:00:00'");
    bench.query("UPDATE plans SET used = 50, allowance = 70");
    const data = await bench.json("report", { output: join(bench.root, "report.html") });
    expect(data).toMatchObject({
      // 50 documents in 50 days.
      plans: [{ left: 20, ends: "2026-12-10" }],
      warnings: expect.arrayContaining([expect.objectContaining({ code: "plan_ending", daysLeft: 20 })]),
    });
  });

  it("forecasts a range of a company without a plan from the documents of its days", async () => {
    await addDocuments(30);
    bench.query("DELETE FROM plans");
    bench.query("UPDATE ranges SET to_number = next_number + 9");
    const data = await bench.json("report", { output: join(bench.root, "report.html") });
    expect(data).toMatchObject({ plans: [], ranges: [{ numbers_left: 10, used_up: "2026-11-30" }] });
  });
});
