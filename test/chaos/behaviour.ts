// Defines a row of the outcome table: one way in which the authority, or the network before it, can misbehave, and the class of
// its outcome.
import type { Outcome } from "../../src/authority/outcome.ts";
import type { Random } from "../support/random.ts";
import type { StatusFields } from "../support/status-answer.ts";
import type { Action } from "./wire.ts";

/** Which request meets a behaviour: the sending, the questions by CUFE or CUDS, the questions by ZipKey. */
export const PHASES = ["send", "status", "status-zip"] as const;
export type Phase = (typeof PHASES)[number];
export type OutcomeClass = Outcome["type"];

/** What a script is made from: who asks what, and how a sound answer would look. */
export interface Scene {
  readonly random: Random;
  /** How long the client waits, in milliseconds. */
  readonly deadlineMs: number;
  /** Origin of a server that would say yes to everything; no client may ever follow there. */
  readonly evilOrigin: string;
  /** CUFE or CUDS of the document, and another one's. */
  readonly key: string;
  readonly otherKey: string;
  /** A well-formed answer to this very question; accepted unless the fields say otherwise. */
  readonly answer: (fields?: StatusFields) => string;
  /** The same, with several results in one envelope. */
  readonly answerWith: (...results: readonly StatusFields[]) => string;
}

export interface Behaviour {
  readonly name: string;
  /** Class of a sending that meets it, and of a question. */
  readonly send: OutcomeClass;
  readonly status: OutcomeClass;
  /** Whether the authority processed a document whose sending met it. */
  readonly fate: "processed" | "unprocessed" | "either";
  readonly script: (scene: Scene) => readonly Action[];
  /** Done on connecting, before the request is read. */
  readonly isGreeting?: boolean;
  /** No server listens at all. */
  readonly isRefused?: boolean;
  /** The only requests that may meet it; all unless given. */
  readonly phases?: readonly Phase[];
  /** Takes the client's whole deadline: met a few times, not for ever. */
  readonly isSlow?: boolean;
}

/** HTTP as text; `close` unless the headers say otherwise. */
export function http(
  status: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Action[] {
  const bytes = Buffer.from(body);
  const all = {
    "content-type": "application/soap+xml; charset=utf-8",
    "content-length": String(bytes.length),
    connection: "close",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return [{ type: "write", bytes: Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`), bytes]) }];
}

export const RESET: Action = { type: "reset" };
export const END: Action = { type: "end" };
export const wait = (milliseconds: number): Action => ({ type: "wait", milliseconds });
export const write = (bytes: string | Uint8Array): Action => ({ type: "write", bytes });

/** A row whose class is the same in both phases. */
export function row(
  name: string,
  outcome: OutcomeClass,
  fate: Behaviour["fate"],
  script: Behaviour["script"],
  over: Partial<Behaviour> = {},
): Behaviour {
  return { name, send: outcome, status: outcome, fate, script, ...over };
}
