// `range import` asks the authority what it granted (GetNumberingRange) and keeps it, technical keys included.
import { type AuthorityClient, createAuthorityClient } from "../../src/authority/client.ts";
import type { AuthorizedRange } from "../../src/authority/lookup.ts";
import { readSecurityVariant, SECURITY_VARIANT_SETTING, SECURITY_VARIANTS } from "../../src/authority/soap.ts";
import { REAL_ORIGINS } from "../../src/authority/wire-literal.ts";
import { pickCertificate } from "../../src/domain/company/choice.ts";
import { type Company, inModule, type Software } from "../../src/domain/company.ts";
import { codeOfRange, KINDS } from "../../src/domain/kind.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { importSigner, type Signer, splitPemBundle } from "../../src/signature/xmldsig.ts";
import { loadSealedSecrets, openBundle } from "../../src/store/secret/vault.ts";
import type { Command, Context } from "../command.ts";
import { CSV } from "../csv.ts";
import { readSecretFile } from "../deployment.ts";
import { OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import type { Input } from "../input.ts";
import { readInputFile } from "../input-file.ts";
import { openKeyFile } from "../key-file.ts";
import { type Done, doMany, readManyRows, rowsFlag, VERBOSE } from "../many.ts";
import { readPassword } from "../password-file.ts";
import { readInteger } from "../reader.ts";
import { printTable } from "../table.ts";
import { checkSigner } from "./certificate.ts";
import { getCompany } from "./company.ts";
import { describeCuts, readKind, readPrefix, readResolution, TAKEN_OVER } from "./range.ts";
import { findRange, NEXT, takeOver } from "./range-takeover.ts";

const TIMEOUT_MS = 30_000;
const SECRET = "secret:";

export const importRange: Command = {
  name: "range import",
  about:
    "asks the authority for a company's ranges; registers the one that --prefix or --resolution names, or takes over what changed",
  flags: [
    required("company", "id of the company; not with --rows"),
    required("kind", "fe, contingency, dse or pos: the authority does not say which"),
    optional("prefix", "prefix of the range; without it and --resolution the ranges are only listed"),
    optional("resolution", "number of the resolution, when several grant the prefix"),
    NEXT,
    optional("certificate", ".p12 or PEM file to ask with, when the stored one is a remote Worker secret"),
    optional("password-file", "file with that file's password"),
    rowsFlag(TAKEN_OVER),
    VERBOSE,
    CSV,
  ],
  isOfMany: (has) => has("rows"),
  run: async (context) => {
    const { input } = context;
    if (input.has("rows"))
      return doMany(context, importRange, "range", await readManyRows(context, importRange), takeRow);
    const asked = await askGranted(context);
    const shown = asked.granted.map(({ technicalKey, ...range }) => ({
      ...range,
      technical_key: technicalKey === null ? "no" : "yes",
    }));
    if (!isNamed(input)) {
      return {
        data: shown,
        text: `${printTable(shown, "the authority knows no range")}\n\ngive --prefix, --resolution or both to register one`,
      };
    }
    const { range, done, next, cuts } = await take(context, asked, () => true);
    const { resolution, prefix, from, to } = range;
    return {
      data: { done, resolution, prefix, from, to, next, cuts },
      text: `range ${prefix} ${from}-${to} of ${resolution}: ${done}, next ${next}${describeCuts(cuts)}`,
    };
  },
};

/** A row of a file: a range that is there goes on where it is, whatever number the row would begin with. */
async function takeRow(context: Context): Promise<Done> {
  if (!isNamed(context.input)) throw new OperatorError("it names no range", "its column prefix does, or resolution");
  const { range, done, next, cuts } = await take(context, await askGranted(context), (isKnown) => !isKnown);
  const { resolution, prefix, from, to } = range;
  const note = `${prefix} ${from}-${to} of ${resolution}, next ${next}${describeCuts(cuts)}`;
  return { result: done, note, isShown: done === "updated" };
}

/** What the authority has granted to the company of a line, of a kind. */
async function askGranted(context: Context) {
  const whole = await getCompany(context);
  const kind = await context.input.get("kind", readKind);
  const { module } = KINDS[codeOfRange(kind)];
  const company = inModule(whole, module);
  const software = company.software[module];
  if (software === undefined)
    throw new OperatorError(`company ${company.id} has no software for ${module}`, "`operator company edit`");
  return { company, kind, granted: await askRanges(context, company, software, await openSigner(context, company)) };
}

/** Whether a line says which of the granted ranges it is about. */
function isNamed(input: Input): boolean {
  return input.find("prefix", readPrefix) !== undefined || input.find("resolution", readResolution) !== undefined;
}

/** @param takesNext whether the next number of the line counts, for a range that is registered or not. */
async function take(
  context: Context,
  { company, kind, granted }: Awaited<ReturnType<typeof askGranted>>,
  takesNext: (isKnown: boolean) => boolean,
) {
  const { input, nowMs } = context;
  const resolution = input.find("resolution", readResolution);
  const range = chooseRange(granted, input.find("prefix", readPrefix), resolution, dateInBogota(nowMs()));
  const readNext = readInteger(range.from, range.to + 1);
  const whole = { ...range, kind, resolutionDate: range.resolutionDate ?? range.validFrom };
  const isKnown = (await findRange(context, company.id, whole)) !== undefined;
  const given = takesNext(isKnown) ? input.find("next", readNext) : undefined;
  return { range, ...(await takeOver(context, company.id, whole, given, () => input.get("next", readNext))) };
}

/**
 * The range that is meant. After a renewal the authority lists two resolutions of one prefix: unless one is named, the one
 * that is not over.
 * @throws OperatorError when that is none, or several.
 */
function chooseRange(
  granted: readonly AuthorizedRange[],
  prefix: string | undefined,
  resolution: string | undefined,
  today: string,
): AuthorizedRange {
  const named = granted.filter(
    (one) => (prefix === undefined || one.prefix === prefix) && (resolution ?? one.resolution) === one.resolution,
  );
  const lasting = named.filter((one) => one.validTo >= today);
  const [range, ...others] = named.length > 1 && resolution === undefined ? lasting : named;
  if (range !== undefined && others.length === 0) return range;
  const what = [
    ...(prefix === undefined ? [] : [`prefix "${prefix}"`]),
    ...(resolution === undefined ? [] : [`resolution ${resolution}`]),
  ].join(" and ");
  const known = (named.length === 0 ? granted : named)
    .map((one) => `"${one.prefix}" ${one.from}-${one.to} of ${one.resolution} until ${one.validTo}`)
    .join(", ");
  const hint = named.length > 1 ? "name one with --resolution and --prefix; it knows" : "it knows";
  throw new OperatorError(`the authority has ${named.length} ranges with ${what}`, `${hint} ${known || "none"}`);
}

/**
 * What the authority granted to a company for one software.
 * @throws OperatorError when it answers that there is nothing, or not clearly.
 */
async function askRanges(
  context: Context,
  company: Pick<Company, "nit" | "environment">,
  software: Pick<Software, "id" | "providerNit">,
  signer: Signer,
): Promise<readonly AuthorizedRange[]> {
  const { outcome } = await createClient(context, company, signer).getNumberingRange(
    company.nit,
    software.providerNit,
    software.id,
  );
  if (outcome.type === "ranges") return outcome.ranges;
  if (outcome.type === "none")
    throw new OperatorError(
      `the authority answered ${outcome.code}: ${outcome.detail}`,
      "is the range associated with the software?",
    );
  throw new OperatorError(
    `the authority did not answer clearly (${outcome.detail})`,
    "try again later, or `operator range add` by hand",
  );
}

function createClient(
  { isRemote, deployment, environment, nowMs }: Context,
  company: Pick<Company, "environment">,
  signer: Signer,
): AuthorityClient {
  const [production = "", test = ""] = REAL_ORIGINS;
  const isTest = company.environment === "habilitacion";
  const name = isTest ? "AUTHORITY_TEST_URL" : "AUTHORITY_URL";
  const local = isRemote ? {} : readSecretFile(deployment.secretFile);
  const baseUrl = environment[name] ?? local[name] ?? (isTest ? test : production);
  const variant = readSecurityVariant(environment[SECURITY_VARIANT_SETTING] ?? local[SECURITY_VARIANT_SETTING]);
  if (variant === undefined)
    throw new OperatorError(`${SECURITY_VARIANT_SETTING} names no form`, `one of ${SECURITY_VARIANTS.join(", ")}`);
  return createAuthorityClient({
    baseUrl,
    signer,
    variant,
    now: nowMs,
    fetch: (url, init) => fetch(url, init),
    timeoutMs: TIMEOUT_MS,
  });
}

/** The certificate that would sign a document now, out of the vault, a local secret, or the file that --certificate names. */
async function openSigner(context: Context, company: Company): Promise<Signer> {
  const path = context.input.find("certificate", (text) => text);
  if (path !== undefined) {
    const file = openKeyFile(readInputFile(path), await readPassword(context));
    const { bundle, leaf, chain } = await checkSigner(file, company, context.nowMs());
    return importSigner({ privateKey: bundle, certificate: { ...leaf, chain } });
  }
  const { serialNumber } = pick(company, context.nowMs());
  const { certificates } = await loadSealedSecrets(context.db, company.id);
  const row = certificates.find((one) => one.serialNumber === serialNumber);
  if (row === undefined) throw new OperatorError(`certificate ${serialNumber} is gone`, "run this again");
  const bundle = row.location.startsWith(SECRET)
    ? readSecretFile(context.deployment.secretFile)[row.location.slice(SECRET.length)]
    : await openBundle(await context.keyring.vaultKeys(), company.id, {
        serialNumber,
        sealedBundle: row.sealedBundle ?? "",
      });
  if (bundle === undefined) throw new OperatorError(`${row.location} cannot be read back`, "give --certificate FILE");
  const { privateKey, certificates: ders } = splitPemBundle(bundle);
  const [der = "", ...above] = ders;
  const chain = row.chain.map(({ digest, ...entry }, index) => ({
    ...entry,
    certDigest: digest,
    der: above[index] ?? "",
  }));
  return importSigner({ privateKey, certificate: { ...row, der, chain } });
}

function pick(company: Company, nowMs: number) {
  try {
    return pickCertificate(company, nowMs);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const what = cause.code === "certificate_missing" ? "has no certificate" : "has no certificate that is valid now";
    throw new OperatorError(`the company ${what}`, "`operator certificate import`");
  }
}
