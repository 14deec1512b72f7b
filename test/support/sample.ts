// Gives the smallest valid request of each kind, which tests vary.
import { dateInBogota } from "../../src/domain/calendar.ts";

/** A valid support document of today with one line and IVA 19. */
export function sampleSupportDocument(over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    fecha_documento: dateInBogota(Date.now()),
    proveedor: {
      tipo_documento: "13",
      nit: "1098765432",
      nombre: "Finca El Carmen",
      direccion: "VEREDA EL CARMEN",
      municipio: "Arbeláez",
      codigo_municipio: "25053",
      departamento: "Cundinamarca",
      codigo_departamento: "25",
      email: "finca@example.com",
    },
    items: [
      { codigo: "50201706", descripcion: "Café pergamino", cantidad: 10, precio_unitario: 12000, porcentaje_iva: 19 },
    ],
    ...over,
  };
}

/** A sample whose supplier carries a tag of the pretend authority. */
export function taggedSupportDocument(tag: string): Record<string, unknown> {
  const sample = sampleSupportDocument();
  return { ...sample, proveedor: { ...(sample.proveedor as object), nombre: `Finca El Carmen ${tag}` } };
}

/** A valid invoice of today with one line and IVA 19. */
export function sampleInvoice(over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    receptor: {
      tipo_doc: "31",
      numero_doc: "800134536",
      nombre: "Cliente de Prueba SA",
      email: "compras@example.org",
      direccion: "CARRERA 4 # 5-06",
    },
    items: [{ desc: "Servicio de soporte", cant: 2, unit: 50000, iva: 19 }],
    subtotal: 100000,
    impuestos: 19000,
    total: 119000,
    payment: { form: "contado", means_code: "10", due_date: "" },
    ...over,
  };
}

/** A sample whose receiver carries a tag of the pretend authority. */
export function taggedInvoice(tag: string, over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const sample = sampleInvoice(over);
  return { ...sample, receptor: { ...(sample.receptor as object), nombre: `Cliente de Prueba ${tag}` } };
}
