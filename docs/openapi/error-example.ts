// Finds the body that shows an error code in an operation: its own executed example, or one that every operation answers alike.
import { refuseModule, refuseScopes } from "../../src/api/app/auth.ts";
import type { ErrorCode } from "../../src/api/app/error-code.ts";
import { toErrorBody } from "../../src/api/app/error-table.ts";
import { listScopes } from "../../src/api/app/route.ts";
import type { ApiError } from "../../src/api/base/error.ts";
import { NOTE_KEY_NAMES, refuseMissingKey } from "../../src/api/creation/create.ts";
import { ERROR_TEXTS } from "./error-text.ts";
import type { Example } from "./example.ts";
import type { DescribedRoute } from "./route.ts";

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
  not_deliverable:
    "Un documento de habilitación no se envía por correo, salvo a las direcciones de prueba que registre el operador.",
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

/** Refused before anything of the operation is looked at: one example shows them wherever they come. */
const ANYWHERE: readonly ErrorCode[] = ["unauthorized", "wrong_company", "invalid_json", "unsupported_media_type"];

/** Refusals that follow from the declaration of an operation: said by what refuses the request. */
const DECLARED: Readonly<Partial<Record<ErrorCode, (route: DescribedRoute) => ApiError>>> = {
  missing_scope: (route) => refuseScopes(listScopes(route)),
  module_not_contracted: (route) => refuseModule(listScopes(route)[0]),
  missing_idempotency_key: ({ description }) =>
    refuseMissingKey(NOTE_KEY_NAMES.filter((name) => description.includes(`\`${name}\``))),
};

interface ErrorExample {
  readonly summary: string;
  readonly value: object;
}

/** The example that is the same for every operation, among `components.examples`; undefined where each has its own. */
export function findSharedExample(code: ErrorCode, examples: readonly Example[]): ErrorExample | undefined {
  const executed = ANYWHERE.includes(code) ? findExecuted(code, examples) : undefined;
  if (executed !== undefined) return executed;
  const error = FIXED_SENTENCES[code];
  return error === undefined ? undefined : show(code, { ok: false, error, code, request_id: EXAMPLE_REQUEST_ID });
}

/**
 * The example of an operation itself: the first that was executed, or what its declaration implies.
 * @param examples those of the operation. @throws Error when nothing shows the code.
 */
export function findOwnExample(code: ErrorCode, route: DescribedRoute, examples: readonly Example[]): ErrorExample {
  const executed = findExecuted(code, examples);
  if (executed !== undefined) return executed;
  const error = DECLARED[code]?.(route);
  if (error === undefined) throw new Error(`no example of ${route.operationId} shows ${code}`);
  return show(code, toErrorBody(error, EXAMPLE_REQUEST_ID));
}

function findExecuted(code: ErrorCode, examples: readonly Example[]): ErrorExample | undefined {
  const body = examples.map(({ answer }) => answer.body).find((one) => "code" in one && one.code === code);
  return body === undefined ? undefined : show(code, body);
}

function show(code: ErrorCode, value: object): ErrorExample {
  return { summary: ERROR_TEXTS[code].cause, value };
}
