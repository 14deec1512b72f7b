// Tests the class of answers built field by field: what makes a verdict, and each single thing that undoes it.
import { describe, expect, it } from "vitest";
import {
  classifyAnswer,
  type DocumentOperation,
  type Outcome,
  readCarriedResponse,
} from "../../src/authority/outcome.ts";
import { EARLY_REJECTIONS, nameDuplicate, REFUSED_AT_DOOR, REFUSED_UPLOADS, TROUBLES } from "../support/field-text.ts";
import {
  printAnswer,
  printApplicationResponse,
  printEnvelope,
  printStatus,
  type StatusFields,
} from "../support/status-answer.ts";

const KEY = "ab".repeat(48);
const OTHER_KEY = "cd".repeat(48);

interface Http {
  readonly status?: number;
  readonly contentType?: string | null;
}

function classify(operation: DocumentOperation, xml: string, { status = 200, contentType = "text/xml" }: Http = {}) {
  return classifyAnswer(operation, KEY, { httpStatus: status, contentType, body: new TextEncoder().encode(xml) });
}

const classifyStatus = (fields: StatusFields, http: Http = {}, operation: DocumentOperation = "SendBillSync") =>
  classify(operation, printAnswer(operation, printStatus({ key: KEY, ...fields })), http);

function classifyAnswerOfZip(fields: StatusFields): Outcome {
  return classify(
    "GetStatusZip",
    printAnswer("GetStatusZip", `<b:DianResponse>${printStatus(fields)}</b:DianResponse>`),
  );
}

function nameOf(outcome: Outcome): string {
  return outcome.type === "unknown" ? `unknown: ${outcome.reason}` : outcome.type;
}

const REJECTED = { isValid: "false", statusCode: "99", description: "Validación contiene errores." };
const REJECTION = "Regla: FAD06, Rechazo: El CUFE no está calculado correctamente.";
const NOTICE = "Regla: FAJ44a, Notificación: Nit no registrado.";
const DUPLICATE = "Regla: 90, Rechazo: Documento procesado anteriormente.";

/** Free texts after which a document may be there all the same. */
const ARRIVALS: readonly string[] = [
  "El documento ya fue procesado",
  "El documento fue transmitido con anterioridad",
  "Existe un documento con el mismo número",
  "Documento recibido",
  "La factura ha sido autorizada",
  "Documento en proceso de validación",
  "Tiempo de espera agotado",
  "Document already sent",
  "Regla: 090, Rechazo: número repetido",
  "Regla: 90 - Documento",
  "TrackId: 1350f01d-3d19",
];

