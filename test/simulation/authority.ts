// Simulates the authority: what arrived, what it decided, what it says when asked; by its own reading, not by ours.

import type { Environment } from "../../src/domain/company.ts";
import { printAnswer, printApplicationResponse, printEnvelope, printStatus } from "../support/status-answer.ts";
import type { Random } from "./random.ts";

/** What happens to a document that arrives, and to the answer. */
export const RECEPTIONS = [
  "answer",
  /** Processed; the connection is held and dropped. */
  "hold",
  /** Processed; the answer is useless, or another document's with the opposite verdict. */
  "html-after",
  "truncated",
  "other-key",
  /** Processed; all it says is rule 90. */
  "rule-90",
  /** In process; the verdict comes later. */
  "processing",
  /** In process, then rolled back: as if it had never come. */
  "rolled-back",
  /** Refused before processing: by a fault, or in words. */
  "fault",
  "status-89",
  /** A fault that proves nothing; half of them come after the document was processed. */
  "other-fault",
  /** Not processed; a web server's error page. */
  "html-before",
] as const;
export type Reception = (typeof RECEPTIONS)[number];

/** What a question about a processed document meets. */
export const REPLIES = ["answer", "html", "truncated", "other-key", "drop", "two-results"] as const;
export type Reply = (typeof REPLIES)[number];

/** When status queries begin to see a processed document. */
export const SIGHTS = [
  "at-once",
  "after-minutes",
  "after-an-hour",
  "after-minutes-in-process",
  "after-an-hour-in-process",
] as const;
export type Sight = (typeof SIGHTS)[number];

export interface AuthorityHabits {
  readonly receptions: Readonly<Record<Reception, number>>;
  readonly replies: Readonly<Record<Reply, number>>;
  readonly sights: Readonly<Record<Sight, number>>;
  /** How often it refuses before processing what came before and left no trace. */
  readonly refusesAgain: number;
  /** Rule 90 about a number that another system used says whose it is; else it names the document that was sent. */
  readonly namesHolder: boolean;
  /** How often it refuses what it did not process, and questions about what it does not know, without a rule or a name. */
  readonly denies: number;
}

/** A signed file as the authority reads it. */
export interface Submission {
  readonly fiscalId: string;
  /** The environment in which it arrives: each knows nothing of the other. */
  readonly environment: Environment;
  /** Environment, NIT, type, prefix and number in one text. */
  readonly numberKey: string;
  readonly isBad: boolean;
  /** The name under which it arrives. */
  readonly fileName: string;
  readonly softwareId: string;
}

interface Known extends Submission {
  readonly processedMs: number;
  /** Status queries say nothing of it before this. */
  readonly visibleMs: number;
  /** How many status queries more hear that it is in process. */
  processingLeft: number;
}

export interface Arrival {
  readonly atMs: number;
  readonly sha256: string;
  readonly fiscalId: string;
  readonly numberKey: string;
  readonly fileName: string;
  readonly softwareId: string;
}

/** `undefined`: no answer at all, and the connection dropped. */
export type RawReply =
  | {
      readonly httpStatus: number;
      readonly body: string;
      /** The document was refused before processing: the only answer after which it may be sent again. */
      readonly isRefusal?: true;
    }
  | undefined;

const MINUTE_MS = 60_000;
/** Fiscal ids of other systems begin with it. */
const FOREIGN = "f".repeat(16);
const UNAUTHORISED = "NIT no autorizado para enviar documentos.";
const HTML: RawReply = { httpStatus: 503, body: "<html><body>Service Unavailable</body></html>" };
const CALM: AuthorityHabits = {
  receptions: { ...zeros(RECEPTIONS), answer: 1 },
  replies: { ...zeros(REPLIES), answer: 1 },
  sights: { ...zeros(SIGHTS), "at-once": 1 },
  refusesAgain: 0,
  namesHolder: true,
  denies: 0,
};

export class SimulatedAuthority {
  readonly arrivals: Arrival[] = [];
  readonly #random: Random;
  readonly #known = new Map<string, Known>();
  readonly #numbers = new Map<string, string>();
  readonly #zips = new Map<string, string>();
  /** Documents that arrived once as if they had not. */
  readonly #traceless = new Set<string>();
  /** Documents that came too late, and who has their numbers. */
  readonly #holders = new Map<string, string>();
  #habits: AuthorityHabits;

  constructor(random: Random, habits: AuthorityHabits) {
    this.#random = random;
    this.#habits = habits;
  }

  /** From now on it behaves. */
  calmDown(): void {
    this.#habits = { ...CALM, namesHolder: this.namesHolder };
  }

  get namesHolder(): boolean {
    return this.#habits.namesHolder;
  }

