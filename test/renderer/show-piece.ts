// Makes documents as shops and offices issue them, for the gallery, and one of everything that is long, large or odd.
import { crc32, deflateSync } from "node:zlib";
import type { AllowanceCharge, DocumentLine, Party } from "../../src/domain/document/document.ts";
import type { PrintedRecord } from "../../src/domain/document/drawing.ts";
import {
  COMPANY,
  CUSTOMER,
  discountOf,
  FINAL_CONSUMER,
  FOREIGN_VENDOR,
  ISSUER,
  invoiceNumber,
  ivaLine,
  makeAdjustmentNote,
  makeInvoice,
  makeInvoiceNote,
  makeLine,
  makeSupportDocument,
  supportNumber,
  taxOf,
} from "../ubl/fixture.ts";
import type { Kind } from "../ubl/kinds.ts";
import { conceptOf } from "../ubl/note-kinds.ts";
import { buildUnsigned } from "../ubl/note-xml.ts";
import { NO_RECORD, signText } from "./drawing.ts";
import * as sale from "./sale-xml.ts";

const COMPANY_LIVE = { ...COMPANY, environment: "produccion" } as const;
const SHOP: Party = {
  ...ISSUER,
  name: "Tostadora Los Cámbulos S.A.S.",
  tradeName: "Café Ñandú",
  responsibilities: ["O-15", "O-23"],
  email: "facturas@cafenandu.example",
  phone: "601 555 0142",
};
const CLIENT: Party = {
  ...CUSTOMER,
  name: "Hotel Mirador del Río S.A.S.",
  responsibilities: ["O-13"],
  email: "compras@mirador.example",
  phone: "604 555 0187",
};
const WAITER: Party = {
  ...FINAL_CONSUMER,
  identificationNumber: "1020304050",
  name: "María Fernanda Núñez Páez",
  email: "mafe@example.com",
};
const RANGE = { ...invoiceNumber(1042), prefix: "FEA", from: 1, to: 5000, resolution: "18764000012345" };

function item(number: number, description: string, quantity: string, unitPrice: string, rest: Partial<DocumentLine>) {
  return makeLine(number, { description, quantity, unitPrice, ...rest });
}

const OFF = discountOf("00", "Cliente frecuente", "10.00", "45000.00", "450000.00");
const RETENTIONS = (base: string) => [
  taxOf("06", "2.50", base, cents(base, 0.025)),
  taxOf("07", "0.966", base, cents(base, 0.00966)),
];

function cents(base: string, share: number): string {
  return (Math.round(Number(base) * share * 100) / 100).toFixed(2);
}

const LINES: readonly DocumentLine[] = [
  item(1, "Café de origen Huila, tostión media, bolsa de 500 g", "12.000000", "37500.00", {
    base: "405000.00",
    allowances: [OFF],
    taxes: [taxOf("01", "5.00", "405000.00", "20250.00")],
    withholdings: RETENTIONS("405000.00"),
  }),
  item(2, "Molino profesional de muelas cónicas, 64 mm", "1.000000", "2890000.00", {
    base: "2890000.00",
    taxes: [taxOf("01", "19.00", "2890000.00", "549100.00")],
    withholdings: RETENTIONS("2890000.00"),
  }),
  item(3, "Capacitación de baristas en sitio", "6.500000", "95000.00", {
    unitCode: "HUR",
    base: "617500.00",
    note: "Jornadas del 12 y 13 de noviembre",
    taxes: [taxOf("01", "19.00", "617500.00", "117325.00")],
  }),
  item(4, "Panela orgánica pulverizada", "25.250000", "8400.00", { unitCode: "KGM", base: "212100.00" }),
  item(5, "Huevos AA, cubeta × 30", "4.000000", "18500.00", {
    base: "74000.00",
    taxes: [taxOf("01", "0.00", "74000.00", "0.00")],
  }),
  item(6, "Almuerzo ejecutivo para el equipo", "3.000000", "25000.00", {
    base: "75000.00",
    taxes: [taxOf("04", "8.00", "75000.00", "6000.00")],
  }),
];

function withAllowances(invoice: ReturnType<typeof makeInvoice>, allowances: readonly AllowanceCharge[]) {
  const change = allowances.reduce((sum, { isCharge, amount }) => sum + (isCharge ? 1 : -1) * Number(amount), 0);
  const total = (Number(invoice.totals.total) + change).toFixed(2);
  return { ...invoice, allowances, totals: { ...invoice.totals, total } };
}

