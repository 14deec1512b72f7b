// Tests what makes an invoice whole in v2, through HTTP: what is signed of it, what reads say, what a note repeats, what is refused.
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { type Answer, call, get, postInvoice, postSupportDocument } from "../support/api.ts";
import { fetchReceived } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

const V2 = { version: "v2" } as const;
const DAY_MS = 86_400_000;
const inDays = (days: number) => dateInBogota(Date.now() + days * DAY_MS);
const TODAY = inDays(0);
const UNCLAIMED = { subtotal: undefined, impuestos: undefined, total: undefined };

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
});

function item(changes: Fields = {}): Fields {
  return { desc: "Servicio", cant: 1, unit: 100000, iva: 19, ...changes };
}

const receiver = (changes: Fields) => ({ receptor: { ...(sampleInvoice().receptor as Fields), ...changes } });

function post(changes: Fields, version: "v1" | "v2" = "v2"): Promise<Answer> {
  return postInvoice(tenant, sampleInvoice({ ...UNCLAIMED, ...changes }), { version });
}

async function issue(changes: Fields) {
  const { status, body } = await post(changes);
  expect(status, JSON.stringify(body)).toBe(201);
  const { doc } = (await get(tenant, `/fe/docs/${body.factura_id}`, V2)).body;
  return { body, doc, xml: await fetchReceived(body.cufe) };
}

function note(path: "notas-credito" | "notas-debito", body: Fields): Promise<Answer> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  return call("POST", `/companies/${tenant.companyId}/fe/${path}`, body, { token: tenant.token, headers, ...V2 });
}

const CASH_AND_CARD = {
  payment: undefined,
  pagos: [
    { form: "contado", means_code: "10", valor: 50000, redondeo: 27 },
    { form: "contado", means_code: "49", valor: 69000, referencia: "AUT-778812" },
  ],
};
const GIFT = item({ desc: "Vaso", cant: 2, unit: undefined, obsequio: { valor_referencia: 15000 } });
const FOREIGN = {
  tipo_doc: "42",
  numero_doc: "EIN123456",
  direccion: "100 Biscayne Blvd",
  municipio: "Miami",
  pais: "US",
};
const EXPORT = {
  tipo: "02",
  ...receiver(FOREIGN),
  items: [item({ iva: 0, tratamiento: "exento" })],
  currency: { commercial_currency: "EUR", applied_rate: 4500, rate_date: TODAY },
  entrega: { direccion: "Port of Miami", ciudad: "Miami", pais: "US", incoterm: "DPU" },
};

