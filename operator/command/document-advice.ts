// Says in words what a document waits for, and what an operator should do about it.
import type { LastError, Verdict } from "../../src/domain/document/timeline.ts";
import { STUB_VERSION } from "../../src/store/archive/snapshot.ts";
import { parseLastError } from "../../src/store/base/stored-form.ts";
import type { StoredDocument } from "../../src/store/document/documents.ts";
import { AT_ONCE } from "../../src/store/document/hurry.ts";
import { printMoment } from "../moment.ts";
import type { Paint } from "../tone.ts";
import type { FileFault } from "./signed-file.ts";

/** Words for each state. */
const MEANINGS: Readonly<Record<string, string>> = {
  creating: "it has its number and is not signed yet; nothing has left",
  firmado: "it is signed and not sent yet; nothing has left",
  sending: "it was handed to the authority, or was about to be; it is never sent again by itself",
  enviado: "the authority has it and gave a ZipKey; its verdict is asked for",
  en_proceso: "the authority is processing it; its verdict is asked for",
  en_proceso_http: "the authority's answer was lost; it is asked by CUFE or CUDS, never sent again by itself",
  send_unknown:
    "the authority denied it at least four times over half an hour (it does not know it, or refuses it without a verdict), or said nothing that settles it for three days",
  aceptado: "the authority accepted it; settled",
  rechazado: "the authority rejected it, or two people closed it; settled, its number stays used",
};

/** Of a rejected document whose end is known. */
const ENDINGS: Readonly<Record<Ending, string>> = {
  authority: "the authority rejected it; settled, its number stays used",
  people: "two people closed it; settled, its number stays used",
};

/** What is said of what to do, in one language; in English by the operator's program, and by the console in Spanish, too. */
export interface AdviceWords {
  /** By state. */
  readonly states: Readonly<Record<string, string>>;
  readonly unknownState: string;
  /** Of a document that an outage of the authority holds: what to do, and what it waits for. */
  readonly held: string;
  readonly untilBack: string;
  /** What an outage adds to what is to do. */
  readonly heldToo: string;
  readonly notAsked: (detail: string) => string;
  readonly companyRefused: (detail: string) => string;
  readonly sendingRefused: (detail: string) => string;
  /** What it is in its state where each of so many sendings was refused, the last one in these words. */
  readonly wasRefused: (times: number, detail: string) => string;
  readonly wasClosedRefused: (times: number) => string;
  readonly closed: string;
  readonly closedRefused: string;
  readonly unnamed: (next: string) => string;
  readonly unnamedOpen: string;
  readonly taken: (next: string, isRejected: boolean) => string;
  readonly takenNote: string;
  readonly takenRange: string;
  /** When something is done, or asked. */
  readonly step: string;
  readonly question: string;
  readonly noWake: string;
  readonly atOnce: (what: string) => string;
  readonly dueSince: (what: string, moment: string) => string;
  /** An instant with its age. */
  readonly moment: (iso: string, nowMs: number) => string;
}

const ENGLISH: AdviceWords = {
  states: {
    creating: "if it stays: the key, the certificate or the archive cannot be reached; see the Worker's log",
    firmado:
      "if it stays: the archive or the authority cannot be reached, and it goes on by itself; if another document has its number (archive_conflict), two people may order `document close`",
    sending: "nothing; if it stays over ten minutes, see the Worker's log",
    enviado: "nothing; it is asked about on a schedule",
    en_proceso: "nothing; it is asked about on a schedule",
    en_proceso_http: "nothing; it is asked about on a schedule",
    send_unknown:
      "look it up on the authority's portal; if it really is not there, two people may order `document resend`; if it is refused again without a rule, `document close`",
    aceptado: "nothing",
    rechazado: "the client corrects its data and issues a new document under a new key",
  },
  unknownState: "see the Worker's log",
  held: "nothing: the authority was down, nothing of it has left, and it leaves by itself, the oldest first (runbook `authority_down`)",
  untilBack:
    "the authority: it leaves by itself once sendings are answered again, the oldest 90 s later, the others behind it twice as fast as they came",
  heldToo:
    "Besides, the authority is down: until sendings are answered again nothing is tried, and `document close` is refused (runbook `authority_down`)",
  notAsked: (detail) =>
    `the authority was not even asked: "${detail}". See to the certificate (\`certificate list\`) or the secret (runbook \`object_unreachable\`, 4); it goes on by itself once that is corrected, no resend and no new key`,
  companyRefused: (detail) =>
    `the authority refuses what this company sends, before it keeps anything: "${detail}". On its portal, associate the software (or its provider) with the company for this kind of document, or see to the test set; the certificate must be of a NIT that may send for it. Nothing was processed; it goes out by itself, no resend and no new key. If the company will never be allowed to send it, two people may order \`document close\`: it asks the authority once more`,
  sendingRefused: (detail) =>
    `the sending was refused before processing ("${detail}"): certificate, header or clock; it goes out by itself once that is corrected`,
  wasRefused: (times, detail) =>
    `it was sent ${times === 1 ? "once, and refused" : `${times} times, each refused`} before processing ("${detail}"): the authority keeps nothing of it`,
  wasClosedRefused: (times) =>
    `two people closed it; ${times === 1 ? "its sending" : `each of its ${times} sendings`} was refused before processing; settled, its number stays used`,
  closedRefused:
    "the authority processed nothing of it and, asked once more, denied it: once the cause is mended its client issues it anew under a new key",
  closed:
    "two people closed it after it was sent: the authority denied it and gave no verdict. It may be there all the same: look its CUFE or CUDS up on the portal before its client issues it anew under a new key",
  unnamed: (next) =>
    `the authority refuses it with status 99 and says neither which document nor which rule (its words are in the last answer, \`document files\`). ${next}`,
  unnamedOpen:
    "It is asked about on a schedule; after four such answers over half an hour it is send_unknown, and two people may end it",
  taken: (next, isRejected) =>
    `another document has its number at the authority; ${next}${isRejected ? "; its data is right, and its client issues it anew under a new key after that" : ""}`,
  takenNote:
    "its series gives no number more: see `series list`, find the other system, then `series edit --next` past its numbers",
  takenRange:
    "its range gives no number more: see `range list`, find the other system, then `range resume --next` past its numbers",
  step: "its next step",
  question: "the next question to the authority",
  noWake: "nothing: its wake-up is missing, the next call with its key moves it",
  atOnce: (what) => `${what}, at once; the cron wakes it within minutes, the oldest first`,
  dueSince: (what, moment) => `${what}, due since ${moment}; the cron wakes it`,
  moment: printMoment,
};

