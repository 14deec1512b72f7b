// `company setup` walks from a company to its token: it runs one command after the other, and each asks for what it needs.
import { z } from "zod";
import { RANGE_KINDS, type RangeKind } from "../../src/domain/company.ts";
import { codeOfRange, KINDS } from "../../src/domain/kind.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { CERTIFICATE_SECRET } from "../access/secret.ts";
import { findStand } from "../access/stand.ts";
import type { Command, Context, Output } from "../command.ts";
import { findMissingNow } from "../data/missing.ts";
import { OperatorError } from "../error.ts";
import { type Flag, isRequired, optional, required, toggle } from "../flag.ts";
import { createInput, type Input, type Reader } from "../input.ts";
import { readInputFile } from "../input-file.ts";
import type { Ask, Questions } from "../question.ts";
import { readChoice, readModule, readNit, readPin, readText, readUuid } from "../reader.ts";
import { THROW_AWAY } from "../throw-away.ts";
import { addPaymentMethod } from "./catalog.ts";
import { importCertificate } from "./certificate.ts";
import { addClient, issueToken } from "./client.ts";
import { addCompany, readAllowance, refuseRegistered } from "./company.ts";
import { readEnvironment } from "./company-profile.ts";
import { activateCompany } from "./company-state.ts";
import { addRange, readPrefix, readTechnicalKey } from "./range.ts";
import { importRange } from "./range-import.ts";
import { standRegister } from "./stand-register.ts";
import { addTill } from "./till.ts";

type Texts = Readonly<Record<string, string | undefined>>;
type Flags = ReadonlyMap<string, readonly string[]>;

const WITH_ID = z.object({ id: z.number() });
/** What is left for another day. */
const LATER = "later";
const APPROVE = required("approve", "write this? yes or no");
const AGAIN = required("again", "answer this part again? yes or no");
const YES = toggle("yes", "ask nothing: take what is suggested where no flag answers, and write each part");
/** What a command has for many rows, or for its own answer alone. */
const OF_MANY = ["rows", "verbose", "csv"];

/** A flag of another command under a name of its own. */
function borrow(flag: Flag, name: string): Flag {
  const own = optional(name, flag.description);
  return flag.shown === undefined ? own : own.secret(flag.shown);
}

/** Flags of `range add` for each kind: `--fe-prefix`. */
function listRangeFlags(kind: RangeKind): Flag[] {
  const others = ["company", "kind", ...OF_MANY, ...(kind === "fe" ? [] : ["technical-key"])];
  return [
    optional(
      `${kind}-numbering`,
      `where its range comes from: authority (asked now), hand (typed from the resolution) or ${LATER}`,
    ),
    optional(`${kind}-range`, "prefix of the one to take, or number of its resolution"),
    ...addRange.flags
      .filter((flag) => !others.includes(flag.name()))
      .map((flag) => borrow(flag, `${kind}-${flag.name()}`)),
  ];
}

const FLAGS: readonly Flag[] = [
  ...addCompany.flags.filter((flag) => !flag.isBoolean()),
  required("modules", "what it issues: fe (invoices), dse (support documents), dee (POS tickets), commas between"),
  optional(
    "certificate",
    `the certifier's .p12 or PEM file, ${THROW_AWAY} (made here, for the stand alone) or ${LATER}`,
  ),
  optional("certificate-password", "password of that file, empty when it has none").secret(),
  optional("location", "where its key is kept: vault, or secret:CERT_NAME for a Worker secret of its own"),
  ...RANGE_KINDS.flatMap(listRangeFlags),
  ...addTill.flags
    .filter((flag) => !["company", ...OF_MANY].includes(flag.name()))
    .map((flag) => borrow(flag, `till-${flag.name()}`)),
  ...addPaymentMethod.flags
    .filter((flag) => ["label", "form", "means"].includes(flag.name()))
    .map((flag) => borrow(flag, `payment-${flag.name()}`)),
  optional("client", "what calls the API, such as the name of the ERP"),
  optional("scopes", "what it may do: fe.read, fe.write, dse.read, dse.write, dee.read, dee.write, commas between"),
  optional("token-expires", "last day of its token, YYYY-MM-DD"),
  optional("register", "make the stand's pretend authority know the company: yes or no"),
];

