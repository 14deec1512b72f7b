// Issues notes against the pretend authority: each exactly once, numbered without holes, and never more than their document.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { NoteDraft } from "../../src/domain/draft/note-draft.ts";
import { findBalance, findLineRests } from "../../src/domain/note/note-balance.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { IssueResult } from "../../src/issuance/contract/command.ts";
import { loadCorrected } from "../../src/issuance/price/load-corrected.ts";
import { readFiled } from "../../src/store/archive/filed.ts";
import { createArchive, digestFile } from "../../src/store/archive/files.ts";
import { rebuildDocuments } from "../../src/store/archive/rebuild.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadBalance } from "../../src/store/document/corrected.ts";
import { createMovingLedger } from "../../src/store/ledger.ts";
import { getSupportDocument, postInvoice, postSupportDocument } from "../support/api.ts";
import { readArchiveOf } from "../support/archive-reader.ts";
import { setClockAhead } from "../support/clock.ts";
import { lineDraft } from "../support/company.ts";
import { driveByAlarms, loseJournal, readRecord } from "../support/issuance-object.ts";
import { adjustmentDraft, creditDraft, debitDraft, own, units } from "../support/note.ts";
import { fateOf, issueNote, noteCommand } from "../support/note-command.ts";
import { sampleInvoice, sampleSupportDocument, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { unpackRow } from "../support/unpack.ts";

beforeEach(() => {
  setClockAhead();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const DAY_MS = 86_400_000;

let keys = 0;
const nextKey = () => `note-${++keys}`;

async function invoice(tenant: Tenant, over: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const body = { ...sampleInvoice(), subtotal: undefined, impuestos: undefined, total: undefined, ...over };
  const answer = await postInvoice(tenant, { ...body, draft_key: nextKey() }, { version: "v2" });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.factura_id;
}

function issue(tenant: Tenant, draft: NoteDraft, key = nextKey()): Promise<IssueResult> {
  return issueNote(tenant, key, draft);
}

function viewOf(result: IssueResult) {
  if (result.type !== "issued" || result.document === null) throw new Error(JSON.stringify(result));
  return result.document;
}

async function rows(sql: string, ...values: (string | number)[]) {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all();
  return results.map(unpackRow);
}

/** Numbers of the notes of a company, and the one that comes next. */
async function readSeries(tenant: Tenant, typeCode = "91") {
  const { companyId, environment } = tenant;
  const given = await rows(
    "SELECT number FROM documents WHERE company_id = ?1 AND type_code = ?2 ORDER BY number",
    companyId,
    typeCode,
  );
  const [series] = await rows(
    "SELECT next_number FROM series WHERE company_id = ?1 AND type_code = ?2 AND environment = ?3",
    companyId,
    typeCode,
    environment,
  );
  return { given: given.map(({ number }) => number), next: series?.next_number };
}

describe("a credit note", () => {
  it("annuls an invoice to the cent, by its id alone", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    const view = viewOf(await issue(tenant, creditDraft({ documentId, motive: "Error en el cliente" })));
    expect(view).toMatchObject({
      typeCode: "91",
      state: "aceptado",
      prefix: "NC",
      number: 1,
      total: "119000.00",
      note: { concept: { code: "2" }, correctedId: documentId, corrected: { number: "SETP1", fiscalIdKind: "CUFE" } },
    });
    const [row] = await rows("SELECT * FROM documents WHERE id = ?1", view.id);
    expect(row).toMatchObject({ concept_code: "2", corrected_id: documentId, range_id: null, plan_sequence: 2 });
    expect(row?.file_name).toMatch(/^nc\d{15}[0-9a-f]{8}$/);
    expect(row?.fiscal_id).toBe(view.fiscalId);
    const filed = await readFiled(createArchive(env.FILES).get, {
      xmlPath: String(row?.xml_path),
      fileSha256: String(row?.file_sha256),
    });
    expect(filed?.detail.note?.motive).toBe("Error en el cliente");
    const stored = await env.FILES.get(String(row?.xml_path));
    expect(await stored?.text()).toContain('schemeName="CUDE-SHA384"');
    expect(await readSeries(tenant)).toEqual({ given: [1], next: 2 });
  });

  it("leaves the third party as it is called since", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    const receptor = {
      ...(sampleInvoice().receptor as object),
      nombre: "Cliente Renombrado SA",
      email: "nuevo@example.org",
    };
    await invoice(tenant, { receptor });
    const view = viewOf(await issue(tenant, creditDraft({ documentId })));
    const parties = await rows("SELECT id, name, email FROM third_parties WHERE company_id = ?1", tenant.companyId);
    expect(parties).toMatchObject([{ name: "Cliente Renombrado SA", email: "nuevo@example.org" }]);
    const [row] = await rows("SELECT third_party_id, party ->> 0 AS signed FROM documents WHERE id = ?1", view.id);
    expect(row).toEqual({ third_party_id: parties[0]?.id, signed: "Cliente de Prueba SA" });
  });

  it("refuses everything after an annulment, and takes nothing", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    await issue(tenant, creditDraft({ documentId }));
    expect(fateOf(await issue(tenant, creditDraft({ documentId })))).toBe("reference_annulled");
    expect(fateOf(await issue(tenant, debitDraft({ documentId })))).toBe("reference_annulled");
    expect(await readSeries(tenant)).toEqual({ given: [1], next: 2 });
    expect(await readSeries(tenant, "92")).toEqual({ given: [], next: 1 });
    expect(
      await rows("SELECT used FROM plans WHERE company_id = ?1 AND module = 'fe' AND used > 0", tenant.companyId),
    ).toEqual([{ used: 2 }]);
  });

  it("is the same one under its key, also after others", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    const draft = creditDraft({ documentId, concept: "1", lines: [units(1, "1")] });
    const first = viewOf(await issue(tenant, draft, "the-key"));
    await issue(tenant, creditDraft({ documentId, concept: "1", lines: [units(1, "1")] }));
    const again = await issue(tenant, draft, "the-key");
    expect(again).toMatchObject({ type: "issued", isReplay: true, document: { id: first.id, note: first.note } });
    expect(fateOf(await issue(tenant, creditDraft({ documentId }), "the-key"))).toBe("conflict");
  });

  it("that the authority rejects frees its amount", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    expect(fateOf(await issue(tenant, creditDraft({ documentId, motive: "#rechazo" })))).toBe("rechazado");
    expect(fateOf(await issue(tenant, creditDraft({ documentId })))).toBe("aceptado");
    expect(await readSeries(tenant)).toEqual({ given: [1, 2], next: 3 });
  });

  it("whose end is not known keeps its amount", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    const lines = [units(1, "1")];
    expect(fateOf(await issue(tenant, creditDraft({ documentId, concept: "1", lines, motive: "#perdido" })))).toBe(
      "en_proceso_http",
    );
    const known = await loadBalance(openDatabase(env.DB), tenant.companyId, documentId);
    expect(findBalance(known?.total ?? "", known?.notes ?? [])).toEqual({
      invoiced: "119000.00",
      credited: "0.00",
      inProcess: "59500.00",
      available: "59500.00",
    });
    expect(fateOf(await issue(tenant, creditDraft({ documentId })))).toBe("concept_needs_whole");
    expect(fateOf(await issue(tenant, creditDraft({ documentId, concept: "1", lines: [units(1, "2")] })))).toBe(
      "exceeds_line",
    );
    expect(fateOf(await issue(tenant, creditDraft({ documentId, concept: "1", lines })))).toBe("aceptado");
  });
});

