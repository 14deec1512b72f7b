// Tests the closed list of addresses: the two environments and local stands, nothing else.
import { describe, expect, it } from "vitest";
import { buildEndpoint, pinOrigin } from "../../src/authority/client.ts";
import { readPollScale } from "../../src/issuance/port/authority-port.ts";

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

describe("an environment", () => {
  const PRODUCTION = "https://vpfe.dian.gov.co";
  const TEST = "https://vpfe-hab.dian.gov.co";

  it.each([
    ["produccion", PRODUCTION],
    ["habilitacion", TEST],
    ["produccion", "http://127.0.0.1:8790"],
    ["habilitacion", "http://authority.test"],
  ] as const)("%s may be %s", (environment, origin) => {
    expect(pinOrigin(environment, origin)).toBe(origin);
  });

  it.each([
    ["produccion", TEST],
    ["habilitacion", PRODUCTION],
    ["habilitacion", `${PRODUCTION}/`],
  ] as const)("%s is never %s", (environment, origin) => {
    expect(() => pinOrigin(environment, origin)).toThrow(/other environment/);
  });
});

describe("POLL_SCALE", () => {
  const REAL = { AUTHORITY_URL: "https://vpfe.dian.gov.co", AUTHORITY_TEST_URL: "https://vpfe-hab.dian.gov.co" };
  const STAND = { AUTHORITY_URL: "http://127.0.0.1:8790", AUTHORITY_TEST_URL: "http://localhost:8790" };

  it.each([
    ["0.01", STAND, 0.01],
    ["2", STAND, 2],
    ["0.01", REAL, 1],
    ["0.01", { ...STAND, AUTHORITY_URL: REAL.AUTHORITY_URL }, 1],
    ["0.01", { ...STAND, AUTHORITY_TEST_URL: "not a URL" }, 1],
    ["2", REAL, 2],
    ["0", STAND, 1],
    ["-1", STAND, 1],
    ["soon", STAND, 1],
    ["Infinity", STAND, 1],
  ])("of %s at %j is %d", (POLL_SCALE, origins, expected) => {
    expect(readPollScale({ POLL_SCALE, ...origins })).toBe(expected);
  });
});
