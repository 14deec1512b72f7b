// Kills an instance once at every point of a note's first run, in workerd; alarms alone bring the note to its end, and what it
// takes of its document is taken once.
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Module } from "../../src/domain/company.ts";
import type { NoteDraft } from "../../src/domain/draft/note-draft.ts";
import { type NoteType, nameNoteKey } from "../../src/domain/kind.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadBalance } from "../../src/store/document/corrected.ts";
import { postInvoice, postSupportDocument } from "../support/api.ts";
import { setClockAhead } from "../support/clock.ts";
import { expectEnd } from "../support/final-state.ts";
import {
  type CrashPoint,
  driveByAlarms,
  inspectStorage,
  type Life,
  live,
  readRecord,
} from "../support/issuance-object.ts";
import { EVERY_MODULE } from "../support/kind.ts";
import { adjustmentDraft, creditDraft, debitDraft, units } from "../support/note.ts";
import { issueNote, noteCommand } from "../support/note-command.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { issueTicket } from "../support/ticket.ts";

const SOLD = 500;

interface NoteKind {
  readonly title: string;
  readonly typeCode: NoteType;
  readonly module: Module;
  /** Issues the document that all notes correct. @returns its id. */
  issue(tenant: Tenant): Promise<number>;
  /** One unit of it. */
  draft(documentId: number): NoteDraft;
  nameOf(tenant: Tenant, key: string): string;
}

const nameOf = (typeCode: NoteType) => (tenant: Tenant, key: string) => nameNoteKey(typeCode, tenant, key);

const CREDIT: NoteKind = {
  title: "a credit note",
  typeCode: "91",
  module: "fe",
  issue: async (tenant) => {
    const items = [{ desc: "Caja", cant: SOLD, unit: 1000, iva: 19 }];
    const totals = { subtotal: undefined, impuestos: undefined, total: undefined };
    return (await postInvoice(tenant, { ...sampleInvoice(), ...totals, items })).body.factura_id;
  },
  draft: (documentId) => creditDraft({ documentId, concept: "1", lines: [units(1, "1")] }),
  nameOf: nameOf("91"),
};
const DEBIT: NoteKind = {
  ...CREDIT,
  title: "a debit note",
  typeCode: "92",
  draft: (documentId) => debitDraft({ documentId, lines: [units(1, "1")] }),
  nameOf: nameOf("92"),
};
const ADJUSTMENT: NoteKind = {
  title: "an adjustment note",
  typeCode: "95",
  module: "dse",
  issue: async (tenant) => {
    const { items } = sampleSupportDocument() as { readonly items: readonly object[] };
    const body = sampleSupportDocument({ items: items.slice(0, 1).map((item) => ({ ...item, cantidad: SOLD })) });
    return (await postSupportDocument(tenant, "corrected", body)).body.documento.id;
  },
  draft: (documentId) => adjustmentDraft({ documentId, concept: "1", lines: [units(1, "1")] }),
  nameOf: nameOf("95"),
};

const TICKET_CREDIT: NoteKind = {
  ...CREDIT,
  title: "a credit note of a ticket",
  typeCode: "94",
  module: "dee",
  issue: (tenant) => issueTicket(tenant, "corrected", { items: [{ desc: "Caja", cant: SOLD, unit: 1000, iva: 19 }] }),
  draft: (documentId) => creditDraft({ typeCode: "94", documentId, concept: "1", lines: [units(1, "1")] }),
  nameOf: nameOf("94"),
};
const TICKET_DEBIT: NoteKind = {
  ...TICKET_CREDIT,
  title: "a debit note of a ticket",
  typeCode: "93",
  draft: (documentId) => debitDraft({ typeCode: "93", documentId, lines: [units(1, "1")] }),
  nameOf: nameOf("93"),
};

/** Up to this call nothing is durable that obliges anybody. */
const LAST_FREE = "ledger.allocate before";

/** Every port call with its visit, before which the writes of its turn are lost or not. */
function listDeaths(visited: Life<unknown>["visited"]): (CrashPoint & { readonly mayBeFree: boolean })[] {
  const lastFree = visited.findIndex(({ point }) => point === LAST_FREE);
  return visited.flatMap(({ point, visit }, index) => {
    const variants = point.endsWith(" before") ? (["unsaved", "saved"] as const) : (["unsaved"] as const);
    return variants.map((writes) => ({ point, visit, writes, mayBeFree: index <= lastFree }));
  });
}

beforeEach(setClockAhead);

describe.each([CREDIT, DEBIT, ADJUSTMENT, TICKET_CREDIT, TICKET_DEBIT])("a first run of $title", (kind) => {
  let tenant: Tenant;
  let documentId: number;
  beforeAll(async () => {
    setClockAhead();
    tenant = await createTenant(EVERY_MODULE);
    documentId = await kind.issue(tenant);
  });

  it("ends alike, wherever it dies", async () => {
    const draft = kind.draft(documentId);
    const alive = await noteCommand(tenant, "alive", draft);
    const { ended, visited } = await live(alive.name, (engine) => engine.issue(alive));
    expect(ended.type).toBe("returned");
    const deaths = listDeaths(visited);
    expect(deaths.length).toBeGreaterThan(40);
    const states: Record<string, number> = {};
    for (const death of deaths) {
      setClockAhead();
      const key = `${death.point} ${death.visit} ${death.writes}`;
      const command = await noteCommand(tenant, key, draft);
      const life = await live(command.name, (engine) => engine.issue(command), { crash: death });
      expect(life.ended, key).toEqual({ type: "died" });
      const record = await driveByAlarms(command.name);
      const state = record?.state ?? "none";
      states[state] = (states[state] ?? 0) + 1;
      if (record === undefined) {
        expect(death.mayBeFree, key).toBe(true);
        expect(await inspectStorage(command.name), key).toEqual({ alarm: null, chunks: 0 });
      } else if (record.state === "send_unknown") {
        expect([death.point, death.writes]).toEqual(["authority.send before", "saved"]);
        await expectEnd(kind, tenant, key, { state: "send_unknown", arrivals: 0 });
      } else {
        await expectEnd(kind, tenant, key, { state: "aceptado", arrivals: 1 });
      }
      const replay = await issueNote(tenant, key, draft);
      expect(replay, key).toMatchObject({
        type: "issued",
        document: { id: (await readRecord(command.name))?.documentId },
      });
      if (record === undefined) await expectEnd(kind, tenant, key, { state: "aceptado", arrivals: 1 });
    }
    expect(Object.keys(states).sort()).toEqual(["aceptado", "none", "send_unknown"]);
    expect(states.send_unknown).toBe(1);
    await expectTaken(deaths.length + 1);
  });

  /** So many units are taken of the document, and so many numbers of the series. */
  async function expectTaken(count: number): Promise<void> {
    const known = await loadBalance(openDatabase(env.DB), tenant.companyId, documentId);
    expect(known?.notes).toHaveLength(count);
    const { results } = await env.DB.prepare(
      "SELECT number FROM documents WHERE company_id = ?1 AND type_code = ?2 ORDER BY number",
    )
      .bind(tenant.companyId, kind.typeCode)
      .all();
    expect(results).toEqual(Array.from({ length: count }, (_, index) => ({ number: index + 1 })));
  }
});