const STATUSES: readonly (readonly [string, StatusFields, string])[] = [
  ["all agree", {}, "accepted"],
  ["notices only", { rules: [NOTICE] }, "accepted"],
  ["its ApplicationResponse agrees", { applicationResponse: printApplicationResponse("02", KEY) }, "accepted"],
  ["a text without severity, on acceptance", { rules: ["Aviso cualquiera"] }, "accepted"],
  ["IsValid True", { isValid: "True" }, "unknown: structure"],
  ["IsValid 1", { isValid: "1" }, "unknown: structure"],
  ["IsValid with a space", { isValid: " true" }, "unknown: structure"],
  ["IsValid empty", { isValid: "" }, "unknown: structure"],
  ["IsValid twice", { extra: "<b:IsValid>true</b:IsValid>" }, "unknown: structure"],
  ["IsValid with an element inside", { isValid: "tr<b:x/>ue" }, "unknown: structure"],
  ["the key of another document", { key: OTHER_KEY }, "unknown: other-document"],
  ["our key in capitals", { key: KEY.toUpperCase() }, "unknown: other-document"],
  ["no key", { key: null }, "unknown: no-document-key"],
  ["an empty key", { key: "" }, "unknown: no-document-key"],
  ["valid with status 99", { statusCode: "99" }, "unknown: contradiction"],
  ["valid with a rejection", { rules: [REJECTION] }, "unknown: contradiction"],
  ["valid with status 66", { statusCode: "66" }, "unknown: contradiction"],
  ["valid with an empty status", { statusCode: "" }, "unknown: contradiction"],
  ["invalid with status 00", { isValid: "false" }, "unknown: contradiction"],
  [
    "an ApplicationResponse of another document",
    { applicationResponse: printApplicationResponse("02", OTHER_KEY) },
    "unknown: other-document",
  ],
  [
    "an ApplicationResponse that rejects",
    { applicationResponse: printApplicationResponse("04", KEY) },
    "unknown: contradiction",
  ],
  [
    "an ApplicationResponse of an event",
    { applicationResponse: printApplicationResponse("030", KEY) },
    "unknown: contradiction",
  ],
  [
    "an ApplicationResponse of two documents",
    { applicationResponse: printApplicationResponse("02", KEY, 2) },
    "unknown: contradiction",
  ],
  [
    "an ApplicationResponse cut short",
    { applicationResponse: printApplicationResponse("02", KEY).slice(0, -9) },
    "unknown: contradiction",
  ],
  ["an ApplicationResponse with a DOCTYPE", { applicationResponse: "<!DOCTYPE a><a/>" }, "unknown: contradiction"],
  ["something else in its place", { applicationResponse: "<Invoice/>" }, "unknown: contradiction"],
  ["a rejection", { ...REJECTED, rules: [REJECTION, NOTICE] }, "rejected"],
  [
    "a rejection that its ApplicationResponse confirms",
    { ...REJECTED, rules: [REJECTION], applicationResponse: printApplicationResponse("04", KEY) },
    "rejected",
  ],
  [
    "a rejection that its ApplicationResponse denies",
    { ...REJECTED, rules: [REJECTION], applicationResponse: printApplicationResponse("02", KEY) },
    "unknown: contradiction",
  ],
  ["a rejection of another document", { ...REJECTED, rules: [REJECTION], key: OTHER_KEY }, "unknown: other-document"],
  ["a rejection before the document was read", { ...REJECTED, rules: [REJECTION], key: null }, "rejected"],
  ["the same under 66", { ...REJECTED, statusCode: "66", rules: [REJECTION], key: null }, "rejected"],
  ["the same under 66, naming ours", { ...REJECTED, statusCode: "66", rules: [REJECTION] }, "rejected"],
  [
    "the same under 66, naming another",
    { ...REJECTED, statusCode: "66", rules: [REJECTION], key: OTHER_KEY },
    "unknown: other-document",
  ],
  ["rule 90 of no named document", { ...REJECTED, rules: [DUPLICATE], key: null }, "unknown: no-document-key"],
  [
    "rule 90 and a rejection of no named document",
    { ...REJECTED, rules: [DUPLICATE, REJECTION], key: null },
    "unknown: no-document-key",
  ],
  ["free text about no named document", { ...REJECTED, rules: ["no"], key: null }, "refused-unnamed"],
  ["a refusal that says nothing", { ...REJECTED, key: null }, "refused-unnamed"],
  [
    "a code of no known form about no named document",
    { ...REJECTED, rules: ["Regla: 9, Rechazo: x"], key: null },
    "refused-unnamed",
  ],
  ...[
    "El documento ya existe",
    "Recibido anteriormente",
    "Enviado previamente",
    "Documento duplicado",
    ...ARRIVALS,
    `CUFE ${OTHER_KEY}`,
  ].map((text): readonly [string, StatusFields, string] => [
    `a refusal that may mean that it is there: ${text}`,
    { ...REJECTED, rules: [text], key: null },
    "unknown: no-document-key",
  ]),
  [
    "the same under 66, in free text",
    { ...REJECTED, statusCode: "66", rules: ["no"], key: null },
    "unknown: unexpected-status",
  ],
  [
    "a rejection of no named document with an ApplicationResponse",
    { ...REJECTED, rules: [REJECTION], key: null, applicationResponse: printApplicationResponse("02", KEY) },
    "unknown: no-document-key",
  ],
  ["a rejection without rules", { ...REJECTED }, "refused-unnamed"],
  ["a rejection with notices only", { ...REJECTED, rules: [NOTICE] }, "refused-unnamed"],
  ["a rejection in free text", { ...REJECTED, rules: ["El archivo no es legible"] }, "refused-unnamed"],
  ["a rejection with a code of no known form", { ...REJECTED, rules: ["Regla: 9, Rechazo: x"] }, "refused-unnamed"],
  [
    "a rejection in free text that may mean that it is there",
    { ...REJECTED, rules: ["Ya existe"] },
    "unknown: no-rules",
  ],
  ["a rejection with a rule and free text", { ...REJECTED, rules: ["Otro", REJECTION] }, "rejected"],
  ...[
    "Regla: NOTREFPLGNS, Rechazo: La nota no refiere a un documento del plazo.",
    "Regla: 92, Rechazo: Error en el documento.",
    "Regla: FAD06 Rechazo: El CUFE no está calculado correctamente.",
    "El documento referenciado ya existe con 90 registros.",
    "Validación rechazada",
  ].map((text): readonly [string, StatusFields, string] => [
    `a rejection that its ApplicationResponse states: ${text}`,
    { ...REJECTED, rules: [text], applicationResponse: printApplicationResponse("04", KEY) },
    "rejected",
  ]),
  [
    "a rejection without a rule that its ApplicationResponse states",
    { ...REJECTED, applicationResponse: printApplicationResponse("04", KEY) },
    "rejected",
  ],
  [
    "the same of another document",
    { ...REJECTED, rules: ["x"], applicationResponse: printApplicationResponse("04", OTHER_KEY) },
    "unknown: no-rules",
  ],
  [
    "the same with an ApplicationResponse that accepts",
    { ...REJECTED, rules: ["x"], applicationResponse: printApplicationResponse("02", KEY) },
    "unknown: no-rules",
  ],
  [
    "the same with an ApplicationResponse of two documents",
    { ...REJECTED, rules: ["x"], applicationResponse: printApplicationResponse("04", KEY, 2) },
    "unknown: no-rules",
  ],
  [
    "the same, naming no document",
    { ...REJECTED, key: null, rules: ["x"], applicationResponse: printApplicationResponse("04", KEY) },
    "unknown: no-document-key",
  ],
  ...[DUPLICATE, "Regla: 90, Rechazo: Otro", "Documento procesado anteriormente."].map(
    (text): readonly [string, StatusFields, string] => [
      `rule 90 with an ApplicationResponse that rejects: ${text}`,
      { ...REJECTED, rules: [text], applicationResponse: printApplicationResponse("04", KEY) },
      "duplicate",
    ],
  ),
  [
    "rule 90 of another form with an ApplicationResponse that rejects",
    { ...REJECTED, rules: ["Regla: 090 - Documento"], applicationResponse: printApplicationResponse("04", KEY) },
    "unknown: no-rules",
  ],
  ["rule 90 alone", { ...REJECTED, rules: [DUPLICATE] }, "duplicate"],
  ["rule 90 with a notice", { ...REJECTED, rules: [NOTICE, DUPLICATE] }, "duplicate"],
  [
    "rule 90 with the first ApplicationResponse",
    { ...REJECTED, rules: [DUPLICATE], applicationResponse: printApplicationResponse("02", KEY) },
    "duplicate",
  ],
  ["rule 90 with free text", { ...REJECTED, rules: [DUPLICATE, "algo más"] }, "duplicate"],
  ["rule 90 in words", { ...REJECTED, rules: ["Documento procesado anteriormente."] }, "duplicate"],
  ["rule 90 with another rejection", { ...REJECTED, rules: [DUPLICATE, REJECTION] }, "duplicate"],
  ["rule 90 that names another document", { ...REJECTED, rules: [DUPLICATE], key: OTHER_KEY }, "number-taken"],
  [
    "rule 90 that names another document, in its text as well",
    { ...REJECTED, rules: [nameDuplicate(OTHER_KEY)], key: OTHER_KEY },
    "number-taken",
  ],
  [
    "rule 90 that names another document and, in its text, ours",
    { ...REJECTED, rules: [nameDuplicate(KEY)], key: OTHER_KEY },
    "unknown: other-document",
  ],
  [
    "rule 90 that names another document, with our ApplicationResponse",
    { ...REJECTED, rules: [DUPLICATE], key: OTHER_KEY, applicationResponse: printApplicationResponse("02", KEY) },
    "unknown: other-document",
  ],
  [
    "rule 90 that names another document, with an ApplicationResponse that cannot be read",
    { ...REJECTED, rules: [DUPLICATE], key: OTHER_KEY, applicationResponse: "<Invoice/>" },
    "unknown: other-document",
  ],
  [
    "rule 90 that names another document, with the ApplicationResponse of that one",
    { ...REJECTED, rules: [DUPLICATE], key: OTHER_KEY, applicationResponse: printApplicationResponse("02", OTHER_KEY) },
    "number-taken",
  ],
  [
    "rule 90 and another rejection that name another document",
    { ...REJECTED, rules: [DUPLICATE, REJECTION], key: OTHER_KEY },
    "unknown: other-document",
  ],
  [
    "rule 90 that names our key in capitals",
    { ...REJECTED, rules: [DUPLICATE], key: KEY.toUpperCase() },
    "unknown: other-document",
  ],
  [
    "rule 90 under another status that names another document",
    { ...REJECTED, statusCode: "66", rules: [DUPLICATE], key: OTHER_KEY },
    "unknown: other-document",
  ],
  [
    "a batch in process",
    { isValid: "false", statusCode: "", description: "Batch en proceso de validación.", key: null },
    "processing",
  ],
  [
    "a batch in process, code 0",
    { isValid: "false", statusCode: "0", description: "Batch en proceso de validación." },
    "processing",
  ],
  ["code 98", { isValid: "false", statusCode: "98", description: "En proceso" }, "processing"],
  ["in process and valid", { statusCode: "98" }, "unknown: contradiction"],
  [
    "an empty status without words",
    { isValid: "false", statusCode: "", description: "" },
    "unknown: unexpected-status",
  ],
  ["code 89 that names ours", { isValid: "false", statusCode: "89" }, "unknown: unexpected-status"],
  [
    "code 89 that names no document",
    { isValid: "false", statusCode: "89", key: null, description: "" },
    "not-processed",
  ],
  ["code 89 with an empty key", { isValid: "false", statusCode: "89", key: "", description: "" }, "not-processed"],
  ["code 89 that names another", { isValid: "false", statusCode: "89", key: OTHER_KEY }, "unknown: other-document"],
  ["code 89 and valid", { statusCode: "89", key: null }, "unknown: contradiction"],
  [
    "code 89 with rule 90",
    { isValid: "false", statusCode: "89", key: null, rules: [DUPLICATE] },
    "unknown: unexpected-status",
  ],
  [
    "code 89 with the words of rule 90",
    { isValid: "false", statusCode: "89", key: null, description: "Documento procesado anteriormente con trackId: x" },
    "unknown: unexpected-status",
  ],
  [
    "code 89 with an ApplicationResponse",
    { isValid: "false", statusCode: "89", key: null, applicationResponse: printApplicationResponse("04", KEY) },
    "unknown: unexpected-status",
  ],
  ["code 94", { isValid: "false", statusCode: "94" }, "unknown: unexpected-status"],
  [
    "a test set accepted",
    { isValid: "false", statusCode: "2", description: "Set de prueba con identificador x se encuentra Aceptado." },
    "unknown: test-set-accepted",
  ],
  [
    "a test set rejected",
    { isValid: "false", statusCode: "2", description: "Set de prueba con identificador x se encuentra Rechazado." },
    "unknown: test-set-rejected",
  ],
  ["code 2 with other words", { isValid: "false", statusCode: "2", description: "Otro" }, "unknown: unexpected-status"],
  ["code 66 to a sending", { isValid: "false", statusCode: "66", key: null }, "unknown: unexpected-status"],
];