/** Who ended a rejected document: the authority by its verdict, or two people by an order. */
export type Ending = "authority" | "people";

/** Who did; undefined for every other state, and where what tells it is not at hand. */
export function endingOf({ state, verdict, timeline }: Pick<StoredDocument, "state" | "verdict" | "timeline">) {
  if (state !== "rechazado") return undefined;
  const isClosed = verdict?.isClosing === true || timeline?.changes.at(-1)?.event === "operator-close";
  if (isClosed) return "people" satisfies Ending;
  return verdict === null ? undefined : ("authority" satisfies Ending);
}

/** Of a row that `ledger rebuild` wrote from the signed file alone. */
const REBUILT =
  "its row was rebuilt from its signed file alone, and it may have been sent: its object is asked for its last state within minutes";

/** Whether a row knows less than its object; until that has answered, its state is no fact. */
export function isRebuilt({ state, version }: Pick<StoredDocument, "state" | "version">): boolean {
  return state === "firmado" && version === STUB_VERSION;
}

/** What the state of a document means. */
export function explainDocument(document: StoredDocument): string {
  if (isRebuilt(document)) return REBUILT;
  return explainRefused(document, ENGLISH) ?? explainState(document.state, endingOf(document));
}

/** What a document is whose sendings were all refused before processing, while it waits or once two people closed it; undefined of others. */
export function explainRefused(document: StoredDocument, words: AdviceWords): string | undefined {
  const refused = findRefused(document);
  if (refused === undefined) return undefined;
  if (document.state === "firmado") return words.wasRefused(refused.times, refused.detail);
  return endingOf(document) === "people" ? words.wasClosedRefused(refused.times) : undefined;
}

/** Sendings that the authority refused before processing. */
interface RefusedSendings {
  readonly times: number;
  /** Its words about the last one. */
  readonly detail: string;
}

/** Undefined where none was made, or one was not refused so. */
function findRefused({ timeline }: Pick<StoredDocument, "timeline">): RefusedSendings | undefined {
  const attempts = timeline?.attempts ?? [];
  const made = attempts.filter(({ kind, detail }) => kind === "send" && !NOT_MADE.test(detail ?? ""));
  const last = made.at(-1);
  if (last === undefined || made.some(({ outcome }) => outcome !== "not-processed")) return undefined;
  return { times: made.length, detail: last.detail ?? "" };
}

/** What a state means; of a rejected document with who ended it, where that is known. */
export function explainState(state: string, ending?: Ending): string {
  if (ending !== undefined) return ENDINGS[ending];
  return MEANINGS[state] ?? `unknown state ${state}`;
}

/** No request was made, for a reason of our own: `status` counts the same apart. */
const NOT_MADE = /^(?:not sent: |(?:Refusal|SecretError): )/;

/** An exchange of the time line, as much as advice needs. */
interface LastExchange {
  readonly outcome: string | null;
  readonly detail: string | null;
}

/** What is known of a document beside its state and its last exchange. */
interface DocumentFacts {
  /** Two people closed it after it was sent. */
  readonly isClosed: boolean;
  /** The authority said once that another document has its number. */
  readonly isTaken: boolean;
  /** Its number is of a series. */
  readonly isNote: boolean;
  readonly isHeld: boolean;
  readonly refused: RefusedSendings | undefined;
}