const DOLLARS = {
  ...{ commercial_currency: "USD", applied_rate: 3850.5, official_trm: null },
  rate_date: dateInBogota(Date.now()),
};
const AIU = {
  ...{ enabled: true, contract_base: 5000000, administracion_percent: 6, imprevistos_percent: 2, utilidad_percent: 2 },
  ...{ tax_rate: 19, iva_base_mode: "AIU_TOTAL" },
};
const DRINK = {
  ...{ desc: "Gaseosa", cant: 2, unit_input: 5950, iva_incluido: true, iva: 19, descuento: 1000 },
  otros_impuestos: [{ codigo: "34", valor_unitario: 65, mililitros: 1500 }],
};
const BAG = {
  ...{ desc: "Bolsa", cant: 4, unit: 100, iva: 19, descuento_porcentaje: 100 },
  otros_impuestos: [{ codigo: "22", valor_unitario: 70 }],
};
const LINE = { desc: "Servicio", cant: 4, unit: 25000, iva: 19 };

describe("an annulment equals its invoice, and a part of it is accepted too", () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["of contingency", { es_contingencia: true }],
    ["in dollars", { currency: DOLLARS, items: [{ ...LINE, unit: 1000 }] }],
    ["with AIU", { aiu: AIU, items: [{ desc: "Aseo y cafetería", cant: 1, unit: 5000000, iva: 0 }] }],
    ["with several taxes and a discount of a line", { items: [DRINK, LINE] }],
    ["with a free line that has a tax for each unit", { items: [BAG, LINE] }],
    [
      "with discounts and charges of the whole",
      { items: [LINE, DRINK], cargos: [{ porcentaje: 10, motivo: "Propina" }], descuentos: [{ porcentaje: 5 }] },
    ],
    ["on credit", { payment: { form: "credito", means_code: "42", due_date: dateInBogota(Date.now() + 30 * DAY_MS) } }],
  ])("%s", async (_, over) => {
    const tenant = await createTenant();
    const [whole, parted] = [await invoice(tenant, over), await invoice(tenant, over)];
    const annulled = viewOf(await issue(tenant, creditDraft({ documentId: whole })));
    const [row] = await rows("SELECT total FROM documents WHERE id = ?1", whole);
    expect(annulled).toMatchObject({ state: "aceptado", total: row?.total });
    const part = await issue(tenant, creditDraft({ documentId: parted, concept: "1", lines: [units(1, "1")] }));
    expect(fateOf(part)).toBe("aceptado");
    const debit = debitDraft({ documentId: parted, concept: "3", lines: [units(1, "1", "1000")] });
    expect(fateOf(await issue(tenant, debit))).toBe("aceptado");
  });
});

