// Declares the look-up of an acquirer.
import { BODY_CODES } from "../app/error-code.ts";
import { declareRoute, type Route } from "../app/route.ts";
import { getAcquirer } from "./look-up.ts";

const lookUp = declareRoute({
  operationId: "getAcquirer",
  method: "POST",
  path: "/authority/get-acquirer",
  scope: "fe.read",
  tag: "FE",
  summary: "Consultar un adquirente",
  description:
    "Pregunta a la autoridad el nombre y el correo que registra un adquirente. La respuesta se guarda 24 horas por empresa; `force_refresh` la pide de nuevo. No crea nada.",
  body: { schema: async () => (await import("./request.ts")).acquirerSchema, description: "A quién se consulta." },
  answers: async () => {
    const { acquirerAnswerSchema } = await import("./reply-schema.ts");
    return [{ status: 200, description: "Lo que la autoridad registra.", schema: acquirerAnswerSchema }];
  },
  codes: [...BODY_CODES, "acquirer_not_found", "authority_fault", "authority_timeout", "authority_unreachable"],
  handle: getAcquirer,
});

/** The route of the acquirer look-up. */
export const acquirerRoutes: readonly Route[] = [lookUp];
