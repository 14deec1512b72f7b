// Turns the JSON of PUT /taxpayers and PUT /acquirers into the register that the authority would hold, and back.

export type RangeKind = "fe" | "contingency" | "dse" | "pos";

const RANGE_KINDS: readonly RangeKind[] = ["fe", "contingency", "dse", "pos"];

export interface Range {
  readonly kind: RangeKind;
  readonly resolution: string;
  readonly resolutionDate: string;
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly validFrom: string;
  readonly validTo: string;
  readonly technicalKey: string | undefined;
}

export interface Software {
  readonly id: string;
  readonly pin: string;
  /** NIT of the technology provider that owns the software; undefined: the taxpayer itself. */
  readonly providerNit: string | undefined;
  readonly isActive: boolean;
  /** Software of equivalent documents: no other issues them, and it issues nothing else. */
  readonly isForTickets: boolean;
}

export interface TestSet {
  readonly id: string;
  readonly softwareId: string;
  /** Accepted documents that open production for the software; undefined: production is open, and the set never closes. */
  readonly required: number | undefined;
}

export interface Taxpayer {
  readonly nit: string;
  readonly name: string;
  readonly software: readonly Software[];
  readonly ranges: readonly Range[];
  readonly testSets: readonly TestSet[];
}

export interface Acquirer {
  readonly type: string;
  readonly number: string;
  readonly name: string;
  readonly email: string;
}

/** Thrown with a clear sentence when the JSON of a register entry is not usable. */
export class RegisterTrouble extends Error {}

type Json = Readonly<Record<string, unknown>>;

/** @throws RegisterTrouble when it is none. */
export function objectOf(value: unknown, path: string): Json {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new RegisterTrouble(`${path}: expected an object, got ${JSON.stringify(value)}`);
}

function listOf(value: unknown, path: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new RegisterTrouble(`${path}: expected a list, got ${JSON.stringify(value)}`);
}

function textIn(object: Json, key: string, path: string, pattern = /^/): string {
  const value = object[key];
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text === "string" && pattern.test(text)) return text;
  throw new RegisterTrouble(`${path}.${key}: expected text like ${pattern}, got ${JSON.stringify(value)}`);
}

function optionalIn(object: Json, key: string, path: string): string | undefined {
  return object[key] === undefined || object[key] === null ? undefined : textIn(object, key, path);
}

function numberIn(object: Json, key: string, path: string): number {
  const value = Number(textIn(object, key, path, /^\d+$/));
  if (Number.isSafeInteger(value)) return value;
  throw new RegisterTrouble(`${path}.${key}: expected a whole number, got ${JSON.stringify(object[key])}`);
}

/** `module` of the software of equivalent documents, as the register spells it. */
const TICKETS = "dee";
const DATE = /^\d{4}-\d\d-\d\d$/;

function readRange(value: unknown, path: string): Range {
  const object = objectOf(value, path);
  const text = textIn(object, "kind", path);
  const kind = RANGE_KINDS.find((one) => one === text);
  if (kind === undefined) {
    throw new RegisterTrouble(`${path}.kind: expected one of ${RANGE_KINDS.join(", ")}, got ${JSON.stringify(text)}`);
  }
  return {
    kind,
    resolution: textIn(object, "resolution", path, /^\d+$/),
    resolutionDate: optionalIn(object, "resolution_date", path) ?? "0001-01-01",
    prefix: optionalIn(object, "prefix", path) ?? "",
    from: numberIn(object, "from", path),
    to: numberIn(object, "to", path),
    validFrom: textIn(object, "valid_from", path, DATE),
    validTo: textIn(object, "valid_to", path, DATE),
    technicalKey: optionalIn(object, "technical_key", path),
  };
}

/** Reads the body of PUT /taxpayers/{nit}; throws RegisterTrouble. */
export function readTaxpayer(nit: string, body: unknown): Taxpayer {
  const object = objectOf(body, "taxpayer");
  if (!/^\d{5,10}$/.test(nit))
    throw new RegisterTrouble(`nit: expected 5 to 10 digits without check digit, got '${nit}'`);
  return {
    nit,
    name: textIn(object, "name", "taxpayer"),
    software: listOf(object.software, "taxpayer.software").map((one, i) => {
      const path = `taxpayer.software[${i}]`;
      const software = objectOf(one, path);
      return {
        id: textIn(software, "id", path, /./),
        pin: textIn(software, "pin", path, /./),
        providerNit: optionalIn(software, "provider_nit", path),
        isActive: software.active !== false,
        isForTickets: (optionalIn(software, "module", path) ?? "fe") === TICKETS,
      };
    }),
    ranges: listOf(object.ranges, "taxpayer.ranges").map((one, i) => readRange(one, `taxpayer.ranges[${i}]`)),
    testSets: listOf(object.test_sets, "taxpayer.test_sets").map((one, i) => {
      const path = `taxpayer.test_sets[${i}]`;
      const set = objectOf(one, path);
      const isEndless = optionalIn(set, "required", path) === undefined;
      return {
        id: textIn(set, "id", path, /./),
        softwareId: textIn(set, "software_id", path, /./),
        required: isEndless ? undefined : numberIn(set, "required", path),
      };
    }),
  };
}

/** Reads the body of PUT /acquirers: a list, or an object with one; throws RegisterTrouble. */
export function readAcquirerList(body: unknown): readonly Acquirer[] {
  if (Array.isArray(body)) return readAcquirers(body);
  const { acquirers } = objectOf(body, "body");
  if (acquirers === undefined) throw new RegisterTrouble("acquirers: expected a list, got nothing");
  return readAcquirers(acquirers);
}

/** Reads the acquirers inside a taxpayer, which may have none; throws RegisterTrouble. */
export function readAcquirers(value: unknown): readonly Acquirer[] {
  return listOf(value, "acquirers").map((one, i) => {
    const path = `acquirers[${i}]`;
    const object = objectOf(one, path);
    return {
      type: textIn(object, "type", path, /^\d\d$/),
      number: textIn(object, "number", path, /./),
      name: textIn(object, "name", path, /./),
      email: optionalIn(object, "email", path) ?? "",
    };
  });
}

/** The JSON of a taxpayer as GET /taxpayers shows it (the same shape that PUT takes). */
export function showTaxpayer(taxpayer: Taxpayer): Json {
  return {
    nit: taxpayer.nit,
    name: taxpayer.name,
    software: taxpayer.software.map((one) => ({
      id: one.id,
      pin: one.pin,
      provider_nit: one.providerNit ?? null,
      active: one.isActive,
      module: one.isForTickets ? TICKETS : null,
    })),
    ranges: taxpayer.ranges.map((one) => ({
      kind: one.kind,
      resolution: one.resolution,
      resolution_date: one.resolutionDate,
      prefix: one.prefix,
      from: one.from,
      to: one.to,
      valid_from: one.validFrom,
      valid_to: one.validTo,
      technical_key: one.technicalKey ?? null,
    })),
    test_sets: taxpayer.testSets.map((one) => ({
      id: one.id,
      software_id: one.softwareId,
      required: one.required ?? null,
    })),
  };
}
