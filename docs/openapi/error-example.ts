// Finds the body that shows an error code: the executed example where there is one, else its fixed sentence.

import type { ErrorCode } from "../../src/api/app/error-code.ts";
import { ERROR_TEXTS } from "./error-text.ts";
import type { Example } from "./example.ts";

export const EXAMPLE_REQUEST_ID = "0b6f6f0e-2d0c-4a53-9f0e-5a1d5e0f6a11";

/** Codes that no request alone provokes: their sentences, as the source holds them (a test compares). */
export const FIXED_SENTENCES: Readonly<Partial<Record<ErrorCode, string>>> = {
  rate_limited: "Demasiadas solicitudes con este token; espere lo que indica Retry-After y repita.",
  body_timeout: "El cuerpo no terminó de llegar en 10 segundos; repita la solicitud.",
  body_too_large: "El cuerpo supera el máximo de 1048576 bytes (1 MiB).",
  unavailable:
    "El servicio no alcanza su almacenamiento en este momento; repita con la misma clave y el mismo contenido.",
  internal_error: "Ocurrió un error interno inesperado; repita con prudencia la misma solicitud, con la misma clave.",
  authority_timeout: "La autoridad no respondió la consulta del adquirente a tiempo.",
  file_not_found: "El documento no tiene un archivo con ese nombre.",
  not_ready: "Ese archivo aún no existe en el estado actual del documento.",
  not_deliverable:
    "Un documento de habilitación no se envía por correo, salvo a las direcciones de prueba que registre el operador.",
  mail_disabled: "El envío por correo no está activado para la empresa; lo activa el operador del servicio.",
  recipient_suppressed:
    "El `correo` rebotó o se quejó antes, y no se le envía nada más hasta que el operador del servicio lo libere.",
  envio_limit: "El documento ya tiene todos los envíos que admite.",
  file_lost:
    "El servicio no tiene el archivo que se firmó, y quien lo opera debe reponerlo. El documento y su estado no cambian.",
  too_many_notes:
    "El documento ya tiene todas las notas que se admiten: las rechazadas no cuentan. Reúna en menos notas lo que se corrige.",
  certificate_missing:
    "La empresa no tiene un certificado de firma configurado; debe cargarlo el operador del servicio.",
};

/** `components.examples` of a code. */
export function findErrorExample(code: ErrorCode, examples: readonly Example[]): { summary: string; value: object } {
  const summary = ERROR_TEXTS[code].cause;
  const executed = examples.find(({ answer }) => "code" in answer.body && answer.body.code === code);
  if (executed !== undefined) return { summary, value: executed.answer.body };
  const error = FIXED_SENTENCES[code];
  if (error === undefined) throw new Error(`no example shows ${code}`);
  return { summary, value: { ok: false, error, code, request_id: EXAMPLE_REQUEST_ID } };
}
