// Lists misbehaviour of the answer itself: faults, contradictions, other companies' documents, states that are no verdict.
import { printApplicationResponse, printEnvelope, type StatusFields } from "../support/status-answer.ts";
import { type Behaviour, http, row, type Scene } from "./behaviour.ts";

const REJECTION = "Regla: FAD06, Rechazo: El CUFE no está calculado correctamente.";
const NOTICE = "Regla: FAJ44a, Notificación: Nit no registrado.";
const DUPLICATE = "Regla: 90, Rechazo: Documento procesado anteriormente.";
const REJECTED: StatusFields = {
  isValid: "false",
  statusCode: "99",
  description: "Validación contiene errores en campos mandatorios.",
};
const UNKNOWN_KEY: StatusFields = { isValid: "false", statusCode: "66", description: "TrackId no existe", key: null };
const IN_PROCESS: StatusFields = { isValid: "false", statusCode: "98", description: "En proceso", key: null };

/** A SOAP fault with its HTTP status. */
function fault(code: string, subcode: string | null, status = "500 Internal Server Error") {
  const inner = subcode === null ? "" : `<s:Subcode><s:Value>a:${subcode}</s:Value></s:Subcode>`;
  const reason = '<s:Reason><s:Text xml:lang="es">no</s:Text></s:Reason>';
  const body = printEnvelope(`<s:Fault><s:Code><s:Value>s:${code}</s:Value>${inner}</s:Code>${reason}</s:Fault>`);
  return () => http(status, body);
}

/** Refused before processing: nothing was kept, so the same bytes may go again. To a question they prove nothing. */
const AT_THE_DOOR = [
  "InvalidSecurity",
  "InvalidSecurityToken",
  "UnsupportedSecurityToken",
  "UnsupportedAlgorithm",
  "FailedAuthentication",
  "FailedCheck",
  "SecurityTokenUnavailable",
  "MessageExpired",
];

const FAULTS: readonly Behaviour[] = [
  ...AT_THE_DOOR.map((subcode) =>
    row(`fault ${subcode}`, "not-processed", "unprocessed", fault("Sender", subcode), { status: "unknown" }),
  ),
  row(
    "fault InvalidSecurity with HTTP 400",
    "not-processed",
    "unprocessed",
    fault("Sender", "InvalidSecurity", "400 Bad Request"),
    {
      status: "unknown",
    },
  ),
  row("fault InvalidSecurity with HTTP 200", "unknown", "either", fault("Sender", "InvalidSecurity", "200 OK")),
  row("fault InvalidSecurity with HTTP 503", "unknown", "either", fault("Sender", "InvalidSecurity", "503 No")),
  row("fault InvalidSecurity of the receiver", "unknown", "either", fault("Receiver", "InvalidSecurity")),
  row("fault without a subcode", "unknown", "either", fault("Sender", null)),
  row("fault InternalServiceFault", "unknown", "either", fault("Receiver", "InternalServiceFault")),
  row("fault ActionNotSupported", "unknown", "either", fault("Sender", "ActionNotSupported")),
  row("fault DestinationUnreachable", "unknown", "either", fault("Sender", "DestinationUnreachable")),
];

/** A row that is one well-formed answer with these fields. */
function fields(
  name: string,
  outcome: Behaviour["send"],
  fate: Behaviour["fate"],
  make: (scene: Scene) => StatusFields,
  over: Partial<Behaviour> = {},
): Behaviour {
  return row(name, outcome, fate, (scene) => http("200 OK", scene.answer(make(scene))), over);
}

const VERDICTS: readonly Behaviour[] = [
  fields("accepted with notices", "accepted", "processed", () => ({ rules: [NOTICE] })),
  fields("accepted, its ApplicationResponse agrees", "accepted", "processed", ({ key }) => ({
    applicationResponse: printApplicationResponse("02", key),
  })),
  fields("rejected by a rule", "rejected", "processed", () => ({ ...REJECTED, rules: [NOTICE, REJECTION] })),
  fields("rejected by a rule of another form, its ApplicationResponse agrees", "rejected", "processed", ({ key }) => ({
    ...REJECTED,
    rules: ["Regla: NOTREFPLGNS, Rechazo: no refiere"],
    applicationResponse: printApplicationResponse("04", key),
  })),
  fields("rule 90, ours", "duplicate", "processed", () => ({ ...REJECTED, rules: [DUPLICATE] })),
  fields("rejected without a rule", "refused-unnamed", "either", () => ({ ...REJECTED })),
  fields("rejected in free text", "refused-unnamed", "either", () => ({
    ...REJECTED,
    rules: ["El archivo no es legible"],
  })),
  fields("refused in free text, no document named", "refused-unnamed", "either", () => ({
    ...REJECTED,
    key: null,
    rules: ["El archivo no es legible"],
  })),
  fields("refused in free text that may mean that it is there", "unknown", "either", () => ({
    ...REJECTED,
    key: null,
    rules: ["El documento ya existe"],
  })),
];

