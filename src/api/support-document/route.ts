// Declares the two endpoints of support documents: issuing one through its object, reading one by id.
import { findDoubts } from "../../domain/doubt.ts";
import type { SupportDocumentDraft } from "../../domain/draft.ts";
import type { JsonObject } from "../../domain/json.ts";
import { findNewDocumentProblems, type SupportFigures } from "../../domain/support-document.ts";
import { computeFingerprint } from "../../issuance/fingerprint.ts";
import { nameKey } from "../../issuance/name.ts";
import { issueThroughObject } from "../../issuance/stub.ts";
import { findDocumentNearby } from "../../store/documents.ts";
import { readBodyBytes } from "../body.ts";
import { isDryRun, rehearse } from "../dry-run.ts";
import { listNotices } from "../dry-run-reply.ts";
import { dryRunSchema } from "../dry-run-schema.ts";
import { ApiError } from "../error.ts";
import { BODY_CODES, CREATION_CODES } from "../error-schema.ts";
import { throwIfAny } from "../errors.ts";
import { findKey, getKey, readHeaderKey, refuseMissingKey } from "../idempotency.ts";
import { readJsonObject } from "../json.ts";
import { describeProblem, TEXT } from "../message.ts";
import { DRY_RUN_PARAMETER } from "../query-parameter.ts";
import { type Call, declareRoute, getDocumentId, type Route } from "../route.ts";
import { toReadReply, toReply } from "./reply.ts";
import {
  rejectedSupportDocumentSchema,
  reservedSupportDocumentSchema,
  settledSupportDocumentSchema,
  supportDocumentReadSchema,
  uncertainSupportDocumentSchema,
} from "./reply-schema.ts";
import { KEY_NAMES, readSupportDocument, SUPPORT_DOCUMENT_ADVICE, type SupportDocumentRequest } from "./request.ts";
import { supportDocumentSchema } from "./request-schema.ts";

/** Characters. */
const KEY_MAX_LENGTH = 120;

const CREATE_DESCRIPTION = `Crea, numera, firma y transmite un documento soporte en una sola operación.

La clave de idempotencia es obligatoria. Se evalúa junto con la empresa y el cliente de API, **no vence nunca** y decide así:

- clave nueva: se emite un documento;
- misma clave y mismo contenido: se devuelve el documento de entonces, en su estado de ahora; nada se emite de nuevo;
- misma clave y otro contenido: 409.

Dos contenidos son el mismo cuando coinciden campo a campo: no importan el orden de los campos, los alias usados ni escribir \`1\` o \`1.0\`.

Los totales los calcula el servicio; \`subtotal\`, \`impuestos\` y \`total\` que usted envíe no cuentan. Ningún campo del cuerpo puede empezar por \`_\`.`;

const create = declareRoute({
  operationId: "createSupportDocument",
  method: "POST",
  path: "/dse/documentos",
  scope: "dse.write",
  tag: "DSE",
  summary: "Crear documento soporte",
  description: CREATE_DESCRIPTION,
  query: [DRY_RUN_PARAMETER],
  key: "required",
  body: {
    schema: supportDocumentSchema,
    description:
      "El documento. Un campo opcional puede omitirse o ir en `null`. Los alias van en la descripción de cada campo; dos alias con valores distintos dan 400.",
  },
  answers: [
    {
      status: 200,
      description: "Repetición: la clave ya tiene un documento y fue aceptado. Trae `Idempotent-Replayed: true`.",
      schema: settledSupportDocumentSchema,
      headers: ["Idempotent-Replayed"],
    },
    { status: 200, description: "Ensayo (`dry_run=true`).", schema: dryRunSchema },
    {
      status: 201,
      description: "Documento nuevo, aceptado por la autoridad.",
      schema: settledSupportDocumentSchema,
    },
    {
      status: 202,
      description:
        "Reservado y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad lo recibió y aún lo procesa. Consulte por id o repita con la misma clave.",
      schema: reservedSupportDocumentSchema,
      headers: ["Retry-After", "Idempotent-Replayed"],
    },
    {
      status: 422,
      description: "Documento nuevo, rechazado por la autoridad. Conserva su número; no lo repita tal cual.",
      schema: rejectedSupportDocumentSchema,
    },
    {
      status: 422,
      description: "Repetición de un documento que fue rechazado.",
      schema: settledSupportDocumentSchema,
      headers: ["Idempotent-Replayed"],
    },
    {
      status: 502,
      description:
        "El documento salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**. El servicio lo sigue averiguando solo.",
      schema: uncertainSupportDocumentSchema,
    },
  ],
  codes: [...BODY_CODES, "missing_idempotency_key", ...CREATION_CODES],
  handle: createSupportDocument,
});

