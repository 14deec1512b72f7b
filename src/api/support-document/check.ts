// Reads the body of a support document and finds all that is wrong with it: in its shape, and in the meaning of the parts that have
// one.
import { findDoubts } from "../../domain/doubt/doubt.ts";
import { findPrintDoubts } from "../../domain/doubt/print-doubt.ts";
import type { SupportDocumentDraft } from "../../domain/draft/draft.ts";
import { lacksPlace } from "../../domain/support/supplier.ts";
import { findDraftProblems, findNewDocumentProblems } from "../../domain/support/support-document.ts";
import type { JsonObject } from "../../domain/value/json.ts";
import { noticeOrRefuse, throwIfWrong } from "../app/payload.ts";
import type { Call } from "../app/route.ts";
import { type ReadSound, toSound } from "../creation/request.ts";
import { describeProblem } from "../message/refusal.ts";
import { readSupportDocument } from "./request.ts";

/** @throws ApiError `invalid_payload` or `business_rule` with every problem of shape, and of meaning in the readable parts. */
export function checkSupportDocument(call: Call, body: JsonObject): ReadSound<SupportDocumentDraft> {
  const request = readSupportDocument(body, call.version);
  const { typeErrors, parts, naming } = request;
  call.notice(request.remarks);
  const unknown = noticeOrRefuse(call, request.unused);
  const isShapeless = typeErrors.length + unknown.length > 0;
  const needsPlace = call.version !== "v1";
  if (isShapeless || (needsPlace && parts.supplier !== undefined && lacksPlace(parts.supplier))) {
    // It will be refused, so all that is wrong with it is said at once; of any other body the object says it, for a new key.
    const ofNew = findNewDocumentProblems(parts, call.caller.company, Date.now());
    const broken = [...findDraftProblems(parts, needsPlace), ...ofNew];
    const all = [...typeErrors, ...broken.map((problem) => describeProblem(problem, naming))];
    throwIfWrong(isShapeless ? "invalid_payload" : "business_rule", unknown, all);
  }
  return toSound(request, (draft) => [...findDoubts(draft), ...findPrintDoubts(draft)]);
}
