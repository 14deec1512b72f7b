import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reportWarnings } from "../../src/issuance/warning.ts";
import { allocateNumber } from "../../src/store/allocation.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "../store/sample.ts";

const SEVEN_IN_BOGOTA = Date.parse("2026-11-20T12:00:00Z");
const LATER = Date.parse("2026-11-20T15:10:00Z");
const ODD_MINUTE = Date.parse("2026-11-20T15:11:00Z");

let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => vi.restoreAllMocks());

const own = (companyId: number) => lines.filter((line) => line.companyId === companyId);

async function addCertificate(companyId: number, daysLeft: number): Promise<void> {
  const notAfter = new Date(SEVEN_IN_BOGOTA + daysLeft * 86_400_000 + 1_000).toISOString();
  await env.DB.prepare(
    `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before,
      not_after) VALUES (?1, 'vault', 's', 'i', '1', '[]', 'd', '2026-01-01T00:00:00Z', ?2)`,
  )
    .bind(companyId, notAfter)
    .run();
}

describe("the cron warns", () => {
  it.each([60, 30, 15, 7, 1, 0])("of a certificate %i days before its end, once a day", async (daysLeft) => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, daysLeft);
    await reportWarnings(env, LATER);
    expect(own(id)).toEqual([]);
    await reportWarnings(env, SEVEN_IN_BOGOTA);
    expect(own(id)).toMatchObject([{ level: "warn", code: "certificate_ending", daysLeft }]);
  });

  it.each([61, 59, 14, 2])("not of a certificate %i days before its end", async (daysLeft) => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, daysLeft);
    await reportWarnings(env, SEVEN_IN_BOGOTA);
    expect(own(id)).toEqual([]);
  });

  it("of documents that wait, every ten minutes", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, 400);
    const reservation = sampleReservation(id, { reservedAt: "2026-11-20T14:00:00.000Z" });
    await allocateNumber(env.DB, reservation, sampleSupportDocument());
    expect(await reportWarnings(env, ODD_MINUTE)).toBe(0);
    await reportWarnings(env, LATER);
    expect(own(id)).toMatchObject([{ code: "documents_pending", documents: 1, oldestMinutes: 70 }]);
  });

  it("by one message to the operator, and says when it does not arrive", async () => {
    const id = await seedCompany(env.DB, { kind: null });
    const sent: { url: string; body: string }[] = [];
    const post = async (url: string, init: RequestInit) => {
      sent.push({ url, body: String(init.body) });
      return new Response(null, { status: 503 });
    };
    await reportWarnings({ ...env, ALERT_URL: "https://alerts.test/hook" }, SEVEN_IN_BOGOTA, post);
    expect(sent).toHaveLength(1);
    const { at, warnings } = JSON.parse(sent[0]?.body ?? "{}") as { at: string; warnings: Record<string, unknown>[] };
    expect(at).toBe("2026-11-20T12:00:00.000Z");
    expect(warnings).toContainEqual(expect.objectContaining({ code: "range_missing", companyId: id, kind: "dse" }));
    expect(lines).toContainEqual({ level: "warn", code: "alert_undelivered", status: 503 });
  });
});