const read = declareRoute({
  operationId: "getSupportDocument",
  method: "GET",
  path: "/dse/documentos/:docId",
  scope: "dse.read",
  tag: "DSE",
  summary: "Consultar documento soporte",
  description:
    "Lee un documento soporte por id. Úselo para conocer el resultado final de un documento pendiente: a los 5, 15, 30 y 60 segundos, y luego más espaciado.",
  answers: [{ status: 200, description: "El documento, en su estado de ahora.", schema: supportDocumentReadSchema }],
  codes: ["invalid_parameter", "not_found"],
  handle: readSupportDocumentById,
});

/** The routes of support documents. */
export const supportDocumentRoutes: readonly Route[] = [create, read];

/** Key, then body, then the object, which knows whether this is new, a replay or a conflict. */
async function createSupportDocument(call: Call) {
  if (isDryRun(call.query)) return rehearseSupportDocument(call);
  const bytes = await readBodyBytes(call.request);
  const headerKey = readHeaderKey(call.request.headers, KEY_MAX_LENGTH);
  const body = readKeyedObject(bytes, headerKey);
  const key = getKey(headerKey, body, KEY_NAMES, KEY_MAX_LENGTH);
  const { draft, figures, canonical, naming } = getSoundRequest(call, body);
  const { company, clientId } = call.caller;
  const result = await issueThroughObject(call.env, {
    ...nameKey({ module: "dse", companyId: company.id, clientId, environment: company.environment }, key),
    module: "dse",
    companyId: company.id,
    clientId,
    key,
    fingerprint: await computeFingerprint(canonical, KEY_NAMES),
    draft,
    figures,
    company,
  });
  if (result.type === "issued" && result.document !== null) {
    call.log({ documentId: result.document.id, state: result.document.state, isReplay: result.isReplay });
  }
  return toReply(result, { requestId: call.requestId, naming });
}

/** `?dry_run=true`: no key is needed, because nothing is kept; one that comes must be sound all the same. */
async function rehearseSupportDocument(call: Call) {
  const bytes = await readBodyBytes(call.request);
  const headerKey = readHeaderKey(call.request.headers, KEY_MAX_LENGTH);
  const body = readJsonObject(bytes);
  findKey(headerKey, body, KEY_NAMES, KEY_MAX_LENGTH);
  const { draft, figures, canonical, naming } = getSoundRequest(call, body);
  return rehearse(call, { draft, figures, notices: listNotices(canonical, SUPPORT_DOCUMENT_ADVICE), naming });
}

type SoundRequest = SupportDocumentRequest & {
  readonly draft: SupportDocumentDraft;
  readonly figures: SupportFigures;
};

/** @throws ApiError `invalid_payload` or `business_rule` with every problem of shape, and of meaning in the parts that have one. */
function getSoundRequest(call: Call, body: JsonObject): SoundRequest {
  const request = readSupportDocument(body);
  const { draft, figures, typeErrors, brokenRules, parts, naming } = request;
  call.notice(request.unused);
  const known = [...typeErrors, ...brokenRules];
  if (known.length > 0) {
    // It will not be issued, so that what only a new document is asked can be reported in the same round.
    const ofNew = findNewDocumentProblems(parts, call.caller.company, Date.now());
    const all = [...known, ...ofNew.map((problem) => describeProblem(problem, naming))];
    throwIfAny(typeErrors.length > 0 ? "invalid_payload" : "business_rule", all);
  }
  if (draft === undefined || figures === undefined) throw new Error("a body without problems gave no draft");
  call.notice(findDoubts(draft).map((doubt) => describeProblem(doubt, naming)));
  return { ...request, draft, figures };
}

/** Without the header the key may be in the body: a body that cannot be read then has no key at all. */
function readKeyedObject(bytes: Uint8Array, headerKey: string | undefined): JsonObject {
  try {
    return readJsonObject(bytes);
  } catch (error) {
    if (headerKey === undefined && error instanceof ApiError) throw refuseMissingKey();
    throw error;
  }
}

async function readSupportDocumentById(call: Call) {
  const id = getDocumentId(call);
  const document = await findDocumentNearby(call.env.DB, call.caller.company.id, "dse", id);
  if (document === undefined) {
    throw new ApiError("not_found", TEXT.noSupportDocument(id));
  }
  call.log({ documentId: id, state: document.state });
  return toReadReply(document);
}
