// Prints tickets with the example programs for receipt printers, and reads their bytes back.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const SAMPLE = JSON.parse(readFileSync(join(ROOT, "examples/ticket.json"), "utf8"));
const FOLDER = mkdtempSync(join(tmpdir(), "ticket-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const PROGRAMS = [
  { language: "TypeScript", command: ["node", "examples/typescript/ticket.ts"] },
  { language: "Python", command: ["python3", "examples/python/ticket.py"] },
] as const;
const WIDTHS = [
  { columns: 48, paper: "80 mm", module: 6 },
  { columns: 32, paper: "58 mm", module: 4 },
] as const;
const CASES = PROGRAMS.flatMap((program) => WIDTHS.map((width) => ({ ...program, ...width })));

/** Runs a program with the sample, changed. */
function run(
  [program, script]: readonly [string, string],
  columns: number,
  change = (_: typeof SAMPLE): void => undefined,
) {
  const ticket = structuredClone(SAMPLE);
  change(ticket);
  const path = join(FOLDER, "ticket.json");
  writeFileSync(path, JSON.stringify(ticket));
  const { status, stdout, stderr } = spawnSync(program, [script, path, String(columns)], { cwd: ROOT });
  return { status, bytes: stdout, complaint: stderr.toString() };
}

interface Read {
  readonly codePage: number | undefined;
  readonly lines: readonly string[];
  readonly qr: { readonly module: number | undefined; readonly text: string | undefined; readonly printed: number };
}

/** Reads what a printer would: the commands that the programs use, and text in Windows-1252 between them. */
function readTicket(bytes: Buffer): Read {
  const text: number[] = [];
  let codePage: number | undefined;
  let module: number | undefined;
  let stored: string | undefined;
  let printed = 0;
  for (let at = 0; at < bytes.length; ) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2);
    if (first === 0x1b && second === 0x40) at += 2;
    else if (first === 0x1b && [0x61, 0x45, 0x74].includes(second)) {
      if (second === 0x74) codePage = bytes[at + 2];
      at += 3;
    } else if (first === 0x1d && second === 0x56) at += 4;
    else if (first === 0x1d && second === 0x28) {
      const length = bytes.readUInt16LE(at + 3);
      const [kind, what, ...parameters] = bytes.subarray(at + 5, at + 5 + length);
      expect([bytes[at + 2], kind]).toEqual([0x6b, 0x31]);
      if (what === 0x43) module = parameters[0];
      if (what === 0x50) stored = Buffer.from(parameters.slice(1)).toString("latin1");
      if (what === 0x51) printed += 1;
      at += 5 + length;
    } else {
      expect(first === 0x0a || (first >= 0x20 && first !== 0x7f), `byte ${first} at ${at} is text`).toBe(true);
      text.push(first);
      at += 1;
    }
  }
  const lines = new TextDecoder("windows-1252").decode(Uint8Array.from(text)).split("\n");
  return { codePage, lines, qr: { module, text: stored, printed } };
}

/** A text as it can be found although lines were broken. */
const squash = (text: string) => text.replace(/\s+/g, "");