describe("a status answer", () => {
  it.each(STATUSES)("with %s has the class of the table", (_, fields, expected) => {
    expect(nameOf(classifyStatus(fields))).toBe(expected);
  });

  it.each([
    ["98", "En proceso", "processing"],
    ["", "Batch en proceso de validación.", "processing"],
    ["0", "Otro", "unknown: unexpected-status"],
    ["5", "Batch en proceso de validación.", "unknown: unexpected-status"],
    ["89", "Otro", "unknown: unexpected-status"],
    ["2", "Set de prueba con identificador x se encuentra Aceptado.", "unknown: test-set-accepted"],
    ["2", "Set de prueba con identificador x se encuentra Aceptado", "unknown: test-set-accepted"],
    ["2", "Set de prueba con identificador x se encuentra Aceptado. \n", "unknown: test-set-accepted"],
    ["2", "Set de prueba con identificador x se encuentra Aceptado. Pendiente", "unknown: unexpected-status"],
    ["2", "El Set de prueba con identificador x se encuentra Aceptado.", "unknown: unexpected-status"],
    ["2", "Set de prueba con identificador x se encuentra Rechazado", "unknown: test-set-rejected"],
    ["2", "Set de prueba con identificador x se encuentra Rechazado. \n", "unknown: test-set-rejected"],
    ["2", "Set de prueba con identificador x se encuentra Rechazado. Pendiente", "unknown: unexpected-status"],
    ["2", "El Set de prueba con identificador x se encuentra Rechazado.", "unknown: unexpected-status"],
  ])("of status %j and text %j to a query is %s", (statusCode, description, expected) => {
    expect(nameOf(classifyStatus({ isValid: "false", statusCode, description }, {}, "GetStatus"))).toBe(expected);
  });

  it.each([
    ["FAD06", "rejected"],
    ["DSAB05b", "rejected"],
    ["RUT01", "rejected"],
    ["ZB1ab", "rejected"],
    ["xFAD06", "refused-unnamed"],
    ["FAD06-1", "refused-unnamed"],
    ["FAD06abc", "refused-unnamed"],
    ["FAD06_", "refused-unnamed"],
  ])("that rejects by rule %s alone is %s", (code, expected) => {
    expect(nameOf(classifyStatus({ ...REJECTED, rules: [`Regla: ${code}, Rechazo: x`] }))).toBe(expected);
  });

  it("that rejects by rule 90 in words of its own is a duplicate", () => {
    expect(nameOf(classifyStatus({ ...REJECTED, rules: ["Regla: 90, Rechazo: Ya existe."] }))).toBe("duplicate");
  });

  it.each<[StatusFields, string]>([
    [{ key: OTHER_KEY }, "other-document: status 00"],
    [{ statusCode: "66" }, "contradiction: IsValid with status 66"],
    [{ key: null }, "no-document-key: status 00"],
    [{ isValid: "false" }, "contradiction: IsValid false with status 00"],
    [{ isValid: "false", statusCode: "89" }, "unexpected-status: status 89"],
    [{ isValid: "false", statusCode: "98" }, "status 98"],
    [{ isValid: "false", statusCode: "", description: "en proceso" }, "status"],
    [{ ...REJECTED }, "no-rules: rejected without a legible rule"],
    [{ isValid: "false", statusCode: "2", description: "Otro" }, "unexpected-status: status 2"],
    [{ isValid: "false", statusCode: "2", description: "Set de prueba Aceptado" }, "test-set-accepted: status 2"],
    [{ isValid: "false", statusCode: "2", description: "Set de prueba Rechazado" }, "test-set-rejected: status 2"],
    [{ isValid: "" }, "structure: IsValid is neither true nor false"],
    [{ applicationResponse: printApplicationResponse("02", OTHER_KEY) }, "other-document: ApplicationResponse"],
    [
      { applicationResponse: printApplicationResponse("0123456789ab", KEY) },
      "contradiction: ApplicationResponse 0123456789",
    ],
    [{ applicationResponse: "<Invoice/>" }, "contradiction: ApplicationResponse: not an ApplicationResponse"],
  ])("%j is one line of the log: %s", (fields, detail) => {
    expect(classifyStatus(fields)).toMatchObject({ detail });
  });

  it("to a query may say that the document is not there, unless it names another", () => {
    const absent = { isValid: "false", statusCode: "66", description: "TrackId no existe", key: null };
    expect(classifyStatus(absent, {}, "GetStatus")).toMatchObject({ type: "absent", detail: "status 66" });
    expect(nameOf(classifyStatus({ ...absent, key: OTHER_KEY }, {}, "GetStatus"))).toBe("unknown: other-document");
  });

  it.each<[StatusFields, string]>([
    [{ description: "TrackId no existe en los registros de la DIAN." }, "absent"],
    [{ description: "TrackId no existe en los registros de la DIAN" }, "absent"],
    [{ description: " TrackId no existe.\n" }, "absent"],
    ...TROUBLES.map((description): [StatusFields, string] => [{ description }, "unknown: unexpected-status"]),
    [{ description: "" }, "unknown: unexpected-status"],
    [{ description: "El TrackId no existe" }, "unknown: unexpected-status"],
    [{ description: "TrackId no existe todavía" }, "unknown: unexpected-status"],
    [{ description: "TrackId no existe", key: KEY }, "unknown: unexpected-status"],
    [{ description: "TrackId no existe", rules: [REJECTION] }, "unknown: unexpected-status"],
    [
      { description: "TrackId no existe", applicationResponse: printApplicationResponse("02", KEY) },
      "unknown: unexpected-status",
    ],
    [{ description: "TrackId no existe", isValid: "true" }, "unknown: contradiction"],
  ])("under 66 to a question, %j is %s", (fields, expected) => {
    const answer = { isValid: "false", statusCode: "66", key: null, ...fields };
    expect(nameOf(classifyStatus(answer, {}, "GetStatus"))).toBe(expected);
    expect(nameOf(classifyAnswerOfZip(answer))).toBe(expected);
  });

  it.each(REFUSED_AT_DOOR)(
    "under 89 to a sending, %j is refused before processing, and reported without numbers",
    (text) => {
      const statement = text.replace("800197268", "…268").replace("900373115", "…115");
      for (const place of ["StatusDescription", "StatusMessage"]) {
        const description = place === "StatusDescription" ? text : "";
        const extra = place === "StatusMessage" ? `<b:StatusMessage>${text}</b:StatusMessage>` : "";
        const outcome = classifyStatus({ isValid: "false", statusCode: "89", key: null, description, extra });
        expect(outcome).toMatchObject({ type: "not-processed", detail: `status 89: ${statement}`, statement });
      }
      const question = { isValid: "false", statusCode: "89", key: null, description: text };
      expect(nameOf(classifyStatus(question, {}, "GetStatus"))).toBe("unknown: unexpected-status");
    },
  );

  it.each(ARRIVALS)("under status 89 is no proof that nothing was kept when it says %j", (text) => {
    const answer = { isValid: "false", statusCode: "89", key: null, description: text };
    expect(nameOf(classifyStatus(answer))).toBe("unknown: unexpected-status");
    expect(nameOf(classifyStatus({ ...answer, description: "", rules: [text] }))).toBe("unknown: unexpected-status");
  });

  it.each(EARLY_REJECTIONS)(
    "that refuses a file by %j before reading whose it is, is a verdict to a sending alone",
    (rule) => {
      for (const statusCode of ["99", "66"]) {
        const answer = { isValid: "false", statusCode, key: null, description: "", rules: [rule] };
        expect(classifyStatus(answer)).toMatchObject({ type: "rejected", verdict: { isValid: false, statusCode } });
        const open = statusCode === "99" ? /^refused-unnamed$/ : /^unknown/;
        expect(nameOf(classifyStatus(answer, {}, "GetStatus"))).toMatch(open);
        expect(nameOf(classifyAnswerOfZip(answer))).toMatch(open);
      }
    },
  );

  it("keeps rules of 500 characters up to 24 KB, the rejection first, and judges by all of them", () => {
    const notices = Array.from({ length: 250 }, (_, index) => `Regla: FAJ${index}, Notificación: ${"😀".repeat(501)}`);
    const outcome = classifyStatus({ ...REJECTED, rules: [...notices, REJECTION], description: "y".repeat(501) });
    if (outcome.type !== "rejected") throw new Error(nameOf(outcome));
    const { rules } = outcome.verdict;
    expect(rules).toHaveLength(12);
    expect(rules.at(-1)?.severity).toBe("rechazo");
    expect(new Set(rules.slice(0, -1).map(({ text }) => text))).toEqual(new Set(["😀".repeat(500)]));
    expect(outcome.verdict.statusDescription).toBe("y".repeat(500));
  });

  it("of a mixture with rule 90 is believed when it answers a question by our key, and asked about otherwise", () => {
    const mixture = { ...REJECTED, rules: [DUPLICATE, REJECTION] };
    expect(nameOf(classifyStatus(mixture, {}, "GetStatus"))).toBe("rejected");
    expect(nameOf(classifyAnswerOfZip({ key: KEY, ...mixture }))).toBe("duplicate");
  });

  it("that names the holder of the number says who it is, with the evidence", () => {
    const outcome = classifyStatus({ ...REJECTED, rules: [DUPLICATE], key: OTHER_KEY });
    expect(outcome).toMatchObject({ type: "number-taken", holderKey: OTHER_KEY, verdict: { statusCode: "99" } });
  });

  it("carries rules with code, severity and text, and the texts", () => {
    const outcome = classifyStatus({
      ...REJECTED,
      rules: [REJECTION, NOTICE, "sin forma"],
      applicationResponse: printApplicationResponse("04", KEY),
    });
    expect(outcome).toMatchObject({
      type: "rejected",
      verdict: {
        isValid: false,
        statusCode: "99",
        statusMessage: "",
        rules: [
          { code: "FAD06", severity: "rechazo", text: "El CUFE no está calculado correctamente." },
          { code: "FAJ44a", severity: "notificacion", text: "Nit no registrado." },
          { code: "", severity: "rechazo", text: "sin forma" },
        ],
      },
    });
  });
});

