// Holds the bodies of the guide to a whole invoice, one for each thing that an invoice may have beside its sale.

const COUNTER = { numero_doc: "222222222222" };
const BUYER = { tipo_doc: "31", numero_doc: "800134536", nombre: "Comercial Andina SAS" };
const SUPPORT = { desc: "Soporte de marzo", cant: 1, unit: 100000, iva: 19 };

/** Cheese by weight, exempt, and a month of a service: codes, units, what stands beside a description. */
export const CODED_INVOICE = {
  draft_key: "caja-3-001201",
  receptor: COUNTER,
  items: [
    {
      codigo: "QUE-01",
      codigo_estandar: { esquema: "010", codigo: "7701234567897" },
      desc: "Queso campesino",
      marca: "El Prado",
      cant: 0.345,
      unidad_medida: "KGM",
      unit: 32000,
      iva: 0,
      tratamiento: "exento",
    },
    { codigo: "SOP-MES", unidad_medida: "MON", ...SUPPORT, nota: "Contrato CTO-7, tercer mes" },
  ],
};

/** A person with a shop and an address of his own. */
export const BUYER_INVOICE = {
  draft_key: "venta-2026-001202",
  receptor: {
    tipo_doc: "13",
    numero_doc: "1020304050",
    nombre: "María Gómez",
    nombre_comercial: "La Esquina",
    tipo_persona: "natural",
    responsabilidades: ["O-47"],
    tributo: "01",
    matricula: "21000555",
    direccion: "Calle 5 # 38-12",
    codigo_municipio: "76001",
    codigo_postal: "760044",
    email: "maria@example.com",
    telefono: "300 000 0000",
    contacto: "Ana Pérez",
  },
  items: [SUPPORT],
};

/** Cash, whose coins are rounded, and a card. */
export const SPLIT_INVOICE = {
  draft_key: "caja-3-001203",
  receptor: COUNTER,
  items: [{ desc: "Mercado", cant: 1, unit_input: 119027, iva_incluido: true, iva: 19 }],
  pagos: [
    { form: "contado", means_code: "10", valor: 50027, redondeo: -27 },
    { form: "contado", means_code: "49", valor: 69000, referencia: "AUT-778812" },
  ],
};

/** After a prepayment, the rest in two instalments. */
export const CREDIT_INVOICE = {
  draft_key: "venta-2026-001204",
  receptor: BUYER,
  items: [{ ...SUPPORT, unit: 1000000 }],
  payment: { form: "credito", means_code: "30", due_date: "2026-05-01" },
  anticipos: [{ valor: 190000, fecha: "2026-02-10", referencia: "RC-100" }],
  cuotas: [
    { valor: 500000, due_date: "2026-04-01" },
    { valor: 500000, due_date: "2026-05-01" },
  ],
};

/** What the buyer's warehouse and accounts look for, and where the goods went. */
export const ORDERED_INVOICE = {
  draft_key: "venta-2026-001205",
  receptor: BUYER,
  items: [{ desc: "Resma carta", cant: 20, unit: 15000, iva: 19 }],
  referencias: {
    orden_compra: { numero: "OC-4471", fecha: "2026-02-20" },
    remisiones: [{ numero: "REM-0099", fecha: "2026-02-27" }],
    contrato: { numero: "CTO-2026-7" },
  },
  periodo_facturado: { fecha_inicio: "2026-02-01", fecha_fin: "2026-02-28" },
  entrega: {
    direccion: "Calle 10 # 43-20",
    codigo_municipio: "05001",
    fecha: "2026-03-02",
    guia: "GUIA-551",
    transportador: "Transportes del Valle",
  },
};

/** A sale with a gift, whose IVA the seller bears, and a free bag, whose tax the buyer pays. */
export const GIFT_INVOICE = {
  draft_key: "caja-3-001206",
  receptor: COUNTER,
  items: [
    { desc: "Cafetera", cant: 1, unit: 200000, iva: 19 },
    { desc: "Pocillo", cant: 2, iva: 19, obsequio: { valor_referencia: 15000 } },
    {
      desc: "Bolsa",
      cant: 1,
      iva: 0,
      obsequio: { valor_referencia: 100 },
      otros_impuestos: [{ codigo: "22", valor_unitario: 70 }],
    },
  ],
};

/** To a buyer abroad, in dollars. */
export const EXPORT_INVOICE = {
  draft_key: "venta-2026-001207",
  tipo: "02",
  receptor: {
    tipo_doc: "42",
    numero_doc: "EIN123456",
    nombre: "Biscayne Coffee LLC",
    direccion: "100 Biscayne Blvd",
    municipio: "Miami",
    pais: "US",
  },
  items: [
    {
      codigo: "CAF-01",
      codigo_estandar: { esquema: "020", codigo: "0901212000" },
      desc: "Café tostado",
      cant: 250,
      unidad_medida: "KGM",
      unit: 12.5,
      iva: 0,
      tratamiento: "exento",
    },
  ],
  currency: { commercial_currency: "USD", applied_rate: 4105.32, rate_date: "2026-03-02" },
  entrega: { direccion: "Port of Miami", ciudad: "Miami", pais: "US", incoterm: "FOB" },
};
