// Tests that a document at rest is read whole from its row and its file, and never by half when the file is lost or altered.
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createArchive, snapshotPath } from "../../src/store/archive/files.ts";
import { useApiVersion } from "../support/api.ts";
import { setClockAhead } from "../support/clock.ts";
import { recordConsole } from "../support/console.ts";
import { driveByAlarms, loseJournal } from "../support/issuance-object.ts";
import { KINDS, type Kind } from "../support/kind.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { unpackRow } from "../support/unpack.ts";

useApiVersion("v2");
afterEach(() => vi.restoreAllMocks());

interface Thin {
  readonly id: number;
  readonly xml_path: string;
  readonly file_sha256: string | null;
  readonly fingerprint: string | null;
  readonly timeline: string | null;
  readonly verdict: string | null;
}

async function readRow({ companyId }: Tenant): Promise<Thin> {
  const row = await env.DB.prepare("SELECT * FROM documents WHERE company_id = ?1").bind(companyId).first<Thin>();
  if (row === null) throw new Error("no row");
  return unpackRow(row);
}

/** What stands beside the row until its file has it. */
function countDetails({ companyId }: Tenant): Promise<number | null> {
  const count = env.DB.prepare("SELECT count(*) AS details FROM document_details WHERE company_id = ?1");
  return count.bind(companyId).first<number>("details");
}

/** An own company with one document at rest, and where it is read. */
async function issue(kind: Kind) {
  const tenant = await createTenant();
  expect((await kind.post(tenant, "clave", kind.sample())).status).toBe(201);
  const row = await readRow(tenant);
  return { tenant, row, read: () => kind.read(tenant, row.id) };
}

const DAMAGES = {
  "missing-file": (path: string) => env.FILES.delete(path),
  "changed-file": async (path: string) => {
    const bytes = await createArchive(env.FILES).get(path);
    await env.FILES.put(path, new TextDecoder().decode(bytes).replace(".00", ".01"));
  },
} as const;

describe.each(KINDS)("the row of a $title at rest", (kind) => {
  it("leaves lines, time line and verdict to its file", async () => {
    const { tenant, row, read } = await issue(kind);
    expect(row).toMatchObject({ fingerprint: null, timeline: null, verdict: null });
    expect(await countDetails(tenant)).toBe(0);
    expect(row.file_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await read()).status).toBe(200);
  });

  it.each(Object.entries(DAMAGES))("is no half answer: %s", async (difference, damage) => {
    const { tenant, row, read } = await issue(kind);
    const whole = await read();
    const path = snapshotPath(row.xml_path);
    const kept = await createArchive(env.FILES).get(path);
    await damage(path);
    const recorder = recordConsole();
    const { status, body } = await read();
    expect([status, body.code]).toEqual([503, "unavailable"]);
    const said = { code: "file_lost", companyId: tenant.companyId, documentId: row.id, difference };
    expect(recorder.facts()).toContainEqual(expect.objectContaining(said));
    // Nor of a replay whose journal is gone, however often it is asked for.
    await loseJournal(kind.nameOf(tenant, "clave"));
    for (const turn of ["first", "second", "after the alarm"]) {
      if (turn === "after the alarm") await driveByAlarms(kind.nameOf(tenant, "clave"));
      const replay = await kind.post(tenant, "clave", kind.sample());
      expect([turn, replay.status, replay.body.code]).toEqual([turn, 503, "unavailable"]);
    }
    await env.FILES.put(path, kept ?? new Uint8Array());
    expect((await read()).body).toEqual(whole.body);
    setClockAhead();
    await driveByAlarms(kind.nameOf(tenant, "clave"));
    expect((await kind.post(tenant, "clave", kind.sample())).status).toBe(200);
  });
});
