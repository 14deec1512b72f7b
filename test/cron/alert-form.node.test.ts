// What each receiver of alerts gets: severity, one key for repeats of one matter, and its end.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../operator/deployment.ts";
import { ADVICE, describeRunbook } from "../../src/cron/alert-advice.ts";
import { ALERT_FORMS, readAlertForm, writePosts } from "../../src/cron/alert-form.ts";
import { keyOf, severityOf } from "../../src/cron/alert-matter.ts";
import { deliverAlerts } from "../../src/cron/alert-webhook.ts";
import type { Env } from "../../src/env.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { listUndelivered, raiseAlerts, type StoredAlert } from "../../src/store/watch/alerts.ts";
import { URGENT_CODES } from "../../src/telemetry/alert.ts";
import { judgeCommand } from "../operator/said-command.ts";
import { createD1 } from "../support/sqlite-d1.ts";

const RAISED = "2026-11-20T12:00:00.000Z";
const of = (code: string, subject: string, detail: StoredAlert["detail"] = {}): StoredAlert => {
  return { code, subject, companyId: null, detail, raisedAt: RAISED };
};
const ENDING = of("certificate_ending", "company:7 until:2026-12-10 days:30", { severity: "warning", daysLeft: 20 });
const TAKEN = of("number_taken", "document:9", { documentId: 9 });
const STOPPED: StoredAlert = {
  ...of("range_missing", "company:7 fe on:2026-11-20", { severity: "warning", kind: "fe", rangeId: 3, documentId: 9 }),
  companyId: 7,
};
const DOWN = of("authority_down", "produccion since:2026-11-20T11:00:00Z", { environment: "produccion" });
const BACK = of("authority_back", "produccion since:2026-11-20T11:00:00Z", { environment: "produccion" });
const TO = {
  url: "https://alerts.test/v2/alerts",
  key: "CANARY-KEY",
  deployment: "factura-edge-staging",
  target: " --remote --env staging",
  runbooks: "docs/operations.md",
  names: new Map([
    [7, { name: "Comercial *Ejemplo* S.A.S.\n<!channel>", nit: "900373115" }],
    [8, { name: `Ñandú ${"y hermanos ".repeat(20)}`, nit: "800197268" }],
  ]),
};

describe("the key of a matter", () => {
  it.each([
    [ENDING, "certificate_ending company:7"],
    [of("certificate_ending", "company:7 over on:2026-12-11"), "certificate_ending company:7"],
    [of("range_ending", "company:7 fe SETP critical on:2026-11-20"), "range_ending company:7 fe SETP"],
    [of("range_ending", "company:7 fe SETP numbers of:1000 days:7"), "range_ending company:7 fe SETP"],
    [of("plan_missing", "company:7 fe in:2027 on:2026-12-24"), "plan_missing company:7 fe in:2027"],
    [of("documents_pending", "company:7 hour:2026-11-20T12"), "documents_pending company:7"],
    [of("send_unknown", "document:9 sending:2"), "send_unknown document:9 sending:2"],
    [of("cron_failed", "cron wake hour:2026-11-20T12"), "cron_failed cron wake"],
    [DOWN, "authority_down produccion"],
    [BACK, "authority_down produccion"],
  ])("of %o is %s", (alert, key) => {
    expect(keyOf("factura-edge", alert)).toBe(`factura-edge: ${key}`);
  });
});

it.each([
  [ENDING, "warning"],
  [TAKEN, "warning"],
  [STOPPED, "warning"],
  [{ ...STOPPED, detail: { severity: "critical", kind: "fe" } }, "critical"],
  [of("series_stopped", "company:7 91 on:2026-11-20", { severity: "warning", documentId: 9 }), "warning"],
  [DOWN, "warning"],
  [of("send_unknown", "document:9 sending:2"), "warning"],
  [BACK, "resolved"],
  [of("webhook_disabled", "company:7 whk_1"), "warning"],
] as const)("the severity of %o is %s", (alert, severity) => {
  expect(severityOf(alert)).toBe(severity);
});

it("every form posts every alert once", () => {
  for (const form of ALERT_FORMS) {
    const posts = writePosts(form, TO, [ENDING, TAKEN, DOWN, BACK]);
    expect([form, posts.flatMap(({ alerts }) => alerts)]).toEqual([form, [ENDING, TAKEN, DOWN, BACK]]);
  }
  expect([readAlertForm(""), readAlertForm("teams"), readAlertForm("Slack")]).toEqual(["json", "teams", undefined]);
});

