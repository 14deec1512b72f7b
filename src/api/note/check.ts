// Reads the body of a note and finds all that is wrong with its shape; what depends on the corrected document is left to the object.
import { findPaymentDoubts } from "../../domain/doubt/doubt.ts";
import { findNotePrintDoubts } from "../../domain/doubt/print-doubt.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import { KINDS, type NoteType } from "../../domain/kind.ts";
import type { JsonObject } from "../../domain/value/json.ts";
import { noticeOrRefuse, refuseDoubts, throwIfWrong } from "../app/payload.ts";
import type { Call } from "../app/route.ts";
import { disclose } from "../base/disclosure.ts";
import { type ReadSound, toSound } from "../creation/request.ts";
import { readNote } from "./request.ts";

/** @throws ApiError `invalid_payload` with every problem of shape. */
export function checkNote(call: Call, body: JsonObject, typeCode: NoteType): ReadSound<NoteDraft> {
  const request = readNote(body, typeCode);
  const { draft, naming } = request;
  call.notice(request.remarks);
  const methods = call.caller.company.paymentMethods;
  const doubts = draft === undefined || draft.typeCode === "95" ? [] : findPaymentDoubts(draft.payment, methods);
  const problems = [...request.typeErrors, ...refuseDoubts(call.version, doubts, naming)];
  throwIfWrong("invalid_payload", noticeOrRefuse(call, request.unused), problems);
  const tells = disclose(call.caller.scopes, KINDS[typeCode].module);
  return toSound({ ...request, naming: { ...naming, tells } }, findNotePrintDoubts);
}