describe("the ApplicationResponse in an answer", () => {
  const read = (kind: "send" | "status" | "status-zip", xml: string) => {
    const found = readCarriedResponse(kind, new TextEncoder().encode(xml));
    return found && new TextDecoder().decode(found);
  };
  const response = printApplicationResponse("04", OTHER_KEY);
  const status = printStatus({ ...REJECTED, key: OTHER_KEY, applicationResponse: response });
  const ofZip = `<b:DianResponse>${status}</b:DianResponse>`;

  it("is read whatever the answer says, of whichever document", () => {
    expect(read("send", printAnswer("SendBillSync", status))).toBe(response);
    expect(read("status", printAnswer("GetStatus", status))).toBe(response);
    expect(read("status-zip", printAnswer("GetStatusZip", ofZip))).toBe(response);
  });

  it.each([
    ["carries none", "status", printAnswer("GetStatus", printStatus({}))],
    ["is of another operation", "send", printAnswer("GetStatus", status)],
    ["has two statuses", "status-zip", printAnswer("GetStatusZip", ofZip + ofZip)],
    ["has a field twice", "status", printAnswer("GetStatus", printStatus({ extra: "<b:IsValid>true</b:IsValid>" }))],
    ["is no XML", "status", "x"],
  ] as const)("is null where the answer %s", (_, kind, xml) => {
    expect(read(kind, xml)).toBeNull();
  });
});