describe("the ticket of the example in", () => {
  it.each(CASES)("$language on $paper has every printed text and the QR code", ({ command, columns, module }) => {
    const { status, bytes, complaint } = run(command, columns);
    expect(status, complaint).toBe(0);
    const { codePage, lines, qr } = readTicket(bytes);
    const { doc, representacion: shown } = SAMPLE.respuesta;
    expect(codePage).toBe(16);
    expect(qr).toEqual({ module, text: shown.qr_url, printed: 1 });
    const page = squash(lines.join("\n"));
    const texts: readonly string[] = [
      shown.titulo,
      shown.numero,
      shown.identificador.valor,
      shown.resolucion.texto,
      shown.emisor.nombre,
      `NIT 900373115-3`,
      shown.emisor.direccion,
      shown.emisor.municipio,
      `Validación: ${shown.validacion.fecha}`,
      `${shown.fabricante.nombre}, NIT ${shown.fabricante.nit}`,
      shown.fabricante.software,
      doc.tercero.nombre,
      doc.tercero.numero_documento,
      ...doc.items.map((item: { readonly descripcion: string }) => item.descripcion),
      "2 h x 50.000,00, IVA 19,00 %",
      "1 und x 80.000,00, Excluido",
      "INC 8,00 % de 100.000,00 8.000,00",
      "TOTAL 307.000,00",
      SAMPLE.venta.pago,
    ];
    for (const text of texts) expect(page).toContain(squash(text));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  });

  it.each(PROGRAMS)("$language is not written before the authority has validated", ({ command }) => {
    const { status, bytes, complaint } = run(command, 48, ({ respuesta }) => {
      respuesta.doc.estado_authority = "en_proceso";
      respuesta.representacion.validacion = null;
    });
    expect(status).toBe(1);
    expect(bytes).toHaveLength(0);
    expect(complaint).toContain("todavía no se entrega");
  });

  it.each(PROGRAMS)("$language shows the legend of a test document twice", ({ command }) => {
    const legend = "Documento de prueba sin validez: ambiente de habilitación";
    const { bytes } = run(command, 48, ({ respuesta }) => {
      respuesta.representacion.leyenda = legend;
    });
    expect(squash(readTicket(bytes).lines.join("")).split(squash(legend))).toHaveLength(3);
  });

  it.each(PROGRAMS)("$language lets no name command the printer", ({ command }) => {
    const { bytes } = run(command, 48, ({ respuesta }) => {
      respuesta.doc.tercero.nombre = "A\u001b@B\u001dV\u0000C\u0007 “Ñandú” – cafe\u0301 日本";
    });
    const { lines } = readTicket(bytes);
    expect(lines.find((line) => line.startsWith("Cliente"))).toBe("Cliente: A @B V C “Ñandú” – café ??");
  });

  // Every byte of Windows-1252 that is a character, in pieces that fit a line.
  const characters = Array.from({ length: 0x100 - 0x21 }, (_, index) => 0x21 + index)
    .map((code) => new TextDecoder("windows-1252").decode(Uint8Array.of(code)))
    .filter((character) => !/[\p{Cc}\u00a0]/u.test(character));
  it.each(PROGRAMS)("$language writes each character of Windows-1252 as its byte", ({ command }) => {
    expect(characters).toEqual(expect.arrayContaining(["€", "™", "Š", "ž", "Ÿ", "œ", "ñ"]));
    const names = Array.from({ length: Math.ceil(characters.length / 30) }, (_, index) =>
      characters.slice(index * 30, (index + 1) * 30).join(""),
    );
    const { bytes, complaint } = run(command, 48, ({ respuesta }) => {
      respuesta.representacion.emisor.calidades = names;
    });
    expect(complaint).toBe("");
    expect(readTicket(bytes).lines).toEqual(expect.arrayContaining(names));
    expect(bytes.includes(Buffer.from([0x80, 0x82, 0x83]))).toBe(true);
  });

  it("both languages is the same to the byte", () => {
    const [one, other] = PROGRAMS;
    for (const { columns } of WIDTHS) {
      const change = ({ respuesta }: typeof SAMPLE): void => {
        const { doc, representacion } = respuesta;
        doc.items[0].cantidad = "1234.500000";
        doc.items[1].descuento = "1500.00";
        doc.descuentos = [{ valor: "1000.00", motivo: "Cupón de cumpleaños" }];
        doc.cargos = [{ valor: "12345678.90", motivo: "Propina voluntaria, que el cliente aceptó pagar" }];
        representacion.impuestos.push({ nombre: "INC Bolsas", tarifa: null, base: "3.00", valor: "210.00" });
        representacion.resolucion = null;
        representacion.fabricante = null;
        representacion.emisor.calidades = ["Gran contribuyente", "Autorretenedor"];
      };
      const { bytes } = run(one.command, columns, change);
      expect(bytes.length).toBeGreaterThan(500);
      expect(run(other.command, columns, change).bytes.equals(bytes)).toBe(true);
    }
  });
});
