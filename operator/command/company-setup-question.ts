// Lists the questions of `company setup` in their order, each with what it is suggested by and checked with.

import { dateInBogota } from "../../src/domain/calendar.ts";
import type { RangeKind } from "../../src/domain/company.ts";
import { OperatorError } from "../error.ts";
import type { Reader } from "../input.ts";
import { readInputFile } from "../input-file.ts";
import {
  readChoice,
  readDate,
  readEmail,
  readIndustryCode,
  readInteger,
  readMunicipality,
  readNit,
  readPaymentMeans,
  readPin,
  readPostalCode,
  readResponsibility,
  readScope,
  readText,
  readUuid,
  readWithholdingType,
} from "../reader.ts";
import type { Answers, Question } from "../walk.ts";
import { readLocation } from "./certificate.ts";
import { readAllowance } from "./company.ts";
import { PROFILE_FLAGS } from "./company-profile.ts";
import { readNumber, readPrefix, readResolution, readTechnicalKey } from "./range.ts";

/** Stands for a certificate of the stand's own making. */
export const THROW_AWAY = "throw-away";
/** What is left for another command. */
export const LATER = "later";
/** Where a range comes from. */
const ORIGINS = ["authority", "hand", LATER] as const;

/** What the questions need to know of where they are asked. */
export interface Setting {
  readonly isRemote: boolean;
  readonly nowMs: number;
  /** A stand is running, whose pretend authority can be made to know the company. */
  readonly hasStand: boolean;
  /** @throws OperatorError when a company has the NIT. */
  readonly refuseKnown: (nit: string) => Promise<void>;
  /** @throws OperatorError when the file cannot sign for the company. */
  readonly openCertificate: (answers: Answers, password: string) => Promise<unknown>;
  /** Shows what the authority granted. @throws OperatorError when it does not say. */
  readonly showGranted: (kind: RangeKind, answers: Answers) => Promise<void>;
  /** The only range that the authority granted, if it is one. */
  readonly suggestGranted: (kind: RangeKind) => string | undefined;
  /** The first number of the granted range that the text names. @throws OperatorError when it names none, or several. */
  readonly chooseGranted: (kind: RangeKind, text: string) => { readonly from: number; readonly to: number };
}

const PROFILE = "The company, as its RUT says";
const CERTIFICATE = "The certificate that signs";
const CALLER = "Who may call";

/** Every question, in order. */
export function listQuestions(setting: Setting): readonly Question[] {
  return [
    ...profileQuestions(setting),
    ...(["fe", "dse"] as const).flatMap((module) => softwareQuestions(module, setting)),
    ...certificateQuestions(setting),
    ...(["fe", "contingency", "dse"] as const).flatMap((kind) => rangeQuestions(kind, setting)),
    ...callerQuestions(setting),
  ];
}

/** Whether an answer that may hold several, with commas, holds this one. */
export function hasModule(answers: Answers, module: string): boolean {
  return splitList(answers.get("modules") ?? "").includes(module);
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** A list with commas, of which each one is checked. */
function readEach(read: Reader<unknown>): Reader<unknown> {
  return (text) => splitList(text).map(read);
}

/** A secret for the stand's pretend authority. */
function makeUpDigits(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => byte % 10).join("");
}

function profileQuestions({ isRemote, refuseKnown }: Setting): readonly Question[] {
  const about = (name: string) => PROFILE_FLAGS.find((flag) => flag.name() === name)?.description ?? name;
  const suggested = (text: string) => () => text;
  // A legal person's NIT has nine digits and begins with 8 or 9.
  const isLegal = (answers: Answers) => /^[89]\d{8}(?:-|$)/.test((answers.get("nit") ?? "").replaceAll(".", ""));
  const personOf = (answers: Answers) => answers.get("person-type");
  return [
    {
      name: "nit",
      about: "NIT, with or without -check digit",
      check: (text: string) => refuseKnown(readNit(text).nit),
    },
    { name: "name", about: about("name"), check: readText },
    { name: "trade-name", about: about("trade-name"), isOptional: true, check: readText },
    {
      name: "environment",
      about: "produccion, or habilitacion until the authority has accepted the test set",
      suggest: suggested(isRemote ? "habilitacion" : "produccion"),
      check: readChoice("produccion", "habilitacion"),
    },
    {
      name: "person-type",
      about: about("person-type"),
      suggest: (answers: Answers) => (isLegal(answers) ? "1" : "2"),
      check: readChoice("1", "2"),
    },
    {
      name: "responsibilities",
      about: about("responsibilities"),
      suggest: suggested("R-99-PN"),
      check: readEach(readResponsibility),
    },
    {
      name: "tax-scheme",
      about: about("tax-scheme"),
      suggest: (answers: Answers) => (personOf(answers) === "1" ? "01" : "ZZ"),
      check: readChoice("01", "04", "ZA", "ZZ"),
    },
    { name: "address", about: about("address"), check: readText },
    {
      name: "municipality",
      about: about("municipality"),
      ...(isRemote ? {} : { suggest: suggested("11001") }),
      check: readMunicipality,
    },
    { name: "postal-code", about: about("postal-code"), isOptional: true, check: readPostalCode },
    { name: "email", about: about("email"), check: readEmail },
    { name: "phone", about: about("phone"), isOptional: true, check: readText },
    { name: "ciiu", about: about("ciiu"), isOptional: true, check: readIndustryCode },
    {
      name: "withholdings",
      about: about("withholdings"),
      isOptional: true,
      check: readEach(readWithholdingType),
    },
    {
      name: "modules",
      about: "what it issues: fe (invoices), dse (support documents), or fe,dse",
      suggest: suggested("fe,dse"),
      check: readEach(readChoice("fe", "dse")),
    },
  ].map((question) => ({ ...question, section: PROFILE }));
}

