// Tests the files of a document: which exist in which state, their names and headers, and that they never change.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { Env } from "../../src/env.ts";
import { openClientFile } from "../../src/issuance/file/document-file.ts";
import { readFiled } from "../../src/store/archive/filed.ts";
import { answerPath, createArchive, snapshotPath } from "../../src/store/archive/files.ts";
import { findAnswer, readSnapshot, writeSnapshot } from "../../src/store/archive/snapshot.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { findDocument } from "../../src/store/document/documents.ts";
import { postInvoice, postNote, urlOf, useApiVersion, withApiVersion } from "../support/api.ts";
import { FILE_NAMES, KEPT } from "../support/file-name.ts";
import { KINDS } from "../support/kind.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const DSE_NAMES = FILE_NAMES.filter((name) => name !== "contenedor");

interface File {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
}

async function download(tenant: Tenant, path: string, headers: Readonly<Record<string, string>> = {}): Promise<File> {
  const response = await exports.default.fetch(
    new Request(urlOf(`/companies/${tenant.companyId}${path}`), {
      headers: { authorization: `Bearer ${tenant.token}`, ...headers },
    }),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

interface Issued {
  readonly tenant: Tenant;
  /** Of its files, up to the name. */
  readonly folder: string;
}

const issued: Record<string, Issued> = {};
beforeAll(async () => {
  const tenant = await createTenant();
  for (const kind of KINDS) {
    const id = kind.factsOf(await kind.post(tenant, "uno", kind.sample())).id;
    const folder = kind.module === "fe" ? `/fe/docs/${id}/archivos` : `/dse/documentos/${id}/archivos`;
    issued[kind.module] = { tenant, folder };
    if (kind.module === "fe") {
      const items = [{ desc: "Intereses por mora", cant: 1, unit: 10000, iva: 0 }];
      const debit = await postNote(tenant, "92", "cargo", { factura_id: id, concepto: "1", items });
      issued.debit = { tenant, folder: `/fe/docs/${debit.body.nota_id}/archivos` };
      const note = await postNote(tenant, "91", "nota", { factura_id: id });
      issued.note = { tenant, folder: `/fe/docs/${note.body.nota_id}/archivos` };
    } else {
      const note = await postNote(tenant, "95", "ajuste", { documento_id: id });
      issued.adjustment = { tenant, folder: `/dse/documentos/${note.body.documento.id}/archivos` };
    }
  }
});

function get(kind: string): Issued {
  const one = issued[kind];
  if (one === undefined) throw new Error(`no document of ${kind}`);
  return one;
}

const FILES = [
  ...FILE_NAMES.map((name) => ["fe", name] as const),
  ...FILE_NAMES.map((name) => ["note", name] as const),
  ...DSE_NAMES.map((name) => ["dse", name] as const),
  ...["xml", "contenedor"].map((name) => ["debit", name] as const),
  ...["xml", "respuesta", "carta.pdf"].map((name) => ["adjustment", name] as const),
];
const TAGS: Readonly<Record<string, readonly [own: string, answer: string]>> = {
  fe: ["fv", "ar"],
  note: ["nc", "ar"],
  debit: ["nd", "ar"],
  dse: ["ds", "ars"],
  adjustment: ["nas", "ars"],
};

function expectedName(kind: string, name: string): RegExp {
  const [own = "", answer = ""] = TAGS[kind] ?? [];
  const stem = "\\d{15}[0-9a-f]{8}";
  const names: Readonly<Record<string, string>> = {
    xml: `${own}${stem}\\.xml`,
    respuesta: `${answer}${stem}\\.xml`,
    contenedor: `z${stem}\\.zip`,
    "carta.pdf": `${own}${stem}\\.pdf`,
    "tirilla-80.pdf": `${own}${stem}-tirilla-80\\.pdf`,
    "tirilla-58.pdf": `${own}${stem}-tirilla-58\\.pdf`,
    "qr.svg": `${own}${stem}-qr\\.svg`,
    "qr.png": `${own}${stem}-qr\\.png`,
    "tirilla-80.escpos": `${own}${stem}-tirilla-80\\.escpos`,
    "tirilla-58.escpos": `${own}${stem}-tirilla-58\\.escpos`,
  };
  return new RegExp(`^attachment; filename="${names[name]}"$`);
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  svg: "image/svg+xml",
  png: "image/png",
  escpos: "application/octet-stream",
};

function expectedType(name: string): string {
  if (name === "contenedor") return "application/zip";
  const [, extension = "xml"] = name.split(".");
  return TYPES[extension] ?? "application/xml";
}

describe("a file of an accepted document", () => {
  it.each(FILES)("of %s: %s is the same bytes for ever, named by the annex and by its digest", async (kind, name) => {
    const { tenant, folder } = get(kind);
    const first = await download(tenant, `${folder}/${name}`);
    expect([first.status, first.headers.get("content-type")]).toEqual([200, expectedType(name)]);
    expect(first.headers.get("content-disposition")).toMatch(expectedName(kind, name));
    expect(first.headers.get("etag")).toBe(`"${await sha256(first.bytes)}"`);
    expect(first.headers.get("cache-control")).toBe(KEPT);
    expect(first.headers.get("content-length")).toBe(String(first.bytes.length));
    const again = await download(tenant, `${folder}/${name}`);
    expect(Buffer.compare(again.bytes, first.bytes)).toBe(0);
    const known = await download(tenant, `${folder}/${name}`, { "if-none-match": first.headers.get("etag") ?? "" });
    expect([known.status, known.bytes.length, known.headers.get("etag")]).toEqual([304, 0, first.headers.get("etag")]);
    const other = await download(tenant, `${folder}/${name}`, { "if-none-match": '"0"' });
    expect(other.status).toBe(200);
  });

  it.each(FILES.filter(([, name]) => name.endsWith(".pdf")))("of %s: %s is a PDF", async (kind, name) => {
    const { tenant, folder } = get(kind);
    expect((await download(tenant, `${folder}/${name}`)).text.startsWith("%PDF-")).toBe(true);
  });

  it.each(["fe", "note", "debit"])(
    "of %s: the container holds both files byte for byte, and the printed form",
    async (kind) => {
      const { tenant, folder } = get(kind);
      const [xml, answer, pdf, zip] = await Promise.all(
        ["xml", "respuesta", "carta.pdf", "contenedor"].map((name) => download(tenant, `${folder}/${name}`)),
      );
      const files = unzipSync(zip?.bytes ?? new Uint8Array());
      const [container = "", printed = ""] = Object.keys(files);
      expect(container).toMatch(/^ad\d{15}[0-9a-f]{8}\.xml$/);
      expect(printed).toBe(container.replace(".xml", ".pdf"));
      const text = new TextDecoder().decode(files[container]);
      const [, document, response] = text.split("<cbc:Description><![CDATA[");
      expect(document?.startsWith(`${xml?.text}]]></cbc:Description>`)).toBe(true);
      expect(response?.startsWith(`${answer?.text}]]></cbc:Description>`)).toBe(true);
      expect(Buffer.compare(files[printed] ?? new Uint8Array(), pdf?.bytes ?? new Uint8Array())).toBe(0);
    },
  );

  it("is made once, also when many ask for it at the same time", async () => {
    const tenant = await createTenant();
    const { body } = await postInvoice(tenant, sampleInvoice());
    const path = `/fe/docs/${body.factura_id}/archivos/contenedor`;
    const all = await Promise.all(Array.from({ length: 6 }, () => download(tenant, path)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(all.map(({ headers }) => headers.get("etag"))).size).toBe(1);
  });

  it("stays as it was made when the company's certificate is another one", async () => {
    const tenant = await createTenant();
    const { body } = await postInvoice(tenant, sampleInvoice());
    const path = `/fe/docs/${body.factura_id}/archivos/contenedor`;
    const before = await download(tenant, path);
    await env.DB.prepare("UPDATE certificates SET disabled_at = '2026-01-01' WHERE company_id = ?1")
      .bind(tenant.companyId)
      .run();
    const after = await download(tenant, path);
    expect([after.status, after.headers.get("etag")]).toEqual([200, before.headers.get("etag")]);
  });
});

it("what is archived is streamed; a drawing is archived before its first byte, and streamed from then on", async () => {
  const tenant = await createTenant();
  const { body } = await postInvoice(tenant, sampleInvoice());
  const document = await findDocument(openDatabase(env.DB), tenant.companyId, "fe", body.factura_id);
  const company = await loadCompany(openDatabase(env.DB), tenant.companyId);
  if (document === undefined || company === undefined) throw new Error("the document is not there");
  const open = async (file: "xml" | "carta" | "container") => {
    const found = await openClientFile({ env, company, document, maker: null }, file);
    const isStream = found?.body instanceof ReadableStream;
    if (!isStream) return { isStream, size: found?.size, read: found?.body.byteLength };
    let read = 0;
    for await (const chunk of found.body) read += chunk.byteLength;
    return { isStream, size: found.size, read };
  };
  const { size: xml } = await open("xml");
  expect(await open("xml")).toEqual({ isStream: true, size: xml, read: xml });
  for (const file of ["carta", "container"] as const) {
    const first = await open(file);
    expect(first).toEqual({ isStream: false, size: first.size, read: first.size });
    expect(await open(file)).toEqual({ isStream: true, size: first.size, read: first.size });
  }
});

describe("a signed file that the archive lost", () => {
  const SIGNED = FILE_NAMES.filter((name) => name !== "respuesta");

  it.each<[string, string, (path: string) => Promise<unknown>]>([
    ["deleted", "missing-file", (path) => env.FILES.delete(path)],
    ["cut short", "changed-file", (path) => env.FILES.put(path, "<?xml version")],
    ["edited", "changed-file", (path) => edit(path)],
    ["edited, with its own digest", "changed-file", (path) => edit(path, true)],
  ])("(%s) is not handed over nor drawn, and is again once it was put back", async (_, difference, damage) => {
    const tenant = await createTenant();
    const { body } = await postInvoice(tenant, sampleInvoice());
    const document = await findDocument(openDatabase(env.DB), tenant.companyId, "fe", body.factura_id);
    const xmlPath = document?.xmlPath ?? "";
    const genuine = await createArchive(env.FILES).get(xmlPath);
    if (genuine === undefined) throw new Error("nothing is archived");
    await damage(xmlPath);
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const folder = `/fe/docs/${body.factura_id}/archivos`;
    for (const name of SIGNED) {
      const { status, headers, text } = await download(tenant, `${folder}/${name}`);
      expect([status, headers.get("cache-control"), headers.get("retry-after")], name).toEqual([409, "no-store", null]);
      const documento = { id: body.factura_id, estado_authority: "aceptado" };
      const error = expect.stringMatching(/reponerlo/);
      expect(JSON.parse(text), name).toMatchObject({ code: "file_lost", error, documento });
    }
    const read = await download(tenant, `/fe/docs/${body.factura_id}`);
    expect([read.status, JSON.parse(read.text).representacion]).toEqual([200, null]);
    const facts = warn.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
    warn.mockRestore();
    const ids = { companyId: tenant.companyId, documentId: body.factura_id };
    expect(facts.filter(({ code }) => code === "file_lost")).toEqual(
      SIGNED.map(() => ({ level: "warn", code: "file_lost", ...ids, difference })),
    );
    expect(await listAlertsOf(body.factura_id)).toEqual(["file_lost"]);
    await env.FILES.put(xmlPath, genuine);
    for (const name of SIGNED) {
      const file = await download(tenant, `${folder}/${name}`);
      expect(file.status, name).toBe(200);
      if (name === "xml") expect(file.bytes).toEqual(genuine);
    }
  });

  it.each(["fe", "note", "debit", "dse", "adjustment"])(
    "of %s has a code of its own in every route, and so has the authority's answer",
    async (kind) => {
      const { tenant, folder } = get(kind);
      const [, route = "", id = 0] = /^\/(fe|dse)\/\w+\/(\d+)/.exec(folder) ?? [];
      const module = route === "fe" ? "fe" : "dse";
      const document = await findDocument(openDatabase(env.DB), tenant.companyId, module, Number(id));
      const xmlPath = document?.xmlPath ?? "";
      const snapshot = snapshotPath(xmlPath);
      await expect.poll(() => env.FILES.head(snapshot), { interval: 20 }).not.toBeNull();
      const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      for (const [path, names] of [
        [xmlPath, SIGNED],
        [snapshot, ["respuesta"]],
      ] as const) {
        const genuine = await createArchive(env.FILES).get(path);
        if (genuine === undefined) throw new Error("nothing is archived");
        await env.FILES.delete(path);
        for (const name of module === "fe" ? names : names.filter((one) => one !== "contenedor")) {
          const { status, text } = await download(tenant, `${folder}/${name}`);
          // What was drawn before is there; it says what was signed.
          const isMade = path === xmlPath && name !== "xml";
          const isKept = isMade && status === 200;
          if (!isKept) expect([status, JSON.parse(text).code], `${kind} ${name}`).toEqual([409, "file_lost"]);
        }
        await env.FILES.put(path, genuine);
      }
      warn.mockRestore();
    },
  );

  it.each(KINDS.map((kind) => [kind.title, kind] as const))(
    "of a %s keeps it from being corrected, rehearsed or not, until it was put back",
    async (_, kind) => {
      const tenant = await createTenant();
      const id = kind.factsOf(await kind.post(tenant, "uno", kind.sample())).id ?? 0;
      const document = await findDocument(openDatabase(env.DB), tenant.companyId, kind.module, id);
      const xmlPath = document?.xmlPath ?? "";
      const genuine = await createArchive(env.FILES).get(xmlPath);
      if (genuine === undefined) throw new Error("nothing is archived");
      await env.FILES.delete(xmlPath);
      const [types, body] =
        kind.module === "fe" ? [["92", "91"] as const, { factura_id: id }] : [["95"] as const, { documento_id: id }];
      const bodyOf = (typeCode: string) =>
        typeCode === "92" ? { ...body, concepto: "1", items: [{ linea: 1, cant: 1 }] } : body;
      const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      for (const typeCode of types) {
        for (const query of ["?dry_run=true", ""]) {
          const { status, body: refused } = await postNote(tenant, typeCode, `k${typeCode}`, bodyOf(typeCode), {
            query,
          });
          expect([status, refused.code], `${typeCode}${query}`).toEqual([409, "file_lost"]);
        }
      }
      warn.mockRestore();
      await expect.poll(() => listAlertsOf(id)).toEqual(["file_lost"]);
      await env.FILES.put(xmlPath, genuine);
      for (const typeCode of types) {
        const { status, body: made } = await postNote(tenant, typeCode, `k${typeCode}`, bodyOf(typeCode));
        expect(status, JSON.stringify(made)).toBe(201);
      }
    },
  );

  async function listAlertsOf(documentId: number): Promise<readonly string[]> {
    const { results } = await env.DB.prepare("SELECT code FROM alerts WHERE subject = ?1")
      .bind(`document:${documentId}`)
      .all<{ code: string }>();
    return results.map(({ code }) => code);
  }

  async function edit(path: string, isDigested = false): Promise<void> {
    const bytes = await createArchive(env.FILES).get(path);
    const text = new TextDecoder().decode(bytes).replace("</cbc:ID>", "0</cbc:ID>");
    const edited = Uint8Array.from(new TextEncoder().encode(text));
    await env.FILES.put(path, edited, isDigested ? { sha256: await sha256(edited) } : {});
  }
});

describe("what was made of a damaged file", () => {
  /** Takes the digest away by which a damaged file is known: a document of which nothing but files was left has none. */
  const forget = (id: number) => env.DB.prepare("UPDATE documents SET xml_sha256 = NULL WHERE id = ?1").bind(id).run();

  it.each(KINDS.map((kind) => [kind.title, kind] as const))(
    "is not handed over once the file of a %s is right",
    async (_, kind) => {
      const tenant = await createTenant();
      const id = kind.factsOf(await kind.post(tenant, "uno", kind.sample())).id ?? 0;
      const folder = kind.module === "fe" ? `/fe/docs/${id}/archivos` : `/dse/documentos/${id}/archivos`;
      const made = (kind.module === "fe" ? FILE_NAMES : DSE_NAMES).filter(
        // The code of an altered file may be the genuine one.
        (name) => name !== "xml" && name !== "respuesta" && !name.startsWith("qr."),
      );
      const document = await findDocument(openDatabase(env.DB), tenant.companyId, kind.module, id);
      const xmlPath = document?.xmlPath ?? "";
      const genuine = await createArchive(env.FILES).get(xmlPath);
      if (genuine === undefined) throw new Error("nothing is archived");
      await forget(id);
      const altered = new TextDecoder().decode(genuine).replaceAll("SAS<", "LTDA<");
      expect(altered).not.toBe(new TextDecoder().decode(genuine));
      await env.FILES.put(xmlPath, altered);
      const ofAltered = await Promise.all(made.map((name) => download(tenant, `${folder}/${name}`)));
      await env.FILES.put(xmlPath, genuine);
      const ofGenuine = await Promise.all(made.map((name) => download(tenant, `${folder}/${name}`)));
      for (const [index, name] of made.entries()) {
        expect([ofAltered[index]?.status, ofGenuine[index]?.status], name).toEqual([200, 200]);
        expect(ofGenuine[index]?.headers.get("etag"), name).not.toBe(ofAltered[index]?.headers.get("etag"));
      }
    },
  );

  it("the authority's answer, when it is not the one that came, is neither handed over nor drawn", async () => {
    const tenant = await createTenant();
    const { body } = await postInvoice(tenant, sampleInvoice());
    const folder = `/fe/docs/${body.factura_id}/archivos`;
    const document = await findDocument(openDatabase(env.DB), tenant.companyId, "fe", body.factura_id);
    // The answer is the end of this file.
    const path = snapshotPath(document?.xmlPath ?? "");
    await expect.poll(() => env.FILES.head(path), { interval: 20 }).not.toBeNull();
    const genuine = await createArchive(env.FILES).get(path);
    if (genuine === undefined) throw new Error("no answer is archived");
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await env.FILES.put(path, `${new TextDecoder().decode(genuine)} `);
    for (const name of ["respuesta", "contenedor", "carta.pdf"]) {
      expect((await download(tenant, `${folder}/${name}`)).status, name).toBe(409);
    }
    warn.mockRestore();
    await env.FILES.put(path, genuine);
    for (const name of ["respuesta", "contenedor", "carta.pdf"]) {
      expect((await download(tenant, `${folder}/${name}`)).status, name).toBe(200);
    }
  });
});

describe("without a renderer that draws", () => {
  const error = "El servicio no puede dibujar el PDF en este momento; repita en unos segundos.";
  const DRAWN = FILE_NAMES.filter((name) => name !== "xml" && name !== "respuesta");

  /** The Worker with another renderer, as another deployment would have it. */
  async function downloadWith(renderer: Fetcher | undefined, tenant: Tenant, path: string) {
    const { RENDERER: _, ...bindings } = env;
    const context = createExecutionContext();
    const request = new Request(urlOf(`/companies/${tenant.companyId}${path}`), {
      headers: { authorization: `Bearer ${tenant.token}` },
    });
    const isolate = renderer === undefined ? bindings : { ...bindings, RENDERER: renderer };
    const response = await createApp().fetch(request, isolate as Env, context);
    const text = new TextDecoder().decode(await response.arrayBuffer());
    await waitOnExecutionContext(context);
    return { status: response.status, headers: response.headers, text };
  }

  it("(gone after a drawing) what was drawn is there, and the same", async () => {
    const tenant = await createTenant();
    const { body } = await postInvoice(tenant, sampleInvoice());
    const folder = `/fe/docs/${body.factura_id}/archivos`;
    for (const name of DRAWN) {
      const { headers } = await download(tenant, `${folder}/${name}`);
      const later = await downloadWith(undefined, tenant, `${folder}/${name}`);
      expect([later.status, later.headers.get("etag")], name).toEqual([200, headers.get("etag")]);
    }
  });

  it("(with another template) a document keeps the one that it was drawn with, and another document gets the new one", async () => {
    const tenant = await createTenant();
    const [first, second] = await Promise.all([1, 2].map(() => postInvoice(tenant, sampleInvoice())));
    const next = fetcher(async (address, init) => {
      if (address.endsWith("/version")) return Response.json({ template: "next" });
      const drawn = await env.RENDERER?.fetch(address, init);
      return new Response(`${await drawn?.text()}% next`, { headers: drawn?.headers ?? {} });
    });
    for (const name of DRAWN) {
      const path = `/fe/docs/${first?.body.factura_id}/archivos/${name}`;
      const before = await download(tenant, path);
      for (const template of [next, env.RENDERER]) {
        const after = await downloadWith(template, tenant, path);
        expect([after.status, after.headers.get("etag")], name).toEqual([200, before.headers.get("etag")]);
      }
    }
    const path = `/fe/docs/${second?.body.factura_id}/archivos/carta.pdf`;
    const made = await downloadWith(next, tenant, path);
    expect(made.text.endsWith("% next")).toBe(true);
    expect((await download(tenant, path)).headers.get("etag")).toBe(made.headers.get("etag"));
  });

  it("(while the template changes) callers at the same time get the same drawing", async () => {
    const tenant = await createTenant();
    const { body } = await postInvoice(tenant, sampleInvoice());
    const path = `/fe/docs/${body.factura_id}/archivos/carta.pdf`;
    const next = fetcher(async (address, init) =>
      address.endsWith("/version")
        ? Response.json({ template: "next" })
        : new Response(`${await (await env.RENDERER?.fetch(address, init))?.text()}% next`),
    );
    const all = await Promise.all(
      [next, env.RENDERER, next, env.RENDERER].map((renderer) => downloadWith(renderer, tenant, path)),
    );
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(all.map(({ headers }) => headers.get("etag"))).size).toBe(1);
  });

  const fetcher = (fetch: (address: string, init?: RequestInit) => Promise<Response>) =>
    ({ fetch }) as unknown as Fetcher;

  it.each<[string, Fetcher | undefined, string]>([
    ["not bound", undefined, "no renderer is bound"],
    ["failing", fetcher(async () => new Response("no", { status: 500 })), "the renderer answered 500"],
    ["out of reach", fetcher(() => Promise.reject(new TypeError("gone"))), "the renderer does not answer: TypeError"],
  ])("(%s) what is drawn is 503, what was signed is there, and nothing is kept", async (_, renderer, why) => {
    const tenant = await createTenant();
    const { body } = await postInvoice(tenant, sampleInvoice());
    const folder = `/fe/docs/${body.factura_id}/archivos`;
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    for (const name of DRAWN) {
      const { status, headers, text } = await downloadWith(renderer, tenant, `${folder}/${name}`);
      expect([status, headers.get("cache-control")], name).toEqual([503, "no-store"]);
      expect(headers.get("retry-after"), name).toMatch(/^[1-9]\d*$/);
      expect(JSON.parse(text), name).toEqual({ ok: false, error, code: "unavailable", request_id: expect.any(String) });
    }
    const facts = { companyId: tenant.companyId, documentId: body.factura_id, error: `RendererError: ${why}` };
    // Objects of other files' documents may warn meanwhile.
    const lines = warn.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines.filter(({ code }) => code === "drawing_failed")).toEqual(
      DRAWN.map(() => ({ level: "warn", code: "drawing_failed", ...facts })),
    );
    warn.mockRestore();
    for (const name of ["xml", "respuesta"]) {
      expect((await downloadWith(renderer, tenant, `${folder}/${name}`)).status, name).toBe(200);
    }
    for (const name of DRAWN) expect((await download(tenant, `${folder}/${name}`)).status, name).toBe(200);
  });
});

/** Puts the archive of a settled document into the form that it has of an adopted one: each answer in a file of its own. */
async function fileApart(tenant: Tenant): Promise<void> {
  const row = await env.DB.prepare(
    "SELECT id, xml_path, lower(hex(file_sha256)) AS file_sha256 FROM documents WHERE company_id = ?1",
  )
    .bind(tenant.companyId)
    .first<{ id: number; xml_path: string; file_sha256: string }>();
  const xmlPath = row?.xml_path ?? "";
  const archive = createArchive(env.FILES);
  const filed = await readFiled(archive.get, { xmlPath, fileSha256: row?.file_sha256 ?? null });
  const id = filed?.timeline?.attempts[0]?.id ?? "";
  const answer = await findAnswer(archive.get, xmlPath, id);
  if (filed === undefined || answer === undefined) throw new Error("the document is not filed");
  const { answerPath: _, ...facts } = readSnapshot(filed.file);
  const { detail, timeline, verdict, fingerprint } = facts.row;
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE documents SET timeline = ?1, verdict = ?2, fingerprint = ?3, file_sha256 = NULL WHERE company_id = ?4",
    ).bind(timeline, verdict, fingerprint, tenant.companyId),
    env.DB.prepare("INSERT INTO document_details (document_id, company_id, detail) VALUES (?1, ?2, ?3)").bind(
      row?.id,
      tenant.companyId,
      detail,
    ),
  ]);
  await env.FILES.put(snapshotPath(xmlPath), writeSnapshot(facts));
  await env.FILES.put(answerPath(xmlPath, id), answer);
}

