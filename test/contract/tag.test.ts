// Tests every behaviour of the pretend authority from the first answer to the last state, as a client and an operator see it.
import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase, runAll } from "../../src/store/base/db.ts";
import { resumeRange } from "../../src/store/number/stopped-range.ts";
import type { Answer } from "../support/api.ts";
import { setClockAhead, stopClock } from "../support/clock.ts";
import { expectEnd } from "../support/final-state.ts";
import { driveByAlarms, readRecord } from "../support/issuance-object.ts";
import { KINDS, type Kind } from "../support/kind.ts";
import { fetchReceived, listSendingsOf } from "../support/ledger.ts";
import { PRODUCTION, TEST_SET } from "../support/tag-table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const ENVIRONMENTS = [
  ["produccion", PRODUCTION],
  ["habilitacion", TEST_SET],
] as const;

/** What a client sees when it reads the document until it is terminal. */
async function poll(kind: Kind, tenant: Tenant, id: number): Promise<Answer> {
  const read = () => kind.read(tenant, id);
  await expect.poll(async () => (await read()).body.pending ?? false, { interval: 50, timeout: 15_000 }).toBe(false);
  return read();
}

/** A document that the authority does not know is asked about for half an hour (scaled): here its alarms come at once. */
async function exhaust(kind: Kind, tenant: Tenant, key: string): Promise<void> {
  setClockAhead();
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  expect((await driveByAlarms(kind.nameOf(tenant, key)))?.state).toBe("send_unknown");
}

describe.each(KINDS)("$title", (kind) => {
  describe.each(ENVIRONMENTS)("in %s", (environment, rows) => {
    it.each(rows)("$tag: $status $state, then $end", async ({ tag, ...expected }) => {
      const tenant = await createTenant({ environment });
      const body = kind.tagged(tag);
      const isUncertain = expected.status === 502;
      // An uncertain result is shown before the first question is due: five seconds later, here fifty milliseconds.
      const goOn = isUncertain ? stopClock() : undefined;
      const first = await kind.post(tenant, "k", body);
      goOn?.();
      expect(first.status).toBe(expected.status);
      expect(first.body).toMatchObject(isUncertain ? { ok: false, pending: true } : { ok: expected.status === 201 });
      const facts = kind.factsOf(first);
      expect(facts).toMatchObject({ id: expect.any(Number), number: 1, state: expected.state });
      const id = facts.id ?? 0;
      if (expected.end === "send_unknown") await exhaust(kind, tenant, "k");
      else await poll(kind, tenant, id);
      const { end, arrivals } = expected;
      const { fiscalId } = await expectEnd(kind, tenant, "k", { state: end, arrivals });
      if (end === "aceptado") expect(await fetchReceived(fiscalId ?? "")).toContain(`>${fiscalId}</cbc:UUID>`);
      expect(kind.factsOfRead(await kind.read(tenant, id))).toMatchObject({ id, number: 1, state: end });
      const again = await kind.post(tenant, "k", body);
      expect(again.status).toBe({ aceptado: 200, rechazado: 422, send_unknown: 202 }[end]);
      expect(kind.factsOf(again)).toMatchObject({ id, state: end });
      await expectEnd(kind, tenant, "k", { state: end, arrivals });
    });
  });

  it("under a number of another system says so, and the next one takes no number until an operator has looked", async () => {
    const tenant = await createTenant();
    const first = await kind.post(tenant, "k", kind.tagged("#ajeno"));
    expect(first.status).toBe(422);
    expect(first.body.error).toContain("El número es de otro documento; este no fue procesado.");
    const stopped = await kind.post(tenant, "next", kind.tagged(""));
    expect(stopped).toMatchObject({ status: 400, body: { ok: false, code: "range_missing" } });
    expect(stopped.body.error).toContain("está detenida");
    const { results } = await env.DB.prepare("SELECT id FROM ranges WHERE company_id = ?1 AND stopped_by IS NOT NULL")
      .bind(tenant.companyId)
      .all<{ id: number }>();
    await runAll(
      openDatabase(env.DB),
      results.map(({ id }) => resumeRange(id)),
    );
    expect((await kind.post(tenant, "next", kind.tagged(""))).status).toBe(201);
  });

  it("rule 90 of a batch is followed by the question that it does not answer: whose document it is", async () => {
    const tenant = await createTenant({ environment: "habilitacion" });
    expect((await kind.post(tenant, "k", kind.tagged("#duplicado"))).status).toBe(201);
    const record = await readRecord(kind.nameOf(tenant, "k"));
    const questions = record?.attempts.filter((one) => one.kind !== "send").map((one) => `${one.kind} ${one.outcome}`);
    expect(questions).toEqual(["status-zip duplicate", "status accepted"]);
  });

  it("says to every reader of its id why it was rejected, or what was remarked on it", async () => {
    const tenant = await createTenant();
    for (const [tag, severity] of [
      ["#rechazo", "rechazo"],
      ["#aviso", "notificacion"],
    ] as const) {
      const created = await kind.post(tenant, tag, kind.tagged(tag));
      const { body } = await kind.read(tenant, kind.factsOf(created).id ?? 0);
      expect(body.authority).toEqual(created.body.authority);
      // What was remarked on the request itself is said where it was sent.
      const remarked = created.body.notices.filter(({ path }: { path?: string }) => path === undefined);
      expect(body.notices).toEqual(remarked);
      expect(body.authority.rules).toContainEqual(expect.objectContaining({ severity }));
    }
  });

  it("is sent again only by order of two people, and then the very same bytes", async () => {
    const tenant = await createTenant();
    await kind.post(tenant, "k", kind.tagged("#perdido"));
    const name = kind.nameOf(tenant, "k");
    const resend = (actor: string, approver: string) =>
      env.ISSUANCE.getByName(name).resend({ orderId: 1, actor, approver, reason: "la autoridad no lo conoce" });
    expect(await resend("ana", "beto")).toMatchObject({ type: "not-resent", reason: "not-send-unknown" });
    await exhaust(kind, tenant, "k");
    expect(await resend("ana", "ana")).toMatchObject({ type: "not-resent", reason: "same-person" });
    const record = await expectEnd(kind, tenant, "k", { state: "send_unknown", arrivals: 1 });
    expect(await resend("ana", "beto")).toEqual({ type: "resent", state: "sending" });
    const sendings = () => listSendingsOf(record.fiscalId ?? "");
    await expect.poll(async () => (await sendings()).length, { interval: 20 }).toBe(2);
    await expect.poll(async () => (await readRecord(name))?.state, { interval: 20 }).toBe("en_proceso_http");
    expect((await sendings()).map(({ sha256 }) => sha256)).toEqual([record.xmlSha256, record.xmlSha256]);
    await exhaust(kind, tenant, "k");
    const after = await expectEnd(kind, tenant, "k", { state: "send_unknown", arrivals: 2 });
    expect(after.changes).toContainEqual(
      expect.objectContaining({ event: "operator-resend", actor: "ana + beto", reason: "la autoridad no lo conoce" }),
    );
  });
});
