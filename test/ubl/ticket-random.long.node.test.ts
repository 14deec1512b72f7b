// Checks a thousand random tickets, and five hundred notes on them; xmlsec1 verifies their signatures where it is installed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, it } from "vitest";
import { findSignatureFault } from "../foreign/signature.ts";
import { cases } from "../support/cases.ts";
import { describeShared } from "../support/describe-shared.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { checkTicketNotes, checkTickets, type Verify } from "./ticket-random.ts";

const folder = mkdtempSync(join(tmpdir(), "factura-edge-tickets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verify: Verify = hasTools("xmlsec1") ? (xml) => findSignatureFault(folder, xml) : () => undefined;

describeShared("a thousand random tickets", () => {
  it(
    "are valid, accepted without a remark, and read back as they are",
    () => checkTickets(cases(1_000), verify),
    900_000,
  );

  it(
    "bear five hundred notes that are valid, accepted, and no more than they are",
    () => checkTicketNotes(cases(500), verify),
    900_000,
  );
});
