// Holds the bodies of support documents that the examples and the guides show.

const GROWER = {
  tipo_documento: "13",
  nit: "1098765432",
  nombre: "Finca El Carmen",
  direccion: "Vereda El Carmen, lote 4",
  municipio: "Arbeláez",
  codigo_municipio: "25053",
  departamento: "Cundinamarca",
  codigo_departamento: "25",
  email: "finca@example.com",
};

const COFFEE = {
  codigo: "50201706",
  descripcion: "Café pergamino",
  cantidad: 10,
  precio_unitario: 12000,
  porcentaje_iva: 19,
};

/** One line, in cash, of today. */
export const SMALL_SUPPORT_DOCUMENT = { fecha_documento: "2026-03-02", proveedor: GROWER, items: [COFFEE] };

/** The same, to a supplier whose name carries a tag of the pretend authority. */
export function tagSupportDocument(tag: string) {
  return { ...SMALL_SUPPORT_DOCUMENT, proveedor: { ...GROWER, nombre: `${GROWER.nombre} ${tag}` } };
}

/** A week of purchases on credit, with withholdings and a cost center. */
export const FULL_SUPPORT_DOCUMENT = {
  fecha_documento: "2026-03-02",
  moneda: "COP",
  forma_generacion: "2",
  fecha_inicio_periodo: "2026-02-23",
  fecha_fin_periodo: "2026-03-01",
  forma_pago: "2",
  medio_pago_codigo: "42",
  fecha_vencimiento: "2026-04-01",
  fecha_vencimiento_contable: "2026-04-01",
  proveedor: {
    tipo_documento: "31",
    nit: "900373115",
    dv: "3",
    nombre: "Ferretería El Tornillo SAS",
    nombre_comercial: "El Tornillo",
    regimen: "O-49",
    authority_tax_scheme_code: "ZZ",
    direccion: "Calle 10 # 5-20",
    municipio: "Bogotá, D.C.",
    codigo_municipio: "11001",
    departamento: "Bogotá",
    codigo_departamento: "11",
    pais: "CO",
    email: "ventas@example.com",
    telefono: "6015550100",
    codigo_postal: "110311",
  },
  items: [
    {
      codigo: "31161504",
      descripcion: "Tornillo de 2 pulgadas, caja de cien",
      cantidad: 12.5,
      unidad_medida: "EA",
      precio_unitario: 8400.5,
      porcentaje_iva: 19,
      cost_center_code: "CC-1",
    },
    { codigo: "78101802", descripcion: "Transporte", cantidad: 1, base_imponible: 60000, impuesto: 0 },
  ],
  retenciones: [
    { authority_tax_code: "05", tax_name: "ReteIVA", base_mode: "impuestos", percent: 15 },
    { authority_tax_code: "06", tax_name: "ReteRenta", base_mode: "subtotal", percent: 2.5 },
    { authority_tax_code: "07", tax_name: "ReteICA", base_mode: "subtotal", percent: 0.966, amount: 1593.96 },
  ],
  tipo_authority: "05",
};

/** A supplier abroad, in dollars. */
export const FOREIGN_SUPPORT_DOCUMENT = {
  fecha_documento: "2026-03-02",
  moneda: "USD",
  tasa_cambio: 4105.32,
  fecha_tasa_cambio: "2026-03-02",
  proveedor: {
    tipo_documento: "50",
    nit: "US-4471",
    nombre: "Roaster Tools LLC",
    direccion: "12 Market Street",
    pais: "US",
    email: "billing@example.com",
  },
  items: [{ codigo: "81112101", descripcion: "Suscripción mensual", cantidad: 1, precio_unitario: 99.9 }],
};