const TIP: AllowanceCharge = {
  isCharge: true,
  reasonCode: null,
  reason: "Transporte a Medellín",
  percent: "1.40",
  amount: "60000.00",
  base: "4273600.00",
};

const invoice: Kind = {
  company: COMPANY_LIVE,
  numbering: RANGE,
  document: withAllowances(
    makeInvoice(LINES, {
      issuer: SHOP,
      counterpart: CLIENT,
      payment: { form: "2", meansCode: "47", dueDate: "2024-06-16" },
      dueDate: "2024-06-16",
      notes: ["Entregar en la bodega del muelle 3, de 8 a. m. a 5 p. m.\nOrden de compra 4471."],
    }),
    [discountOf("01", "Pronto pago", "2.00", "85472.00", "4273600.00"), TIP],
  ),
};

const meal: Kind = {
  company: COMPANY_LIVE,
  numbering: { ...RANGE, number: 1043 },
  document: withAllowances(
    makeInvoice(
      [
        item(1, "Cazuela de mariscos", "1.000000", "38888.888889", {
          base: "38888.89",
          taxes: [taxOf("04", "8.00", "38888.89", "3111.11")],
        }),
        item(2, "Limonada de coco", "2.000000", "11111.111111", {
          base: "22222.22",
          taxes: [taxOf("04", "8.00", "22222.22", "1777.78")],
        }),
        item(3, "Torta de tres leches", "1.000000", "13888.888889", {
          base: "13888.89",
          taxes: [taxOf("04", "8.00", "13888.89", "1111.11")],
        }),
      ],
      { issuer: SHOP, counterpart: WAITER, payment: { form: "1", meansCode: "48", dueDate: "2024-05-17" } },
    ),
    [{ ...TIP, reason: "Propina voluntaria", percent: "10.00", amount: "7500.00", base: "75000.00" }],
  ),
};

const support: Kind = {
  company: COMPANY_LIVE,
  numbering: { ...supportNumber(984000107), prefix: "DSA", from: 1, to: 1000, number: 107 },
  document: makeSupportDocument(
    [
      makeLine(1, {
        description: "Recolección de café cereza, finca La Esperanza",
        quantity: "840.000000",
        unitCode: "KGM",
        unitPrice: "2150.00",
        base: "1806000.00",
        withholdings: [taxOf("06", "1.50", "1806000.00", "27090.00")],
      }),
      makeLine(2, {
        description: "Transporte en mula hasta el beneficiadero",
        quantity: "6.000000",
        unitPrice: "45000.00",
        base: "270000.00",
      }),
    ],
    { issuer: SHOP },
  ),
};

const BAGS = {
  ...taxOf("22", "0.00", "0.00", "140.00"),
  name: "INC Bolsas",
  perUnit: { amount: "70.00", units: "2.000000", unitCode: "94" },
};
const TICKETS = { ...RANGE, prefix: "EPOS", number: 101, from: 1, to: 100000, resolution: "18764000098765" };

/** What a shop sells with a ticket to a member of its scheme: a tax of each kind, a bag, and what is excluded. */
const grocery: Kind = {
  company: COMPANY_LIVE,
  numbering: TICKETS,
  document: makeInvoice(
    [
      item(1, "Camisa de algodón", "1.000000", "50000.00", {
        base: "50000.00",
        taxes: [taxOf("01", "19.00", "50000.00", "9500.00")],
      }),
      item(2, "Bolsa plástica", "2.000000", "100.00", { base: "200.00", taxes: [BAGS] }),
      item(3, "Arroz 1 kg", "3.000000", "4200.00", { base: "12600.00" }),
      item(4, "Huevos AA, cubeta × 30", "1.000000", "18500.00", {
        base: "18500.00",
        taxes: [taxOf("01", "0.00", "18500.00", "0.00")],
      }),
      item(5, "Café americano", "1.000000", "4629.63", {
        base: "4629.63",
        taxes: [taxOf("04", "8.00", "4629.63", "370.37")],
      }),
    ],
    { issuer: SHOP, counterpart: WAITER, payment: { form: "1", meansCode: "10", dueDate: "2024-05-17" } },
  ),
};

