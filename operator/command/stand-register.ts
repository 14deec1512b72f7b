// `stand register` makes a company known to the pretend authority of the local stand, as the authority knows a real one.
import { eq } from "drizzle-orm";
import { isLoopbackOrigin } from "../../src/authority/client.ts";
import type { Company } from "../../src/domain/company.ts";
import { build, run } from "../../src/store/base/db.ts";
import { ranges } from "../../src/store/base/schema.ts";
import { loadSealedSecrets, openPin, openTechnicalKey } from "../../src/store/secret/vault.ts";
import type { Command, Context, Output } from "../command.ts";
import { countOf } from "../count.ts";
import { CSV } from "../csv.ts";
import { readSecretFile } from "../deployment.ts";
import { OperatorError } from "../error.ts";
import { required, toggle } from "../flag.ts";
import { doMany, listOpen, VERBOSE } from "../many.ts";
import { getCompany } from "./company.ts";

const TIMEOUT_MS = 15_000;

export const standRegister: Command = {
  name: "stand register",
  about:
    "makes a company known to the stand's pretend authority, with its software, PINs, ranges and test sets; again after each change of them",
  flags: [
    required("company", "id of the company; not with --all"),
    toggle("all", "every company that is a draft or active"),
    VERBOSE,
    CSV,
  ],
  isOfMany: (has) => has("all"),
  run: async (context) => {
    if (context.isRemote) throw new OperatorError("only the stand has a pretend authority", "leave --remote out");
    const origin = findAuthority(context);
    if (context.input.has("all")) return registerAll(context, origin);
    const { company, taxpayer } = await registerOne(context, origin);
    const software = taxpayer.software.map(({ id }) => id);
    const kept = taxpayer.ranges.map(({ kind, prefix, from, to }) => ({ kind, prefix, from, to }));
    const isBare = kept.length === 0 || company.certificates.length === 0;
    return {
      data: { company: company.id, nit: company.nit, authority: origin, software, ranges: kept },
      text: `${context.isDryRun ? "would register" : "registered"} NIT ${company.nit} at ${origin}: ${describe(taxpayer)}`,
      next: isBare
        ? [`operator company show --company ${company.id}`]
        : [`operator client add --company ${company.id} --name ERP --scopes fe.read,fe.write`],
    };
  },
};

async function registerAll(context: Context, origin: string): Promise<Output> {
  if (context.input.has("company")) throw new OperatorError("--company is one, and --all are all", "give one of both");
  return doMany(context, standRegister, "company", await listOpen(context), async (own) => {
    const { taxpayer } = await registerOne(own, origin);
    return { result: "registered", note: describe(taxpayer) };
  });
}

async function registerOne(context: Context, origin: string) {
  const company = await getCompany(context);
  const taxpayer = await describeTaxpayer(context, company);
  if (!context.isDryRun) await put(`${origin}/taxpayers/${company.nit}`, taxpayer);
  return { company, taxpayer };
}

type Taxpayer = Awaited<ReturnType<typeof describeTaxpayer>>;

function describe({ software, ranges: granted, test_sets }: Taxpayer): string {
  return `${software.length} software, ${countOf(granted.length, "range")}, ${countOf(test_sets.length, "test set")}`;
}

/** The stand's own setting: the real authority is never written to. */
function findAuthority({ deployment, environment }: Context): string {
  const origin = environment.AUTHORITY_URL ?? readSecretFile(deployment.secretFile).AUTHORITY_URL ?? "";
  if (isLoopbackOrigin(origin)) return new URL(origin).origin;
  const found = origin === "" ? "no AUTHORITY_URL is known here" : `${origin} is not on this machine`;
  throw new OperatorError(found, "run `npm start` first: it writes AUTHORITY_URL into .dev.vars");
}

async function describeTaxpayer({ db, keyring }: Context, company: Company) {
  const keys = await keyring.vaultKeys();
  const secrets = await loadSealedSecrets(db, company.id);
  // Modules may share one software.
  const own = new Map(Object.values(company.software).map((one) => [one.id, one]));
  const software = [];
  for (const { id, providerNit } of own.values()) {
    const pin = await openPin(keys, secrets, id);
    const provider = providerNit === company.nit ? {} : { provider_nit: providerNit };
    if (pin !== undefined) software.push({ id, pin, ...provider });
  }
  const granted = [];
  for (const range of await run(db, build.select().from(ranges).where(eq(ranges.companyId, company.id)))) {
    granted.push({
      kind: range.kind,
      resolution: range.resolution,
      resolution_date: range.resolutionDate,
      prefix: range.prefix,
      from: range.fromNumber,
      to: range.toNumber,
      valid_from: range.validFrom,
      valid_to: range.validTo,
      technical_key: (await openTechnicalKey(keys, secrets, range.id)) ?? null,
    });
  }
  const testSets = [...own.values()].flatMap(({ id, testSetId }) => {
    return testSetId === null ? [] : [{ id: testSetId, software_id: id }];
  });
  return { nit: company.nit, name: company.name, software, ranges: granted, test_sets: testSets };
}

async function put(url: string, body: unknown): Promise<void> {
  const hint = "is the stand running? `npm start`";
  let response: Response;
  try {
    response = await fetch(url, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof DOMException)) throw cause;
    throw new OperatorError(`the pretend authority does not answer at ${new URL(url).origin}`, hint);
  }
  if (!response.ok)
    throw new OperatorError(`the pretend authority refused: ${response.status} ${await response.text()}`);
}
