// Describes, once, the parameters and headers that several routes share.
import { PERIOD_SECONDS } from "../../src/api/app/auth.ts";
import type { AnswerHeader, Route } from "../../src/api/app/route.ts";
import { type ApiVersion, basePathOf } from "../../src/api/base/version.ts";

// Type aliases, not interfaces: the generator's types ask for an index signature, which only these have.
type Schema = {
  type: "string" | "integer" | "boolean";
  format?: string;
  pattern?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: boolean | number;
};
type Header = { description: string; schema: Schema; example: string };
export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: Schema;
  example: string | number | boolean;
};

export type HeaderName =
  | AnswerHeader
  | "X-Request-Id"
  | "RateLimit-Policy"
  | "X-RateLimit-Limit"
  | "X-RateLimit-Remaining"
  | "X-RateLimit-Reset"
  | "WWW-Authenticate"
  | "Link";

const HEADERS: Readonly<Record<HeaderName, Header>> = {
  "X-Request-Id": {
    description: "Identificador de la solicitud; cítelo al pedir soporte.",
    schema: { type: "string", format: "uuid" },
    example: "0b6f6f0e-2d0c-4a53-9f0e-5a1d5e0f6a11",
  },
  "Idempotent-Replayed": {
    description: "`true` cuando la respuesta es de una clave que ya existía: esta solicitud no emitió nada.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "Retry-After": {
    description: "Segundos que conviene esperar antes de repetir la misma solicitud, con la misma clave.",
    schema: { type: "string", pattern: "^\\d+$" },
    example: "5",
  },
  "RateLimit-Policy": {
    description:
      "Límite de su token, si esta instalación limita: `q` solicitudes cada `w` segundos. Las búsquedas (parámetro `q`) se cuentan aparte: `search`. En un 429 por toda la empresa o por la dirección desde la que llega, el de esa: `company`, `address`.",
    schema: { type: "string" },
    example: `"token";q=600;w=${PERIOD_SECONDS}`,
  },
  "X-RateLimit-Limit": {
    description: "Las mismas solicitudes, solas: cuántas se admiten por periodo.",
    schema: { type: "string", pattern: "^\\d+$" },
    example: "600",
  },
  "X-RateLimit-Remaining": {
    description: "0: el límite se alcanzó. Mientras quedan, no se dice cuántas.",
    schema: { type: "string", pattern: "^\\d+$" },
    example: "0",
  },
  "X-RateLimit-Reset": {
    description: "Segundos hasta que el límite se renueva.",
    schema: { type: "string", pattern: "^\\d+$" },
    example: String(PERIOD_SECONDS),
  },
  Link: {
    description: 'Dirección de la página que explica el código del error, con `rel="help"`.',
    schema: { type: "string" },
    example: '</api/ext/v1/docs#error-missing_scope>; rel="help"',
  },
  "WWW-Authenticate": {
    description: "Esquema de autenticación que se espera.",
    schema: { type: "string" },
    example: "Bearer",
  },
};

/** Headers of answers, as a version sends them. */
export function listHeaders(version: ApiVersion): Readonly<Record<HeaderName, Header>> {
  const { Link } = HEADERS;
  return { ...HEADERS, Link: { ...Link, example: Link.example.replace(basePathOf("v1"), basePathOf(version)) } };
}

const COMPANY: Parameter = {
  name: "company_id",
  in: "path",
  required: true,
  description: "Empresa del token; con otra se responde 403.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};

const DOCUMENT: Parameter = {
  name: "doc_id",
  in: "path",
  required: true,
  description: "Id del documento dentro del servicio, entero positivo.",
  schema: { type: "integer", minimum: 1, maximum: 999_999_999_999_999 },
  example: 1042,
};

const FILE: Parameter = {
  name: "nombre",
  in: "path",
  required: true,
  description: "Nombre del archivo. `contenedor` no existe en documentos soporte ni en sus notas de ajuste.",
  schema: {
    type: "string",
    enum: [
      "xml",
      "respuesta",
      "contenedor",
      "carta.pdf",
      "tirilla-80.pdf",
      "tirilla-58.pdf",
      "qr.svg",
      "qr.png",
      "tirilla-80.escpos",
      "tirilla-58.escpos",
    ],
  },
  example: "xml",
};

const WEBHOOK: Parameter = {
  name: "webhook_id",
  in: "path",
  required: true,
  description: "Id de un webhook de la empresa, como lo da `GET webhooks`.",
  schema: { type: "string" },
  example: "whk_ee406450-f84",
};

const STABLE_KEY =
  "Clave estable de la operación, de 1 a 120 caracteres: la misma en cada reintento, otra para otra operación.";

const KEYS: Readonly<Record<NonNullable<Route["key"]>, Parameter>> = {
  header: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    description: STABLE_KEY,
    schema: { type: "string", minLength: 1, maxLength: 120 },
    example: "envio-2026-000123",
  },
  required: {
    name: "Idempotency-Key",
    in: "header",
    // In the body it serves as well.
    required: false,
    description: `${STABLE_KEY} Obligatoria, salvo con \`dry_run=true\`: aquí o en el cuerpo como \`draft_key\`; si van las dos, con el mismo valor.`,
    schema: { type: "string", minLength: 1, maxLength: 120 },
    example: "compra-2026-000123",
  },
  optional: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "La clave cuando el cuerpo no trae `draft_key`, hasta 80 caracteres; junto a `draft_key` se ignora. Envíe al menos uno.",
    schema: { type: "string", minLength: 1, maxLength: 80 },
    example: "venta-2026-000123",
  },
};

/** The parameters of a route as OpenAPI parameter objects. */
export function listParameters(route: Pick<Route, "path" | "key" | "query">): Parameter[] {
  return [
    COMPANY,
    ...(route.path.includes(":docId") ? [DOCUMENT] : []),
    ...(route.path.includes(":nombre") ? [FILE] : []),
    ...(route.path.includes(":webhookId") ? [WEBHOOK] : []),
    ...(route.key === undefined ? [] : [KEYS[route.key]]),
    ...(route.query ?? []).map(
      (parameter): Parameter => ({ ...parameter, in: "query", required: parameter.required ?? false }),
    ),
  ];
}
