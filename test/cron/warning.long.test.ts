// Tests warnings: raised once for each threshold, kept for the operator, posted to the webhook until it accepts them.
import { env as stand } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reportWarnings } from "../../src/cron/warning.ts";
import { type BrakeState, RELEASED } from "../../src/domain/document/brake.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { listUndelivered, raiseAlerts } from "../../src/store/watch/alerts.ts";
import { raiseWarning, URGENT_CODES } from "../../src/telemetry/alert.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "../store/sample.ts";
import { failingSince, silentSince } from "../support/outage-state.ts";

/** Minutes are minutes. */
const env = { ...stand, POLL_SCALE: "1" };
const NOON = Date.parse("2026-11-20T12:00:00Z");
const ODD_MINUTE = NOON + 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await env.DB.prepare("DELETE FROM alerts").run();
});

const own = (companyId: number, code?: string) =>
  lines.filter((line) => line.companyId === companyId && (code === undefined || line.code === code));

async function addCertificate(companyId: number, daysLeft: number): Promise<void> {
  const notAfter = new Date(NOON + daysLeft * DAY_MS + 3_600_000).toISOString();
  await env.DB.prepare(
    `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before,
      not_after) VALUES (?1, 'vault', 's', 'i', '1', '[]', 'd', '2026-01-01T00:00:00Z', ?2)`,
  )
    .bind(companyId, notAfter)
    .run();
}

/** The webhook of a test: what it received, and what it answers. */
function listen(answer: () => Response) {
  const posts: { url: string; init: RequestInit }[] = [];
  const post = async (url: string, init: RequestInit) => {
    posts.push({ url, init });
    return answer();
  };
  return { posts, post };
}

describe("the cron warns", () => {
  it.each([
    { daysLeft: 61, raised: [] },
    { daysLeft: 60, raised: [60, 30, 15, 7, 1] },
    { daysLeft: 20, raised: [20, 15, 7, 1] },
    { daysLeft: 1, raised: [1] },
  ])("of a certificate with $daysLeft days left, once at each threshold it passes", async ({ daysLeft, raised }) => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, daysLeft);
    const days = raised.length === 0 ? 1 : daysLeft;
    for (let day = 0; day < days; day += 1) {
      await reportWarnings(env, NOON + day * DAY_MS);
      await reportWarnings(env, NOON + day * DAY_MS + 10 * MINUTE_MS);
    }
    expect(own(id, "certificate_ending").map((line) => line.daysLeft)).toEqual(raised);
  });

  it("of a certificate that is over, once a day", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, -3);
    for (const hours of [0, 1, 24]) await reportWarnings(env, NOON + hours * 60 * MINUTE_MS);
    expect(own(id, "certificate_ending")).toMatchObject([{ severity: "critical" }, { severity: "critical" }]);
  });

  it("although the very minute of a threshold was missed", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, 30);
    await reportWarnings(env, NOON + 2 * DAY_MS + 20 * MINUTE_MS);
    expect(own(id, "certificate_ending")).toMatchObject([{ daysLeft: 28 }]);
  });

  it("of a tax unit that is not known, once and then daily, where somebody sells tickets in production", async () => {
    const at = (day: string) => reportWarnings(env, Date.parse(`${day}T12:00:00Z`));
    const years = () => lines.filter(({ code }) => code === "tax_unit_missing").map(({ year }) => year);
    await seedCompany(env.DB, { modules: ["dee"], kind: null, environment: "habilitacion" });
    await at("2026-12-01");
    expect(years()).toEqual([]);
    await seedCompany(env.DB, { modules: ["dee"], kind: null });
    for (const day of ["2026-11-30", "2026-12-01", "2026-12-02"]) await at(day);
    expect(years()).toEqual([2027]);
    for (const day of ["2026-12-24", "2027-01-01", "2027-03-01"]) await at(day);
    expect(years()).toEqual([2027, 2027, 2027, 2027]);
    await reportWarnings({ ...env, TAX_UNITS: "2027:54000" }, Date.parse("2027-03-02T12:00:00Z"));
    expect(years()).toHaveLength(4);
    await env.DB.prepare("DELETE FROM software WHERE module = 'dee'").run();
  });

  it("of documents that wait, once an hour and company however many they are", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, 400);
    for (const name of ["a", "b"]) {
      const reservation = sampleReservation(id, {
        reservedAt: "2026-11-20T11:00:00.000Z",
        name: `dse:${id}:1:${name}`,
        reservationId: crypto.randomUUID(),
      });
      await allocateNumber(openDatabase(env.DB), reservation, sampleSupportDocument());
    }
    await reportWarnings(env, ODD_MINUTE);
    expect(own(id, "documents_pending")).toEqual([]);
    for (const minutes of [0, 10, 50, 60]) await reportWarnings(env, NOON + minutes * MINUTE_MS);
    expect(own(id, "documents_pending")).toMatchObject([
      { documents: 2, oldestMinutes: 60 },
      { documents: 2, oldestMinutes: 120 },
    ]);
  });
});

