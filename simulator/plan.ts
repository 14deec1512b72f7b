// Decides how a sending is treated: by the tag in the counterpart's name, else by the random faults that are switched on.
import type { Operation } from "./soap-request.ts";

/** What becomes of the document. */
export type Fate =
  | "settled"
  /** In process; settled at the second status query. */
  | "inProcess"
  /** Unknown until the third status query. */
  | "late"
  /** Never known. */
  | "lost";

/** What the sender sees. */
export type Reply =
  | "normal"
  | "drop"
  | "unavailable"
  | "fault"
  | "truncate"
  | "inProcess"
  | "duplicateOnly"
  /** Status 89: the certificate may not send for this company. */
  | "notAuthorized"
  /** Rule ZA01, said before the document is read. */
  | "tooLarge"
  /** Status 99 in free text, without a rule and without a document. */
  | "unreadable"
  /** Rule 90 that names another document. */
  | "numberTaken";

export interface Plan {
  readonly fate: Fate;
  readonly reply: Reply;
  readonly verdict: "judged" | "notices" | "rejection";
  /** Milliseconds to wait before answering. */
  readonly delayMs: number;
}

export interface Waits {
  readonly silenceMs: number;
  readonly slowMs: number;
}

const NORMAL: Plan = { fate: "settled", reply: "normal", verdict: "judged", delayMs: 0 };

/** Behaviour tags (`simulator/README.md`); the first that stands in the name counts. */
function plansByTag(waits: Waits): ReadonlyMap<string, Plan> {
  return new Map<string, Plan>([
    ["#aviso", { ...NORMAL, verdict: "notices" }],
    ["#rechazo", { ...NORMAL, verdict: "rejection" }],
    ["#silencio", { ...NORMAL, reply: "drop", delayMs: waits.silenceMs }],
    ["#perdido", { ...NORMAL, fate: "lost", reply: "drop", delayMs: waits.silenceMs }],
    ["#tarde", { ...NORMAL, fate: "late", reply: "drop", delayMs: waits.silenceMs }],
    ["#proceso", { ...NORMAL, fate: "inProcess", reply: "inProcess" }],
    ["#duplicado", { ...NORMAL, reply: "duplicateOnly" }],
    ["#cortado", { ...NORMAL, reply: "truncate" }],
    ["#html", { ...NORMAL, fate: "lost", reply: "unavailable" }],
    ["#fault", { ...NORMAL, fate: "lost", reply: "fault" }],
    ["#noautorizado", { ...NORMAL, fate: "lost", reply: "notAuthorized" }],
    ["#grande", { ...NORMAL, fate: "lost", reply: "tooLarge" }],
    ["#ilegible", { ...NORMAL, fate: "lost", reply: "unreadable" }],
    ["#ajeno", { ...NORMAL, fate: "lost", reply: "numberTaken" }],
    ["#lento", { ...NORMAL, delayMs: waits.slowMs }],
  ]);
}

/** The tag in a name, in lower case, or undefined. */
export function findTag(name: string, waits: Waits): string | undefined {
  const lower = name.toLowerCase();
  return [...plansByTag(waits).keys()].find((tag) => lower.includes(tag));
}

/** The plan of a tag; without one, documents are simply judged and answered. */
export function planForTag(tag: string | undefined, waits: Waits): Plan {
  return (tag === undefined ? undefined : plansByTag(waits).get(tag)) ?? NORMAL;
}

/**
 * Random faults, each with its own rate between 0 and 1:
 * drop_before (not processed, connection dropped) · drop_after (processed, dropped) · http_503 (not processed, HTML) ·
 * fault (SOAP fault InvalidSecurity, not processed) · truncate (processed, answer cut) · delay (processed, answered late) ·
 * in_process (answered "in process", settled at the second query) · process_lost (answered "in process", then forgotten).
 */
export const FAULT_NAMES = [
  "drop_before",
  "drop_after",
  "http_503",
  "fault",
  "truncate",
  "delay",
  "in_process",
  "process_lost",
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

export interface FaultSetting {
  readonly seed: number;
  readonly rates: Readonly<Partial<Record<FaultName, number>>>;
  /** Operations that suffer; by default the sending ones. */
  readonly operations: readonly string[];
  /** Longest delay of the fault `delay`. */
  readonly delayMs: number;
}

export interface Chance {
  readonly operation: Operation;
  /** Document key or other text that names what is asked about. */
  readonly subject: string;
  /** How many requests of this operation about this subject came before. */
  readonly attempt: number;
}

/** The fault that strikes, if any: the same seed, operation, subject and attempt always give the same answer. */
export function drawFault(setting: FaultSetting | undefined, chance: Chance): FaultName | undefined {
  if (!setting?.operations.includes(chance.operation)) return undefined;
  return FAULT_NAMES.find((name) => draw(setting.seed, chance, name) < (setting.rates[name] ?? 0));
}

/** The plan of a fault by its name; `slow` waits as long as the tag `#lento`. */
export function planForName(name: Exclude<FaultName, "delay"> | "slow", waits: Waits): Plan {
  switch (name) {
    case "drop_before":
      return { ...NORMAL, fate: "lost", reply: "drop", delayMs: waits.silenceMs };
    case "drop_after":
      return { ...NORMAL, reply: "drop", delayMs: waits.silenceMs };
    case "http_503":
      return { ...NORMAL, fate: "lost", reply: "unavailable" };
    case "fault":
      return { ...NORMAL, fate: "lost", reply: "fault" };
    case "truncate":
      return { ...NORMAL, reply: "truncate" };
    case "in_process":
      return { ...NORMAL, fate: "inProcess", reply: "inProcess" };
    case "process_lost":
      return { ...NORMAL, fate: "lost", reply: "inProcess" };
    case "slow":
      return { ...NORMAL, delayMs: waits.slowMs };
  }
}

/** The plan of a random fault. */
export function planForFault(name: FaultName, setting: FaultSetting, chance: Chance, waits: Waits): Plan {
  if (name !== "delay") return planForName(name, waits);
  return { ...NORMAL, delayMs: Math.round(draw(setting.seed, chance, "delay_ms") * setting.delayMs) };
}

/** A number in [0, 1) that depends on its inputs only (FNV-1a, then a finalizer). */
export function draw(seed: number, chance: Chance, salt: string): number {
  const text = `${seed}|${chance.operation}|${chance.subject}|${chance.attempt}|${salt}`;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
