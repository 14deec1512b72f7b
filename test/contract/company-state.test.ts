// Tests what a company is told of itself: members by scope, warnings in words, isolation, entity tags, and how seldom D1 is read.
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type BrakeState, RELEASED } from "../../src/domain/document/brake.ts";
import { addDays, dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { findWarnings } from "../../src/store/watch/health.ts";
import { findSchemaProblems, readOpenapi } from "../reference/schema.ts";
import { call, get, postNote, useApiVersion } from "../support/api.ts";
import { advanceClock, setClockAhead } from "../support/clock.ts";
import { recordConsole } from "../support/console.ts";
import { KINDS } from "../support/kind.ts";
import { failingSince, silentSince, untriedSince } from "../support/outage-state.ts";
import { createClient, createTenant, type Tenant, type TenantOptions } from "../support/tenant.ts";

useApiVersion("v2");
afterEach(() => {
  vi.restoreAllMocks();
});

const today = () => dateInBogota(Date.now());
const state = async (tenant: Tenant, token = tenant.token) => (await get(tenant, "/empresa", { token })).body;
const change = (tenant: Tenant, sql: string, ...values: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(tenant.companyId, ...values)
    .run();

describe("the state of a company", () => {
  it("says who it is, and of each module plan, ranges and series", async () => {
    const tenant = await createTenant({ allowance: 1_000, used: 3, numbersLeft: 500 });
    for (const kind of KINDS) expect((await kind.post(tenant, "one", kind.tagged("Ana"))).status).toBe(201);
    const { status, body, headers } = await get(tenant, "/empresa");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    const { empresa, modulos, certificado, autoridad, avisos } = body;
    expect(empresa).toEqual({
      ...{ id: tenant.companyId, nit: tenant.nit, dv: expect.stringMatching(/^\d$/) },
      nombre: `EMPRESA DE PRUEBA ${tenant.nit} SAS`,
      ambiente: "produccion",
      estado: "activa",
    });
    const plan = { anio: yearOf(today()), cupo: 1_000, usados: 4 };
    expect(modulos.fe).toMatchObject({ contratado: true, plan });
    expect(modulos.dse).toMatchObject({ contratado: true, plan });
    const [invoices, contingency] = modulos.fe.rangos;
    expect(invoices).toEqual({
      ...{
        tipo: "fe",
        prefijo: "SETP",
        resolucion: expect.any(String),
        desde: 1,
        hasta: 500,
        siguiente: 2,
        quedan: 499,
      },
      ...{ vigente_hasta: "2030-01-19", dias: (Date.parse("2030-01-19") - Date.parse(today())) / 86_400_000 },
    });
    expect(contingency).toMatchObject({ tipo: "contingencia", siguiente: 1, quedan: 500 });
    expect(modulos.dse.rangos).toMatchObject([{ tipo: "dse", siguiente: 2, quedan: 499 }]);
    expect(modulos.fe.series).toEqual([
      { tipo_authority: "91", prefijo: "NC", siguiente: 1 },
      { tipo_authority: "92", prefijo: "ND", siguiente: 1 },
    ]);
    expect(modulos.dse.series).toEqual([{ tipo_authority: "95", prefijo: "NAS", siguiente: 1 }]);
    expect(certificado).toEqual({ vence: expect.stringMatching(/^\d{4}-.*Z$/), dias: expect.any(Number) });
    expect(autoridad).toEqual({ estado: "normal", desde: null });
    expect(avisos).toEqual([]);
  });

  it("holds no secret, and is what the reference describes", async () => {
    const tenant = await createTenant();
    const body = await state(tenant);
    const text = JSON.stringify(body);
    for (const secret of [tenant.technicalKey, tenant.softwarePin, tenant.softwareId, tenant.token]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/sealed|clave_tecnica|technical|pin/i);
    const answer = readOpenapi("v2").paths["/companies/{company_id}/empresa"]?.get?.responses["200"];
    expect(findSchemaProblems(answer?.content?.["application/json"]?.schema ?? {}, body, "v2")).toEqual([]);
  });
});

const SCOPES = ["fe.read", "fe.write", "dse.read", "dse.write"] as const;
/** Every set of scopes. */
const SCOPE_SETS = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
  SCOPES.filter((_scope, index) => (bits & (1 << index)) !== 0),
);
const MODULE_SETS = [["fe", "dse"], ["fe"], ["dse"]] as const;

describe("which modules a token is told of", () => {
  it.each(MODULE_SETS.map((modules) => [modules.join(" and "), modules] as const))(
    "in a company with %s follows from its scopes that read",
    async (_title, modules) => {
      const tenant = await createTenant({ modules, rangeValidTo: addDays(today(), 5) });
      for (const scopes of SCOPE_SETS) {
        const { token } = await createClient(tenant.companyId, scopes);
        const { status, body } = await get(tenant, "/empresa", { token });
        const opened = scopes.some((scope) => modules.some((module) => scope.startsWith(module)));
        expect([scopes, status]).toEqual([scopes, opened ? 200 : 403]);
        if (!opened) continue;
        const read = (["fe", "dse"] as const).filter((module) => scopes.includes(`${module}.read`));
        expect(Object.keys(body.modulos)).toEqual(read);
        for (const module of read) expect(body.modulos[module].contratado).toBe(modules.some((one) => one === module));
        const told = read.filter((module) => modules.some((one) => one === module));
        const words = body.avisos.map(({ mensaje }: { mensaje: string }) => mensaje).join();
        expect(words.includes("numeración de facturas")).toBe(told.includes("fe"));
        expect(words.includes("documentos soporte")).toBe(told.includes("dse"));
      }
    },
  );
});

interface WarningCase {
  readonly title: string;
  readonly options: TenantOptions;
  readonly sql?: string;
  readonly says: readonly { readonly codigo: string; readonly mensaje: RegExp }[];
}

const DAY_MS = 86_400_000;
const WARNINGS: readonly WarningCase[] = [
  {
    title: "a range that ends in twenty days",
    options: { modules: ["dse"], rangeValidTo: addDays(today(), 20) },
    says: [{ codigo: "range_ending", mensaje: /documentos soporte le quedan 100000 de 100000 números y 20 días/ }],
  },
  {
    title: "a range without numbers",
    options: { modules: ["dse"] },
    sql: "UPDATE ranges SET next_number = to_number + 1 WHERE company_id = ?1 AND kind = 'dse'",
    says: [{ codigo: "range_missing", mensaje: /no tiene un rango vigente y con números para documentos soporte/ }],
  },
  {
    title: "a range that another system uses",
    options: { modules: ["dse"] },
    sql: "UPDATE ranges SET stopped_by = 1 WHERE company_id = ?1 AND kind = 'dse'",
    says: [{ codigo: "range_missing", mensaje: /documentos soporte/ }],
  },
  {
    title: "a certificate of six days",
    options: {
      modules: ["fe"],
      certificateValidity: { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + 6.5 * DAY_MS) },
    },
    says: [{ codigo: "certificate_ending", mensaje: /El certificado vence el \d{4}-\d{2}-\d{2}, en 6 días/ }],
  },
  {
    title: "no certificate",
    options: { modules: ["fe"] },
    sql: "UPDATE certificates SET disabled_at = '2026-01-01' WHERE company_id = ?1",
    says: [{ codigo: "certificate_missing", mensaje: /no tiene un certificado vigente/ }],
  },
  {
    title: "a plan that is nearly used up",
    options: { modules: ["fe"], allowance: 100, used: 95 },
    says: [{ codigo: "plan_ending", mensaje: /facturación electrónica de este año se han usado 95 de 100/ }],
  },
  {
    title: "a plan that is used up",
    options: { modules: ["fe"], allowance: 100, used: 100 },
    says: [{ codigo: "plan_ending", mensaje: /se agotó/ }],
  },
  {
    title: "no plan",
    options: { modules: ["dse"] },
    sql: "DELETE FROM plans WHERE company_id = ?1 AND year = CAST(strftime('%Y', 'now', '-5 hours') AS INTEGER)",
    says: [{ codigo: "plan_missing", mensaje: /no tiene plan de documento soporte para \d{4}/ }],
  },
  {
    title: "a series of notes that another system uses",
    options: { modules: ["fe"] },
    sql: "UPDATE series SET stopped_by = 1 WHERE company_id = ?1 AND type_code = '91' AND environment = 'produccion'",
    says: [{ codigo: "series_stopped", mensaje: /serie de nota crédito con prefijo NC está detenida/ }],
  },
];

