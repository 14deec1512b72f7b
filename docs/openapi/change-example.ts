// Lists the examples of the feed of changes.
import type { ExampleRequest } from "./example.ts";
import { SMALL_SUPPORT_DOCUMENT } from "./support-document-body.ts";

const OPERATION = { operationId: "listChanges", versions: ["v2"] } as const;

export const changeExamples: readonly ExampleRequest[] = [
  {
    ...OPERATION,
    name: "cambios",
    summary: "Los cambios de un documento que fue aceptado",
    given: { type: "issued", body: SMALL_SUPPORT_DOCUMENT },
  },
  { ...OPERATION, name: "cambios-ninguno", summary: "Todavía no hay cambios" },
  { ...OPERATION, name: "cambios-limite", summary: "Un límite fuera de su rango", query: "?limit=1000" },
  { ...OPERATION, name: "cambios-cursor", summary: "Un cursor cortado", query: "?after=cur_mm99189" },
  { ...OPERATION, name: "cambios-vencido", summary: "Un cursor de 2023", query: "?after=cur_lhrnhxc05y" },
];