  /** Another software issued this number before us. */
  occupy(numberKey: string): void {
    const place = String(this.#numbers.size).padStart(4, "0");
    this.#numbers.set(numberKey, `${FOREIGN}${"0".repeat(76)}${place}`);
  }

  isOccupied(numberKey: string): boolean {
    return (this.#numbers.get(numberKey) ?? "").startsWith(FOREIGN);
  }

  /** The verdict on a document, if it was ever processed. */
  verdictOf(fiscalId: string): "accepted" | "rejected" | undefined {
    const known = this.#known.get(fiscalId);
    if (known === undefined) return undefined;
    return known.isBad ? "rejected" : "accepted";
  }

  /** Status queries have given the verdict since `sinceMs` at the latest. */
  hasToldSince(fiscalId: string, sinceMs: number): boolean {
    const known = this.#known.get(fiscalId);
    return known !== undefined && known.visibleMs < sinceMs;
  }

  /** A document arrives by SendBillSync. */
  receive(submission: Submission, sha256: string, nowMs: number): RawReply {
    const { fiscalId, numberKey, fileName, softwareId } = submission;
    this.arrivals.push({ atMs: nowMs, sha256, fiscalId, numberKey, fileName, softwareId });
    const isRefusedAgain = this.#traceless.has(fiscalId) && this.#random.chance(this.#habits.refusesAgain);
    const reception = isRefusedAgain
      ? this.#random.pick(["fault", "status-89"] as const)
      : this.#random.weighted(this.#habits.receptions);
    if (reception === "html-before" || reception === "rolled-back") this.#traceless.add(fiscalId);
    if (reception === "html-before") return this.#denies() ? this.#printDenial("SendBillSync") : HTML;
    if (reception === "fault") return { ...printFault("InvalidSecurity"), isRefusal: true };
    if (reception === "status-89") return { ...this.#printRefusal(), isRefusal: true };
    if (reception === "other-fault" && this.#random.chance(0.5)) return printFault("ActionNotSupported");
    const holder = this.#numbers.get(numberKey);
    if (holder !== undefined) {
      if (this.namesHolder && this.isOccupied(numberKey)) this.#holders.set(fiscalId, holder);
      return this.#printDuplicate("SendBillSync", this.#holders.get(fiscalId) ?? fiscalId);
    }
    this.#process(submission, reception, nowMs);
    switch (reception) {
      case "hold":
        return undefined;
      case "html-after":
        return HTML;
      case "truncated":
        return truncate(this.#printOpposite("SendBillSync", fiscalId));
      case "other-key":
        return this.#printOpposite("SendBillSync", fiscalId);
      case "other-fault":
        return printFault("ActionNotSupported");
      case "rule-90":
        return this.#printDuplicate("SendBillSync", fiscalId);
      case "processing":
      case "rolled-back":
        return this.#printProcessing("SendBillSync");
      default:
        return this.#printVerdict("SendBillSync", fiscalId);
    }
  }

  /** A document arrives by SendTestSetAsync: processed as the other way, acknowledged with a ZipKey. */
  receiveTest(submission: Submission, sha256: string, nowMs: number): RawReply {
    const reply = this.receive(submission, sha256, nowMs);
    if (reply === undefined || reply.httpStatus !== 200) return reply;
    if (reply.isRefusal === true) return { ...printUploadRefusal(), isRefusal: true };
    const zipKey = `zip-${this.#zips.size + 1}`;
    this.#zips.set(zipKey, submission.fiscalId);
    return printUpload(`<b:ErrorMessageList i:nil="true"/><b:ZipKey>${zipKey}</b:ZipKey>`);
  }

  /** GetStatus by CUFE or CUDS. */
  answerStatus(environment: Environment, fiscalId: string, nowMs: number): RawReply {
    return this.#answer("GetStatus", environment, fiscalId, nowMs);
  }

  /** GetStatusZip by ZipKey. */
  answerZipStatus(environment: Environment, zipKey: string, nowMs: number): RawReply {
    return this.#answer("GetStatusZip", environment, this.#zips.get(zipKey) ?? "", nowMs);
  }

  #answer(operation: string, environment: Environment, fiscalId: string, nowMs: number): RawReply {
    const reply = this.#random.weighted(this.#habits.replies);
    if (reply === "drop") return undefined;
    if (reply === "html") return HTML;
    const known = this.#known.get(fiscalId);
    if (known !== undefined && known.environment !== environment) return this.#printAbsent(operation);
    const holder = this.#holders.get(fiscalId);
    if (holder !== undefined && (operation === "GetStatusZip" || this.#random.chance(0.3))) {
      return this.#printDuplicate(operation, holder);
    }
    if (known === undefined || nowMs < known.visibleMs)
      return this.#denies() ? this.#printDenial(operation) : this.#printAbsent(operation);
    if (known.processingLeft > 0) {
      known.processingLeft -= 1;
      return this.#printProcessing(operation);
    }
    if (reply === "truncated") return truncate(this.#printOpposite(operation, fiscalId));
    if (reply === "other-key") return this.#printOpposite(operation, fiscalId);
    if (reply === "two-results") return this.#printTwo(operation, fiscalId);
    return this.#printVerdict(operation, fiscalId);
  }

  #denies(): boolean {
    return this.#habits.denies > 0 && this.#random.chance(this.#habits.denies);
  }

  #process(submission: Submission, reception: Reception, nowMs: number): void {
    const sight = this.#random.weighted(this.#habits.sights);
    const isProcessing = reception === "processing";
    if (reception === "rolled-back") return;
    const wait = sight === "at-once" ? 0 : sight.startsWith("after-minutes") ? 12 : 50;
    const visibleMs = nowMs + wait * MINUTE_MS * (0.5 + this.#random.next());
    const isSlow = isProcessing || sight.endsWith("in-process");
    const known = {
      ...submission,
      processedMs: nowMs,
      visibleMs: isProcessing ? nowMs : visibleMs,
      processingLeft: isSlow ? this.#random.between(1, 3) : 0,
    };
    this.#known.set(submission.fiscalId, known);
    this.#numbers.set(submission.numberKey, submission.fiscalId);
  }

  /** Another document's answer, with the opposite verdict. */
  #printOpposite(operation: string, fiscalId: string): NonNullable<RawReply> {
    return this.#printVerdict(operation, fiscalId, { key: "0".repeat(96), isOpposite: true });
  }

  /** The opposite verdict and the true one in one answer: which is ours cannot be known. */
  #printTwo(operation: string, fiscalId: string): NonNullable<RawReply> {
    const ours = this.#printVerdict(operation, fiscalId).body;
    const opposite = this.#printVerdict(operation, fiscalId, { key: fiscalId, isOpposite: true }).body;
    const start = opposite.indexOf("<b:ErrorMessage");
    const one = opposite.slice(start, opposite.indexOf("</b:XmlDocumentKey>") + "</b:XmlDocumentKey>".length);
    return { httpStatus: 200, body: ours.replace("<b:ErrorMessage", `${one}<b:ErrorMessage`) };
  }

  #printVerdict(
    operation: string,
    fiscalId: string,
    { key, isOpposite } = { key: fiscalId, isOpposite: false },
  ): NonNullable<RawReply> {
    const isBad = (this.#known.get(fiscalId)?.isBad === true) !== isOpposite;
    const code = isBad ? "04" : "02";
    const applicationResponse = this.#random.chance(0.1) ? printApplicationResponse(code, key) : null;
    const fields = isBad
      ? { key, isValid: "false", statusCode: "99", rules: ["Regla: DSAJ01, Rechazo: prueba"], applicationResponse }
      : { key, isValid: "true", statusCode: "00", rules: [], applicationResponse };
    return print(operation, printStatus(fields));
  }

  #printDuplicate(operation: string, key: string): NonNullable<RawReply> {
    const rules = ["Regla: 90, Rechazo: Documento procesado anteriormente."];
    return print(operation, printStatus({ key, isValid: "false", statusCode: "99", rules }));
  }

  #printRefusal(): NonNullable<RawReply> {
    return print("SendBillSync", printStatus({ isValid: "false", statusCode: "89", description: UNAUTHORISED }));
  }

  #printProcessing(operation: string): NonNullable<RawReply> {
    const description = "Batch en proceso de validación.";
    return print(operation, printStatus({ isValid: "false", statusCode: "0", description }));
  }

