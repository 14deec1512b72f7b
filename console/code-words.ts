// Says in words, in both languages, the codes in which the life of a document and the facts of an alert are kept.
import type { Outcome } from "../src/authority/outcome.ts";
import type { Environment, Module, RangeKind } from "../src/domain/company.ts";
import type { Beginning, Event, State } from "../src/domain/document/state.ts";
import type { Attempt, Finding, LastErrorReason } from "../src/domain/document/timeline.ts";
import type { CloseResult, ResendResult } from "../src/issuance/contract/command.ts";
import type { FileDamage } from "../src/store/archive/files.ts";
import type { AlertMember } from "../src/store/base/schema.ts";

type OrderResult = ResendResult | CloseResult;
type OrderRefusal = Extract<OrderResult, { readonly reason: string }>["reason"];

/** The words of one language, by what they stand for. */
export interface CodeWords {
  readonly states: Readonly<Record<State, string>>;
  /** Why a state changed. */
  readonly happenings: Readonly<Record<Event | Beginning, string>>;
  /** What the authority was asked. */
  readonly exchanges: Readonly<Record<Attempt["kind"], string>>;
  readonly outcomes: Readonly<Record<Outcome["type"], string>>;
  /** What went wrong last. */
  readonly troubles: Readonly<Record<LastErrorReason, string>>;
  readonly severities: Readonly<Record<Finding["severity"], string>>;
  readonly orders: Readonly<Record<"resend" | "close", string>>;
  readonly orderResults: Readonly<Record<OrderResult["type"], string>>;
  readonly orderRefusals: Readonly<Record<OrderRefusal, string>>;
  /** Why a webhook is disabled. */
  readonly disablings: Readonly<Record<"operator" | "gone" | "failing", string>>;
  /** What the members of an alert are called. */
  readonly members: Readonly<Record<AlertMember, string>>;
  readonly environments: Readonly<Record<Environment, string>>;
  readonly modules: Readonly<Record<Module, string>>;
  /** What a kind of range numbers. */
  readonly rangeKinds: Readonly<Record<RangeKind, string>>;
  /** Why a range ends. */
  readonly causes: Readonly<Record<"numbers", string>>;
  /** What became of questions while sendings fail. */
  readonly questions: Readonly<Record<"answered" | "unanswered", string>>;
  /** Why the platform takes no e-mail. */
  readonly holds: Readonly<Record<"quota" | "sender", string>>;
  readonly damages: Readonly<Record<FileDamage, string>>;
  /** The parts of the cron's minute. */
  readonly steps: Readonly<Record<string, string>>;
}

