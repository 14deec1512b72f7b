// Holds the table of errors: each code with its status, headers, and its cause and cure for the reference; and answers by it.
import { Refusal } from "../domain/refusal.ts";
import { MovedError } from "../store/home.ts";
import { isTableMissing } from "../store/readiness.ts";
import { ApiError, type ApiErrorCode, type Detail, type ErrorFacts } from "./error.ts";
import { toErrorBody } from "./error-body.ts";
import { describeRefusal, type Naming, summarize, TEXT } from "./message.ts";
import type { ErrorReply } from "./reply.ts";
import { type ApiVersion, existsIn } from "./version.ts";

/** How a code is answered. */
interface ErrorRow {
  readonly status: number;
  /** Where it can come; absent: in every version of the API. */
  readonly versions?: readonly ApiVersion[];
  /** Seconds after which trying again makes sense (`Retry-After`). */
  readonly retryAfterSeconds?: number;
  /** Why this comes, in one Spanish sentence; the reference page and its test are made of these two. */
  readonly cause: string;
  /** What the caller does about it, in Spanish. */
  readonly cure: string;
}

/** Codes of answers that are a document's own: it exists, and this is what became of it. */
export type DocumentCode = "document_rejected" | "result_uncertain";

/** Every code with its HTTP status, cause and cure. */
export const ERRORS: Readonly<Record<ApiErrorCode | DocumentCode, ErrorRow>> = {
  unauthorized: {
    status: 401,
    cause: "El token Bearer falta, está mal escrito, venció o fue revocado.",
    cure: "Envíe `Authorization: Bearer <token>` con un token vigente; si fue revocado, pida otro. No reintente con el mismo.",
  },
  wrong_company: {
    status: 403,
    cause: "La empresa de la ruta no es la del token.",
    cure: "Use el id de la empresa a la que pertenece el token; cada token sirve a una sola.",
  },
  missing_scope: {
    status: 403,
    cause: "El cliente de API no tiene el permiso (scope) que la ruta exige.",
    cure: "Pida que asignen al cliente el scope que nombra el mensaje; todos sus tokens lo heredan.",
  },
  module_not_contracted: {
    status: 403,
    cause: "La empresa no tiene contratado el módulo (FE o DSE).",
    cure: "Contrate el módulo o use otra empresa; reintentar no cambia el resultado.",
  },
  rate_limited: {
    status: 429,
    retryAfterSeconds: 60,
    cause:
      "Este token superó el límite de solicitudes por minuto, o la dirección desde la que llega superó el suyo, mucho más alto.",
    cure: "Espere los segundos de `Retry-After` y repita la misma solicitud con la misma clave; nada se procesó.",
  },
  unsupported_media_type: {
    status: 415,
    cause: "El cuerpo no viene como JSON en UTF-8 sin comprimir.",
    cure: "Envíe `Content-Type: application/json` y el cuerpo sin `Content-Encoding`.",
  },
  body_too_large: {
    status: 413,
    cause: "El cuerpo pasa de 1 MiB.",
    cure: "Reparta los ítems en varios documentos, cada uno con su propia clave.",
  },
  body_timeout: {
    status: 408,
    cause: "El cuerpo no terminó de llegar a tiempo.",
    cure: "Revise la conexión y repita la misma solicitud con la misma clave; nada se procesó.",
  },
  invalid_json: {
    status: 400,
    cause: "El cuerpo no es JSON válido, repite un campo o trae un número que no se puede leer exacto.",
    cure: "Corrija lo que dice el mensaje (línea y columna, o el campo) y vuelva a enviarlo.",
  },
  missing_idempotency_key: {
    status: 400,
    cause: "Falta la clave de idempotencia.",
    cure: "Envíe `Idempotency-Key` con un identificador estable de la operación, el mismo en cada reintento.",
  },
  invalid_idempotency_key: {
    status: 400,
    cause: "La clave es demasiado larga, trae caracteres de control o contradice a la del cuerpo.",
    cure: "Use hasta 120 caracteres (80 en `draft_key`) y un solo valor en cabecera y cuerpo.",
  },
  invalid_parameter: {
    status: 400,
    cause: "Un parámetro de la ruta o de la consulta no tiene la forma esperada.",
    cure: "Corrija el parámetro que nombra `details[].path`.",
  },
  invalid_payload: {
    status: 400,
    cause: "Uno o más campos del cuerpo no tienen la forma esperada.",
    cure: "Recorra `details[]`: cada elemento dice el campo, lo recibido y lo esperado. Nada se consumió; corrija y repita con la misma clave.",
  },
  invalid_cursor: {
    versions: ["v2"],
    status: 400,
    cause: "El cursor no es uno que esta API haya entregado, o llegó cortado.",
    cure: "Envíe en `after` el último `cursor` recibido, tal cual; si lo perdió, empiece sin `after`.",
  },
  cursor_expired: {
    versions: ["v2"],
    status: 410,
    cause: "El cursor tiene más de 400 días: pueden faltar cambios posteriores a él.",
    cure: "Ponga su copia al día con los listados y empiece de nuevo, sin `after`.",
  },
  business_rule: {
    status: 400,
    cause: "El contenido tiene buena forma pero incumple reglas del contrato o de la autoridad.",
    cure: "Recorra `details[]`: `rule` es el código de la regla. Nada se consumió; corrija y repita con la misma clave.",
  },
  plan_exhausted: {
    status: 403,
    cause: "La empresa ya usó todos los documentos de su plan anual en ese módulo, o no tiene plan.",
    cure: "Amplíe el plan y repita con la misma clave; ningún número se consumió.",
  },
  range_missing: {
    status: 400,
    cause: "La empresa no tiene un rango de numeración activo para ese tipo de documento.",
    cure: "Pida a quien administra la empresa que registre el rango autorizado y repita con la misma clave.",
  },
  range_expired: {
    status: 400,
    cause: "Ningún rango de numeración está vigente en la fecha del documento.",
    cure: "Pida a quien administra la empresa que registre un rango vigente y repita con la misma clave.",
  },
  range_exhausted: {
    status: 400,
    cause: "El rango de numeración ya no tiene números.",
    cure: "Pida a quien administra la empresa que registre un rango nuevo y repita con la misma clave.",
  },
  certificate_missing: {
    status: 400,
    cause: "La empresa no tiene certificado de firma.",
    cure: "Pida a quien administra la empresa que cargue su certificado y repita con la misma clave.",
  },
  certificate_expired: {
    status: 400,
    cause: "El certificado de firma de la empresa no está vigente.",
    cure: "Pida a quien administra la empresa que cargue el certificado renovado y repita con la misma clave.",
  },
  reference_not_found: {
    status: 404,
    versions: ["v2"],
    cause: "El documento que la nota corrige no es de esta empresa, o no es de este módulo.",
    cure: "Revise el id; una factura se corrige con notas crédito y débito, un documento soporte con notas de ajuste.",
  },
  reference_required: {
    status: 400,
    versions: ["v2"],
    cause: "La nota no dice qué corrige.",
    cure: "Envíe el id del documento, los datos del que se expidió con otro sistema, o un `periodo` donde se admite.",
  },
  reference_ambiguous: {
    status: 400,
    versions: ["v2"],
    cause: "La nota dice más de una cosa que corregir.",
    cure: "Envíe una sola de ellas.",
  },
  not_correctable: {
    status: 400,
    versions: ["v2"],
    cause: "El documento es una nota, o de un tipo que esta nota no corrige.",
    cure: "Corrija el documento de origen, por la ruta de su tipo.",
  },
  reference_rejected: {
    status: 400,
    versions: ["v2"],
    cause: "La autoridad rechazó el documento: no necesita nota.",
    cure: "Corrija los datos y expida el documento de nuevo, con otra clave.",
  },
  reference_pending: {
    status: 400,
    versions: ["v2"],
    cause: "El documento aún no tiene resultado final.",
    cure: "Espere a que sea aceptado y repita la nota con la misma clave; nada se consumió.",
  },
  reference_annulled: {
    status: 400,
    versions: ["v2"],
    cause: "El documento ya está anulado, o no queda nada de él por acreditar.",
    cure: "Consulte sus `notas`; no hay nada que emitir.",
  },
  concept_required: {
    status: 400,
    versions: ["v2"],
    cause: "Falta el concepto de la nota.",
    cure: "Envíe uno de los códigos que lista el mensaje.",
  },
  concept_invalid: {
    status: 400,
    versions: ["v2"],
    cause: "El concepto no es de la lista de este tipo de nota.",
    cure: "Envíe uno de los códigos que lista el mensaje.",
  },
  concept_needs_reference: {
    status: 400,
    versions: ["v2"],
    cause: "El concepto 2 anula un documento y la nota corrige un periodo.",
    cure: "Nombre el documento, o use otro concepto.",
  },
  concept_needs_whole: {
    status: 400,
    versions: ["v2"],
    cause: "El concepto 2 anula el documento entero, y las líneas no lo son o ya hay otras notas.",
    cure: "Quite `items`, o acredite lo que queda con otro concepto.",
  },
  exceeds_balance: {
    status: 400,
    versions: ["v2"],
    cause: "La nota pasa de lo que queda por acreditar del documento; las notas sin resultado final también cuentan.",
    cure: "Lea las cifras en `details` y envíe a lo sumo lo disponible; nada se consumió, la clave sigue libre.",
  },
  line_unknown: {
    status: 400,
    versions: ["v2"],
    cause: "El documento no tiene la línea que la nota nombra.",
    cure: "Use un número de línea de su consulta por id.",
  },
  exceeds_line: {
    status: 400,
    versions: ["v2"],
    cause: "La nota pide de una línea más cantidad o valor del que queda, o un precio mayor que el suyo.",
    cure: "Lea las cifras en `details` y envíe a lo sumo lo disponible.",
  },
  party_differs: {
    status: 400,
    versions: ["v2"],
    cause: "El adquirente o proveedor no es el del documento que se corrige.",
    cure: "Quítelo, o envíe el mismo.",
  },
  currency_differs: {
    status: 400,
    versions: ["v2"],
    cause: "La moneda o su tasa no es la del documento que se corrige.",
    cure: "Quítela, o envíe la misma.",
  },
  date_not_today: {
    status: 400,
    versions: ["v2"],
    cause: "La fecha de emisión de la nota no es la de hoy en Colombia.",
    cure: "Quítela: una nota se emite cuando se firma.",
  },
  withholdings_not_allowed: {
    status: 400,
    versions: ["v2"],
    cause: "La nota trae retenciones, que su esquema no tiene.",
    cure: "Quítelas.",
  },
  period_invalid: {
    status: 400,
    versions: ["v2"],
    cause: "El periodo termina antes de empezar, o después de hoy.",
    cure: "Corrija sus fechas.",
  },
  series_missing: {
    status: 400,
    versions: ["v2"],
    cause: "La empresa no tiene numeración para ese tipo de nota, o está detenida.",
    cure: "Pida a quien administra la empresa que la configure y repita con la misma clave.",
  },
  idempotency_conflict: {
    status: 409,
    cause: "La clave ya pertenece a otro contenido.",
    cure: "Es un error de programación: una clave por operación. Si es un reintento, envíe el contenido original; si es otra operación, use otra clave.",
  },
  not_found: {
    status: 404,
    cause: "No existe ese documento en la empresa.",
    cure: "Revise el id y la empresa; un 404 no se reintenta.",
  },
  file_not_found: {
    status: 404,
    versions: ["v2"],
    cause: "El documento no tiene un archivo con ese nombre.",
    cure: "Use uno de los nombres de `details`; un documento soporte no tiene contenedor.",
  },
  not_ready: {
    status: 409,
    versions: ["v2"],
    cause: "El archivo aún no existe: el documento no ha llegado al estado en que se hace.",
    cure: "`documento.estado_authority` dice el estado: `xml` existe desde `firmado`, los demás desde `aceptado`. Consulte el documento y repita.",
  },
  route_not_found: {
    status: 404,
    cause: "La ruta no existe.",
    cure: "Compare la dirección con esta referencia; termina la base en `/api/ext/v1`.",
  },
  method_not_allowed: {
    status: 405,
    cause: "La ruta existe pero no admite ese método.",
    cure: "Use uno de los métodos de la cabecera `Allow`.",
  },
  acquirer_not_found: {
    status: 502,
    cause: "La autoridad respondió que no conoce esa identificación.",
    cure: "Revise tipo y número; si son correctos, pida los datos al adquirente.",
  },
  authority_fault: {
    status: 502,
    cause: "La autoridad rechazó la consulta con una falla.",
    cure: "Repita más tarde; la consulta no crea nada.",
  },
  authority_timeout: {
    status: 502,
    cause: "La autoridad no respondió la consulta a tiempo.",
    cure: "Repita más tarde; la consulta no crea nada.",
  },
  authority_unreachable: {
    status: 502,
    cause: "La autoridad no dio una respuesta que se pueda leer, o no hubo conexión con ella.",
    cure: "Repita más tarde; la consulta no crea nada.",
  },
  document_rejected: {
    status: 422,
    cause: "La autoridad rechazó el documento; conserva su número.",
    cure: "Lea `authority.rules` (código, severidad y texto). No lo repita: corrija los datos y emita otro con otra clave.",
  },
  result_uncertain: {
    status: 502,
    cause: "No hubo respuesta concluyente de la autoridad; el documento puede existir allá.",
    cure: "Conserve el id y consulte el documento (5, 15, 30, 60 s). Si repite el POST, misma clave y mismo contenido; nunca otra clave.",
  },
  unavailable: {
    status: 503,
    retryAfterSeconds: 5,
    cause: "El servicio no alcanzó su almacenamiento; no afirma nada sobre el documento.",
    cure: "Espere los segundos de `Retry-After` y repita la misma solicitud con la misma clave.",
  },
  internal_error: {
    status: 500,
    cause: "Ocurrió un error inesperado del servicio.",
    cure: "Repita con prudencia la misma solicitud con la misma clave; si persiste, reporte el `request_id`.",
  },
};