/** Flags that may be given several times. */
const LISTS = ["responsibilities", "withholdings", "modules", "scopes"];

/** What was answered, under the name of its flag. */
interface Answer {
  readonly text: string;
  readonly isSecret: boolean;
}

/** What the steps share, and find out one after the other. */
interface Walk {
  readonly context: Context;
  readonly person: Questions;
  readonly hasStand: boolean;
  modules: readonly string[];
  companyId: number;
  clientId: number;
  /** Of the step that is taken, with what the line gave at the first one. */
  answers: ReadonlyMap<string, Answer>;
}

/** One try at a step. */
interface Round {
  /** What the line gave, and the person answers. */
  readonly input: Input;
  readonly ask: Ask;
  /** The person answers anew what the line gave, too. */
  readonly isAgain: boolean;
}

/** What is written one after the other; each is recorded as the command that it runs records it. */
interface Step {
  readonly name: string;
  /** What empty answers stand for, by the answers so far. */
  readonly suggest: (walk: Pick<Walk, "context" | "modules">, known: (name: string) => string | undefined) => Texts;
  /** Most companies have none. */
  readonly isRare?: boolean;
  /** @returns undefined when it is left for later. */
  readonly run: (walk: Walk, round: Round) => Promise<Output | undefined>;
  /** What does the same later. */
  readonly command: (companyId: number) => string;
}

export const companySetup: Command = {
  name: "company setup",
  about:
    "walks from a company to its token: runs one command after the other, asks for what it needs, and shows what it writes before it does",
  flags: [...FLAGS, YES],
  writesSecrets: CERTIFICATE_SECRET,
  run: async (context) => {
    const { input, keyring, isRemote, deployment } = context;
    const isAlone = input.has(YES.name());
    const person = isAlone ? answerAlone(context) : context.questions;
    if (person === undefined) {
      throw new OperatorError(
        "this asks questions, and there is no terminal",
        "answer with flags and --yes, or begin with `operator company add`; each command names the next one",
      );
    }
    // Whoever gives it again wants to know what the company lacks, not what a new one would need.
    const given = input.find("nit", readNit);
    if (given !== undefined) await refuseRegistered(context, given.nit);
    if (isAlone) requireAnswers(context);
    // What would fail after everything was answered fails now.
    await keyring.vaultKeys();
    keyring.peppers();
    const hasStand = !isRemote && (await findStand(deployment.persistFolder)) !== undefined;
    const approve: NonNullable<Context["approve"]> = (...about) => approveStep(walk, ...about);
    const walk: Walk = {
      context: { ...context, approve },
      person,
      hasStand,
      modules: [],
      companyId: 0,
      clientId: 0,
      answers: new Map(),
    };
    return runSteps(walk);
  },
};

/** In the place of a person: takes what is suggested, and what was complained of stays wrong. */
function answerAlone({ complain }: Context): Questions {
  return {
    ask: async (flag, complaint, suggested = "") => {
      // Most files have none.
      if (flag.name() === "certificate-password") return "";
      if (suggested !== "" && (complaint === undefined || flag === AGAIN)) return suggested;
      throw new OperatorError(`--${flag.name()}: ${complaint ?? `is missing (${flag.description})`}`);
    },
    say: complain,
    close: () => undefined,
  };
}

