// Tests that the largest of the expensive bodies reaches the price, so that pricing is part of what they cost.
import { expect, it } from "vitest";
import { readJsonObject } from "../../src/api/field/json.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { priceSupportDocument } from "../../src/domain/support/support-document.ts";
import { priceCommand } from "../../src/issuance/price/price.ts";
import { COMPANY } from "../support/company.ts";
import { EXPENSIVE_BODIES } from "./expensive-body.ts";

/** It buys on any day: the body is of today. */
const BUYER = {
  ...COMPANY,
  certificates: [
    { location: "vault", serialNumber: "1", notBefore: "2025-01-01T00:00:00Z", notAfter: "2125-01-01T00:00:00Z" },
  ],
} as const;

it("the largest support document is wrong by its size alone", () => {
  const write = EXPENSIVE_BODIES.find(({ name }) => name === "a document at its largest")?.write ?? String;
  const { draft } = readSupportDocument(readJsonObject(new TextEncoder().encode(write(10_000))));
  if (draft === undefined) throw new Error("the largest document has no shape");
  const { lines, withholdings } = priceSupportDocument(draft, BUYER, Date.now());
  expect(lines.length).toBeGreaterThan(50);
  expect(withholdings.length).toBeGreaterThan(20);
  expect(() => priceCommand({ draft, company: BUYER }, Date.now())).toThrow("xml-too-large");
});