function softwareQuestions(module: "fe" | "dse", { isRemote }: Setting): readonly Question[] {
  const isAsked = (answers: Answers) => hasModule(answers, module);
  // One software may serve both modules: then it has one PIN.
  const isShared = (answers: Answers) => {
    return module === "dse" && answers.get("dse-software-id") === answers.get("fe-software-id");
  };
  const madeUp = { software: crypto.randomUUID(), testSet: crypto.randomUUID(), pin: makeUpDigits(5) };
  const suggestId = (answers: Answers) => {
    const other = module === "dse" ? answers.get("fe-software-id") : undefined;
    return other ?? (isRemote ? undefined : madeUp.software);
  };
  return [
    {
      name: `${module}-software-id`,
      about: `identifier of the ${module.toUpperCase()} software`,
      isAsked,
      suggest: suggestId,
      check: readUuid,
    },
    {
      name: `${module}-pin`,
      about: `PIN of the ${module.toUpperCase()} software`,
      isSecret: true,
      isAsked: (answers: Answers) => isAsked(answers) && !isShared(answers),
      ...(isRemote ? {} : { suggest: () => madeUp.pin }),
      check: readPin,
    },
    {
      name: `${module}-test-set`,
      about: `identifier of the ${module.toUpperCase()} test set`,
      isAsked: (answers: Answers) => isAsked(answers) && answers.get("environment") === "habilitacion",
      ...(isRemote ? {} : { suggest: () => madeUp.testSet }),
      check: readUuid,
    },
    {
      name: `${module}-plan`,
      about: "documents per year contracted: 50, 100 or 500 are what is sold",
      isAsked,
      suggest: () => "100",
      check: readAllowance,
    },
    ...(module === "dse"
      ? [
          {
            name: "provider-nit",
            about: "NIT of the technology provider, when the software is not the company's own",
            isOptional: true,
            check: readNit,
          },
          {
            name: "provider-code",
            about: "3 digits of that provider in file names",
            isAsked: (answers: Answers) => (answers.get("provider-nit") ?? "") !== "",
            suggest: () => "000",
            check: readInteger(0, 999),
          },
        ]
      : []),
  ].map((question) => ({ ...question, section: "Its software, as the authority's portal shows it" }));
}

function certificateQuestions({ isRemote, openCertificate }: Setting): readonly Question[] {
  const isFile = (answers: Answers) => ![THROW_AWAY, LATER].includes(answers.get("certificate") ?? LATER);
  const ownChoice = isRemote ? LATER : `${THROW_AWAY} (made here, for the stand alone), ${LATER}`;
  return [
    {
      name: "certificate",
      about: `the certifier's .p12 or PEM file, ${ownChoice}`,
      suggest: () => (isRemote ? undefined : THROW_AWAY),
      check: (text: string) => {
        if (text === THROW_AWAY && isRemote) throw new OperatorError("the authority takes a certifier's file only");
        if (text !== THROW_AWAY && text !== LATER) readInputFile(text);
      },
    },
    {
      name: "certificate-password",
      about: "password of that file, empty when it has none",
      isSecret: true,
      isOptional: true,
      isEmptyChecked: true,
      isAsked: isFile,
      check: (text: string, answers: Answers) => openCertificate(answers, text),
    },
    {
      name: "location",
      about: "where its key is kept: vault, or secret:CERT_NAME for a Worker secret of its own",
      isAsked: (answers: Answers) => answers.get("certificate") !== LATER,
      suggest: () => "vault",
      check: readLocation,
    },
  ].map((question) => ({ ...question, section: CERTIFICATE }));
}

const KIND_NAMES: Readonly<Record<RangeKind, string>> = {
  fe: "invoices",
  contingency: "invoices of a contingency (paper numbers)",
  dse: "support documents",
};
/** What a range of the stand has unless the person says otherwise. */
const MADE_UP: Readonly<Record<RangeKind, { readonly prefix: string; readonly resolution: string }>> = {
  fe: { prefix: "SETT", resolution: "18760000001" },
  contingency: { prefix: "CONT", resolution: "18760000002" },
  dse: { prefix: "DSET", resolution: "18760000003" },
};