const bodies = (form: (typeof ALERT_FORMS)[number], alerts: readonly StoredAlert[]) =>
  writePosts(form, TO, alerts).map(({ body }) => JSON.parse(body) as unknown);

it("plain JSON has severity and key beside what it had", () => {
  expect(bodies("json", [TAKEN])).toEqual([
    {
      text: "🟡 number_taken · Another system used a number, and the range is stopped: leave it so until the morning. · document:9 · factura-edge-staging · next: npm run operator -- status --only number_taken --remote --env staging · docs/operations.md#runbook-number_taken-another-system-used-a-number-and-its-range-is-stopped-range-resume",
      service: "factura-edge-staging",
      alerts: [
        {
          code: "number_taken",
          subject: "document:9",
          company: null,
          detail: { documentId: 9 },
          raised: RAISED,
          severity: "warning",
          key: "factura-edge-staging: number_taken document:9",
          meaning: expect.stringMatching(/range is stopped/),
          names: [],
          next: "npm run operator -- status --only number_taken --remote --env staging",
          runbook:
            "docs/operations.md#runbook-number_taken-another-system-used-a-number-and-its-range-is-stopped-range-resume",
        },
      ],
    },
  ]);
});

describe("a range that another system's number stopped", () => {
  const taken = { ...of("number_taken", "document:9", { documentId: 9, rangeId: 3, number: "FE7" }), companyId: 7 };

  it("is one matter, whether its document tells of it or the range that gives nothing", () => {
    const key = "factura-edge: number_taken company:7 range:3";
    expect([taken, STOPPED].map((alert) => keyOf("factura-edge", alert))).toEqual([key, key]);
    const note = { ...of("number_taken", "document:9", { documentId: 9, rangeId: null }), companyId: 7 };
    const series = { ...of("series_stopped", "company:7 91 on:2026-11-20", { documentId: 9 }), companyId: 7 };
    expect(keyOf("factura-edge", series)).toBe(keyOf("factura-edge", note));
    expect(keyOf("factura-edge", { ...STOPPED, detail: { kind: "fe" } })).toBe(
      "factura-edge: range_missing company:7 fe",
    );
  });

  it("waits until the morning, and both lead to the same command and section", () => {
    const told = bodies("json", [taken, STOPPED]).flatMap((body) => (body as { alerts: object[] }).alerts);
    const common = {
      severity: "warning",
      meaning: "Another system used a number, and the range is stopped: leave it so until the morning.",
      next: "npm run operator -- range list --company 7 --remote --env staging",
      runbook: expect.stringMatching(/#runbook-number_taken-/),
    };
    expect(told).toMatchObject([common, common]);
  });
});

describe("the text of an alert", () => {
  const textOf = (alert: StoredAlert) => {
    const [post] = writePosts("json", TO, [alert]);
    return String((JSON.parse(post?.body ?? "{}") as { text?: string }).text);
  };

  it("names the company by name and NIT, without what a chat takes for markup, and says what to do next", () => {
    expect(textOf({ ...ENDING, companyId: 7 })).toBe(
      "🟡 certificate_ending · A certificate ends: in the morning, unless no day is left. · company:7 until:2026-12-10 days:30 · Comercial Ejemplo S.A.S. !channel (NIT 900373115) · daysLeft 20 · factura-edge-staging · next: npm run operator -- certificate list --company 7 --remote --env staging · docs/operations.md#what-it-reports",
    );
    expect(textOf({ ...TAKEN, code: "send_unknown", companyId: 7 })).toContain(
      "document explain --document 9 --remote",
    );
  });

  it("of many companies names the first, and every text is bounded with its steps whole", () => {
    const many = of("certificate_ending", "companies warning days:15 on:2026-11-20", {
      among: "7 8 9",
      error: "x".repeat(3_000),
    });
    const text = textOf(many);
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(text).toContain(" · Comercial Ejemplo S.A.S. !channel (NIT 900373115), Ñandú y hermanos");
    expect(text).toMatch(/ · next: npm run operator -- status --only certificate_ending --remote .*#what-it-reports$/);
  });

  it.each([
    ["https://pages.example.com/operations.md", "https://pages.example.com/operations.md#woken-at-night"],
    ["", "docs/operations.md#woken-at-night"],
    ["pages.example.com", "docs/operations.md#woken-at-night"],
  ])("has its runbook as a link where the deployment says where that is read: %s", async (RUNBOOKS, runbook) => {
    const env = { DB: createD1(), ALERT_URL: TO.url, RUNBOOKS } as unknown as Env;
    await raiseAlerts(openDatabase(env.DB), [of("cron_failed", "cron wake")], RAISED);
    const posted: unknown[] = [];
    await deliverAlerts(env, Date.parse(RAISED), async (_, { body }) => {
      posted.push(JSON.parse(String(body)));
      return new Response(null, { status: 202 });
    });
    expect(posted).toMatchObject([{ text: expect.stringMatching(new RegExp(` ${runbook}$`)), alerts: [{ runbook }] }]);
  });

  it("leads to a section that docs/operations.md has, and to the first command that it names for the code", () => {
    const page = readFileSync(`${ROOT}/docs/operations.md`, "utf8");
    const sections = new Set([...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, address = ""]) => address));
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""));
    const rows = [...page.matchAll(/^\| (`[a-z_`, ]+`) \| `operator ([^`]+)`/gm)];
    const first = new Map(
      rows.flatMap(([, codes = "", line = ""]) =>
        [...codes.matchAll(/[a-z_]+/g)].map(([code]) => [code, line.split(" --limit")[0]] as const),
      ),
    );
    for (const [code, { meaning, command, section }] of Object.entries(ADVICE)) {
      expect(meaning, code).toMatch(/^[A-Z].+\.$/);
      expect(sections).toContain(section);
      const { name } = describeRunbook("", section);
      expect(headings.some((heading) => heading.startsWith(name.replace("docs/operations.md, ", "")))).toBe(true);
      expect(judgeCommand(command)).toBeUndefined();
      if (first.has(code)) expect([code, command.split(" --limit")[0]]).toEqual([code, first.get(code)]);
    }
    const kept = [...URGENT_CODES, "authority_down", "errors_many", "events_changed", "webhook_disabled"];
    expect(kept.filter((code) => !(code in ADVICE))).toEqual([]);
  });
});

