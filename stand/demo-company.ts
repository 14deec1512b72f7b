// Lists the five companies of the local stand: what each is there to show, and what its operator would type.
import type { Environment, Module, RangeKind } from "../src/domain/company.ts";

/** A numbering range of a demo company, as the pretend authority grants it. */
export interface DemoRange {
  readonly kind: RangeKind;
  readonly resolution: string;
  readonly resolutionDate: string;
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly next: number;
  readonly validFrom: string;
  readonly validTo: string;
  readonly technicalKey: string | null;
}

/** A company of the stand. Its secrets protect nothing. */
export interface DemoCompany {
  readonly id: number;
  readonly nit: string;
  readonly name: string;
  readonly environment: Environment;
  readonly modules: readonly Module[];
  readonly softwareId: string;
  readonly softwarePin: string;
  readonly technicalKey: string;
  /** Of one that sells with tickets: a software of its own. */
  readonly ticketSoftware?: { readonly id: string; readonly pin: string };
  readonly testSetId: string | null;
  /** Documents per calendar year; `used` when the plan of a year is made. */
  readonly plan: { readonly allowance: number; readonly used: number };
  readonly ranges: readonly DemoRange[];
}

const ALLOWANCE = 1_000_000;
const LAST_NUMBER = 5_000_000;
/** Always in force: kept state and a new register of the authority agree on the days, whenever each began. */
const OWN_VALIDITY = { resolutionDate: "2020-01-01", validFrom: "2020-01-01", validTo: "2099-12-31" };
/** What the authority hands out to every company in its test environment. */
const TEST_TECHNICAL_KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";
const TEST_VALIDITY = { resolutionDate: "2019-01-19", validFrom: "2019-01-19", validTo: "2030-01-19" };

/** Withholdings that the invoices of every demo company may carry. */
export const WITHHOLDING_TYPES = [
  { type: "reteiva", code: "05", name: "ReteIVA", baseModes: ["impuestos"] },
  { type: "retefuente", code: "06", name: "ReteRenta", baseModes: ["subtotal"] },
  { type: "reteica", code: "07", name: "ReteICA", baseModes: ["subtotal", "total"] },
] as const;

/** The same companies whenever it is asked. */
export function listDemoCompanies(): readonly DemoCompany[] {
  const both: readonly Module[] = ["fe", "dse"];
  return [
    describe(1, { name: "Comercial Andina S.A.S.", modules: ["fe", "dse", "dee"] }),
    describe(2, { name: "Distribuciones del Caribe Ltda.", modules: both }),
    describe(3, { name: "Laboratorio de Habilitacion S.A.S.", modules: both, environment: "habilitacion" }),
    describe(4, { name: "Cafe de Altura S.A.", modules: ["dse"], plan: { allowance: 50, used: 48 } }),
    describe(5, { name: "Ferreteria El Tornillo E.U.", modules: both, numbersLeft: 2 }),
  ];
}

/** The company of a visitor of the sandbox: one of those with both modules. */
export function describeVisitor(id: number): DemoCompany {
  return describe(id, { name: `Empresa de Prueba ${id} S.A.S.`, modules: ["fe", "dse"] });
}

interface Traits {
  readonly name: string;
  readonly modules: readonly Module[];
  readonly environment?: Environment;
  readonly plan?: DemoCompany["plan"];
  /** Numbers left in the ranges of both modules. */
  readonly numbersLeft?: number;
}

function describe(id: number, traits: Traits): DemoCompany {
  const { name, modules, environment = "produccion", plan = { allowance: ALLOWANCE, used: 0 } } = traits;
  const isTest = environment === "habilitacion";
  const technicalKey = isTest ? TEST_TECHNICAL_KEY : `${id}`.padStart(8, "0").repeat(5);
  const ranges = isTest
    ? testRanges(id)
    : (["fe", "contingency", "dse", "pos"] as const).map((kind) =>
        ownRange(id, kind, traits.numbersLeft, technicalKey),
      );
  return {
    id,
    nit: String(900_100_000 + id * 1_111),
    name,
    environment,
    modules,
    softwareId: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
    softwarePin: String(10_000 + id * 1_111),
    technicalKey,
    ...(modules.includes("dee") && {
      ticketSoftware: {
        id: `00000000-0000-4000-a000-${String(id).padStart(12, "0")}`,
        pin: String(20_000 + id * 1_111),
      },
    }),
    testSetId: isTest ? `00000000-0000-4000-9000-${String(id).padStart(12, "0")}` : null,
    plan,
    ranges: ranges.filter(({ kind }) => kind === "contingency" || modules.includes(kind === "pos" ? "dee" : kind)),
  };
}

const LETTERS = 26;

/** `A` to `Z`, `AA`, `AB`: letters alone, because a digit in a prefix would run into the number. */
function letter(id: number): string {
  const last = String.fromCharCode(65 + ((id - 1) % LETTERS));
  return id <= LETTERS ? last : `${letter(Math.floor((id - 1) / LETTERS))}${last}`;
}

const PREFIXES: Readonly<Record<RangeKind, string>> = { fe: "FE", contingency: "CO", dse: "DS", pos: "PO" };
const KIND_DIGITS: Readonly<Record<RangeKind, string>> = { fe: "1", contingency: "2", dse: "3", pos: "4" };

function ownRange(id: number, kind: RangeKind, left: number | undefined, key: string): DemoRange {
  const to = left === undefined || kind === "contingency" ? LAST_NUMBER : 100;
  return {
    kind,
    resolution: `187640000${id}${KIND_DIGITS[kind]}000`,
    ...OWN_VALIDITY,
    prefix: `${PREFIXES[kind]}${letter(id)}`,
    from: 1,
    to,
    next: left === undefined || kind === "contingency" ? 1 : to - left + 1,
    technicalKey: kind === "fe" ? key : null,
  };
}

function testRanges(id: number): DemoRange[] {
  const fe = { resolution: "18760000001", prefix: "SETP", from: 990_000_000, to: 995_000_000, next: 990_000_000 };
  const dse = { resolution: "18760000003", prefix: "SEDS", from: 984_000_000, to: 985_000_000, next: 984_000_000 };
  return [
    { ...fe, ...TEST_VALIDITY, kind: "fe", technicalKey: TEST_TECHNICAL_KEY },
    ownRange(id, "contingency", undefined, TEST_TECHNICAL_KEY),
    { ...dse, ...TEST_VALIDITY, kind: "dse", technicalKey: null },
  ];
}