/** @throws OperatorError that names every answer that neither a flag nor a suggestion gives, before anything is written. */
function requireAnswers(context: Context): void {
  const given = findTexts(context.input);
  const known = (name: string) => given.get(name)?.[0];
  const walk = { context, modules: [] };
  const find = (step: Pick<Step, "suggest">, name: string) => known(name) ?? step.suggest(walk, known)[name];
  const modules = find(COMPANY, "modules")?.split(",") ?? [];
  const ofModules = modules.flatMap((module) => {
    const isShared =
      module === "dse" && known("fe-pin") !== undefined && find(COMPANY, "dse-software-id") === known("fe-software-id");
    const environment = find(COMPANY, module === "dee" ? "dee-environment" : "environment");
    const parts = [
      "software-id",
      ...(isShared ? [] : ["pin"]),
      ...(environment === "habilitacion" ? ["test-set"] : []),
    ];
    return parts.map((part) => `${module}-${part}`);
  });
  const ofCompany = [...addCompany.flags.filter(isRequired).map((flag) => flag.name()), "modules", ...ofModules];
  const ofRanges = listRangeKinds(modules).flatMap((kind) => {
    const origin = find(createRangeStep(kind), `${kind}-numbering`);
    if (origin === "authority") return [`${kind}-range`, `${kind}-next`];
    if (origin === LATER || !context.isRemote) return [];
    const typed = addRange.flags.filter((flag) => isRequired(flag) && !["company", "kind"].includes(flag.name()));
    const names = ["prefix", ...typed.map((flag) => flag.name()), ...(kind === "fe" ? ["technical-key"] : []), "next"];
    return names.map((name) => `${kind}-${name}`);
  });
  const missing = [
    ...ofCompany.filter((name) => find(COMPANY, name) === undefined),
    ...ofRanges.filter((name) => known(name) === undefined),
  ];
  if (missing.length === 0) return;
  throw new OperatorError(
    `what --yes does not suggest is missing: ${missing.map((name) => `--${name}`).join(", ")}`,
    "nothing was written; give each as a flag, what is secret in the file of --file",
  );
}

/** Shows each action before it is written, and all answers that it comes from: the record names fewer. */
async function approveStep({ person, answers }: Walk, action: string, doneBefore: string | undefined): Promise<void> {
  if (answers.size > 0) {
    const width = Math.max(...[...answers.keys()].map((name) => name.length));
    const lines = [...answers].map(([name, { text, isSecret }]) => {
      return `  ${name.padEnd(width)}  ${isSecret ? "(given, not shown)" : text}`;
    });
    person.say(["your answers:", ...lines].join("\n"));
  }
  person.say(action);
  if ((await person.ask(APPROVE, undefined, "yes")) === "yes") return;
  throw new OperatorError("not approved", doneBefore ?? "nothing of it was written");
}

async function runSteps(walk: Walk): Promise<Output> {
  const { context } = walk;
  const said = [await takeStep(walk, COMPANY)].flatMap((output) => output?.text ?? []);
  const steps = listSteps(walk);
  if (context.isDryRun) {
    const names = ["company", ...steps.map(({ name }) => name)];
    context.rehearse(`would write: ${names.join(", ")}`);
    return { data: { company: null, steps: names }, text: said.join("\n") };
  }
  const left: string[] = [];
  for (const [at, step] of steps.entries()) {
    try {
      const output = await takeStep(walk, step);
      if (output !== undefined) said.push(output.text);
      else if (step.isRare !== true) left.push(step.command(walk.companyId));
    } catch (cause) {
      if (!(cause instanceof OperatorError)) throw cause;
      const rest = steps.slice(at).map(({ command }) => `  ${command(walk.companyId)}`);
      const hint = [cause.hint, "done before it:", ...said.map((line) => `  ${line}`), "still to do:", ...rest];
      throw new OperatorError(`${step.name}: ${cause.message}`, hint.filter((line) => line !== "").join("\n  "));
    }
  }
  return {
    data: { company: walk.companyId, client: walk.clientId, done: said },
    text: said.join("\n"),
    next: left.length > 0 ? left : [`operator company show --company ${walk.companyId}`],
  };
}

/** Takes a step; what its command refuses may be answered again, with the answers so far as suggestions. */
async function takeStep(walk: Walk, step: Step): Promise<Output | undefined> {
  const { context, person } = walk;
  const given = findTexts(context.input);
  const isFirst = walk.companyId === 0;
  const answered = new Map<string, Answer>(isFirst ? listGiven(given) : []);
  walk.answers = answered;
  const ask: Ask = async (flag, complaint) => {
    const name = flag.name();
    const known = (other: string) => answered.get(other)?.text ?? given.get(other)?.[0];
    const before = complaint === undefined ? known(name) : undefined;
    const text = await person.ask(flag, complaint, before || step.suggest(walk, known)[name]);
    answered.set(name, { text, isSecret: flag.shown !== undefined });
    return text;
  };
  person.say(`\n${context.paint("strong", step.name)}`);
  for (let isAgain = false; ; isAgain = true) {
    const input = openInput({ ask, isAgain }, FLAGS, new Map(), given);
    try {
      return await step.run(walk, { input, ask, isAgain });
    } catch (cause) {
      if (!(cause instanceof OperatorError)) throw cause;
      const again = await person.ask(AGAIN, [cause.message, cause.hint].filter((text) => text !== "").join(": "), "no");
      if (again !== "yes") throw cause;
    }
  }
}