export const ENGLISH_CODES: CodeWords = {
  states: {
    creating: "being made",
    firmado: "signed, not sent",
    sending: "being sent",
    enviado: "sent",
    en_proceso: "in process",
    en_proceso_http: "sent, answer lost",
    send_unknown: "uncertain, for two people",
    aceptado: "accepted",
    rechazado: "rejected",
  },
  happenings: {
    reserved: "its key and its instant were kept",
    adopted: "taken over from the database, its journal was lost",
    signed: "signed",
    sending: "handed over to be sent",
    accepted: "accepted by the authority",
    rejected: "rejected by the authority",
    acknowledged: "received, with a ZipKey",
    processing: "the authority is processing it",
    uncertain: "no answer that settles it",
    "refused-unprocessed": "refused before it was processed",
    "resend-refused": "sent again, and refused before it was processed",
    "absent-exhausted": "the authority denied it until the last question",
    "answers-exhausted": "nothing settled it until the last question",
    "operator-resend": "sent again by order of two people",
    "operator-close": "closed by order of two people",
  },
  exchanges: { send: "sending", status: "question by CUFE or CUDS", "status-zip": "question by ZipKey" },
  outcomes: {
    accepted: "accepted",
    rejected: "rejected",
    duplicate: "it has it already",
    "number-taken": "its number is another document's",
    acknowledged: "received",
    processing: "in process",
    "not-processed": "refused before it was processed",
    absent: "it does not know it",
    "refused-unnamed": "refused without a document or a rule",
    unknown: "no answer that settles it",
  },
  troubles: {
    timeout: "no answer in time",
    network: "the connection broke",
    "instance-ended": "our instance ended before the answer",
    unknown: "no answer that settles it",
    absent: "the authority does not know it",
    duplicate: "the authority has it already",
    processing: "the authority is processing it",
    "not-processed": "refused before it was processed",
    "number-taken": "its number is another document's",
    closed: "closed unsent by two people",
    "closed-sent": "closed after sending by two people",
    "journal-lost": "its journal was lost",
    "file-lost": "its file is lost",
    "other-bytes": "other bytes are in the place of its file",
    held: "held: the authority is down, or others go first",
    "step-failed": "a step of ours failed and is tried again",
  },
  severities: { rechazo: "rejection", notificacion: "notice" },
  orders: { resend: "send again", close: "close" },
  orderResults: { resent: "sent again", "not-resent": "not sent again", closed: "closed", "not-closed": "not closed" },
  orderRefusals: {
    "no-document": "there is no such document",
    "not-send-unknown": "it is not uncertain",
    "not-waiting": "it does not wait unsent",
    "same-person": "both orders are one person's",
    "bytes-missing": "its signed file is missing",
    "number-not-taken": "its number is no other document's",
    "may-be-on-its-way": "it may be on its way",
    "not-denied": "the authority does not deny it",
    "world-unreachable": "storage, a secret or the authority was not reached",
  },
  members: {
    companyId: "company",
    documentId: "document",
    rangeId: "range",
    tokenId: "token",
    webhook: "webhook",
    module: "module",
    kind: "kind",
    typeCode: "type",
    prefix: "prefix",
    number: "number",
    severity: "severity",
    among: "among",
    cause: "cause",
    day: "day",
    daysLeft: "days left",
    begins: "begins",
    notAfter: "ends",
    oldestMinutes: "minutes of the oldest",
    year: "year",
    secret: "secret",
    sequence: "sequence",
    size: "of",
    numbersLeft: "numbers left",
    used: "used",
    allowance: "allowance",
    documents: "documents",
    unknown: "for two people",
    sendings: "sendings",
    tries: "tries",
    count: "count",
    value: "value",
    companies: "companies",
    environment: "environment",
    since: "since",
    down: "down since",
    questions: "questions",
    alert: "alert",
    step: "step",
    error: "error",
    refusal: "refusal",
    detail: "detail",
    difference: "difference",
    statement: "says",
    path: "path",
    because: "because",
  },
  disablings: { operator: "by an operator", gone: "its address answered that it is gone", failing: "it kept failing" },
  environments: { produccion: "production", habilitacion: "test (habilitación)" },
  modules: { fe: "electronic invoices", dse: "support documents", dee: "POS tickets" },
  rangeKinds: {
    fe: "invoices",
    contingency: "contingency invoices",
    dse: "support documents",
    pos: "POS tickets",
  },
  causes: { numbers: "its numbers will be used up" },
  questions: { answered: "are answered", unanswered: "have no answer yet" },
  holds: { quota: "the account's quota is used up", sender: "its sender is not verified" },
  damages: { "missing-file": "the file is gone", "changed-file": "another file is in its place" },
  steps: {
    hurry: "hurrying after an outage (hurry)",
    wake: "waking what is due (wake)",
    resend: "orders of two people (resend)",
    warn: "warnings (warn)",
    heads: "heads of the events (heads)",
    mail: "e-mail (mail)",
    forget: "forgetting addresses (forget)",
    copy: "daily copy (copy)",
    audit: "audit of journals (audit)",
    prune: "dropping what is old (prune)",
    webhooks: "webhooks that lag (webhooks)",
    retire: "retiring journals (retire)",
  },
};

