// Writes the sentences about requests as such: parameters, keys, JSON, access.
import type { Module } from "../../domain/company.ts";
import type { Detail } from "../base/error.ts";
import { EXPECTED } from "./field.ts";
import { MARK_RUN, showParameter, suggestDate } from "./value.ts";

/** What is asked of a parameter of the path or of the query; each completes "El parámetro X …". */
export const PARAMETER = {
  boolean: (text: string) => `debe ser true o false; se recibió ${showParameter(text)}`,
  id: (text: string) => `debe ser un entero positivo; se recibió ${showParameter(text)}`,
  integer: (text: string) => `debe ser un entero; se recibió ${showParameter(text)}`,
  page: (text: string) => `debe ser un entero desde 1; se recibió ${showParameter(text)}`,
  choice: (choices: readonly string[], text: string) =>
    `debe ser uno de ${choices.join(", ")}; se recibió ${showParameter(text)}`,
  choices: (choices: readonly string[], text: string) =>
    `debe ser uno de ${choices.join(", ")}, o varios separados por comas; se recibió ${showParameter(text)}`,
  between: (least: number, most: number, text: string) =>
    `debe ser un entero de ${least} a ${most}; se recibió ${showParameter(text)}`,
  cursor: (text: string) => `debe ser un cursor que esta API entregó; se recibió ${showParameter(text)}`,
  length: EXPECTED.length,
  markRun: MARK_RUN,
  day: (expected: string, text: string) => `${expected}${suggestDate(text)}; se recibió ${showParameter(text)}`,
  required: (expected: string) => `falta: ${expected}`,
  tooManyDays: (most: number, other: string, days: number) =>
    `deja ${days} días desde \`${other}\`, ambos incluidos; se suman a lo sumo ${most}`,
  beforeOther: (other: string, value: string) => `no puede ser anterior a \`${other}\` (${value})`,
  ofCursor: (order: string) => `contradice al cursor de \`after\`, que va en el orden ${order}; quítelo`,
  repeated: "aparece más de una vez; envíelo una sola",
  tooDeep: (deepest: number, text: string) =>
    `queda a más de ${deepest} registros de ambos extremos del listado; acótelo con filtros o, en v2, siga con \`after\`; se recibió ${showParameter(text)}`,
  narrowed: (seen: number) =>
    `alcanza más de ${seen} documentos: aquí se buscó en los primeros del orden del listado; acótelo o, en v2, siga con \`cursor\``,
  broad: "coincide con más terceros de los que se buscan a la vez: escriba más del nombre, o el número del tercero",
  onlyReceipts: "solo existe en los archivos `.escpos`; quítelo",
  besideCursor: "no se admite junto a `after`; envíe uno solo",
  unknown: (known: readonly string[], meant: string | undefined) => {
    const taken = known.map((name) => `\`${name}\``).join(", ") || "ninguno";
    return `no es de esta ruta${meant === undefined ? "" : ` (¿quiso decir \`${meant}\`?)`}, que admite: ${taken}`;
  },
} as const;

/** A detail about one parameter; `phrase` completes "El parámetro X …". */
export function describeParameter(path: string, phrase: string, rule?: string): Detail {
  const message = `El parámetro \`${path}\` ${phrase}.`;
  return rule === undefined ? { path, message } : { path, message, rule };
}

/** What is asked of an idempotency key; each completes "La clave de idempotencia X …". */
export const KEY = {
  text: EXPECTED.text,
  contradicts: (other: string) => `contradice a ${other}: envíe la clave una sola vez o con el mismo valor`,
  notUtf8: "trae bytes que no son UTF-8; envíela en UTF-8, o solo en ASCII",
  lostLetter: "no puede llevar U+FFFD, que queda donde se perdió una letra",
  control: "no puede llevar caracteres de control ni otros que no se ven",
  markRun: MARK_RUN,
  blank: "no puede ir en blanco",
  length: EXPECTED.length,
} as const;

/** A detail about the key under one of its names; `phrase` completes "La clave de idempotencia X …". */
export function describeKey(path: string, phrase: string): Detail {
  return { path, message: `La clave de idempotencia \`${path}\` ${phrase}.`, rule: "4.7.2" };
}

/** What keeps a body from being JSON; each completes "El cuerpo no es JSON válido: …". */
export const JSON_FAULT = {
  surplus: "sobra texto después del valor JSON",
  text: "se esperaba un texto entre comillas dobles bien cerrado",
  value: "se esperaba un valor JSON",
  depth: (most: number) => `se superan ${most} niveles de anidamiento`,
  values: (most: number) => `se superan ${most} valores entre textos, números, listas y objetos`,
  character: (character: string) => `se esperaba «${character}»`,
} as const;

/** What a route with the id of a document finds. */
const AMONG: Readonly<Record<Module, string>> = {
  fe: "las facturas y notas",
  dse: "los documentos soporte y notas",
  dee: "los tiquetes y notas",
};

/** Sentences of the API that stand alone. */
export const TEXT = {
  unauthorized:
    "La autorización Bearer falta o no es válida: envíe la cabecera Authorization: Bearer <token> con un token vigente.",
  wrongCompany: "El token no tiene acceso a la empresa solicitada.",
  missingScope: (scope: string) => `Scopes insuficientes. Faltan: ${scope}`,
  notTold: (scope: string) =>
    `El token no tiene el permiso \`${scope}\`: la respuesta no muestra lo que la nota toma del documento que corrige.`,
  noModule: (module: Module) => `La empresa no tiene contratado el módulo ${module.toUpperCase()}.`,
  tokenLimited: "Demasiadas solicitudes con este token; espere lo que indica Retry-After y repita.",
  searchLimited:
    "Demasiadas búsquedas (`q`) con este token; espere lo que indica Retry-After y repita. Las demás solicitudes se cuentan aparte.",
  companyLimited: "Demasiadas solicitudes de esta empresa; espere lo que indica Retry-After y repita.",
  addressLimited: "Demasiadas solicitudes desde esta dirección; espere lo que indica Retry-After y repita.",
  mediaType: (came: string) =>
    `El cuerpo debe enviarse con Content-Type application/json en UTF-8 y sin comprimir; se recibió: ${came || "ninguno"}.`,
  bodyTooLarge: (bytes: number) => `El cuerpo supera el máximo de ${bytes} bytes (1 MiB).`,
  bodyTimeout: (seconds: number) => `El cuerpo no terminó de llegar en ${seconds} segundos; repita la solicitud.`,
  bodyNotUtf8: "El cuerpo no está en UTF-8 válido; se espera JSON en UTF-8.",
  bodyWithBom: "El cuerpo empieza con una marca de orden de bytes (BOM); se espera JSON en UTF-8 sin BOM.",
  bodyEmpty: "El cuerpo está vacío; se espera un objeto JSON.",
  bodyNotObject: "El cuerpo debe ser un objeto JSON.",
  notJson: (fault: string, line: number, column: number) =>
    `El cuerpo no es JSON válido: ${fault} (línea ${line}, columna ${column}).`,
  keyMissing: (header: string, member: string | undefined) => {
    const other = member === undefined ? "" : `, o \`${member}\` en el cuerpo`;
    return `Falta la clave de idempotencia: envíe la cabecera ${header}${other}, con una clave única por operación, la misma en cada reintento.`;
  },
  noFile: "El documento no tiene un archivo con ese nombre.",
  fileNames: (names: readonly string[]) => `\`nombre\` debe ser uno de: ${names.join(", ")}.`,
  fileNotReady: "Ese archivo aún no existe en el estado actual del documento.",
  linkNotReady: "Un documento tiene enlace desde que la autoridad lo acepta; repita cuando su estado sea `aceptado`.",
  linkLimited: "Demasiadas visitas desde esta dirección; espere un minuto y repita.",
  fileLost:
    "El servicio no tiene el archivo que se firmó, y quien lo opera debe reponerlo. El documento y su estado no cambian.",
  detailLost:
    "El servicio no tiene el detalle de este documento, y quien lo opera debe reponerlo; repita después. El documento y su estado no cambian.",
  noRenderer: "El servicio no puede dibujar el PDF en este momento; repita en unos segundos.",
  noDocument: (id: string) => `No existe el documento ${id} en la empresa.`,
  /** Another module may have it, which is not told: its readers need another scope. */
  notAmong: (id: number, module: Module) => `No existe el documento ${id} entre ${AMONG[module]} de esta ruta.`,
  noWebhook: (id: string) => `No existe el webhook ${showParameter(id)} en la empresa.`,
  noRoute: (path: string) => `No existe la ruta ${path}.`,
  noMethod: (method: string, allowed: string) =>
    `El método ${method} no se admite en esta ruta; se admite: ${allowed}.`,
  outOfReach:
    "El servicio no alcanza su almacenamiento en este momento; repita la misma solicitud, con la misma clave, en unos segundos.",
  foreignStorage:
    "El servicio encontró el almacenamiento de otro despliegue y no hizo nada; repita la misma solicitud, con la misma clave, cuando quien lo opera lo corrija.",
  noSecrets: "El servicio no está preparado: le faltan secretos. Su registro dice con qué comando se prepara.",
  noTables:
    "El servicio no está preparado: su base de datos no tiene las tablas. Su registro dice con qué comando se prepara.",
  internal: "Ocurrió un error interno inesperado; repita con prudencia la misma solicitud, con la misma clave.",
  acquirerUnknown: (type: string, number: string) =>
    `La autoridad no conoce un adquirente con identificación ${type} ${number}.`,
  acquirerTimeout: "La autoridad no respondió la consulta del adquirente a tiempo.",
  acquirerFault: "La autoridad rechazó la consulta del adquirente con una falla.",
  acquirerUnreachable: "La autoridad no dio una respuesta legible a la consulta del adquirente; repita más tarde.",
  cursorExpired: (days: number) =>
    `El cursor tiene más de ${days} días; los cambios de entonces ya no se guardan. Empiece de nuevo sin \`after\`.`,
  /** What a dry run used in place of a field that should be sent. */
  notSent: (instead: string) => `No se envió: ${instead}.`,
} as const;