it("the authority's answer is the same bytes where it lies in a file of its own", async () => {
  const tenant = await createTenant();
  const { body } = await postInvoice(tenant, sampleInvoice());
  const folder = `/fe/docs/${body.factura_id}/archivos`;
  const before = await download(tenant, `${folder}/respuesta`);
  await fileApart(tenant);
  const after = await download(tenant, `${folder}/respuesta`);
  expect([before.status, after.status]).toEqual([200, 200]);
  expect(after.text).toBe(before.text);
  expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
  expect((await download(tenant, `${folder}/contenedor`)).status).toBe(200);
});

describe("the bytes for a receipt printer", () => {
  const PAGES: Readonly<Record<string, string>> = {
    "": "1b401b7410",
    "?tabla=cp1252": "1b401b7410",
    "?tabla=cp858": "1b401b7413",
    "?tabla=cp850": "1b401b7402",
    "?tabla=cp437": "1b401b7400",
    "?tabla=ascii": "1b40",
  };

  it.each(Object.keys(PAGES))("(%s) are in the code page that was asked for, for ever", async (query) => {
    const { tenant, folder } = get("fe");
    const all = await Promise.all([1, 2].map(() => download(tenant, `${folder}/tirilla-58.escpos${query}`)));
    for (const { status, bytes, headers } of all) {
      expect([status, headers.get("etag")]).toEqual([200, `"${await sha256(bytes)}"`]);
      expect(
        Buffer.from(bytes)
          .toString("hex")
          .startsWith(PAGES[query] ?? ""),
      ).toBe(true);
      expect(Buffer.compare(bytes, all[0]?.bytes ?? new Uint8Array())).toBe(0);
    }
  });

  it.each([
    ["tirilla-80.escpos", "utf8", 'debe ser uno de cp1252, cp858, cp850, cp437, ascii; se recibió "utf8"'],
    ["tirilla-80.pdf", "cp850", "solo existe en los archivos `.escpos`; quítelo"],
    ["xml", "cp850", "solo existe en los archivos `.escpos`; quítelo"],
  ])("%s in %s is 400, and says why", async (name, page, phrase) => {
    const { tenant, folder } = get("dse");
    const { status, text } = await download(tenant, `${folder}/${name}?tabla=${page}`);
    const { code, details } = JSON.parse(text);
    const message = `El parámetro \`tabla\` ${phrase}.`;
    expect([status, code, details]).toEqual([400, "invalid_parameter", [{ path: "tabla", message, rule: "4.1" }]]);
  });
});

