// Tests acquirers, numbering ranges and stored XML: what each answer means, and what is left unknown.
import { describe, expect, it } from "vitest";
import { readAcquirer, readNumberingRange, readXmlDocument } from "../../src/authority/lookup.ts";
import { printEnvelope } from "../support/status-answer.ts";

const CONTRACTS = "http://schemas.datacontract.org/2004/07/";

function answer(operation: string, contract: string, content: string, httpStatus = 200) {
  const namespaces = `xmlns:b="${CONTRACTS}${contract}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`;
  const result = `<${operation}Result ${namespaces}>${content}</${operation}Result>`;
  const xml = printEnvelope(`<${operation}Response xmlns="http://wcf.dian.colombia">${result}</${operation}Response>`);
  return { httpStatus, contentType: "text/xml", body: new TextEncoder().encode(xml) };
}

describe("an acquirer", () => {
  const acquirer = (content: string, contract = "Any") => readAcquirer(answer("GetAcquirer", contract, content));

  it.each([
    [
      "with everything",
      "<b:ReceiverEmail>a@b.co</b:ReceiverEmail><b:ReceiverName>Ana Ñ</b:ReceiverName><b:StatusCode>200</b:StatusCode>",
      { type: "found", name: "Ana Ñ", email: "a@b.co" },
    ],
    [
      "with another success code",
      "<b:ReceiverName>Ana</b:ReceiverName><b:StatusCode>00</b:StatusCode>",
      { type: "found", name: "Ana", email: null },
    ],
    ["without code", "<b:ReceiverName>Ana</b:ReceiverName>", { type: "found", name: "Ana", email: null }],
    ["of code 404", "<b:ReceiverName>Ana</b:ReceiverName><b:StatusCode>404</b:StatusCode>", { type: "not-found" }],
    ["without name", '<b:ReceiverName i:nil="true"/><b:StatusCode>200</b:StatusCode>', { type: "not-found" }],
    ["with an empty name", "<b:ReceiverName> </b:ReceiverName>", { type: "not-found" }],
    [
      "with two names",
      "<b:ReceiverName>Ana</b:ReceiverName><b:ReceiverName>Eva</b:ReceiverName>",
      { type: "unknown", reason: "structure" },
    ],
  ])("%s", (_, content, expected) => {
    expect(acquirer(content)).toMatchObject(expected);
  });

  it("is unknown behind an HTTP error", () => {
    expect(readAcquirer(answer("GetAcquirer", "Any", "", 503))).toMatchObject({
      type: "unknown",
      reason: "http-status",
    });
  });
});

describe("numbering ranges", () => {
  const range = (fields: Readonly<Record<string, string>>) => {
    const all = {
      ResolutionNumber: "18760000001",
      ResolutionDate: "2019-01-19T00:00:00",
      Prefix: "SETP",
      FromNumber: "990000000",
      ToNumber: "995000000",
      ValidDateFrom: "2019-01-19",
      ValidDateTo: "2030-01-19T00:00:00",
      TechnicalKey: "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c",
      ...fields,
    };
    const content = Object.entries(all).map(([name, value]) => `<c:${name}>${value}</c:${name}>`);
    return `<c:NumberRangeResponse>${content.join("")}</c:NumberRangeResponse>`;
  };
  const read = (code: string, ranges: string) =>
    readNumberingRange(
      answer(
        "GetNumberingRange",
        "NumberRangeResponseList",
        `<b:OperationCode>${code}</b:OperationCode><b:OperationDescription>d</b:OperationDescription><b:ResponseList xmlns:c="${CONTRACTS}NumberRangeResponse">${ranges}</b:ResponseList>`,
      ),
    );

  it("come with dates cut to the day and absent values as null", () => {
    const plain = { ResolutionDate: "0001-01-01", Prefix: "", TechnicalKey: "" };
    expect(read("100", range({}) + range(plain))).toEqual({
      type: "ranges",
      ranges: [
        {
          resolution: "18760000001",
          resolutionDate: "2019-01-19",
          prefix: "SETP",
          from: 990000000,
          to: 995000000,
          validFrom: "2019-01-19",
          validTo: "2030-01-19",
          technicalKey: "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c",
        },
        expect.objectContaining({ resolutionDate: null, prefix: "", technicalKey: null }),
      ],
    });
  });

  it.each([
    ["301", "", { type: "none", code: "301", detail: "d" }],
    ["303", "", { type: "none", code: "303", detail: "d" }],
    ["100", "", { type: "ranges", ranges: [] }],
    ["401", "", { type: "unknown", reason: "unexpected-status" }],
    ["500", "", { type: "unknown", reason: "unexpected-status" }],
    ["100", range({ ValidDateTo: "19/01/2030" }), { type: "unknown", reason: "structure" }],
    ["100", range({ ValidDateTo: "" }), { type: "unknown", reason: "structure" }],
    ["100", range({ FromNumber: "1e9" }), { type: "unknown", reason: "structure" }],
  ])("code %s", (code, ranges, expected) => {
    expect(read(code, ranges)).toMatchObject(expected);
  });
});

describe("a stored XML", () => {
  const read = (content: string) => readXmlDocument(answer("GetXmlByDocumentKey", "EventResponse", content));

  it.each([
    [
      "found",
      "<b:Code>100</b:Code><b:XmlBytesBase64>PGEvPg==</b:XmlBytesBase64>",
      { type: "found", xml: new TextEncoder().encode("<a/>") },
    ],
    ["not found", "<b:Code>404</b:Code><b:Message>no</b:Message>", { type: "not-found", code: "404", detail: "no" }],
    [
      "found but not base64",
      "<b:Code>100</b:Code><b:XmlBytesBase64>*</b:XmlBytesBase64>",
      { type: "unknown", reason: "structure" },
    ],
    ["found but empty", "<b:Code>100</b:Code>", { type: "unknown", reason: "structure" }],
  ])("%s", (_, content, expected) => {
    expect(read(content)).toEqual(expect.objectContaining(expected));
  });
});