describe("notes that are posted at once", () => {
  it("never credit more than the lines have, and number without holes", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant, { items: [{ desc: "Caja", cant: 5, unit: 1000, iva: 19 }] });
    const draft = creditDraft({ documentId, concept: "1", lines: [units(1, "1")] });
    const fates = (await Promise.all(Array.from({ length: 12 }, () => issue(tenant, draft)))).map(fateOf).sort();
    expect(fates.filter((fate) => fate === "aceptado")).toHaveLength(5);
    expect(new Set(fates)).toEqual(new Set(["aceptado", "reference_annulled"]));
    expect(await readSeries(tenant)).toEqual({ given: [1, 2, 3, 4, 5], next: 6 });
  });

  it("that return every unit of a line add up to it to the cent", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant, { items: [{ desc: "Caja", cant: 3, unit: 33.333333, iva: 19 }] });
    const draft = creditDraft({ documentId, concept: "1", lines: [units(1, "1")] });
    await Promise.all([1, 2, 3].map(() => issue(tenant, draft)));
    const known = await loadBalance(openDatabase(env.DB), tenant.companyId, documentId);
    expect(findBalance(known?.total ?? "", known?.notes ?? [])).toMatchObject({
      invoiced: "119.00",
      available: "0.00",
    });
  });

  it("are all issued when they fit, however many", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant, { items: [{ desc: "Caja", cant: 10, unit: 1000, iva: 19 }] });
    const draft = creditDraft({ documentId, concept: "1", lines: [units(1, "1")] });
    const fates = (await Promise.all(Array.from({ length: 10 }, () => issue(tenant, draft)))).map(fateOf);
    expect(new Set(fates)).toEqual(new Set(["aceptado"]));
    expect((await readSeries(tenant)).next).toBe(11);
  });

  it("annul a document once", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    const drafts = Array.from({ length: 6 }, (_, i) =>
      i % 2 === 0 ? creditDraft({ documentId }) : debitDraft({ documentId }),
    );
    await Promise.all(drafts.map((draft) => issue(tenant, draft)));
    const annulments = await rows(
      "SELECT id FROM documents WHERE corrected_id = ?1 AND type_code = '91' AND state <> 'rechazado'",
      documentId,
    );
    expect(annulments).toHaveLength(1);
  });
});

