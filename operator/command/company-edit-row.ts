// Changes one company of many by a row of a file, and leaves alone what the row says of it as it is.
import { type Company, MODULES, type Module } from "../../src/domain/company.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { loadSealedSecrets, open, pinContext } from "../../src/store/secret/vault.ts";
import type { Context } from "../command.ts";
import { OperatorError } from "../error.ts";
import { createInput } from "../input.ts";
import type { Done } from "../many.ts";
import { readId, readNit, readPin } from "../reader.ts";
import type { Members } from "../row-file.ts";

/** Everything is already as a line would make it. */
export class NothingToChange extends OperatorError {
  constructor() {
    super("nothing to change", "`operator company edit --help` lists what can be");
  }
}

/** @param edit what `company edit` does with the flags of a line. */
export async function editRow(
  context: Context,
  members: Members,
  edit: (context: Context) => Promise<void>,
): Promise<Done> {
  const company = await loadCompany(context.db, readId(String(members.company)));
  if (company === undefined) throw new OperatorError(`there is no company ${String(members.company)}`);
  const { nit, ...named } = members;
  if (nit !== undefined && readNit(String(nit)).nit !== company.nit) throw new OperatorError("--nit: it never changes");
  const reason = context.input.find("reason", (text) => text);
  const file = { ...(await dropKnown(context, company, named)), ...(reason === undefined ? {} : { reason }) };
  try {
    await edit({ ...context, input: createInput({ flags: new Map(), operands: [], file }) });
    return { result: "changed" };
  } catch (cause) {
    if (!(cause instanceof NothingToChange)) throw cause;
    return { result: "unchanged" };
  }
}

/** Without the software, and the provider, that the company has just so: a PIN that is the same is not sealed again. */
async function dropKnown(context: Context, company: Company, members: Members): Promise<Members> {
  const known = new Set<string>();
  for (const module of MODULES) {
    const own = Object.keys(members).filter((name) => name.startsWith(`${module}-`));
    if (own.length > 0 && (await isKnown(context, company, module, members))) for (const name of own) known.add(name);
  }
  const all = MODULES.flatMap((module) => company.software[module] ?? []);
  const [provider, code] = [members["provider-nit"], members["provider-code"]];
  const isSameProvider =
    provider === undefined || all.every((one) => one.providerNit === readNit(String(provider)).nit);
  const isSameCode = code === undefined || all.every((one) => Number(one.providerCode) === Number(code));
  if (all.length > 0 && isSameProvider && isSameCode) {
    known.add("provider-nit");
    known.add("provider-code");
  }
  return Object.fromEntries(Object.entries(members).filter(([name]) => !known.has(name)));
}

async function isKnown(context: Context, company: Company, module: Module, members: Members): Promise<boolean> {
  const present = company.software[module];
  if (present === undefined) return false;
  const kept = {
    [`${module}-software-id`]: present.id,
    [`${module}-test-set`]: present.testSetId,
    [`${module}-environment`]: present.environment,
  };
  const isSame = Object.entries(kept).every(([name, value]) => {
    return members[name] === undefined || String(members[name]).toLowerCase() === value;
  });
  const pin = members[`${module}-pin`];
  if (!isSame || pin === undefined) return isSame;
  const sealed = (await loadSealedSecrets(context.db, company.id)).software.find((one) => one.module === module);
  if (sealed === undefined) return false;
  const keys = await context.keyring.vaultKeys();
  return (await open(keys, pinContext(company.id, sealed.softwareId), sealed.sealedPin)) === readPin(String(pin));
}