describe("documents that wait", () => {
  async function addWaiting(state: string): Promise<number> {
    const id = await seedCompany(env.DB);
    await addCertificate(id, 400);
    const reservation = sampleReservation(id, {
      reservedAt: "2026-11-20T11:00:00.000Z",
      name: `dse:${id}:1:a`,
      reservationId: crypto.randomUUID(),
    });
    await allocateNumber(openDatabase(env.DB), reservation, sampleSupportDocument());
    await env.DB.prepare("UPDATE documents SET state = ?1 WHERE company_id = ?2").bind(state, id).run();
    return id;
  }
  const listPending = () => lines.filter(({ code }) => code === "documents_pending");
  const setDown = (downSince: number | null, environment = "produccion") =>
    env.DB.prepare("INSERT OR REPLACE INTO authority_health (environment, state, version) VALUES (?2, ?1, 1)")
      .bind(JSON.stringify(downSince === null ? RELEASED : silentSince(downSince)), environment)
      .run();
  beforeEach(async () => {
    await env.DB.prepare("UPDATE documents SET due_at = NULL").run();
  });

  it("are one alert an hour, whosever they are", async () => {
    const ids = [await addWaiting("firmado"), await addWaiting("send_unknown"), await addWaiting("enviado")];
    for (const minutes of [0, 10, 60]) await reportWarnings(env, NOON + minutes * MINUTE_MS);
    expect(listPending()).toMatchObject([
      { companyId: null, companies: 2, severity: "warning" },
      { companyId: ids[1], unknown: 1 },
      { companyId: null, companies: 2 },
    ]);
  });

  it("are news while the authority of the other environment is down", async () => {
    const id = await addWaiting("firmado");
    await setDown(NOON, "habilitacion");
    await reportWarnings(env, NOON);
    await setDown(null, "habilitacion");
    expect(listPending()).toMatchObject([{ companyId: id }]);
  });

  it("are no news between the two alerts of an outage: while questions are answered and sendings fail", async () => {
    await addWaiting("firmado");
    const write = env.DB.prepare(
      "INSERT OR REPLACE INTO authority_health (environment, state, version) VALUES ('produccion', ?1, 1)",
    );
    await write.bind(JSON.stringify(failingSince(NOON - 90 * MINUTE_MS))).run();
    await reportWarnings(env, NOON);
    await setDown(null);
    expect(listPending()).toEqual([]);
  });

  it("are no news while the authority is down, and those that people decide are called to mind once a day", async () => {
    const ids = [await addWaiting("firmado"), await addWaiting("send_unknown")];
    await setDown(NOON);
    for (const minutes of [0, 60]) await reportWarnings(env, NOON + minutes * MINUTE_MS);
    expect(listPending()).toEqual([]);
    await setDown(null);
    for (const hours of [2, 3, 26]) await reportWarnings(env, NOON + hours * 60 * MINUTE_MS);
    expect(listPending().filter(({ companyId }) => companyId === ids[0])).toHaveLength(3);
    expect(listPending().filter(({ companyId }) => companyId === ids[1])).toHaveLength(2);
  });
});

describe("an outage that no isolate could report", () => {
  const write = (state: BrakeState) =>
    env.DB.prepare("INSERT OR REPLACE INTO authority_health (environment, state, version) VALUES ('produccion', ?1, 1)")
      .bind(JSON.stringify(state))
      .run();
  const look = (minutes: number) => reportWarnings(env, NOON + minutes * MINUTE_MS);
  const listSaid = () => lines.filter(({ code }) => String(code).startsWith("authority_"));
  const down = "2026-11-20T11:58:00.000Z";
  afterEach(() => write(RELEASED));

  it("is reported by the cron, once, and so is its end", async () => {
    await write(silentSince(Date.parse(down)));
    for (const minutes of [0, 10]) await look(minutes);
    const begun = { code: "authority_down", environment: "produccion", since: down, questions: "unanswered" };
    expect(listSaid()).toMatchObject([begun]);
    await write({ ...RELEASED, backSince: NOON + 15 * MINUTE_MS });
    for (const minutes of [20, 30]) await look(minutes);
    const ended = { code: "authority_back", environment: "produccion", since: "2026-11-20T12:15:00.000Z", down };
    expect(listSaid()).toMatchObject([begun, ended]);
  });

  it("is nobody's but that company's where its sendings alone fail", async () => {
    await write(failingSince(Date.parse(down), 1));
    await look(0);
    expect(listSaid()).toEqual([]);
  });
});

