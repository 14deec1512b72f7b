// The closed list of addresses: the two environments and local stands, nothing else.
import { describe, expect, it } from "vitest";
import { buildEndpoint } from "../../src/authority/endpoint.ts";

const PATH = "/WcfDianCustomerServices.svc";

describe("buildEndpoint", () => {
  it.each([
    "https://vpfe.dian.gov.co",
    "https://vpfe-hab.dian.gov.co",
    "http://127.0.0.1:8790",
    "http://localhost:8790",
    "https://localhost:8790",
    "http://[::1]:8790",
    "http://authority.test",
  ])("accepts %s", (baseUrl) => {
    expect(buildEndpoint(baseUrl)).toBe(baseUrl + PATH);
    expect(buildEndpoint(`${baseUrl}/`)).toBe(baseUrl + PATH);
  });

  it.each([
    "http://vpfe.dian.gov.co",
    "https://vpfe.dian.gov.co:8443",
    "https://vpfe.dian.gov.co.example.com",
    "https://user:pass@vpfe.dian.gov.co",
    "https://vpfe.dian.gov.co@example.com",
    "https://vpfe.dian.gov.co/otro",
    "https://vpfe.dian.gov.co?x=1",
    "https://vpfe.dian.gov.co#x",
    "http://example.com",
    "https://example.com",
    "http://169.254.169.254",
    "http://10.0.0.1",
    "http://128.0.0.1",
    "http://0.0.0.0:8790",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://test",
    "http://authority.test.example.com",
    "http://authority.internal",
    "ftp://localhost",
    "file:///etc/passwd",
    "vpfe.dian.gov.co",
    "",
  ])("refuses %j", (baseUrl) => {
    expect(() => buildEndpoint(baseUrl)).toThrow(/authority's address/);
  });
});
