// Tests the pages of the console over real documents: what each shows in both languages, what a search finds, and what none ever shows.
import { env } from "cloudflare:workers";
import { html } from "hono/html";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ALERTS_IN_SPANISH } from "../../console/advice.ts";
import { sayFacts } from "../../console/alert-fact.ts";
import { createConsole } from "../../console/app.ts";
import { type LedgerBindings, openLedger } from "../../console/ledger.ts";
import { showDocument } from "../../console/page/document.ts";
import { sayWarning, showKinds } from "../../console/page/warning.ts";
import { complete, describeTarget, findDocument, formatAmount, type View } from "../../console/view.ts";
import { LANGUAGES, type Language, WORDS } from "../../console/words.ts";
import { REPORT_WORDS } from "../../operator/command/report-words.ts";
import { LOOKED_AT } from "../../operator/data/document-search.ts";
import { listHeard } from "../../operator/data/heard.ts";
import { ADVICE } from "../../src/cron/alert-advice.ts";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { BEGINNINGS, EVENTS, STATES, TRANSITIONS } from "../../src/domain/document/state.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { Env as Service } from "../../src/env.ts";
import { manifestPath } from "../../src/store/audit/configuration-copy.ts";
import type { AlertMember } from "../../src/store/base/schema.ts";
import type { Warning } from "../../src/store/watch/health.ts";
import { postInvoice, postNote, postSupportDocument, useApiVersion } from "../support/api.ts";
import { failingSince, silentSince, untriedSince } from "../support/outage-state.ts";
import { sampleInvoice, sampleSupportDocument, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { unpackRow } from "../support/unpack.ts";

useApiVersion("v2");

const MARKUP = '<img src=x onerror=alert(1)> & "Cía"';
const { DB, FILES, RENDERER } = env as Service;
const ledger = { DB, FILES, ...(RENDERER !== undefined && { RENDERER }) };
const openConsole = (environment: string, runbooks = "") =>
  createConsole<LedgerBindings>({
    admit: async () => ({ type: "reader", name: "ana@example.com" }),
    open: openLedger,
    target: () => describeTarget(environment),
    runbooks: () => runbooks,
    nowMs: Date.now,
  });
const app = openConsole("");

let tenant: Tenant;
let accepted: number;
let rejected: number;
let note: number;
let support: number;
const key = `venta-${crypto.randomUUID()}`;
/** Nobody else's: other tests have companies of their own in the same ledger. */
const buyer = String(1_000_000_000 + Math.floor(Math.random() * 1e9));
const supportKey = `compra-${crypto.randomUUID()}`;

beforeAll(async () => {
  tenant = await createTenant();
  const receptor = { ...(sampleInvoice().receptor as object), tipo_doc: "13", numero_doc: buyer, nombre: MARKUP };
  const sold = await postInvoice(tenant, { ...sampleInvoice(), receptor, draft_key: key });
  accepted = Number(sold.body.factura_id);
  const refused = await postInvoice(tenant, { ...taggedInvoice("#rechazo"), draft_key: crypto.randomUUID() });
  rejected = Number(refused.body.factura_id);
  const credit = { factura_id: accepted, concepto: "1", items: [{ linea: 1, cant: 1 }] };
  await postNote(tenant, "91", crypto.randomUUID(), credit);
  await postSupportDocument(tenant, supportKey, sampleSupportDocument());
  [note, support] = await Promise.all([findOnly("91"), findOnly("05")]);
});

/** The tenant's only document of a type. */
async function findOnly(typeCode: string): Promise<number> {
  const select = DB.prepare("SELECT id FROM documents WHERE company_id = ? AND type_code = ?");
  const row = await select.bind(tenant.companyId, typeCode).first<{ id: number }>();
  if (row === null) throw new Error(`no document of type ${typeCode}`);
  return row.id;
}

async function visit(path: string, console = app) {
  const response = await console.fetch(new Request(`https://console.example.com${path}`), ledger);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What a page in a language is made with. */
const viewIn = (language: Language): View => ({
  ledger: openLedger(ledger),
  language,
  words: WORDS[language],
  nowMs: Date.now(),
  target: "",
  runbooks: "",
  query: () => undefined,
});

const toFind = (id: number) => `href="/en/documents/${id}"`;

async function rowOf(id: number) {
  const row = await DB.prepare("SELECT * FROM documents WHERE id = ?").bind(id).first<Record<string, string>>();
  if (row === null) throw new Error(`no document ${id}`);
  return unpackRow(row);
}

/** Every page that is of no single document or company, and one of each kind that is. */
const listPaths = () => [
  "",
  "/search?q=x",
  "/search?amount=1",
  "/companies",
  "/pending",
  "/authority",
  "/webhooks",
  "/warnings",
  `/companies/${tenant.companyId}`,
  ...[accepted, rejected, note, support].map((id) => `/documents/${id}`),
];

describe("a page of the console", () => {
  it("is there in both languages, closed to frames, scripts and caches", async () => {
    for (const path of listPaths()) {
      const [spanish, english] = [await visit(`/es${path}`), await visit(`/en${path}`)];
      expect([path, spanish.status, english.status]).toEqual([path, 200, 200]);
      expect(spanish.text).toContain('<html lang="es">');
      expect(english.text).toContain('<html lang="en">');
      expect(english.text).not.toMatch(/<script|<[^>]*\son\w+=/i);
      expect(english.headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'self'; .*frame-ancestors 'none'$/,
      );
      expect(english.headers.get("cache-control")).toBe("private, no-store");
    }
  });

  it("of a document says what it is, what became of it, and what to do", async () => {
    const { text } = await visit(`/en/documents/${rejected}`);
    const row = await rowOf(rejected);
    const total = row.total?.replaceAll(/\B(?=(?:\d{3})+\.)/g, ",");
    for (const part of [row.full_number, row.fiscal_id, `COP ${total}`, "rechazado", "the authority rejected it"]) {
      expect(text).toContain(part);
    }
    expect(text).toContain(`npm run operator -- document explain --document ${rejected} --remote`);
    expect(text).toContain("signed");
    expect(text).toContain("the client corrects its data and issues a new document");
    const spanish = (await visit(`/es/documents/${rejected}`)).text;
    expect(spanish).toContain("<p>la autoridad lo rechazó; está resuelto y su número queda usado</p>");
    expect(spanish).toContain("la autoridad lo rechazó");
    expect(spanish).toContain("el cliente corrige sus datos y emite un documento nuevo con una llave nueva");
    expect(spanish).not.toMatch(/in English|en inglés|the client corrects/);
  });

  it("of a document whose row was rebuilt from its signed file alone says that it may have been sent", async () => {
    const own = await createTenant();
    const sold = await postInvoice(own, { ...sampleInvoice(), draft_key: crypto.randomUUID() });
    const id = Number(sold.body.factura_id);
    // After that its object writes the row no more.
    await expect.poll(async () => String((await rowOf(id)).file_sha256)).toMatch(/^[0-9a-f]{64}$/);
    const update = "UPDATE documents SET state = 'firmado', version = 0 WHERE id = ?";
    await DB.prepare(update).bind(id).run();
    expect((await visit(`/en/documents/${id}`)).text).toContain("<p>its row was rebuilt from its signed file alone");
    const { text } = await visit(`/es/documents/${id}`);
    expect(text).toContain("<p>su fila se reconstruyó solo con el archivo firmado");
    expect(text).not.toContain("nada ha salido");
  });

  it("of a document whose every sending was refused before processing says how often, in both languages", async () => {
    const own = await createTenant();
    const sold = await postInvoice(own, { ...sampleInvoice(), draft_key: crypto.randomUUID() });
    const id = Number(sold.body.factura_id);
    await expect.poll(async () => String((await rowOf(id)).file_sha256)).toMatch(/^[0-9a-f]{64}$/);
    const { document } = await complete(viewIn("es"), (await findDocument(viewIn("es"), id)) ?? expect.fail());
    const attempts = (document.timeline?.attempts ?? []).map((one) => ({
      ...one,
      outcome: "not-processed",
      detail: "status 89: no autorizado",
    }));
    const refused = {
      ...document,
      state: "firmado" as const,
      verdict: null,
      lastStatusError: "held: down",
      timeline: { changes: [], attempts: attempts.slice(0, 1) },
    };
    const show = async (language: Language) => String(html`${(await showDocument(viewIn(language), refused)).body}`);
    const [spanish, english] = [await show("es"), await show("en")];
    expect(spanish).toContain("se envió una vez, y se rechazó antes de procesarlo («status 89: no autorizado»)");
    expect(spanish).toContain("Además, la autoridad no responde");
    expect(english).toContain("it was sent once, and refused before processing");
    for (const text of [spanish, english]) expect(text).not.toMatch(/nothing has left|nada ha salido|nothing: the/);
  });

  it("of a document leads to its notes, and of a note to what it corrects", async () => {
    expect((await visit(`/en/documents/${accepted}`)).text).toContain(toFind(note));
    expect((await visit(`/en/documents/${note}`)).text).toContain(toFind(accepted));
  });

  it("leaves one line in the log: who read which page about what, and nothing of what was shown or searched for", async () => {
    const lines: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
    try {
      await visit(`/en/documents/${accepted}`);
      await visit(`/es/documents/${accepted}/xml`);
      await visit(`/en/search?q=${buyer}&company=${tenant.companyId}`);
      await visit("/es");
      await visit("/console.css");
      await visit("/en/documents/999999999");
    } finally {
      log.mockRestore();
    }
    const reader = "ana@example.com";
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { event: "page", reader, page: "documents", id: accepted, status: 200 },
      { event: "page", reader, page: "documents", id: accepted, file: "xml", status: 200 },
      { event: "page", reader, page: "search", company: tenant.companyId, status: 200 },
      { event: "page", reader, page: "overview", status: 200 },
      { event: "page", reader, page: "documents", id: 999_999_999, status: 404 },
    ]);
    expect(lines.join()).not.toContain(buyer);
  });

  it("escapes what clients wrote", async () => {
    for (const path of [`/en/documents/${accepted}`, `/en/search?q=${encodeURIComponent(MARKUP)}`]) {
      const { text } = await visit(path);
      expect(text).not.toContain("<img");
      expect(text).toContain("&lt;img src=x");
    }
  });

  it("of a company shows ranges, certificates, plans and warnings, each with the command that changes it", async () => {
    const { text } = await visit(`/en/companies/${tenant.companyId}`);
    for (const part of [tenant.nit, tenant.prefix.fe, "signs now", "Numbering ranges", "Plans", toFind(accepted)]) {
      expect(text).toContain(part);
    }
    expect(text).toContain(`npm run operator -- range import --company ${tenant.companyId} --remote`);
    // Spelled as documents print it, and a kind by its word beside its code.
    expect(text).toContain("Bogotá, D.C. (11001)");
    expect((await visit(`/es/companies/${tenant.companyId}`)).text).toMatch(/>91 nota crédito</i);
  });

  it("of a company says its state in both languages, with the commands that leave it", async () => {
    const own = await createTenant();
    const page = async (language: string) => (await visit(`/${language}/companies/${own.companyId}`)).text;
    const leaving = (text: string) => text.match(/(?<=operator -- company )(?:activate|suspend|resume|archive)/g) ?? [];
    const states = { draft: "en preparación", active: "activa", suspended: "suspendida", archived: "archivada" };
    const verbs: string[][] = [];
    for (const [state, word] of Object.entries(states)) {
      await DB.prepare("UPDATE companies SET state = ? WHERE id = ?").bind(state, own.companyId).run();
      const spanish = await page("es");
      expect(spanish).toContain(`>${word}<`);
      expect(await page("en")).toContain(`>${state}<`);
      verbs.push(leaving(spanish));
    }
    expect(verbs).toEqual([
      ["activate", "suspend", "archive"],
      ["suspend", "archive"],
      ["resume", "archive"],
      ["resume"],
    ]);
  });

  it.each([
    { environment: "", target: " --remote" },
    { environment: "staging", target: " --remote --env staging" },
    { environment: "top-level", target: " --remote --env top-level" },
  ])("where commands say --env $environment, shows every one so", async ({ environment, target }) => {
    const console = openConsole(environment);
    const warned = await createTenant();
    await DB.prepare("DELETE FROM plans WHERE company_id = ?").bind(warned.companyId).run();
    const lines: string[] = [];
    for (const path of [...listPaths(), `/companies/${warned.companyId}`].flatMap((one) => [
      `/es${one}`,
      `/en${one}`,
    ])) {
      const { text } = await visit(path, console);
      for (const [, line = ""] of text.matchAll(/(?:npm run operator -- |`operator )([^<`]+)/g)) lines.push(line);
    }
    for (const name of ["pending ask-now", "webhook retry", "document explain", "range import", "alert acknowledge"]) {
      expect(lines.map((line) => line.split(" --")[0])).toContain(name);
    }
    expect(lines.filter((line) => !line.endsWith(target))).toEqual([]);
  });

  it("counts no warning that an operator keeps quiet, and says how many there are", async () => {
    const warned = await createTenant();
    await DB.prepare("DELETE FROM plans WHERE company_id = ?").bind(warned.companyId).run();
    const count = async () => {
      const { text } = await visit("/en");
      return Number(
        /<b><a href="\/en\/warnings"><span class="(?:good|warn)">(\d+)<\/span><\/a><\/b><span>warnings/.exec(text)?.[1],
      );
    };
    const before = await count();
    const detail = { code: "plan_missing", severity: "critical", until: "2999-01-01" };
    await DB.prepare(
      `INSERT INTO events (company_id, sequence, at, actor, action, detail, previous_hash, hash)
      VALUES (?1, 1000, ?2, 'ana', 'alert.snooze', ?3, 'x', 'x')`,
    )
      .bind(warned.companyId, new Date().toISOString(), JSON.stringify(detail))
      .run();
    expect(await count()).toBeLessThan(before);
    expect((await visit("/en")).text).toMatch(/\d+ more (?:is|are) kept quiet: operator status says by whom/);
  });

  it("names the companies that are warned of, the first five of each kind, and says how many more there are", async () => {
    const warned: Tenant[] = [];
    for (let count = 0; count < 7; count += 1) warned.push(await createTenant());
    const ids = warned.map(({ companyId }) => companyId);
    const list = JSON.stringify(ids);
    const among = "company_id IN (SELECT value FROM json_each(?1))";
    await DB.prepare(`DELETE FROM plans WHERE ${among}`).bind(list).run();
    const alone = warned[6]?.companyId ?? 0;
    const raise = DB.prepare(
      "INSERT INTO alerts (code, subject, company_id, detail, raised_at) VALUES ('alert_test', ?1, ?2, ?3, ?4)",
    );
    const now = new Date().toISOString();
    await DB.batch([
      raise.bind(`alone ${alone}`, alone, "{}", now),
      raise.bind(`many ${alone}`, null, JSON.stringify({ companies: 25, among: ids.slice(0, 5).join(" ") }), now),
    ]);
    const nameOf = async (id: number) => {
      const row = await DB.prepare("SELECT name FROM companies WHERE id = ?").bind(id).first<{ name: string }>();
      return `href="/en/companies/${id}">${id} ${row?.name}</a>`;
    };
    const { text } = await visit("/en");
    const [, kind = ""] = /<p class="kind"><span class="bad">plan_missing<\/span>(.*?)<\/p>/s.exec(text) ?? [];
    const [, companies = "", more = ""] =
      /^: (\d+) companies: .* <a href="\/en\/warnings\?code=plan_missing">and (\d+) more<\/a>$/s.exec(kind) ?? [];
    expect([kind.split("/companies/").length - 1, Number(companies) - Number(more)]).toEqual([5, 5]);
    expect(Number(more)).toBeGreaterThanOrEqual(2);
    expect(text).toContain(`<td data-title="Company"><a ${await nameOf(alone)}</td>`);
    const [, cell = ""] =
      /alert_test<\/span><\/td><td data-title="Company">([^\n]*? and 20 more)<\/td>/.exec(text) ?? [];
    for (const id of ids.slice(0, 5)) expect(cell).toContain(await nameOf(id));
    expect((await visit("/es")).text).toMatch(
      /<p class="kind"><span class="bad">plan_missing<\/span>: \d+ empresas: .* <a [^>]*>y \d+ más<\/a><\/p>/s,
    );
  });

  it.each([
    {
      known: untriedSince(1, Date.now() - 1_000),
      said: ["responde consultas; aún no ha respondido ningún envío", "no sending was answered yet"],
    },
    {
      known: failingSince(1, 7),
      said: [
        "responde consultas, falla en los envíos (Id de empresa 7)",
        "answers questions, fails sendings (Company id 7)",
      ],
    },
    { known: failingSince(1), said: ["responde consultas, falla en los envíos", "answers questions, fails sendings"] },
  ])("of the authority says what is known of sendings: $said.1", async ({ known, said }) => {
    const state = JSON.stringify(known);
    const write = "INSERT OR REPLACE INTO authority_health (environment, state, version) VALUES ('habilitacion', ?, 1)";
    await DB.prepare(write).bind(state).run();
    for (const path of ["", "/authority"]) {
      expect((await visit(`/es${path}`)).text).toContain(said[0]);
      expect((await visit(`/en${path}`)).text).toContain(said[1]);
    }
    await DB.prepare("DELETE FROM authority_health WHERE environment = 'habilitacion'").run();
  });

  it("says of what was reported what it means, in the reader's language, and has both for every code", async () => {
    expect(Object.keys(ALERTS_IN_SPANISH)).toEqual(Object.keys(ADVICE));
    const detail = JSON.stringify({ severity: "warning", daysLeft: 3, documentId: 999_999_999 });
    await DB.prepare("INSERT INTO alerts (code, subject, detail, raised_at) VALUES ('send_unknown', ?1, ?2, ?3)")
      .bind(crypto.randomUUID(), detail, new Date().toISOString())
      .run();
    const spanish = (await visit("/es")).text;
    expect(spanish).toContain(
      '<p>No se sabe qué fue de un documento: por la mañana, y no envíe nada otra vez.</p><p class="faint">docs/operations.md, Runbook send_unknown</p>días que quedan 3<',
    );
    expect(spanish).toContain('<span class="warn">send_unknown</span>');
    expect((await visit("/en")).text).toContain(
      `<p>${ADVICE.send_unknown?.meaning}</p><p class="faint">docs/operations.md, Runbook send_unknown</p>days left 3<`,
    );
  });

  it.each(LANGUAGES)("says every fact of an alert in the reader's language, by the clock of Bogotá: %s", (language) => {
    const at = "2026-11-29T08:05:55.288Z";
    const values: Record<AlertMember, readonly (string | number)[]> = {
      companyId: [7],
      documentId: [8],
      rangeId: [9],
      tokenId: ["t"],
      webhook: ["w"],
      prefix: ["FE"],
      number: ["FE1"],
      among: ["1 2"],
      severity: ["critical", "warning"],
      day: ["2026-11-29"],
      daysLeft: [3],
      year: [2027],
      sequence: [1],
      size: [1],
      numbersLeft: [1],
      used: [1],
      allowance: [1],
      documents: [1],
      unknown: [1],
      sendings: [1],
      tries: [1],
      count: [1],
      companies: [25],
      oldestMinutes: [3],
      begins: [at, "2026-11-30"],
      notAfter: ["2026-11-29T08:05:55Z"],
      since: [at],
      down: [at],
      alert: ["x"],
      path: ["a/b"],
      statement: ["no"],
      refusal: ["x"],
      secret: ["PIN of software x"],
      value: ["x"],
      error: [`Error: until ${at}`],
      detail: [`since ${at}`],
      typeCode: ["91", "05"],
      difference: ["missing-file", "changed-file", `version: D1 says ${at}`],
      environment: ["produccion", "habilitacion"],
      module: ["fe", "dse", "dee"],
      kind: ["fe", "contingency", "dse", "pos"],
      cause: ["numbers"],
      questions: ["answered", "unanswered"],
      because: ["gone", "failing", "operator", "quota", "sender"],
      step: Object.keys(WORDS.es.codes.steps),
    };
    const view = viewIn(language);
    const words = WORDS[language].codes;
    for (const [member, all] of Object.entries(values)) {
      for (const value of all) {
        const said = sayFacts(view, { [member]: value });
        expect(said).not.toMatch(/\d{4}-\d\d-\d\dT\d\d/);
        const isColumn = ["companyId", "documentId", "severity", "among"].includes(member);
        expect([member, said === ""]).toEqual([member, isColumn]);
        // What is not quoted is neither a code nor a word of the other language.
        const own = said.replaceAll(/«[^»]*»/g, "");
        const coded = ["environment", "module", "kind", "cause", "questions", "because", "difference", "step"];
        if (language === "es" && coded.includes(member))
          expect([member, own.endsWith(` ${value}`)]).toEqual([member, false]);
        expect(own.startsWith(isColumn ? "" : words.members[member as AlertMember])).toBe(true);
      }
    }
    expect(sayFacts(view, { since: at })).toContain("2026-11-29 03:05:55");
    expect(sayFacts(view, { notAfter: "2026-11-29T08:05:55Z" })).toContain("2026-11-29 03:05:55");
    expect(sayFacts(view, { error: `until ${at}` })).toContain("«until 2026-11-29 03:05:55»");
    expect(sayFacts(viewIn("es"), { environment: "produccion", questions: "unanswered" })).toBe(
      "ambiente producción, consultas sin respuesta todavía",
    );
  });

  it("shows what the service reported by the clock of Bogotá on its page", async () => {
    const since = "2026-11-29T08:05:55.288Z";
    const insert = "INSERT INTO alerts (code, subject, detail, raised_at) VALUES ('authority_down', ?1, ?2, ?3)";
    const detail = JSON.stringify({ environment: "produccion", since, questions: "unanswered" });
    await DB.prepare(insert).bind(`produccion since:${since}`, detail, new Date().toISOString()).run();
    const { text } = await visit("/es");
    expect(text).toContain("ambiente producción, desde 2026-11-29 03:05:55, consultas sin respuesta todavía<");
    for (const page of [text, (await visit("/en")).text]) expect(page).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:/);
  });

  it("lists as reported what `status` lists: nothing that is over or stands above as a warning, and how many those are", async () => {
    await DB.prepare("DELETE FROM alerts").run();
    const insert = "INSERT INTO alerts (code, subject, company_id, detail, raised_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    const raise = (code: string, documentId: number | null) =>
      DB.prepare(insert)
        .bind(code, crypto.randomUUID(), tenant.companyId, JSON.stringify({ documentId }), new Date().toISOString())
        .run();
    await raise("certificate_missing", null);
    await raise("send_unknown", accepted);
    await raise("file_lost", accepted);
    const db = openLedger(ledger).databases[0];
    const { reported, leftOut } = await listHeard({ db, shards: [], nowMs: Date.now }, null);
    expect([reported.map(({ code }) => code), leftOut]).toEqual([["file_lost"], 2]);
    const { text } = await visit("/es");
    const [, listed = ""] = /<h2>Reportado en las últimas 24 horas<\/h2>(.*?)<\/section>/s.exec(text) ?? [];
    for (const code of ["certificate_missing", "send_unknown"]) expect(listed).not.toContain(code);
    expect(listed).toContain("file_lost");
    expect(listed).toContain(WORDS.es.leftOut(2));
    expect(listed).toContain("operator -- alert list");
  });

  it("of a company lists what `status` lists of it: open documents, what was reported, and of a draft what it lacks", async () => {
    const own = await createTenant();
    const sold = await postInvoice(own, { ...sampleInvoice(), draft_key: crypto.randomUUID() });
    const id = Number(sold.body.factura_id);
    await expect.poll(async () => String((await rowOf(id)).file_sha256)).toMatch(/^[0-9a-f]{64}$/);
    const refused = { kind: "send", outcome: "not-processed" };
    const open =
      "UPDATE documents SET state = 'firmado', due_at = '2999-01-01T00:00:00.000Z', reserved_at = ?, exchanges = NULL, timeline = ? WHERE id = ?";
    await DB.prepare(open)
      .bind(new Date(Date.now() - 3_600_000).toISOString(), JSON.stringify({ changes: [], attempts: [refused] }), id)
      .run();
    const insert = "INSERT INTO alerts (code, subject, company_id, detail, raised_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    await DB.prepare(insert)
      .bind("sending_refused", crypto.randomUUID(), own.companyId, '{"module":"fe"}', new Date().toISOString())
      .run();
    const page = async () => (await visit(`/en/companies/${own.companyId}`)).text;
    const active = await page();
    expect(active).toContain("documents_pending");
    expect(active).toContain("sending_refused");
    await DB.batch([
      DB.prepare("UPDATE companies SET state = 'draft' WHERE id = ?").bind(own.companyId),
      DB.prepare("DELETE FROM software WHERE company_id = ?").bind(own.companyId),
    ]);
    const draft = await page();
    for (const code of ["software_missing", "documents_pending"]) expect(draft).not.toContain(code);
    expect(draft).toContain("Lacks, before it can issue: software.");
    await DB.batch([
      DB.prepare("UPDATE documents SET state = 'aceptado', due_at = NULL WHERE id = ?").bind(id),
      DB.prepare("DELETE FROM alerts WHERE company_id = ?").bind(own.companyId),
    ]);
  });

  it("folds two hundred warnings into a line of each kind, with one command where it mends all, and leads to the others", async () => {
    const many = [...Array(107).keys()].flatMap((companyId): Warning[] => [
      { code: "plan_missing", companyId, severity: "warning", module: "fe", year: 2027 },
      { code: "range_missing", companyId, severity: "critical", kind: "fe" },
    ]);
    const text = String(await showKinds(viewIn("es"), many));
    expect([text.match(/<p class="kind">/g)?.length, text.match(/<details>/g)?.length]).toEqual([2, 2]);
    expect(text.match(/<tr><td/g)?.length).toBe(6);
    expect(text.match(/plan renew --all --from 2026 --to 2027/g)?.length).toBe(1);
    expect(text.indexOf("range_missing")).toBeLessThan(text.indexOf("plan_missing"));
    for (const code of ["range_missing", "plan_missing"]) {
      expect(text).toContain(`<a href="/es/warnings?code=${code}">y 102 más</a>`);
      expect(text).toContain(`<a href="/es/warnings?code=${code}">Las 107</a>`);
    }
  });

  it("of warnings has all of one code, and of no other", async () => {
    const own = await createTenant();
    await DB.prepare("DELETE FROM plans WHERE company_id = ?").bind(own.companyId).run();
    await DB.prepare("UPDATE ranges SET is_active = 0 WHERE company_id = ?").bind(own.companyId).run();
    const { text } = await visit("/es/warnings?code=plan_missing");
    expect(text).toContain(">plan_missing<");
    expect(text).not.toContain(">range_missing<");
    expect(text).toContain('href="/en/warnings?code=plan_missing"');
  });

  it("of companies has the state and the number of warnings of each", async () => {
    const own = await createTenant();
    const row = async (language: string) => {
      const { text } = await visit(`/${language}/companies?name=${own.nit}`);
      return text
        .slice(text.indexOf("<tbody>"))
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ");
    };
    expect(await row("es")).toMatch(/ (?:producción|habilitación) activa 0 /);
    await DB.prepare("UPDATE ranges SET is_active = 0 WHERE company_id = ?").bind(own.companyId).run();
    expect(await row("es")).toMatch(/activa [1-9]\d* /);
    await DB.prepare("UPDATE companies SET state = 'suspended' WHERE id = ?").bind(own.companyId).run();
    expect(await row("en")).toMatch(/suspended 0 /);
  });

  it("of companies shows those of a state, or with warnings, how many they are, and the worst of each by its colour", async () => {
    const [own, other] = [await createTenant(), await createTenant()];
    const name = `Almacén Filtro ${own.companyId}`;
    const isOne = "id IN (?1, ?2)";
    await DB.prepare(`UPDATE companies SET name = ?3 WHERE ${isOne}`).bind(own.companyId, other.companyId, name).run();
    await DB.prepare("UPDATE companies SET state = 'suspended' WHERE id = ?").bind(other.companyId).run();
    const show = async (query: string) => {
      const { text } = await visit(`/en/companies?name=${encodeURIComponent(name)}${query}`);
      const shown = [own, other].filter(({ companyId }) => text.includes(`href="/en/companies/${companyId}"`));
      const [, total] = /<p>(\d+ compan(?:y|ies))<\/p>/.exec(text) ?? [];
      return { shown: shown.map(({ companyId }) => companyId), total, text };
    };
    expect(await show("")).toMatchObject({ shown: [own.companyId, other.companyId], total: "2 companies" });
    expect(await show("&state=suspended")).toMatchObject({ shown: [other.companyId], total: "1 company" });
    expect(await show("&warned=1")).toMatchObject({ shown: [], total: "0 companies" });
    await DB.prepare("UPDATE ranges SET is_active = 0 WHERE company_id = ?").bind(own.companyId).run();
    const { shown, text } = await show("&warned=1&state=active");
    expect(shown).toEqual([own.companyId]);
    expect(text).toMatch(/<span class="bad">[1-9]\d*<\/span>/);
    expect(text).toContain(`state=active&amp;warned=1" lang="es"`);
  });

  it("counts as uncertain what was sent without an answer, and apart what two people decide", async () => {
    const count = async () => {
      const { text } = await visit("/es");
      const [, all, ofPeople] = />(\d+)<\/span><\/b><span>inciertos, [^<]* dos personas: (\d+)</.exec(text) ?? [];
      return [Number(all), Number(ofPeople)];
    };
    const [uncertain = 0, undecided = 0] = await count();
    const own = await createTenant();
    const lost: number[] = [];
    for (const state of ["en_proceso_http", "send_unknown"]) {
      const sold = await postInvoice(own, { ...sampleInvoice(), draft_key: crypto.randomUUID() });
      const id = Number(sold.body.factura_id);
      await expect.poll(async () => String((await rowOf(id)).file_sha256)).toMatch(/^[0-9a-f]{64}$/);
      await DB.prepare("UPDATE documents SET state = ?, due_at = '2999-01-01T00:00:00.000Z' WHERE id = ?")
        .bind(state, id)
        .run();
      lost.push(id);
    }
    expect(await count()).toEqual([uncertain + 2, undecided + 1]);
    const { text } = await visit("/en/pending");
    const [, listed = ""] = /<h2>Uncertain<\/h2>(.*?)<\/section>/s.exec(text) ?? [];
    for (const id of lost) expect(listed).toContain(toFind(id));
    await DB.prepare("UPDATE documents SET state = 'aceptado', due_at = NULL WHERE company_id = ?")
      .bind(own.companyId)
      .run();
  });

  it("offers no command that would be refused while the authority is down", async () => {
    const write = "INSERT OR REPLACE INTO authority_health (environment, state, version) VALUES ('habilitacion', ?, 1)";
    await DB.prepare(write)
      .bind(JSON.stringify(silentSince(Date.now() - 60_000)))
      .run();
    for (const path of ["/es/authority", "/es/pending"]) {
      const { text } = await visit(path);
      expect(text).not.toContain("operator -- pending ask-now");
      expect(text).toContain(WORDS.es.leavesAlone);
    }
    await DB.prepare("DELETE FROM authority_health WHERE environment = 'habilitacion'").run();
    expect((await visit("/es/authority")).text).toContain("operator -- pending ask-now");
  });

  it("writes amounts and environments as people read them, exactly", async () => {
    const [spanish, english] = [viewIn("es"), viewIn("en")];
    expect(formatAmount(spanish, "COP", "76160.00")).toBe("$ 76.160,00");
    expect(formatAmount(english, "COP", "76160.00")).toBe("COP 76,160.00");
    expect(formatAmount(spanish, "USD", "12345678901234567.89")).toBe("USD 12.345.678.901.234.567,89");
    expect(formatAmount(english, "USD", "12345678901234567.89")).toBe("USD 12,345,678,901,234,567.89");
    for (const path of listPaths()) {
      const text = (await visit(`/es${path}`)).text.replaceAll(/<code[^>]*>[^<]*<\/code>/g, "");
      expect([path, text.match(/\b(?:produccion|habilitacion)\b(?!\/)|\b[A-Z]{3} \d+\.\d\d\b/g)]).toEqual([path, null]);
    }
  });

  it("says that none is there with the gender of what is none, and one document with its number", async () => {
    const own = await createTenant();
    expect((await visit(`/es/companies/${own.companyId}`)).text).toMatch(/<h2>Advertencias<\/h2><p[^>]*>Ninguna\./);
    const waiting = { code: "documents_pending", companyId: own.companyId, severity: "warning" } as const;
    const say = (documents: number) =>
      sayWarning(viewIn("es"), { ...waiting, documents, unknown: 1, oldestMinutes: 12 });
    expect(say(1)).toContain("1 documento espera desde hace 12 minutos; 1 para que lo decidan dos personas.");
    expect(say(2)).toContain("2 documentos esperan, el más antiguo desde hace 12 minutos; 1 para que");
  });

  it("says that no receiver is set where nobody ever took an alert, and asks for a test where there was none", async () => {
    const raise = DB.prepare(
      "INSERT INTO alerts (code, subject, detail, raised_at, delivered_at) VALUES ('alert_test', ?1, '{}', ?2, ?3)",
    );
    const long = new Date(Date.now() - 3_600_000).toISOString();
    await DB.prepare("DELETE FROM alerts").run();
    expect((await visit("/es")).text).toContain("¿hay receptor (ALERT_URL)? Nadie ha recibido una alerta: alert test<");
    expect((await visit("/en")).text).toContain("is a receiver set (ALERT_URL)? Nobody took an alert yet: alert test<");
    await raise.bind(crypto.randomUUID(), long, null).run();
    expect((await visit("/es")).text).toMatch(
      />\d+<\/span><\/b><span>alertas, y nadie .* no hay receptor \(ALERT_URL\)</,
    );
    expect((await visit("/en")).text).toMatch(
      />\d+<\/span><\/b><span>alerts, and nobody .* no receiver is set \(ALERT_URL\)</,
    );
    await raise.bind(crypto.randomUUID(), long, new Date().toISOString()).run();
    expect((await visit("/es")).text).not.toContain("no hay receptor");
  });

  it("says of what day the last copy of the configuration is, and in red that it is older than two days", async () => {
    const day = (ago: number) => dateInBogota(Date.now() - ago * 86_400_000);
    const tile = async () => {
      const { text } = await visit("/es");
      return /<b><span class="(\w+)">([^<]*)<\/span><\/b><span>última copia diaria/.exec(text)?.slice(1);
    };
    await FILES.delete([0, 1, 2, 3].map((ago) => manifestPath(day(ago))));
    await FILES.put(manifestPath(day(3)), "{}");
    expect(await tile()).toEqual(["bad", day(3)]);
    await FILES.put(manifestPath(day(2)), "{}");
    expect(await tile()).toEqual(["good", day(2)]);
  });

  it("counts an alert as taken by nobody once it is late, and apart from it one that is on its way", async () => {
    await DB.prepare(
      "INSERT INTO alerts (code, subject, detail, raised_at, delivered_at) VALUES ('alert_test', ?1, '{}', ?2, ?2)",
    )
      .bind(crypto.randomUUID(), new Date().toISOString())
      .run();
    const count = async () => {
      const { text } = await visit("/es");
      const of = (name: string) => Number(new RegExp(`>(\\d+)</span></b><span>${name}</span>`).exec(text)?.[1]);
      return { due: of("alertas por entregar"), late: of("alertas que nadie recibió en 5 minutos") };
    };
    const raise = (minutes: number) =>
      DB.prepare("INSERT INTO alerts (code, subject, detail, raised_at) VALUES ('alert_test', ?1, '{}', ?2)")
        .bind(crypto.randomUUID(), new Date(Date.now() - minutes * 60_000).toISOString())
        .run();
    const { due, late } = await count();
    expect([due, late].every(Number.isInteger)).toBe(true);
    await raise(0);
    expect(await count()).toEqual({ due: due + 1, late });
    await raise(6);
    expect(await count()).toEqual({ due: due + 1, late: late + 1 });
  });

  it("shows no secret, sealed or open", async () => {
    const sealed = await DB.prepare(
      "SELECT sealed_pin AS secret FROM software WHERE company_id = ?1 UNION SELECT sealed_technical_key FROM ranges WHERE company_id = ?1 AND sealed_technical_key IS NOT NULL UNION SELECT sealed_bundle FROM certificates WHERE company_id = ?1",
    )
      .bind(tenant.companyId)
      .all<{ secret: string }>();
    const secrets = [tenant.token, tenant.technicalKey, ...sealed.results.map(({ secret }) => secret)].filter(Boolean);
    expect(secrets.length).toBeGreaterThan(3);
    for (const path of ["", `/companies/${tenant.companyId}`, `/documents/${accepted}`, "/webhooks", "/report"]) {
      const { text } = await visit(`/en${path}`);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });

  it("that does not exist is 404, and says nothing", async () => {
    for (const path of [
      "/en/documents/999999999",
      "/en/companies/999999999",
      "/en/none",
      "/fr",
      "/en/documents/x",
      `/en/documents/${accepted}/answers/none`,
    ]) {
      expect([path, (await visit(path)).status]).toEqual([path, 404]);
    }
  });

  it("leads from a warning to its runbook, where the deployment says where that is read, and else names its heading", async () => {
    const own = await createTenant();
    await DB.prepare("UPDATE ranges SET is_active = 0 WHERE company_id = ?").bind(own.companyId).run();
    const path = `/es/companies/${own.companyId}`;
    const pages = "https://pages.example.com/operations.md";
    const section = "runbook-range_ending-a-range-is-renewed-range-import---resolution";
    expect((await visit(path, openConsole("", pages))).text).toContain(
      `<a href="${pages}#${section}">Runbook range_ending</a>`,
    );
    expect((await visit(path)).text).toContain('<p class="faint">docs/operations.md, Runbook range_ending</p>');
    await DB.prepare("INSERT INTO alerts (code, subject, detail, raised_at) VALUES ('send_unknown', ?1, '{}', ?2)")
      .bind(crypto.randomUUID(), new Date().toISOString())
      .run();
    expect((await visit("/es")).text).toContain('<p class="faint">docs/operations.md, Runbook send_unknown</p>');
  });

  it("of the report speaks the language of the console by the clock of Bogotá, and leads back", async () => {
    const own = await createTenant();
    const insert = `INSERT INTO webhooks (id, company_id, url, waiting, disabled_at, disabled_because, sealed_secret, start_after, last_success_at)
      VALUES (?1, ?2, 'https://hooks.example.com/x', 0, ?3, 'failing', 'sealed', 0, ?3)`;
    await DB.prepare(insert).bind(crypto.randomUUID(), own.companyId, "2026-01-02T03:04:05.000Z").run();
    await DB.prepare("UPDATE companies SET state = 'suspended' WHERE id = ?").bind(own.companyId).run();
    const [spanish, english] = [(await visit("/es/report")).text, (await visit("/en/report")).text];
    expect(spanish).toContain('<html lang="es">');
    expect(spanish).toContain(
      '<nav><a href="/es" lang="es" hreflang="es">← Consola</a><a href="/en/report" lang="en" hreflang="en">English</a></nav>',
    );
    expect(english).toContain('<a href="/es/report" lang="es" hreflang="es">Español</a>');
    expect(spanish).toContain("Números que quedan");
    expect(spanish).toContain("deshabilitado: no dejó de fallar");
    expect(spanish).toContain('<b class="faint">suspendida</b>');
    for (const page of [spanish, english]) {
      expect(page).toContain("2026-01-01 22:04:05");
      expect(page).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d/);
    }
    const said = (texts: object): string[] =>
      Object.values(texts).flatMap((text: unknown) =>
        typeof text === "string" ? [text] : typeof text === "object" && text !== null ? said(text) : [],
      );
    const foreign = said(REPORT_WORDS.en).filter((text) => text.length > 2 && !said(REPORT_WORDS.es).includes(text));
    const shown = spanish
      .replaceAll(/<style>.*?<\/style>/gs, "")
      .replaceAll(/<[^>]*>/g, "\n")
      .split("\n");
    expect(shown.filter((text) => foreign.includes(text.trim()))).toEqual([]);
  });

  it("of the report carries its own style, and no other page's", async () => {
    const { status, headers, text } = await visit("/en/report");
    expect(status).toBe(200);
    expect(text).toContain("Documents by day");
    expect(headers.get("content-security-policy")).toContain("style-src 'unsafe-inline'");
  });
});

