// Says every word of the report, in English and in Spanish.

import { ADVICE, causeOf } from "../../src/cron/alert-advice.ts";
import type { StateOfCompany } from "../../src/domain/company.ts";
import type { KnownOutage } from "../../src/domain/document/brake.ts";
import { KINDS, type TypeCode } from "../../src/domain/kind.ts";
import type { PendingGroup, Warning } from "../../src/store/watch/health.ts";
import type { Report } from "../data/heard.ts";
import { adviseWarning } from "../data/warning-advice.ts";

const STATES: Readonly<Record<StateOfCompany, string>> = {
  draft: "draft",
  active: "active",
  suspended: "suspended",
  archived: "archived",
};
const AGES: Readonly<Record<PendingGroup["age"], string>> = {
  "under 1 min": "under 1 min",
  "under 10 min": "under 10 min",
  "under 1 h": "under 1 h",
  "under 24 h": "under 24 h",
  "over 24 h": "over 24 h",
};

const OUTAGES: Readonly<Record<KnownOutage["state"], string>> = {
  silent: "answers nothing",
  failing: "answers questions and fails sendings",
  untried: "answers questions and no sending yet",
  leaving: "answers sendings again",
};

const ENGLISH = {
  language: "en",
  title: (from: string, to: string) => `Documents and what they need, ${from} to ${to}`,
  made: (at: string) => `Production documents by their day of issue. Made ${at}, by the clock of Bogotá.`,
  needs: "What needs somebody",
  byDay: "Documents by day",
  companies: "Companies",
  byType: "By type and state",
  unsettled: "What is not settled",
  authority: "The authority",
  tiles: {
    documents: "documents issued",
    accepted: "accepted",
    rejected: "rejected",
    open: "not settled now",
    failures: "exchanges that failed",
    warnings: (quiet: string) => (quiet === "0" ? "warnings" : `warnings, and ${quiet} kept quiet`),
  },
  nothing: "Nothing.",
  none: "None in these days.",
  noCompany: "No company.",
  companyCount: (count: string) => (count === "1" ? "1 company" : `${count} companies`),
  andMore: (count: string) => `and ${count} more`,
  ofCompany: (id: number) => `company ${id}`,
  disabledWebhooks: "webhooks that are disabled",
  heldMail: "e-mail that is held",
  keptQuiet: "Kept quiet",
  quiet: (count: string) => `${count} ${count === "1" ? "warning is" : "warnings are"} kept quiet`,
  quietBy: (actor: string, until: string | null) =>
    until === null ? `read by ${actor}` : `kept quiet by ${actor} until ${until}`,
  /** Of an environment of the authority, since an instant. */
  away: (environment: string, what: string, since: string, waiting: number) => {
    const held = `${waiting} ${waiting === 1 ? "document waits by itself" : "documents wait by themselves"}`;
    return `The authority (${environment}) ${what} since ${since}; ${held}`;
  },
  outages: OUTAGES,
  drafts: (count: number, lacks: string) => {
    const [who, they] = count === 1 ? ["1 draft lacks", "it"] : [`${count} drafts lack`, "they"];
    return `${who} something before ${they} can issue: ${lacks}`;
  },
  lacks: (what: string) => `Lacks, before it can issue: ${what}.`,
  nameMissing: (what: string) => what,
  columns: ["Company", "Documents", "Rejected", "Open", "Ends next", "Needs"],
  companyStates: STATES,
  endOf: {
    plan: (module: string) => `plan ${module}`,
    range: (kind: string) => `range ${kind}`,
    certificate: "certificate",
  },
  outcomes: { accepted: "accepted", rejected: "rejected", open: "open" },
  ages: AGES,
  usage: ["Module", "Documents", "Accepted", "Rejected", "Open", "Notes", "In plan"],
  documents: "Documents",
  plans: "Plans",
  plan: ["Plan", "Share", "Used", "Allowance", "Left", "Used up on"],
  lastsYear: "lasts the year",
  ranges: "Numbering ranges",
  range: ["Range", "Share", "Numbers left", "Valid to", "Used up on", "Gives its last number"],
  span: (first: string, last: number) => `${first} to ${last}`,
  isFollowed: (day: string) => `${day}, another one goes on`,
  inDays: (day: string, days: number) => `${day} (${days} days)`,
  seriesOfNotes: "Series of notes",
  series: ["Notes", "Next"],
  certificates: "Certificates",
  certificate: ["Serial number", "State", "Until", "Days left"],
  maySign: "may sign now",
  signsNot: "not now",
  deliveries: "Deliveries to webhooks",
  webhook: ["Receiver", "State", "Tried again", "Behind s", "Last success", "Last failure"],
  enabled: "enabled",
  disabled: (because: string) => `disabled: ${because}`,
  mail: "E-mail",
  mailColumns: ["Waiting", "Uncertain", "Suppressed addresses", "Held", "Last event"],
  held: (because: string, until: string) => `${because}, until ${until}`,
  nameHold: (because: string) => because,
  noEvent: "none for 24 h",
  types: ["Type", "State", "Documents"],
  pending: ["Age", "State", "Documents"],
  allSettled: "Every document is settled.",
  exchanges: ["Day", "Answers", "Failures", "Median s", "95 % within s"],
  noExchange: "No exchange in these days.",
};

