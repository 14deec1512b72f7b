// Declares the reading of a company's state: its modules, plans, ranges, series, certificate, and what will stop it from issuing.
import { toCondition } from "../../issuance/port/brake-port.ts";
import { openDatabase } from "../../store/base/db.ts";
import { listBindings } from "../../store/base/home.ts";
import { type CompanyState, readCompanyState } from "../../store/company/company-state.ts";
import { isNamed, nameBody } from "../app/etag.ts";
import { type Call, declareRoute, listReadModules, type Route } from "../app/route.ts";
import { describeCompany } from "./describe.ts";
import { createMemory } from "./once.ts";

/** How old the state of an answer may be. */
const KEPT_MS = 60_000;

const DESCRIPTION = `Con qué emite la empresa, y qué se lo impedirá pronto: para mostrarlo antes de que algo se acabe. Los módulos que ningún permiso de lectura del token alcanza no aparecen, ni sus avisos.

Las cifras tienen a lo sumo un minuto. La respuesta trae \`ETag\`: envíelo en \`If-None-Match\`, y mientras nada cambie la respuesta es 304, sin cuerpo. Basta preguntar cada hora.`;

const read = declareRoute({
  versions: ["v2"],
  operationId: "getCompany",
  method: "GET",
  path: "/empresa",
  scope: "fe.read",
  otherScopes: ["fe.write", "dse.read", "dse.write", "dee.read", "dee.write"],
  tag: "Empresa",
  summary: "Consultar el estado de la empresa",
  description: DESCRIPTION,
  answers: async () => {
    const { companyStateSchema, emptySchema } = await import("./reply-schema.ts");
    return [
      { status: 200, description: "El estado de la empresa.", schema: companyStateSchema },
      { status: 304, description: "Nada ha cambiado desde ese `ETag`.", schema: emptySchema, media: [] },
    ] as const;
  },
  codes: ["invalid_parameter"],
  handle: readCompany,
});

/** The route of the company's state. */
export const companyRoutes: readonly Route[] = [read];

const recall = createMemory<CompanyState>(KEPT_MS);

async function readCompany(call: Call) {
  const { env, db, caller, language, request } = call;
  const { company } = caller;
  const places = { home: db, directory: listBindings(env).length === 1 ? db : openDatabase(env.DB) };
  const state = await recall(env.DB, company.id, () => readCompanyState(places, company, Date.now()));
  const authority = toCondition(env, state.brake, state.readAtMs, company.id);
  const body = describeCompany(company, listReadModules(caller), state, authority);
  const etag = await nameBody({ body, language });
  const headers = { ETag: etag, "Cache-Control": "private, no-cache" };
  if (isNamed(request.headers.get("if-none-match"), etag)) {
    return { status: 304, body: {}, file: null, headers } as const;
  }
  return { status: 200, body, headers } as const;
}
