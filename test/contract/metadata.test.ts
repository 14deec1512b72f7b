// Tests what a client keeps with a document for itself: every creation of v2 takes it, every answer of v2 shows it, nothing else does.
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { nameKey, nameNoteKey } from "../../src/domain/kind.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { rebuildDocuments } from "../../src/store/archive/rebuild.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { type Answer, call, get, postInvoice, postSupportDocument, useApiVersion } from "../support/api.ts";
import { readArchiveOf } from "../support/archive-reader.ts";
import { recordConsole } from "../support/console.ts";
import { driveByAlarms, loseJournal, readRecord } from "../support/issuance-object.ts";
import { fetchReceived, listSendings } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");
afterEach(() => vi.restoreAllMocks());

type Body = Readonly<Record<string, unknown>>;

interface Creation {
  readonly title: string;
  readonly path: string;
  /** Below which its documents are read and listed. */
  readonly list: string;
  /** Member of the answer to a read that holds the record. */
  readonly record: "doc" | "documento";
  readonly nameOf: (tenant: Tenant, key: string) => string;
  /** A sound body; of a note, on a new document. */
  readonly bodyOf: (tenant: Tenant) => Promise<Body>;
  /** The same in which the pretend authority reads a tag. */
  readonly tag: (body: Body, tag: string) => Body;
}

const FE = { list: "/fe/docs", record: "doc" } as const;
const DSE = { list: "/dse/documentos", record: "documento" } as const;
const YESTERDAY = dateInBogota(Date.now() - 86_400_000);

const tagMotive = (body: Body, motivo: string) => ({ ...body, motivo });
const tagReceiver = (body: Body, tag: string) => ({
  ...body,
  receptor: { ...(sampleInvoice().receptor as object), nombre: `Cliente ${tag}` },
});

async function issueInvoice(tenant: Tenant): Promise<number> {
  return (await postInvoice(tenant, sampleInvoice({ draft_key: crypto.randomUUID() }))).body.factura_id;
}

async function issueSupportDocument(tenant: Tenant): Promise<number> {
  return (await postSupportDocument(tenant, crypto.randomUUID(), sampleSupportDocument())).body.documento.id;
}

const CREATIONS: readonly Creation[] = [
  {
    title: "an invoice",
    path: "/fe/facturas",
    ...FE,
    nameOf: (tenant, key) => nameKey({ ...tenant, module: "fe" }, key),
    bodyOf: async () => sampleInvoice({ draft_key: undefined }),
    tag: tagReceiver,
  },
  {
    title: "a contingency invoice",
    path: "/fe/facturas",
    ...FE,
    nameOf: (tenant, key) => nameKey({ ...tenant, module: "fe" }, key),
    bodyOf: async () => sampleInvoice({ draft_key: undefined, es_contingencia: true, fecha_emision: YESTERDAY }),
    tag: tagReceiver,
  },
  {
    title: "a support document",
    path: "/dse/documentos",
    ...DSE,
    nameOf: (tenant, key) => nameKey({ ...tenant, module: "dse" }, key),
    bodyOf: async () => sampleSupportDocument(),
    tag: (body, tag) => ({ ...body, proveedor: { ...(body.proveedor as object), nombre: `Finca ${tag}` } }),
  },
  {
    title: "a credit note",
    path: "/fe/notas-credito",
    ...FE,
    nameOf: (tenant, key) => nameNoteKey("91", tenant, key),
    bodyOf: async (tenant) => ({ factura_id: await issueInvoice(tenant) }),
    tag: tagMotive,
  },
  {
    title: "a debit note",
    path: "/fe/notas-debito",
    ...FE,
    nameOf: (tenant, key) => nameNoteKey("92", tenant, key),
    bodyOf: async (tenant) => ({
      factura_id: await issueInvoice(tenant),
      concepto: "1",
      items: [{ desc: "Intereses", cant: 1, unit: 1000, iva: 0 }],
    }),
    tag: tagMotive,
  },
  {
    title: "an adjustment note",
    path: "/dse/notas-ajuste",
    ...DSE,
    nameOf: (tenant, key) => nameNoteKey("95", tenant, key),
    bodyOf: async (tenant) => ({ documento_id: await issueSupportDocument(tenant) }),
    tag: tagMotive,
  },
];

