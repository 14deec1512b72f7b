// `company setup` walks from a company to its token: it asks everything, shows what it will write, and writes what is approved.
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { AuthorizedRange } from "../../src/authority/lookup.ts";
import { dateInBogota } from "../../src/domain/calendar.ts";
import type { RangeKind } from "../../src/domain/company.ts";
import { importSigner } from "../../src/signature/signer.ts";
import { loadCompany } from "../../src/store/companies.ts";
import { build, findOne } from "../../src/store/db.ts";
import { companies } from "../../src/store/schema.ts";
import { CERTIFICATE_SECRET } from "../access/secret.ts";
import { findStand } from "../access/stand.ts";
import type { Command, Context } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { createInput } from "../input.ts";
import { readInputFile } from "../input-file.ts";
import { readNit } from "../reader.ts";
import { printFacts, printTable } from "../table.ts";
import { makeThrowAwayCertificate } from "../throw-away.ts";
import { type Answers, askUntilApproved, type Question, WALK_HELP } from "../walk.ts";
import { addPaymentMethod } from "./catalog.ts";
import { type CheckedSigner, checkSigner, storeSigner } from "./certificate.ts";
import { addClient, issueToken } from "./client.ts";
import { addCompany } from "./company.ts";
import { hasModule, LATER, listQuestions, type Setting, THROW_AWAY } from "./company-setup-question.ts";
import { readTechnicalKey } from "./range.ts";
import { askRanges, chooseRange } from "./range-import.ts";
import { takeOver } from "./range-takeover.ts";
import { standRegister } from "./stand-register.ts";

const KINDS = ["fe", "contingency", "dse"] as const;
const WITH_ID = z.object({ id: z.number() });
/** The same questions wherever they are asked; the command's flags are their names. */
const NAMES = listQuestions({
  ...{ isRemote: false, nowMs: 0, hasStand: true, refuseKnown: async () => undefined },
  ...{ openCertificate: async () => undefined, showGranted: async () => undefined },
  ...{ suggestGranted: () => undefined, chooseGranted: () => ({ from: 1, to: 1 }) },
});

export const companySetup: Command = {
  name: "company setup",
  about: "walks from a company to its token: asks everything, shows what it will write, and writes what you approve",
  flags: NAMES.map(({ name, about, section, isSecret }) => {
    const flag = optional(name, `${section}: ${about}`);
    return isSecret === true ? flag.secret() : flag;
  }),
  writesSecrets: CERTIFICATE_SECRET,
  run: async (context) => {
    const { questions: person, keyring, input } = context;
    if (person === undefined) {
      throw new OperatorError(
        "this asks questions, and there is no terminal",
        "begin with `operator company add`; each command names the next one",
      );
    }
    // What would fail after everything was answered fails now.
    await keyring.vaultKeys();
    keyring.peppers();
    const workshop = await openWorkshop(context, (text) => person.say(text));
    const questions = listQuestions(workshop.setting);
    const given = NAMES.flatMap(({ name }) => {
      const text = input.find(name, (one) => one);
      return text === undefined ? [] : [[name, text] as const];
    });
    person.say(WALK_HELP);
    const show = (answers: Answers) => describeAnswers(questions, answers, context);
    const answers = await askUntilApproved(questions, new Map(given), person, show);
    return write(context, answers, workshop);
  },
};

/** What the walk finds out on its way: the signer that was checked, and the ranges that the authority granted. */
interface Workshop {
  readonly setting: Setting;
  readonly openSigner: (answers: Answers) => Promise<CheckedSigner>;
  readonly granted: ReadonlyMap<RangeKind, readonly AuthorizedRange[]>;
  readonly choose: (kind: RangeKind, text: string) => AuthorizedRange;
}

