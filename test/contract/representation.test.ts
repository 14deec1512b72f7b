// Tests what v2 gives to print: the same facts in the creation, its replay and its reading, of documents of every type.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readCarriedResponse } from "../../src/authority/outcome.ts";
import { readFiled } from "../../src/store/archive/filed.ts";
import { createArchive } from "../../src/store/archive/files.ts";
import { findAnswer } from "../../src/store/archive/snapshot.ts";
import { call, get, getSupportDocument, postInvoice, postNote, useApiVersion } from "../support/api.ts";
import { loseJournal } from "../support/issuance-object.ts";
import { KINDS } from "../support/kind.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const MEMBERS = [
  ...["titulo", "numero", "fecha", "hora", "validacion", "identificador", "qr_url", "qr_texto", "resolucion"],
  ...["emisor", "fabricante", "impuestos", "pagos", "saldo_por_pagar", "totales_en_pesos", "leyenda"],
];
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const TIME = expect.stringMatching(/^\d\d:\d\d:\d\d-05:00$/);
const VALIDATED = { fecha: DATE, hora: TIME };

/** The text of the archived file that the authority accepted, or of its answer. */
async function readArchived(tenant: Tenant, id: number): Promise<{ xml: string; response: string }> {
  const row = await env.DB.prepare(
    "SELECT xml_path, lower(hex(file_sha256)) AS file_sha256 FROM documents WHERE id = ?1 AND company_id = ?2",
  )
    .bind(id, tenant.companyId)
    .first<{ xml_path: string; file_sha256: string | null }>();
  const path = row?.xml_path ?? "";
  const archive = createArchive(env.FILES);
  const filed = await readFiled(archive.get, { xmlPath: path, fileSha256: row?.file_sha256 ?? null });
  const answer = await findAnswer(archive.get, path, filed?.timeline?.attempts[0]?.id ?? "");
  const response = answer && readCarriedResponse("send", answer);
  const decode = (bytes: Uint8Array | null | undefined) => new TextDecoder().decode(bytes ?? undefined);
  return { xml: decode(await archive.get(path)), response: decode(response) };
}