describe("the life of a document", () => {
  const GROUPS = [
    "happenings",
    "exchanges",
    "outcomes",
    "troubles",
    "orders",
    "orderResults",
    "orderRefusals",
    "environments",
    "modules",
    "rangeKinds",
    "causes",
    "questions",
    "holds",
    "damages",
    "steps",
  ] as const;

  /** The tables of its page, had all happened that can: every change, every question with every answer. */
  async function live(language: Language): Promise<string> {
    const at = "2026-11-20T15:00:00.000Z";
    const { outcomes } = WORDS[language].codes;
    const changes = [
      ...BEGINNINGS.map((event) => ({ at, from: null, to: "creating" as const, event })),
      ...STATES.flatMap((from) =>
        EVENTS.flatMap((event) => {
          const to = TRANSITIONS[from][event];
          return to === undefined ? [] : [{ at, from, to, event }];
        }),
      ),
    ];
    const unasked = { startedAt: at, endedAt: at, httpStatus: null, detail: null, answerSha256: null };
    const attempts = (["send", "status", "status-zip"] as const).flatMap((kind) =>
      Object.keys(outcomes).map((outcome) => ({ ...unasked, id: crypto.randomUUID(), kind, outcome })),
    );
    const view = viewIn(language);
    const row = await findDocument(view, accepted);
    if (row === undefined) throw new Error(`no document ${accepted}`);
    const { document } = await complete(view, row);
    const { body } = await showDocument(view, { ...document, timeline: { changes, attempts } });
    const page = String(await html`${body}`).replaceAll("&#39;", "'");
    return [...page.matchAll(/<table>.*?<\/table>/gs)].map(([table]) => table.replaceAll(/<[^>]*>/g, "\n")).join("\n");
  }

  it.each(LANGUAGES)("is told in the words of its reader alone, whatever happened: %s", async (language) => {
    const text = await live(language);
    const { states, happenings, exchanges, outcomes } = WORDS[language].codes;
    const words = [states, happenings, exchanges, outcomes].flatMap((group) => Object.values(group));
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    const codes = [states, happenings, exchanges, outcomes].flatMap((group) => Object.keys(group));
    const foreign = codes.filter((code) => !words.join().includes(code));
    expect(foreign.filter((code) => new RegExp(`(?<![\\w-])${code}(?![\\w-])`).test(text))).toEqual([]);
  });

  it.each(GROUPS)("has a word of its own in each language for all of its %s", (group) => {
    const english: readonly string[] = Object.values(WORDS.en.codes[group]);
    expect(Object.values(WORDS.es.codes[group]).filter((word) => english.includes(word))).toEqual([]);
  });
});