/** What it sells to somebody who says nothing. */
const snack: Kind = {
  company: COMPANY_LIVE,
  numbering: { ...TICKETS, number: 102 },
  document: makeInvoice([item(1, "Arroz 1 kg", "1.000000", "4200.00", { base: "4200.00" })], {
    issuer: SHOP,
    counterpart: FINAL_CONSUMER,
    payment: { form: "1", meansCode: "10", dueDate: "2024-05-17" },
  }),
};

const LONG_WORD = "Xyzabcdefghijklmnopqrstuvwxyz0123456789".repeat(4);
const LONG_NAME =
  "Comercializadora Internacional de Productos Agroindustriales, Manufacturas, Confecciones y Servicios Logísticos Integrados del Pacífico Colombiano Sociedad por Acciones Simplificada en Reorganización";

const everything: Kind = {
  company: COMPANY,
  numbering: invoiceNumber(990000999),
  document: withAllowances(
    makeInvoice(
      [
        ...Array.from({ length: 16 }, (_, index) =>
          ivaLine(index + 1, "123456789012.34", "19.00", "23456789912.34", {
            description: index % 3 === 0 ? `Código ${"1234567890".repeat(4)} ${LONG_NAME}` : `Artículo ${LONG_WORD}`,
            unitPrice: "123456789012.345678",
            unitCode: index % 2 === 0 ? "MTQ" : "94",
            note: index % 4 === 0 ? "Lote 7 · vence 2026-01-31\nNo refrigerar" : null,
            allowances: [discountOf("00", `Descuento ${LONG_WORD}`, "33.33", "41152263004.11", "123456789012.34")],
            withholdings: [taxOf("05", "15.00", "23456789912.34", "3518518486.85")],
          }),
        ),
        item(17, "中文 🧾 عربى Ελληνικά", "0.001000", "0.010000", {
          base: "0.01",
          taxes: [taxOf("04", "8.00", "0.01", "0.00"), taxOf("35", "20.00", "0.01", "0.00")],
        }),
        item(18, `${LONG_NAME} `.repeat(24), "1.000000", "1.00", { base: "1.00" }),
      ],
      {
        issuer: { ...SHOP, name: LONG_NAME, responsibilities: ["O-13", "O-15", "O-23", "O-47"] },
        counterpart: { ...FOREIGN_VENDOR, name: `${LONG_NAME} ${LONG_WORD}`, address: null, email: null, phone: null },
        currency: "USD",
        exchangeRate: { rate: "3850.505050", date: "2024-05-17" },
        notes: [`${LONG_NAME}. `.repeat(20), LONG_WORD.repeat(3)],
      },
    ),
    [discountOf("01", LONG_NAME, "0.00", "1.00", "1.00"), { ...TIP, reason: LONG_WORD }],
  ),
};

const CORRECTED = {
  number: "FEA1042",
  fiscalId: "3c248b1af7f8a4a45fbda1dcb638d5eb5edbf0d2420fd42991d7242a131d2e56ed1e4123e53f455e59378918f36b00b7",
  fiscalIdKind: "CUFE",
  issueDate: "2024-05-17",
} as const;

