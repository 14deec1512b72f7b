// Answers the operations that are not sendings: GetStatus, GetStatusZip, GetNumberingRange, GetAcquirer, GetXmlByDocumentKey.
import { fromBase64, toBase64 } from "./canonical.ts";
import { type Chance, drawFault, planForFault, planForName } from "./plan.ts";
import type { Acquirer, Range, Software, Taxpayer } from "./register.ts";
import { type Reply, SOAP_TYPE, type Surroundings } from "./sending.ts";
import {
  type StatusAnswer,
  writeAcquirer,
  writeFault,
  writeRanges,
  writeStatus,
  writeStatusList,
  writeXml,
} from "./soap-answer.ts";
import { readSoapRequest, type SoapRequest } from "./soap-request.ts";
import { duplicateStatus, finishedSetStatus, IN_PROCESS, settledStatus, takenStatus, UNAVAILABLE } from "./status.ts";
import type { Arrival, StoredDocument } from "./store.ts";
import { UNKNOWN_TRACK_ID } from "./wire-literal.ts";
import { openZip } from "./zip.ts";

/** Acquirer numbers that answer with trouble, for any identification type. */
const ACQUIRER_FAULTS: Readonly<Record<string, "fault" | "http_503" | "drop_after" | "slow">> = {
  "999000500": "fault",
  "999000503": "http_503",
  "999000504": "drop_after",
  "999000408": "slow",
};

interface StatusReply {
  readonly body: string;
  readonly arrival: Partial<Omit<Arrival, "seq" | "at">>;
}

const UNKNOWN_DOCUMENT: StatusAnswer = {
  errors: undefined,
  isValid: false,
  statusCode: "66",
  description: UNKNOWN_TRACK_ID,
  message: undefined,
  response: undefined,
  documentKey: undefined,
  fileName: undefined,
};
const BATCH_IN_PROCESS: StatusAnswer = {
  ...UNKNOWN_DOCUMENT,
  statusCode: "",
  description: "Batch en proceso de validación.",
};

/** Treats every operation that is not a sending. */
export function ask(request: SoapRequest, around: Surroundings): Reply {
  const { store, waits } = around;
  const { operation } = request;
  const setting = store.readFaults();
  const subject = request.parameters.trackId ?? JSON.stringify(request.parameters);
  const chance: Chance = { operation, subject, attempt: setting ? store.countArrivals(operation, subject) : 0 };
  const drawn = drawFault(setting, chance);
  const fault =
    operation === "GetAcquirer" ? ACQUIRER_FAULTS[request.parameters.identificationNumber ?? ""] : undefined;
  const plan = fault
    ? planForName(fault, waits)
    : drawn && setting
      ? planForFault(drawn, setting, chance, waits)
      : undefined;
  const base = { status: 200, contentType: SOAP_TYPE, delayMs: plan?.delayMs ?? 0, broken: plan?.reply === "drop" };
  const asked = { operation, documentKey: request.parameters.trackId ?? null };
  if (plan?.reply === "fault")
    return { ...base, status: 500, body: writeFault("InvalidSecurity", ""), arrival: { ...asked, verdict: "fault" } };
  if (plan?.reply === "unavailable") return { ...base, ...UNAVAILABLE, arrival: { ...asked, verdict: "unavailable" } };
  const answered = answer(request, around);
  const body =
    plan?.reply === "truncate" ? answered.body.slice(0, Math.floor(answered.body.length / 2)) : answered.body;
  return { ...base, body, arrival: { operation, ...answered.arrival } };
}

function answer(request: SoapRequest, around: Surroundings): StatusReply {
  const { parameters } = request;
  switch (request.operation) {
    case "GetStatusZip":
      return answerZip(request, around);
    case "GetNumberingRange":
      return answerRanges(parameters, around);
    case "GetAcquirer":
      return answerAcquirer(parameters, around);
    case "GetXmlByDocumentKey":
      return answerXml(parameters.trackId ?? "", around);
    default:
      return answerStatus(request, around);
  }
}

/** Counts the question, and lets what was in process or late settle when its time has come. */
function countQuery(document: StoredDocument | undefined, around: Surroundings): StoredDocument | undefined {
  if (!document || document.fate === "settled") return document;
  const queries = document.queries + 1;
  const needed = document.fate === "late" ? 3 : 2;
  const next: StoredDocument = { ...document, queries, fate: queries >= needed ? "settled" : document.fate };
  around.store.saveDocument(next);
  return next;
}

function statusOf(
  document: StoredDocument | undefined,
  waiting: StatusAnswer,
): { answer: StatusAnswer; verdict: string } {
  if (!document || document.fate === "late" || document.fate === "lost")
    return { answer: UNKNOWN_DOCUMENT, verdict: "unknown" };
  if (document.fate === "inProcess") return { answer: waiting, verdict: "in_process" };
  return { answer: settledStatus(document), verdict: document.isValid ? "accepted" : "rejected" };
}