describe("the page of a document whose file is damaged", () => {
  it("shows what its row has, and says what is wrong", async () => {
    const owner = await createTenant();
    const sold = await postInvoice(owner, { ...sampleInvoice(), draft_key: crypto.randomUUID() });
    const id = Number(sold.body.factura_id);
    const read = async () => String((await rowOf(id)).file_sha256);
    await expect.poll(read).toMatch(/^[0-9a-f]{64}$/);
    const row = await rowOf(id);
    await FILES.delete(`${row.xml_path?.replace(/\.xml$/, "")}/document.json.gz`);
    const { status, text } = await visit(`/en/documents/${id}`);
    expect(status).toBe(200);
    for (const part of [row.full_number, "missing-file", row.file_sha256]) expect(text).toContain(part);
    expect((await visit(`/en/documents/${id}/xml`)).status).toBe(200);
    expect((await visit(`/en/documents/${id}/pdf`)).status).toBe(404);
  });
});

describe("a search", () => {
  it.each(["fiscal_id", "id"])("finds a document by its %s in all companies", async (column) => {
    for (const id of [accepted, rejected, note, support]) {
      const { text } = await visit(`/en/search?q=${(await rowOf(id))[column]}`);
      expect(text).toContain(toFind(id));
    }
  });

  it("finds a document by its number, which others may have too, in its company", async () => {
    for (const id of [accepted, rejected, note, support]) {
      const { full_number: number } = await rowOf(id);
      expect((await visit(`/en/search?company=${tenant.companyId}&q=${number}`)).text).toContain(toFind(id));
      expect((await visit(`/en/search?q=${number}`)).text).toContain(String(number));
    }
  });

  it("finds a document by its key in all companies, one of a client's own too", async () => {
    expect((await visit(`/en/search?q=${key}`)).text).toContain(toFind(accepted));
    expect((await visit(`/en/search?q=${supportKey}`)).text).toContain(toFind(support));
  });

  it("finds a counterparty by its number in all companies, and its documents in one", async () => {
    const { text } = await visit(`/en/search?q=${buyer}`);
    expect(text).toContain(`/en/search?company=${tenant.companyId}&amp;q=${buyer}`);
    expect((await visit(`/en/search?company=${tenant.companyId}&q=${buyer}`)).text).toContain(toFind(accepted));
  });

  it("finds a counterparty by a part of its name in all companies, and says where not all names were looked at", async () => {
    const own = await createTenant();
    const name = `Papelería Ñandú ${own.companyId}`;
    const receptor = { ...(sampleInvoice().receptor as object), nombre: name };
    await postInvoice(own, { ...sampleInvoice(), receptor, draft_key: crypto.randomUUID() });
    const { text } = await visit(`/en/search?q=${encodeURIComponent(`nandu ${own.companyId}`)}`);
    expect(text).toContain(`>${name}</a>`);
    expect(text).toContain(`/en/search?company=${own.companyId}&amp;q=`);
    expect(text).not.toContain(WORDS.en.notAllNames);
    const insert = `INSERT INTO third_parties (company_id, module, identification_type, identification_number, name, folded_name)
      SELECT ?1, 'fe', '13', 'x' || value, ?2, lower(?2) FROM json_each(?3)`;
    const many = JSON.stringify([...Array(LOOKED_AT.names).keys()]);
    await DB.prepare(insert).bind(own.companyId, `Zorro ${own.companyId}`, many).run();
    expect((await visit(`/en/search?q=zorro+${own.companyId}`)).text).toContain(WORDS.en.notAllNames);
  });

  it("says whose each document and each counterparty is, by name", async () => {
    const own = await createTenant();
    const name = `Ferretería Ñuño ${own.companyId}`;
    await DB.prepare("UPDATE companies SET name = ? WHERE id = ?").bind(name, own.companyId).run();
    const known = String(2_000_000_000 + Math.floor(Math.random() * 1e9));
    const receptor = { ...(sampleInvoice().receptor as object), tipo_doc: "13", numero_doc: known };
    const { body } = await postInvoice(own, { ...sampleInvoice(), receptor, draft_key: crypto.randomUUID() });
    for (const text of [body.factura_id, known]) {
      const { text: page } = await visit(`/es/search?q=${text}`);
      expect(page).toContain(`href="/es/companies/${own.companyId}">${own.companyId} ${name}</a>`);
    }
  });

  it("finds documents by their total as it is pasted, of all companies and of one", async () => {
    const { total = "", company_id: company } = await rowOf(accepted);
    const [whole = "", decimals = ""] = total.split(".");
    const grouped = (mark: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, mark);
    const written = [total, `$ ${grouped(".")},${decimals}`, `${grouped(",")}.${decimals}`];
    for (const text of written) {
      const { text: page } = await visit(`/en/search?company=${company}&amount=${encodeURIComponent(text)}`);
      expect([text, page.includes(toFind(accepted)), page.includes(`Total ${total}, issued from`)]).toEqual([
        text,
        true,
        true,
      ]);
      expect(page).not.toContain("was read as");
    }
    expect((await visit(`/en/search?amount=${total}`)).text).toContain(`COP ${grouped(",")}.${decimals}`);
    const days = `from=2020-01-01&to=2020-01-31&company=${company}`;
    expect((await visit(`/en/search?amount=${total}&${days}`)).text).not.toContain(toFind(accepted));
    const pasted = (await visit(`/en/search?q=${encodeURIComponent(`$ ${total}`)}`)).text;
    expect([
      pasted.includes(toFind(accepted)),
      pasted.includes(`Documents with the total ${total}, of yesterday`),
    ]).toEqual([true, true]);
    expect(pasted).toContain(`href="/en/search?amount=${encodeURIComponent(`$ ${total}`)}"`);
  });

  it("says how it read an amount that can be meant in two ways, and what it cannot read", async () => {
    const say = async (query: string) => (await visit(`/es/search?${query}`)).text;
    expect(await say("amount=123.760")).toContain(
      "«123.760» se leyó como 123760.00, con separador de miles y sin decimales.",
    );
    expect(await say("amount=doce")).toContain("«doce» no es un valor");
    expect(await say("amount=1&from=2026-01-01&to=2026-03-01")).toContain("se miran 31 días como máximo");
    expect(await say("amount=1&from=2026-02-01&to=2026-01-31")).toContain("el primer día va antes");
  });

  it("finds a company by its own NIT, as it is written or spoken, and by a part of its name", async () => {
    const own = await createTenant();
    const digit = findCheckDigit(own.nit);
    const pointed = own.nit.replaceAll(/\B(?=(?:\d{3})+$)/g, ".");
    const name = `Almacén El Búho ${own.companyId} S.A.S.`;
    await DB.prepare("UPDATE companies SET name = ? WHERE id = ?").bind(name, own.companyId).run();
    const written = [
      own.nit,
      `${own.nit}-${digit}`,
      `${own.nit}${digit}`,
      pointed,
      `${pointed}-${digit}`,
      `NIT ${pointed} - ${digit}`,
    ];
    for (const text of [...written, `el buho ${own.companyId}`, `ALMACÉN EL BÚHO ${own.companyId}`]) {
      for (const path of ["/en/search?q=", "/en/companies?name="]) {
        const page = (await visit(`${path}${encodeURIComponent(text)}`)).text;
        expect([text, path, page.includes(`href="/en/companies/${own.companyId}">${name}</a>`)]).toEqual([
          text,
          path,
          true,
        ]);
      }
    }
    expect((await visit(`/en/search?q=${own.nit}&company=${tenant.companyId}`)).text).not.toContain(name);
  });

  it("finds a document by the authority's link, or by the whole text of its QR, as it is pasted", async () => {
    const { fiscal_id: cufe = "", full_number: number } = await rowOf(accepted);
    const link = `https://catalogo-vpfe-hab.dian.gov.co/document/searchqr?documentkey=${cufe}`;
    for (const text of [link, `NumFac: ${number}\nFecFac: 2026-11-29\nCUFE: ${cufe}\n${link}`]) {
      const { text: page } = await visit(`/en/search?q=${encodeURIComponent(text)}`);
      expect([text, page.includes(toFind(accepted))]).toEqual([text, true]);
    }
  });

  it("finds by a part of a name in one company, and lists its newest without a text", async () => {
    expect((await visit(`/en/search?company=${tenant.companyId}&q=carmen`)).text).toContain(toFind(support));
    const { text } = await visit(`/en/search?company=${tenant.companyId}`);
    for (const id of [accepted, rejected, note, support]) expect(text).toContain(toFind(id));
  });

  it("in one company finds nothing of another", async () => {
    const other = await createTenant();
    for (const text of [key, (await rowOf(accepted)).fiscal_id, buyer]) {
      expect((await visit(`/en/search?company=${other.companyId}&q=${text}`)).text).not.toContain(toFind(accepted));
    }
  });
});

