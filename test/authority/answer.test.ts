// Tests the parts of an answer one by one: envelope, fault, fields, rules, ApplicationResponse; what each is read as, what is
// refused.

import { describe, expect, it } from "vitest";
import { readAnswer } from "../../src/authority/answer.ts";
import { readApplicationResponse } from "../../src/authority/outcome.ts";
import { readStatusEvidence } from "../../src/authority/status-report.ts";
import type { Finding } from "../../src/domain/document/timeline.ts";
import { parseXml, XML_LIMIT_BYTES, XmlRefused } from "../../src/xml/parse.ts";
import { printAnswer, printApplicationResponse, printEnvelope, printStatus } from "../support/status-answer.ts";

const KEY = "ab".repeat(48);
const GOOD = printAnswer("GetStatus", printStatus({ key: KEY }));
const encode = (source: string) => new TextEncoder().encode(source);

function read(body: string | Uint8Array, httpStatus = 200, contentType: string | null = "text/xml") {
  const bytes = typeof body === "string" ? encode(body) : body;
  return readAnswer("GetStatus", { httpStatus, contentType, body: bytes });
}

function reasonOf(...answer: Parameters<typeof read>): string {
  const result = read(...answer);
  return result.type === "unreadable" ? result.reason : result.type;
}

describe("an HTTP answer", () => {
  it.each([
    ["the first redirect", GOOD, 300, "redirect"],
    ["the last redirect", GOOD, 399, "redirect"],
    ["before any redirect", GOOD, 299, "http-status"],
    ["a result with status 400", GOOD, 400, "http-status"],
    ["more than 2 MiB", new Uint8Array(XML_LIMIT_BYTES + 1), 200, "oversize"],
    ["bytes that are not UTF-8", new Uint8Array([0x3c, 0x61, 0xff]), 200, "not-utf8"],
    ["another root of SOAP", GOOD.replaceAll("s:Envelope", "s:Letter"), 200, "not-soap"],
    ["an empty body", printEnvelope(""), 200, "structure"],
    ["a result in the answer to another operation", GOOD.replaceAll("GetStatusResponse", "Get"), 200, "structure"],
    [
      "a result in an answer of another namespace",
      GOOD.replace("<GetStatusResponse xmlns=", '<o:GetStatusResponse xmlns:o="urn:o" xmlns=').replace(
        "</GetStatusResponse>",
        "</o:GetStatusResponse>",
      ),
      200,
      "structure",
    ],
    ["a Fault that is not SOAP's", printEnvelope('<Fault xmlns="urn:o"><Code/></Fault>'), 500, "http-status"],
    ["an element of SOAP that is no Fault", printEnvelope("<s:Code><s:Value/></s:Code>"), 500, "http-status"],
    ["an element of SOAP that is no Fault, with 200", printEnvelope("<s:Code/>"), 200, "structure"],
    ["an element inside the value of a code", fault("<s:Code><s:Value>a<s:b/></s:Value></s:Code>"), 500, "structure"],
  ] as const)("that is %s has no result", (_, body, status, reason) => {
    expect(reasonOf(body, status)).toBe(reason);
  });

  it.each(["application/xml", "text/xml ; charset=utf-8", "application/soap+xml"])("may call itself %s", (type) => {
    expect(read(GOOD, 200, type)).toMatchObject({ type: "result", result: { local: "GetStatusResult" } });
  });
});

function fault(content: string): string {
  return printEnvelope(`<s:Fault>${content}</s:Fault>`);
}

describe("a SOAP fault", () => {
  it.each([
    [
      "all of it",
      "<s:Code><s:Value> s:Sender </s:Value><s:Subcode><s:Value>a:b:InvalidSecurity\n</s:Value></s:Subcode></s:Code><s:Reason><s:Text>Mensaje</s:Text></s:Reason>",
      { code: "Sender", subcode: "InvalidSecurity" },
    ],
    ["a code alone", "<s:Code><s:Value>Receiver</s:Value></s:Code>", { code: "Receiver", subcode: null }],
  ])("is read with %s", (_, content, expected) => {
    expect(read(fault(content), 500)).toEqual({ type: "fault", fault: expected });
  });
});

const NAMESPACES =
  'xmlns:b="http://schemas.datacontract.org/2004/07/DianResponse" xmlns:c="http://schemas.microsoft.com/2003/10/Serialization/Arrays" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

function evidence(content: string) {
  return readStatusEvidence(parseXml(encode(`<r ${NAMESPACES}>${content}</r>`)));
}

function refusalOf(work: () => unknown): string {
  try {
    work();
    return "read";
  } catch (cause) {
    if (cause instanceof XmlRefused) return `${cause.fault}: ${cause.message}`;
    throw cause;
  }
}

