// Gives the smallest valid request of each kind, which tests vary.
import { dateInBogota } from "../../src/domain/value/calendar.ts";

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

/** A valid ticket of two meals to the final consumer, sold at the only till of the company. */
export function sampleTicket(over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { items: [{ desc: "Almuerzo del día", cant: 2, unit_input: 21600, iva: 8, iva_incluido: true }], ...over };
}

/** A ticket whose receiver carries a tag of the pretend authority. */
export function taggedTicket(tag: string): Record<string, unknown> {
  return sampleTicket({ receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: `Ana Torres ${tag}` } });
}

/**
 * A valid invoice of v2 with everything that it may have: codes, a gift, a free bag, payments, instalments, references, delivery.
 * It is 928,102.00, of which 28,102.00 were paid before.
 * @param today its date, `AAAA-MM-DD`; the other dates are of the same month, or of later years.
 */
export function wholeInvoice(today: string = dateInBogota(Date.now())): Record<string, unknown> {
  const iva = 19;
  return {
    receptor: {
      ...{ tipo_doc: "31", numero_doc: "800134536", nombre: "COMERCIAL ANDINA S.A.S." },
      ...{ nombre_comercial: "Ferretería El Tornillo", tipo_persona: "juridica", matricula: "21000555" },
      ...{ responsabilidades: ["O-23", "O-47"], tributo: "01", direccion: "Avenida 6 Norte # 20-10" },
      ...{ codigo_municipio: "76001", codigo_postal: "760044", contacto: "Área de compras" },
      ...{ telefono: "6020000000", email: "compras@example.org" },
    },
    items: [
      {
        ...{ desc: "Taladro percutor 1/2 pulgada", cant: 2, unit: 189900, iva, codigo: "TAL-500" },
        codigo_estandar: { esquema: "010", codigo: "7701234567897" },
        ...{ marca: "Marca X", modelo: "TP-500", nota: "Series 00123 y 00124" },
      },
      { desc: "Soporte técnico", cant: 1, unit: 400000, iva, codigo: "SOP-MES", unidad_medida: "LUN" },
      { desc: "Vaso térmico", cant: 2, iva, obsequio: { valor_referencia: 15000 } },
      {
        ...{ desc: "Bolsa plástica", cant: 2, iva: 0, obsequio: { valor_referencia: 50 } },
        otros_impuestos: [{ codigo: "22", valor_unitario: 70 }],
      },
      { desc: "Broca de cortesía", cant: 1, unit: 8000, iva, descuento_porcentaje: 100 },
    ],
    pagos: [
      { form: "contado", means_code: "10", valor: 100000, redondeo: 27 },
      { form: "contado", means_code: "49", valor: 200000, referencia: "AUT-778812" },
      { form: "credito", means_code: "30", valor: 600000 },
    ],
    cuotas: [
      { valor: 350000, due_date: "2099-01-15" },
      { valor: 250000, due_date: "2099-02-15" },
    ],
    anticipos: [{ valor: 28102, fecha: today, referencia: "RC-100" }],
    referencias: {
      orden_compra: { numero: "OC-4471", fecha: today },
      remisiones: [{ numero: "REM-0099", fecha: today }, { numero: "REM-0100" }],
      entradas: [{ numero: "ENT-12", fecha: today }],
      contrato: { numero: "CTO-2026-7" },
    },
    periodo_facturado: { fecha_inicio: today, fecha_fin: today },
    entrega: {
      ...{ direccion: "Calle 10 # 43-20, local 3", codigo_municipio: "05001", fecha: "2099-01-02" },
      ...{ guia: "GUIA-551", transportador: "Transportes del Valle" },
    },
  };
}

/** A valid export of v2 in dollars, of 3,125.00. */
export function exportInvoice(today: string = dateInBogota(Date.now())): Record<string, unknown> {
  return {
    tipo: "02",
    receptor: {
      ...{ tipo_doc: "50", numero_doc: "841234567", nombre: "Andes Coffee LLC", direccion: "100 Biscayne Blvd" },
      ...{ municipio: "Miami", departamento: "Florida", codigo_postal: "33101", pais: "US", email: "ap@example.com" },
    },
    items: [
      {
        ...{ desc: "Café tostado, bolsa de 340 g", cant: 500, unit: 6.25, iva: 0, tratamiento: "exento" },
        ...{ codigo: "CAFE-340", codigo_estandar: { esquema: "020", codigo: "0901211000" } },
        ...{ marca: "Marca X", modelo: "Origen Huila" },
      },
    ],
    currency: { commercial_currency: "USD", applied_rate: 4105.32, rate_date: today },
    payment: { form: "credito", means_code: "30", due_date: "2099-01-24" },
    entrega: { direccion: "Port of Miami", ciudad: "Miami", pais: "US", fecha: "2099-01-02", incoterm: "FOB" },
  };
}

/** A sample whose receiver carries a tag of the pretend authority. */
export function taggedInvoice(tag: string, over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const sample = sampleInvoice(over);
  return { ...sample, receptor: { ...(sample.receptor as object), nombre: `Cliente de Prueba ${tag}` } };
}