describe("the files of a document", () => {
  it("have the PDF of an accepted one, drawn and kept nowhere, and of no other", async () => {
    await expect.poll(async () => (await visit(`/en/documents/${accepted}/pdf`)).status).toBe(200);
    const { text, headers } = await visit(`/en/documents/${accepted}/pdf`);
    expect(text.slice(0, 5)).toBe("%PDF-");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect((await visit(`/en/documents/${rejected}/pdf`)).status).toBe(404);
    const prefix = (await rowOf(accepted)).xml_path?.replace(/\.xml$/, "") ?? "";
    const kept = (await FILES.list({ prefix })).objects.map(({ key }) => key);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter((key) => key.includes("carta"))).toEqual([]);
  });

  it("are listed once each, an answer that the archive has with its link and its size", async () => {
    const folder = (await rowOf(accepted)).xml_path?.replace(/\.xml$/, "");
    const read = async () => (await visit(`/en/documents/${accepted}`)).text;
    const [, attempt] = /\/answers\/([^"]+)"/.exec(await read()) ?? [];
    const path = `${folder}/${attempt}.answer.xml`;
    await FILES.put(path, "<answer/>");
    const [, ...cells] = (await read()).split(path);
    await FILES.delete(path);
    expect(cells.map((text) => /^<\/td><td[^>]*>([^<]*)</.exec(text)?.[1])).toEqual(["9"]);
  });

  it("are handed over as they were signed and answered", async () => {
    const row = await rowOf(accepted);
    const xml = await visit(`/en/documents/${accepted}/xml`);
    expect(xml.text).toContain(`${row.fiscal_id}</cbc:UUID>`);
    expect(xml.headers.get("content-disposition")).toBe(`attachment; filename="${row.full_number}.xml"`);
    const [, answer] =
      /href="(\/en\/documents\/\d+\/answers\/[^"]+)"/.exec((await visit(`/en/documents/${accepted}`)).text) ?? [];
    await expect.poll(async () => (await visit(answer ?? "")).text).toContain("Envelope");
  });
});