/** The codes that a version of the API can answer, in the order of the table. */
export function listErrorCodes(version: ApiVersion): readonly (ApiErrorCode | DocumentCode)[] {
  const codes = Object.keys(ERRORS) as (ApiErrorCode | DocumentCode)[];
  return codes.filter((code) => existsIn(version, ERRORS[code]));
}

/** An error in the common body, with the status and headers of its row. */
export function replyToError(error: ErrorFacts, requestId: string): ErrorReply {
  const row = ERRORS[error.code];
  const body = toErrorBody(error, requestId);
  const headers: Record<string, string> = {};
  if (row.retryAfterSeconds !== undefined) headers["Retry-After"] = String(row.retryAfterSeconds);
  if (row.status === 401) headers["WWW-Authenticate"] = "Bearer";
  return { status: row.status, body, headers, code: error.code };
}

/**
 * What a handler threw, as the client reads it: errors of the API stay, refusals get their sentences, storage out of reach
 * is `unavailable`, and the rest is a bug that says nothing of itself.
 * @param naming how the request names its fields, where it has some.
 */
export function toApiError(error: unknown, naming?: Naming): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Refusal) {
    const { code, message, details } = describeRefusal(error, naming);
    return new ApiError(code, message, details);
  }
  if (isTableMissing(error)) return new ApiError("internal_error", TEXT.noTables);
  if (isOutOfReach(error)) return new ApiError("unavailable", TEXT.outOfReach);
  return new ApiError("internal_error", TEXT.internal);
}

/** D1, R2 or an object did not answer: the platform's errors, and our own deadlines. */
function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isPlatform = "retryable" in error || "overloaded" in error || "remote" in error;
  return error.name === "DeadlineError" || error instanceof MovedError || error.message.startsWith("D1_") || isPlatform;
}

/** @throws ApiError with all the details, when there are any; its sentence is the first one's, with how many more there are. */
export function throwIfAny(code: ApiErrorCode, details: readonly Detail[]): void {
  const [first, ...others] = details;
  if (first !== undefined) throw new ApiError(code, summarize([first, ...others]), details);
}