  #printDenial(operation: string): NonNullable<RawReply> {
    const rules = ["El archivo no es legible."];
    return print(operation, printStatus({ isValid: "false", statusCode: "99", description: "", rules }));
  }

  #printAbsent(operation: string): NonNullable<RawReply> {
    const description = "TrackId no existe en los registros.";
    return print(operation, printStatus({ isValid: "false", statusCode: "66", description }));
  }
}

function print(operation: string, content: string): NonNullable<RawReply> {
  const isArray = operation === "GetStatusZip";
  const body = printAnswer(operation, isArray ? `<b:DianResponse>${content}</b:DianResponse>` : content);
  return { httpStatus: 200, body };
}

/** Refused before anything was kept: no ZipKey, and no document's key. */
function printUploadRefusal(): NonNullable<RawReply> {
  const item = `<c:XmlParamsResponseTrackId><c:ProcessedMessage>${UNAUTHORISED}</c:ProcessedMessage><c:Success>false</c:Success></c:XmlParamsResponseTrackId>`;
  const items = "http://schemas.datacontract.org/2004/07/XmlParamsResponseTrackId";
  const content = `<b:ErrorMessageList xmlns:c="${items}">${item}</b:ErrorMessageList><b:ZipKey i:nil="true"/>`;
  return printUpload(content);
}

function printUpload(content: string): NonNullable<RawReply> {
  const body = printAnswer("SendTestSetAsync", content).replaceAll("/DianResponse", "/UploadDocumentResponse");
  return { httpStatus: 200, body };
}

function printFault(subcode: string): NonNullable<RawReply> {
  const security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  const code = `<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value xmlns:a="${security}">a:${subcode}</s:Value></s:Subcode></s:Code>`;
  const reason = '<s:Reason><s:Text xml:lang="en-US">fault</s:Text></s:Reason>';
  return { httpStatus: 500, body: printEnvelope(`<s:Fault>${code}${reason}</s:Fault>`) };
}

/** Broken off where the verdict has already been said. */
function truncate(reply: NonNullable<RawReply>): NonNullable<RawReply> {
  return { ...reply, body: reply.body.slice(0, reply.body.indexOf("</b:StatusCode>") + 20) };
}

function zeros<T extends string>(names: readonly T[]): Record<T, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<T, number>;
}