async function openWorkshop(context: Context, say: (text: string) => void): Promise<Workshop> {
  const { db, isRemote, nowMs, deployment } = context;
  const hasStand = !isRemote && (await findStand(deployment.persistFolder)) !== undefined;
  const granted = new Map<RangeKind, readonly AuthorizedRange[]>();
  const opened = new Map<string, CheckedSigner>();
  const openSigner = async (answers: Answers, password = answers.get("certificate-password") ?? "") => {
    const nit = readNit(answers.get("nit") ?? "");
    const file = answers.get("certificate") ?? "";
    const key = JSON.stringify([nit.nit, file, password]);
    const known = opened.get(key);
    if (known !== undefined) return known;
    const bytes =
      file === THROW_AWAY
        ? new TextEncoder().encode(makeThrowAwayCertificate(nit.nit, "Throw-away", nowMs()))
        : readInputFile(file);
    const signer = await checkSigner(bytes, password, nit, nowMs());
    opened.set(key, signer);
    return signer;
  };
  const choose = (kind: RangeKind, text: string) => {
    const known = granted.get(kind) ?? [];
    const isPrefix = known.some(({ prefix }) => prefix === text);
    return chooseRange(known, isPrefix ? text : undefined, isPrefix ? undefined : text, dateInBogota(nowMs()));
  };
  const setting: Setting = {
    ...{ isRemote, nowMs: nowMs(), hasStand, openCertificate: openSigner, chooseGranted: choose },
    refuseKnown: async (nit) => {
      const known = await findOne(db, build.select({ id: companies.id }).from(companies).where(eq(companies.nit, nit)));
      if (known === undefined) return;
      throw new OperatorError(
        `NIT ${nit} is company ${known.id}`,
        `see \`operator company show --company ${known.id}\``,
      );
    },
    showGranted: async (kind, answers) => {
      const ranges = await askGranted(context, kind, answers, openSigner);
      granted.set(kind, ranges);
      say(
        printTable(
          ranges.map(({ technicalKey: _secret, ...range }) => range),
          "the authority knows no range",
        ),
      );
    },
    suggestGranted: (kind) => {
      const [only, ...others] = granted.get(kind) ?? [];
      return others.length > 0 ? undefined : only?.prefix || only?.resolution;
    },
  };
  return { setting, openSigner, granted, choose };
}

async function askGranted(
  context: Context,
  kind: RangeKind,
  answers: Answers,
  openSigner: Workshop["openSigner"],
): Promise<readonly AuthorizedRange[]> {
  if (answers.get("certificate") === LATER) {
    throw new OperatorError("the authority is asked with the certificate, which comes later", "hand, or later");
  }
  const { nit } = readNit(answers.get("nit") ?? "");
  const provider = answers.get("provider-nit") ?? "";
  const software = {
    id: answers.get(`${kind === "dse" ? "dse" : "fe"}-software-id`) ?? "",
    providerNit: provider === "" ? nit : readNit(provider).nit,
  };
  const environment = answers.get("environment") === "produccion" ? "produccion" : "habilitacion";
  const { bundle, leaf, chain } = await openSigner(answers);
  const signer = await importSigner({ privateKey: bundle, certificate: { ...leaf, chain } });
  return askRanges(context, { nit, environment }, software, signer);
}

/** Every answer under its heading, and what is written of them. */
function describeAnswers(questions: readonly Question[], answers: Answers, context: Context): string {
  const answered = questions.filter(({ name }) => answers.has(name));
  const sections = [...Map.groupBy(answered, ({ section }) => section)].map(([section, asked]) => {
    const facts = asked.map(({ name, isSecret = false }) => {
      const text = answers.get(name) ?? "";
      return [name, isSecret && text !== "" ? "given" : text === "" ? null : text] as const;
    });
    return `${context.paint("strong", section)}\n${printFacts(Object.fromEntries(facts))}`;
  });
  const steps = listSteps(answers).map(({ name }) => name);
  const where = context.isRemote ? "the deployed service" : "this machine";
  return `\n${sections.join("\n\n")}\n\nwill be written to ${where}: ${steps.join(", ")}`;
}

