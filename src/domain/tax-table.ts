// Says what each tax is: one row for each code that the authority publishes for taxes, withholdings and the profiles of parties
// (toolbox 1.8, annex 1.9). A new tax is one more row, and one of the pretend authority.

/**
 * How a tax is computed: `percent` of a base, `nominal` per unit, a `withholding`, `party` for a fiscal profile only
 * (ZA), `other` for codes that stand for no tax.
 */
export type TaxKind = "percent" | "nominal" | "withholding" | "party" | "other";

interface TaxRow {
  readonly code: string;
  readonly name: string;
  readonly kind: TaxKind;
  /** The authority does not publish how it is computed; it is taken as a percentage. */
  readonly isUnruled?: true;
  /** Percentages that the authority publishes, two decimals; absent: none. */
  readonly rates?: readonly string[];
  /** Whether it says what a party is responsible for (FAJ40, DSAJ40). */
  readonly isScheme?: true;
  /** Of a withholding: whether the XML of a support document may carry it. */
  readonly isInSupportDocument?: true;
}

export const TAXES = [
  { code: "01", name: "IVA", kind: "percent", rates: ["0.00", "5.00", "16.00", "19.00"], isScheme: true },
  { code: "02", name: "IC", kind: "nominal" },
  { code: "03", name: "ICA", kind: "percent" },
  { code: "04", name: "INC", kind: "percent", rates: ["2.00", "4.00", "8.00", "16.00"], isScheme: true },
  { code: "05", name: "ReteIVA", kind: "withholding", isInSupportDocument: true },
  { code: "06", name: "ReteRenta", kind: "withholding", isInSupportDocument: true },
  { code: "07", name: "ReteICA", kind: "withholding" },
  { code: "08", name: "IC Porcentual", kind: "percent" },
  { code: "20", name: "FtoHorticultura", kind: "percent", isUnruled: true },
  { code: "21", name: "Timbre", kind: "percent", isUnruled: true },
  { code: "22", name: "INC Bolsas", kind: "nominal" },
  { code: "23", name: "INCarbono", kind: "nominal" },
  { code: "24", name: "INCombustibles", kind: "nominal" },
  { code: "25", name: "Sobretasa Combustibles", kind: "percent", isUnruled: true },
  { code: "26", name: "Sordicom", kind: "percent", isUnruled: true },
  { code: "30", name: "IC Datos", kind: "percent", isUnruled: true },
  { code: "32", name: "ICL", kind: "nominal" },
  { code: "33", name: "INPP", kind: "nominal" },
  { code: "34", name: "IBUA", kind: "nominal" },
  { code: "35", name: "ICUI", kind: "percent" },
  { code: "36", name: "ADV", kind: "percent" },
  { code: "ZA", name: "IVA e INC", kind: "party", isScheme: true },
  { code: "ZZ", name: "No aplica", kind: "other", isScheme: true },
  { code: "ZY", name: "No causa", kind: "other" },
] as const satisfies readonly TaxRow[];

type Row = (typeof TAXES)[number];

/** A code of a withholding: 05 ReteIVA, 06 ReteRenta, 07 ReteICA. */
export type WithholdingCode = Extract<Row, { readonly kind: "withholding" }>["code"];

/** What a party is responsible for. */
export type TaxScheme = Extract<Row, { readonly isScheme: true }>["code"];

export const WITHHOLDING_CODES: readonly WithholdingCode[] = TAXES.flatMap((row) =>
  row.kind === "withholding" ? [row.code] : [],
);

export const TAX_SCHEMES: readonly TaxScheme[] = TAXES.flatMap((row) => ("isScheme" in row ? [row.code] : []));

/** Whether the XML of a support document carries a withholding; the others stay in its record. */
export function isInSupportDocument(code: string): boolean {
  return TAXES.some((row) => row.code === code && "isInSupportDocument" in row);
}

/** `05 ReteIVA, 06 ReteRenta`: codes with their names, as the list has them. */
export function nameTaxCodes(codes: readonly string[]): string {
  return TAXES.filter(({ code }) => codes.includes(code))
    .map(({ code, name }) => `${code} ${name}`)
    .join(", ");
}
