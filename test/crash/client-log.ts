// Keeps what the answers said about each key, and notes every answer that contradicts an earlier one.
import { dateInBogota } from "../../src/domain/value/calendar.ts";

/** Support documents, invoices, tickets; adjustment notes and credit notes, which lower them, and debit notes on tickets. */
export const KIND_NAMES = ["dse", "fe", "dee", "nas", "nc", "ncp", "ndp"] as const;
export type KindName = (typeof KIND_NAMES)[number];
export type NoteName = "nas" | "nc" | "ncp" | "ndp";

/** An operation of a client: one key, the payload that it means, and another one that it never meant. */
export interface ClientOperation {
  readonly kind: KindName;
  readonly companyId: number;
  /** Which token, and so which API client, uses the key. */
  readonly client: "all" | "second_client";
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly altered: Readonly<Record<string, unknown>>;
}

/** What an answer says of a document; undefined where it says nothing. */
export interface AnswerFacts {
  readonly status: number;
  readonly id: number | undefined;
  readonly number: number | undefined;
  readonly state: string | undefined;
  /** CUFE or CUDS. */
  readonly fiscalId: string | undefined;
  readonly code: string | undefined;
}

/** Everything known of one key. */
export interface Entry {
  readonly operation: ClientOperation;
  /** Which payload the service took; undefined while no answer said it. */
  taken: "payload" | "altered" | undefined;
  id: number | undefined;
  number: number | undefined;
  fiscalId: string | undefined;
  state: string | undefined;
  /** When an answer first showed a terminal state, by the clock of the client. */
  terminalSince: number;
  /** Refused for good: plan or range used up. */
  isRefused: boolean;
}

const TERMINAL: readonly string[] = ["aceptado", "rechazado"];
/** Answers that speak of a document. */
const DOCUMENT_STATUSES: readonly number[] = [200, 201, 202, 422, 502];
/** Of the newest keys so many are looked through for documents to correct. */
const NEWEST = 400;
/** Claims nothing: the service was out of reach. */
const UNAVAILABLE = 503;
/** Companies of the stand that run out of something, and the refusals that say so. */
const NEARLY_USED_UP: readonly number[] = [4, 5];
const SHORTAGES: readonly (string | undefined)[] = ["plan_exhausted", "range_exhausted"];
/** Other notes took what this one asks for. */
const TAKEN: readonly (string | undefined)[] = [
  "reference_annulled",
  "exceeds_balance",
  "exceeds_line",
  "concept_needs_whole",
];
/** After a kill the document may still be on its way to D1, although its object has answered. */
const NOT_SHOWN = "reference_pending";

export function isNote(kind: KindName): kind is NoteName {
  return kind !== "dse" && kind !== "fe" && kind !== "dee";
}

/** Whether a sound request may be refused so: its company ran out, or its day is over since it was first made. */
function mayRefuse({ kind, companyId, payload }: ClientOperation, code: string | undefined): boolean {
  if (SHORTAGES.includes(code)) return NEARLY_USED_UP.includes(companyId);
  if (isNote(kind)) return TAKEN.includes(code);
  return code === "business_rule" && kind === "dse" && payload.fecha_documento !== dateInBogota(Date.now());
}

export class ClientLog {
  readonly entries: Entry[] = [];
  readonly violations: string[] = [];
  readonly statuses = new Map<string, number>();

  open(operation: ClientOperation): Entry {
    const entry: Entry = {
      operation,
      taken: undefined,
      id: undefined,
      number: undefined,
      fiscalId: undefined,
      state: undefined,
      terminalSince: Number.POSITIVE_INFINITY,
      isRefused: false,
    };
    this.entries.push(entry);
    return entry;
  }

  /** Keys that were answered with a document. */
  listAcknowledged(): Entry[] {
    return this.entries.filter(({ id }) => id !== undefined);
  }

  /** Whether an answer has shown a document of the kind. */
  hasIssued(kind: KindName): boolean {
    return this.entries.some(({ operation, id }) => operation.kind === kind && id !== undefined);
  }