/** What is written one after the other; each is recorded as the command of its name records it. */
interface Step {
  readonly name: string;
  /** Writes it. @returns what is said of it. */
  readonly run: (setup: Setup) => Promise<string>;
  /** What does the same later. */
  readonly command: (companyId: number) => string;
}

interface Setup {
  readonly context: Context;
  readonly answers: Answers;
  readonly workshop: Workshop;
  readonly companyId: number;
  readonly clientId: number;
  /** Keeps the ids that later steps need. */
  readonly keep: (ids: { readonly companyId?: number; readonly clientId?: number }) => void;
}

function listSteps(answers: Answers): readonly Step[] {
  const kinds = KINDS.filter((kind) => ["authority", "hand"].includes(answers.get(`${kind}-numbering`) ?? ""));
  return [
    { name: "company", run: writeCompany, command: () => "operator company setup" },
    ...(answers.get("certificate") === LATER ? [] : [CERTIFICATE_STEP]),
    ...kinds.map(
      (kind): Step => ({
        name: `${kind} range`,
        run: (setup) => writeRange(setup, kind),
        command: (id) => importLine(id, kind),
      }),
    ),
    ...(hasModule(answers, "fe") ? [PAYMENT_STEP] : []),
    CLIENT_STEP,
    ...(answers.get("register") === "yes" ? [REGISTER_STEP] : []),
    TOKEN_STEP,
  ];
}

const CERTIFICATE_STEP: Step = {
  name: "certificate",
  run: async ({ context, answers, workshop, companyId }) => {
    const company = await loadCompany(context.db, companyId);
    if (company === undefined) throw new OperatorError(`there is no company ${companyId}`);
    const signer = await workshop.openSigner(answers);
    const stored = await storeSigner(context, company, signer, answers.get("location") ?? "vault");
    return `certificate ${stored.serialNumber}: ${stored.days_left} days left`;
  },
  command: certificateLine,
};

const PAYMENT_STEP: Step = {
  name: "payment method",
  run: async (setup) => {
    const { answers } = setup;
    const flags = { label: "payment-label", form: "payment-form", means: "payment-means" } as const;
    const named = Object.entries(flags).map(([flag, name]) => [flag, answers.get(name) ?? ""] as const);
    return (await runAs(setup, addPaymentMethod, [...named, ["default", "true"]])).text;
  },
  command: (id) =>
    `operator payment-method add --company ${id} --form contado --label Efectivo --means 10 --default true`,
};

const CLIENT_STEP: Step = {
  name: "client",
  run: async (setup) => {
    const { answers, keep } = setup;
    const flags = [
      ["name", answers.get("client") ?? ""],
      ["scopes", answers.get("scopes") ?? ""],
    ] as const;
    const { data, text } = await runAs(setup, addClient, flags);
    keep({ clientId: WITH_ID.parse(data).id });
    return text;
  },
  command: (id) => `operator client add --company ${id} --name ERP --scopes fe.read,fe.write`,
};

const REGISTER_STEP: Step = {
  name: "the stand's authority",
  run: async (setup) => (await runAs(setup, standRegister, [])).text,
  command: (id) => `operator stand register --company ${id}`,
};

/** The last one: nothing that comes after it can fail and take the token's only showing away. */
const TOKEN_STEP: Step = {
  name: "token",
  run: async (setup) => {
    const flags = [
      ["client", String(setup.clientId)],
      ["expires", setup.answers.get("token-expires") ?? ""],
    ] as const;
    return (await runAs(setup, issueToken, flags)).text;
  },
  command: (id) => `operator client list --company ${id}, then operator token issue --client N`,
};