describe("an HTTP answer", () => {
  const GOOD = printStatus({ key: KEY });

  it.each([
    ["a redirect", { status: 302 }, "unknown: redirect"],
    ["a result with status 500", { status: 500 }, "unknown: http-status"],
    ["a result with status 202", { status: 202 }, "unknown: http-status"],
    ["a result with status 503", { status: 503 }, "unknown: http-status"],
    ["HTML by its name", { contentType: "text/html; charset=utf-8" }, "unknown: content-type"],
    ["no content type", { contentType: null }, "accepted"],
    ["SOAP by its name, in capitals", { contentType: "Application/SOAP+XML; charset=UTF-8" }, "accepted"],
  ])("with %s has the class of the table", (_, http, expected) => {
    expect(nameOf(classify("SendBillSync", printAnswer("SendBillSync", GOOD), http))).toBe(expected);
  });

  it.each([
    ["nothing", "", "unknown: not-xml"],
    ["a page", "<html><body><h1>503</h1></body></html>", "unknown: not-soap"],
    [
      "two results",
      printAnswer("SendBillSync", GOOD).replace(/<SendBillSyncResult.*Result>/, "$&$&"),
      "unknown: structure",
    ],
    [
      "two calls answered",
      printEnvelope(/<SendBill.*<\/SendBillSyncResponse>/.exec(printAnswer("SendBillSync", GOOD))?.[0].repeat(2) ?? ""),
      "unknown: structure",
    ],
    ["two bodies", printAnswer("SendBillSync", GOOD).replace(/<s:Body>.*<\/s:Body>/, "$&$&"), "unknown: structure"],
    ["the answer to another operation", printAnswer("GetStatus", GOOD), "unknown: structure"],
    [
      "SOAP 1.1",
      printAnswer("SendBillSync", GOOD).replace(
        "http://www.w3.org/2003/05/soap-envelope",
        "http://schemas.xmlsoap.org/soap/envelope/",
      ),
      "unknown: not-soap",
    ],
    [
      "fields of another namespace",
      printAnswer("SendBillSync", GOOD).replace("2004/07/DianResponse", "2004/07/Otro"),
      "unknown: structure",
    ],
    ["an empty result", printAnswer("SendBillSync", ""), "unknown: structure"],
    ["junk behind", `${printAnswer("SendBillSync", GOOD)}x`, "unknown: not-xml"],
    ["an entity", `<!DOCTYPE a [<!ENTITY x "true">]>${printAnswer("SendBillSync", GOOD)}`, "unknown: not-xml"],
    [
      "a nil field with content",
      printAnswer("SendBillSync", GOOD.replace("<b:IsValid>", '<b:IsValid i:nil="true">')),
      "unknown: structure",
    ],
  ])("with %s has the class of the table", (_, xml, expected) => {
    expect(nameOf(classify("SendBillSync", xml))).toBe(expected);
  });
});