describe("what a note refers to", () => {
  it("may be named by its CUFE, and is then the document that is kept here", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    const [row] = await rows("SELECT fiscal_id, issue_date FROM documents WHERE id = ?1", documentId);
    const external = {
      number: "SETP1",
      fiscalId: String(row?.fiscal_id),
      issueDate: String(row?.issue_date),
      typeCode: "01",
    } as const;
    const view = viewOf(await issue(tenant, creditDraft({ documentId: null, external })));
    expect(view).toMatchObject({ state: "aceptado", total: "119000.00", note: { correctedId: documentId } });
    expect(fateOf(await issue(tenant, creditDraft({ documentId })))).toBe("reference_annulled");
  });

  it.each([
    ["another company's", "reference_not_found"],
    ["of the other module", "reference_not_found"],
    ["a note", "not_correctable"],
    ["rejected", "reference_rejected"],
    ["not settled", "reference_pending"],
  ])("is refused when it is %s", async (which, code) => {
    const tenant = await createTenant();
    const find = async (): Promise<number> => {
      if (which === "another company's") return invoice(await createTenant());
      if (which === "of the other module") {
        return (await postSupportDocument(tenant, nextKey(), sampleSupportDocument())).body.documento.id;
      }
      if (which === "a note") return viewOf(await issue(tenant, creditDraft({ documentId: await invoice(tenant) }))).id;
      const tag = which === "rejected" ? "#rechazo" : "#perdido";
      return (await postInvoice(tenant, { ...taggedInvoice(tag), draft_key: nextKey() })).body.factura_id;
    };
    expect(fateOf(await issue(tenant, creditDraft({ documentId: await find(), concept: "2" })))).toBe(code);
  });

  it("may be a period, and a document that was issued elsewhere", async () => {
    const tenant = await createTenant();
    const receiver = {
      identificationType: "31",
      identificationNumber: "800134536",
      name: "Cliente de Prueba SA",
      email: null,
      address: null,
      countryCode: null,
    };
    const rest = { documentId: null, concept: "3", receiver, lines: [own(lineDraft({ taxRate: "19" }))] };
    const period = { start: "2026-01-01", end: "2026-01-31" };
    const credit = viewOf(await issue(tenant, creditDraft({ ...rest, period })));
    expect(credit).toMatchObject({ typeCode: "91", note: { correctedId: null, corrected: null } });
    const debit = viewOf(await issue(tenant, debitDraft({ ...rest, period })));
    expect(debit).toMatchObject({ typeCode: "92", prefix: "ND", number: 1 });
  });
});

describe("an adjustment note", () => {
  it("lowers a support document with its module's software and plan", async () => {
    const tenant = await createTenant();
    const { body } = await postSupportDocument(tenant, nextKey(), sampleSupportDocument());
    const documentId = body.documento.id;
    const view = viewOf(await issue(tenant, adjustmentDraft({ documentId })));
    expect(view).toMatchObject({ typeCode: "95", module: "dse", state: "aceptado", prefix: "NAS", number: 1 });
    expect(view.total).toBe(body.documento.total);
    const [row] = await rows("SELECT file_name, plan_sequence, third_party_id FROM documents WHERE id = ?1", view.id);
    expect(row?.file_name).toMatch(/^nas\d{15}[0-9a-f]{8}$/);
    expect(row?.plan_sequence).toBe(2);
    // The vendor is printed as a NIT, and stays the third party that it was.
    const parties = await rows(
      "SELECT id FROM third_parties WHERE company_id = ?1 AND module = 'dse'",
      tenant.companyId,
    );
    expect(parties).toEqual([{ id: row?.third_party_id }]);
    expect((await getSupportDocument(tenant, documentId)).body.documento.estado_authority).toBe("aceptado");
  });
});