it("chats get one message of all, each line with its mark", () => {
  expect(bodies("slack", [ENDING, BACK])).toEqual([{ text: expect.stringMatching(/^🟡 certif.*\n🟢 authority_back/) }]);
  const card = {
    type: "AdaptiveCard",
    version: "1.4",
    body: [{ type: "TextBlock", text: expect.stringMatching(/^🟡/), wrap: true }],
  };
  expect(bodies("teams", [TAKEN])).toEqual([
    { type: "message", attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card }] },
  ]);
});

it("PagerDuty opens an incident and resolves the same one", () => {
  const [down, back] = bodies("pagerduty", [DOWN, BACK]);
  const about = { routing_key: "CANARY-KEY", dedup_key: "factura-edge-staging: authority_down produccion" };
  expect(down).toMatchObject({
    ...about,
    event_action: "trigger",
    payload: { severity: "warning", source: "factura-edge-staging", timestamp: RAISED },
  });
  expect(back).toEqual({ ...about, event_action: "resolve" });
});

it("Opsgenie opens an alert and closes it by its alias, the key in a header alone", () => {
  const [down, back] = writePosts("opsgenie", TO, [DOWN, BACK]);
  expect(JSON.parse(down?.body ?? "")).toMatchObject({
    alias: "factura-edge-staging: authority_down produccion",
    priority: "P3",
  });
  expect(back?.url).toBe(`${TO.url}/factura-edge-staging%3A%20authority_down%20produccion/close?identifierType=alias`);
  for (const post of [down, back]) {
    expect(post?.headers.authorization).toBe("GenieKey CANARY-KEY");
    expect(post?.body).not.toContain("CANARY");
  }
});

