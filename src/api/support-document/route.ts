// Declares the creation of support documents, in both versions.
import { BODY_CODES, CREATION_CODES } from "../app/error-code.ts";
import { DRY_RUN_PARAMETER } from "../app/query-parameter.ts";
import { declareRoute, type Route } from "../app/route.ts";
import { createDocument } from "../creation/create.ts";
import { supportDocumentsOfV1, supportDocumentsOfV2 } from "./adapter.ts";

const UNCOUNTED = "Los totales los calcula el servicio; `subtotal`, `impuestos` y `total` que usted envíe no cuentan.";
const COUNTED =
  "Los totales los calcula el servicio; si usted envía `subtotal`, `impuestos` o `total`, deben coincidir con los ítems.";

const CREATE_DESCRIPTION = `Crea, numera, firma y transmite un documento soporte en una sola operación.

La clave de idempotencia es obligatoria, en la cabecera o en el cuerpo, como \`request_key\` o \`draft_key\`. Se evalúa junto con la empresa y el cliente de API, **no vence nunca** y decide así:

- clave nueva: se emite un documento;
- misma clave y mismo contenido: se devuelve el documento de entonces, en su estado de ahora; nada se emite de nuevo;
- misma clave y otro contenido: 409.

Dos contenidos son el mismo cuando coinciden campo a campo: no importan el orden de los campos, los alias usados ni escribir \`1\` o \`1.0\`.

${UNCOUNTED} Ningún campo del cuerpo puede empezar por \`_\`.`;

const CREATE = {
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
    schema: async () => (await import("./request-schema.ts")).supportDocumentSchemaOfV1,
    description:
      "El documento. Un campo opcional puede omitirse o ir en `null`. Los alias van en la descripción de cada campo; dos alias con valores distintos dan 400.",
  },
  codes: [...BODY_CODES, "missing_idempotency_key", ...CREATION_CODES],
} as const;

const createInV1 = declareRoute({
  ...CREATE,
  versions: ["v1"],
  answers: async () => (await import("./reply-schema.ts")).createdInV1,
  handle: (call) => createDocument(call, supportDocumentsOfV1),
});

const createInV2 = declareRoute({
  ...CREATE,
  versions: ["v2"],
  description: CREATE_DESCRIPTION.replace(UNCOUNTED, COUNTED),
  body: {
    schema: async () => (await import("./request-schema.ts")).supportDocumentSchema,
    description: `${CREATE.body.description} Un campo que la API no conoce, o que no tendría efecto junto a otro, se rechaza. Las cifras son números o texto decimal (\`"10840.34"\`).`,
  },
  answers: async () => (await import("./reply-schema.ts")).createdInV2,
  handle: (call) => createDocument(call, supportDocumentsOfV2),
});

/** The routes that create support documents. */
export const supportDocumentRoutes: readonly Route[] = [createInV1, createInV2];
