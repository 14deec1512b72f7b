// Registers the demo companies through the operator program, line by line, as an operator would.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { openLocalArchive } from "../operator/access/access.ts";
import type { Archive } from "../operator/access/archive.ts";
import { ALL_COMMANDS } from "../operator/commands.ts";
import { describeDeployment } from "../operator/deployment.ts";
import { runLine } from "../operator/program.ts";
import { makeThrowAwayCertificate } from "../operator/throw-away.ts";
import { findCheckDigit } from "../src/domain/catalogue/catalogue.ts";
import { dateInBogota, yearOf } from "../src/domain/value/calendar.ts";
import { parseToken } from "../src/store/company/clients.ts";
import { type DemoCompany, type DemoRange, listDemoCompanies, WITHHOLDING_TYPES } from "./demo-company.ts";
import { type DemoFileCompany, TOKEN_NAMES, TOKENS, type TokenName } from "./demo-file.ts";

type Flags = Readonly<Record<string, string | number>>;

/** Runs one line of the operator program and reads its JSON. */
type Operate = (name: string, flags: Flags, operand?: string, nowMs?: number) => Promise<unknown>;

const WITH_ID = z.array(z.object({ id: z.number() }));
/** One list, or where companies are spread over several databases one of each. */
const COMPANIES = WITH_ID.or(z.object({ databases: z.array(WITH_ID) }).transform(({ databases }) => databases.flat()));
const COST_CENTERS = z.array(z.object({ id: z.number(), code: z.string() }));
const SERIES = z.array(z.object({ type: z.string(), environment: z.string(), prefix: z.string(), next: z.number() }));
const CLIENTS = z.array(z.object({ id: z.number(), name: z.string() }));
const STORED_TOKENS = z.array(z.object({ id: z.string(), client_id: z.number(), state: z.string() }));
const ISSUED = z.object({ id: z.string(), token: z.string() });
const PLANS = z.object({ plans: z.array(z.object({ module: z.string(), year: z.number() })) });
const RANGES = z.array(
  z.object({
    kind: z.string(),
    prefix: z.string(),
    from: z.number(),
    next: z.number(),
    valid_from: z.string(),
    valid_to: z.string(),
  }),
);

const SINGLE_SCOPES = ["fe.read", "fe.write", "dse.read", "dse.write"] as const;
const TICKET_SCOPES = ["dee.read", "dee.write"] as const;
/** The expired token was issued, and ended, long ago. */
const PAST_MS = Date.parse("2020-01-01T12:00:00Z");
const PAST_DAY = "2020-02-01";

/**
 * Registers every demo company that is not there yet, brings what has an end up to date, and gives each a token of
 * every kind.
 * @param known what an earlier start wrote: its tokens are kept, since a token cannot be read back.
 * @param wanted the companies; their ids are those of a database that had none before.
 */
export async function onboardDemo(
  root: string,
  nowMs: number,
  known: readonly DemoFileCompany[],
  wanted: readonly DemoCompany[] = listDemoCompanies(),
): Promise<DemoFileCompany[]> {
  const archive = openLocalArchive(describeDeployment(root, false).persistFolder);
  try {
    return await onboard(createOperate(root, nowMs, archive), root, nowMs, known, wanted);
  } finally {
    await archive.close();
  }
}

async function onboard(
  operate: Operate,
  root: string,
  nowMs: number,
  known: readonly DemoFileCompany[],
  wanted: readonly DemoCompany[],
): Promise<DemoFileCompany[]> {
  const present = COMPANIES.parse(await operate("company list", {}));
  const companies: DemoFileCompany[] = [];
  for (const company of wanted) {
    if (!present.some(({ id }) => id === company.id)) await addCompany(operate, root, company, nowMs);
    await renewRanges(operate, company);
    await renewPlans(operate, company, yearOf(dateInBogota(nowMs)));
    const tokens = await provideTokens(
      operate,
      company,
      known.find(({ id }) => id === company.id),
    );
    const costCenters = COST_CENTERS.parse(await operate("cost-center list", { company: company.id }));
    const series = SERIES.parse(await operate("series list", { company: company.id }));
    companies.push(describeCompany(company, tokens, costCenters, series));
  }
  return companies;
}