describe("an invoice with more than its sale", () => {
  it("says of its items what was sent, and signs it", async () => {
    const codes = { codigo: "QUE-01", codigo_estandar: { esquema: "010", codigo: "7701234567897" } };
    const facts = { marca: "Campo", modelo: "Curado", nota: "Lote 7", unidad_medida: "KGM" };
    const { doc, xml } = await issue({ items: [item({ ...codes, ...facts }), item()] });
    expect(doc.items[0]).toMatchObject({ ...codes, ...facts, unidad: "kg", tratamiento: "gravado", obsequio: null });
    expect(doc.items[1]).toMatchObject({ codigo: null, codigo_estandar: null, unidad_medida: "94", unidad: "und" });
    expect(xml).toContain("<cac:SellersItemIdentification><cbc:ID>QUE-01</cbc:ID></cac:SellersItemIdentification>");
    expect(xml).toContain('schemeID="010" schemeName="GTIN">7701234567897<');
    expect(xml).toContain('<cbc:BaseQuantity unitCode="KGM">');
    expect(xml).toContain(">ITEM2<");
  });

  it.each([
    ["E48", "94"],
    ["H87", "94"],
    ["MON", "LUN"],
    ["ANN", "ANA"],
    ["KMT", "KTM"],
  ])("takes the unit %s as %s, and says so", async (sent, listed) => {
    const { body, doc } = await issue({ items: [item({ unidad_medida: sent })] });
    expect(doc.items[0].unidad_medida).toBe(listed);
    expect(body.notices).toContainEqual(expect.objectContaining({ path: "items.0.unidad_medida", rule: "FAV05" }));
  });

  it("tells exempt from excluded", async () => {
    const { doc, xml } = await issue({
      items: [item({ iva: 0, tratamiento: "exento" }), item({ iva: 0, tratamiento: "excluido" }), item()],
    });
    expect(doc.items.map((one: Fields) => one.tratamiento)).toEqual(["exento", "excluido", "gravado"]);
    expect(xml).toContain("<cbc:Percent>0.00</cbc:Percent>");
  });

  it("gives things away: the seller bears the IVA, unless the buyer does", async () => {
    const { body, doc, xml } = await issue({ items: [item({ unit: 200000 }), GIFT] });
    expect(body).toMatchObject({ subtotal: "200000.00", impuestos: "43700.00", total: "238000.00" });
    expect(body.obsequios).toEqual({ valor: "30000.00", iva_asumido: "5700.00" });
    expect(doc.items[1].obsequio).toEqual({ valor_referencia: "15000.00", asume_iva: "vendedor" });
    expect(doc.descuentos).toEqual([expect.objectContaining({ valor: "5700.00", porcentaje: "100.00" })]);
    expect(xml).toContain("<cbc:FreeOfChargeIndicator>true<");
    const paying = { ...GIFT, obsequio: { valor_referencia: 15000, asume_iva: "comprador" } };
    const other = await issue({ items: [item({ unit: 200000 }), paying] });
    expect(other.body).toMatchObject({ total: "243700.00", obsequios: { valor: "30000.00", iva_asumido: "0.00" } });
  });

  it("is of 0.00 where all of it is given away", async () => {
    const { body } = await issue({ items: [GIFT] });
    expect(body).toMatchObject({ subtotal: "0.00", total: "0.00" });
  });

  it("names the buyer as he is", async () => {
    const { xml } = await issue(
      receiver({
        tipo_persona: "natural",
        responsabilidades: ["O-47"],
        tributo: "01",
        nombre_comercial: "La Esquina",
        municipio: "cali",
        departamento: "Valle del Cauca",
        codigo_postal: "760044",
        telefono: "300 000 0000",
        contacto: "Ana Pérez",
        matricula: "21000555",
      }),
    );
    const customer = xml.slice(xml.indexOf("<cac:AccountingCustomerParty>"), xml.indexOf("<cac:PaymentMeans>"));
    expect(customer).toContain("<cbc:AdditionalAccountID>2<");
    expect(customer).toContain('schemeID="3" schemeName="31">800134536</cbc:ID></cac:PartyIdentification>');
    expect(customer).toContain("<cac:PartyName><cbc:Name>La Esquina<");
    expect(customer).toContain("<cac:RegistrationAddress><cbc:ID>76001<");
    expect(customer).toContain("<cac:CorporateRegistrationScheme><cbc:Name>21000555<");
    expect(customer).toContain("<cac:Contact><cbc:Name>Ana Pérez</cbc:Name><cbc:Telephone>300 000 0000<");
  });

  it("is paid in several ways", async () => {
    const { doc, xml } = await issue(CASH_AND_CARD);
    expect(
      doc.pagos.map((one: Fields) => [one.means_code, one.medio, one.valor, one.referencia, one.redondeo]),
    ).toEqual([
      ["10", "Efectivo", "50000.00", null, "27.00"],
      ["49", expect.any(String), "69000.00", "AUT-778812", null],
    ]);
    expect(xml.match(/<cac:PaymentMeans>/g)).toHaveLength(2);
    expect(xml.match(/<cac:PaymentTerms>/g)).toHaveLength(2);
    expect(xml).not.toContain("27.00");
  });

  it("is paid in one way, whose amount is shown where it was said", async () => {
    const pagosOf = async (said: Fields) => {
      const { doc, xml } = await issue({ payment: undefined, pagos: [{ means_code: "10", ...said }] });
      expect(xml).not.toContain("<cac:PaymentTerms>");
      return doc.pagos.map((one: Fields) => one.valor);
    };
    expect(await pagosOf({ valor: 119_000 })).toEqual(["119000.00"]);
    expect(await pagosOf({})).toEqual([null]);
  });

  it.each<[string, Fields, boolean]>([
    ["`payment`", {}, false],
    ["`pagos`", CASH_AND_CARD, false],
    ["neither", { payment: undefined }, true],
  ])("with %s, a rehearsal says only where no payment came that none did", async (_, changes, isNamed) => {
    const sent = sampleInvoice({ ...UNCLAIMED, items: [item()], ...changes });
    const path = `/companies/${tenant.companyId}/fe/facturas?dry_run=true`;
    const { body } = await call("POST", path, sent, { token: tenant.token, ...V2 });
    const fields = body.rules.map(({ field }: Fields) => field);
    expect(fields.filter((field: string) => field === "payment" || field === "pagos")).toEqual(
      isNamed ? ["payment"] : [],
    );
  });

  it("is paid in instalments, after prepayments, and says what is left", async () => {
    const { body, doc } = await issue({
      payment: { form: "credito", means_code: "30" },
      cuotas: [
        { valor: 40000, due_date: inDays(30) },
        { valor: 49000, due_date: inDays(60) },
      ],
      anticipos: [{ valor: 30000, fecha: TODAY, referencia: "RC-100" }],
    });
    expect(body).toMatchObject({ total: "119000.00", saldo_por_pagar: "89000.00" });
    expect(doc).toMatchObject({ saldo_por_pagar: "89000.00", fecha_vencimiento: inDays(60) });
    expect(doc.cuotas).toHaveLength(2);
    expect(doc.anticipos).toEqual([{ valor: "30000.00", fecha: TODAY, referencia: "RC-100" }]);
    const again = await get(tenant, `/fe/docs/${body.factura_id}`, { version: "v1" });
    expect(again.body.doc).not.toHaveProperty("saldo_por_pagar");
  });

  it("names orders, despatches, a contract, its period and its delivery", async () => {
    const referencias = {
      orden_compra: { numero: "OC-4471", fecha: TODAY },
      remisiones: [{ numero: "REM-0099" }],
      entradas: [{ numero: "ENT-12", fecha: TODAY }],
      contrato: { numero: "CTO-7" },
    };
    const periodo_facturado = { fecha_inicio: "2026-02-01", fecha_fin: "2026-02-28" };
    const entrega = { direccion: "Calle 10 # 43-20", codigo_municipio: "05001", guia: "G-1", transportador: "Valle" };
    const { doc } = await issue({ referencias, periodo_facturado, entrega });
    expect(doc.referencias.remisiones).toEqual([{ numero: "REM-0099", fecha: null }]);
    expect(doc).toMatchObject({ periodo_facturado, entrega: { ...entrega, ciudad: "Medellín", pais: "CO" } });
  });

  it("is an export, in euros, with its totals in pesos", async () => {
    const { body, xml } = await issue(EXPORT);
    expect(body).toMatchObject({ tipo_authority: "02", moneda: "EUR", total: "100000.00" });
    expect(body.notices).toContainEqual(expect.objectContaining({ path: "entrega.incoterm" }));
    expect(xml).toContain("<cbc:InvoiceTypeCode>02<");
    expect(xml).toContain("<VlrPagarCop>450000000.00</VlrPagarCop>");
    expect(xml).toContain("<cbc:LossRiskResponsibilityCode>DAT<");
    const listed = await get(tenant, `/fe/docs?tipo=02`, V2);
    expect(listed.body.docs.map(({ id }: { id: number }) => id)).toContain(body.factura_id);
    expect((await get(tenant, `/fe/docs/${body.factura_id}`, { version: "v1" })).status).toBe(404);
    expect((await get(tenant, `/fe/docs?tipo=02`, { version: "v1" })).status).toBe(400);
  });

  it("is replayed as it was, and another content is a conflict", async () => {
    const key = crypto.randomUUID();
    const send = (changes: Fields) => post({ draft_key: key, ...CASH_AND_CARD, ...changes });
    const first = await send({});
    expect((await send({})).body).toMatchObject({ factura_id: first.body.factura_id, idempotent: true });
    expect((await send({ referencias: { orden_compra: { numero: "1" } } })).status).toBe(409);
  });
});

