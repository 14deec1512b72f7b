// Prints the day's closing as a till hands it over: what was issued, by kind, tax and means of payment. Standard library only.
import { readFileSync } from "node:fs";

/** The answer of `GET fe/resumen` or `dse/resumen` in v2. */
interface Closing {
  readonly desde: string;
  readonly hasta: string;
  readonly total: Sums;
  readonly grupos: readonly (Sums & { readonly clave: string | null })[];
}

interface Sums {
  readonly moneda: string;
  readonly estados: Readonly<Record<"aceptado" | "pendiente" | "rechazado" | "desconocido", number>>;
  readonly tipos: readonly { readonly tipo_authority: string; readonly cantidad: number; readonly total: string }[];
  readonly impuestos: readonly { readonly nombre: string; readonly tarifa: string | null; readonly valor: string }[];
  readonly medios: readonly { readonly nombre: string; readonly valor: string; readonly redondeo?: string }[];
  readonly numeros: readonly {
    readonly prefijo: string;
    readonly desde: number;
    readonly hasta: number;
    readonly cantidad: number;
  }[];
  readonly neto: string;
}

const TYPES: Readonly<Record<string, string>> = {
  "01": "Facturas",
  "02": "Facturas de exportación",
  "03": "Facturas de contingencia",
  "05": "Documentos soporte",
  "91": "Notas crédito",
  "92": "Notas débito",
  "95": "Notas de ajuste",
};

const [path = "", wanted = "48"] = process.argv.slice(2);
const closing = JSON.parse(readFileSync(path, "utf8")) as Closing;
const columns = Number(wanted);

/** `1234567.80` as people write it: `1.234.567,80`. The text is only grouped: no amount becomes a float. */
function money(amount: string): string {
  const [whole = "", cents = ""] = amount.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ".")},${cents}`;
}

/** A name to the left and a value to the right; what does not fit takes a line of its own. */
function row(name: string, value: string): string {
  const room = columns - value.length - 1;
  return name.length > room ? `${name.slice(0, columns)}\n${value.padStart(columns)}` : name.padEnd(room + 1) + value;
}

function print(title: string, sums: Sums): readonly string[] {
  const { estados, tipos, impuestos, medios, numeros, neto, moneda } = sums;
  return [
    title,
    ...tipos.map(({ tipo_authority: type, cantidad, total }) =>
      row(`${TYPES[type] ?? type} (${cantidad})`, money(total)),
    ),
    row(`NETO ${moneda}`, money(neto)),
    "-".repeat(columns),
    ...impuestos.map(({ nombre, tarifa, valor }) =>
      row(tarifa === null ? nombre : `${nombre} ${tarifa} %`, money(valor)),
    ),
    // The drawer holds both together: coins that were not charged are no loss.
    ...medios.flatMap(({ nombre, valor, redondeo }) => [
      row(nombre, money(valor)),
      ...(redondeo === undefined ? [] : [row("  ajuste por moneda", money(redondeo))]),
    ]),
    ...numeros.map(({ prefijo, desde, hasta, cantidad }) =>
      row(`${prefijo}${desde} a ${prefijo}${hasta}`, `${cantidad}`),
    ),
    // What a drawer must not be closed without: a sale whose result is not known yet, or never came.
    ...(estados.pendiente > 0 ? [row("En camino", `${estados.pendiente}`)] : []),
    ...(estados.desconocido > 0 ? [row("Sin resultado: avise", `${estados.desconocido}`)] : []),
    ...(estados.rechazado > 0 ? [row("Rechazados (no suman)", `${estados.rechazado}`)] : []),
  ];
}

const days = closing.desde === closing.hasta ? closing.desde : `${closing.desde} a ${closing.hasta}`;
const groups = closing.grupos.map((group) => print(`\n${group.clave ?? "Sin nombre"} (${group.moneda})`, group));
process.stdout.write(`${[...print(`CIERRE ${days}`, closing.total), ...groups.flat()].join("\n")}\n`);