const CANARY = "canario-de-metadatos";
const KEPT = { pedido: `WEB-10233 ${CANARY}`, "turno.caja-2": "Ñandú 🐦", _interno: "", "7": "x".repeat(200) };

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

/** Where a request carries its key. */
function carry(path: string, key: string) {
  if (path === "/fe/facturas") return { own: { draft_key: key }, headers: {} };
  return { own: {}, headers: { "idempotency-key": key } };
}

function post({ path }: Creation, own: Tenant, key: string, body: Body, version: "v1" | "v2" = "v2"): Promise<Answer> {
  const { own: keyed, headers } = carry(path, key);
  const options = { token: own.token, version, headers };
  return call("POST", `/companies/${own.companyId}${path}`, { ...body, ...keyed }, options);
}

function rehearse({ path }: Creation, own: Tenant, body: Body): Promise<Answer> {
  return call("POST", `/companies/${own.companyId}${path}?dry_run=true`, body, { token: own.token });
}

/** The id that the answer to a creation gives its document. */
function idOf({ body }: Answer): number {
  return body.documento?.id ?? body.nota_id ?? body.factura_id;
}

async function find({ list }: Creation, own: Tenant, id: number) {
  const { body } = await get(own, `${list}?per_page=100`);
  return body.docs.find((doc: { id: number }) => doc.id === id);
}

describe.each(CREATIONS)("$title", (creation) => {
  it("keeps them: creation, replay, read, list and dry run show them, and another set is another request", async () => {
    const body = await creation.bodyOf(tenant);
    const sent = { ...body, metadatos: KEPT };
    expect((await rehearse(creation, tenant, sent)).body.metadatos).toEqual(KEPT);
    const key = crypto.randomUUID();
    const created = await post(creation, tenant, key, sent);
    expect([created.status, created.body.metadatos], JSON.stringify(created.body)).toEqual([201, KEPT]);
    const reordered = { ...body, metadatos: Object.fromEntries(Object.entries(KEPT).reverse()) };
    const replayed = await post(creation, tenant, key, reordered);
    expect([replayed.status, replayed.body.metadatos]).toEqual([200, KEPT]);
    const id = idOf(created);
    const read = await get(tenant, `${creation.list}/${id}`);
    expect([read.body.metadatos, read.body[creation.record].metadatos]).toEqual([KEPT, KEPT]);
    expect((await find(creation, tenant, id)).metadatos).toEqual(KEPT);
    for (const other of [undefined, {}, { ...KEPT, pedido: "WEB-2" }, { ...KEPT, otro: "1" }]) {
      const conflict = await post(creation, tenant, key, { ...body, metadatos: other });
      expect([conflict.status, conflict.body.code]).toEqual([409, "idempotency_conflict"]);
      expect(JSON.stringify(conflict.body)).not.toContain(CANARY);
    }
  });

  it("says null where none came", async () => {
    const body = await creation.bodyOf(tenant);
    expect((await rehearse(creation, tenant, body)).body.metadatos).toBeNull();
    const created = await post(creation, tenant, crypto.randomUUID(), { ...body, metadatos: null });
    expect([created.status, created.body.metadatos]).toEqual([201, null]);
    const read = await get(tenant, `${creation.list}/${idOf(created)}`);
    expect([read.body.metadatos, read.body[creation.record].metadatos]).toEqual([null, null]);
    expect((await find(creation, tenant, idOf(created))).metadatos).toBeNull();
  });

  it.each([
    ["#rechazo", [422]],
    // On a busy machine the question about it may be answered before its creation is.
    ["#silencio", [502, 201]],
  ] as const)("are shown of a document that ends as %s, and of its replay", async (tag, statuses) => {
    const own = await createTenant();
    const body = { ...creation.tag(await creation.bodyOf(own), tag), metadatos: KEPT };
    const created = await post(creation, own, "k", body);
    expect(statuses, JSON.stringify(created.body)).toContain(created.status);
    expect(created.body.metadatos).toEqual(KEPT);
    const replayed = await post(creation, own, "k", body);
    expect(replayed.body.metadatos).toEqual(KEPT);
  });

  it("are in no log line, in nothing that is sent, and in no change", async () => {
    const own = await createTenant();
    const { lines } = recordConsole();
    const created = await post(creation, own, "k", { ...(await creation.bodyOf(own)), metadatos: KEPT });
    expect(created.status).toBe(201);
    await post(creation, own, "k", { metadatos: { pedido: CANARY, otro: 1 } });
    await driveByAlarms(creation.nameOf(own, "k"));
    const { body } = await get(own, "/cambios");
    expect(JSON.stringify(body)).not.toContain(CANARY);
    expect(lines.join("\n")).not.toContain(CANARY);
    const sendings = await listSendings(own.nit);
    expect(sendings.length).toBeGreaterThan(0);
    for (const { document_key: documentKey } of sendings) {
      for (const kind of ["xml", "soap"] as const) {
        expect(await fetchReceived(documentKey ?? "", kind)).not.toContain(CANARY);
      }
    }
  });

  it("outlive the journal and D1", async () => {
    const own = await createTenant();
    const name = creation.nameOf(own, "k");
    const body = { ...(await creation.bodyOf(own)), metadatos: KEPT };
    const created = await post(creation, own, "k", body);
    expect((await readRecord(name))?.metadata).toEqual(KEPT);
    await loseJournal(name);
    expect((await post(creation, own, "k", body)).body).toMatchObject({ idempotent: true, metadatos: KEPT });
    await env.DB.prepare("DELETE FROM documents WHERE company_id = ?1").bind(own.companyId).run();
    await rebuildDocuments(openDatabase(env.DB), readArchiveOf(own.companyId), new Date().toISOString());
    expect((await get(own, `${creation.list}/${idOf(created)}`)).body.metadatos).toEqual(KEPT);
  });
});

