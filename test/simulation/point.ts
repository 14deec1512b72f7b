// Names every wait of the engine: what is waited for, how far the document is, and what can go wrong there.
import { FAULTS, type Fault } from "./fault.ts";

/** Calls that leave the object. */
export const NETWORK: readonly Fault[] = FAULTS;
/** Waits inside the object. */
export const LOCAL: readonly Fault[] = ["crash-unflushed", "crash-after", "zombie"];
/** Signing, and a look at what it takes: local, but the secrets come from elsewhere. */
export const SIGNING: readonly Fault[] = [...LOCAL, "error-before"];

/** Calls of a mover, which keeps nothing that could be unconfirmed. */
export const MOVER: readonly Fault[] = FAULTS.filter((kind) => kind !== "crash-unflushed");

/** How far a document is, as far as it matters to a wait. */
const PHASES: Readonly<Record<string, string>> = {
  none: "unborn",
  creating: "unsent",
  firmado: "unsent",
  sending: "sending",
  enviado: "asking",
  en_proceso: "asking",
  en_proceso_http: "asking",
  send_unknown: "unknown",
  aceptado: "settled",
  rechazado: "settled",
};

/**
 * The name of a wait. An answer goes to the archive, a row is looked for, what a note corrects is read and a range is stopped
 * in the same way however far the document is.
 */
export function namePoint(method: string, state: string): string {
  const phase = PHASES[state];
  if (method.endsWith("-answer")) return `${method}@${phase === "settled" ? "settled" : "open"}`;
  if (method === "d1.find-by-name") return `${method}@${phase === "unborn" ? "unborn" : "born"}`;
  // A note that another one came before sleeps as an unsent document does.
  if (method === "sleep" && phase === "unborn") return "sleep@unsent";
  // Of two retirements at once the second one reads on after the first has emptied the journal.
  if (method === "r2.get-document" && phase === "unborn") return "r2.get-document@settled";
  if (method === "d1.stop-range") return `${method}@sent`;
  if (method === "d1.find-corrected" || method.endsWith("-corrected")) return `${method}@unborn`;
  return `${method}@${phase}`;
}

interface Point {
  readonly kinds: readonly Fault[];
  readonly weight: number;
  /** Of the calls of a mover: how likely a fault is, in every world, and each kind as likely as any other. */
  readonly rate?: number;
  /** Share of the goal of each of its pairs; all of it unless given. */
  readonly goal?: number;
}

const moving = (rate: number): Point => ({ kinds: MOVER, weight: 1, rate });

/**
 * The declared waits, and how many times likelier than elsewhere a fault is there: what a world seldom reaches must not
 * be seldom tried. A wait that comes by and is not declared is an error of the simulation.
 */
export const POINTS: Readonly<Record<string, Point>> = {
  "d1.allocate@unsent": { kinds: NETWORK, weight: 1 },
  "d1.find-by-name@unborn": { kinds: NETWORK, weight: 4 },
  "d1.find-by-name@born": { kinds: NETWORK, weight: 3 },
  "d1.find-corrected@unborn": { kinds: NETWORK, weight: 6 },
  "r2.get-corrected@unborn": { kinds: NETWORK, weight: 8 },
  "digest@unborn": { kinds: LOCAL, weight: 9 },
  "d1.load-company@unsent": { kinds: NETWORK, weight: 2 },
  "d1.load-company@asking": { kinds: NETWORK, weight: 0.5 },
  "d1.load-company@unknown": { kinds: NETWORK, weight: 1 },
  "d1.project@unsent": { kinds: NETWORK, weight: 1.5 },
  "d1.project@sending": { kinds: NETWORK, weight: 10 },
  "d1.project@asking": { kinds: NETWORK, weight: 0.5 },
  "d1.project@unknown": { kinds: NETWORK, weight: 1 },
  "d1.project@settled": { kinds: NETWORK, weight: 2 },
  "d1.stop-range@sent": { kinds: NETWORK, weight: 8 },
  "r2.put-document@unsent": { kinds: NETWORK, weight: 2.2 },
  "r2.head-document@unsent": { kinds: NETWORK, weight: 13 },
  "r2.get-document@unsent": { kinds: NETWORK, weight: 13 },
  "r2.get-document@unknown": { kinds: NETWORK, weight: 10 },
  "r2.put-document@unknown": { kinds: NETWORK, weight: 10 },
  "r2.head-document@unknown": { kinds: NETWORK, weight: 10 },
  "r2.put-document@settled": { kinds: NETWORK, weight: 7 },
  "r2.head-document@settled": { kinds: NETWORK, weight: 70 },
  "r2.put-answer@open": { kinds: NETWORK, weight: 0.5 },
  "r2.put-answer@settled": { kinds: NETWORK, weight: 6 },
  "r2.head-answer@open": { kinds: NETWORK, weight: 9 },
  "r2.head-answer@settled": { kinds: NETWORK, weight: 20 },
  "r2.get-document@settled": { kinds: NETWORK, weight: 8 },
  "r2.get-answer@open": { kinds: NETWORK, weight: 180 },
  // One world in twenty comes by.
  "r2.get-answer@settled": { kinds: NETWORK, weight: 220, goal: 0.5 },
  "secrets@unborn": { kinds: SIGNING, weight: 2 },
  "secrets@unsent": { kinds: SIGNING, weight: 4 },
  "sign@unsent": { kinds: SIGNING, weight: 1 },
  "authority.send@sending": { kinds: NETWORK, weight: 2 },
  "authority.status@asking": { kinds: NETWORK, weight: 0.5 },
  "authority.status@unknown": { kinds: NETWORK, weight: 1 },
  "authority.status@unsent": { kinds: NETWORK, weight: 1 },
  "authority.status-zip@asking": { kinds: NETWORK, weight: 4 },
  "authority.status-zip@unknown": { kinds: NETWORK, weight: 5 },
  "sleep@unsent": { kinds: LOCAL, weight: 1.4 },
  "sleep@asking": { kinds: LOCAL, weight: 30 },
  "digest@unsent": { kinds: LOCAL, weight: 22 },
  "digest@sending": { kinds: LOCAL, weight: 2.7 },
  "digest@asking": { kinds: LOCAL, weight: 0.5 },
  "digest@settled": { kinds: LOCAL, weight: 2 },
  "digest@unknown": { kinds: LOCAL, weight: 1 },
  "mover.read@any": moving(0.005),
  "mover.write@beginning": moving(0.65),
  "mover.write@copying": moving(0.07),
  "mover.write@closing": moving(0.35),
  "mover.write@catching-up": moving(0.17),
  "mover.write@verified": moving(0.5),
  "mover.write@switched": moving(0.28),
  "mover.write@cleaning": moving(0.09),
  "mover.write@aborting": moving(0.2),
};