/** Of the first element of a name. */
function valueIn(text: string, name: string): string | undefined {
  return new RegExp(`<${name}[^>]*>([^<]*)<`).exec(text)?.[1];
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
    expect(representacion).toMatchObject({
      titulo: "Factura electrónica de venta",
      numero: `${body.prefijo}${body.consecutivo}`,
      fecha: valueIn(xml, "cbc:IssueDate"),
      hora: valueIn(xml, "cbc:IssueTime"),
      validacion: { fecha: valueIn(response, "cbc:IssueDate"), hora: valueIn(response, "cbc:IssueTime") },
      identificador: { nombre: "CUFE", valor: body.cufe },
      qr_url: valueIn(xml, "sts:QRCode"),
    });
    expect(representacion.qr_texto.split("\n")).toHaveLength(11);
  });

  it.each<[string, Record<string, unknown>, unknown[]]>([
    ["that was not said, which is the company's usual one", { payment: undefined }, [["contado", "Efectivo", null]]],
    [
      "in parts, with the amount of each",
      {
        payment: undefined,
        pagos: [
          { means_code: "10", valor: 19000 },
          { means_code: "49", valor: 100000 },
        ],
      },
      [
        ["contado", "Efectivo", "19000.00"],
        ["contado", "Tarjeta Débito", "100000.00"],
      ],
    ],
  ])("says how it is paid: %s", async (_, changes, expected) => {
    const { body } = await postInvoice(await createTenant(), sampleInvoice(changes));
    const { pagos } = body.representacion;
    expect(pagos.map((one: Record<string, unknown>) => [one.form, one.medio, one.valor])).toEqual(expected);
  });

  const ROUNDED = [{ means_code: "10", redondeo: -27 }];
  it.each(KINDS.map((kind) => [kind.title, kind] as const))(
    "says what was rounded of cash in the creation, reading and replay of %s, also where its journal is lost",
    async (_, kind) => {
      const own = await createTenant();
      const { forma_pago, medio_pago_codigo, payment, ...sample } = kind.sample();
      const body = { ...sample, pagos: ROUNDED };
      const created = await kind.post(own, "clave-1", body);
      const { pagos } = created.body.representacion;
      expect(pagos).toMatchObject([{ means_code: "10", redondeo: "-27.00" }]);
      const replayed = await kind.post(own, "clave-1", body);
      expect([replayed.status, replayed.body.representacion.pagos]).toEqual([200, pagos]);
      const read = await kind.read(own, kind.factsOf(created).id ?? 0);
      expect(read.body.representacion.pagos).toEqual(pagos);
      await loseJournal(kind.nameOf(own, "clave-1"));
      const adopted = await kind.post(own, "clave-1", body);
      expect([adopted.status, adopted.body]).toEqual([200, replayed.body]);
    },
  );

  it("says what was rounded of all payments beside the balance, and nothing where none was", async () => {
    const own = await createTenant();
    const pagos = [
      { means_code: "10", valor: 19_000, redondeo: -27 },
      { means_code: "10", valor: 100_000, redondeo: 20.5 },
    ];
    const sale = sampleInvoice({ payment: undefined, pagos });
    const { body } = await postInvoice(own, sale);
    expect([body.saldo_por_pagar, body.redondeo]).toEqual(["119000.00", "-6.50"]);
    expect((await postInvoice(own, sale)).body.redondeo).toBe("-6.50");
    expect((await get(own, `/fe/docs/${body.factura_id}`)).body.doc.redondeo).toBe("-6.50");
    const dryRun = `/companies/${own.companyId}/fe/facturas?dry_run=true`;
    const rehearsed = await call("POST", dryRun, { ...sale, draft_key: "ensayo" }, { token: own.token });
    expect(rehearsed.body.documento.redondeo).toBe("-6.50");
    const plain = await postInvoice(own, sampleInvoice({ draft_key: "otra" }));
    expect(plain.body).not.toHaveProperty("redondeo");
    expect(plain.body.representacion.pagos[0]).not.toHaveProperty("redondeo");
    expect((await get(own, `/fe/docs/${body.factura_id}`, { version: "v1" })).body.doc).not.toHaveProperty("redondeo");
    const { representacion } = (await postNote(own, "91", "anula", { factura_id: body.factura_id })).body;
    expect(representacion.pagos.map((one: Record<string, unknown>) => one.redondeo)).toEqual(["-27.00", "20.50"]);
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

  const FE_NOTE = { name: "CUDE", module: "fe" } as const;
  const NOTES = [
    { ...FE_NOTE, typeCode: "91", title: "Nota crédito de la factura electrónica de venta", numero: "NC1" },
    { ...FE_NOTE, typeCode: "92", title: "Nota débito de la factura electrónica de venta", numero: "ND1" },
    {
      name: "CUDS",
      module: "dse",
      typeCode: "95",
      title: "Nota de ajuste al documento soporte en adquisiciones efectuadas a no obligados a facturar",
      numero: "NAS1",
    },
  ] as const;

  it.each(NOTES)(
    "of a note $typeCode is the same in its creation, its replay and its reading, and what was signed",
    async ({ typeCode, title, numero, name, module }) => {
      const own = await createTenant();
      const kind = KINDS.find((one) => one.module === module);
      const target = await kind?.post(own, "uno", kind.sample());
      const id = target && kind?.factsOf(target).id;
      const items = [{ desc: "Intereses por mora", cant: 1, unit: 10000, iva: 0 }];
      const body = {
        91: { factura_id: id },
        92: { factura_id: id, concepto: "1", items },
        95: { documento_id: id },
      }[typeCode];
      const created = await postNote(own, typeCode, "nota-1", body);
      const noteId = created.body.nota_id ?? created.body.documento.id;
      const { representacion } = created.body;
      expect([created.status, Object.keys(representacion)]).toEqual([201, MEMBERS]);
      const replayed = await postNote(own, typeCode, "nota-1", body);
      expect([replayed.status, replayed.body.representacion]).toEqual([200, representacion]);
      const read = await kind?.read(own, noteId);
      expect([read?.status, read?.body.representacion]).toEqual([200, representacion]);
      await expect.poll(async () => (await readArchived(own, noteId)).response).not.toBe("");
      const { xml, response } = await readArchived(own, noteId);
      expect(representacion).toMatchObject({
        ...{ titulo: title, numero, resolucion: null, leyenda: null },
        fecha: valueIn(xml, "cbc:IssueDate"),
        hora: valueIn(xml, "cbc:IssueTime"),
        validacion: { fecha: valueIn(response, "cbc:IssueDate"), hora: valueIn(response, "cbc:IssueTime") },
        identificador: { nombre: name, valor: valueIn(xml, "cbc:UUID") },
        qr_url: valueIn(xml, "sts:QRCode"),
        emisor: { nit: own.nit },
      });
      const lines = representacion.qr_texto.split("\n");
      expect([lines.length, lines[0], ...lines.slice(-2)]).toEqual([
        ...(module === "fe" ? [11, `NumFac: ${numero}`] : [10, `NumDS: ${numero}`]),
        ...[`${name}: ${representacion.identificador.valor}`, representacion.qr_url],
      ]);
      expect(representacion.identificador.valor).not.toBe(target?.body.cufe ?? target?.body.documento.cuds);
    },
  );

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
