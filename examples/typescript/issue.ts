// Issues a support document and an invoice, repeats with the same key after a timeout, and annuls the invoice: the client does
// the repeating.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  ApiError,
  createClient,
  type InvoiceRequest,
  type SupportDocumentRequest,
} from "../../client/src/client-v2.ts";

/** BASE_URL, COMPANY_ID and TOKEN, or the local stand. */
function readConfiguration(): { readonly baseUrl: string; readonly companyId: number; readonly token: string } {
  const { BASE_URL: baseUrl, COMPANY_ID: companyId, TOKEN: token } = process.env;
  if (baseUrl !== undefined && companyId !== undefined && token !== undefined) {
    return { baseUrl, companyId: Number(companyId), token };
  }
  const path = join(import.meta.dirname, "../../.demo/demo.json");
  if (!existsSync(path)) throw new Error("set BASE_URL, COMPANY_ID and TOKEN, or run npm start");
  const demo = JSON.parse(readFileSync(path, "utf8"));
  const [company] = demo.companies;
  return { baseUrl: demo.base_url, companyId: company.id, token: company.tokens.all };
}

const configuration = readConfiguration();
const scale = Number(process.env.WAIT_SCALE ?? 1);
const firstTimeoutMs = Number(process.env.FIRST_TIMEOUT_S ?? 0.15) * 1000;
const tries = new Map<string, number>();

const client = createClient({
  ...configuration,
  delaysMs: [5_000, 15_000, 30_000, 60_000].map((delayMs) => delayMs * scale),
  // In earnest leave this out: it only shows the tries, and loses patience with the first of each document.
  fetch: async (input, init) => {
    if (init?.method !== "POST") return fetch(input, init);
    const time = (tries.get(String(input)) ?? 0) + 1;
    tries.set(String(input), time);
    const signal = time === 1 ? AbortSignal.timeout(firstTimeoutMs) : (init.signal ?? null);
    try {
      const response = await fetch(input, { ...init, signal });
      console.log(`POST, try ${time}: ${response.status}`);
      return response;
    } catch (cause) {
      console.log(`POST, try ${time}: no answer in time`);
      throw cause;
    }
  },
});

const document: SupportDocumentRequest = {
  fecha_documento: new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10),
  proveedor: {
    tipo_documento: "13",
    nit: "1098765432",
    nombre: "Finca El Carmen",
    direccion: "Vereda El Carmen, lote 4",
    municipio: "Arbeláez",
    codigo_municipio: "25053",
    departamento: "Cundinamarca",
    codigo_departamento: "25",
  },
  items: [
    { codigo: "50201706", descripcion: "Café pergamino", cantidad: 10, precio_unitario: 12000, porcentaje_iva: 19 },
  ],
};

const invoice: InvoiceRequest = {
  receptor: {
    tipo_doc: "13",
    numero_doc: "1020304050",
    nombre: "Luis Rojas",
    email: "luis@example.com",
    direccion: "Carrera 15 # 88-21",
  },
  items: [{ desc: "Café molido", cant: 2, unit: 25000, iva: 19 }],
  payment: { form: "contado", means_code: "10", due_date: "" },
  withholdings: [],
};

try {
  // In earnest: the id of the purchase in your own system, stored before the first try.
  const outcome = await client.supportDocuments.create(`purchase-${crypto.randomUUID()}`, document);
  const { documento } = await client.supportDocuments.get(outcome.id);
  const number = `${documento.prefijo}${documento.consecutivo}`;
  console.log(`${documento.estado_authority} ${number} ${documento.total} ${documento.cuds}`);

  const sale = `sale-${crypto.randomUUID()}`;
  const invoiced = await client.invoices.create({ ...invoice, draft_key: sale });
  const { doc: sold } = await client.invoices.get(invoiced.id);
  console.log(`${sold.estado_authority} ${sold.prefijo}${sold.consecutivo} ${sold.total} ${sold.cufe}`);
  // Its id alone annuls the whole invoice. The key follows from the sale's: a retry is the same note, never a second one.
  const annulled = await client.creditNotes.create(`annul-${sale}`, { factura_id: invoiced.id });
  const { doc: note } = await client.invoices.get(annulled.id);
  console.log(`${note.estado_authority} ${note.prefijo}${note.consecutivo} ${note.total} ${note.cude}`);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(`refused: ${error.message}`);
  process.exitCode = 1;
}