async function writeCompany(setup: Setup): Promise<string> {
  const { answers, keep } = setup;
  const flags = new Map(answers);
  // Modules that share a software share its PIN.
  const pin = answers.get("fe-pin");
  if (hasModule(answers, "dse") && !flags.has("dse-pin") && pin !== undefined) flags.set("dse-pin", pin);
  const { data, text } = await runAs(setup, addCompany, [...flags]);
  keep({ companyId: WITH_ID.parse(data).id });
  return text;
}

async function writeRange({ context, answers, workshop, companyId }: Setup, kind: RangeKind): Promise<string> {
  const of = (name: string) => answers.get(`${kind}-${name}`) ?? "";
  const next = Number(of("next"));
  const granted = of("numbering") === "authority" ? workshop.choose(kind, of("range")) : undefined;
  const technicalKey = of("technical-key");
  const range = granted ?? {
    ...{ resolution: of("resolution"), resolutionDate: of("resolution-date"), prefix: of("prefix") },
    ...{ from: Number(of("from")), to: Number(of("to")), validFrom: of("valid-from"), validTo: of("valid-to") },
    technicalKey: technicalKey === "" ? null : readTechnicalKey(technicalKey),
  };
  const whole = { ...range, kind, resolutionDate: range.resolutionDate ?? range.validFrom };
  await takeOver(context, companyId, whole, next, async () => next);
  return `${kind} range ${range.prefix} ${range.from}-${range.to}, next ${next}`;
}

/** Runs a command as if its flags had been typed; flags without a text are left out. */
function runAs(
  { context, companyId }: Setup,
  command: Command,
  flags: readonly (readonly [name: string, text: string])[],
) {
  const reason = context.input.find("reason", (text) => text) ?? "";
  const all = [...flags, ["reason", reason] as const, ["company", companyId === 0 ? "" : String(companyId)] as const];
  const given = all.flatMap(([name, text]) => (text === "" ? [] : [[name, [text]] as const]));
  return command.run({ ...context, input: createInput({ flags: new Map(given), operands: [] }) });
}

async function write(context: Context, answers: Answers, workshop: Workshop) {
  const steps = listSteps(answers);
  if (context.isDryRun) {
    const names = steps.map(({ name }) => name);
    context.rehearse(`would write: ${names.join(", ")}`);
    return { data: { company: null, steps: names }, text: `company: ${answers.get("name")}` };
  }
  const ids = { companyId: 0, clientId: 0 };
  const said: string[] = [];
  for (const [at, step] of steps.entries()) {
    const keep: Setup["keep"] = (found) => void Object.assign(ids, found);
    try {
      said.push(await step.run({ context, answers, workshop, ...ids, keep }));
    } catch (cause) {
      if (!(cause instanceof OperatorError) || at === 0) throw cause;
      const rest = steps.slice(at).map(({ command }) => `  ${command(ids.companyId)}`);
      const hint = [cause.hint, "done before it:", ...said.map((line) => `  ${line}`), "still to do:", ...rest];
      throw new OperatorError(`${step.name}: ${cause.message}`, hint.filter((line) => line !== "").join("\n  "));
    }
  }
  return {
    data: { company: ids.companyId, client: ids.clientId, done: said },
    text: said.join("\n"),
    next: listNext(answers, ids.companyId),
  };
}

function certificateLine(id: number): string {
  return `operator certificate import --company ${id} FILE.p12 --password-file FILE`;
}

function importLine(id: number, kind: RangeKind): string {
  return `operator range import --company ${id} --kind ${kind}`;
}

/** What was left for later, or what comes after everything. */
function listNext(answers: Answers, id: number): readonly string[] {
  const isLater = (kind: RangeKind) => kind !== "contingency" && answers.get(`${kind}-numbering`) === LATER;
  const later = [
    ...(answers.get("certificate") === LATER ? [certificateLine(id)] : []),
    ...KINDS.filter(isLater).map((kind) => importLine(id, kind)),
    ...(answers.get("register") === "no" ? [REGISTER_STEP.command(id)] : []),
  ];
  return later.length > 0 ? later : [`operator company show --company ${id}`];
}
