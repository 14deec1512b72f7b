// Tests what v2 gives to print: the same facts in the creation, its replay and its reading, of documents of every type.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readCarriedResponse } from "../../src/authority/outcome.ts";
import { createArchive } from "../../src/store/files.ts";
import { findAnswer } from "../../src/store/snapshot.ts";
import { get, getSupportDocument, postInvoice, postNote, useApiVersion } from "../support/api.ts";
import { KINDS } from "../support/kind.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const MEMBERS = [
  ...["titulo", "numero", "fecha", "hora", "validacion", "identificador", "qr_url", "qr_texto", "resolucion"],
  ...["emisor", "fabricante", "impuestos", "leyenda"],
];
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const TIME = expect.stringMatching(/^\d\d:\d\d:\d\d-05:00$/);
const VALIDATED = { fecha: DATE, hora: TIME };

/** The text of the archived file that the authority accepted, or of its answer. */
async function readArchived(tenant: Tenant, id: number): Promise<{ xml: string; response: string }> {
  const row = await env.DB.prepare("SELECT xml_path, timeline FROM documents WHERE id = ?1 AND company_id = ?2")
    .bind(id, tenant.companyId)
    .first<{ xml_path: string; timeline: string }>();
  const path = row?.xml_path ?? "";
  const { attempts } = JSON.parse(row?.timeline ?? "{}") as { attempts: readonly { readonly id: string }[] };
  const archive = createArchive(env.FILES);
  const answer = await findAnswer(archive.get, path, attempts[0]?.id ?? "");
  const response = answer && readCarriedResponse("send", answer);
  const decode = (bytes: Uint8Array | null | undefined) => new TextDecoder().decode(bytes ?? undefined);
  return { xml: decode(await archive.get(path)), response: decode(response) };
}

describe("what is printed", () => {
  it.each(KINDS)("of $title is the same in its creation, its replay and its reading", async (kind) => {
    const own = await createTenant();
    const created = await kind.post(own, "clave-1", kind.sample());
    const { representacion } = created.body;
    expect(Object.keys(representacion)).toEqual(MEMBERS);
    expect(representacion).toMatchObject({ validacion: VALIDATED, leyenda: null });
    expect(representacion.fabricante).toEqual({
      nombre: "Programas Ejemplo S.A.S.",
      nit: "900123456",
      software: "factura-edge",
    });
    expect(representacion.resolucion.fecha).toMatch(/^\d{4}-\d\d-\d\d$/);
    const id = kind.factsOf(created).id ?? 0;
    const replayed = await kind.post(own, "clave-1", kind.sample());
    expect([replayed.status, replayed.body.representacion]).toEqual([200, representacion]);
    const read = await kind.read(own, id);
    expect([read.status, read.body.representacion]).toEqual([200, representacion]);
  });

  it("comes from the signed file and the authority's answer", async () => {
    const own = await createTenant();
    const { body } = await postInvoice(own, sampleInvoice());
    const { representacion } = body;
    await expect.poll(async () => (await readArchived(own, body.factura_id)).response).not.toBe("");
    const { xml, response } = await readArchived(own, body.factura_id);
    const of = (text: string, name: string) => new RegExp(`<${name}[^>]*>([^<]*)<`).exec(text)?.[1];
    expect(representacion).toMatchObject({
      titulo: "Factura electrónica de venta",
      numero: `${body.prefijo}${body.consecutivo}`,
      fecha: of(xml, "cbc:IssueDate"),
      hora: of(xml, "cbc:IssueTime"),
      validacion: { fecha: of(response, "cbc:IssueDate"), hora: of(response, "cbc:IssueTime") },
      identificador: { nombre: "CUFE", valor: body.cufe },
      qr_url: of(xml, "sts:QRCode"),
    });
    expect(representacion.qr_texto.split("\n")).toHaveLength(11);
  });

  it("keeps the date of the resolution that the range had when the number was given", async () => {
    const own = await createTenant();
    const { body } = await postInvoice(own, sampleInvoice());
    const before = body.representacion.resolucion.fecha;
    await env.DB.prepare("UPDATE ranges SET resolution_date = '2001-02-03' WHERE company_id = ?1")
      .bind(own.companyId)
      .run();
    const read = await get(own, `/fe/docs/${body.factura_id}`);
    expect(read.body.representacion.resolucion.fecha).toBe(before);
  });

  it("has no date of the resolution for a document of an earlier release", async () => {
    const own = await createTenant();
    const { body } = await postInvoice(own, sampleInvoice());
    await env.DB.prepare("UPDATE documents SET resolution_date = NULL WHERE id = ?1").bind(body.factura_id).run();
    const read = await get(own, `/fe/docs/${body.factura_id}`);
    expect(read.body.representacion.resolucion.fecha).toBeNull();
    expect(read.body.representacion.resolucion.texto).toMatch(
      /^Autorización de numeración de facturación \d+, prefijo/,
    );
  });

  it("of a note has its title and CUDE, and no resolution", async () => {
    const own = await createTenant();
    const { body } = await postInvoice(own, sampleInvoice());
    const note = await postNote(own, "91", "nota-1", { factura_id: body.factura_id });
    expect([note.status, note.body.representacion]).toMatchObject([
      201,
      {
        titulo: "Nota crédito de la factura electrónica de venta",
        numero: "NC1",
        validacion: VALIDATED,
        identificador: { nombre: "CUDE", valor: note.body.cude },
        resolucion: null,
      },
    ]);
    const read = await get(own, `/fe/docs/${note.body.nota_id}`);
    expect(read.body.representacion).toEqual(note.body.representacion);
  });

  it("of a support document names its buyer, who issues it", async () => {
    const own = await createTenant();
    const kind = KINDS.find(({ module }) => module === "dse");
    const created = await kind?.post(own, "clave-1", kind.sample());
    const { body } = await getSupportDocument(own, created?.body.documento.id);
    expect(body.representacion).toMatchObject({
      identificador: { nombre: "CUDS", valor: body.documento.cuds },
      emisor: { nit: own.nit, direccion: null, municipio: null },
    });
  });

  it("of a test document carries its legend", async () => {
    const own = await createTenant({ environment: "habilitacion" });
    const { body } = await postInvoice(own, sampleInvoice());
    expect(body.representacion.leyenda).toBe("Documento de prueba sin validez: ambiente de habilitación");
  });

  it.each([
    ["#rechazo", 422],
    ["#perdido", 502],
  ])("has no validation where the authority validated nothing: %s", async (tag, status) => {
    const own = await createTenant();
    const answer = await postInvoice(own, taggedInvoice(tag));
    expect([answer.status, answer.body.representacion]).toMatchObject([status, { validacion: null }]);
    const read = await get(own, `/fe/docs/${answer.body.factura_id}`);
    expect(read.body.representacion).toMatchObject({ validacion: null, numero: answer.body.representacion.numero });
  });

  it.each(KINDS)("is in no answer of v1 about $title", async (kind) => {
    const own = await createTenant();
    const created = await kind.post(own, "clave-v1", kind.sample(), { version: "v1" });
    expect(created.body).not.toHaveProperty("representacion");
    const replayed = await kind.post(own, "clave-v1", kind.sample(), { version: "v1" });
    expect(replayed.body).not.toHaveProperty("representacion");
  });
});