describe("a SOAP fault", () => {
  const fault = (subcode: string, code = "s:Sender") =>
    printEnvelope(
      `<s:Fault><s:Code><s:Value>${code}</s:Value><s:Subcode><s:Value>${subcode}</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="es">x</s:Text></s:Reason></s:Fault>`,
    );

  it.each([
    ["o:InvalidSecurity", 500, "SendBillSync", "not-processed"],
    ["o:MessageExpired", 500, "SendBillSync", "not-processed"],
    ["o:FailedAuthentication", 400, "SendTestSetAsync", "not-processed"],
    ["o:InvalidSecurity", 200, "SendBillSync", "unknown: structure"],
    ["o:InvalidSecurity", 503, "SendBillSync", "unknown: http-status"],
    ["o:InvalidSecurity", 500, "GetStatus", "unknown: fault"],
    ["o:InvalidSecurity", 500, "GetStatusZip", "unknown: fault"],
    ["a:DestinationUnreachable", 500, "SendBillSync", "unknown: fault"],
    ["a:InternalServiceFault", 500, "SendBillSync", "unknown: fault"],
  ] as const)("%s with HTTP %i to %s is %s", (subcode, status, operation, expected) => {
    expect(nameOf(classify(operation, fault(subcode), { status }))).toBe(expected);
  });

  it("is reported by its codes, and carries nothing of a document", () => {
    const status = { status: 500 };
    expect(classify("SendBillSync", fault("o:FailedCheck"), status)).toEqual({
      type: "not-processed",
      detail: "fault FailedCheck",
      statement: null,
    });
    expect(classify("SendBillSync", fault("a:Other"), status)).toMatchObject({ detail: "fault: Sender Other" });
    const bare = fault("x").replace(/<s:Subcode>.*<\/s:Subcode>/, "");
    expect(classify("SendBillSync", bare, status)).toMatchObject({ detail: "fault: Sender" });
    expect(classify("SendBillSync", "", { status: 503 })).toEqual({
      type: "unknown",
      reason: "http-status",
      detail: "http-status: HTTP 503",
    });
  });

  it("of the receiver proves nothing, nor does one without a subcode", () => {
    expect(nameOf(classify("SendBillSync", fault("o:InvalidSecurity", "s:Receiver"), { status: 500 }))).toBe(
      "unknown: fault",
    );
    const bare = fault("x").replace(/<s:Subcode>.*<\/s:Subcode>/, "");
    expect(nameOf(classify("SendBillSync", bare, { status: 500 }))).toBe("unknown: fault");
  });
});