function createOperate(root: string, startMs: number, archive: Archive): Operate {
  return async (name, flags, operand, nowMs = startMs) => {
    const out: string[] = [];
    const err: string[] = [];
    const line = [
      ...name.split(" "),
      ...["--file", "-", "--actor", "stand", "--json"],
      ...(operand === undefined ? [] : [operand]),
    ];
    const code = await runLine(ALL_COMMANDS, line, {
      root,
      environment: {},
      isInteractive: false,
      print: (text) => out.push(text),
      complain: (text) => err.push(text),
      nowMs: () => nowMs,
      archive,
      // PINs and keys are among them: none stands on a command line.
      readStandardInput: async () => JSON.stringify(flags),
    });
    if (code !== 0) throw new Error(`operator ${name} ended with ${code}: ${err.join("\n")}`);
    const answer: unknown = JSON.parse(out.join("\n"));
    return answer;
  };
}

async function addCompany(operate: Operate, root: string, company: DemoCompany, nowMs: number): Promise<void> {
  const { id, nit, name, environment } = company;
  await operate("company add", {
    nit: `${nit}-${findCheckDigit(nit)}`,
    name,
    environment,
    "person-type": "1",
    responsibilities: "O-13,O-15",
    "tax-scheme": "01",
    address: `Carrera ${7 + id} # 71-${20 + id}`,
    municipality: "11001",
    "postal-code": "110231",
    email: `facturas${id}@example.com`,
    phone: `60155500${id}0`,
    ciiu: "4690",
    withholdings: WITHHOLDING_TYPES.map(
      (one) => `${one.type}:${one.code}:${one.name}:${one.baseModes.join("+")}`,
    ).join(),
    ...listSoftwareFlags(company),
  });
  await importCertificate(operate, root, company, nowMs);
  for (const range of company.ranges) await operate("range add", { company: id, ...listRangeFlags(range) });
  const method = { company: id, form: "contado" };
  await operate("payment-method add", { ...method, label: "Efectivo", means: "10", default: "true" });
  await operate("payment-method add", { company: id, form: "credito", label: "Transferencia a 30 dias", means: "42" });
  await operate("payment-method add", { ...method, label: "Cheque (retirado)", means: "20", active: "false" });
  await operate("cost-center add", {
    company: id,
    code: `ADM-${id}`,
    "alternative-code": `1${id}`,
    name: "Administracion",
  });
  if (company.ticketSoftware !== undefined) {
    // One only: a ticket that says nothing of its till is of this one.
    await operate("till add", { company: id, plate: "CAJA-01", place: "Salón principal" });
  }
  await addClients(operate, company);
}

/** Tickets have a software, and an environment, of their own. */
function listSoftwareFlags({ modules, softwareId, softwarePin, ticketSoftware, testSetId }: DemoCompany): Flags {
  const flags = modules
    .filter((module) => module !== "dee")
    .map((module) => ({
      [`${module}-software-id`]: softwareId,
      [`${module}-pin`]: softwarePin,
      ...(testSetId === null ? {} : { [`${module}-test-set`]: testSetId }),
    }));
  const { id, pin } = ticketSoftware ?? { id: "", pin: "" };
  const own = { "dee-software-id": id, "dee-pin": pin, "dee-environment": "produccion" };
  return Object.assign({}, ...flags, id === "" ? {} : own);
}

async function importCertificate(operate: Operate, root: string, company: DemoCompany, nowMs: number): Promise<void> {
  const path = join(describeDeployment(root, false).persistFolder, `certificate-${company.id}.pem`);
  writeFileSync(path, makeThrowAwayCertificate(company.nit, company.name, nowMs), { mode: 0o600 });
  try {
    await operate("certificate import", { company: company.id }, path);
  } finally {
    rmSync(path);
  }
}

/** Scopes of each client, by the name of its token. @param all of one that may do everything. */
function listClientScopes(all: string): Readonly<Record<TokenName, string>> {
  return {
    all,
    "fe.read": "fe.read",
    "fe.write": "fe.write",
    "dse.read": "dse.read",
    "dse.write": "dse.write",
    revoked: all,
    expired: all,
    second_client: all,
  };
}

