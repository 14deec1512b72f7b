// Writes what every bench issues: the request as a client writes it, with so many lines, and its company.
import type { Company, Numbering } from "../src/domain/company.ts";

/** 2026-03-04 10:11:12 in Bogotá: documents of the document bench are always of this instant. */
export const ISSUED_AT_MS = Date.parse("2026-03-04T15:11:12Z");
export const ISSUED_AT = new Date(ISSUED_AT_MS).toISOString();
export const BENCH_NIT = "900373115";
export const SOFTWARE_ID = "56f2ae4e-9812-4fad-9255-08fcfcd5ccb0";
export const SOFTWARE_PIN = "75315";
export const TECHNICAL_KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";
/** Where the SOAP requests of the document bench are addressed; nothing is sent there. */
export const AUTHORITY_ORIGIN = "http://authority.test";

export const NUMBERING: Numbering = {
  rangeId: 1,
  resolution: "18760000001",
  resolutionDate: "2019-01-19",
  prefix: "SETP",
  from: 990_000_000,
  to: 995_000_000,
  validFrom: "2019-01-19",
  validTo: "2030-01-19",
  number: 990_000_001,
  fileSequence: 1,
};

const RATES = [19, 19, 5, 8, 0] as const;
const GOODS = [
  "Servicio de mantenimiento preventivo de equipos de cómputo, sede norte",
  "Café excelso tostado y molido, bolsa de 500 g",
  "Licencia anual de software contable, un usuario",
  "Almuerzo ejecutivo para reunión de trabajo",
  "Transporte de mercancía Bogotá - Medellín",
] as const;

function pick<Value>(values: readonly [Value, ...Value[]], index: number): Value {
  return values[index % values.length] ?? values[0];
}

/** Body of POST fe/facturas with so many lines, as JSON text. */
export function writeInvoiceBody(lines: number): string {
  const items = Array.from({ length: lines }, (_, i) => ({
    desc: `${pick(GOODS, i)} #${i + 1}`,
    cant: 1 + (i % 7),
    unit: 12_500.5 + i * 310.25,
    iva: pick(RATES, i),
  }));
  const receptor = {
    tipo_doc: "31",
    numero_doc: "800134536",
    nombre: "COMERCIALIZADORA ANDINA & CÍA SAS",
    email: "compras@example.org",
    direccion: "CARRERA 4 # 5-06, OFICINA 301",
  };
  return JSON.stringify({
    receptor,
    items,
    payment: { form: "contado", means_code: "10" },
    observaciones: "Pedido 4711",
  });
}

/** Body of POST dse/documentos with so many lines, as JSON text. */
export function writeSupportBody(lines: number, date: string, supplierName = "María Pérez"): string {
  const items = Array.from({ length: lines }, (_, i) => ({
    codigo: "43211508",
    descripcion: `${pick(GOODS, i)} #${i + 1}`,
    cantidad: 1 + (i % 7),
    precio_unitario: 12_500 + i * 310,
    porcentaje_iva: 19,
  }));
  const proveedor = {
    tipo_documento: "13",
    nit: "1020304050",
    nombre: supplierName,
    direccion: "Calle 10 # 5-20",
    municipio: "Bogotá",
    codigo_municipio: "11001",
    departamento: "Bogotá D.C.",
    codigo_departamento: "11",
    email: "maria@example.com",
  };
  return JSON.stringify({ fecha_documento: date, proveedor, items });
}

/** The issuer of the document bench; its certificate is named by its serial number. */
export function makeCompany(serialNumber: string): Company {
  const software = {
    id: SOFTWARE_ID,
    providerNit: BENCH_NIT,
    providerCheckDigit: "3",
    providerCode: "000",
    testSetId: null,
  };
  const validity = { notBefore: "2024-01-01T00:00:00Z", notAfter: "2044-01-01T00:00:00Z" };
  return {
    id: 1,
    nit: BENCH_NIT,
    checkDigit: "3",
    name: "EMPRESA DE PRUEBA SAS",
    tradeName: null,
    environment: "produccion",
    personType: "1",
    responsibilities: ["O-13", "O-15"],
    taxSchemeCode: "01",
    address: {
      line: "CALLE 1 # 2-03",
      municipalityCode: "11001",
      municipalityName: "Bogotá, D.C.",
      departmentCode: "11",
      departmentName: "Bogotá",
      postalCode: "110111",
      countryCode: "CO",
      countryName: "Colombia",
    },
    email: "facturas@example.com",
    phone: null,
    industryCode: "6201",
    modules: ["fe", "dse"],
    software: { fe: software, dse: software },
    paymentMethods: [
      {
        id: 1,
        form: "contado",
        label: "Caja",
        meansCode: "10",
        meansName: "Efectivo",
        isActive: true,
        isDefault: true,
      },
    ],
    withholdingTypes: [],
    branches: [],
    costCenters: [],
    certificates: [{ location: "vault", serialNumber, ...validity }],
  };
}