function listGiven(given: Flags): readonly (readonly [string, Answer])[] {
  return FLAGS.flatMap((flag) => {
    const text = given.get(flag.name())?.[0];
    return text === undefined ? [] : [[flag.name(), { text, isSecret: flag.shown !== undefined }] as const];
  });
}

/** Every flag that the line or its file names. */
function findTexts(input: Input): Flags {
  return new Map(
    FLAGS.flatMap((flag) => {
      const name = flag.name();
      const text = LISTS.includes(name) ? input.list(name, (one) => one).join(",") : findText(input, name);
      return text === undefined || text === "" ? [] : [[name, [text]] as const];
    }),
  );
}

/**
 * Reads what the line gave, else asks.
 * @param fixed flags that are never asked for.
 * @param given flags that the line gave: when a person answers again, they are asked for where they can be.
 */
function openInput(
  { ask, isAgain }: Pick<Round, "ask" | "isAgain">,
  declared: readonly Flag[],
  fixed: Flags,
  given: Flags,
  operands: readonly string[] = [],
): Input {
  const whole = createInput({ flags: new Map([...given, ...fixed]), operands, declared, ask });
  if (!isAgain) return whole;
  const { get, getList } = createInput({ flags: fixed, operands, declared, ask });
  return { ...whole, get, getList };
}

/** Runs a command as if these flags had been typed; it asks for the others that it needs. */
function runAs(
  { context }: Walk,
  round: Round,
  command: Command,
  fixed: Texts,
  given: Texts = {},
  operands: readonly string[] = [],
) {
  const reason = context.input.find("reason", (text) => text);
  const input = openInput(round, command.flags, toFlags({ ...fixed, reason }), toFlags(given), operands);
  return command.run({ ...context, input });
}

function toFlags(texts: Texts): Flags {
  return new Map(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, [text]] as const])),
  );
}

/** A text that a reader accepts, as it was typed. */
function textOf(read: Reader<unknown>): Reader<string> {
  return (text) => {
    read(text);
    return text;
  };
}

/** Texts of the flags that begin with a word, under the names that they have without it. */
function stripNames(input: Input, flags: readonly Flag[], prefix: string): Texts {
  return Object.fromEntries(flags.map((flag) => [flag.name(), findText(input, `${prefix}${flag.name()}`)]));
}

function findText(input: Input, name: string): string | undefined {
  return input.find(name, (text) => text);
}

/** A secret for the stand's pretend authority. */
function makeUpDigits(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => byte % 10).join("");
}

