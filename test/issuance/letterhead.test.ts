// Tests what the renderer is asked to draw: logo and colour of a company, what a signed file does not say; a drawing stays as it was made.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { openClientFile, RendererError } from "../../src/issuance/file/document-file.ts";
import { logoPathOf } from "../../src/store/archive/files.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { findDocument } from "../../src/store/document/documents.ts";
import { postInvoice, postNote, postSupportDocument, useApiVersion } from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";

useApiVersion("v2");

/** One pixel. */
const LOGO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Opens the letter of a document, and says what the renderer was asked meanwhile. */
async function openLetter(companyId: number, module: "fe" | "dse", id: number, over: Partial<Env> = {}) {
  const [company, document] = await Promise.all([
    loadCompany(openDatabase(env.DB), companyId),
    findDocument(openDatabase(env.DB), companyId, module, id),
  ]);
  const renderer = env.RENDERER;
  if (company === undefined || document === undefined || renderer === undefined) throw new Error("nothing to draw");
  const asked: Record<string, unknown>[] = [];
  const recording: Fetcher = {
    fetch: (input, init) => {
      if (typeof init?.body === "string") asked.push(JSON.parse(init.body));
      return renderer.fetch(input, init);
    },
    connect: (address, options) => renderer.connect(address, options),
  };
  const delivery = { env: { ...env, ...over, RENDERER: recording }, company, document, maker: null };
  const file = await openClientFile(delivery, "carta");
  return { asked, sha256: file?.sha256, text: await new Response(file?.body).text() };
}

/** An accepted invoice of a company of its own. */
async function issue() {
  const tenant = await createTenant();
  const { companyId } = tenant;
  const { body } = await postInvoice(tenant, sampleInvoice());
  const setLetterhead = (accent: string | null, logoPath: string | null) =>
    env.DB.prepare("UPDATE companies SET accent = ?2, logo_path = ?3 WHERE id = ?1")
      .bind(companyId, accent, logoPath)
      .run();
  return {
    companyId,
    setLetterhead,
    draw: (over: Partial<Env> = {}) => openLetter(companyId, "fe", Number(body.factura_id), over),
  };
}

it("the renderer is asked for logo and colour of the company, and draws them", async () => {
  const { companyId, setLetterhead, draw } = await issue();
  const path = logoPathOf(companyId, "0".repeat(64));
  await env.FILES.put(path, Buffer.from(LOGO, "base64"));
  await setLetterhead("#0a7b83", path);
  const { asked, text } = await draw();
  expect(asked).toMatchObject([{ logo: LOGO, accent: "#0a7b83" }]);
  expect(text).toContain("/Subtype /Image");
});

it("a document that was drawn stays as it is when the company has another colour", async () => {
  const { setLetterhead, draw } = await issue();
  const first = await draw();
  expect(first.asked).toMatchObject([{ logo: null, accent: null }]);
  await setLetterhead("#0a7b83", null);
  expect(await draw()).toMatchObject({ asked: [], sha256: first.sha256 });
});

it("the renderer is told of a supplier's type, and of the withholdings that the signed file has no place for", async () => {
  const tenant = await createTenant();
  const retenciones = [
    { authority_tax_code: "06", tax_name: "Renta", percent: 2.5 },
    { authority_tax_code: "07", tax_name: "ICA de Bogotá", percent: 0.966 },
  ];
  const { body } = await postSupportDocument(tenant, "uno", sampleSupportDocument({ retenciones }));
  const { asked } = await openLetter(tenant.companyId, "dse", body.documento.id);
  expect(asked).toMatchObject([
    {
      record: {
        supplierType: "13",
        withheld: "4159.20",
        withholdings: [{ name: "ReteICA", rate: "0.966", base: "120000.00", amount: "1159.20" }],
      },
    },
  ]);
});

it("the renderer is told which lines were priced with their taxes, of an invoice and of a return", async () => {
  const tenant = await createTenant();
  const items = [
    { desc: "Almuerzo", cant: 3, unit_input: 21600, iva_incluido: true, iva: 8 },
    { desc: "Servicio", cant: 1, unit: 50000, iva: 19 },
    { desc: "Camisa", cant: 1, unit_input: 11900, iva_incluido: true, iva: 19 },
  ];
  const { body } = await postInvoice(
    tenant,
    sampleInvoice({ items, subtotal: 120000, impuestos: 16200, total: 136200 }),
  );
  const invoice = await openLetter(tenant.companyId, "fe", Number(body.factura_id));
  expect(invoice.asked).toMatchObject([{ record: { taxIncluded: [1, 3] } }]);
  const wanted = { factura_id: body.factura_id, concepto: "1" };
  const lines = [
    { linea: 2, cant: 1 },
    { linea: 1, cant: 1 },
  ];
  const returned = await postNote(tenant, "91", "devolucion", { ...wanted, items: lines });
  const note = await openLetter(tenant.companyId, "fe", Number(returned.body.nota_id));
  expect(note.asked).toMatchObject([{ record: { taxIncluded: [2] } }]);
});

it("the renderer is told how cash was rounded and who carries, beside what the file says of a whole sale", async () => {
  const tenant = await createTenant();
  const invoice = sampleInvoice({
    ...{ payment: undefined, subtotal: undefined, impuestos: undefined, total: undefined },
    items: [{ desc: "Servicio", cant: 1, unit: 100000, iva: 19, codigo: "SKU-9" }],
    pagos: [
      { form: "contado", means_code: "10", valor: 50000, redondeo: -27 },
      { form: "contado", means_code: "49", valor: 69000, referencia: "AUT-778812" },
    ],
    referencias: { orden_compra: { numero: "OC-4471" } },
    entrega: { direccion: "Calle 10 # 43-20", codigo_municipio: "05001", guia: "G-1", transportador: "Valle" },
  });
  const { body } = await postInvoice(tenant, invoice);
  const { asked } = await openLetter(tenant.companyId, "fe", Number(body.factura_id));
  expect(asked).toMatchObject([
    {
      document: {
        order: { id: "OC-4471", date: null },
        payments: [{ meansCode: "10" }, { meansCode: "49", reference: "AUT-778812" }],
        terms: [{ amount: "50000.00" }, { amount: "69000.00" }],
        delivery: { trackingId: "G-1", address: { line: "Calle 10 # 43-20" } },
        lines: [{ sellerCode: "SKU-9" }],
      },
      record: { roundings: [{ payment: 1, amount: "-27.00" }], carrier: "Valle" },
    },
  ]);
});

it("the renderer is told of a pretend authority, and of nothing of the kind where the address is the real one", async () => {
  const { draw } = await issue();
  const { draw: drawAnother } = await issue();
  const [stand] = (await draw()).asked;
  expect(stand).toMatchObject({ document: { environment: "produccion" }, record: { isPretend: true } });
  const [real] = (await drawAnother({ AUTHORITY_URL: "https://vpfe.dian.gov.co" })).asked;
  expect(real?.record).not.toHaveProperty("isPretend");
});

it("without the logo in the archive nothing is drawn and nothing kept", async () => {
  const { setLetterhead, draw } = await issue();
  await setLetterhead(null, "logos/absent");
  await expect(draw()).rejects.toThrow(RendererError);
  await setLetterhead(null, null);
  expect((await draw()).asked).toHaveLength(1);
});