describe("a status result", () => {
  it("needs nothing but IsValid", () => {
    expect(evidence("<b:IsValid>false</b:IsValid>")).toEqual({
      report: { isValid: false, statusCode: "", statusDescription: "", statusMessage: "", rules: [] },
      findings: [],
      documentKey: null,
      applicationResponse: null,
    });
  });

  it("gives each field under its own name", () => {
    const content =
      "<b:IsValid>true</b:IsValid><b:StatusCode>00</b:StatusCode><b:StatusDescription>d</b:StatusDescription>" +
      "<b:StatusMessage>m</b:StatusMessage><b:XmlDocumentKey>k</b:XmlDocumentKey><b:XmlBase64Bytes>AAE=</b:XmlBase64Bytes>";
    expect(evidence(content)).toEqual({
      report: { isValid: true, statusCode: "00", statusDescription: "d", statusMessage: "m", rules: [] },
      findings: [],
      documentKey: "k",
      applicationResponse: new Uint8Array([0, 1]),
    });
  });

  it.each([
    ["no IsValid", "", "structure: IsValid is neither true nor false"],
    [
      "something else among the rules",
      "<b:IsValid>true</b:IsValid><b:ErrorMessage><c:string>a</c:string><c:other/></b:ErrorMessage>",
      "structure: unknown content in ErrorMessage",
    ],
    [
      "an ApplicationResponse that is not base64",
      "<b:IsValid>true</b:IsValid><b:XmlBase64Bytes>?</b:XmlBase64Bytes>",
      "structure: XmlBase64Bytes is not base64",
    ],
    [
      "a nil field with an element inside",
      '<b:IsValid>true</b:IsValid><b:StatusCode i:nil="true"><b:x/></b:StatusCode>',
      "structure: a nil element with content",
    ],
    [
      "a nil field with text",
      '<b:IsValid>true</b:IsValid><b:StatusCode i:nil="true">00</b:StatusCode>',
      "structure: a nil element with content",
    ],
    [
      "a nil list of rules that has one",
      '<b:IsValid>true</b:IsValid><b:ErrorMessage i:nil="true"><c:string>a</c:string></b:ErrorMessage>',
      "structure: a nil element with content",
    ],
  ])("is refused with %s", (_, content, expected) => {
    expect(refusalOf(() => evidence(content))).toBe(expected);
  });

  it.each([
    ['<b:ErrorMessage i:nil="true"/>', []],
    ['<b:ErrorMessage><c:string i:nil="true"/><c:string>Regla: A1, Rechazo: x</c:string></b:ErrorMessage>', ["A1"]],
    ["<b:ErrorMessage></b:ErrorMessage>", []],
  ])("with the list of rules %s names rules %j", (list, codes) => {
    const { rules } = evidence(`<b:IsValid>false</b:IsValid>${list}`).report;
    expect(rules.map(({ code }) => code)).toEqual(codes);
  });

  const RULES: readonly (readonly [string, boolean, Finding])[] = [
    ["Regla: FAD06, Rechazo: texto", true, { code: "FAD06", severity: "rechazo", text: "texto" }],
    ["Regla: FAD06, Notificación: texto", false, { code: "FAD06", severity: "notificacion", text: "texto" }],
    ["Regla: FAD06, notificacion: texto", false, { code: "FAD06", severity: "notificacion", text: "texto" }],
    [" \n Regla:FAD06 ,Rechazo:dos: partes", true, { code: "FAD06", severity: "rechazo", text: "dos: partes" }],
    ["Regla:   FAD06  ,   Rechazo:   a\nb", true, { code: "FAD06", severity: "rechazo", text: "a\nb" }],
    ["Regla: FAD06, Otra: Rechazo", true, { code: "FAD06", severity: "notificacion", text: "Rechazo" }],
    ["Regla: FAD06, : texto", false, { code: "FAD06", severity: "rechazo", text: "texto" }],
    ["Rechazo sin regla", true, { code: "", severity: "rechazo", text: "Rechazo sin regla" }],
    ["Notificación sin regla", false, { code: "", severity: "notificacion", text: "Notificación sin regla" }],
    ["nada", true, { code: "", severity: "notificacion", text: "nada" }],
    ["nada", false, { code: "", severity: "rechazo", text: "nada" }],
    ["Nota: Regla: FAD06, Rechazo: x", true, { code: "", severity: "rechazo", text: "Nota: Regla: FAD06, Rechazo: x" }],
  ];

  it.each(RULES)("reads the rule %j beside IsValid %s", (entry, isValid, expected) => {
    const list = `<b:ErrorMessage><c:string>${entry}</c:string></b:ErrorMessage>`;
    expect(evidence(`<b:IsValid>${isValid}</b:IsValid>${list}`).report.rules).toEqual([expected]);
  });
});

describe("an ApplicationResponse", () => {
  const RESPONSE = printApplicationResponse("02", KEY);

  it.each([
    ["a whole one", RESPONSE, { responseCode: "02", documentKey: KEY }],
    ["one without a DocumentResponse", printApplicationResponse("02", KEY, 0), null],
    ["one without a key", RESPONSE.replace(/<cbc:UUID>.*<\/cbc:UUID>/, ""), { responseCode: "02", documentKey: "" }],
  ])("is read from %s", (_, xml, expected) => {
    expect(readApplicationResponse(encode(xml))).toEqual(expected);
  });

  it.each([
    ["another root of its namespace", RESPONSE.replaceAll(/(<\/?)ApplicationResponse/g, "$1Response")],
    ["its name in another namespace", RESPONSE.replace("xsd:ApplicationResponse-2", "xsd:Other-2")],
  ])("is not read from %s", (_, xml) => {
    expect(refusalOf(() => readApplicationResponse(encode(xml)))).toBe("structure: not an ApplicationResponse");
  });
});
