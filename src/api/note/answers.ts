// Lists the answers of the routes of notes, as the reference shows them.
import type { Answer } from "../app/route.ts";
import { adjustmentNoteAnswers, invoiceNoteAnswers, noteDryRunSchema } from "./reply-schema.ts";

const SETTLED = "Repetición: la clave ya tiene una nota y fue aceptada. Trae `Idempotent-Replayed: true`.";
const CREATED = "Nota nueva, aceptada por la autoridad.";
const RESERVED =
  "Reservada y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad la recibió y aún la procesa.";
const REJECTED = "Rechazada por la autoridad: conserva su número, y lo que acreditaba vuelve a estar disponible.";
const UNCERTAIN =
  "La nota salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**.";

/** Of a credit or a debit note. */
export const INVOICE_NOTE_ANSWERS = [
  { status: 200, description: SETTLED, schema: invoiceNoteAnswers.settled, headers: ["Idempotent-Replayed"] },
  { status: 200, description: "Ensayo (`dry_run=true`).", schema: noteDryRunSchema },
  { status: 201, description: CREATED, schema: invoiceNoteAnswers.settled },
  {
    status: 202,
    description: RESERVED,
    schema: invoiceNoteAnswers.reserved,
    headers: ["Retry-After", "Idempotent-Replayed"],
  },
  { status: 422, description: REJECTED, schema: invoiceNoteAnswers.rejected, headers: ["Idempotent-Replayed"] },
  { status: 502, description: UNCERTAIN, schema: invoiceNoteAnswers.uncertain },
] as const satisfies readonly Answer[];

/** Of an adjustment note. */
export const ADJUSTMENT_NOTE_ANSWERS = [
  { status: 200, description: SETTLED, schema: adjustmentNoteAnswers.settled, headers: ["Idempotent-Replayed"] },
  { status: 200, description: "Ensayo (`dry_run=true`).", schema: noteDryRunSchema },
  { status: 201, description: CREATED, schema: adjustmentNoteAnswers.settled },
  {
    status: 202,
    description: RESERVED,
    schema: adjustmentNoteAnswers.reserved,
    headers: ["Retry-After", "Idempotent-Replayed"],
  },
  { status: 422, description: REJECTED, schema: adjustmentNoteAnswers.rejected },
  {
    status: 422,
    description: "Repetición de una nota que fue rechazada.",
    schema: adjustmentNoteAnswers.settled,
    headers: ["Idempotent-Replayed"],
  },
  { status: 502, description: UNCERTAIN, schema: adjustmentNoteAnswers.uncertain },
] as const satisfies readonly Answer[];