  /** Ids of documents of a company and kind that an answer called accepted, the newest of them. */
  listAccepted(companyId: number, kind: KindName): number[] {
    const isAccepted = ({ operation, state }: Entry) =>
      operation.companyId === companyId && operation.kind === kind && state === "aceptado";
    return this.entries
      .slice(-NEWEST)
      .flatMap((entry) => (isAccepted(entry) && entry.id !== undefined ? [entry.id] : []));
  }

  /** Answers so far that spoke of a document. */
  countAnswers(): number {
    const isAnswer = ([what]: readonly [string, number]) => DOCUMENT_STATUSES.includes(Number(what.slice(5)));
    return [...this.statuses].filter(isAnswer).reduce((sum, [, count]) => sum + count, 0);
  }

  count(what: string): void {
    this.statuses.set(what, (this.statuses.get(what) ?? 0) + 1);
  }

  /** Takes the answer to a POST that was made at `startedAt` with one of the two payloads. */
  takeAnswer(entry: Entry, sent: "payload" | "altered", startedAt: number, facts: AnswerFacts): void {
    this.count(`POST ${facts.status}`);
    const { status, code } = facts;
    if (status === 409) {
      if (entry.taken === sent) this.#note(entry, "409 to the payload that was taken");
      entry.taken ??= sent === "payload" ? "altered" : "payload";
      return;
    }
    const isEarly = isNote(entry.operation.kind) && code === NOT_SHOWN && entry.id === undefined;
    if (status === UNAVAILABLE || isEarly) return;
    if (mayRefuse(entry.operation, code)) {
      entry.isRefused = true;
      if (entry.id !== undefined) this.#note(entry, `${status} ${code} about a document that exists`);
      return;
    }
    if (!DOCUMENT_STATUSES.includes(status)) {
      this.#note(entry, `status ${status} ${code ?? ""}`);
      return;
    }
    if (entry.taken !== undefined && entry.taken !== sent) {
      this.#note(entry, `${status} to a payload other than the one that was taken`);
    }
    entry.taken ??= sent;
    this.#compare(entry, startedAt, facts);
  }

  /** Takes the answer to a GET by id. */
  takeRead(entry: Entry, startedAt: number, facts: AnswerFacts): void {
    this.count(`GET ${facts.status}`);
    if (facts.status === UNAVAILABLE) return;
    if (facts.status === 200) this.#compare(entry, startedAt, facts);
    else this.#note(entry, `GET ${facts.status} ${facts.code ?? ""}`);
  }

  #compare(entry: Entry, startedAt: number, facts: AnswerFacts): void {
    for (const fact of ["id", "number", "fiscalId"] as const) {
      if (facts[fact] === undefined || facts[fact] === null) continue;
      if (entry[fact] !== undefined && entry[fact] !== facts[fact]) {
        this.#note(entry, `${fact} was ${entry[fact]}, now ${facts[fact]}`);
      }
      Object.assign(entry, { [fact]: entry[fact] ?? facts[fact] });
    }
    const { state } = facts;
    if (state === undefined) return;
    const wasTerminal = entry.state !== undefined && TERMINAL.includes(entry.state);
    // An answer that began before the verdict was shown may still speak of the time before it.
    if (wasTerminal && state !== entry.state && startedAt > entry.terminalSince) {
      this.#note(entry, `state went back from ${entry.state} to ${state}`);
    }
    if (wasTerminal && TERMINAL.includes(state) && state !== entry.state) {
      this.#note(entry, `two verdicts: ${entry.state} and ${state}`);
    }
    if (wasTerminal) return;
    entry.state = state;
    if (TERMINAL.includes(state)) entry.terminalSince = performance.now();
  }

  #note({ operation, id }: Entry, what: string): void {
    this.violations.push(`${operation.kind}:${operation.companyId}:${operation.key} (document ${id ?? "?"}): ${what}`);
  }
}
