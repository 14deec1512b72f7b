// Tests that a creation without a conclusive answer says what ended it, by the table that all clients share.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient, OutcomeUnknownError } from "../../client/src/client-v2.ts";
import { openCauses } from "./cause-table.ts";

let causes: Awaited<ReturnType<typeof openCauses>>;
beforeAll(async () => {
  causes = await openCauses();
});
afterAll(() => causes.close());

it("says what ended a creation, whether nobody listens, no name is found, time is over or the service is closed", async () => {
  for (const { what, baseUrl, timeoutS, says } of causes.rows) {
    const client = createClient({ baseUrl, companyId: 1, token: "fed_1", timeoutMs: timeoutS * 1_000, patienceMs: 0 });
    const error = await client.creditNotes.create("k-1", { factura_id: 1 }).catch((cause: unknown) => cause);
    expect(error, what).toBeInstanceOf(OutcomeUnknownError);
    expect(String(error), what).toMatch(new RegExp(`key k-1 \\(.*(?:${says}).*\\): repeat with the same key`));
  }
});

it("says the same of a reading", async () => {
  const [{ baseUrl = "", says = "" } = {}] = causes.rows;
  const client = createClient({ baseUrl, companyId: 1, token: "fed_1", delaysMs: [1] });
  await expect(client.invoices.get(7)).rejects.toThrow(new RegExp(`GET /fe/docs/7: .*(?:${says})`));
});
