// Tests the published hash vectors, put together from a document's printed strings.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Environment } from "../../src/domain/company.ts";
import {
  cudeSeed,
  cudsSeed,
  cufeSeed,
  type HashedDocument,
  qrUrl,
  securityCodeSeed,
} from "../../src/domain/document/fiscal-id.ts";
import { describeShared } from "../support/describe-shared.ts";
import { readShared } from "../support/shared.ts";

interface Vector {
  readonly id: string;
  readonly kind: "CUFE" | "CUDE" | "CUDS" | "SoftwareSecurityCode" | "CUDE-event";
  readonly inputs: Readonly<Record<string, string>>;
  readonly seed: string;
  readonly expected: string;
}

const ENVIRONMENTS: Readonly<Record<string, Environment>> = { "1": "produccion", "2": "habilitacion" };

function hashedDocument(inputs: Vector["inputs"], issuer: string, counterpart: string): HashedDocument {
  const codes = ["01", "03", "04"].filter((code) => inputs[`tax${code}`] !== undefined);
  return {
    issueDate: inputs.issueDate ?? "",
    issueTime: inputs.issueTime ?? "",
    taxes: codes.map((code) => ({ code, amount: inputs[`tax${code}`] ?? "" })),
    totals: { subtotal: inputs.lineExtensionAmount ?? "", total: inputs.payableAmount ?? "" },
    issuer: { identificationNumber: issuer },
    counterpart: { identificationNumber: counterpart },
  };
}

function seedOf({ kind, inputs }: Vector): string {
  const context = { number: inputs.number ?? "", environment: ENVIRONMENTS[inputs.environment ?? ""] ?? "produccion" };
  const { supplierId = "", customerId = "", key = "", softwarePin = "", softwareId = "" } = inputs;
  switch (kind) {
    case "CUFE":
      return cufeSeed(hashedDocument(inputs, supplierId, customerId), context, key);
    case "CUDE":
      return cudeSeed(hashedDocument(inputs, supplierId, customerId), context, key);
    case "CUDS": {
      const { vendorId_NumSNO: vendor = "", buyerNit_NITABS: buyer = "" } = inputs;
      return cudsSeed(hashedDocument(inputs, buyer, vendor), context, softwarePin);
    }
    case "SoftwareSecurityCode":
      return securityCodeSeed(softwareId, softwarePin, context.number);
    case "CUDE-event":
      throw new Error("the product issues no events");
  }
}

describeShared("the published hash vectors", () => {
  const { vectors } = JSON.parse(readShared("authority/vectors/hash_vectors.json")) as { vectors: readonly Vector[] };

  it("are the fifteen that are known; one is of an event, which the product does not issue", () => {
    expect(vectors).toHaveLength(15);
    expect(vectors.filter(({ kind }) => kind === "CUDE-event").map(({ id }) => id)).toEqual(["cude-event-annex"]);
  });

  it.each(vectors.filter(({ kind }) => kind !== "CUDE-event"))("$id", (vector) => {
    const seed = seedOf(vector);
    expect(seed).toBe(vector.seed);
    expect(createHash("sha384").update(seed, "utf8").digest("hex")).toBe(vector.expected);
  });
});

const SALE: HashedDocument = {
  issueDate: "2024-05-17",
  issueTime: "10:11:12-05:00",
  taxes: [],
  totals: { subtotal: "100.00", total: "119.00" },
  issuer: { identificationNumber: "900373115" },
  counterpart: { identificationNumber: "800134536" },
};
const CONTEXT = { number: "SETP1", environment: "habilitacion" } as const;
const OPENING = "SETP12024-05-1710:11:12-05:00100.00";

describe("what is hashed", () => {
  it("is every rate of a tax added up", () => {
    const taxes = [
      { code: "01", amount: "322.10" },
      { code: "01", amount: "110.20" },
      { code: "04", amount: "8.00" },
    ];
    expect(cufeSeed({ ...SALE, taxes }, CONTEXT, "key")).toBe(
      `${OPENING}01432.3004${"8.00"}03${"0.00"}119.00900373115800134536key2`,
    );
    expect(cudsSeed({ ...SALE, taxes }, CONTEXT, "pin")).toBe(`${OPENING}01432.30119.00800134536900373115pin2`);
  });

  it.each([
    ["4706800", "4706800.00"],
    ["0.1", "0.10"],
    ["10.999", "10.99"],
    ["10.00", "10.00"],
  ])("is the amount %s with two decimals, truncated: %s", (printed, hashed) => {
    const seed = cufeSeed({ ...SALE, totals: { subtotal: printed, total: "0.00" } }, CONTEXT, "key");
    expect(seed.startsWith(`SETP12024-05-1710:11:12-05:00${hashed}01`)).toBe(true);
  });
});

describe("the fiscal id", () => {
  it("is found in the catalogue of its environment", () => {
    expect(qrUrl("abc", "produccion")).toBe("https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=abc");
    expect(qrUrl("abc", "habilitacion")).toBe(
      "https://catalogo-vpfe-hab.dian.gov.co/document/searchqr?documentkey=abc",
    );
  });
});
