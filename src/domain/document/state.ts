// Defines the states and events of a document, and the table of transitions between them.

/** `estado_authority`, plus `creating` before the XML is signed. */
export const STATES = [
  "creating",
  "firmado",
  "sending",
  "enviado",
  "en_proceso",
  "en_proceso_http",
  "send_unknown",
  "aceptado",
  "rechazado",
] as const;
export type State = (typeof STATES)[number];

export const EVENTS = [
  "signed",
  "sending",
  "accepted",
  "rejected",
  "acknowledged",
  "processing",
  "uncertain",
  "refused-unprocessed",
  "resend-refused",
  "absent-exhausted",
  "answers-exhausted",
  "operator-resend",
  "operator-close",
] as const;
export type Event = (typeof EVENTS)[number];

/** With which a document's life, or what is remembered of it, begins. */
export const BEGINNINGS = ["reserved", "adopted"] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/** The whole life cycle. An event that a state does not list is a bug, never a refusal of the request. */
export const TRANSITIONS: Readonly<Record<State, Readonly<Partial<Record<Event, State>>>>> = {
  creating: { signed: "firmado" },
  firmado: { sending: "sending", "operator-close": "rechazado" },
  sending: {
    accepted: "aceptado",
    rejected: "rechazado",
    acknowledged: "enviado",
    processing: "en_proceso",
    uncertain: "en_proceso_http",
    "refused-unprocessed": "firmado",
    "resend-refused": "send_unknown",
  },
  enviado: {
    accepted: "aceptado",
    rejected: "rechazado",
    processing: "en_proceso",
    uncertain: "enviado",
    "absent-exhausted": "send_unknown",
    "answers-exhausted": "send_unknown",
  },
  en_proceso: {
    accepted: "aceptado",
    rejected: "rechazado",
    processing: "en_proceso",
    uncertain: "en_proceso",
    "absent-exhausted": "send_unknown",
    "answers-exhausted": "send_unknown",
  },
  en_proceso_http: {
    accepted: "aceptado",
    rejected: "rechazado",
    processing: "en_proceso",
    uncertain: "en_proceso_http",
    "absent-exhausted": "send_unknown",
    "answers-exhausted": "send_unknown",
  },
  send_unknown: {
    accepted: "aceptado",
    rejected: "rechazado",
    processing: "en_proceso",
    uncertain: "send_unknown",
    "operator-resend": "sending",
    "operator-close": "rechazado",
  },
  aceptado: {},
  rechazado: {},
};

/**
 * The state that an event leads to.
 * @throws Error when the table has no such cell: a bug of ours, never the caller's.
 */
export function nextState(from: State, event: Event): State {
  const to = TRANSITIONS[from][event];
  if (to === undefined) throw new Error(`illegal transition: ${from} on ${event}`);
  return to;
}

/** `aceptado` and `rechazado` are terminal. */
export function isTerminal(state: State): state is "aceptado" | "rechazado" {
  return state === "aceptado" || state === "rechazado";
}

/** `pending` of an answer: every state that is not terminal. */
export function isPending(state: State): boolean {
  return !isTerminal(state);
}

/** Nothing of the document has left for the authority yet. */
export function isUnsent(state: State): boolean {
  return state === "creating" || state === "firmado";
}

/** A request may have left, and what became of it is not known: its answer is not there, or was lost. */
export const UNCERTAIN_STATES = ["sending", "en_proceso_http", "send_unknown"] as const satisfies readonly State[];

export function isUncertain(state: State): boolean {
  return UNCERTAIN_STATES.some((one) => one === state);
}