describe("an array of statuses", () => {
  const entry = (fields: StatusFields) => `<b:DianResponse>${printStatus({ key: KEY, ...fields })}</b:DianResponse>`;

  it.each([
    ["one", entry({}), "accepted"],
    ["none", "", "unknown: several-results"],
    ["two that agree", entry({}).repeat(2), "unknown: several-results"],
    ["one of ours and one of another", entry({}) + entry({ key: OTHER_KEY }), "unknown: several-results"],
    ["one and something else", `${entry({})}<b:Otro/>`, "unknown: several-results"],
    ["something else alone", "<b:Otro/>", "unknown: several-results"],
  ])("with %s has the class of the table", (_, content, expected) => {
    expect(nameOf(classify("GetStatusZip", printAnswer("GetStatusZip", content)))).toBe(expected);
  });

  it("that is not one status says so", () => {
    expect(classify("GetStatusZip", printAnswer("GetStatusZip", ""))).toMatchObject({
      detail: "several-results: not exactly one status in the array",
    });
  });
});

describe("an acknowledgement", () => {
  const upload = (content: string) =>
    printAnswer("SendBillAsync", content).replace("2004/07/DianResponse", "2004/07/UploadDocumentResponse");
  const item = (success: string) =>
    `<b:ErrorMessageList xmlns:c="http://schemas.datacontract.org/2004/07/XmlParamsResponseTrackId"><c:XmlParamsResponseTrackId><c:ProcessedMessage>no</c:ProcessedMessage><c:Success>${success}</c:Success></c:XmlParamsResponseTrackId></b:ErrorMessageList>`;

  it.each([
    ["a ZipKey", "<b:ZipKey>1350f01d-3d19</b:ZipKey>", "acknowledged"],
    ["a ZipKey and a file received", `${item("true")}<b:ZipKey>1350f01d</b:ZipKey>`, "acknowledged"],
    ["a ZipKey and a file refused", `${item("false")}<b:ZipKey>1350f01d</b:ZipKey>`, "unknown: upload-refused"],
    ["a refused file", `${item("false")}<b:ZipKey i:nil="true"/>`, "not-processed"],
    ["a refused file and an empty ZipKey", `${item("false")}<b:ZipKey></b:ZipKey>`, "not-processed"],
    [
      "a refused file that names a document",
      `${item("false").replace("<c:Proc", `<c:DocumentKey>${KEY}</c:DocumentKey><c:Proc`)}<b:ZipKey i:nil="true"/>`,
      "unknown: upload-refused",
    ],
    [
      "a refused file without a word",
      `${item("false").replace(">no<", "> <")}<b:ZipKey i:nil="true"/>`,
      "unknown: upload-refused",
    ],
    [
      "a refused file that was processed before",
      `${item("false").replace(">no<", ">Documento procesado anteriormente con trackId: x<")}<b:ZipKey i:nil="true"/>`,
      "unknown: upload-refused",
    ],
    [
      "a file refused by a rule",
      `${item("false").replace(">no<", `>${REJECTION}<`)}<b:ZipKey i:nil="true"/>`,
      "rejected",
    ],
    [
      "one file refused and one received",
      `${item("false").replace(/<c:Xml.*TrackId>/, (one) => one + one.replace("false", "true"))}<b:ZipKey i:nil="true"/>`,
      "unknown: upload-refused",
    ],
    ["no ZipKey", '<b:ZipKey i:nil="true"/>', "unknown: structure"],
    ["an empty ZipKey", "<b:ZipKey></b:ZipKey>", "unknown: structure"],
    ["two ZipKeys", "<b:ZipKey>a</b:ZipKey><b:ZipKey>b</b:ZipKey>", "unknown: structure"],
    ["a ZipKey with markup in it", "<b:ZipKey>a/../b</b:ZipKey>", "unknown: structure"],
    ["no ZipKey at all", "", "unknown: structure"],
    ["a ZipKey of 100 letters", `<b:ZipKey>${"a".repeat(100)}</b:ZipKey>`, "acknowledged"],
    ["a ZipKey of 101 letters", `<b:ZipKey>${"a".repeat(101)}</b:ZipKey>`, "unknown: structure"],
  ])("with %s, to a sending or to a test set, has the class of the table", (_, content, expected) => {
    expect(nameOf(classify("SendBillAsync", upload(content)))).toBe(expected);
    const toTestSet = upload(content).replaceAll("SendBillAsync", "SendTestSetAsync");
    expect(nameOf(classify("SendTestSetAsync", toTestSet))).toBe(expected);
  });

  it("that refuses files says why, at most 500 letters of it", () => {
    const zipKey = '<b:ZipKey i:nil="true"/>';
    const two = item("false").replace(/<c:Xml.*TrackId>/, "$&$&");
    expect(classify("SendBillAsync", upload(two + zipKey))).toMatchObject({ detail: "upload refused: no" });
    const named = two.replace("<c:Proc", `<c:DocumentKey>${KEY}</c:DocumentKey><c:Proc`);
    expect(classify("SendBillAsync", upload(named + zipKey))).toMatchObject({ detail: "upload-refused: no; no" });
    const long = named.replace(">no<", `>${"x".repeat(501)}<`);
    expect(classify("SendBillAsync", upload(long + zipKey))).toMatchObject({
      detail: `upload-refused: ${"x".repeat(500)}`,
    });
    for (const text of REFUSED_UPLOADS) {
      const outcome = classify(
        "SendTestSetAsync",
        upload(item("false").replace(">no<", `>${text}<`) + zipKey).replaceAll("SendBillAsync", "SendTestSetAsync"),
      );
      expect(outcome).toMatchObject({
        type: "not-processed",
        statement: expect.stringMatching(/^[^\d]+(?:…\d{3}|[\d-])*/),
      });
    }
    const mute = item("false").replace("<c:ProcessedMessage>no</c:ProcessedMessage>", "");
    expect(classify("SendBillAsync", upload(mute + zipKey))).toMatchObject({ detail: "upload-refused: " });
    expect(classify("SendBillAsync", upload(zipKey))).toMatchObject({ detail: "structure: no usable ZipKey" });
  });
});