describe("v1", () => {
  it.each(CREATIONS.filter(({ title }) => /^an invoice|^a support/.test(title)))(
    "ignores them in $title with its usual notice, keeps none, and shows none of what v2 kept",
    async (creation) => {
      // v1 refuses such a name at any depth of a support document.
      const { _interno: _, ...metadatos } = KEPT;
      const body = { ...(await creation.bodyOf(tenant)), metadatos };
      const key = crypto.randomUUID();
      const created = await post(creation, tenant, key, body);
      const replayed = await post(creation, tenant, key, body, "v1");
      expect(replayed.status).toBe(200);
      const read = await get(tenant, `${creation.list}/${idOf(created)}`, { version: "v1" });
      for (const { body: seen } of [replayed, read]) expect(JSON.stringify(seen)).not.toContain(CANARY);
      const other = crypto.randomUUID();
      const plain = { ...body, metadatos: { pedido: "WEB-1" } };
      const ofV1 = await post(creation, tenant, other, plain, "v1");
      expect(ofV1.status).toBe(201);
      expect(ofV1.body.notices.map(({ path, field }: Record<string, string>) => path ?? field)).toContain("metadatos");
      expect(ofV1.body).not.toHaveProperty("metadatos");
      expect((await post(creation, tenant, other, plain)).body).toMatchObject({ idempotent: true, metadatos: null });
    },
  );
});

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`d${i}`, "x"]));

