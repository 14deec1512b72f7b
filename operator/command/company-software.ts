// Reads the flags of a company's software: a module that is new whole, a known one changed only where a flag says so.
import { and, eq } from "drizzle-orm";
import { type Company, type Environment, MODULES, type Module, type Software } from "../../src/domain/company.ts";
import type { Statement } from "../../src/store/base/db.ts";
import { build } from "../../src/store/base/db.ts";
import { software as softwareTable } from "../../src/store/base/schema.ts";
import { pinContext } from "../../src/store/secret/vault.ts";
import type { Context } from "../command.ts";
import { collectFaults, OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import type { Input } from "../input.ts";
import { readInteger, readNit, readPin, readUuid } from "../reader.ts";
import { sealSecret } from "../sealing.ts";
import { readEnvironment } from "./company-profile.ts";

/** Enabled by themselves: their environment is their own, whatever that of the company is. */
const ALONE: readonly Module[] = ["dee"];

function listOwnFlags(module: Module) {
  const name = module.toUpperCase();
  const own = ALONE.includes(module)
    ? [
        optional(
          `${module}-environment`,
          `where ${name} documents are issued: habilitacion at first, produccion once their own test set is accepted`,
        ),
      ]
    : [];
  return [
    optional(
      `${module}-software-id`,
      `identifier of the ${name} software; a new one comes with its PIN and, in habilitacion, its test set`,
    ),
    optional(`${module}-pin`, `PIN of the ${name} software`).secret(),
    optional(`${module}-test-set`, `identifier of the ${name} test set, in habilitacion`),
    ...own,
  ];
}

/** Flags of the software of each module; a module is contracted once it has software. */
export const SOFTWARE_FLAGS = [
  ...MODULES.flatMap(listOwnFlags),
  optional(
    "provider-nit",
    "NIT of the technology provider, of the modules that other flags name or else of all; at first the company's own",
  ),
  optional(
    "provider-code",
    "3 digits of the technology provider in file names, of the same modules; at first 000, own software",
  ),
];

type Owner = Pick<Company, "id" | "nit" | "checkDigit" | "environment" | "software">;
type Pins = Readonly<Partial<Record<Module, string>>>;
type SoftwareIds = Readonly<Partial<Record<Module, Pick<Software, "id">>>>;

const readProviderCode = readInteger(0, 999);

/** The software of one module as the flags leave it. */
export interface SoftwareChange {
  readonly companyId: number;
  readonly module: Module;
  readonly software: Software;
  /** Absent when the PIN stays as it is. */
  readonly sealedPin?: string;
}

/**
 * What the flags make of the software of a company; modules that they leave alone are not among it.
 * @param environment where the company is when the command is done.
 * @throws OperatorError when a flag names software that the company has not, or a test set or PIN is missing.
 */
export async function readSoftware(
  context: Context,
  owner: Owner,
  environment: Environment,
): Promise<SoftwareChange[]> {
  const { input } = context;
  const named = MODULES.filter((module) =>
    hasAny(
      input,
      listOwnFlags(module).map((flag) => flag.name()),
    ),
  );
  const after = { ...owner.software };
  const given: Partial<Record<Module, string>> = {};
  for (const module of named) {
    const present = owner.software[module];
    const id = input.find(`${module}-software-id`, readUuid) ?? present?.id ?? refuseUncontracted(owner, module, input);
    const isNew = id !== present?.id;
    const pin = isNew ? await input.get(`${module}-pin`, readPin) : input.find(`${module}-pin`, readPin);
    if (pin !== undefined) given[module] = pin;
    // The authority opens a test set for one software: another one cannot go on with it.
    const testSetId = input.find(`${module}-test-set`, readUuid) ?? (isNew ? null : (present?.testSetId ?? null));
    after[module] = {
      ...(present ?? ownSoftware(owner)),
      id,
      testSetId,
      ...findOwnEnvironment(input, module, present),
    };
  }
  refuseShared(after);
  const provided = changeProvider(input, owner, after, named);
  const pins = sharePin(after, given);
  const isMoved = environment !== owner.environment;
  requireTestSets(
    after,
    MODULES.filter((module) => {
      const own = after[module]?.environment ?? null;
      return (own ?? environment) === "habilitacion" && (named.includes(module) || (isMoved && own === null));
    }),
  );
  const changes: SoftwareChange[] = [];
  for (const module of MODULES) {
    const software = after[module];
    const pin = pins[module];
    const isTouched = named.includes(module) || provided.includes(module) || pin !== undefined;
    if (software === undefined || !isTouched) continue;
    const sealed =
      pin === undefined ? {} : { sealedPin: await sealSecret(context, pinContext(owner.id, software.id), pin) };
    changes.push({ companyId: owner.id, module, software, ...sealed });
  }
  return changes;
}

/** Everything that the software of a new company is refused for, where `readSoftware` stops at the first. */
export async function listSoftwareFaults(input: Input): Promise<readonly OperatorError[]> {
  const cells = await collectFaults([
    ...MODULES.flatMap((module) => [
      () => input.find(`${module}-software-id`, readUuid),
      () => input.find(`${module}-pin`, readPin),
      () => input.find(`${module}-test-set`, readUuid),
      () => findOwnEnvironment(input, module, undefined),
    ]),
    () => input.find("provider-nit", readNit),
    () => input.find("provider-code", readProviderCode),
  ]);
  const read = (name: string) => input.find(name, (text) => text);
  const after = Object.fromEntries(
    MODULES.flatMap((module) => {
      const id = read(`${module}-software-id`)?.toLowerCase();
      return id === undefined ? [] : [[module, { id }]];
    }),
  );
  const pins = Object.fromEntries(MODULES.map((module) => [module, read(`${module}-pin`)?.trim()]));
  return [...cells, ...(await collectFaults([() => refuseShared(after), () => sharePin(after, pins)]))];
}

/** The environment of a module that has one of its own: as the flag says, as it was, or where every one begins. */
function findOwnEnvironment(
  input: Input,
  module: Module,
  present: Software | undefined,
): Pick<Software, "environment"> {
  if (!ALONE.includes(module)) return {};
  return {
    environment: input.find(`${module}-environment`, readEnvironment) ?? present?.environment ?? "habilitacion",
  };
}

/** Equivalent documents have a software of their own: with that of another module the authority refuses them. */
function refuseShared(after: SoftwareIds): void {
  for (const module of ALONE) {
    const id = after[module]?.id;
    const other = MODULES.find((one) => one !== module && id !== undefined && after[one]?.id === id);
    if (other === undefined) continue;
    throw new OperatorError(
      `software ${id} is that of ${other}, and ${module} has one of its own`,
      "take the one that the portal shows under equivalent documents",
    );
  }
}

/** Own software: the company is its own technology provider. */
function ownSoftware({ nit, checkDigit }: Owner) {
  return { providerNit: nit, providerCheckDigit: checkDigit, providerCode: "000" };
}

function refuseUncontracted({ id }: Owner, module: Module, input: Input): never {
  const flags = listOwnFlags(module)
    .map((flag) => flag.name())
    .filter((name) => hasAny(input, [name]));
  const names = flags.map((name) => `--${name}`).join(" and ");
  throw new OperatorError(
    `company ${id} has no software for ${module} that ${names} could belong to`,
    `name it with --${module}-software-id`,
  );
}

/**
 * Puts the provider that the flags name into `after`.
 * @returns the modules that have it; none when no flag names a provider.
 */
function changeProvider(
  input: Input,
  owner: Owner,
  after: Partial<Record<Module, Software>>,
  named: readonly Module[],
): readonly Module[] {
  const provider = input.find("provider-nit", readNit);
  const code = input.find("provider-code", readProviderCode);
  if (provider === undefined && code === undefined) return [];
  const modules = named.length > 0 ? named : MODULES.filter((module) => after[module] !== undefined);
  if (modules.length === 0) {
    throw new OperatorError(
      `company ${owner.id} has no software that --provider-nit and --provider-code could belong to`,
      `name it with ${MODULES.map((module) => `--${module}-software-id`).join(" or ")}`,
    );
  }
  for (const module of modules) {
    const software = after[module];
    if (software === undefined) continue;
    after[module] = {
      ...software,
      ...(provider === undefined ? {} : { providerNit: provider.nit, providerCheckDigit: provider.checkDigit }),
      ...(code === undefined ? {} : { providerCode: String(code).padStart(3, "0") }),
    };
  }
  return modules;
}

/** A software has one PIN: modules with the same software get it together. */
function sharePin({ fe, dse }: SoftwareIds, pins: Pins): Pins {
  if (fe === undefined || fe.id !== dse?.id) return pins;
  if (pins.fe !== undefined && pins.dse !== undefined && pins.fe !== pins.dse) {
    throw new OperatorError(`--fe-pin and --dse-pin differ, and software ${fe.id} has one PIN`, "give the same twice");
  }
  const pin = pins.fe ?? pins.dse;
  return pin === undefined ? pins : { ...pins, fe: pin, dse: pin };
}

function requireTestSets(after: Partial<Record<Module, Software>>, modules: readonly Module[]): void {
  const missing = modules.filter((module) => after[module]?.testSetId === null);
  if (missing.length === 0) return;
  const flags = missing.map((module) => `--${module}-test-set`).join(" and ");
  throw new OperatorError(
    `${flags} ${missing.length === 1 ? "is" : "are"} missing`,
    "what is in habilitacion sends its documents to a test set",
  );
}

/** The statement of a change; a PIN that stays is not written, so that a rotation of the vault's key meanwhile holds. */
export function writeSoftware({ companyId, module, software, sealedPin }: SoftwareChange): Statement {
  const { id: softwareId, ...rest } = software;
  const row = { softwareId, ...rest };
  const target = [softwareTable.companyId, softwareTable.module];
  if (sealedPin === undefined) {
    const isIt = and(eq(softwareTable.companyId, companyId), eq(softwareTable.module, module));
    return build.update(softwareTable).set(row).where(isIt);
  }
  const whole = { companyId, module, ...row, sealedPin };
  return build.insert(softwareTable).values(whole).onConflictDoUpdate({ target, set: whole });
}

/** A change as the record and the answer have it. */
export function describeSoftware({ module, software, sealedPin }: SoftwareChange) {
  const { id: softwareId, providerNit, providerCode, testSetId, environment } = software;
  const own = environment == null ? {} : { environment };
  return { module, softwareId, providerNit, providerCode, testSetId, ...own, pin_changed: sealedPin !== undefined };
}

function hasAny(input: Input, names: readonly string[]): boolean {
  return names.some((name) => input.find(name, (text) => text) !== undefined);
}