describe("the operator's webhook", () => {
  const address = { ...env, ALERT_URL: "https://alerts.test/hook?key=CANARY-URL" };

  it("is posted once, with a deadline and without following redirects", async () => {
    const id = await seedCompany(env.DB, { kind: null });
    const { posts, post } = listen(() => new Response(null, { status: 204 }));
    await reportWarnings(address, NOON, post);
    await reportWarnings(address, ODD_MINUTE, post);
    expect(posts).toHaveLength(1);
    const { init } = posts[0] ?? {};
    expect(init).toMatchObject({ method: "POST", redirect: "manual" });
    expect(init?.signal).toBeInstanceOf(AbortSignal);
    const { alerts, text } = JSON.parse(String(init?.body)) as { alerts: Record<string, unknown>[]; text: string };
    expect(alerts).toContainEqual(expect.objectContaining({ code: "range_missing", company: id }));
    expect(text).toContain("range_missing");
  });

  it("is posted in the words of the log, as JSON", async () => {
    const id = await seedCompany(env.DB, { kind: null });
    await addCertificate(id, 20);
    await env.DB.prepare("DELETE FROM alerts").run();
    const { posts, post } = listen(() => new Response(null, { status: 204 }));
    await reportWarnings(address, NOON, post);
    const { init } = posts[0] ?? {};
    expect(init?.headers).toEqual({ "content-type": "application/json" });
    const body = JSON.parse(String(init?.body)) as { service: string; alerts: object[]; text: string };
    expect(body.service).toBe("factura-edge");
    const said = body.text.split("\n").filter((line) => line.includes(`company:${id} `));
    const { nit, name } = (await env.DB.prepare("SELECT nit, name FROM companies WHERE id = ?").bind(id).first()) ?? {};
    expect(said).toContain(
      `🟡 certificate_ending · A certificate ends: in the morning, unless no day is left. · company:${id} until:2026-12-10T13:00:00.000Z days:30 · ${name} (NIT ${nit}) · daysLeft 20, notAfter 2026-12-10T13:00:00.000Z · factura-edge · next: npm run operator -- certificate list --company ${id} · docs/operations.md#what-it-reports`,
    );
    expect(body.text.split("\n")).toHaveLength(body.alerts.length);
  });

  it.each([503, 302, 400])("is posted again when it answered %i", async (status) => {
    await seedCompany(env.DB, { kind: null });
    const deaf = listen(() => new Response(null, { status, headers: { location: "https://elsewhere.test" } }));
    await reportWarnings(address, NOON, deaf.post);
    expect(lines).toContainEqual(
      expect.objectContaining({ code: "alert_undelivered", error: `the webhook answered ${status}` }),
    );
    const { posts, post } = listen(() => new Response("ok"));
    await reportWarnings(address, ODD_MINUTE, post);
    expect(posts).toHaveLength(1);
    expect(await listUndelivered(openDatabase(env.DB), 10)).toEqual([]);
  });

  it("is posted again when the connection failed, and its address is never logged", async () => {
    await seedCompany(env.DB, { kind: null });
    await reportWarnings(address, NOON, () => Promise.reject(new TypeError("fetch failed: CANARY-URL")));
    expect(lines).toContainEqual(expect.objectContaining({ code: "alert_undelivered", error: "TypeError" }));
    expect(JSON.stringify(lines)).not.toContain("CANARY-URL");
    expect((await listUndelivered(openDatabase(env.DB), 10)).length).toBeGreaterThan(0);
  });

  it.each(["http://alerts.test/hook", "ftp://alerts.test", "alerts.test"])("is not posted to %s", async (url) => {
    await seedCompany(env.DB, { kind: null });
    const { posts, post } = listen(() => new Response("ok"));
    await reportWarnings({ ...env, ALERT_URL: url }, NOON, post);
    expect(posts).toEqual([]);
    const error = "ALERT_URL is not an https address";
    expect(lines).toContainEqual(expect.objectContaining({ code: "alert_undelivered", error }));
  });
});

