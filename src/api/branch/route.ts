// Lists the branches that documents of a company may name.
import type { Branch } from "../../domain/company.ts";
import type { ReplyOf } from "../app/reply.ts";
import { type Call, declareRoute, type Route } from "../app/route.ts";
import type { branchListSchema } from "./reply-schema.ts";

const list = declareRoute({
  versions: ["v2"],
  operationId: "listBranches",
  method: "GET",
  path: "/establecimientos",
  scope: "fe.read",
  otherScopes: ["dse.read", "dee.read"],
  tag: "FE",
  summary: "Listar establecimientos",
  description:
    "Los establecimientos de la empresa, que un documento nombra por su código. Los registra el operador del servicio.",
  answers: async () => {
    const { branchListSchema } = await import("./reply-schema.ts");
    return [{ status: 200, description: "Los establecimientos.", schema: branchListSchema }];
  },
  codes: ["invalid_parameter"],
  handle: listBranches,
});

/** The route of branches. */
export const branchRoutes: readonly Route[] = [list];

/** Loaded with the company itself. */
async function listBranches({ caller }: Call): Promise<ReplyOf<200, typeof branchListSchema>> {
  return { status: 200, body: { ok: true, establecimientos: caller.company.branches.map(toWireBranch) } };
}

function toWireBranch({ code, name, address, phone, registration, prefix }: Branch) {
  return {
    codigo: code,
    nombre: name,
    direccion: address.line,
    codigo_municipio: address.municipalityCode,
    municipio: address.municipalityName,
    departamento: address.departmentName,
    codigo_postal: address.postalCode,
    telefono: phone,
    matricula: registration,
    prefijo: prefix,
  };
}