function rangeQuestions(kind: RangeKind, setting: Setting): readonly Question[] {
  const { isRemote, nowMs } = setting;
  const of = (answers: Answers, name: string) => answers.get(`${kind}-${name}`) ?? "";
  const isContracted = (answers: Answers) => hasModule(answers, kind === "dse" ? "dse" : "fe");
  const isByHand = (answers: Answers) => of(answers, "numbering") === "hand";
  const isGranted = (answers: Answers) => of(answers, "numbering") === "authority";
  const year = dateInBogota(nowMs).slice(0, 4);
  const onStand = (text: string) => (isRemote ? {} : { suggest: () => text });
  const [usual] = kind === "contingency" ? [LATER] : [isRemote ? "authority" : "hand"];
  const firstOf = (answers: Answers) => {
    return isGranted(answers) ? String(setting.chooseGranted(kind, of(answers, "range")).from) : of(answers, "from");
  };
  const byHand = (name: string, about: string, check: Question["check"], rest: Partial<Question> = {}) => {
    return { name: `${kind}-${name}`, about, isAsked: isByHand, check, ...rest };
  };
  return [
    {
      name: `${kind}-numbering`,
      about: `where its range comes from: authority (asked now), hand (typed from the resolution) or ${LATER}`,
      isAsked: isContracted,
      suggest: () => usual,
      check: async (text: string, answers: Answers) => {
        if (readChoice(...ORIGINS)(text) === "authority") await setting.showGranted(kind, answers);
      },
    },
    {
      name: `${kind}-range`,
      about: "prefix of the one to take, or number of its resolution",
      isAsked: isGranted,
      suggest: () => setting.suggestGranted(kind),
      check: (text: string) => setting.chooseGranted(kind, text),
    },
    byHand("resolution", "number of the resolution", readResolution, onStand(MADE_UP[kind].resolution)),
    byHand("resolution-date", "date of the resolution", readDate, onStand(`${year}-01-01`)),
    byHand("prefix", "prefix, up to 4 capitals or digits", readPrefix, {
      isOptional: true,
      ...onStand(MADE_UP[kind].prefix),
    }),
    byHand("from", "first number", readNumber, onStand("1")),
    byHand(
      "to",
      "last number",
      (text, answers) => readInteger(Number(of(answers, "from")), 999_999_999)(text),
      onStand("5000"),
    ),
    byHand("valid-from", "first day", readDate, onStand(`${year}-01-01`)),
    byHand(
      "valid-to",
      "last day",
      (text, answers) => {
        const last = readDate(text);
        if (last < of(answers, "valid-from")) throw new OperatorError(`${last} is before the first day`);
      },
      onStand(`${Number(year) + 1}-12-31`),
    ),
    ...(kind === "fe"
      ? [
          byHand("technical-key", "technical key of the range", readTechnicalKey, {
            isSecret: true,
            ...onStand(makeUpDigits(40)),
          }),
        ]
      : []),
    {
      name: `${kind}-next`,
      about: "number of the next document; the first one unless another system used the range",
      isAsked: (answers: Answers) => isByHand(answers) || isGranted(answers),
      suggest: firstOf,
      check: (text: string, answers: Answers) => {
        const { from, to } = isGranted(answers)
          ? setting.chooseGranted(kind, of(answers, "range"))
          : { from: Number(of(answers, "from")), to: Number(of(answers, "to")) };
        return readInteger(from, to + 1)(text);
      },
    },
  ].map((question) => ({ ...question, section: `Numbering of ${KIND_NAMES[kind]}` }));
}

function callerQuestions({ hasStand, nowMs }: Setting): readonly Question[] {
  const isInvoicing = (answers: Answers) => hasModule(answers, "fe");
  return [
    {
      name: "payment-label",
      about: "payment method of invoices that name none: what people call it",
      isAsked: isInvoicing,
      suggest: () => "Efectivo",
      check: readText,
    },
    {
      name: "payment-form",
      about: "contado or credito",
      isAsked: isInvoicing,
      suggest: () => "contado",
      check: readChoice("contado", "credito"),
    },
    {
      name: "payment-means",
      about: "payment means code: 10 cash, 42 transfer, 48 credit card, 49 debit card, ...",
      isAsked: isInvoicing,
      suggest: () => "10",
      check: readPaymentMeans,
    },
    {
      name: "client",
      about: "what calls the API, such as the name of the ERP",
      suggest: () => "ERP",
      check: readText,
    },
    {
      name: "scopes",
      about: "what it may do: fe.read, fe.write, dse.read, dse.write, commas between",
      suggest: (answers: Answers) => {
        return splitList(answers.get("modules") ?? "")
          .flatMap((module) => [`${module}.read`, `${module}.write`])
          .join(",");
      },
      check: readEach(readScope),
    },
    {
      name: "token-expires",
      about: "last day of its token, YYYY-MM-DD; empty: it does not end",
      isOptional: true,
      check: (text: string) => {
        if (readDate(text) < dateInBogota(nowMs)) throw new OperatorError(`${text} is over already`);
      },
    },
    {
      name: "register",
      about: "make the stand's pretend authority know the company: yes or no",
      isAsked: () => hasStand,
      suggest: () => "yes",
      check: readChoice("yes", "no"),
    },
  ].map((question) => ({ ...question, section: CALLER }));
}
