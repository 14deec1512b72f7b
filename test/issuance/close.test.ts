// Tests a document that two people close, because another one has its number or the authority denies it: its client gets a
// true answer.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deliverResendOrders } from "../../src/cron/overdue.ts";
import { createArchive } from "../../src/store/archive/files.ts";
import { findAnswer } from "../../src/store/archive/snapshot.ts";
import { setClockAhead } from "../support/clock.ts";
import {
  type CrashPoint,
  driveByAlarms,
  driveOnce,
  live,
  loseJournal,
  readRecord,
} from "../support/issuance-object.ts";
import { KINDS, type Kind } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { resumeRanges } from "../support/range.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

beforeEach(() => {
  setClockAhead();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const ORDER = { orderId: 1, actor: "ana", approver: "beto", reason: "FE11 es de FE1" };
const SIGNED: CrashPoint = { point: "archive.putOnce before", visit: 1, writes: "saved" };
const OTHERS = "<another document/>";

const close = (name: string, order = ORDER) => env.ISSUANCE.getByName(name).close(order);

/** A document that is signed, and whose place in the archive another one's file has. */
async function stick(kind: Kind, tenant: Tenant, key: string) {
  const name = kind.nameOf(tenant, key);
  const command = await kind.toCommand(tenant, key, kind.sample());
  await live(name, (engine) => engine.issue(command), { crash: SIGNED });
  const path = (await readRecord(name))?.xmlPath ?? "";
  await env.FILES.put(path, OTHERS);
  return { name, path };
}

describe.each(KINDS)("$title", (kind) => {
  it("waits unsent until two people close it, and then says that it never left", async () => {
    const tenant = await createTenant();
    const { name, path } = await stick(kind, tenant, "k");
    await driveOnce(name);
    const stuck = await readRecord(name);
    expect(stuck).toMatchObject({ state: "firmado", lastError: { step: "archive", reason: "other-bytes" } });
    expect(await close(name, { ...ORDER, approver: "ana" })).toMatchObject({ reason: "same-person" });
    await env.DB.prepare(
      "INSERT INTO resend_orders (company_id, document_id, kind, actor, approver, reason) VALUES (?1, ?2, 'close', ?3, ?4, ?5)",
    )
      .bind(tenant.companyId, stuck?.documentId ?? 0, ORDER.actor, ORDER.approver, ORDER.reason)
      .run();
    await deliverResendOrders(env as Parameters<typeof deliverResendOrders>[0], Date.now());
    const outcome = "SELECT outcome FROM resend_orders WHERE document_id = ?1";
    expect(
      await env.DB.prepare(outcome)
        .bind(stuck?.documentId ?? 0)
        .first("outcome"),
    ).toBe("closed");

    const record = await driveByAlarms(name);
    expect(record).toMatchObject({ state: "rechazado", verdict: null, wakeAt: null, document: null });
    expect(record?.changes.at(-1)).toMatchObject({
      event: "operator-close",
      from: "firmado",
      actor: "ana + beto",
      reason: ORDER.reason,
    });
    const replay = await kind.post(tenant, "k", kind.sample());
    expect(replay.status).toBe(422);
    expect(kind.factsOf(replay)).toMatchObject({ state: "rechazado", number: 1 });
    if (kind.module === "fe")
      expect(replay.body).toMatchObject({ enviado: false, error: expect.stringContaining("sin enviarse") });
    const read = await kind.read(tenant, record?.documentId ?? 0);
    expect(kind.factsOfRead(read).state).toBe("rechazado");
    if (kind.module === "dse") expect(read.body.documento.last_status_error).toContain("sin enviarse");
    expect(await listSendings(tenant.nit)).toHaveLength(0);

    // The other document's file is as it was, and ours lies beside it.
    expect(await (await env.FILES.get(path))?.text()).toBe(OTHERS);
    expect(await env.FILES.head(path.replace(".xml", "/document.json.gz"))).toBeNull();
    expect(record?.xmlPath).toBe(path.replace(".xml", `~${record?.documentId}.xml`));
    expect(await (await env.FILES.get(record?.xmlPath ?? ""))?.text()).toContain(record?.fiscalId ?? "a fiscal id");
    await resumeRanges(tenant.companyId);
    const next = await kind.post(tenant, "other", kind.sample());
    expect(kind.factsOf(next)).toMatchObject({ number: 2, state: "aceptado" });
  });

  it("is the only one: its range gives no number more until an operator lets it go on", async () => {
    const tenant = await createTenant();
    const { path } = await stick(kind, tenant, "first");
    // D1 was set back by eight documents: the archive has them all.
    for (let number = 2; number <= 8; number += 1) {
      await env.FILES.put(path.replace(/1(?=\.xml$)/, String(number)), OTHERS);
    }
    await driveOnce(kind.nameOf(tenant, "first"));
    const refused = await kind.post(tenant, "second", kind.sample());
    expect([refused.status, refused.body.code]).toEqual([400, "range_missing"]);
    const next = "SELECT next_number FROM ranges WHERE company_id = ?1 AND kind = ?2";
    expect(await env.DB.prepare(next).bind(tenant.companyId, kind.module).first("next_number")).toBe(2);
    const { results } = await env.DB.prepare("SELECT state FROM documents WHERE company_id = ?1")
      .bind(tenant.companyId)
      .all();
    expect(results).toEqual([{ state: "firmado" }]);
    // The operator moved it past the numbers of the archive; the same key is issued.
    await env.DB.prepare("UPDATE ranges SET next_number = 9 WHERE company_id = ?1").bind(tenant.companyId).run();
    await resumeRanges(tenant.companyId);
    const issued = await kind.post(tenant, "second", kind.sample());
    expect(kind.factsOf(issued)).toMatchObject({ number: 9, state: "aceptado" });
  });

  it("is closed once for one order", async () => {
    const tenant = await createTenant();
    const { name } = await stick(kind, tenant, "k");
    expect(await close(name)).toEqual({ type: "closed", state: "rechazado" });
    expect(await close(name)).toEqual({ type: "closed", state: "rechazado" });
    expect(await close(name, { ...ORDER, orderId: 2 })).toMatchObject({ type: "not-closed", reason: "not-waiting" });
    expect((await readRecord(name))?.changes.filter(({ event }) => event === "operator-close")).toHaveLength(1);
  });

  it("is closed also when its journal was lost: what is not in the archive never left", async () => {
    const tenant = await createTenant();
    const { name } = await stick(kind, tenant, "k");
    await driveOnce(name);
    await loseJournal(name);
    await kind.post(tenant, "k", kind.sample());
    expect((await driveByAlarms(name))?.state).toBe("send_unknown");
    expect(await close(name)).toEqual({ type: "closed", state: "rechazado" });
    expect((await driveByAlarms(name))?.wakeAt).toBeNull();
    expect(await listSendings(tenant.nit)).toHaveLength(0);
    expect((await kind.post(tenant, "k", kind.sample())).status).toBe(422);
  });

  it("goes on when its place is free, or holds its own file, even if two people order its end", async () => {
    const tenant = await createTenant();
    for (const hasFile of [false, true]) {
      const { name, path } = await stick(kind, tenant, `k-${hasFile}`);
      const chunks = await readOwnFile(name);
      if (hasFile) await env.FILES.put(path, chunks);
      else await env.FILES.delete(path);
      expect(await close(name)).toMatchObject({ type: "not-closed", reason: "number-not-taken", state: "firmado" });
      expect((await driveByAlarms(name))?.state).toBe("aceptado");
      expect(await close(name)).toMatchObject({ type: "not-closed", reason: "not-waiting" });
    }
    expect(await close(kind.nameOf(tenant, "unknown"))).toMatchObject({ reason: "no-document" });
  });

  it("that may be on its way is not closed before three days, also when other bytes lie at its path", async () => {
    const tenant = await createTenant();
    await kind.post(tenant, "k", kind.tagged("#perdido"));
    const name = kind.nameOf(tenant, "k");
    const record = await driveByAlarms(name);
    expect(record?.state).toBe("send_unknown");
    await env.FILES.put(record?.xmlPath ?? "", OTHERS);
    expect(await close(name)).toMatchObject({ reason: "may-be-on-its-way", state: "send_unknown" });
  });

  it("that the authority had already, as it said once, is not closed, also after its journal is lost", async () => {
    const tenant = await createTenant();
    await kind.post(tenant, "k", kind.tagged("#perdido"));
    const name = kind.nameOf(tenant, "k");
    const record = await driveByAlarms(name);
    expect(record?.state).toBe("send_unknown");
    const [sending] = record?.attempts ?? [];
    const timeline = { changes: [], attempts: [{ ...sending, outcome: "duplicate" }] };
    await env.DB.prepare("UPDATE documents SET timeline = ?1 WHERE id = ?2")
      .bind(JSON.stringify(timeline), record?.documentId)
      .run();
    await loseJournal(name);
    await kind.post(tenant, "k", kind.tagged("#perdido"));
    expect((await driveByAlarms(name))?.state).toBe("send_unknown");
    expect(await close(name)).toMatchObject({ reason: "not-denied", state: "send_unknown" });
    const row = await env.DB.prepare("SELECT timeline FROM documents WHERE id = ?1").bind(record?.documentId).first();
    expect(row?.timeline).toContain('"outcome":"duplicate"');
  });

  it("that the authority refuses without a rule and then denies is closed with its last words, and stays closed", async () => {
    const tenant = await createTenant();
    const first = await kind.post(tenant, "k", kind.tagged("#ilegible"));
    expect(first.status).toBe(502);
    const name = kind.nameOf(tenant, "k");
    const open = await driveByAlarms(name);
    expect(open?.state).toBe("send_unknown");
    expect(open?.attempts.filter((one) => one.kind === "send")).toMatchObject([{ outcome: "refused-unnamed" }]);
    const asked = open?.attempts.length ?? 0;
    expect(await close(name)).toEqual({ type: "closed", state: "rechazado" });

    const record = await driveByAlarms(name);
    expect(record).toMatchObject({
      state: "rechazado",
      wakeAt: null,
      document: null,
      xmlPath: open?.xmlPath,
      fiscalId: open?.fiscalId,
      verdict: { isValid: false, statusCode: "66", isClosing: true },
    });
    expect(record?.attempts).toHaveLength(asked + 1);
    expect(record?.attempts.at(-1)).toMatchObject({ kind: "status", outcome: "absent" });
    expect(record?.changes.at(-1)).toMatchObject({ event: "operator-close", actor: "ana + beto" });
    expect(await listSendings(tenant.nit)).toHaveLength(1);
    // The answer is the evidence: it lies with the facts of the settled document.
    const answered = await findAnswer(
      createArchive(env.FILES).get,
      open?.xmlPath ?? "",
      record?.attempts.at(-1)?.id ?? "",
    );
    expect(new TextDecoder().decode(answered)).toContain("TrackId no existe");

    const replay = await kind.post(tenant, "k", kind.tagged("#ilegible"));
    expect(replay.status).toBe(422);
    expect(kind.factsOf(replay)).toMatchObject({ state: "rechazado", number: 1 });
    const read = await kind.read(tenant, record?.documentId ?? 0);
    const words = "se envió y se cerró por orden de dos personas";
    if (kind.module === "dse") expect(read.body.documento.last_status_error).toContain(words);
    else expect(replay.body).toMatchObject({ enviado: true, error: expect.stringContaining(words) });
    expect(await close(name, { ...ORDER, orderId: 2 })).toMatchObject({ reason: "not-waiting" });

    // Its journal gone, the row says the same.
    await loseJournal(name);
    const adopted = await kind.post(tenant, "k", kind.tagged("#ilegible"));
    expect(adopted.status).toBe(422);
    expect(adopted.body).toEqual({ ...replay.body, request_id: adopted.body.request_id });
  });
});

/** The bytes that a journal holds and the archive has not. */
async function readOwnFile(name: string): Promise<Uint8Array> {
  const { result } = (
    await live(name, async (_, state) => {
      const rows = state.storage.sql.exec("SELECT body FROM journal WHERE name = 'signed' ORDER BY id").toArray();
      return rows.flatMap(({ body }) => [...new Uint8Array(body as ArrayBuffer)]);
    })
  ).ended as { readonly result: number[] };
  return Uint8Array.from(result);
}