function readFacts(document: StoredDocument): DocumentFacts {
  const { state, verdict, timeline, conceptCode, lastStatusError: error } = document;
  return {
    isClosed: verdict?.isClosing === true,
    isTaken: timeline?.attempts.some(({ outcome }) => outcome === "number-taken") === true,
    isNote: conceptCode !== null,
    isHeld: isHeld({ state, error }),
    refused: findRefused(document),
  };
}

const FILE_FAULTS: Readonly<Record<FileFault["what"], string>> = {
  "missing-file": "its signed file is gone from the archive",
  "changed-file": "its signed file in the archive was altered",
  "swapped-file": "its signed file in the archive is another document",
};

/**
 * What an operator should do about a document.
 * @param fileFault what is wrong with its signed file.
 */
export function adviseDocument(
  document: StoredDocument,
  {
    fileFault,
    words = ENGLISH,
  }: { readonly fileFault?: FileFault | undefined; readonly words?: AdviceWords | undefined },
): string {
  const { state, timeline } = document;
  const advice = adviseState(state, timeline?.attempts.at(-1), readFacts(document), words);
  if (fileFault === undefined) return advice;
  if (state === "firmado") return `${fileFault.detail}. Besides: ${advice}`;
  const next = `${FILE_FAULTS[fileFault.what]} (${fileFault.detail}): the one with the digest of \`operator document show\` has to be put back, see docs/operations.md, runbook \`ledger verify\``;
  return advice === words.states.aceptado ? next : `${next}. Besides: ${advice}`;
}

function adviseState(
  state: string,
  last: LastExchange | undefined,
  { isClosed, isTaken, isNote, isHeld: waits, refused }: DocumentFacts,
  words: AdviceWords,
): string {
  const detail = last?.detail ?? "";
  const isSettled = state === "aceptado" || state === "rechazado";
  if (!isSettled && NOT_MADE.test(detail)) return words.notAsked(detail);
  if (state === "firmado" && last?.outcome === "not-processed") {
    const isOfCompany = /^(?:status 89|upload refused)/.test(detail);
    const advice = isOfCompany ? words.companyRefused(detail) : words.sendingRefused(detail);
    return waits ? `${advice}. ${words.heldToo}` : advice;
  }
  if (waits) return words.held;
  if (state === "rechazado" && isClosed) return refused === undefined ? words.closed : words.closedRefused;
  if (last?.outcome === "refused-unnamed") {
    return words.unnamed(state === "send_unknown" ? (words.states.send_unknown ?? "") : words.unnamedOpen);
  }
  if (last?.outcome === "number-taken" || (state === "rechazado" && isTaken && last?.outcome !== "rejected")) {
    return words.taken(isNote ? words.takenNote : words.takenRange, state === "rechazado");
  }
  return words.states[state] ?? words.unknownState;
}

/** Whether an outage of the authority holds a document; by what its row says of its last trouble. */
export function isHeld({ state, error }: { readonly state: string; readonly error: string | null }): boolean {
  return state === "firmado" && parseLastError(error)?.reason === "held";
}

/** What a pending document does next, and when: `due_at` an ISO instant, `error` its last trouble as its row has it. */
export function explainWaiting(
  {
    state,
    due_at: dueAt,
    error,
  }: { readonly state: string; readonly due_at: string | null; readonly error: string | null },
  nowMs: number,
  words: AdviceWords = ENGLISH,
): string {
  if (dueAt !== null && dueAt !== AT_ONCE && isHeld({ state, error })) return words.untilBack;
  const what = ["creating", "firmado"].includes(state) ? words.step : words.question;
  if (dueAt === null) return words.noWake;
  if (dueAt === AT_ONCE) return words.atOnce(what);
  const moment = words.moment(dueAt, nowMs);
  return Date.parse(dueAt) < nowMs ? words.dueSince(what, moment) : `${what}, ${moment}`;
}

/** The authority's verdict in lines: what it said, and each rule that it named. */
export function describeVerdict(verdict: Verdict | null, paint: Paint): string[] {
  if (verdict === null) return [];
  const { isValid, statusCode, statusDescription, statusMessage, rules, isClosing } = verdict;
  const words = [statusDescription, statusMessage].filter((text) => text !== "").join(" ");
  const denied = isClosing === true ? "denied, no verdict" : "rejected";
  const head = `${isValid ? paint("good", "accepted") : paint("bad", denied)}, status ${statusCode}: ${words}`;
  const named = rules.map(({ code, severity, text }) => {
    return `  ${paint(severity === "rechazo" ? "bad" : "warn", severity)} ${code === "" ? "(no rule)" : code}: ${text}`;
  });
  return [`the authority: ${head}`, ...named];
}

/** What went wrong last, in a line: a step of our own, or an exchange. */
export function describeLastError(error: LastError | null): string[] {
  if (error === null) return [];
  const { step, reason, detail } = error;
  const what = step === null ? `last trouble (${reason})` : `our step \`${step}\` failed last and is tried again`;
  return [`${what}: ${detail}`];
}