async function addClients(operate: Operate, { id, ticketSoftware }: DemoCompany): Promise<void> {
  const all = [...SINGLE_SCOPES, ...(ticketSoftware === undefined ? [] : TICKET_SCOPES)].join(",");
  for (const [name, scopes] of Object.entries(listClientScopes(all))) {
    await operate("client add", { company: id, name, scopes });
  }
}

function listRangeFlags({ resolutionDate, validFrom, validTo, technicalKey, ...same }: DemoRange): Flags {
  const dates = { "resolution-date": resolutionDate, "valid-from": validFrom, "valid-to": validTo };
  return { ...same, ...dates, ...(technicalKey === null ? {} : { "technical-key": technicalKey }) };
}

/** The authority compares the days of a range with its own: kept state has those of this start. */
async function renewRanges(operate: Operate, { id, ranges }: DemoCompany): Promise<void> {
  const known = RANGES.parse(await operate("range list", { company: id }));
  for (const range of ranges) {
    const { kind, prefix, from, validFrom, validTo } = range;
    const present = known.find((one) => one.kind === kind && one.prefix === prefix && one.from === from);
    if (present === undefined || (present.valid_from === validFrom && present.valid_to === validTo)) continue;
    await operate("range add", { company: id, ...listRangeFlags(range), next: present.next });
  }
}

/** A plan belongs to a calendar year, and a stand may be left running over the end of one: the next has its own already. */
async function renewPlans(operate: Operate, { id, modules, plan }: DemoCompany, thisYear: number): Promise<void> {
  const { plans } = PLANS.parse(await operate("company show", { company: id }));
  for (const module of modules) {
    for (const year of [thisYear, thisYear + 1]) {
      if (plans.some((one) => one.module === module && one.year === year)) continue;
      await operate("plan set", { company: id, module, year, ...plan });
    }
  }
}

async function provideTokens(
  operate: Operate,
  company: DemoCompany,
  known: DemoFileCompany | undefined,
): Promise<Record<TokenName, string>> {
  const clients = CLIENTS.parse(await operate("client list", { company: company.id }));
  const stored = STORED_TOKENS.parse(await operate("token list", { company: company.id }));
  const tokens: Partial<Record<TokenName, string>> = {};
  for (const { id: client, name: called } of clients) {
    const name = TOKEN_NAMES.find((one) => one === called);
    if (name === undefined) continue;
    const kept = known?.tokens[name];
    const own = stored.filter((token) => token.client_id === client);
    if (kept !== undefined && own.some(({ id }) => id === parseToken(kept)?.id)) {
      tokens[name] = kept;
      continue;
    }
    for (const { id, state } of own) if (state === "live") await operate("token revoke", { token: id });
    tokens[name] = await issueToken(operate, client, name);
  }
  return TOKENS.parse(tokens);
}

async function issueToken(operate: Operate, client: number, name: TokenName): Promise<string> {
  const isExpired = name === "expired";
  const flags = isExpired ? { client, expires: PAST_DAY } : { client };
  const { id, token } = ISSUED.parse(await operate("token issue", flags, undefined, isExpired ? PAST_MS : undefined));
  if (name === "revoked") await operate("token revoke", { token: id });
  return token;
}

function describeCompany(
  company: DemoCompany,
  tokens: Record<TokenName, string>,
  costCenters: readonly { id: number; code: string }[],
  series: z.output<typeof SERIES>,
): DemoFileCompany {
  const own = series.filter((one) => one.environment === company.environment);
  const { id, nit, name, environment, modules } = company;
  return {
    id,
    nit,
    name,
    environment,
    // Clients look for these two; one that sells with tickets has the series of their notes.
    modules: modules.filter((module) => module !== "dee"),
    software_id: company.softwareId,
    software_pin: company.softwarePin,
    technical_key: company.technicalKey,
    withholding_types: WITHHOLDING_TYPES.map(({ type, baseModes }) => ({ type, base_modes: baseModes })),
    series: Object.fromEntries(own.map(({ type, prefix, next }) => [type, { prefix, next }])),
    cost_centers: costCenters.map(({ id: center, code }) => ({ id: center, code })),
    tokens,
  };
}
