// Plays one behaviour against one document, from the first request to its end, and compares the result with the outcome table.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { INVOICE_KEY } from "../../src/api/creation/create.ts";
import { readJson } from "../../src/api/field/json.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { readNote } from "../../src/api/note/request.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { readTicket } from "../../src/api/ticket/request.ts";
import type { Environment } from "../../src/domain/company.ts";
import { isTerminal, type State } from "../../src/domain/document/state.ts";
import type { Attempt } from "../../src/domain/document/timeline.ts";
import { KINDS } from "../../src/domain/kind.ts";
import { isJsonObject, type JsonObject } from "../../src/domain/value/json.ts";
import type { IssueCommand } from "../../src/issuance/contract/command.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { answerPath, snapshotPath } from "../../src/store/archive/files.ts";
import { readAnswerBehind } from "../../src/store/archive/snapshot.ts";
import { type Binding, openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { createRandom, drawInteger, type Random } from "../support/random.ts";
import { sampleInvoice, sampleSupportDocument, sampleTicket } from "../support/sample.ts";
import { printAnswer, printStatus, type StatusFields } from "../support/status-answer.ts";
import { type Behaviour, http, type OutcomeClass, type Phase, RESET, type Scene } from "./behaviour.ts";
import { COMPANY_IDS } from "./company.ts";
import { createStage, type Stage } from "./stage.ts";
import type { Action, WireServer } from "./wire.ts";

/** Invoice, support document, ticket, and both notes on a ticket. */
export const TRIAL_KINDS = ["fe", "dse", "dee", "93", "94"] as const;
type TrialKind = (typeof TRIAL_KINDS)[number];

export interface Trial {
  readonly behaviour: Behaviour;
  readonly phase: Phase;
  readonly kind: TrialKind;
  readonly seed: number;
}

export interface TrialSetup {
  readonly db: Binding;
  /** The authority, and somebody else. */
  readonly server: WireServer;
  readonly evil: WireServer;
  readonly closedOrigin: string;
  readonly deadlineMs: number;
}

/** Alarms after which a document that is still open is left alone. */
const FIRINGS = 25;

/** What the trial decided beforehand. */
interface Plot {
  readonly outcome: OutcomeClass;
  /** Whether the authority has the document. */
  readonly isProcessed: boolean;
  /** Requests that meet the behaviour; Infinity: all of the phase. */
  readonly count: number;
}

/** Plays a trial; the list is empty when all came out as the table says. */
export async function playTrial(trial: Trial, setup: TrialSetup): Promise<string[]> {
  const { behaviour, phase, kind, seed } = trial;
  const random = createRandom(crc32(`${behaviour.name}|${phase}|${kind}|${seed}`));
  const plot = makePlot(behaviour, phase, random);
  const host = new Host(trial, plot, setup, random);
  const environment = phase === "status-zip" ? "habilitacion" : "produccion";
  const key = crc32(`${phase}|${behaviour.name}|${seed}`).toString(16);
  const command = await makeCommand(setup.db, kind, environment, key);
  const stage = createStage({ ...setup, originOf: () => host.originOf(), random });
  const record = await stage.play(command, FIRINGS, (one) => one.state === "send_unknown");
  const problems = [
    ...judgeAttempts(record, trial, plot),
    ...judgeEnd(record, trial, plot),
    ...judgeEvidence(record, stage),
  ];
  problems.push(...judgeSendings(record, trial, plot, host));
  if (stage.stopped > 0 !== (plot.outcome === "number-taken"))
    problems.push(`its range was stopped ${stage.stopped} times`);
  if (setup.evil.requests > 0) problems.push("somebody else was asked");
  const where = `${behaviour.name} | ${phase} | ${kind} | seed ${seed} (${plot.isProcessed ? "" : "not "}processed, ${plot.count} times)`;
  return problems.map((problem) => `${where}: ${problem}`);
}

function makePlot(behaviour: Behaviour, phase: Phase, random: Random): Plot {
  const { fate } = behaviour;
  const outcome = phase === "send" ? behaviour.send : behaviour.status;
  // A question that settles must find the document; one that does not may be about a document that is not there.
  const isVerdict = outcome === "accepted" || outcome === "rejected";
  // A document whose number belongs to another one cannot have been processed.
  const isProcessed =
    outcome !== "number-taken" &&
    (isVerdict || (phase === "send" && fate !== "either" ? fate === "processed" : random() < 0.7));
  const isForEver = phase !== "send" && !isVerdict && behaviour.isSlow !== true && random() < 0.1;
  return {
    outcome,
    isProcessed,
    count: isForEver ? Number.POSITIVE_INFINITY : phase === "send" ? 1 : 1 + drawInteger(random, 3),
  };
}

/** The authority's side of a trial. */
class Host {
  /** XML of each sending, by digest. */
  readonly sent: string[] = [];
  readonly #scene: Omit<Scene, "key" | "answer" | "answerWith">;
  readonly #trial: Trial;
  readonly #plot: Plot;
  readonly #setup: TrialSetup;
  #met = 0;
  #key = "";
  #asked: Phase = "send";

  constructor(trial: Trial, plot: Plot, setup: TrialSetup, random: Random) {
    this.#trial = trial;
    this.#plot = plot;
    this.#setup = setup;
    const { deadlineMs, evil } = setup;
    this.#scene = { random, deadlineMs, evilOrigin: evil.origin, otherKey: "ef".repeat(48) };
    evil.serve(() => http("200 OK", printAnswer("SendBillSync", printStatus({ key: this.#key }))));
    setup.server.serve(
      (request) => this.#answer(request),
      () => (this.#meets() && trial.behaviour.isGreeting === true ? this.#misbehave() : undefined),
    );
  }

  /** Asked before each request: the phase of the next one is known by what came before. */
  originOf(): string {
    if (!this.#meets() || this.#trial.behaviour.isRefused !== true) return this.#setup.server.origin;
    this.#met += 1;
    if (this.#asked === "send") this.#asked = "status";
    return this.#setup.closedOrigin;
  }

  /** Whether the request that comes now meets the behaviour. */
  #meets(): boolean {
    return this.#met < this.#plot.count && (this.#trial.phase === "send") === (this.#asked === "send");
  }

  #misbehave(operation = "GetStatus"): readonly Action[] {
    this.#met += 1;
    const script = this.#trial.behaviour.script({ ...this.#scene, ...this.#sound(operation) });
    if (this.#asked === "send") this.#asked = "status";
    return script;
  }

  #answer(request: string): readonly Action[] {
    const [, operation = ""] = /<wcf:(\w+)>/.exec(request) ?? [];
    const isSending = operation.startsWith("Send");
    if (isSending) this.#keep(request);
    if (this.#meets() && this.#isOfPhase(operation)) return this.#misbehave(operation);
    this.#asked = "status";
    if (isSending) return this.#answerSending(operation);
    return http("200 OK", this.#sound(operation).answer(this.#plot.isProcessed ? {} : ABSENT));
  }

  #isOfPhase(operation: string): boolean {
    const { phase } = this.#trial;
    if (phase === "status-zip") return operation === "GetStatusZip";
    return phase === "send" ? operation.startsWith("Send") : operation === "GetStatus";
  }

  /** A sending that is not the trial's subject: lost on the way back, acknowledged, or settled the second time. */
  #answerSending(operation: string): readonly Action[] {
    if (operation === "SendTestSetAsync") return http("200 OK", ACKNOWLEDGED);
    if (this.#trial.phase === "send") return http("200 OK", this.#sound(operation).answer());
    return [RESET];
  }

  #keep(request: string): void {
    const [, content = ""] = /<wcf:contentFile>([^<]*)</.exec(request) ?? [];
    const [xml = new Uint8Array()] = Object.values(unzipSync(Buffer.from(content, "base64")));
    this.sent.push(createHash("sha256").update(xml).digest("hex"));
    this.#key = /<cbc:UUID[^>]*>([0-9a-f]{96})</.exec(strFromU8(xml))?.[1] ?? "";
  }

  #sound(operation: string): Pick<Scene, "key" | "answer" | "answerWith"> {
    const key = this.#key;
    const isArray = operation === "GetStatusZip";
    const one = (fields: StatusFields) => {
      const status = printStatus({ key, ...fields });
      return isArray ? `<b:DianResponse>${status}</b:DianResponse>` : status;
    };
    return {
      key,
      answer: (fields = {}) => printAnswer(operation, one(fields)),
      answerWith: (...results) => {
        if (isArray) return printAnswer(operation, results.map(one).join(""));
        const whole = printAnswer(operation, "");
        const [result = ""] = new RegExp(`<${operation}Result.*Result>`).exec(whole) ?? [];
        const all = results.map((fields) => result.replace("></", `>${one(fields)}</`)).join("");
        return whole.replace(result, all);
      },
    };
  }
}

const ABSENT: StatusFields = { isValid: "false", statusCode: "66", description: "TrackId no existe", key: null };
const ACKNOWLEDGED = printAnswer("SendTestSetAsync", "<b:ZipKey>1350f01d-3d19</b:ZipKey>").replace(
  "2004/07/DianResponse",
  "2004/07/UploadDocumentResponse",
);

/** The attempts that met the behaviour are of the class that the table says. */
function judgeAttempts({ attempts }: IssueRecord, { phase }: Trial, { outcome, count }: Plot): string[] {
  const met = attempts.filter(({ kind }) => kind === phase).slice(0, Math.min(count, 3));
  if (met.length === 0) return [`no attempt of ${phase}`];
  return met
    .filter((one) => one.outcome !== outcome)
    .map((one) => `${one.outcome} instead of ${outcome}: ${one.detail}`);
}

/** Where a question that is answered so for ever leaves the document; elsewhere it stays as uncertain as it was. */
const FOR_EVER: Readonly<Partial<Record<OutcomeClass, State>>> = {
  processing: "en_proceso",
  absent: "send_unknown",
  "refused-unnamed": "send_unknown",
};

/** The state that the document must end in. */
function foreseeEnd({ behaviour, phase }: Trial, { outcome, isProcessed, count }: Plot): State {
  if (outcome === "accepted" || outcome === "not-processed") return "aceptado";
  if (outcome === "rejected" || outcome === "number-taken") return "rechazado";
  if (count < Number.POSITIVE_INFINITY) return isProcessed ? "aceptado" : "send_unknown";
  if (phase === "status") return FOR_EVER[outcome] ?? "en_proceso_http";
  if (behaviour.isGreeting === true) return "enviado";
  // By ZipKey and by CUFE in turn: what one of them refuses for ever, the other answers.
  if (isProcessed) return "aceptado";
  // News of progress, even of a batch only, is never turned into `send_unknown`.
  return FOR_EVER[outcome] ?? "send_unknown";
}

function judgeEnd(record: IssueRecord, trial: Trial, plot: Plot): string[] {
  const expected = foreseeEnd(trial, plot);
  const problems = record.state === expected ? [] : [`${record.state} instead of ${expected}`];
  if (isTerminal(record.state) !== (record.wakeAt === null)) problems.push(`${record.state} wakes at ${record.wakeAt}`);
  return problems;
}

/** A terminal state rests on an archived answer that names the document and says just that; read here by plain text. */
function judgeEvidence(record: IssueRecord, { files }: Stage): string[] {
  const { state, attempts, xmlPath, fiscalId } = record;
  const problems: string[] = [];
  const signed = files.get(xmlPath ?? "");
  if (signed === undefined || createHash("sha256").update(signed).digest("hex") !== record.xmlSha256)
    problems.push("the archive has not the signed file");
  if (!isTerminal(state)) return problems;
  const bundle = files.get(snapshotPath(xmlPath ?? ""));
  const read = ({ id }: Attempt) => {
    const path = answerPath(xmlPath ?? "", id);
    return Buffer.from((bundle && readAnswerBehind(bundle, path)) ?? files.get(path) ?? []).toString("utf8");
  };
  if (record.numberTaken != null && state === "rechazado") return [...problems, ...judgeNumber(record, read)];
  const verdict = state === "aceptado" ? "accepted" : "rejected";
  const deciding = attempts.filter(({ outcome }) => outcome === verdict);
  const isSaid = deciding.some((one) => {
    const text = read(one);
    const isValid = text.includes(`<b:IsValid>${state === "aceptado"}</b:IsValid>`);
    // A file that was refused before it was read names no document.
    const isEarly = state === "rechazado" && one.kind === "send" && text.includes('<b:XmlDocumentKey i:nil="true"/>');
    return isValid && (isEarly || text.includes(`<b:XmlDocumentKey>${fiscalId}</b:XmlDocumentKey>`));
  });
  if (deciding.length !== 1 || !isSaid) problems.push(`${state} without evidence (${deciding.length} attempts)`);
  return problems;
}

/** A lost number rests on an answer that names its holder by rule 90, and on a later one to a question by our key. */
function judgeNumber({ attempts, numberTaken }: IssueRecord, read: (attempt: Attempt) => string): string[] {
  const holder = `<b:XmlDocumentKey>${numberTaken?.holderKey}</b:XmlDocumentKey>`;
  const first = attempts.findIndex((one) => one.outcome === "number-taken" && read(one).includes(holder));
  const isConfirmed = attempts
    .slice(first + 1)
    .some(({ kind, outcome }) => kind === "status" && (outcome === "absent" || outcome === "number-taken"));
  return first >= 0 && isConfirmed ? [] : ["a lost number without evidence"];
}

/** One sending, a second only after a refusal before processing; always the frozen bytes. */
function judgeSendings(record: IssueRecord, { behaviour }: Trial, { outcome }: Plot, { sent }: Host): string[] {
  const wasReached = behaviour.isGreeting !== true;
  const attempts = record.attempts.filter(({ kind }) => kind === "send").length;
  const expected = outcome === "not-processed" ? 2 : 1;
  const problems = attempts === expected ? [] : [`${attempts} sendings instead of ${expected}`];
  if (sent.length > attempts || (wasReached && sent.length !== attempts))
    problems.push(`${sent.length} sendings arrived`);
  if (sent.some((sha256) => sha256 !== record.xmlSha256)) problems.push("other bytes were sent");
  return problems;
}

/** What a client sends, as the Worker reads it. */
const READERS: Readonly<Record<TrialKind, (key: string) => { readonly draft: IssueCommand["draft"] | undefined }>> = {
  fe: (key) => readInvoice(toObject(sampleInvoice({ [INVOICE_KEY]: key }))),
  dse: () => readSupportDocument(toObject(sampleSupportDocument())),
  dee: () => readTicket(toObject(sampleTicket()), { maker: MAKER, limit: null }),
  "93": () => readNote(toObject({ ...OF_TICKET, concepto: "1" }), "93"),
  "94": () => readNote(toObject({ ...OF_TICKET, concepto: "3" }), "94"),
};
const MAKER = { person: "Laura Gómez", company: "CAJAS DEL SUR S.A.S.", product: "Caja Sur 5" };
/** A ticket of another system: nothing of it is known here. */
const OF_TICKET = {
  documento: { numero: "POS77", cude: "ab".repeat(48), fecha: "2026-01-02" },
  items: [{ desc: "Almuerzo", cant: 1, unit: 5000, iva: 8 }],
};

function toObject(body: unknown): JsonObject {
  const value = readJson(new TextEncoder().encode(JSON.stringify(body)));
  if (!isJsonObject(value)) throw new Error("a sample is an object");
  return value;
}

async function makeCommand(db: Binding, kind: TrialKind, environment: Environment, key: string): Promise<IssueCommand> {
  const { draft } = READERS[kind](key);
  const companyId = COMPANY_IDS[environment];
  const company = await loadCompany(openDatabase(db), companyId);
  if (draft === undefined || company === undefined) throw new Error("the sample or its company is not sound");
  const isNote = kind === "93" || kind === "94";
  const module = isNote ? KINDS[kind].module : kind;
  const name = `${isNote ? KINDS[kind].keyMark : kind}:${companyId}:${key}:${crypto.randomUUID()}`;
  return { name, module, companyId, clientId: 1, key, fingerprint: `1:${name}`, draft, company };
}
