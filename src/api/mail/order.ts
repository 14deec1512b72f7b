// Takes the order to send a document by e-mail once more, once for each key.
import { wakeMailer } from "../../delivery/mail/stub.ts";
import { fullNumber, type Module } from "../../domain/company.ts";
import { isAmong } from "../../domain/value/mail-address.ts";
import type { Env } from "../../env.ts";
import { computeFingerprint } from "../../issuance/reserve.ts";
import { MAIL_LIMITS, type MailOrdered, orderMail } from "../../store/delivery/mail-deliveries.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import { noticeOrRefuse, readConfirmedBody, throwIfWrong } from "../app/body.ts";
import type { Call } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { type KeyRule, readKeyed } from "../creation/create.ts";
import { MAIL } from "../message/mail.ts";
import { toWireMail } from "../record/mail.ts";
import { getNamedDocument } from "../record/named-document.ts";

const KEY: KeyRule = { names: [], max: 120, advice: null };
/** Of who repeats an order: nothing was sent again. */
const REPLAYED = { "Idempotent-Replayed": "true" };

/** @throws ApiError for an order that is wrong, too much, or of a document or an address that nothing is sent of or to. */
export async function orderOne(call: Call, module: Module) {
  const document = getNamedDocument(call, module);
  const { key, fingerprint, recipient, message } = await readOrder(call);
  refuseUnfit(call, document, recipient);
  const { id: documentId, companyId } = document;
  const ordered = await orderMail(call.db, {
    companyId,
    documentId,
    module,
    key,
    fingerprint,
    recipient,
    message,
    nowIso: new Date().toISOString(),
  });
  const mail = getOrdered(ordered, document, fingerprint);
  const isReplay = ordered.type === "known";
  call.log({ delivery: mail.ordinal, isReplay });
  if (!isReplay) call.keepRunning(wake(call.env, companyId));
  const body = { ok: true as const, envio: toWireMail(mail) };
  return isReplay ? { status: 200 as const, body, headers: REPLAYED } : { status: 202 as const, body };
}

/** The e-mail is durable: where its object is not reached, the minute's job wakes it. */
async function wake(env: Env, companyId: number): Promise<void> {
  try {
    await wakeMailer(env, companyId);
  } catch (cause) {
    writeWarning("poke_failed", { companyId, error: describeError(cause) });
  }
}

/** @throws ApiError `idempotency_conflict`, `recipient_suppressed`, `envio_limit`. */
function getOrdered(ordered: MailOrdered, document: StoredDocument, fingerprint: string) {
  switch (ordered.type) {
    case "suppressed":
      throw new ApiError("recipient_suppressed", MAIL.suppressed);
    case "limited": {
      const { freeAt } = ordered;
      // A document that has all of them takes none any more: nothing is gained by waiting.
      if (freeAt === null) throw new ApiError("envio_limit", MAIL.documentFull);
      const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(freeAt) - Date.now()) / 1000));
      throw new ApiError("envio_limit", MAIL.addressFull(MAIL_LIMITS.perAddress, freeAt), [], { retryAfterSeconds });
    }
    case "known":
      if (ordered.mail.fingerprint === fingerprint) break;
      throw new ApiError("idempotency_conflict", MAIL.conflict, [], { owner: nameOwner(document) });
    case "ordered":
  }
  return ordered.mail;
}

/** @throws ApiError of a document, or a company, that nothing is sent of. */
function refuseUnfit({ env, caller: { company } }: Call, document: StoredDocument, recipient: string): void {
  const { mail = null } = company;
  const isAllowed = document.environment === "produccion" || isAmong(mail?.testAddresses ?? [], recipient);
  if (!isAllowed) throw new ApiError("not_deliverable", MAIL.notDeliverable);
  if (document.state !== "aceptado") throw new ApiError("not_ready", MAIL.notReady, [], { owner: nameOwner(document) });
  if (env.EMAIL === undefined || mail === null) throw new ApiError("mail_disabled", MAIL.disabled);
}

function nameOwner({ id, state, ...numbered }: StoredDocument) {
  return { id, number: fullNumber(numbered), state };
}

async function readOrder(call: Call) {
  const bytes = await readConfirmedBody(call);
  const { readPlainBody } = await import("../field/plain-body.ts");
  const { mailOrderSchema } = await import("../record/mail-schema.ts");
  const { body, key } = readKeyed(bytes, call.request.headers, KEY, false);
  const { value, problems, unused } = readPlainBody(body, mailOrderSchema, call.version);
  throwIfWrong("invalid_payload", noticeOrRefuse(call, unused), problems);
  if (key === null || value === undefined) throw new Error("an order without problems has its key and its values");
  const { correo: recipient, mensaje: message = null } = value;
  return { key, recipient, message, fingerprint: await computeFingerprint(body, []) };
}
