// Makes calls as any client of the service would, and prints the curl line that makes the same one.
import { z } from "zod";
import { dateInBogota } from "../src/domain/value/calendar.ts";

export interface ClientCall {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly token: string;
  readonly key?: string;
  readonly body?: unknown;
}

export interface ClientAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

const TIMEOUT_MS = 60_000;
const BODY = z.record(z.string(), z.unknown());

/** Makes a call and reads its JSON. */
export async function makeCall({ method, url, token, key, body }: ClientCall): Promise<ClientAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  try {
    return { status: response.status, headers: response.headers, body: BODY.parse(JSON.parse(text)) };
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return { status: response.status, headers: response.headers, body: { error: text.slice(0, 200) } };
  }
}

/** The same call, ready to paste. */
export function printCurl({ method, url, token, key, body }: ClientCall): string {
  const lines = [`curl -s${method === "POST" ? " -X POST" : ""} '${url}'`, `-H 'Authorization: Bearer ${token}'`];
  if (key !== undefined) lines.push(`-H 'Idempotency-Key: ${key}'`);
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
  return lines.join(" \\\n  ");
}

/** A support document for a day's cleaning; a tag in the supplier's name picks what the pretend authority does. */
export function sampleSupportDocument(supplierName: string, unitPrice = 150_000) {
  return {
    fecha_documento: dateInBogota(Date.now()),
    proveedor: {
      tipo_documento: "13",
      nit: "52123456",
      nombre: supplierName,
      direccion: "Calle 45 # 12-30",
      municipio: "Bogotá, D.C.",
      codigo_municipio: "11001",
      departamento: "Bogotá",
      codigo_departamento: "11",
      codigo_postal: "111311",
      regimen: "O-49",
      authority_tax_scheme_code: "ZZ",
      email: "proveedor@example.com",
    },
    items: [{ codigo: "76111500", descripcion: "Servicio de aseo", cantidad: 2, precio_unitario: unitPrice }],
  };
}

/** An invoice of two lines, with IVA and INC. */
export function sampleInvoice(receiverName: string, draftKey: string) {
  return {
    receptor: {
      tipo_doc: "13",
      numero_doc: "1020304050",
      nombre: receiverName,
      email: "cliente@example.com",
      direccion: "Carrera 15 # 88-21",
    },
    items: [
      { desc: "Consultoría", cant: 1, unit: 100_000, iva: 19 },
      { desc: "Almuerzo ejecutivo", cant: 2, unit: 50_000, iva: 8 },
    ],
    subtotal: 200_000,
    impuestos: 27_000,
    total: 227_000,
    payment: { form: "contado", means_code: "10", due_date: "" },
    withholdings: [],
    draft_key: draftKey,
  };
}

/** A sale by a till of the shop, to nobody in particular. */
export function sampleTicket() {
  return {
    items: [{ desc: "Café molido", codigo: "CAF-500", cant: 2, unit_input: 11_900, iva: 19, iva_incluido: true }],
    caja: { placa: "CAJA-01", cajero: "Pedro Ruiz" },
  };
}