const LIES: readonly Behaviour[] = [
  ...["True", "TRUE", "1", " true", "true ", "yes", ""].map((isValid) =>
    fields(`IsValid is ${JSON.stringify(isValid)}`, "unknown", "processed", () => ({ isValid })),
  ),
  fields("IsValid twice", "unknown", "processed", () => ({ extra: "<b:IsValid>true</b:IsValid>" })),
  fields("the key of another document", "unknown", "processed", ({ otherKey }) => ({ key: otherKey })),
  fields("our key in capitals", "unknown", "processed", ({ key }) => ({ key: key.toUpperCase() })),
  fields("no key", "unknown", "processed", () => ({ key: null })),
  fields("valid with status 99", "unknown", "either", () => ({ statusCode: "99" })),
  fields("invalid with status 00", "unknown", "either", () => ({ isValid: "false" })),
  fields("valid with a rejection", "unknown", "either", () => ({ rules: [REJECTION] })),
  fields("valid with status 66", "unknown", "either", () => ({ statusCode: "66" })),
  fields("an ApplicationResponse that says no", "unknown", "processed", ({ key }) => ({
    applicationResponse: printApplicationResponse("04", key),
  })),
  fields("an ApplicationResponse of another document", "unknown", "processed", ({ otherKey }) => ({
    applicationResponse: printApplicationResponse("02", otherKey),
  })),
  fields("an ApplicationResponse cut short", "unknown", "processed", ({ key }) => ({
    applicationResponse: printApplicationResponse("02", key).slice(0, -9),
  })),
  fields("a status never seen before", "unknown", "either", () => ({ isValid: "false", statusCode: "77" })),
  fields("a test set accepted", "unknown", "either", () => ({
    isValid: "false",
    statusCode: "2",
    description: "Set de prueba con identificador x se encuentra Aceptado.",
  })),
  row("two results", "unknown", "processed", ({ answerWith }) => http("200 OK", answerWith({}, {}))),
  row("two results that disagree", "unknown", "processed", ({ answerWith }) =>
    http("200 OK", answerWith({}, { ...REJECTED, rules: [REJECTION] })),
  ),
  row("ours, and another document's", "unknown", "processed", ({ answerWith, otherKey }) =>
    http("200 OK", answerWith({}, { key: otherKey })),
  ),
  row("no result", "unknown", "processed", ({ answerWith }) => http("200 OK", answerWith())),
  row("the answer to another operation", "unknown", "processed", ({ answer }) =>
    http("200 OK", answer().replace(/\b\w+(Response|Result)\b/g, "GetNumberingRange$1")),
  ),
  row("an entity in it", "unknown", "processed", ({ answer }) =>
    http("200 OK", `<!DOCTYPE a [<!ENTITY yes "true">]>${answer({ isValid: "&yes;" })}`),
  ),
  row("something behind it", "unknown", "processed", ({ answer }) => http("200 OK", `${answer()}<a/>`)),
  row("ten thousand levels deep", "unknown", "processed", ({ answer }) =>
    http("200 OK", answer({ extra: `${"<b:x>".repeat(10_000)}${"</b:x>".repeat(10_000)}` })),
  ),
  row("control characters in it", "unknown", "processed", ({ answer }) =>
    http("200 OK", answer({ description: "Proces\u0001ado" })),
  ),
];

const STATES: readonly Behaviour[] = [
  fields("in process", "processing", "processed", () => IN_PROCESS),
  fields("a batch in process", "processing", "processed", () => ({
    isValid: "false",
    statusCode: "",
    description: "Batch en proceso de validación.",
    key: null,
  })),
  row("in process, and behind it an acceptance without a question", "processing", "either", ({ answer }) => [
    ...http("200 OK", answer(IN_PROCESS), { connection: "keep-alive" }),
    ...http("200 OK", answer(), { connection: "keep-alive" }),
  ]),
  fields("absent, then perhaps not", "unknown", "either", () => UNKNOWN_KEY, { status: "absent" }),
];

export const ANSWER_TABLE: readonly Behaviour[] = [...FAULTS, ...VERDICTS, ...LIES, ...STATES];