function noteXml(): Readonly<Record<string, string>> {
  const credit = makeInvoiceNote(
    [
      item(1, "Molino profesional de muelas cónicas, 64 mm", "1.000000", "2890000.00", {
        base: "2890000.00",
        taxes: [taxOf("01", "19.00", "2890000.00", "549100.00")],
      }),
    ],
    {
      typeCode: "91",
      operationType: "20",
      concept: conceptOf("91", "1"),
      corrected: CORRECTED,
      issuer: SHOP,
      counterpart: CLIENT,
      notes: ["El molino llegó con la tolva rota.", "Se recoge el 24 de mayo."],
    },
  );
  const debit = makeInvoiceNote(
    [ivaLine(1, "42000.00", "19.00", "7980.00", { description: "Intereses de mora de junio" })],
    {
      typeCode: "92",
      operationType: "30",
      concept: conceptOf("92", "1"),
      corrected: CORRECTED,
      issuer: SHOP,
      counterpart: CLIENT,
    },
  );
  const adjustment = makeAdjustmentNote([makeLine(1, { description: "Café devuelto por humedad", base: "53750.00" })], {
    concept: conceptOf("95", "1"),
    corrected: { ...CORRECTED, number: "DSA107", fiscalIdKind: "CUDS" },
    issuer: SHOP,
    notes: ["25 kg con humedad del 14 %."],
  });
  const ticket = { ...CORRECTED, number: "EPOS101", fiscalIdKind: "CUDE" } as const;
  const returned = makeInvoiceNote(
    [
      item(1, "Camisa de algodón", "1.000000", "50000.00", {
        base: "50000.00",
        taxes: [taxOf("01", "19.00", "50000.00", "9500.00")],
      }),
    ],
    {
      typeCode: "94",
      operationType: "20",
      concept: conceptOf("94", "1"),
      corrected: ticket,
      issuer: SHOP,
      counterpart: WAITER,
      notes: ["Talla errada."],
    },
  );
  const raised = makeInvoiceNote(
    [ivaLine(1, "10000.00", "19.00", "1900.00", { description: "Diferencia de precio" })],
    {
      typeCode: "93",
      operationType: "30",
      concept: conceptOf("93", "3"),
      corrected: ticket,
      issuer: SHOP,
      counterpart: WAITER,
    },
  );
  return {
    "nota-credito-de-tiquete": live(buildUnsigned({ note: returned, numbering: { prefix: "NCP", number: 4 } })),
    "nota-debito-de-tiquete": live(buildUnsigned({ note: raised, numbering: { prefix: "NDP", number: 1 } })),
    "nota-credito": live(buildUnsigned({ note: credit, numbering: { prefix: "NC", number: 18 } })),
    "nota-debito": live(buildUnsigned({ note: debit, numbering: { prefix: "ND", number: 3 } })),
    "nota-de-ajuste": live(buildUnsigned({ note: adjustment, numbering: { prefix: "NAS", number: 2 } })),
  };
}

/** Notes of the fixtures are test documents; those of the gallery are shown as they go to customers. */
function live(xml: string): string {
  return xml.replace("<cbc:ProfileExecutionID>2<", "<cbc:ProfileExecutionID>1<");
}

/** What the service says beside a file, by the name of its picture; absent: nothing. */
export const RECORDS: Readonly<Record<string, PrintedRecord>> = { almuerzo: { ...NO_RECORD, taxIncluded: [1, 2, 3] } };

/** A sale with its order, its delivery and its payments. */
function sellWhole(xml: string): string {
  const head = [
    sale.period("2024-05-01", "2024-05-31"),
    sale.order("OC-4471", "2024-05-10"),
    sale.despatch("REM-0099", "2024-05-16"),
    sale.contract("CTO-2024-7"),
    sale.delivery("2024-05-18", sale.ADDRESS, "GU-55120"),
    sale.payment("1", "1", "49", [["1000000.00", ""]]),
    sale.payment("2", "2", "30", [
      ["1820401.50", "2024-06-16"],
      ["1820401.50", "2024-07-16"],
    ]),
    sale.prepayment("300000.00", "2024-05-02", "RC-100"),
  ];
  const branch = xml.replace(/<cac:Address>.*?<\/cac:Address>/, `<cac:Address>${sale.ADDRESS}</cac:Address>`);
  return sale.withPrepaid(sale.withHead(branch, head.join("")), "300000.00");
}

/** As many of each as a sale may have, each as long as it may be. */
function sellLong(xml: string): string {
  const times = (count: number, make: (number: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index + 1)).join("");
  const long = (name: string) => `${name}-${"1234567890".repeat(5)}`;
  const place = sale.ADDRESS.replace("Calle 10", `${LONG_NAME} ${LONG_WORD}`);
  const head = [
    sale.order(long("OC"), "2024-05-10"),
    times(20, (number) => sale.despatch(`${long("REM")}${number}`, "2024-05-16")),
    times(20, (number) => sale.receipt(`ENT-${number}`, "2024-05-16")),
    sale.contract(long("CTO")),
    sale.delivery("2024-05-18", place, long("GU")),
    sale.deliveryTerms("FOB", LONG_WORD, LONG_NAME),
    times(9, (number) => sale.payment(String(number), "1", "31", [["123456789012.34", ""]])),
    sale.payment(
      "10",
      "2",
      "30",
      Array.from({ length: 60 }, (_, index) => [
        "123456789012.34",
        `20${25 + Math.floor(index / 12)}-0${(index % 9) + 1}-17`,
      ]),
    ),
    times(20, (number) => sale.prepayment("123456789012.34", "2024-05-02", `${long("RC")}${number}`)),
  ];
  const named = sale.withItem(
    xml,
    `<cbc:BrandName>${LONG_WORD}</cbc:BrandName><cbc:ModelName>${LONG_NAME}</cbc:ModelName>${sale.seller(long("SKU"))}${sale.standard("010", "77012345678975")}`,
  );
  return sale.withPrepaid(sale.withHead(named, head.join("")), "300000.00");
}