describe("a note that gets no number", () => {
  it("is refused without a series, and the key stays free", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    await rows("UPDATE series SET type_code = 'xx' WHERE company_id = ?1 AND type_code = '91'", tenant.companyId);
    const refused = await issue(tenant, creditDraft({ documentId }), "free");
    const why = { reason: "no-series", field: [], typeCode: "91" };
    expect(refused).toEqual({ type: "refused", code: "series_missing", why, problems: [] });
    await rows("UPDATE series SET type_code = '91' WHERE company_id = ?1 AND type_code = 'xx'", tenant.companyId);
    expect(fateOf(await issue(tenant, creditDraft({ documentId }), "free"))).toBe("aceptado");
  });

  it("is refused when the plan of its module is used up", async () => {
    const tenant = await createTenant({ allowance: 1 });
    const documentId = await invoice(tenant);
    expect(fateOf(await issue(tenant, creditDraft({ documentId })))).toBe("plan_exhausted");
    expect(await readSeries(tenant)).toEqual({ given: [], next: 1 });
  });
});

describe("a note whose journal is lost", () => {
  it("is adopted from D1 with what it corrects, and never sent again", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant);
    const draft = creditDraft({ documentId, concept: "1", lines: [units(1, "1")], motive: "#tarde" });
    const first = viewOf(await issue(tenant, draft, "lost"));
    const { name } = await noteCommand(tenant, "lost", draft);
    await loseJournal(name);
    const again = await issue(tenant, draft, "lost");
    expect(again).toMatchObject({ type: "issued", isReplay: true, document: { id: first.id, note: first.note } });
    await driveByAlarms(name);
    expect((await readRecord(name))?.state).toBe("aceptado");
    expect(await readSeries(tenant)).toEqual({ given: [1], next: 2 });
  });
});

describe("what the notes before it took", () => {
  const MANY = 12;

  /** What a further note on the document is resolved with, and the files that were read for it. */
  async function load(tenant: Tenant, draft: NoteDraft) {
    const paths: string[] = [];
    const archive = createArchive(env.FILES);
    const counting = {
      get: (path: string) => {
        paths.push(path);
        return archive.get(path);
      },
    };
    const command = await noteCommand(tenant, nextKey(), draft);
    const source = { ledger: createMovingLedger(env, () => undefined), archive: { ...archive, ...counting }, world };
    return { corrected: await loadCorrected(source, draft, command.company), paths };
  }
  const world = { sha256Hex: digestFile, alert: () => undefined };

  it("costs a further note as much after many of them as after one", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant, {
      items: [
        { desc: "Caja", cant: 40, unit: 1000, iva: 19 },
        { desc: "Bolsa", cant: 40, unit: 33.333333, iva: 5 },
      ],
    });
    const draft = creditDraft({ documentId, concept: "1", lines: [units(1, "1"), units(2, "2")] });
    await issue(tenant, draft);
    const afterOne = await load(tenant, draft);
    for (let n = 1; n < MANY; n += 1) expect(fateOf(await issue(tenant, draft))).toBe("aceptado");
    const afterMany = await load(tenant, draft);
    expect(afterOne.paths).toHaveLength(3);
    expect(afterMany.paths).toHaveLength(3);
    const { target } = afterMany.corrected;
    if (target?.type !== "document") throw new Error("no document");
    const rests = findLineRests(target.document.lines, target.notes);
    expect([...rests.values()].map(({ quantity }) => quantity.toFixed())).toEqual(["28", "16"]);
    expect(findBalance(target.document.totals.total, target.notes).available).toBe("33880.00");
  });

  it("is read note by note where the sum holds one that counts no more", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant, { items: [{ desc: "Caja", cant: 40, unit: 1000, iva: 19 }] });
    const draft = creditDraft({ documentId, concept: "1", lines: [units(1, "1")] });
    const first = viewOf(await issue(tenant, draft));
    for (let n = 0; n < 3; n += 1) await issue(tenant, draft);
    await rows("UPDATE documents SET state = 'rechazado' WHERE id = ?1", first.id);
    const { corrected, paths } = await load(tenant, draft);
    expect(paths).toHaveLength(5);
    const { target, correction } = corrected;
    if (target?.type !== "document") throw new Error("no document");
    const [rest] = findLineRests(target.document.lines, target.notes).values();
    expect(rest?.quantity.toFixed()).toBe("37");
    expect(correction?.settled).toMatchObject({
      ids: correction?.liveNotes,
      lines: [{ corrects: { quantity: "3.000000" } }],
    });
  });

  it("is told by each means of payment, also in the sum, and without one that counts no more", async () => {
    const tenant = await createTenant();
    const documentId = await invoice(tenant, {
      items: [{ desc: "Caja", cant: 5, unit: 1000, iva: 0 }],
      payment: undefined,
      pagos: [
        { form: "contado", means_code: "48", valor: 3000 },
        { form: "contado", means_code: "10", valor: 2000 },
      ],
    });
    const draft = creditDraft({ documentId, concept: "1", lines: [units(1, "1")] });
    const first = viewOf(await issue(tenant, draft));
    for (let n = 1; n < 4; n += 1) await issue(tenant, draft);
    const readMeans = async () => {
      const { target } = (await load(tenant, draft)).corrected;
      if (target?.type !== "document") throw new Error("no document");
      const means = target.notes.filter(({ state }) => state === "aceptado").flatMap((note) => note.means ?? []);
      return means.map(({ meansCode, amount }) => `${meansCode} ${amount}`);
    };
    expect(await readMeans()).toEqual(["48 3000.00", "10 1000.00"]);
    await rows("UPDATE documents SET state = 'rechazado' WHERE id = ?1", first.id);
    expect(await readMeans()).toEqual(["48 1000.00", "48 1000.00", "10 1000.00"]);
  });
});

