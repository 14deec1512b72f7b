// Tests the names under which warnings are raised once, and what is kept of a warning of one document.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { nameAlerts } from "../../src/store/watch/alert-name.ts";
import { listUndelivered } from "../../src/store/watch/alerts.ts";
import type { Warning } from "../../src/store/watch/health.ts";
import { raiseWarning } from "../../src/telemetry/alert.ts";
import { createD1 } from "../support/sqlite-d1.ts";

/** Nine in the evening of the 20th in Bogotá, already the 21st in UTC. */
const NOW_MS = Date.parse("2026-11-21T02:00:00Z");
const COMPANY = { companyId: 7, severity: "warning" } as const;
const CRITICAL = { companyId: 7, severity: "critical" } as const;
const RANGE = { kind: "fe", size: 1_000 } as const;
const PLAN = { module: "fe", used: 90, allowance: 100 } as const;
const ENDS = "2026-12-20T00:00:00Z";

const NAMES: readonly (readonly [Warning, string])[] = [
  [{ ...COMPANY, code: "software_missing" }, "software"],
  [{ ...COMPANY, code: "software_missing", module: "dse" }, "software dse"],
  [{ ...CRITICAL, code: "certificate_missing" }, "certificate on:2026-11-20"],
  [{ ...CRITICAL, code: "range_missing", kind: "contingency" }, "contingency on:2026-11-20"],
  [{ ...CRITICAL, code: "series_stopped", typeCode: "91", prefix: "NC", documentId: 12 }, "91 on:2026-11-20"],
  [{ ...CRITICAL, code: "plan_missing", module: "dse", year: 2026 }, "dse on:2026-11-20"],
  [{ ...COMPANY, code: "plan_missing", module: "dse", year: 2027 }, "dse in:2027"],
  [{ ...CRITICAL, code: "plan_missing", module: "dse", year: 2027 }, "dse in:2027 on:2026-11-20"],
  [{ ...COMPANY, code: "certificate_ending", daysLeft: 60, notAfter: ENDS }, `until:${ENDS} days:60`],
  [{ ...COMPANY, code: "certificate_ending", daysLeft: 31, notAfter: ENDS }, `until:${ENDS} days:60`],
  [{ ...COMPANY, code: "certificate_ending", daysLeft: 30, notAfter: ENDS }, `until:${ENDS} days:30`],
  [{ ...COMPANY, code: "certificate_ending", daysLeft: 0, notAfter: ENDS }, `until:${ENDS} days:1`],
  [{ ...CRITICAL, code: "certificate_ending", daysLeft: -1, notAfter: ENDS }, "over on:2026-11-20"],
  [{ ...CRITICAL, code: "range_ending", ...RANGE, numbersLeft: 0, daysLeft: 9 }, "fe critical on:2026-11-20"],
  [{ ...COMPANY, code: "range_ending", ...RANGE, numbersLeft: 100, daysLeft: 9 }, "fe numbers of:1000"],
  [{ ...COMPANY, code: "range_ending", ...RANGE, numbersLeft: 101, daysLeft: 9 }, "fe until:2026-11-29"],
  [{ ...COMPANY, code: "range_ending", ...RANGE, numbersLeft: 101, daysLeft: 31 }, "fe until:2026-12-21 days:60"],
  [
    { ...COMPANY, code: "range_ending", ...RANGE, numbersLeft: 500, daysLeft: 29, cause: "numbers" },
    "fe numbers of:1000 days:30",
  ],
  [{ ...COMPANY, code: "plan_ending", ...PLAN, used: 80, daysLeft: 15 }, "fe days:15 of:100 in:2026"],
  [{ ...COMPANY, code: "plan_ending", ...PLAN }, "fe warning of:100 in:2026"],
  [{ ...CRITICAL, code: "plan_ending", ...PLAN }, "fe critical of:100 in:2026"],
  [{ ...COMPANY, code: "documents_pending", documents: 2, unknown: 1, oldestMinutes: 12 }, "hour:2026-11-21T02"],
  [{ ...COMPANY, code: "documents_pending", documents: 2, unknown: 2, oldestMinutes: 12 }, "on:2026-11-20"],
];

describe("a warning", () => {
  it.each(NAMES)("%j is raised once as %s", (warning, subject) => {
    const { code, companyId, ...detail } = warning;
    expect(nameAlerts(warning, NOW_MS)).toEqual([{ code, companyId, detail, subject: `company:7 ${subject}` }]);
  });
});

describe("a warning of one document", () => {
  let lines: unknown[];
  beforeEach(() => {
    lines = [];
    vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** What raising it logs, measures and keeps. */
  async function raise(code: string, detail: Record<string, string | number>, changes: Partial<Env> = {}) {
    const points: unknown[] = [];
    const METRICS = { writeDataPoint: (point: unknown) => void points.push(point) };
    const env = { DB: createD1(), METRICS, ...changes } as unknown as Env;
    const kept: Promise<unknown>[] = [];
    raiseWarning(env, code, detail, (work) => void kept.push(work));
    await Promise.all(kept);
    return { env, points, kept };
  }

  it.each([
    [{ companyId: 3, documentId: 9 }, "document:9", 3],
    [{ companyId: 3 }, "company:3", 3],
    [{ documentId: 9 }, "document:9", null],
    [{ companyId: "3" }, "company:3", null],
    [{ companyId: 3, module: "fe", day: "2026-11-20" }, "company:3 fe on:2026-11-20", 3],
  ])("with %j is kept as %s", async (detail, subject, companyId) => {
    const { env, points } = await raise("send_unknown", detail);
    expect(await listUndelivered(openDatabase(env.DB), 9)).toMatchObject([
      { code: "send_unknown", subject, companyId, detail },
    ]);
    expect(lines).toEqual([{ level: "warn", code: "send_unknown", ...detail }]);
    expect(points).toEqual([
      expect.objectContaining({ indexes: ["alert"], blobs: ["alert", "send_unknown", "", "", ""] }),
    ]);
  });

  it("that D1 does not keep is in the log, and nothing else fails", async () => {
    const fail = () => {
      throw new Error("away");
    };
    const DB = { ...createD1(), prepare: fail } as unknown as D1Database;
    await raise("send_unknown", { companyId: 3 }, { DB });
    expect(lines).toContainEqual({
      level: "warn",
      code: "alert_not_kept",
      alert: "send_unknown",
      error: expect.stringContaining("away"),
    });
  });

  it("without an environment is logged and nothing more", () => {
    raiseWarning(undefined, "send_unknown", { companyId: 3 }, () => expect.unreachable());
    expect(lines).toEqual([{ level: "warn", code: "send_unknown", companyId: 3 }]);
  });
});
