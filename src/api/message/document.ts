// Writes the sentences about documents that are there, and their last errors.
import type { LastError, LastErrorReason } from "../../domain/document/timeline.ts";
import type { DocumentOwner } from "../base/error.ts";
import { explainTicketRule } from "./ticket-rule.ts";

/** `FE1042 (estado aceptado)`. */
function nameDocument({ number, state }: DocumentOwner): string {
  return `${number} (estado ${state})`;
}

/** What is answered about a document that is there. */
export const DOCUMENT = {
  pending:
    "El documento está reservado y aún no tiene un resultado final; consulte por id o repita con la misma clave y el mismo contenido.",
  conflict: (owner: DocumentOwner | undefined) =>
    `La clave de idempotencia ya se usó con un contenido distinto: es ${
      owner === undefined ? "de un documento que aún no tiene número" : `del documento ${nameDocument(owner)}`
    }. Si lo está reintentando, envíe el contenido original; si no, consúltelo antes de seguir.`,
  closed:
    "El documento se cerró sin enviarse a la autoridad: su número es de otro documento de la empresa. Expídalo de nuevo con otra clave.",
  closedSent:
    "El documento se envió y se cerró por orden de dos personas: la autoridad dice que no lo conoce o lo rechaza sin indicar una regla. Confirme en el portal de la autoridad que no exista y expídalo de nuevo con otra clave.",
  unavailable:
    "El servicio no alcanza su almacenamiento en este momento; repita con la misma clave y el mismo contenido.",
  uncertainInvoice:
    "No se obtuvo un resultado concluyente de la autoridad; conserve `factura_id`, consulte el documento y no cree otra venta.",
  uncertainSupportDocument:
    "No se obtuvo un resultado concluyente de la autoridad; conserve el id, consulte el documento y no use otra clave.",
  uncertainTicket:
    "No se obtuvo un resultado concluyente de la autoridad; conserve el id, consulte el tiquete y no use otra clave.",
  uncertainNote:
    "No se obtuvo un resultado concluyente de la autoridad; conserve el id, consulte la nota y no use otra clave.",
  overTaxUnits: (subtotal: string, limit: string) =>
    `La venta es de ${subtotal} antes de impuestos, más de ${limit} (5 UVT): quien compra puede pedir factura electrónica en lugar del tiquete.`,
  rejected: "La autoridad rechazó el documento.",
  rejectedWith: (said: string) => `La autoridad rechazó el documento: ${said}`,
  rejectedByRule: ({ code, text }: { readonly code: string; readonly text: string }) =>
    `La autoridad rechazó el documento: regla ${code}, ${text}${explainRule(code)}`,
} as const;

/** What the authority's text leaves out. */
function explainRule(code: string): string {
  return RULE_ADVICE.get(code) ?? explainTicketRule(code);
}

const RULE_ADVICE: ReadonlyMap<string, string> = new Map([
  // Alone, rule 90 refers to another document; its text would suggest that this one was processed.
  ["90", " El número es de otro documento; este no fue procesado."],
  [
    "LGC15",
    " El adquirente ya aceptó la factura, y la autoridad no admite una nota crédito que la nombre. Emita, con otra clave, una nota con `periodo` en vez de la factura, con `receptor`, `items` y un concepto distinto de 2.",
  ],
]);

/** The last error of a document, without internals of the service. */
const LAST_ERRORS: Readonly<Record<LastErrorReason, string>> = {
  timeout: "La autoridad no respondió a tiempo; el servicio le pregunta.",
  network: "La conexión con la autoridad se cortó antes de una respuesta completa; el servicio le pregunta.",
  "instance-ended": "El servicio se reinició antes de recibir la respuesta de la autoridad; le pregunta.",
  unknown: "La respuesta de la autoridad no dice qué pasó con el documento; el servicio le pregunta.",
  absent: "La autoridad dice que no conoce el documento; el servicio le sigue preguntando.",
  duplicate: "La autoridad dice que ya había recibido el documento; el servicio le pregunta por el resultado.",
  processing: "La autoridad todavía procesa el documento.",
  "not-processed": "La autoridad rechazó el envío antes de procesarlo; el servicio lo envía de nuevo.",
  "number-taken": "La autoridad dice que el número es de otro documento; el servicio le pregunta por este.",
  closed: "El documento se cerró sin enviarse a la autoridad: su número es de otro documento de la empresa.",
  "closed-sent":
    "El documento se envió y se cerró por orden de dos personas: la autoridad dice que no lo conoce o lo rechaza sin indicar una regla.",
  "journal-lost": "El servicio recuperó el documento de su registro y pregunta a la autoridad por él.",
  "file-lost": "El archivo del documento no está como se guardó; el operador del servicio debe reponerlo.",
  held: "La autoridad no responde; el servicio envía el documento cuando responda, en orden de llegada.",
  "other-bytes": "Un paso interno falló; el servicio lo repite.",
  "step-failed": "Un paso interno falló; el servicio lo repite.",
};

/** `last_status_error`; null while nothing went wrong. */
export function describeLastError(error: LastError | null): string | null {
  return error === null ? null : LAST_ERRORS[error.reason];
}
