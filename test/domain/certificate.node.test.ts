// Tests which of a company's certificates signs at an instant.
import { describe, expect, it } from "vitest";
import { pickCertificate } from "../../src/domain/company/choice.ts";
import type { CertificateSummary } from "../../src/domain/company.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";

function certificate(serialNumber: string, notBefore: string, notAfter: string): CertificateSummary {
  return { location: "vault", serialNumber, notBefore, notAfter };
}

const OLD = certificate("1", "2024-01-01T00:00:00Z", "2026-01-01T00:00:00Z");
const NEW = certificate("2", "2025-06-01T00:00:00Z", "2027-06-01T00:00:00Z");

function pickAt(certificates: readonly CertificateSummary[], instant: string, signing = instant): string {
  try {
    return pickCertificate({ certificates }, Date.parse(instant), Date.parse(signing)).serialNumber;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe("the certificate that signs", () => {
  it.each([
    ["the only valid one", [NEW, OLD], "2024-06-01T00:00:00Z", "1"],
    ["the newest of two that are valid", [NEW, OLD], "2025-07-01T00:00:00Z", "2"],
    ["the newest in any order", [OLD, NEW], "2025-07-01T00:00:00Z", "2"],
    ["the new one from its first second", [OLD, NEW], "2025-06-01T00:00:00Z", "2"],
    ["the old one one second before that", [OLD, NEW], "2025-05-31T23:59:59Z", "1"],
    ["one to its last second", [OLD], "2026-01-01T00:00:00Z", "1"],
    ["none after that", [OLD], "2026-01-01T00:00:01Z", "certificate_expired"],
    ["none before the first begins", [OLD, NEW], "2023-12-31T23:59:59Z", "certificate_expired"],
    ["none when the company has none", [], "2025-01-01T00:00:00Z", "certificate_missing"],
  ])("is %s", (_, certificates, instant, expected) => {
    expect(pickAt(certificates, instant)).toBe(expected);
  });

  it.each([
    [[], "certificate_missing", { reason: "no-certificate", rule: "ZD01" }],
    [[NEW, OLD], "certificate_expired", { reason: "no-valid-certificate", lastEnd: "2027-06-01", rule: "ZD02" }],
  ] as const)("that is missing is reported with its rule (%#)", (certificates, code, problem) => {
    const pick = () => pickCertificate({ certificates }, Date.parse("2030-01-01T00:00:00Z"));
    expect(pick).toThrow(expect.objectContaining({ name: "Refusal", code, problems: [{ field: [], ...problem }] }));
  });

  it.each([
    ["the old one for a document of before the new one", "2025-06-03T00:00:00Z", "2025-05-31T23:59:59Z", "1"],
    ["the new one for a document of its first second", "2025-06-03T00:00:00Z", "2025-06-01T00:00:00Z", "2"],
    ["none when the old one has ended since", "2026-01-03T00:00:00Z", "2025-05-31T23:59:59Z", "business_rule"],
    ["none when the only one ends before that time", "2027-05-31T23:59:00Z", "2027-06-01T00:01:00Z", "business_rule"],
    ["none when all have ended by now", "2028-01-01T00:00:00Z", "2027-05-31T00:00:00Z", "certificate_expired"],
  ])("is %s", (_, instant, signing, expected) => {
    expect(pickAt([OLD, NEW], instant, signing)).toBe(expected);
  });

  it("is the first of two that begin at once", () => {
    const twin = { ...NEW, serialNumber: "3" };
    expect(pickAt([NEW, twin], "2025-07-01T00:00:00Z")).toBe("2");
  });
});