const COMPANY: Step = {
  name: "company",
  suggest: ({ context: { isRemote } }, known) => ({
    environment: isRemote ? "habilitacion" : "produccion",
    modules: "fe,dse",
    // A legal person's NIT has nine digits and begins with 8 or 9.
    "person-type": /^[89]\d{8}(?:-|$)/.test((known("nit") ?? "").replaceAll(".", "")) ? "1" : "2",
    responsibilities: "R-99-PN",
    "tax-scheme": known("person-type") === "1" ? "01" : "ZZ",
    "fe-plan": "100",
    "dse-plan": "100",
    "dee-plan": "1000",
    "dee-environment": isRemote ? "habilitacion" : "produccion",
    ...(isRemote
      ? {}
      : { municipality: "11001", ...suggestSoftware("fe"), ...suggestSoftware("dse"), ...suggestSoftware("dee") }),
    ...(known("fe-software-id") === undefined ? {} : { "dse-software-id": known("fe-software-id") }),
  }),
  run: async (walk, round) => {
    const { input } = round;
    const nit = await input.get("nit", textOf(readNit));
    const modules = [...new Set(await input.getList("modules", readModule))];
    const environment = await input.get("environment", readEnvironment);
    const software: Record<string, string> = {};
    for (const module of modules) {
      const keep = async (name: string, read: Reader<unknown>) => {
        software[`${module}-${name}`] ??= await input.get(`${module}-${name}`, textOf(read));
      };
      await keep("software-id", readUuid);
      // One software may serve both modules: then it has one PIN.
      const isShared = module === "dse" && software["dse-software-id"] === software["fe-software-id"];
      if (isShared && software["fe-pin"] !== undefined) software["dse-pin"] = software["fe-pin"];
      await keep("pin", readPin);
      // Tickets are enabled by themselves.
      if (module === "dee") await keep("environment", readEnvironment);
      const own = software[`${module}-environment`] ?? environment;
      if (own === "habilitacion") await keep("test-set", readUuid);
      await keep("plan", readAllowance);
    }
    const given = stripNames(input, addCompany.flags, "");
    const output = await runAs(walk, round, addCompany, { nit, environment, ...software, draft: "true" }, given);
    Object.assign(walk, { modules, companyId: WITH_ID.parse(output.data).id });
    return output;
  },
  command: () => "operator company setup",
};

function suggestSoftware(module: string): Texts {
  const [id, testSet] = [crypto.randomUUID(), crypto.randomUUID()];
  return { [`${module}-software-id`]: id, [`${module}-pin`]: makeUpDigits(5), [`${module}-test-set`]: testSet };
}

const CERTIFICATE: Step = {
  name: "certificate",
  suggest: ({ context }) => ({ certificate: context.isRemote ? LATER : THROW_AWAY }),
  run: async (walk, round) => {
    const { input } = round;
    const file = await input.get("certificate", (text) => {
      if (text !== THROW_AWAY && text !== LATER) readInputFile(text);
      return text;
    });
    if (file === LATER) return undefined;
    const { context, companyId } = walk;
    const password = file === THROW_AWAY ? "" : await input.get("certificate-password", (text) => text);
    const environment = { ...context.environment, CERTIFICATE_PASSWORD: password };
    const flags = { company: String(companyId), location: findText(input, "location") };
    return runAs({ ...walk, context: { ...context, environment } }, round, importCertificate, flags, {}, [file]);
  },
  command: (id) => `operator certificate import --company ${id} FILE.p12 --password-file FILE`,
};

/** What a range of the stand has unless the person says otherwise. */
const MADE_UP: Readonly<Record<RangeKind, { readonly prefix: string; readonly resolution: string }>> = {
  fe: { prefix: "SETT", resolution: "18760000001" },
  contingency: { prefix: "CONT", resolution: "18760000002" },
  dse: { prefix: "DSET", resolution: "18760000003" },
  pos: { prefix: "EPOS", resolution: "18760000004" },
};

function createRangeStep(kind: RangeKind): Step {
  const readOrigin = readChoice("authority", "hand", LATER);
  return {
    name: `${kind} range`,
    isRare: kind === "contingency",
    suggest: ({ context: { isRemote, nowMs } }, known) => {
      const usual = isRemote ? "authority" : "hand";
      const origin = { [`${kind}-numbering`]: kind === "contingency" ? LATER : usual };
      if (isRemote) return origin;
      const year = Number(dateInBogota(nowMs()).slice(0, 4));
      const { prefix, resolution } = MADE_UP[kind];
      return {
        ...origin,
        [`${kind}-prefix`]: prefix,
        resolution,
        from: "1",
        to: "5000",
        next: known("from"),
        "resolution-date": `${year}-01-01`,
        "valid-from": `${year}-01-01`,
        "valid-to": `${year + 1}-12-31`,
        [`${kind}-technical-key`]: makeUpDigits(40),
      };
    },
    run: async (walk, round) => {
      const { input } = round;
      const origin = await input.get(`${kind}-numbering`, readOrigin);
      if (origin === LATER) return undefined;
      const which = { company: String(walk.companyId), kind };
      const given = stripNames(input, addRange.flags, `${kind}-`);
      if (origin === "authority") {
        walk.person.say((await runAs(walk, round, importRange, which)).text);
        const range = await input.get(`${kind}-range`, readText);
        const name = /^\d{8,}$/.test(range) ? "resolution" : "prefix";
        return runAs(walk, round, importRange, { ...which, [name]: range }, { next: given.next });
      }
      const prefix = await input.get(`${kind}-prefix`, readPrefix);
      const key = kind === "fe" ? await input.get(`${kind}-technical-key`, readTechnicalKey) : undefined;
      return runAs(walk, round, addRange, { ...which, prefix, "technical-key": key }, given);
    },
    command: (id) => `operator range import --company ${id} --kind ${kind}`,
  };
}

