// Holds the bodies of invoices that the examples and the guides show.

const BUYER = {
  tipo_doc: "31",
  numero_doc: "800134536",
  nombre: "Comercial Andina SAS",
  email: "compras@example.org",
  direccion: "Carrera 4 # 5-06",
};

const SUPPORT_LINE = { desc: "Servicio de soporte", cant: 2, unit: 50000, iva: 19 };

/** What a till sends first: who buys, and one line. */
export const FIRST_INVOICE = {
  draft_key: "venta-2026-000123",
  receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: "Luis Rojas", email: "luis@example.com" },
  items: [{ desc: "Café molido", cant: 2, unit: 25000, iva: 19 }],
};

/** Two units at 19 %, in cash. */
export const SMALL_INVOICE = {
  draft_key: "venta-2026-000123",
  receptor: BUYER,
  items: [SUPPORT_LINE],
  subtotal: 100000,
  impuestos: 19000,
  total: 119000,
  fecha_emision: "2026-03-02",
  payment: { form: "contado", means_code: "10", due_date: "" },
};

/** The same under another key, to a buyer whose name carries a tag of the pretend authority. */
export function tagInvoice(tag: string) {
  return { ...SMALL_INVOICE, receptor: { ...BUYER, nombre: `${BUYER.nombre} ${tag}` } };
}

/** Every field that an ordinary invoice uses: credit, IVA, INC, an exempt line, withholdings. */
export const FULL_INVOICE = {
  draft_key: "venta-2026-000124",
  receptor: BUYER,
  items: [
    { desc: "Servicio de soporte", cant: 2, unit: 50000, iva: 19, iva_incluido: false },
    { desc: "Almuerzo ejecutivo", cant: 4, unit_input: 27000, iva: 8, iva_incluido: true },
    { desc: "Libro técnico", cant: 1, unit: 80000, iva: 0 },
  ],
  subtotal: 280000,
  impuestos: 27000,
  total: 307000,
  es_contingencia: false,
  fecha_emision: "2026-03-02",
  payment: { form: "credito", means_code: "42", due_date: "2026-04-01" },
  aiu: { enabled: false },
  withholdings: [{ type: "RETEFUENTE", base_mode: "subtotal", percent: 2.5 }],
  currency: { commercial_currency: "COP", applied_rate: null, official_trm: null, rate_date: "2026-03-02" },
  observaciones: "Orden de compra 4471",
  attachment_tokens: [],
};

/** A construction contract: the lines are its direct cost, the service adds the three parts. */
export const AIU_INVOICE = {
  draft_key: "obra-2026-000007",
  receptor: BUYER,
  items: [{ desc: "Obra civil, corte 3", cant: 1, unit: 5000000, iva: 0 }],
  payment: { form: "contado", means_code: "42", due_date: "" },
  aiu: {
    enabled: true,
    contract_base: 5000000,
    administracion_percent: 10,
    imprevistos_percent: 5,
    utilidad_percent: 5,
    tax_rate: 19,
    iva_base_mode: "UTILIDAD",
  },
};

/** In dollars. */
export const DOLLAR_INVOICE = {
  draft_key: "export-2026-000009",
  receptor: BUYER,
  items: [{ desc: "Licencia anual", cant: 1, unit: 1200, iva: 19 }],
  payment: { form: "contado", means_code: "42", due_date: "" },
  currency: { commercial_currency: "USD", applied_rate: 4105.32, official_trm: 4105.32, rate_date: "2026-03-02" },
};

/** Without a receiver: to the final consumer. */
export const COUNTER_INVOICE = {
  draft_key: "caja-3-000981",
  receptor: { numero_doc: "222222222222" },
  items: [{ desc: "Almuerzo", cant: 1, unit: 100000, iva: 8 }],
  subtotal: 100000,
  impuestos: 8000,
  total: 108000,
  payment: { form: "contado", method_id: 3 },
};

/** A drink at a discount, its price with every tax; a bag; a coupon and a tip on the whole. */
export const TILL_INVOICE = {
  draft_key: "caja-3-000982",
  receptor: { numero_doc: "222222222222" },
  items: [
    {
      desc: "Gaseosa 1,5 L",
      cant: 2,
      unit_input: 5950,
      iva_incluido: true,
      iva: 19,
      descuento: 1000,
      descuento_motivo: "Segunda unidad",
      otros_impuestos: [{ codigo: "34", valor_unitario: 65, mililitros: 1500 }],
    },
    { desc: "Bolsa", cant: 3, unit: 100, iva: 0, otros_impuestos: [{ codigo: "22", valor_unitario: 70 }] },
  ],
  descuentos: [{ valor: 500, motivo: "Cupón", codigo: "01" }],
  cargos: [{ porcentaje: 10, motivo: "Propina" }],
  total: 11692.1,
  payment: { form: "contado", means_code: "10" },
  metadatos: { caja: "3", "turno.cajero": "2026-000982" },
};

const SHELF = [
  { desc: "Jabón de tocador", cant: 2, unit_input: 5950, iva: 19, iva_incluido: true },
  { desc: "Panela", cant: 1, unit: 4000, iva: 0 },
];

/** A tenth off everything, on each line: the buyer pays nine tenths of the prices. */
export const TENTH_OFF_LINES = {
  draft_key: "caja-3-000983",
  receptor: { numero_doc: "222222222222" },
  items: SHELF.map((item) => ({ ...item, descuento_porcentaje: 10, descuento_motivo: "Aniversario" })),
  payment: { form: "contado", means_code: "10" },
};

/** The same as a discount of the whole, which leaves the taxes as they are. */
export const TENTH_OFF_WHOLE = {
  draft_key: "caja-3-000984",
  receptor: { numero_doc: "222222222222" },
  items: SHELF,
  descuentos: [{ porcentaje: 10, motivo: "Aniversario" }],
  payment: { form: "contado", means_code: "10" },
};

/** An eighth off seven units, of which the discount of one would round otherwise: before tax, and of what is paid. */
export const EIGHTH_OFF_SEVEN = {
  draft_key: "caja-3-000985",
  receptor: { numero_doc: "222222222222" },
  items: [
    { desc: "Cuaderno", cant: 7, unit: 1999.9, iva: 19, descuento_porcentaje: 12.5 },
    { desc: "Cuaderno", cant: 7, unit_input: 1999.9, iva_incluido: true, iva: 19, descuento_porcentaje: 12.5 },
  ],
  payment: { form: "contado", means_code: "10" },
};
