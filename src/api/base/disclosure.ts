// Lists what a caller that may write notes is told of the document that they correct: all of it only with the read scope of its module.
import type { Module } from "../../domain/company.ts";

interface Disclosure {
  /** `writers`: whoever may write notes on the document; `readers`: of these, whoever may read it. */
  readonly to: "writers" | "readers";
  /** In Spanish, as the reference lists it. */
  readonly what: string;
}

/** The parts of a document that others wrote. What the caller sent itself is its own, and no part of this. */
export const DISCLOSURES = {
  standing: { to: "writers", what: "Tipo, número, CUFE o CUDS, fecha, estado, establecimiento, y si está anulado" },
  totals: { to: "writers", what: "Moneda, totales y lo que queda por acreditar" },
  outline: { to: "writers", what: "Qué números de línea y cuántos cargos tiene" },
  lines: {
    to: "readers",
    what: "Líneas: descripciones, cantidades, precios, impuestos por tarifa, y lo que queda de cada una",
  },
  allowances: { to: "readers", what: "Descuentos y cargos: motivos, valores, y lo que queda de ellos" },
  party: { to: "readers", what: "Adquirente o proveedor: identificación, nombre, dirección, correo" },
  terms: { to: "readers", what: "Tasa de cambio y vencimiento del pago" },
  print: { to: "readers", what: "`representacion` de la nota, que repite lo anterior" },
} as const satisfies Readonly<Record<string, Disclosure>>;

/** Whether a caller is told one part of a document. */
export type Tells = (part: keyof typeof DISCLOSURES) => boolean;

/** What a caller with these scopes is told of documents of a module. */
export function disclose(scopes: readonly string[], module: Module): Tells {
  const isReader = scopes.includes(`${module}.read`);
  return (part) => isReader || DISCLOSURES[part].to === "writers";
}