const TILL: Step = {
  name: "till",
  suggest: () => ({ plate: "CAJA-01", place: "Punto de venta", type: "Caja" }),
  run: (walk, round) => {
    const given = stripNames(round.input, addTill.flags, "till-");
    return runAs(walk, round, addTill, { company: String(walk.companyId) }, given);
  },
  command: (id) => `operator till add --company ${id} --plate CAJA-01 --place "Punto de venta"`,
};

const PAYMENT: Step = {
  name: "payment method",
  suggest: () => ({ label: "Efectivo", form: "contado", means: "10" }),
  run: (walk, round) => {
    const { input } = round;
    const given = stripNames(input, addPaymentMethod.flags, "payment-");
    return runAs(walk, round, addPaymentMethod, { company: String(walk.companyId), default: "true" }, given);
  },
  command: (id) =>
    `operator payment-method add --company ${id} --form contado --label Efectivo --means 10 --default true`,
};

const CLIENT: Step = {
  name: "client",
  suggest: ({ modules }) => ({
    name: "ERP",
    scopes: modules.flatMap((module) => [`${module}.read`, `${module}.write`]).join(","),
  }),
  run: async (walk, round) => {
    const { input } = round;
    const flags = { name: findText(input, "client"), scopes: findText(input, "scopes") };
    const output = await runAs(walk, round, addClient, { company: String(walk.companyId) }, flags);
    walk.clientId = WITH_ID.parse(output.data).id;
    return output;
  },
  command: (id) => `operator client add --company ${id} --name ERP --scopes fe.read,fe.write`,
};

const REGISTER: Step = {
  name: "the stand's authority",
  suggest: () => ({ register: "yes" }),
  run: async (walk, round) => {
    const { input } = round;
    if ((await input.get("register", readChoice("yes", "no"))) === "no") return undefined;
    return runAs(walk, round, standRegister, { company: String(walk.companyId) });
  },
  command: (id) => `operator stand register --company ${id}`,
};

/** What ends before this one leaves a draft, and so does what was left for later: of half a company nobody is warned. */
const ACTIVATION: Step = {
  name: "activation",
  suggest: () => ({}),
  run: async (walk, round) => {
    const missing = await findMissingNow(walk.context, walk.companyId);
    return missing.length > 0 ? undefined : runAs(walk, round, activateCompany, { company: String(walk.companyId) });
  },
  command: (id) => `operator company activate --company ${id}, once it is set up: it warns nobody before`,
};

/** The last one: nothing that comes after it can fail and take the token's only showing away. */
const TOKEN: Step = {
  name: "token",
  suggest: () => ({}),
  run: (walk, round) =>
    runAs(walk, round, issueToken, { client: String(walk.clientId), expires: findText(round.input, "token-expires") }),
  command: (id) => `operator client list --company ${id}, then operator token issue --client N`,
};

function listRangeKinds(modules: readonly string[]): readonly RangeKind[] {
  return RANGE_KINDS.filter((kind) => modules.includes(KINDS[codeOfRange(kind)].module));
}

/** The steps after the company. */
function listSteps({ modules, hasStand }: Walk): readonly Step[] {
  return [
    CERTIFICATE,
    ...listRangeKinds(modules).map(createRangeStep),
    ...(modules.includes("dee") ? [TILL] : []),
    ...(modules.includes("fe") ? [PAYMENT] : []),
    CLIENT,
    ...(hasStand ? [REGISTER] : []),
    ACTIVATION,
    TOKEN,
  ];
}
