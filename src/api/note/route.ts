// Declares the creation of notes.
import { BODY_CODES, CREDIT_CODES, type ErrorCode, NOTE_CODES } from "../app/error-code.ts";
import { DRY_RUN_PARAMETER } from "../app/query-parameter.ts";
import { declareRoute, type Route } from "../app/route.ts";
import { createDocument } from "../creation/create.ts";
import { adjustmentNotes, invoiceNotes } from "./adapter.ts";

const KEY_DESCRIPTION =
  "La clave de idempotencia es obligatoria, en la cabecera `Idempotency-Key` o en `draft_key`. Pertenece a la empresa y a esta ruta, **no vence nunca**, y decide como en un documento soporte: con el mismo contenido devuelve la nota de entonces, también cuando después hubo otras; con otro, 409.";

const SHARED = {
  versions: ["v2"],
  method: "POST",
  query: [DRY_RUN_PARAMETER],
  key: "required",
} as const;

const CODES: readonly ErrorCode[] = [...BODY_CODES, "missing_idempotency_key", ...NOTE_CODES, "currency_differs"];

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
  answers: async () => (await import("./reply-schema.ts")).INVOICE_NOTE_ANSWERS,
  codes: [...CODES, ...CREDIT_CODES, "concept_needs_reference", "period_invalid"],
  handle: (call) => createDocument(call, invoiceNotes("91")),
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
  answers: async () => (await import("./reply-schema.ts")).INVOICE_NOTE_ANSWERS,
  codes: [...CODES, "period_invalid"],
  handle: (call) => createDocument(call, invoiceNotes("92")),
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
  answers: async () => (await import("./reply-schema.ts")).ADJUSTMENT_NOTE_ANSWERS,
  codes: [...CODES, ...CREDIT_CODES],
  handle: (call) => createDocument(call, adjustmentNotes),
});

/** The routes of notes. */
export const noteRoutes: readonly Route[] = [createCreditNote, createDebitNote, createAdjustmentNote];