describe("a warning of one document", () => {
  it("is kept for the operator, once, when a person must act on it", async () => {
    for (const code of URGENT_CODES) {
      const kept: Promise<unknown>[] = [];
      for (const _ of [1, 2]) {
        raiseWarning(env, code, { companyId: 1, documentId: 9 }, (work) => void kept.push(work));
      }
      await Promise.all(kept);
    }
    const rows = await listUndelivered(openDatabase(env.DB), 100);
    expect(rows.map(({ code }) => code).sort()).toEqual([...URGENT_CODES].sort());
    expect(rows[0]).toMatchObject({ subject: "document:9", companyId: 1 });
  });

  it("is kept again when the document went out once more and is `send_unknown` again", async () => {
    const kept: Promise<unknown>[] = [];
    for (const sendings of [1, 1, 2, 2, 3]) {
      raiseWarning(env, "send_unknown", { companyId: 1, documentId: 9, sendings }, (work) => void kept.push(work));
    }
    await Promise.all(kept);
    const subjects = (await listUndelivered(openDatabase(env.DB), 100)).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(["document:9", "document:9 sending:2", "document:9 sending:3"]);
  });

  it("is only logged when it resolves by itself", () => {
    const kept: Promise<unknown>[] = [];
    raiseWarning(env, "issuance_step_failed", { companyId: 1 }, (work) => void kept.push(work));
    expect(kept).toEqual([]);
    expect(lines).toEqual([{ level: "warn", code: "issuance_step_failed", companyId: 1 }]);
  });
});

// The last: its companies stay.
describe("what is the same for many companies", () => {
  it("is one alert a day, which counts them and names the first", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 25; count += 1) ids.push(await seedCompany(env.DB, { kind: null }));
    for (const minutes of [0, 10, 24 * 60]) await reportWarnings(env, NOON + minutes * MINUTE_MS);
    const missing = lines.filter(({ code }) => code === "range_missing");
    expect(missing).toHaveLength(2);
    expect(missing[0]).toMatchObject({ companyId: null, severity: "critical" });
    expect(Number(missing[0]?.companies)).toBeGreaterThanOrEqual(25);
    // Each company lacks two ranges.
    const all = await env.DB.prepare("SELECT count(*) AS count FROM companies").first<{ count: number }>();
    expect(Number(missing[0]?.companies)).toBeLessThanOrEqual(all?.count ?? 0);
    expect(new Set(String(missing[0]?.among).split(" ")).size).toBe(5);
  });

  it("is one alert a threshold, with those of fewer days first, and few at a threshold are told one by one", async () => {
    await env.DB.prepare("DELETE FROM certificates").run();
    for (let count = 0; count < 22; count += 1) await addCertificate(await seedCompany(env.DB), 60 - count);
    const soon = await seedCompany(env.DB);
    await addCertificate(soon, 12);
    for (const hours of [0, 1, 24]) await reportWarnings(env, NOON + hours * 60 * MINUTE_MS);
    const ending = lines.filter(({ code }) => code === "certificate_ending");
    expect(ending.filter(({ companyId }) => companyId === soon)).toMatchObject([{ daysLeft: 12 }]);
    expect(ending.filter(({ companies }) => companies === 22)).toMatchObject([{ daysLeft: 39 }, { daysLeft: 38 }]);
    const rows = await env.DB.prepare("SELECT subject FROM alerts WHERE code = ? ORDER BY rowid")
      .bind("certificate_ending")
      .all<{ subject: string }>();
    expect(rows.results.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^company:\d+ until:\S+ days:15$/),
      "companies warning days:60 on:2026-11-20",
      "companies warning days:60 on:2026-11-21",
    ]);
    const [{ among } = { among: "" }] = ending.filter(({ companies }) => companies === 22);
    const ends = await env.DB.prepare("SELECT company_id AS id FROM certificates ORDER BY not_after LIMIT 6").all();
    expect(String(among).split(" ")).toEqual(ends.results.slice(1).map(({ id }) => String(id)));
  });

  it("does not stand before what is urgent", async () => {
    const waiting = Array.from({ length: 60 }, (_, index) => ({ code: "plan_missing", subject: `company:${index}` }));
    const raise = (alerts: readonly { code: string; subject: string }[], detail: object, at: number) =>
      raiseAlerts(
        openDatabase(env.DB),
        alerts.map((alert) => ({ ...alert, companyId: null, detail })),
        new Date(at).toISOString(),
      );
    await raise(waiting, { severity: "warning" }, NOON);
    await raise([{ code: "plan_missing", subject: "company:99" }], { severity: "critical" }, NOON + MINUTE_MS);
    await raise([{ code: "number_taken", subject: "document:7" }], { documentId: 7 }, NOON + 2 * MINUTE_MS);
    const first = await listUndelivered(openDatabase(env.DB), 50);
    expect(first.slice(0, 3).map(({ subject }) => subject)).toEqual(["company:99", "document:7", "company:0"]);
  });
});
