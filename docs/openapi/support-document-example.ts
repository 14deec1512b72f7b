// Lists every example of the routes of support documents: the successes, the replays, and each error that a request can
// provoke.
import type { ExampleRequest } from "./example.ts";
import {
  FOREIGN_SUPPORT_DOCUMENT,
  FULL_SUPPORT_DOCUMENT,
  SMALL_SUPPORT_DOCUMENT,
  tagSupportDocument,
} from "./support-document-body.ts";

const CREATE = "createSupportDocument";
const READ = "getSupportDocument";
const SMALL = SMALL_SUPPORT_DOCUMENT;
const { items: _, ...WITHOUT_ITEMS } = SMALL;

export const supportDocumentExamples: readonly ExampleRequest[] = [
  { operationId: CREATE, name: "dse-minimo", summary: "Lo mínimo: una compra de contado, hoy", body: SMALL },
  {
    operationId: CREATE,
    name: "dse-completo",
    summary: "Acumulado semanal a crédito, con retenciones y centro de costo",
    body: FULL_SUPPORT_DOCUMENT,
  },
  {
    operationId: CREATE,
    name: "dse-exterior",
    summary: "Proveedor del exterior, en dólares",
    body: FOREIGN_SUPPORT_DOCUMENT,
  },
  {
    operationId: CREATE,
    name: "dse-aviso",
    summary: "Aceptado con un aviso de la autoridad (prueba con #aviso)",
    body: tagSupportDocument("#aviso"),
  },
  {
    operationId: CREATE,
    name: "dse-ensayo",
    summary: "Ensayo: nada se emite",
    query: "?dry_run=true",
    key: null,
    body: { ...SMALL, proveedor: { nit: "1098765432", nombre: "Finca El Carmen", municipio: "Arbeláez" } },
  },
  {
    operationId: CREATE,
    name: "dse-repeticion",
    summary: "Repetición con la misma clave y el mismo contenido",
    given: { type: "sent-before" },
    body: SMALL,
  },
  {
    operationId: CREATE,
    name: "dse-en-curso",
    summary: "Repetición mientras la primera solicitud sigue en curso",
    given: { type: "in-flight" },
    body: tagSupportDocument("#lento"),
  },
  {
    operationId: CREATE,
    name: "dse-rechazo",
    summary: "Rechazado por la autoridad (prueba con #rechazo)",
    body: tagSupportDocument("#rechazo"),
  },
  {
    operationId: CREATE,
    name: "dse-rechazo-repetido",
    summary: "Repetición de un documento rechazado",
    given: { type: "sent-before" },
    body: tagSupportDocument("#rechazo"),
  },
  {
    operationId: CREATE,
    name: "dse-incierto",
    summary: "La respuesta de la autoridad se perdió (prueba con #perdido)",
    body: tagSupportDocument("#perdido"),
  },
  {
    operationId: CREATE,
    name: "dse-conflicto",
    summary: "La clave ya es de otro contenido",
    given: { type: "sent-otherwise", body: { ...SMALL, medio_pago_codigo: "42" } },
    body: SMALL,
  },
  { operationId: CREATE, name: "dse-sin-clave", summary: "Sin clave", key: null, body: SMALL },
  {
    operationId: CREATE,
    name: "dse-dos-claves",
    summary: "Cabecera y cuerpo con claves distintas",
    key: "compra-1",
    body: { ...SMALL, request_key: "compra-2" },
  },
  { operationId: CREATE, name: "dse-json-roto", summary: "JSON mal formado", body: '{"items": [,]}' },
  {
    operationId: CREATE,
    name: "dse-otro-tipo",
    summary: "Cuerpo que no es JSON",
    headers: { "content-type": "text/plain" },
    body: "hola",
  },
  {
    operationId: CREATE,
    name: "dse-forma",
    summary: "Varios campos con mala forma, todos informados a la vez",
    body: { ...SMALL, items: [{ codigo: "123", cantidad: 0, precio_unitario: "12000" }], _nota: "x" },
  },
  {
    operationId: CREATE,
    name: "dse-regla",
    summary: "Buena forma, regla incumplida: un periodo de ocho días",
    body: {
      ...SMALL,
      forma_generacion: "2",
      fecha_inicio_periodo: "2026-02-22",
      fecha_fin_periodo: "2026-03-01",
    },
  },
  {
    operationId: CREATE,
    name: "dse-ensayo-mal-escrito",
    summary: "dry_run con un valor que no existe",
    query: "?dry_run=si",
    body: SMALL,
  },
  { operationId: CREATE, name: "dse-sin-lineas", summary: "Sin items", body: WITHOUT_ITEMS },
  { operationId: CREATE, name: "dse-sin-token", summary: "Sin token", given: { type: "no-token" }, body: SMALL },
  {
    operationId: CREATE,
    name: "dse-otra-empresa",
    summary: "Empresa ajena",
    given: { type: "other-company" },
    body: SMALL,
  },
  {
    operationId: CREATE,
    name: "dse-sin-permiso",
    summary: "Token sin dse.write",
    given: { type: "scopes", scopes: ["dse.read"] },
    body: SMALL,
  },
  {
    operationId: CREATE,
    name: "dse-sin-modulo",
    summary: "Empresa sin el módulo DSE",
    given: { type: "modules", modules: ["fe"] },
    body: SMALL,
  },
  {
    operationId: CREATE,
    name: "dse-empresa-suspendida",
    summary: "Empresa suspendida",
    given: { type: "suspended" },
    body: SMALL,
  },
  {
    operationId: CREATE,
    name: "dse-plan-agotado",
    summary: "Plan anual agotado",
    given: { type: "plan-used-up" },
    body: SMALL,
  },
  { operationId: CREATE, name: "dse-sin-rango", summary: "Sin rango", given: { type: "no-range" }, body: SMALL },
  {
    operationId: CREATE,
    name: "dse-rango-vencido",
    summary: "Rango vencido",
    given: { type: "old-range" },
    body: SMALL,
  },
  {
    operationId: CREATE,
    name: "dse-rango-agotado",
    summary: "Rango sin números",
    given: { type: "used-range" },
    body: SMALL,
  },
  {
    operationId: CREATE,
    name: "dse-certificado-vencido",
    summary: "Certificado vencido",
    given: { type: "old-certificate" },
    body: SMALL,
  },
  {
    operationId: READ,
    name: "dse-consulta",
    summary: "Documento aceptado",
    given: { type: "issued", body: FULL_SUPPORT_DOCUMENT },
  },
  {
    operationId: READ,
    name: "dse-consulta-incierto",
    summary: "Documento cuyo resultado aún se averigua",
    given: { type: "issued", body: tagSupportDocument("#perdido") },
  },
  {
    versions: ["v2"],
    operationId: "listSupportDocuments",
    name: "dse-listado",
    summary: "Una página del listado, de un día",
    given: { type: "issued", body: SMALL },
    query: "?desde=2026-03-02&per_page=20&estado=aprobado",
  },
];