/** All that the report says, in one language. */
export type ReportWords = typeof ENGLISH;

const MISSING_IN_SPANISH: Readonly<Record<string, string>> = { certificate: "certificado", range: "rango" };
const HOLDS_IN_SPANISH: Readonly<Record<string, string>> = {
  quota: "cupo de la cuenta",
  sender: "remitente",
  rate: "ritmo",
};

const SPANISH: ReportWords = {
  language: "es",
  title: (from, to) => `Documentos y lo que necesitan, del ${from} al ${to}`,
  made: (at) => `Documentos de producción por su día de emisión. Hecho el ${at}, hora de Bogotá.`,
  needs: "Lo que necesita atención",
  byDay: "Documentos por día",
  companies: "Empresas",
  byType: "Por tipo y estado",
  unsettled: "Lo que no está resuelto",
  authority: "La autoridad",
  tiles: {
    documents: "documentos emitidos",
    accepted: "aceptados",
    rejected: "rechazados",
    open: "sin resolver ahora",
    failures: "intercambios que fallaron",
    warnings: (quiet) => (quiet === "0" ? "advertencias" : `advertencias, y ${quiet} en silencio`),
  },
  nothing: "Nada.",
  none: "Nada en estos días.",
  noCompany: "Ninguna empresa.",
  companyCount: (count) => (count === "1" ? "1 empresa" : `${count} empresas`),
  andMore: (count) => `y ${count} más`,
  ofCompany: (id) => `empresa ${id}`,
  disabledWebhooks: "webhooks deshabilitados",
  heldMail: "correo retenido",
  keptQuiet: "En silencio",
  quiet: (count) => `${count} ${count === "1" ? "advertencia" : "advertencias"} en silencio`,
  quietBy: (actor, until) => (until === null ? `leída por ${actor}` : `en silencio por ${actor} hasta ${until}`),
  away: (environment, what, since, waiting) => {
    const held = waiting === 1 ? "1 documento espera y sale solo" : `${waiting} documentos esperan y salen solos`;
    return `La autoridad (${environment}) ${what} desde ${since}; ${held}`;
  },
  outages: {
    silent: "no responde nada",
    failing: "responde consultas y falla los envíos",
    untried: "responde consultas y aún ningún envío",
    leaving: "responde los envíos otra vez",
  },
  drafts: (count, lacks) => {
    const who = count === 1 ? "A 1 empresa en preparación le falta" : `A ${count} empresas en preparación les falta`;
    return `${who} algo antes de poder emitir: ${lacks}`;
  },
  lacks: (what) => `Le falta, antes de poder emitir: ${what}.`,
  nameMissing: (what) => {
    const [thing = "", module] = what.split(" ").reverse();
    return [MISSING_IN_SPANISH[thing] ?? thing, module ?? ""].join(" ").trim();
  },
  columns: ["Empresa", "Documentos", "Rechazados", "Abiertos", "Termina primero", "Necesita"],
  companyStates: { draft: "en preparación", active: "activa", suspended: "suspendida", archived: "archivada" },
  endOf: { plan: (module) => `plan ${module}`, range: (kind) => `rango ${kind}`, certificate: "certificado" },
  outcomes: { accepted: "aceptados", rejected: "rechazados", open: "abiertos" },
  ages: {
    "under 1 min": "menos de 1 min",
    "under 10 min": "menos de 10 min",
    "under 1 h": "menos de 1 h",
    "under 24 h": "menos de 24 h",
    "over 24 h": "más de 24 h",
  },
  usage: ["Módulo", "Documentos", "Aceptados", "Rechazados", "Abiertos", "Notas", "En el plan"],
  documents: "Documentos",
  plans: "Planes",
  plan: ["Plan", "Parte", "Usados", "Cupo", "Quedan", "Se agota el"],
  lastsYear: "alcanza para el año",
  ranges: "Rangos de numeración",
  range: ["Rango", "Parte", "Números que quedan", "Vence", "Se agota el", "Da su último número"],
  span: (first, last) => `${first} a ${last}`,
  isFollowed: (day) => `${day}, otro continúa`,
  inDays: (day, days) => `${day} (${days} días)`,
  seriesOfNotes: "Series de notas",
  series: ["Notas", "Siguiente"],
  certificates: "Certificados",
  certificate: ["Número de serie", "Estado", "Hasta", "Días que quedan"],
  maySign: "puede firmar ahora",
  signsNot: "ahora no",
  deliveries: "Entregas a webhooks",
  webhook: ["Receptor", "Estado", "Reintentos", "Atraso s", "Último éxito", "Última falla"],
  enabled: "activo",
  disabled: (because) => `deshabilitado: ${because}`,
  mail: "Correo",
  mailColumns: ["Esperan", "Inciertos", "Direcciones suprimidas", "Retenido", "Último evento"],
  held: (because, until) => `${because}, hasta ${until}`,
  nameHold: (because) => HOLDS_IN_SPANISH[because] ?? because,
  noEvent: "ninguno en 24 h",
  types: ["Tipo", "Estado", "Documentos"],
  pending: ["Edad", "Estado", "Documentos"],
  allSettled: "Todos los documentos están resueltos.",
  exchanges: ["Día", "Respuestas", "Fallas", "Mediana s", "95 % en s"],
  noExchange: "Ningún intercambio en estos días.",
};

