// What the page says of the two routes of support documents (contract 4.7 and 4.8).
import { supportDocumentSchema } from "../../src/api/support-document/request-schema.ts";
import { dryRunSchema } from "./dry-run-schema.ts";
import { BODY_CODES, CREATION_CODES } from "./error-schema.ts";
import { DRY_RUN_PARAMETER, type Operation } from "./operation.ts";
import {
  rejectedSupportDocumentSchema,
  reservedSupportDocumentSchema,
  settledSupportDocumentSchema,
  supportDocumentReadSchema,
  uncertainSupportDocumentSchema,
} from "./support-document-schema.ts";

const CREATE_DESCRIPTION = `Crea, numera, firma y transmite un documento soporte en una sola operación.

La clave de idempotencia es obligatoria. Se evalúa junto con la empresa y el cliente de API, **no vence nunca** y decide así:

- clave nueva: se emite un documento;
- misma clave y mismo contenido: se devuelve el documento de entonces, en su estado de ahora; nada se emite de nuevo;
- misma clave y otro contenido: 409.

Dos contenidos son el mismo cuando coinciden campo a campo: no importan el orden de los campos, los alias usados ni escribir \`1\` o \`1.0\`.

Los totales los calcula el servicio; \`subtotal\`, \`impuestos\` y \`total\` que usted envíe no cuentan. Ningún campo del cuerpo puede empezar por \`_\`.`;

export const supportDocumentOperations: readonly Operation[] = [
  {
    operationId: "createSupportDocument",
    method: "post",
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
  },
  {
    operationId: "getSupportDocument",
    method: "get",
    path: "/dse/documentos/{doc_id}",
    scope: "dse.read",
    tag: "DSE",
    summary: "Consultar documento soporte",
    description:
      "Lee un documento soporte por id. Úselo para conocer el resultado final de un documento pendiente: a los 5, 15, 30 y 60 segundos, y luego más espaciado.",
    hasDocumentId: true,
    answers: [{ status: 200, description: "El documento, en su estado de ahora.", schema: supportDocumentReadSchema }],
    codes: ["invalid_parameter", "not_found"],
  },
];