describe("notes that D1 lost", () => {
  it("come back from the archive, equal, with their series past them and their balance", async () => {
    const tenant = await createTenant();
    const { companyId } = tenant;
    const documentId = await invoice(tenant);
    const one = creditDraft({ documentId, concept: "1", lines: [units(1, "1")], motive: "Una unidad" });
    await issue(tenant, one, "kept");
    await issue(tenant, { ...one, motive: "#rechazo" }, "rejected");
    for (const key of ["kept", "rejected"]) {
      const { name } = await noteCommand(tenant, key, one);
      await driveByAlarms(name);
      await loseJournal(name);
    }
    const read = () =>
      rows("SELECT * FROM documents WHERE company_id = ?1 AND type_code = '91' ORDER BY id", companyId).then((all) =>
        all.map(({ updated_at: _u, ...row }) => row),
      );
    const before = await read();
    expect(before).toMatchObject([{ corrected_id: documentId, concept_code: "1" }, { state: "rechazado" }]);
    await rows("DELETE FROM documents WHERE company_id = ?1 AND type_code = '91'", companyId);
    await rows("UPDATE series SET next_number = 1 WHERE company_id = ?1", companyId);
    const report = await rebuildDocuments(openDatabase(env.DB), readArchiveOf(companyId), new Date().toISOString());
    expect(report).toMatchObject({ restored: 2, stubs: 0, problems: [] });
    expect(await read()).toEqual(before);
    expect(await readSeries(tenant)).toEqual({ given: [1, 2], next: 3 });
    expect(fateOf(await issue(tenant, creditDraft({ documentId, concept: "1", lines: [units(1, "2")] })))).toBe(
      "exceeds_line",
    );
  });
});

it("a note writes at most 1.3 times the rows that an invoice writes", async () => {
  const tenant = await createTenant();
  const documentId = await invoice(tenant);
  const written = await countRows(() => invoice(tenant));
  const draft = creditDraft({ documentId, concept: "1", lines: [units(1, "1")] });
  const ofNote = await countRows(() => issue(tenant, draft));
  expect(written).toBeGreaterThan(0);
  expect(ofNote).toBeLessThanOrEqual(1.3 * written);
});

/** Rows that D1 says it wrote while work ran; objects of this test share its bindings. */
async function countRows(work: () => Promise<unknown>): Promise<number> {
  let rowsWritten = 0;
  const { DB } = env;
  const plain = DB.batch.bind(DB);
  const spy = vi.spyOn(Object.getPrototypeOf(DB), "batch").mockImplementation(async (...args: unknown[]) => {
    const results = await plain(args[0] as D1PreparedStatement[]);
    for (const { meta } of results) rowsWritten += meta.rows_written;
    return results;
  });
  await work();
  spy.mockRestore();
  return rowsWritten;
}