export const REPORT_WORDS = { en: ENGLISH, es: SPANISH } as const;

/** For whom a report is drawn: its words, what others say elsewhere, and where it leads. */
export interface ReportReader {
  readonly words: ReportWords;
  readonly nameKind: (typeCode: TypeCode) => string;
  readonly nameState: (state: string) => string;
  /** Why a webhook is disabled. */
  readonly nameDisabling: (because: string) => string;
  readonly nameEnvironment: (environment: string) => string;
  /** What was reported, and what it means. */
  readonly tell: (reported: Report) => string;
  /** What a warning is about, and what to do. */
  readonly advise: (warning: Warning) => string;
  /** Pages around it; a file has none. */
  readonly links: readonly { readonly href: string; readonly text: string; readonly language: string }[];
}

const readNumber = (value: string | number | null) => (typeof value === "number" ? value : null);

/** Whoever opens the file that `report` wrote. */
export const FILE_READER: ReportReader = {
  words: ENGLISH,
  nameKind: (typeCode) => `${KINDS[typeCode].name}s`,
  nameState: (state) => state,
  nameDisabling: (because) => because,
  nameEnvironment: (environment) => environment,
  tell: ({ code, document, about }) => {
    const meaning = ADVICE[causeOf(code, readNumber(document))]?.meaning ?? "";
    const facts = [...(document === null ? [] : [`document ${document}`]), ...about].join(", ");
    return [meaning, facts].filter((part) => part !== "").join(" ");
  },
  advise: adviseWarning,
  links: [],
};