describe("a note on it", () => {
  it("annuls it with all that it repeats", async () => {
    const { body } = await issue({
      ...CASH_AND_CARD,
      items: [item({ codigo: "A-1", unidad_medida: "KGM", marca: "Campo" })],
      referencias: { orden_compra: { numero: "OC-1" }, contrato: { numero: "C" } },
      entrega: { fecha: TODAY },
    });
    const { status, body: noted } = await note("notas-credito", { factura_id: body.factura_id, concepto: "2" });
    expect(status, JSON.stringify(noted)).toBe(201);
    const xml = await fetchReceived(noted.cude);
    expect(xml.match(/<cac:PaymentMeans>/g)).toHaveLength(2);
    expect(xml).toContain("<cac:OrderReference><cbc:ID>OC-1<");
    expect(xml).toContain("<cbc:BrandName>Campo<");
    expect(xml).toContain('unitCode="KGM"');
    for (const dropped of ["PaymentTerms", "ContractDocumentReference", "cac:Delivery>"])
      expect(xml).not.toContain(dropped);
  });

  it("gives half of a gift back with half of the IVA that the seller bore, and the rest later", async () => {
    const { body } = await issue({ items: [item({ unit: 200000, cant: 2 }), GIFT] });
    const half = {
      factura_id: body.factura_id,
      concepto: "1",
      items: [
        { linea: 1, cant: 1 },
        { linea: 2, cant: 1 },
      ],
    };
    const first = await note("notas-credito", half);
    expect(first.body, JSON.stringify(first.body)).toMatchObject({
      subtotal: "200000.00",
      impuestos: "40850.00",
      total: "238000.00",
    });
    expect(first.body.descuentos_repartidos).toEqual([expect.objectContaining({ valor: "2850.00" })]);
    const second = await note("notas-credito", half);
    expect(second.body).toMatchObject({
      total: "238000.00",
      descuentos_repartidos: [expect.objectContaining({ valor: "2850.00" })],
    });
  });

  it("states its totals in pesos as its export does", async () => {
    const { body } = await issue(EXPORT);
    const { body: noted } = await note("notas-credito", { factura_id: body.factura_id, concepto: "2" });
    expect(await fetchReceived(noted.cude)).toContain("<VlrPagarCop>450000000.00</VlrPagarCop>");
  });

  it("takes in its own lines all that an item takes", async () => {
    const { status, body } = await note("notas-debito", {
      periodo: { fecha_inicio: "2026-02-01", fecha_fin: "2026-02-28" },
      concepto: "1",
      receptor: sampleInvoice().receptor,
      items: [item({ codigo: "INT", unidad_medida: "MON", nota: "Mora" })],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.notices).toContainEqual(expect.objectContaining({ path: "items.0.unidad_medida" }));
    expect(await fetchReceived(body.cude)).toContain('<cbc:DebitedQuantity unitCode="LUN">');
  });
});

describe("each sentence of a refusal is true of what was sent", () => {
  const credit = (days: number) => ({ valor: 59500, due_date: inDays(days) });

  it.each<[string, Fields, readonly string[]]>([
    [
      "two instalments of one day",
      { payment: { form: "credito", means_code: "30" }, cuotas: [credit(9), credit(9)] },
      [`\`cuotas.1.due_date\` debe ser posterior a cuotas.0.due_date (${inDays(9)}); se recibió "${inDays(9)}".`],
    ],
    [
      "payments beside a prepayment",
      { payment: undefined, pagos: [{ valor: 1 }, { valor: 2 }], anticipos: [{ valor: 19000, fecha: TODAY }] },
      ["`pagos` suma 3.00; debe sumar 100000.00."],
    ],
    [
      "a unit by its name",
      { items: [item({ unidad_medida: "kilo" })] },
      [
        '`items.0.unidad_medida` debe ser una unidad de la lista de la autoridad, como "94" (und) o "KGM" (kg); se recibió "kilo". ¿Quiso decir "KGM" (kg)?',
      ],
    ],
    [
      "a responsibility of no list",
      receiver({ responsabilidades: ["O-13", "O-48"] }),
      ['`receptor.responsabilidades` debe ser uno de O-13, O-15, O-23, O-47, R-99-PN; se recibió "O-48".'],
    ],
    [
      "none beside another responsibility",
      receiver({ responsabilidades: ["R-99-PN", "O-13"] }),
      ['`receptor.responsabilidades` es "R-99-PN, O-13"; "R-99-PN" (no aplica) va sola.'],
    ],
    [
      "a municipality of Colombia abroad",
      receiver({ pais: "US", codigo_municipio: "05001", municipio: undefined }),
      [
        "`receptor.codigo_municipio` es de Colombia, y por `receptor.pais` el lugar es de otro país: quítelo, y nombre la ciudad en `receptor.municipio`.",
      ],
    ],
    [
      "a delivery abroad in a municipality of Colombia",
      { entrega: { direccion: "Calle 1", pais: "US", codigo_municipio: "05001" } },
      [
        "`entrega.codigo_municipio` es de Colombia, y por `entrega.pais` el lugar es de otro país: quítelo, y nombre la ciudad en `entrega.ciudad`.",
      ],
    ],
    [
      "a delivery in a city whose name two municipalities have",
      { entrega: { direccion: "Calle 1", ciudad: "Barbosa" } },
      [
        '`entrega.codigo_municipio` es obligatorio, porque `entrega.ciudad` "Barbosa" no nombra un solo municipio de la lista oficial. ¿Quiso decir Barbosa, Antioquia (05079); o Barbosa, Santander (68077)?',
      ],
    ],
    [
      "a discount of a gift",
      { items: [item(), { ...GIFT, descuento: 5 }] },
      ["`items.1.descuento` no va con `items.1.obsequio`; envíe uno solo."],
    ],
    [
      "euros without a rate",
      { currency: { commercial_currency: "EUR", rate_date: TODAY } },
      [
        '`currency.applied_rate` es obligatorio para "EUR": los pesos por unidad de esa moneda (o `currency.official_trm`).',
      ],
    ],
  ])("%s", async (_name, changes, sentences) => {
    const { body } = await post({ items: [item()], ...changes });
    const told = body.details.map(({ message }: { message: string }) => message.replace("El campo ", ""));
    expect(told, JSON.stringify(body)).toEqual(sentences);
  });

  it("says how the payments of a support document spell credit", async () => {
    const support = sampleSupportDocument({ ...UNCLAIMED, pagos: [{ form: "credito", means_code: "30" }] });
    const { body } = await postSupportDocument(tenant, crypto.randomUUID(), support, V2);
    expect(body.details.map(({ message }: { message: string }) => message)).toEqual([
      'El campo `pagos.0.due_date` es obligatorio cuando `pagos.0.form` es "credito".',
    ]);
  });
});

describe("refused with a sentence, and nothing is consumed", () => {
  it.each<[string, Fields, readonly string[]]>([
    ["a unit by its name", { items: [item({ unidad_medida: "kilo" })] }, ["items.0.unidad_medida"]],
    ["a treatment of another rate", { items: [item({ tratamiento: "exento" })] }, ["items.0.tratamiento"]],
    ["a taxed item without a rate", { items: [item({ iva: 0, tratamiento: "gravado" })] }, ["items.0.tratamiento"]],
    [
      "an excluded item with a code",
      { items: [item({ iva: 0, tratamiento: "excluido", codigo_impuesto: "01" })] },
      ["items.0.tratamiento"],
    ],
    ["a gift with a price", { items: [{ ...GIFT, unit: 5 }] }, ["items.0.unit"]],
    ["a gift with a discount", { items: [{ ...GIFT, descuento: 5 }] }, ["items.0.descuento"]],
    ["both ways to pay", { pagos: CASH_AND_CARD.pagos }, ["pagos"]],
    ["two payments without amounts", { payment: undefined, pagos: [{}, {}] }, ["pagos.0.valor", "pagos.1.valor"]],
    ["payments that are not the total", { payment: undefined, pagos: [{ valor: 1 }, { valor: 2 }] }, ["pagos"]],
    ["one payment of less than the total", { payment: undefined, pagos: [{ valor: 1 }] }, ["pagos"]],
    ["one payment with the note that was handed over", { payment: undefined, pagos: [{ valor: 99e9 }] }, ["pagos"]],
    ["coins of a card", { payment: undefined, pagos: [{ means_code: "49", redondeo: 1 }] }, ["pagos.0.redondeo"]],
    [
      "a due date of what is paid in cash",
      { payment: undefined, pagos: [{ means_code: "10", due_date: inDays(9) }] },
      ["pagos.0.due_date"],
    ],
    [
      "instalments of what is paid in cash",
      {
        cuotas: [
          { valor: 1, due_date: inDays(1) },
          { valor: 2, due_date: inDays(2) },
        ],
      },
      ["cuotas"],
    ],
    [
      "instalments out of order",
      {
        payment: { form: "credito", means_code: "30" },
        cuotas: [
          { valor: 59500, due_date: inDays(9) },
          { valor: 59500, due_date: inDays(2) },
        ],
      },
      ["cuotas.1.due_date"],
    ],
    [
      "an order of tomorrow",
      { referencias: { orden_compra: { numero: "1", fecha: inDays(1) } } },
      ["referencias.orden_compra.fecha"],
    ],
    [
      "a period that ends before it begins",
      { periodo_facturado: { fecha_inicio: "2026-02-02", fecha_fin: "2026-02-01" } },
      ["periodo_facturado.fecha_fin"],
    ],
    ["half an address", receiver({ departamento: "Antioquia" }), ["receptor.codigo_municipio"]],
    ["a city of Colombia abroad", receiver({ pais: "US", codigo_municipio: "11001" }), ["receptor.codigo_municipio"]],
    [
      "a city abroad without its street",
      receiver({ pais: "US", municipio: "Miami", direccion: undefined }),
      ["receptor.direccion"],
    ],
    [
      "two cities of one delivery",
      { entrega: { direccion: "Calle 1", ciudad: "Miami", codigo_municipio: "11001" } },
      ["entrega.ciudad"],
    ],
    [
      "no responsibility beside one",
      receiver({ responsabilidades: ["R-99-PN", "O-13"] }),
      ["receptor.responsabilidades"],
    ],
    ["an export to a neighbour", { ...EXPORT, ...receiver({}) }, ["receptor"]],
    ["an export with IVA", { ...EXPORT, items: [item()] }, ["items.0.tratamiento"]],
    [
      "a currency that there is not",
      { currency: { commercial_currency: "XYZ", applied_rate: 1, rate_date: TODAY } },
      ["currency.commercial_currency"],
    ],
    [
      "an unknown scheme",
      { items: [item({ codigo_estandar: { esquema: "999", codigo: "1" } })] },
      ["items.0.codigo_estandar.esquema"],
    ],
  ])("%s", async (_, changes, paths) => {
    const { status, body } = await post(changes);
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(paths);
    for (const { message } of body.details) expect(message).toMatch(/^\S.{15,}\.$|\?$/s);
  });

  it("names the units that a word may mean", async () => {
    const { body } = await post({ items: [item({ unidad_medida: "kilos" })] });
    expect(body.details[0].message).toContain('¿Quiso decir "KGM" (kg)?');
  });

  it("v1 ignores all of it, with a notice for each", async () => {
    const { status, body } = await post(
      { items: [item({ codigo: "A", unidad_medida: "KGM" })], referencias: { orden_compra: { numero: "1" } } },
      "v1",
    );
    expect(status).toBe(201);
    expect(body.notices.map(({ path }: { path: string }) => path).sort()).toEqual(
      ["items.0.codigo", "items.0.unidad_medida", "referencias"].sort(),
    );
    expect(await fetchReceived(body.cufe)).not.toContain("OrderReference");
  });
});

describe("a support document", () => {
  const support = (changes: Fields) =>
    postSupportDocument(tenant, crypto.randomUUID(), sampleSupportDocument(changes), V2);

  it("is paid in several ways and names its order of purchase", async () => {
    const pagos = [
      { form: "contado", means_code: "10", valor: 42800 },
      { form: "credito", means_code: "47", valor: 100000, due_date: inDays(30) },
    ];
    const { status, body } = await support({ pagos, referencias: { orden_compra: { numero: "OC-9" } } });
    expect(status, JSON.stringify(body)).toBe(201);
    const { documento } = (await get(tenant, `/dse/documentos/${body.documento.id}`, V2)).body;
    expect(documento.pagos.map((one: Fields) => [one.form, one.valor])).toEqual([
      ["contado", "42800.00"],
      ["credito", "100000.00"],
    ]);
    expect(documento.referencias.orden_compra).toEqual({ numero: "OC-9", fecha: null });
    const xml = await fetchReceived(body.documento.cuds);
    expect(xml).toContain("<cac:OrderReference><cbc:ID>OC-9<");
    expect(xml.match(/<cac:PaymentMeans>/g)).toHaveLength(2);
  });

  it("refuses payments that are not its total, or beside the fields of a single one", async () => {
    const pathsOf = ({ body }: Answer) => body.details.map(({ path }: { path: string }) => path);
    expect(pathsOf(await support({ pagos: [{ valor: 1 }, { valor: 2 }] }))).toEqual(["pagos"]);
    expect(pathsOf(await support({ pagos: [{ valor: 1 }] }))).toEqual(["pagos"]);
    expect(pathsOf(await support({ pagos: [{}], forma_pago: "1" }))).toEqual(["forma_pago"]);
  });
});
