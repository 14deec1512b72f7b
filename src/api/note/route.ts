// Declares the endpoints of notes: each issues one through the object of its key.
import { findNoteDefaults } from "../../domain/default.ts";
import { findPaymentDoubts } from "../../domain/doubt.ts";
import { nameNoteKey } from "../../domain/issuance-name.ts";
import type { JsonObject } from "../../domain/json.ts";
import { KINDS, type NoteType } from "../../domain/kind.ts";
import type { NoteDraft } from "../../domain/note-draft.ts";
import { findNotePrintDoubts } from "../../domain/print-doubt.ts";
import { computeFingerprint } from "../../issuance/fingerprint.ts";
import { readBodyBytes } from "../app/body.ts";
import { BODY_CODES, NOTE_CODES } from "../app/error-code.ts";
import { noticeOrRefuse, refuseDoubts, throwIfWrong } from "../app/payload.ts";
import { DRY_RUN_PARAMETER } from "../app/query-parameter.ts";
import { type Call, declareRoute, type Route } from "../app/route.ts";
import { isDryRun } from "../creation/dry-run.ts";
import { findKey, getKey, NOTE_KEY_NAMES, readHeaderKey, readKeyedObject } from "../creation/idempotency.ts";
import { issueFor } from "../creation/issue.ts";
import { readJsonObject } from "../field/json.ts";
import { describeProblem } from "../message/refusal.ts";
import { findKept, loadIssued, toFacts } from "../record/document-facts.ts";
import { answerNoteDryRun } from "./dry-run.ts";
import { describeNameDoubts, readBalance, toAdjustmentNoteReply, toInvoiceNoteReply } from "./reply.ts";
import type { NoteRequest } from "./request.ts";

/** Characters. */
const KEY_MAX_LENGTH = 120;

const KEY_DESCRIPTION =
  "La clave de idempotencia es obligatoria, en la cabecera `Idempotency-Key` o en `draft_key`. Pertenece a la empresa y a esta ruta, **no vence nunca**, y decide como en un documento soporte: con el mismo contenido devuelve la nota de entonces, también cuando después hubo otras; con otro, 409.";

const SHARED = {
  versions: ["v2"],
  method: "POST",
  query: [DRY_RUN_PARAMETER],
  key: "required",
  codes: [...BODY_CODES, "missing_idempotency_key", ...NOTE_CODES],
} as const;

const BODY_DESCRIPTION =
  'La nota. Un campo opcional puede omitirse o ir en `null`. Un campo que la API no conoce, o que no tendría efecto junto a otro, se rechaza. Las cifras son números o texto decimal (`"10840.34"`).';

const createCreditNote = declareRoute({
  ...SHARED,
  operationId: "createCreditNote",
  path: "/fe/notas-credito",
  scope: "fe.write",
  tag: "FE",
  summary: "Crear nota crédito",
  description: `Baja una factura: la anula, devuelve unidades, rebaja o descuenta. La resuelve, comprueba el saldo, la numera, firma y transmite en una sola operación.\n\n${KEY_DESCRIPTION}`,
  body: { schema: async () => (await import("./request-schema.ts")).creditNoteSchema, description: BODY_DESCRIPTION },
  answers: async () => (await import("./answers.ts")).INVOICE_NOTE_ANSWERS,
  handle: (call) => createInvoiceNote(call, "91"),
});

const createDebitNote = declareRoute({
  ...SHARED,
  operationId: "createDebitNote",
  path: "/fe/notas-debito",
  scope: "fe.write",
  tag: "FE",
  summary: "Crear nota débito",
  description: `Sube una factura: intereses, gastos por cobrar, un cambio del valor. No cambia lo que queda por acreditar de ella.\n\n${KEY_DESCRIPTION}`,
  body: { schema: async () => (await import("./request-schema.ts")).debitNoteSchema, description: BODY_DESCRIPTION },
  answers: async () => (await import("./answers.ts")).INVOICE_NOTE_ANSWERS,
  handle: (call) => createInvoiceNote(call, "92"),
});