describe("one request for each alert", () => {
  it("what was taken is taken, and the rest is posted again", async () => {
    const env = { DB: createD1(), ALERT_URL: TO.url, ALERT_KEY: TO.key, ALERT_FORM: "pagerduty" } as unknown as Env;
    const db = openDatabase(env.DB);
    await raiseAlerts(db, [ENDING, TAKEN, DOWN], RAISED);
    const refusing = async (_: string, init: RequestInit) =>
      new Response(null, { status: String(init.body).includes("number_taken") ? 429 : 202 });
    expect(await deliverAlerts(env, Date.parse(RAISED), refusing)).toBe(2);
    expect((await listUndelivered(db, 10)).map(({ code }) => code)).toEqual(["number_taken"]);
    expect(await deliverAlerts(env, Date.parse(RAISED), async () => new Response(null, { status: 202 }))).toBe(1);
  });

  it("the end of a matter is posted after its beginning was taken, never before", async () => {
    const env = { DB: createD1(), ALERT_URL: TO.url, ALERT_KEY: TO.key, ALERT_FORM: "pagerduty" } as unknown as Env;
    await raiseAlerts(openDatabase(env.DB), [BACK, DOWN], RAISED);
    const actions: unknown[] = [];
    let status = 500;
    const post = async (_: string, { body }: RequestInit) => {
      actions.push(JSON.parse(String(body)).event_action);
      return new Response(null, { status });
    };
    expect(await deliverAlerts(env, Date.parse(RAISED), post)).toBe(0);
    expect(actions).toEqual(["trigger"]);
    status = 202;
    expect(await deliverAlerts(env, Date.parse(RAISED), post)).toBe(2);
    expect(actions).toEqual(["trigger", "trigger", "resolve"]);
  });

  it("a form that is none posts nothing, and says so", async () => {
    const env = { DB: createD1(), ALERT_URL: TO.url, ALERT_FORM: "email" } as unknown as Env;
    await raiseAlerts(openDatabase(env.DB), [TAKEN], RAISED);
    const post = async () => {
      throw new Error("posted");
    };
    expect(await deliverAlerts(env, Date.parse(RAISED), post)).toBe(0);
    expect(await listUndelivered(openDatabase(env.DB), 10)).toHaveLength(1);
  });
});

describe("what an operator keeps quiet", () => {
  const env = () =>
    ({ DB: createD1(), ALERT_URL: TO.url, ALERT_KEY: TO.key, ALERT_FORM: "pagerduty" }) as unknown as Env;
  const say = (db: D1Database, sequence: number, action: string, detail: object) =>
    db
      .prepare(
        `INSERT INTO events (company_id, sequence, at, actor, action, detail, previous_hash, hash)
          VALUES (0, ?1, ?2, 'ana', ?3, ?4, '', ?5)`,
      )
      .bind(sequence, RAISED, action, JSON.stringify(detail), String(sequence))
      .run();
  const post = async () => new Response(null, { status: 202 });
  const codes = async (db: D1Database) => (await listUndelivered(openDatabase(db), 10)).map(({ code }) => code);

  it("is not delivered while it is, though it waited before, and stops no other", async () => {
    const world = env();
    await raiseAlerts(openDatabase(world.DB), [DOWN, BACK, TAKEN], RAISED);
    await say(world.DB, 1, "alert.acknowledge", { code: DOWN.code, severity: "warning", subjects: [DOWN.subject] });
    expect(await deliverAlerts(world, Date.parse(RAISED), post)).toBe(1);
    expect((await codes(world.DB)).sort()).toEqual(["authority_back", "authority_down"]);
    await say(world.DB, 2, "alert.wake", { code: DOWN.code });
    expect(await deliverAlerts(world, Date.parse(RAISED), post)).toBe(2);
  });

  it("until a day waits for that day in Bogotá, and what got worse waits for none", async () => {
    const world = env();
    const worse = of("range_ending", "company:7 fe critical on:2026-11-20", { severity: "critical" });
    const mild = of("range_ending", "company:7 fe until:2026-12-20", { severity: "warning" });
    await raiseAlerts(openDatabase(world.DB), [worse, mild], RAISED);
    await say(world.DB, 1, "alert.snooze", { code: mild.code, severity: "warning", until: "2026-12-01" });
    expect(await deliverAlerts(world, Date.parse("2026-12-01T04:59:00Z"), post)).toBe(1);
    expect(await deliverAlerts(world, Date.parse("2026-12-01T04:59:00Z"), post)).toBe(0);
    expect(await deliverAlerts(world, Date.parse("2026-12-01T05:00:00Z"), post)).toBe(1);
  });

  it("holds up nothing behind it, however much it is", async () => {
    const world = env();
    const many = Array.from({ length: 60 }, (_, at) => of("webhook_disabled", `webhook:${at}`));
    await raiseAlerts(openDatabase(world.DB), many, "2026-11-19T12:00:00.000Z");
    await raiseAlerts(openDatabase(world.DB), [TAKEN], RAISED);
    await say(world.DB, 1, "alert.snooze", { code: "webhook_disabled", severity: "warning", until: "2026-12-01" });
    expect(await deliverAlerts(world, Date.parse(RAISED), post)).toBe(1);
    expect(await codes(world.DB)).not.toContain("number_taken");
  });
});
