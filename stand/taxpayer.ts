// Registers the demo companies with the pretend authority, so that it knows whose documents to expect.
import type { DemoCompany } from "./demo-company.ts";

const TIMEOUT_MS = 15_000;

/** Registers companies with their software, ranges and test sets; what is known already is replaced by the same. */
export async function registerTaxpayers(origin: string, companies: readonly DemoCompany[]): Promise<void> {
  for (const company of companies) {
    const response = await fetch(`${origin}/taxpayers/${company.nit}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(describeTaxpayer(company)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      throw new Error(
        `the pretend authority refused company ${company.id}: ${response.status} ${await response.text()}`,
      );
    }
  }
}

function describeTaxpayer({ nit, name, softwareId, softwarePin, testSetId, ranges }: DemoCompany) {
  return {
    nit,
    name,
    software: [{ id: softwareId, pin: softwarePin }],
    ranges: ranges.map((range) => ({
      kind: range.kind,
      resolution: range.resolution,
      resolution_date: range.resolutionDate,
      prefix: range.prefix,
      from: range.from,
      to: range.to,
      valid_from: range.validFrom,
      valid_to: range.validTo,
      technical_key: range.technicalKey,
    })),
    test_sets: testSetId === null ? [] : [{ id: testSetId, software_id: softwareId }],
  };
}