describe("a file that there is not", () => {
  it.each([
    ["fe", "factura.xml", FILE_NAMES],
    ["fe", "XML", FILE_NAMES],
    ["dse", "contenedor", DSE_NAMES],
    ["adjustment", "contenedor", DSE_NAMES],
  ])("of %s: %s is 404 with the list of names", async (kind, name, names) => {
    const { tenant, folder } = get(kind);
    const { status, text } = await download(tenant, `${folder}/${name}`);
    const body = JSON.parse(text);
    expect([status, body.code, body.details]).toEqual([
      404,
      "file_not_found",
      [{ path: "nombre", message: `\`nombre\` debe ser uno de: ${names.join(", ")}.` }],
    ]);
  });

  it.each([
    ["#rechazo", "rechazado"],
    ["#perdido", "en_proceso_http"],
  ])("yet (%s) is 409 with the present state; the signed XML is there", async (tag, state) => {
    const tenant = await createTenant();
    const { body } = await postInvoice(tenant, taggedInvoice(tag));
    const folder = `/fe/docs/${body.factura_id}/archivos`;
    const xml = await download(tenant, `${folder}/xml`);
    expect([xml.status, xml.headers.get("cache-control")]).toEqual([200, "no-store"]);
    for (const name of FILE_NAMES.slice(1)) {
      const { status, text } = await download(tenant, `${folder}/${name}`);
      const answer = JSON.parse(text);
      expect([status, answer.code, answer.documento.id]).toEqual([409, "not_ready", body.factura_id]);
      expect(answer.documento.estado_authority, name).toBe(body.estado === "rechazado" ? state : body.estado);
    }
  });

  it("is none of v1", async () => {
    const { tenant, folder } = get("fe");
    const { status } = await withApiVersion("v1", () => download(tenant, `${folder}/xml`));
    expect(status).toBe(404);
  });
});