const createAdjustmentNote = declareRoute({
  ...SHARED,
  operationId: "createAdjustmentNote",
  path: "/dse/notas-ajuste",
  scope: "dse.write",
  tag: "DSE",
  summary: "Crear nota de ajuste",
  description: `Baja un documento soporte: lo anula, devuelve unidades, rebaja o descuenta. Los totales los calcula el servicio.\n\n${KEY_DESCRIPTION}`,
  body: {
    schema: async () => (await import("./request-schema.ts")).adjustmentNoteSchema,
    description: `${BODY_DESCRIPTION} Ningún campo puede empezar por \`_\`.`,
  },
  answers: async () => (await import("./answers.ts")).ADJUSTMENT_NOTE_ANSWERS,
  handle: async (call) => {
    if (isDryRun(call.query)) return answerDryRun(call, "95");
    const { result, context, more } = await issueNote(call, "95");
    return toAdjustmentNoteReply(result, context, more);
  },
});

/** The routes of notes. */
export const noteRoutes: readonly Route[] = [createCreditNote, createDebitNote, createAdjustmentNote];

async function createInvoiceNote(call: Call, typeCode: "91" | "92") {
  if (isDryRun(call.query)) return answerDryRun(call, typeCode);
  const { result, context, more } = await issueNote(call, typeCode);
  return toInvoiceNoteReply(result, context, more);
}

/** Key, then body, then the object, which resolves what the note corrects once it knows that the key is new. */
async function issueNote(call: Call, typeCode: NoteType) {
  const bytes = await readBodyBytes(call.request);
  const headerKey = readHeaderKey(call.request.headers, KEY_MAX_LENGTH);
  const body = readKeyedObject(bytes, headerKey);
  const key = getKey(headerKey, body, NOTE_KEY_NAMES, KEY_MAX_LENGTH);
  const { draft, metadata, canonical, naming } = await getValidRequest(call, body, typeCode);
  const { company } = call.caller;
  call.notice(findNoteDefaults(draft, company).map((problem) => describeProblem(problem, naming)));
  const { module } = KINDS[typeCode];
  const result = await issueFor(call, {
    name: nameNoteKey(typeCode, { companyId: company.id, environment: company.environment }, key),
    module,
    key,
    fingerprint: await computeFingerprint(canonical, NOTE_KEY_NAMES),
    draft,
    metadata,
    isPrinted: true,
  });
  const [balance, printable] = await Promise.all([
    readBalance(call, result.type === "issued" ? result.document : null),
    loadIssued(call, module, result),
  ]);
  const signed = printable?.document;
  const party = module === "fe" ? signed?.customer : signed?.supplier;
  if (party !== undefined) call.notice(describeNameDoubts(draft, party.name, naming));
  const context = { requestId: call.requestId, naming, noteType: typeCode };
  return { result, context, more: { balance, extra: toFacts(call, { key, metadata: findKept(result) }, printable) } };
}

/** `?dry_run=true`: no key is needed, because nothing is stored; a key that is sent must still be valid. */
async function answerDryRun(call: Call, typeCode: NoteType) {
  const bytes = await readBodyBytes(call.request);
  const headerKey = readHeaderKey(call.request.headers, KEY_MAX_LENGTH);
  const body = readJsonObject(bytes);
  findKey(headerKey, body, NOTE_KEY_NAMES, KEY_MAX_LENGTH);
  return answerNoteDryRun(call, await getValidRequest(call, body, typeCode));
}

/** @throws ApiError `invalid_payload` with every problem of shape. */
async function getValidRequest(
  call: Call,
  body: JsonObject,
  typeCode: NoteType,
): Promise<NoteRequest & { readonly draft: NoteDraft }> {
  const { readNote } = await import("./request.ts");
  const request = readNote(body, typeCode);
  const { draft, naming } = request;
  const methods = call.caller.company.paymentMethods;
  const doubts = draft === undefined || draft.typeCode === "95" ? [] : findPaymentDoubts(draft.payment, methods);
  const problems = [...request.typeErrors, ...refuseDoubts(call.version, doubts, naming)];
  throwIfWrong("invalid_payload", noticeOrRefuse(call, request.unused), problems);
  if (draft === undefined) throw new Error("a body without problems gave no draft");
  call.notice(findNotePrintDoubts(draft).map((doubt) => describeProblem(doubt, naming)));
  return { ...request, draft };
}