/** XML of each document by the name of its picture. */
export async function makeShowPieces(): Promise<Readonly<Record<string, string>>> {
  const signed = await signText(invoice);
  return {
    venta: sellWhole(signed),
    "venta-larga": sellLong(signed),
    factura: signed,
    almuerzo: await signText(meal),
    tiquete: sale.asTicket(await signText(grocery), {
      ...{ NombreApellido: "Laura Gómez Ríos", RazonSocial: "Programas Ñandú S.A.S.", NombreSoftware: "factura-edge" },
      ...{ Codigo: "SOCIO-88120", NombresApellidos: "María F. Núñez", Puntos: "1.240" },
      ...{ PlacaCaja: "CAJA-07", UbicaciónCaja: "Salón principal, piso 2", TipoCaja: "Autoservicio" },
      ...{ Cajero: "Óscar Iván Peñaloza", CódigoVenta: "V-2024-004471" },
    }),
    "tiquete-minimo": sale.asTicket(await signText(snack)),
    "documento-soporte": await signText(support),
    todo: await signText(everything),
    larga: await signText(makeLong(60)),
    ...noteXml(),
  };
}

/** An invoice of so many lines. */
export function makeLong(lines: number): Kind {
  return {
    company: COMPANY_LIVE,
    numbering: { ...RANGE, number: 1044 },
    document: makeInvoice(
      Array.from({ length: lines }, (_, index) => {
        const { description, quantity, unitPrice, unitCode, base, taxes } =
          LINES[index % LINES.length] ?? makeLine(1, {});
        return makeLine(index + 1, { description, quantity, unitPrice, unitCode, base, taxes });
      }),
      { issuer: SHOP, counterpart: CLIENT },
    ),
  };
}

/** A round mark, half of it transparent: a PNG of 240 pixels a side. */
export function makeLogo(color: readonly [number, number, number] = [140, 60, 30]): Uint8Array {
  const side = 240;
  const rows = Buffer.alloc(side * (side * 4 + 1));
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [dx, dy] = [x - side / 2 + 0.5, y - side / 2 + 0.5];
      const outer = clamp(side / 2 - Math.hypot(dx, dy));
      const bean = clamp((1 - Math.hypot((dx + dy) / 1.41 / 44, (dx - dy) / 1.41 / 72)) * 50);
      const seam = clamp(3.5 - Math.abs((dx + dy) / 1.41 - 9 * Math.sin((dx - dy) / 30)));
      const white = bean * (1 - seam);
      const at = y * (side * 4 + 1) + 1 + x * 4;
      for (const [index, part] of color.entries()) rows[at + index] = Math.round(part + (255 - part) * white);
      rows[at + 3] = Math.round(255 * outer);
    }
  }
  return packPng({ width: side, height: side, depth: 8, type: 6, rows });
}

interface PngParts {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly depth: number;
  /** 0 gray, 2 RGB, 3 palette, 4 gray and opacity, 6 RGB and opacity. */
  readonly type: number;
  /** Each with its filter before it. */
  readonly rows: Buffer;
  readonly interlace?: number;
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
  /** Instead of the compressed rows. */
  readonly data?: Buffer;
}

/** The file of a PNG. */
export function packPng(png: PngParts): Uint8Array {
  const { width, height, depth, type, rows, interlace = 0, palette, transparency, data = deflateSync(rows) } = png;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type, 0, 0, interlace], 8);
  const chunks = [
    chunk("IHDR", header),
    ...(palette === undefined ? [] : [chunk("PLTE", Buffer.from(palette))]),
    ...(transparency === undefined ? [] : [chunk("tRNS", Buffer.from(transparency))]),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]));
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function chunk(tag: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(tag, "latin1"), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