function answerStatus(request: SoapRequest, around: Surroundings): StatusReply {
  const documentKey = request.parameters.trackId ?? "";
  const document = countQuery(around.store.findDocument(documentKey), around);
  const { answer, verdict } = statusOf(document, IN_PROCESS);
  return {
    body: writeStatus(request.operation, answer, around.now()),
    arrival: { documentKey, nit: document?.nit ?? null, number: document?.number ?? null, verdict },
  };
}

function answerZip(request: SoapRequest, around: Surroundings): StatusReply {
  const zipKey = request.parameters.trackId ?? "";
  const zip = around.store.findZip(zipKey);
  const list = (answer: StatusAnswer): string => writeStatusList(request.operation, [answer], around.now());
  if (!zip) return { body: list(UNKNOWN_DOCUMENT), arrival: { zipKey, verdict: "unknown" } };
  if (zip.mode === "stuck") return { body: list(BATCH_IN_PROCESS), arrival: { zipKey, verdict: "in_process" } };
  if (zip.documentKey.startsWith("taken:")) {
    return { body: list(takenStatus({ fileName: undefined })), arrival: { zipKey, verdict: "duplicate" } };
  }
  if (zip.documentKey.startsWith("set:")) {
    return { body: list(finishedSetStatus(zip.documentKey.slice(4))), arrival: { zipKey, verdict: "set_accepted" } };
  }
  const document = countQuery(around.store.findDocument(zip.documentKey), around);
  const arrival = {
    zipKey,
    documentKey: document?.documentKey ?? null,
    nit: document?.nit ?? null,
    number: document?.number ?? null,
  };
  if (zip.mode === "duplicateOnly" && document?.isValid) {
    return { body: list(duplicateStatus(document)), arrival: { ...arrival, verdict: "duplicate" } };
  }
  const { answer, verdict } = statusOf(document, BATCH_IN_PROCESS);
  return { body: list(answer), arrival: { ...arrival, verdict } };
}

function answerRanges(parameters: SoapRequest["parameters"], around: Surroundings): StatusReply {
  const nit = parameters.accountCode ?? "";
  const taxpayer: Taxpayer | undefined = around.store.findTaxpayer(nit);
  const software = taxpayer?.software.find((one) => one.id === parameters.softwareCode);
  const provider = software?.providerNit ?? nit;
  const isAsked = software !== undefined && provider === parameters.accountCodeT;
  const ranges: readonly Range[] = isAsked ? listRanges(taxpayer, software) : [];
  return {
    body: writeRanges(ranges, around.now()),
    arrival: { nit, verdict: ranges.length > 0 ? "found" : "unknown" },
  };
}

/** A range belongs to the software that issues with it: that of equivalent documents has its own. */
function listRanges(taxpayer: Taxpayer | undefined, { isForTickets }: Software): readonly Range[] {
  return taxpayer?.ranges.filter(({ kind }) => (kind === "pos") === isForTickets) ?? [];
}

const TEST_ACQUIRERS: Readonly<Record<string, string>> = {
  "11": "Registro civil",
  "12": "Tarjeta de identidad",
  "13": "Cédula de ciudadanía",
  "21": "Tarjeta de extranjería",
  "22": "Cédula de extranjería",
  "31": "NIT",
  "41": "Pasaporte",
  "42": "Documento de identificación extranjero",
  "50": "NIT de otro país",
  "91": "NUIP *",
};

/** Test acquirers {type}9999{1..10}, and those of the register. */
function findAcquirer(type: string, number: string, around: Surroundings): Acquirer | undefined {
  const kept = around.store.findAcquirer(type, number);
  const label = TEST_ACQUIRERS[type];
  const ordinal = /^9999([1-9]|10)$/.exec(number.startsWith(type) ? number.slice(type.length) : "")?.[1];
  if (kept || label === undefined || ordinal === undefined) return kept;
  return { type, number, name: `Nombre ${label} ${ordinal}`, email: `adquiriente${ordinal}@example.com` };
}

function answerAcquirer(parameters: SoapRequest["parameters"], around: Surroundings): StatusReply {
  const type = parameters.identificationType ?? "";
  const number = parameters.identificationNumber ?? "";
  const found = findAcquirer(type, number, around);
  return { body: writeAcquirer(found, around.now()), arrival: { number, verdict: found ? "found" : "unknown" } };
}

/** The XML that the first sending of a document carried. */
export function xmlOf(documentKey: string, around: Pick<Surroundings, "store">): Uint8Array | undefined {
  const soap = around.store.findSoap(documentKey);
  if (!soap) return undefined;
  const request = readSoapRequest(new TextDecoder().decode(soap), "");
  const zip = fromBase64(request.parameters.contentFile ?? "");
  const file = zip ? openZip(zip) : undefined;
  return typeof file === "object" ? file.xml : undefined;
}

function answerXml(documentKey: string, around: Surroundings): StatusReply {
  const document = around.store.findDocument(documentKey);
  const xml = document?.fate === "settled" ? xmlOf(documentKey, around) : undefined;
  const body = writeXml(xml ? toBase64(xml) : undefined, around.now());
  return { body, arrival: { documentKey, verdict: xml ? "found" : "unknown" } };
}
