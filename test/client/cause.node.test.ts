// Tests that a call without a conclusive answer ends within its patience and says what ended it, in which language the service is
// spoken to, and how long a client waits that is told to, by tables that all clients share.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient, type Language, NotSentError, OutcomeUnknownError } from "../../client/src/client-v2.ts";
import { ONE_TRY_DELAY_S, openCauses } from "./cause-table.ts";

const COMPANY = { companyId: 1, token: "fed_1" };

let services: Awaited<ReturnType<typeof openCauses>>;
beforeAll(async () => {
  services = await openCauses();
});
afterAll(() => services.close());

const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((cause: unknown) => cause);

it("ends a creation and a reading within their patience, and says what ended them", async () => {
  for (const { what, baseUrl, timeoutS, patienceS, says } of services.causes) {
    const pace = { timeoutMs: timeoutS * 1_000, patienceMs: patienceS * 1_000, delaysMs: [ONE_TRY_DELAY_S * 1_000] };
    const client = createClient({ baseUrl, ...COMPANY, ...pace });
    const startedAt = Date.now();
    const creation = await failureOf(client.creditNotes.create("k-1", { factura_id: 1 }));
    expect(creation, what).toBeInstanceOf(OutcomeUnknownError);
    expect(String(creation), what).toMatch(new RegExp(`key k-1 \\(.*(?:${says}).*\\): repeat with the same key`));
    expect(String(await failureOf(client.invoices.get(7))), what).toMatch(new RegExp(says));
    expect(Date.now() - startedAt, what).toBeLessThan(50_000);
  }
});

it("never sends a creation again under another key, nor beyond its patience, to a service that does not answer", async () => {
  const keys: (string | null)[] = [];
  const client = createClient({
    baseUrl: "https://api.test/api/ext/v2",
    ...COMPANY,
    timeoutMs: 200,
    patienceMs: 700,
    delaysMs: [50],
    fetch: (_, init) => {
      keys.push(new Headers(init?.headers).get("idempotency-key"));
      return new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("cut"))));
    },
  });
  const startedAt = Date.now();
  expect(await failureOf(client.creditNotes.create("k-1", { factura_id: 1 }))).toBeInstanceOf(OutcomeUnknownError);
  expect(Date.now() - startedAt).toBeLessThan(50_000);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys)).toEqual(new Set(["k-1"]));
});

it("asks for the sentences of its language, Spanish unless another is chosen", async () => {
  for (const { baseUrl, language, says } of services.languages) {
    const chosen = language === null ? {} : { language: language as Language };
    const make = () => createClient({ baseUrl, ...COMPANY, ...chosen });
    if (says === null) expect(make).toThrow(NotSentError);
    else await expect(make().invoices.get(7)).rejects.toThrow(says);
  }
});

it("waits as long as a service asks for, in seconds or until a date", async () => {
  for (const { what, baseUrl, leastS, mostS } of services.afters) {
    const waits: number[] = [];
    const onRetry = ({ waitSeconds }: { readonly waitSeconds: number }) => {
      waits.push(waitSeconds);
      throw new Error("not now");
    };
    const client = createClient({ baseUrl, ...COMPANY, delaysMs: [0], onRetry });
    await expect(client.invoices.get(7)).rejects.toThrow("not now");
    expect(waits[0], what).toBeGreaterThanOrEqual(leastS);
    expect(waits[0], what).toBeLessThanOrEqual(mostS);
  }
});
