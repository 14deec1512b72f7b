// Issues a support document, repeats with the same key after a timeout, and reads it: the client does the repeating.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ApiError, createClient, type SupportDocumentRequest } from "../../client/src/client.ts";

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

const scale = Number(process.env.WAIT_SCALE ?? 1);
const firstTimeoutMs = Number(process.env.FIRST_TIMEOUT_S ?? 0.15) * 1000;
let tries = 0;

const client = createClient({
  ...readConfiguration(),
  delaysMs: [5_000, 15_000, 30_000, 60_000].map((delayMs) => delayMs * scale),
  // In earnest leave this out: it only shows the tries, and loses patience with the first of them.
  fetch: async (input, init) => {
    if (init?.method !== "POST") return fetch(input, init);
    tries += 1;
    const signal = tries === 1 ? AbortSignal.timeout(firstTimeoutMs) : (init.signal ?? null);
    try {
      const response = await fetch(input, { ...init, signal });
      console.log(`POST, try ${tries}: ${response.status}`);
      return response;
    } catch (cause) {
      console.log(`POST, try ${tries}: no answer in time`);
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

try {
  // In earnest: the id of the purchase in your own system, stored before the first try.
  const outcome = await client.supportDocuments.create(`purchase-${crypto.randomUUID()}`, document);
  const { documento } = await client.supportDocuments.get(outcome.id);
  const number = `${documento.prefijo}${documento.consecutivo}`;
  console.log(`${documento.estado_authority} ${number} ${documento.total} ${documento.cuds}`);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(`refused: ${error.code}`, error.message, error.details);
  process.exitCode = 1;
}
