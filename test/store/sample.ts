// Makes a company in D1, reservations and documents to try the store with.
import type { Document, Invoice, SupportDocument } from "../../src/domain/document/document.ts";
import type { Progress } from "../../src/store/archive/snapshot.ts";
import type { Reservation } from "../../src/store/number/allocation.ts";

export const ISSUE_DATE = "2026-11-20";

interface CompanySeed {
  /** The next one where it is not said. */
  readonly id?: number;
  readonly environment?: "produccion" | "habilitacion";
  readonly modules?: readonly ("fe" | "dse" | "dee")[];
  readonly allowance?: number | null;
  readonly used?: number;
  readonly from?: number;
  readonly to?: number;
  readonly next?: number;
  readonly kind?: "fe" | "contingency" | "dse" | null;
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly prefix?: string;
}

const PROFILE = {
  checkDigit: "7",
  tradeName: null,
  personType: "1",
  responsibilities: ["O-13"],
  taxSchemeCode: "01",
  address: {
    line: "Calle 1 # 2-3",
    municipalityCode: "11001",
    municipalityName: "Bogotá, D.C.",
    departmentCode: "11",
    departmentName: "Bogotá",
    postalCode: "110111",
    countryCode: "CO",
    countryName: "Colombia",
  },
  email: "facturas@example.com",
  phone: null,
  industryCode: "6201",
  withholdingTypes: [{ type: "renta", taxCode: "06", name: "ReteRenta", baseModes: ["subtotal"] }],
};

let lastNit = 900_000_000;

/** Inserts a company with one module, plan and range of its own; the test says only what it is about. */
export async function seedCompany(db: D1Database, seed: CompanySeed = {}): Promise<number> {
  lastNit += 1;
  const { environment = "produccion", modules = ["dse"], allowance = 50, used = 0, kind = "dse" } = seed;
  const { from = 1, to = 1000, next = from, prefix = "DS" } = seed;
  const { validFrom = "2026-01-01", validTo = "2027-12-31" } = seed;
  const company = await db
    .prepare("INSERT INTO companies (id, nit, name, environment, profile) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id")
    .bind(seed.id ?? null, String(lastNit), "Compañía Ágil S.A.S.", environment, JSON.stringify(PROFILE))
    .first<{ id: number }>();
  const id = company?.id ?? 0;
  for (const module of modules) {
    await db
      .prepare(
        `INSERT INTO software (company_id, module, software_id, sealed_pin, provider_nit, provider_check_digit)
         VALUES (?1, ?2, 'software', 'sealed', '900000001', '7')`,
      )
      .bind(id, module)
      .run();
    if (allowance === null) continue;
    await db
      .prepare("INSERT INTO plans (company_id, module, year, allowance, used) VALUES (?1, ?2, 2026, ?3, ?4)")
      .bind(id, module, allowance, used)
      .run();
  }
  if (kind !== null) {
    await db
      .prepare(
        `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
           valid_to, next_number) VALUES (?1, ?2, '18760000001', '2026-01-01', ?3, ?4, ?5, ?6, ?7, ?8)`,
      )
      .bind(id, kind, prefix, from, to, validFrom, validTo, next)
      .run();
  }
  return id;
}

/** A reservation of a support document; every one has its own key unless the test names it. */
export function sampleReservation(companyId: number, changes: Partial<Reservation> = {}): Reservation {
  const reservationId = crypto.randomUUID();
  return {
    reservationId,
    name: `dse:${companyId}:1:${reservationId}`,
    module: "dse",
    companyId,
    clientId: 1,
    key: reservationId,
    environment: "produccion",
    fingerprint: "1:00",
    reservedAt: "2026-11-20T15:00:00.000Z",
    rangeKind: "dse",
    version: 1,
    wakeAt: "2026-11-20T15:01:00.000Z",
    ...changes,
  };
}

const COMMON = {
  currency: "COP",
  exchangeRate: null,
  issueDate: ISSUE_DATE,
  issueTime: "10:00:00-05:00",
  dueDate: ISSUE_DATE,
  notes: [],
  issuer: sampleParty("900000001", "Compañía Ágil S.A.S."),
  counterpart: sampleParty("52000111", "Ana  Muñoz"),
  payment: { form: "1", meansCode: "10", dueDate: ISSUE_DATE },
  lines: [
    {
      number: 1,
      note: null,
      description: "Asesoría",
      quantity: "1.000000",
      unitCode: "EA",
      unitPrice: "100000.00",
      base: "100000.00",
      taxes: [],
      withholdings: [],
      product: { code: "80101500", scheme: "001" },
      purchaseDate: ISSUE_DATE,
      costCenterId: 4,
    },
  ],
  taxes: [],
  withholdings: [],
  totals: {
    subtotal: "100000.00",
    taxableBase: "0.00",
    taxes: "0.00",
    total: "100000.00",
    withheld: "0.00",
    netPayable: "100000.00",
  },
} as const satisfies Partial<Document>;

/** What its object shows of a reservation's document once that is accepted, without files and attempts. */
export function sampleProgress(
  { reservationId, name }: Pick<Reservation, "reservationId" | "name">,
  changes: Partial<Progress> = {},
): Progress {
  return {
    reservationId,
    name,
    version: 5,
    state: "aceptado",
    fiscalId: reservationId,
    fileName: null,
    xmlPath: null,
    xmlSha256: null,
    zipKey: null,
    verdict: null,
    wakeAt: null,
    lastError: null,
    changes: [],
    attempts: [],
    ...changes,
  };
}

/** A priced support document of 100000.00 to Ana Muñoz. */
export function sampleSupportDocument(changes: Partial<SupportDocument> = {}): SupportDocument {
  return {
    ...COMMON,
    kind: "support-document",
    typeCode: "05",
    operationType: "10",
    generationMode: "1",
    periodStart: ISSUE_DATE,
    periodEnd: ISSUE_DATE,
    accountingDueDate: null,
    ...changes,
  };
}

/** A priced invoice of 100000.00 to Ana Muñoz. */
export function sampleInvoice(changes: Partial<Invoice> = {}): Invoice {
  return { ...COMMON, kind: "invoice", typeCode: "01", operationType: "10", contingencyReference: null, ...changes };
}

export function sampleParty(identificationNumber: string, name: string): Document["counterpart"] {
  return {
    identificationType: "13",
    identificationNumber,
    checkDigit: null,
    personType: "2",
    name,
    tradeName: null,
    responsibilities: ["R-99-PN"],
    taxSchemeCode: "ZZ",
    taxSchemeName: "No aplica",
    address: null,
    email: null,
    phone: null,
  };
}