export const SPANISH_CODES: CodeWords = {
  states: {
    creating: "en creación",
    firmado: "firmado, sin enviar",
    sending: "enviándose",
    enviado: "enviado",
    en_proceso: "en proceso",
    en_proceso_http: "enviado, respuesta perdida",
    send_unknown: "incierto, para dos personas",
    aceptado: "aceptado",
    rechazado: "rechazado",
  },
  happenings: {
    reserved: "se guardaron su llave y su instante",
    adopted: "se recuperó de la base de datos, su diario se perdió",
    signed: "firmado",
    sending: "entregado para enviarse",
    accepted: "aceptado por la autoridad",
    rejected: "rechazado por la autoridad",
    acknowledged: "recibido, con una ZipKey",
    processing: "la autoridad lo procesa",
    uncertain: "ninguna respuesta que lo decida",
    "refused-unprocessed": "rechazado antes de procesarse",
    "resend-refused": "enviado otra vez, y rechazado antes de procesarse",
    "absent-exhausted": "la autoridad lo negó hasta la última pregunta",
    "answers-exhausted": "nada lo decidió hasta la última pregunta",
    "operator-resend": "enviado otra vez por orden de dos personas",
    "operator-close": "cerrado por orden de dos personas",
  },
  exchanges: { send: "envío", status: "consulta por CUFE o CUDS", "status-zip": "consulta por ZipKey" },
  outcomes: {
    accepted: "aceptado",
    rejected: "rechazado",
    duplicate: "ya lo tiene",
    "number-taken": "su número es de otro documento",
    acknowledged: "recibido",
    processing: "en proceso",
    "not-processed": "rechazado antes de procesarse",
    absent: "no lo conoce",
    "refused-unnamed": "rechazado sin decir qué documento ni qué regla",
    unknown: "ninguna respuesta que lo decida",
  },
  troubles: {
    timeout: "sin respuesta a tiempo",
    network: "se cortó la conexión",
    "instance-ended": "nuestra instancia terminó antes de la respuesta",
    unknown: "ninguna respuesta que lo decida",
    absent: "la autoridad no lo conoce",
    duplicate: "la autoridad ya lo tiene",
    processing: "la autoridad lo procesa",
    "not-processed": "rechazado antes de procesarse",
    "number-taken": "su número es de otro documento",
    closed: "cerrado sin enviar por dos personas",
    "closed-sent": "cerrado después de enviado por dos personas",
    "journal-lost": "su diario se perdió",
    "file-lost": "su archivo se perdió",
    "other-bytes": "hay otros bytes en el lugar de su archivo",
    held: "retenido: la autoridad está caída, o van antes otros",
    "step-failed": "un paso nuestro falló y se intenta otra vez",
  },
  severities: { rechazo: "rechazo", notificacion: "notificación" },
  orders: { resend: "enviar otra vez", close: "cerrar" },
  orderResults: {
    resent: "enviado otra vez",
    "not-resent": "no se envió otra vez",
    closed: "cerrado",
    "not-closed": "no se cerró",
  },
  orderRefusals: {
    "no-document": "no existe ese documento",
    "not-send-unknown": "no está incierto",
    "not-waiting": "no espera sin enviar",
    "same-person": "las dos órdenes son de una misma persona",
    "bytes-missing": "falta su archivo firmado",
    "number-not-taken": "su número no es de otro documento",
    "may-be-on-its-way": "puede estar en camino",
    "not-denied": "la autoridad no lo niega",
    "world-unreachable": "no se alcanzó el almacenamiento, un secreto o la autoridad",
  },
  members: {
    companyId: "empresa",
    documentId: "documento",
    rangeId: "rango",
    tokenId: "token",
    webhook: "webhook",
    module: "módulo",
    kind: "clase",
    typeCode: "tipo",
    prefix: "prefijo",
    number: "número",
    severity: "gravedad",
    among: "entre ellas",
    cause: "causa",
    day: "día",
    daysLeft: "días que quedan",
    begins: "empieza",
    notAfter: "vence",
    oldestMinutes: "minutos del más antiguo",
    year: "año",
    secret: "secreto",
    sequence: "secuencia",
    size: "de",
    numbersLeft: "números que quedan",
    used: "usados",
    allowance: "cupo",
    documents: "documentos",
    unknown: "para dos personas",
    sendings: "envíos",
    tries: "intentos",
    count: "cantidad",
    value: "valor",
    companies: "empresas",
    environment: "ambiente",
    since: "desde",
    down: "caída desde",
    questions: "consultas",
    alert: "alerta",
    step: "paso",
    error: "error",
    refusal: "negativa",
    detail: "detalle",
    difference: "diferencia",
    statement: "dice",
    path: "ruta",
    because: "porque",
  },
  disablings: {
    operator: "por un operador",
    gone: "su dirección respondió que ya no existe",
    failing: "no dejó de fallar",
  },
  environments: { produccion: "producción", habilitacion: "habilitación" },
  modules: { fe: "facturación electrónica", dse: "documento soporte", dee: "tiquetes POS" },
  rangeKinds: {
    fe: "facturas",
    contingency: "facturas de contingencia",
    dse: "documentos soporte",
    pos: "tiquetes POS",
  },
  causes: { numbers: "sus números se acaban" },
  questions: { answered: "se responden", unanswered: "sin respuesta todavía" },
  holds: { quota: "se agotó el cupo de la cuenta", sender: "su remitente no está verificado" },
  damages: { "missing-file": "el archivo no está", "changed-file": "hay otro archivo en su lugar" },
  steps: {
    hurry: "la prisa después de una caída (hurry)",
    wake: "despertar lo que vence (wake)",
    resend: "las órdenes de dos personas (resend)",
    warn: "las advertencias (warn)",
    heads: "las cabezas de los eventos (heads)",
    mail: "el correo (mail)",
    forget: "el olvido de direcciones (forget)",
    copy: "la copia diaria (copy)",
    audit: "la revisión de los diarios (audit)",
    prune: "la limpieza de lo viejo (prune)",
    webhooks: "los webhooks atrasados (webhooks)",
    retire: "el retiro de los diarios (retire)",
  },
};

/** What a code says; itself where it is none of them. */
export function sayCode<Code extends string>(words: Readonly<Record<Code, string>>, code: string): string {
  const known: Readonly<Record<string, string>> = words;
  return known[code] ?? code;
}
