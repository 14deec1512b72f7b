// Looks up an acquirer: returns today's stored answer, or asks the authority.
import type { AcquirerResult } from "../../authority/lookup.ts";
import type { JsonObject } from "../../domain/value/json.ts";
import { askAcquirer } from "../../issuance/port/authority-port.ts";
import { FRESH_MS, findAcquirer, type StoredAcquirer, saveAcquirer } from "../../store/company/acquirers.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import { noticeOrRefuse, readConfirmedBody, throwIfWrong } from "../app/body.ts";
import type { ReplyOf } from "../app/reply.ts";
import type { Call } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { readJsonObject } from "../field/json.ts";
import { TEXT } from "../message/request.ts";
import type { acquirerAnswerSchema } from "./reply-schema.ts";
import type { AcquirerQuestion } from "./request.ts";

/** @throws ApiError for a body that is wrong, and where the authority knows nobody or does not answer. */
export async function getAcquirer(call: Call): Promise<ReplyOf<200, typeof acquirerAnswerSchema>> {
  const body = readJsonObject(await readConfirmedBody(call));
  const question = await readQuestion(call, body);
  const { company } = call.caller;
  const { identificationType, identificationNumber } = question;
  const identity = { companyId: company.id, identificationType, identificationNumber };
  const nowMs = Date.now();
  if (!question.isForced) {
    const known = await findAcquirer(call.db, identity, new Date(nowMs - FRESH_MS).toISOString());
    if (known !== undefined) return toReply(question, known, true);
  }
  const result = await askAcquirer(call.env, company, identificationType, identificationNumber);
  if (result.type !== "found") throw refuseAnswer(result, question);
  const answer: StoredAcquirer = { name: result.name, email: result.email, fetchedAt: new Date(nowMs).toISOString() };
  try {
    await saveAcquirer(call.db, identity, answer);
  } catch (cause) {
    // Without it the next lookup just asks the authority again.
    writeWarning("acquirer_not_kept", { companyId: company.id, error: describeError(cause) });
  }
  return toReply(question, answer, false);
}

async function readQuestion(call: Call, body: JsonObject): Promise<AcquirerQuestion> {
  const { findUnused, readAcquirerQuestion } = await import("./request.ts");
  const { question, problems } = readAcquirerQuestion(body, call.version);
  throwIfWrong("invalid_payload", noticeOrRefuse(call, findUnused(body, call.version)), problems);
  if (question === undefined) throw new Error("a body without problems gave no question");
  return question;
}

/** Every failure is a 502 with its own code. */
function refuseAnswer(
  result: Exclude<AcquirerResult, { readonly type: "found" }>,
  question: AcquirerQuestion,
): ApiError {
  if (result.type === "not-found") {
    const { identificationType, identificationNumber } = question;
    return new ApiError("acquirer_not_found", TEXT.acquirerUnknown(identificationType, identificationNumber));
  }
  if (result.reason === "timeout") return new ApiError("authority_timeout", TEXT.acquirerTimeout);
  if (result.reason === "fault") return new ApiError("authority_fault", TEXT.acquirerFault);
  return new ApiError("authority_unreachable", TEXT.acquirerUnreachable);
}

/** Both vocabularies of each field: the lookup's own and the one of invoices. */
function toReply(
  question: AcquirerQuestion,
  answer: StoredAcquirer,
  isCached: boolean,
): ReplyOf<200, typeof acquirerAnswerSchema> {
  const acquirer = {
    identification_type: question.identificationType,
    identification_number: question.identificationNumber,
    name: answer.name,
    email: answer.email ?? "",
    tipo_doc: question.identificationType,
    numero_doc: question.identificationNumber,
    nombre: answer.name,
  };
  return { status: 200, body: { ok: true, acquirer, cached: isCached, fetched_at: answer.fetchedAt } };
}