describe("the limits", () => {
  it.each<[string, unknown]>([
    ["none", {}],
    ["twenty", many(20)],
    ["a name of 40 characters", { ["a".repeat(40)]: "x" }],
    ["every character of a name", { "az09_.-": "x" }],
    ["names that objects have", { tostring: "x", has_own_property: "y", __x__: "z", "0": "w" }],
    ["a text of 200 characters of two units", { a: "🐦".repeat(200) }],
    ["an empty text", { a: "" }],
  ])("%s: taken by every creation", async (_, metadatos) => {
    for (const creation of CREATIONS.filter(({ title }) => title !== "a contingency invoice")) {
      const { status, body } = await rehearse(creation, tenant, { ...(await bodyOf(creation)), metadatos });
      expect([creation.title, status, body.metadatos], JSON.stringify(body)).toEqual([creation.title, 200, metadatos]);
    }
  });

  it.each<[string, unknown, ...string[]]>([
    ["twenty-one", many(21), "metadatos"],
    ["a list", [], "metadatos"],
    ["a text", "pedido", "metadatos"],
    ["a number", 7, "metadatos"],
    ["a name of 41 characters", { ["a".repeat(41)]: "x" }, `metadatos.${"a".repeat(41)}`],
    ["a name without characters", { "": "x" }, "metadatos."],
    ["a capital", { Pedido: "x" }, "metadatos.Pedido"],
    ["a capital above a number", { Pedido: 1 }, "metadatos.Pedido", "metadatos.Pedido"],
    ["an accent", { año: "x" }, "metadatos.año"],
    ["a blank in a name", { "a b": "x" }, "metadatos.a b"],
    ["an invisible character in a name", { "a\u200bb": "x" }, "metadatos.a\\u200bb"],
    ["a line feed behind a name", { "a\n": "x" }, "metadatos.a\\u000a"],
    ["a text of 201 characters", { a: "x".repeat(201) }, "metadatos.a"],
    ["a number as a value", { a: 1 }, "metadatos.a"],
    ["null as a value", { a: null }, "metadatos.a"],
    ["an object as a value", { a: { b: "x" } }, "metadatos.a"],
    ["a control character in a value", { a: "x\u0007" }, "metadatos.a"],
    ["an invisible character in a value", { a: "x\u200b" }, "metadatos.a"],
    ["two lines in a value", { a: "x\ny" }, "metadatos.a"],
    ["a reserved name", JSON.parse('{"__proto__":"x"}'), "metadatos.__proto__"],
    ["another", { constructor: "x" }, "metadatos.constructor"],
  ])("%s: refused by every creation, and nothing is consumed", async (_, metadatos, ...paths) => {
    for (const creation of CREATIONS) {
      const key = crypto.randomUUID();
      const { status, body } = await post(creation, tenant, key, { ...(await bodyOf(creation)), metadatos });
      expect([creation.title, status, body.details?.map((one: { path: string }) => one.path)]).toEqual([
        ...[creation.title, 400],
        paths,
      ]);
      expect(body.error).toContain("metadatos");
      expect(await readRecord(creation.nameOf(tenant, key))).toBeUndefined();
    }
  });

  /** Of each creation the same body again: nothing here is issued. */
  const bodies = new Map<string, Promise<Body>>();
  function bodyOf(creation: Creation): Promise<Body> {
    const body = bodies.get(creation.title) ?? creation.bodyOf(tenant);
    bodies.set(creation.title, body);
    return body;
  }
});

it("the longest ones leave the signed file its label, which a rebuild needs", async () => {
  const metadatos = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`${i}`.padStart(40, "n"), "🐦".repeat(200)]),
  );
  const own = await createTenant();
  const { status, body } = await postSupportDocument(own, "k", { ...sampleSupportDocument(), metadatos });
  expect([status, body.metadatos]).toEqual([201, metadatos]);
  await env.DB.prepare("DELETE FROM documents WHERE company_id = ?1").bind(own.companyId).run();
  const { list, read } = readArchiveOf(own.companyId);
  const unsettled = {
    async *list(prefix: string) {
      for await (const file of list(prefix)) if (!file.path.endsWith("/document.json.gz")) yield file;
    },
    read,
  };
  const report = await rebuildDocuments(openDatabase(env.DB), unsettled, new Date().toISOString());
  expect(report).toEqual({ restored: 0, stubs: 1, present: 0, problems: [] });
});
