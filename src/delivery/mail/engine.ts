// Sends the e-mail of one company: each message at least once, and a second time only after an answer that was lost and that no
// event settled; one row for each, whatever dies and whenever.
import type { DueMail, MailPatch, MailRow } from "../../store/delivery/mail-deliveries.ts";
import { bouncedRetryAt, GIVE_UP_AFTER_MS, HOLD_MS, retryAt, SETTLED_WITHIN_MS, UNANSWERED_MOST } from "./plan.ts";
import type { MailPorts, SendOutcome } from "./ports.ts";

/** The object wakes again if it dies in a run; a message under way for as long has lost its answer. */
export const LEASE_MS = 120_000;
/** Messages at a time. */
const AT_ONCE = 4;
/** No message begins later in a run; the next one goes on. */
const RUN_MS = 45_000;

/**
 * Does what is due and arms the next wake.
 * @throws Error when a port failed: the lease wakes the object again.
 */
export async function sendMail<Message>(ports: MailPorts<Message>): Promise<void> {
  const endsMs = ports.nowMs() + RUN_MS;
  await ports.arm(ports.nowMs() + LEASE_MS);
  const isOn = await ports.isOn();
  let pausedUntilMs = 0;
  while (ports.nowMs() < endsMs) {
    pausedUntilMs = isOn ? ports.readHold() : 0;
    if (pausedUntilMs > ports.nowMs()) break;
    const due = await ports.listDue(ports.nowMs(), AT_ONCE);
    if (due.length === 0) break;
    const turns = await Promise.all(due.map((mail) => (isOn ? advance(ports, mail) : withdraw(ports, mail))));
    pausedUntilMs = Math.max(0, ...turns);
    if (pausedUntilMs > ports.nowMs()) break;
  }
  const next = await ports.findNext();
  if (next === undefined) await ports.disarm();
  else await ports.arm(Math.max(next, pausedUntilMs, ports.nowMs() + 1));
}

const toIso = (ms: number) => new Date(ms).toISOString();

/** What is owed by a company that sends no e-mail any more; what may be on its way stays as it is known. */
async function withdraw<Message>(ports: MailPorts<Message>, mail: DueMail): Promise<number> {
  const isBegun = mail.state !== "pendiente";
  await ports.change(mail, {
    state: isBegun ? "rechazado" : "omitido",
    reason: isBegun ? "sin_respuesta" : "desactivado",
    dueAt: null,
  });
  return 0;
}

/** Takes one e-mail a step on. @returns until when the company sends nothing; 0: it goes on. */
async function advance<Message>(ports: MailPorts<Message>, mail: DueMail): Promise<number> {
  const nowMs = ports.nowMs();
  if (mail.state === "enviando") {
    await ports.change(mail, loseAnswer(mail, nowMs));
    return 0;
  }
  const end = findEnd(mail, nowMs);
  if (end !== undefined) {
    const ended = await ports.change(mail, { ...end, dueAt: null });
    if (ended?.reason === "sin_respuesta") ports.report(ended, "mail_unanswered");
    return 0;
  }
  const turnMs = ports.takeTurn(nowMs);
  return turnMs === undefined ? transmit(ports, mail) : turnMs;
}

/** Why an e-mail is given up before it is sent; undefined: it is sent. */
function findEnd(mail: DueMail, nowMs: number): Pick<MailPatch, "state" | "reason"> | undefined {
  if (mail.state === "incierto" && mail.unanswered >= UNANSWERED_MOST) {
    return { state: "rechazado", reason: "sin_respuesta" };
  }
  if (mail.recipient === null) return { state: "omitido", reason: "sin_correo" };
  if (mail.isSuppressed) return { state: "rechazado", reason: "suprimido" };
  if (nowMs - Date.parse(mail.createdAt) < GIVE_UP_AFTER_MS) return undefined;
  return { state: "rechazado", reason: "vencida" };
}

/** Nobody knows whether the message was taken: an event may say so. */
function loseAnswer({ unanswered }: MailRow, nowMs: number): MailPatch {
  // From now on: the message may have left long after it was written down.
  return { state: "incierto", unanswered: unanswered + 1, dueAt: toIso(nowMs + SETTLED_WITHIN_MS) };
}

async function transmit<Message>(ports: MailPorts<Message>, mail: MailRow): Promise<number> {
  const composed = await ports.compose(mail).catch(() => undefined);
  const nowMs = ports.nowMs();
  if (composed === undefined) {
    const failures = mail.failures + 1;
    await ports.change(mail, { failures, dueAt: toIso(retryAt(failures, nowMs)) });
    return 0;
  }
  if (composed.type === "refused") {
    await ports.change(mail, { state: "rechazado", reason: composed.reason, dueAt: null });
    return 0;
  }
  // Written before the message leaves: who dies from here on leaves a row that says so.
  const begun = await ports.change(mail, {
    state: "enviando",
    attempts: mail.attempts + 1,
    attemptAt: toIso(nowMs),
    dueAt: toIso(nowMs + LEASE_MS),
    subjectHash: composed.subjectHash,
    providerId: null,
  });
  if (begun === undefined) return 0;
  const outcome = await ports.send(composed.message);
  return conclude(ports, begun, outcome);
}

async function conclude<Message>(ports: MailPorts<Message>, begun: MailRow, outcome: SendOutcome): Promise<number> {
  const nowMs = ports.nowMs();
  if (outcome.type === "held") {
    const untilMs = nowMs + HOLD_MS[outcome.because];
    await ports.hold(untilMs, outcome.because);
    // It costs no attempt: the message is as it was.
    const attempts = begun.attempts - 1;
    const patch: MailPatch = {
      state: begun.unanswered > 0 ? "incierto" : "pendiente",
      attempts,
      dueAt: toIso(untilMs),
    };
    await ports.change(begun, patch);
    return untilMs;
  }
  const changed = await ports.change(begun, judge(begun, outcome, nowMs));
  if (changed !== undefined || outcome.type !== "accepted") return 0;
  // An event was faster than the answer: the row has its state, and lacks only the id.
  const settled = await ports.find(begun);
  if (settled !== undefined && settled.providerId === null) await ports.change(settled, { providerId: outcome.id });
  return 0;
}

function judge(begun: MailRow, outcome: Exclude<SendOutcome, { type: "held" }>, nowMs: number): MailPatch {
  switch (outcome.type) {
    case "accepted":
      return { state: "enviado", reason: null, providerId: outcome.id, sentAt: toIso(nowMs), dueAt: null };
    case "refused":
      return { state: "rechazado", reason: outcome.reason, dueAt: null };
    case "uncertain":
      return loseAnswer(begun, nowMs);
    case "bounced": {
      const failures = begun.failures + 1;
      const againMs = bouncedRetryAt(failures, nowMs);
      if (againMs === undefined) return { state: "rebotado", reason: "buzon_lleno", failures, dueAt: null };
      return { state: "pendiente", failures, dueAt: toIso(againMs) };
    }
  }
}
