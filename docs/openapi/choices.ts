// Names the closed lists of the service: states, codes and other choices, each once, and refers the fields to them.
import { listErrorCodes } from "../../src/api/app/error-table.ts";
import { API_VERSIONS } from "../../src/api/base/version.ts";
import { MAIL_CHANGES, MAIL_KINDS, MAIL_REASONS, MAIL_STATES } from "../../src/domain/document/mail-delivery.ts";
import { STATES } from "../../src/domain/document/state.ts";
import { isCorrectable, listCodes } from "../../src/domain/kind.ts";
import { nameTaxCodes, WITHHOLDING_CODES } from "../../src/domain/tax-table.ts";
import { joinName, refer, type Schema, type Schemas } from "./schema.ts";

interface Choices {
  readonly name: string;
  /** Each list that it stands for; the versions of the API differ. */
  readonly lists: readonly (readonly unknown[])[];
  /** Where other fields have the same choices in another meaning. */
  readonly fields?: readonly string[];
  readonly description: string;
}

const LISTS: readonly Choices[] = [
  { name: "DocumentState", lists: [STATES], description: "Estado de un documento ante la autoridad." },
  { name: "ErrorCode", lists: API_VERSIONS.map(listErrorCodes), description: "Código estable de un error." },
  {
    name: "InvoiceType",
    lists: [["01", "03"], listCodes({ shape: "invoice", module: "fe" })],
    description: "01 factura, 02 exportación (solo en v2), 03 factura de contingencia.",
  },
  {
    name: "InvoiceNoteType",
    lists: [listCodes({ shape: "note", module: "fe" })],
    description: "91 nota crédito, 92 nota débito.",
  },
  {
    name: "NoteType",
    lists: [listCodes({ shape: "note" })],
    description: "91 nota crédito, 92 nota débito, 95 nota de ajuste; de tiquetes, 94 crédito y 93 débito.",
  },
  {
    name: "ListedInvoiceType",
    lists: [["01", "03", "91"], listCodes({ module: "fe" })],
    description: "Tipo de una factura o de una nota sobre ella.",
  },
  {
    name: "SupportDocumentType",
    lists: [listCodes({ module: "dse" })],
    description: "05 documento soporte, 95 nota de ajuste.",
  },
  {
    name: "TicketType",
    lists: [listCodes({ module: "dee" })],
    description: "20 tiquete POS, 93 nota débito, 94 nota crédito.",
  },
  {
    name: "DocumentType",
    lists: [listCodes({})],
    description: "Tipo de documento ante la autoridad.",
  },
  { name: "ExternalInvoiceType", lists: [["01", "02", "03", "04"]], description: "Tipo de la factura." },
  {
    name: "PricedDocumentType",
    lists: [["01", "03", "05"], listCodes({}).filter(isCorrectable)],
    description: "Tipo del documento que se ensaya.",
  },
  { name: "PaymentForm", lists: [["contado", "credito"]], description: "Forma de pago." },
  { name: "PaymentFormCode", lists: [["1", "2"]], fields: ["forma_pago"], description: "1 contado, 2 crédito." },
  {
    name: "GenerationFormCode",
    lists: [["1", "2"]],
    fields: ["forma_generacion"],
    description: "1 por operación, 2 acumulado semanal.",
  },
  { name: "WithholdingCode", lists: [WITHHOLDING_CODES], description: `${nameTaxCodes(WITHHOLDING_CODES)}.` },
  {
    name: "WithholdingBase",
    lists: [["subtotal", "impuestos", "total"]],
    description: "Sobre qué se calcula la retención.",
  },
  { name: "Severity", lists: [["rechazo", "notificacion"]], description: "Rechazo, o aviso que no impide nada." },
  { name: "DocumentModule", lists: [["fe", "dse"]], description: "Módulo del documento." },
  { name: "TestSetMark", lists: [[0, 1]], description: "1 si pertenece al set de pruebas." },
  { name: "StateFilter", lists: [["aprobado", "rechazado", "pendiente"]], description: "Estados que se listan." },
  { name: "InvoiceFilter", lists: [["01", "91"]], description: "Tipos que se listan." },
  {
    name: "ListOrder",
    lists: [["-id", "id"]],
    description: "Orden del listado, por id; `-id` es el más reciente primero.",
  },
  {
    name: "FileName",
    lists: [
      [
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
    ],
    description: "Nombre de un archivo de un documento.",
  },
  {
    name: "CodePage",
    lists: [["cp1252", "cp858", "cp850", "cp437", "ascii"]],
    description: "Tabla de caracteres de una impresora de tirilla.",
  },
  { name: "StandardCodeScheme", lists: [["001", "010", "020"]], description: "Lista de un código estándar." },
  { name: "TaxTreatment", lists: [["gravado", "exento", "excluido"]], description: "Cómo está un ítem ante el IVA." },
  { name: "GiftTaxBearer", lists: [["vendedor", "comprador"]], description: "Quién asume el IVA de un obsequio." },
  { name: "PersonType", lists: [["juridica", "natural"]], description: "Tipo de persona." },
  { name: "MailState", lists: [MAIL_STATES], description: "Estado de un envío por correo." },
  { name: "MailChangeState", lists: [MAIL_CHANGES], description: "Estado de un envío que se cuenta en los cambios." },
  { name: "MailKind", lists: [MAIL_KINDS], description: "Quién pidió un envío por correo." },
  { name: "MailReasonCode", lists: [MAIL_REASONS], description: "Por qué un envío no salió o no llegó." },
  { name: "FiscalIdName", lists: [["CUFE", "CUDE", "CUDS"]], description: "Nombre del identificador fiscal." },
];

/** Lists that have no other name than that of their field, in English. */
const RENAMED: Readonly<Record<string, string>> = {
  ChangeTipo: "ChangeType",
  WebhookBodyType: "ChangeType",
  InvoiceAiuIvaBaseMode: "AiuBaseMode",
};

/** Refers each field of an object that takes one of several values to its named list. */
export function nameChoices(owner: string, schema: Schema, schemas: Schemas): void {
  for (const [field, child] of Object.entries(schema.properties ?? {})) {
    nameField(joinName(owner, field), field, child, schemas);
  }
}

/** The same of one field or parameter. @param otherwise the name of a list that has none above. */
export function nameField(otherwise: string, field: string, schema: Schema, schemas: Schemas): void {
  const choices = schema.enum?.filter((choice) => choice !== null) ?? [];
  if (choices.length < 2) return;
  const known = LISTS.find(({ lists, fields }) => {
    return fields?.includes(field) !== false && lists.some((list) => isSameList(list, choices));
  });
  const name = known?.name ?? RENAMED[otherwise] ?? otherwise;
  const sorted = known?.lists.find((list) => isSameList(list, choices)) ?? choices;
  const type = [schema.type ?? []].flat().find((one) => one !== "null") ?? "string";
  schemas[name] ??= { type, description: known?.description ?? schema.description ?? "", enum: [...sorted] };
  if (!isSameList(schemas[name].enum ?? [], choices)) throw new Error(`${name} names two lists of choices`);
  const isNullable = schema.enum?.includes(null) === true;
  for (const keyword of ["type", "enum"]) delete schema[keyword];
  Object.assign(schema, isNullable ? { anyOf: [refer(name), { type: "null" }] } : refer(name));
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((choice) => other.includes(choice));
}