describe("a warning", () => {
  it.each(WARNINGS)("of $title is said in plain Spanish", async ({ options, sql, says }) => {
    const tenant = await createTenant(options);
    if (sql !== undefined) await change(tenant, sql);
    const { avisos } = await state(tenant);
    const own = avisos.filter(({ mensaje }: { mensaje: string }) => !mensaje.includes("contingencia"));
    expect(own.map(({ codigo }: { codigo: string }) => codigo)).toEqual(says.map(({ codigo }) => codigo));
    const operator = await findWarnings(openDatabase(env.DB), Date.now());
    // That a module has no software is the operator's matter alone.
    const operatorHears = operator
      .filter(({ companyId, code }) => companyId === tenant.companyId && code !== "software_missing")
      .map(({ code }) => code);
    expect(avisos.map(({ codigo }: { codigo: string }) => codigo).sort()).toEqual(operatorHears.sort());
    for (const [index, { mensaje }] of says.entries()) {
      expect(own[index].mensaje).toMatch(mensaje);
      expect(own[index].desde).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it.each([
    ["the operator's first alert of the same thing", "fe numbers of:100", -3],
    ["today, whatever was told of a branch's ranges", "fe TIEN numbers of:100", 0],
    ["today, whatever was told of another company", "other", 0],
  ])("holds since %s", async (_title, about, days) => {
    const tenant = await createTenant({ modules: ["fe"], numbersLeft: 100 });
    await change(tenant, "UPDATE ranges SET next_number = 95 WHERE company_id = ?1 AND kind = 'fe'");
    const company = about === "other" ? `${tenant.companyId}0 fe numbers of:100` : `${tenant.companyId} ${about}`;
    const raisedAt = `${addDays(today(), -3)}T15:00:00.000Z`;
    await env.DB.prepare(
      "INSERT INTO alerts (code, subject, company_id, detail, raised_at) VALUES ('range_ending', ?1, ?2, '{}', ?3)",
    )
      .bind(`company:${company}`, tenant.companyId, raisedAt)
      .run();
    expect((await state(tenant)).avisos).toMatchObject([{ codigo: "range_ending", desde: addDays(today(), days) }]);
  });

  it("of a plan that is missed for the next year holds since December began", async () => {
    setClockAhead();
    advanceClock(Date.parse(`${yearOf(today())}-12-05T15:00:00Z`) - Date.now());
    const tenant = await createTenant({ modules: ["fe"] });
    await change(tenant, "DELETE FROM plans WHERE company_id = ?1 AND year = ?2", yearOf(today()) + 1);
    const { avisos } = await state(tenant);
    const [missing] = avisos.filter(({ codigo }: { codigo: string }) => codigo === "plan_missing");
    expect(missing.desde).toBe(`${yearOf(today())}-12-01`);
    expect(missing.mensaje).toContain(`para ${yearOf(today()) + 1}`);
  });
});

describe("the authority", () => {
  afterEach(async () => {
    await env.DB.prepare("DELETE FROM authority_health WHERE environment = 'habilitacion'").run();
  });

  const nowMs = Date.now();
  it.each<[string, BrakeState | null, string, number | null]>([
    ["nothing is known", null, "normal", null],
    ["one answer was lost", { ...RELEASED, failures: [nowMs] }, "normal", null],
    ["it does not answer", silentSince(nowMs - 90_000), "caida", nowMs - 90_000],
    ["it is back", { ...RELEASED, backSince: nowMs - 5_000, heldFrom: nowMs - 90_000 }, "lenta", nowMs - 5_000],
    ["it answers questions and fails sendings", failingSince(nowMs - 990_000), "caida", nowMs - 990_000],
    ["no document was tried yet", untriedSince(nowMs - 990_000, nowMs - 900_000), "lenta", nowMs - 900_000],
    ["the sendings of another company alone fail", failingSince(nowMs - 90_000, -1), "normal", null],
  ])("of which %s is told as it is, to the companies of that environment", async (_title, known, estado, sinceMs) => {
    const scale = Number(env.POLL_SCALE ?? "1");
    if (known !== null) {
      const scaled = JSON.stringify(known, (_name, value: unknown) =>
        typeof value === "number" ? value / scale : value,
      );
      await env.DB.prepare("INSERT INTO authority_health (environment, state, version) VALUES ('habilitacion', ?1, 1)")
        .bind(scaled)
        .run();
    }
    const [there, elsewhere] = [await createTenant({ environment: "habilitacion" }), await createTenant()];
    const { autoridad } = await state(there);
    expect(autoridad).toEqual({ estado, desde: sinceMs === null ? null : new Date(sinceMs).toISOString() });
    expect((await state(elsewhere)).autoridad).toEqual({ estado: "normal", desde: null });
  });
});

describe("who is told", () => {
  it("is the company of the token alone", async () => {
    const [owner, other] = [await createTenant({ numbersLeft: 77 }), await createTenant({ numbersLeft: 88 })];
    for (let times = 0; times < 2; times += 1) {
      expect((await state(owner)).modulos.fe.rangos[0].hasta).toBe(77);
      expect((await state(other)).modulos.fe.rangos[0].hasta).toBe(88);
    }
    const { status, body } = await get(owner, "/empresa", { token: other.token });
    expect([status, body.code]).toEqual([403, "wrong_company"]);
  });

  it("is nobody whose token was revoked, though the state is remembered", async () => {
    const tenant = await createTenant();
    const { headers } = await get(tenant, "/empresa");
    await env.DB.prepare("UPDATE tokens SET revoked_at = '2026-01-01' WHERE client_id = ?1")
      .bind(tenant.clientId)
      .run();
    const tag = headers.get("etag") ?? "";
    const { status } = await get(tenant, "/empresa", { headers: { "if-none-match": tag } });
    expect(status).toBe(401);
  });

  it("is no client of v1, and no parameter is taken", async () => {
    const tenant = await createTenant();
    expect((await get(tenant, "/empresa", { version: "v1" })).status).toBe(404);
    expect((await get(tenant, "/empresa?modulo=fe")).body.code).toBe("invalid_parameter");
    expect((await call("POST", `/companies/${tenant.companyId}/empresa`, {}, { token: tenant.token })).status).toBe(
      405,
    );
  });
});

describe("the entity tag of a state", () => {
  it("is answered with 304 and no body while nothing changes, and differs by what a token sees", async () => {
    setClockAhead();
    const tenant = await createTenant();
    const first = await get(tenant, "/empresa");
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    const ask = (known: string, token = tenant.token) =>
      get(tenant, "/empresa", { token, headers: { "if-none-match": known } });
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const { status, body, headers } = await ask(known);
      expect([status, body, headers.get("etag")]).toEqual([304, null, tag]);
    }
    const { token } = await createClient(tenant.companyId, ["fe.read"]);
    expect((await ask(tag, token)).status).toBe(200);
    await change(tenant, "UPDATE plans SET used = used + 1 WHERE company_id = ?1");
    advanceClock(61_000);
    const later = await ask(tag);
    expect(later.status).toBe(200);
    expect(later.headers.get("etag")).not.toBe(tag);
  });
});

describe("D1", () => {
  it("is read once a minute for the state of a company, beside the token of each request", async () => {
    const recorder = recordConsole();
    setClockAhead();
    const tenant = await createTenant();
    const trips = async () => {
      const { headers } = await get(tenant, "/empresa");
      const line = recorder.facts().find((fact) => fact.requestId === headers.get("x-request-id"));
      return Number(line?.trips);
    };
    const usual = 1;
    await get(tenant, "/fe/payment-methods");
    const together = await Promise.all([trips(), trips(), trips(), trips()]);
    expect(together.reduce((sum, one) => sum + one - usual, 0)).toBe(1);
    for (const stepMs of [0, 30_000, 29_000]) {
      advanceClock(stepMs);
      expect(await trips()).toBe(usual);
    }
    advanceClock(2_000);
    expect([await trips(), await trips()]).toEqual([usual + 1, usual]);
    // Another company's is another read.
    const other = await createTenant();
    await get(other, "/fe/payment-methods");
    expect((await state(other)).empresa.id).toBe(other.companyId);
  });
});

describe("a note", () => {
  it("moves the series that it was numbered by", async () => {
    setClockAhead();
    const tenant = await createTenant({ modules: ["fe"] });
    const [kind] = KINDS.filter(({ module }) => module === "fe");
    const answer = await kind?.post(tenant, "one", kind.tagged("Ana"));
    const before = await state(tenant);
    expect((await postNote(tenant, "91", "note", { factura_id: answer?.body.factura_id })).status).toBe(201);
    advanceClock(60_000);
    const after = await state(tenant);
    const next = ({ modulos }: typeof before) => modulos.fe.series[0].siguiente;
    expect([next(before), next(after)]).toEqual([1, 2]);
  });
});
