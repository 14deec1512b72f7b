// Tests the client's tables, row by row: what is refused before it leaves, how answers are read, and what a creation comes to.
import { describe, expect, it } from "vitest";
import { createClient as createFirst } from "../../client/src/client.ts";
import { type ClientOptions, createClient, type FileName } from "../../client/src/client-v2.ts";
import { judge, pickDelay } from "../../client/src/creation.ts";
import { ApiError, NoAnswerError, NotSentError, OutcomeUnknownError } from "../../client/src/error.ts";
import { CONFIGURATIONS, ENDINGS, FILES, IDS, KEYS, REFUSALS, RETRIES, RETRY_TABLE, WAITS } from "./retry-table.ts";

const ADDRESS = { baseUrl: "https://api.test/api/ext/v2", companyId: 1, token: "fed_1" };

it.each(RETRY_TABLE)("$status $body -> $verdict.type", (row) => {
  const retryAfterSeconds = "after" in row ? row.after : 0;
  expect(judge({ status: row.status, body: row.body, retryAfterSeconds, isReplay: false })).toEqual(row.verdict);
});

it("takes silence for no proof at all: the same again", () => {
  expect(judge({ status: 0, cause: new Error("timeout") })).toEqual({ type: "again", waitMs: 0 });
});

it("waits 5, 15, 30, 60 s and 60 s from then on", () => {
  const delaysMs = [5_000, 15_000, 30_000, 60_000];
  expect([0, 1, 2, 3, 4, 9].map((tries) => pickDelay({ delaysMs }, tries))).toEqual([
    5_000, 15_000, 30_000, 60_000, 60_000, 60_000,
  ]);
});

describe("the constructor", () => {
  it.each(CONFIGURATIONS)("judges $what", ({ version, isTaken, baseUrl, companyId, token }) => {
    const make = () => (version === "v1" ? createFirst : createClient)({ baseUrl, companyId, token });
    if (isTaken) expect(make).not.toThrow();
    else expect(make).toThrow(NotSentError);
  });

  it.each<Partial<ClientOptions>>([
    { timeoutMs: 0 },
    { timeoutMs: Number.NaN },
    { timeoutMs: Number.POSITIVE_INFINITY },
    { patienceMs: Number.NaN },
    { patienceMs: -1 },
    { patienceMs: 0 },
    { delaysMs: [] },
    { delaysMs: [Number.NaN] },
    // What a program without types passes when a variable is missing.
    { token: undefined as never },
    { baseUrl: undefined as never },
    { companyId: "1" as never },
  ])("refuses %o", (options) => {
    expect(() => createClient({ ...ADDRESS, ...options })).toThrow(NotSentError);
  });

  it("shows a company that is text as it came", () => {
    const make = () => createClient({ ...ADDRESS, companyId: "1" as never });
    expect(make).toThrow('nothing was sent: companyId is "1", and must be a number from 1 on');
  });
});

interface Sent {
  readonly at: number;
  readonly key: string | null;
  readonly body: unknown;
}

interface Scripted {
  readonly status: number;
  readonly body?: object;
  readonly after?: number;
}

/** A client that gets these answers in turn, and then none, with what it sent. */
function connect(answers: readonly ("silence" | Scripted)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const client = createClient({
    ...ADDRESS,
    delaysMs: [5],
    patienceMs: 700,
    fetch: async (_, init) => {
      const answer = answers[sent.length] ?? "silence";
      const body = typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : undefined;
      sent.push({ at: performance.now(), key: new Headers(init?.headers).get("idempotency-key"), body });
      if (answer === "silence") throw new TypeError("the connection was lost");
      const { status, after = 0 } = answer;
      const head = { status, headers: { "retry-after": String(after) } };
      return answer.body === undefined ? new Response("<html>", head) : Response.json(answer.body, head);
    },
    ...options,
  });
  return { client, sent };
}

describe("a creation", () => {
  it.each([
    ["string", '{"a":1}'],
    ["null", null],
    ["undefined", undefined],
    ["list", []],
  ])("with a body of the type %s does not leave, nor does its rehearsal", async (type, value) => {
    const { client, sent } = connect([]);
    const first = createFirst({ ...ADDRESS, baseUrl: "https://api.test/api/ext/v1" });
    const body = value as never;
    const calls = [first.invoices, client.invoices].flatMap(({ create, dryRun }) => [create(body), dryRun(body)]);
    for (const call of [...calls, client.creditNotes.create("k-1", body), client.tickets.dryRun(body)]) {
      await expect(call).rejects.toThrow(new NotSentError(`the body is no object: it is of the type ${type}`));
    }
    expect(sent).toEqual([]);
  });

  it.each(ENDINGS)("after $answers is $ending", async ({ answers, ending }) => {
    const { client } = connect(answers);
    const outcome = await client.creditNotes.create("k-1", { factura_id: 1 }).catch((cause: unknown) => cause);
    if (ending === "refused") return expect(outcome).toBeInstanceOf(ApiError);
    if (ending === "unknown") return expect(outcome).toBeInstanceOf(OutcomeUnknownError);
    expect(outcome).toMatchObject({ type: ending, id: 9 });
  });

  it.each(RETRIES)("says before each wait for the same again what it waits for: $what", async ({ answers, heard }) => {
    const said: unknown[] = [];
    const { client } = connect(answers, { delaysMs: [5, 10], onRetry: (retry) => said.push(retry) });
    await client.creditNotes.create("k-1", { factura_id: 1 }).catch((cause: unknown) => cause);
    expect(said).toMatchObject(heard);
  });

  it.each(WAITS)("waits as long as an answer asks for: $what", async ({ answers, gaps, ending }) => {
    const { client, sent } = connect(answers, { patienceMs: 20_000 });
    const outcome = await client.creditNotes.create("k-1", { factura_id: 1 });
    expect([outcome.type, sent.length]).toEqual([ending, gaps.length + 1]);
    const waited = gaps.map((_, index) => ((sent[index + 1]?.at ?? 0) - (sent[index]?.at ?? 0)) / 1000);
    // Timers may be early by a part of their unit.
    for (const [index, gap] of gaps.entries()) expect(waited[index]).toBeGreaterThanOrEqual(gap * 0.95);
  });

  it.each(REFUSALS)("that is refused with $status $body.code says $says", async ({ status, body, says }) => {
    const { client } = connect([body === undefined ? { status } : { status, body }]);
    const error = await client.creditNotes.create("k-1", { factura_id: 1 }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toHaveProperty("message", says);
    expect(error).toHaveProperty("requestId", body !== undefined && "request_id" in body ? body.request_id : undefined);
  });

  it.each(KEYS)("under a key of $what has it where it can be read", async (row) => {
    const { client, sent } = connect([{ status: 201, body: { nota_id: 9 } }]);
    const body = { factura_id: 1, ...("own" in row ? { draft_key: row.own } : {}) };
    const creating = client.creditNotes.create(row.key, body);
    if (row.place === "nowhere") {
      await expect(creating).rejects.toThrow(NotSentError);
      return expect(sent).toEqual([]);
    }
    await creating;
    expect(sent[0]).toMatchObject(
      row.place === "header" ? { key: row.key } : { key: null, body: { draft_key: row.key } },
    );
  });

  it.each([undefined, "", " ", 5])("of an invoice without a key of its own, but %o, does not leave", async (key) => {
    const { client, sent } = connect([]);
    const creating = client.invoices.create({ draft_key: key, items: [] } as never);
    await expect(creating).rejects.toThrow(NotSentError);
    expect(sent).toEqual([]);
  });

  it("of what JSON loses does not leave, is not repeated, and is not uncertain", async () => {
    const { client, sent } = connect([]);
    const body = { draft_key: "k-1", items: [{ desc: "Café", cant: 1, unit: Number.NaN, iva: 19 }] } as never;
    const startedAt = Date.now();
    for (const sending of [
      client.invoices.create(body),
      client.invoices.dryRun(body),
      client.supportDocuments.create("k-1", body),
      client.adjustmentNotes.create("k-1", body),
      client.creditNotes.dryRun(body),
      client.acquirers.find(body),
    ]) {
      const error = await sending.catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(NotSentError);
      expect(error).not.toBeInstanceOf(NoAnswerError);
      expect(error).toHaveProperty("message", "nothing was sent: items[0].unit is NaN, which JSON does not have");
    }
    expect(sent).toEqual([]);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
  });

  it.each(["{}", null, undefined, 5])("of %o does not leave", async (body) => {
    const { client, sent } = connect([]);
    await expect(client.creditNotes.create("k-1", body as never)).rejects.toThrow(NotSentError);
    expect(sent).toEqual([]);
  });

  it("sends the same bytes at each try, although its body is changed meanwhile", async () => {
    const { client, sent } = connect(["silence", "silence", { status: 201, body: { nota_id: 9 } }]);
    const body = { factura_id: 1, motivo: "Devolución" };
    const creating = client.creditNotes.create("k-1", body);
    body.motivo = "Otro";
    await creating;
    expect(sent.map((one) => one.body)).toEqual(
      Array.from({ length: 3 }, () => ({ factura_id: 1, motivo: "Devolución" })),
    );
  });

  it("shows the whole body of a refusal", async () => {
    const documento = { id: 7, estado_authority: "aceptado" };
    const { client } = connect([{ status: 409, body: { code: "idempotency_conflict", documento, more: 1 } }]);
    const error = await client.creditNotes.create("k-1", { factura_id: 1 }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ status: 409, body: { code: "idempotency_conflict", documento, more: 1 } });
  });

  it("does not read a file under a tag that no header holds", async () => {
    const { client, sent } = connect([]);
    await expect(client.invoices.file(1, "xml", "ñ\n")).rejects.toThrow(NotSentError);
    expect(sent).toEqual([]);
  });
});

it.each(FILES)("reads the file $name under its own name, with its query behind it", async ({ name, path, query }) => {
  const asked: unknown[] = [];
  const client = createClient({
    ...ADDRESS,
    fetch: async (input) => {
      const { pathname, searchParams } = new URL(String(input));
      asked.push({ path: pathname.replace("/api/ext/v2/companies/1", ""), query: Object.fromEntries(searchParams) });
      return new Response("%PDF-", { headers: { etag: '"one"' } });
    },
  });
  await client.invoices.file(7, name as FileName);
  expect(asked).toEqual([{ path, query }]);
});

describe("a reading", () => {
  const NO_IDS = [...IDS, { what: "what is undefined", id: undefined, isTaken: false }];

  it.each(NO_IDS)("by the id of $what is sent: $isTaken", async ({ id, isTaken }) => {
    const sent: string[] = [];
    const options: ClientOptions = {
      ...ADDRESS,
      fetch: async (input) => {
        sent.push(new URL(String(input)).pathname);
        return Response.json({ envios: [] }, { headers: { etag: '"one"' } });
      },
    };
    const first = createFirst({ ...options, baseUrl: "https://api.test/api/ext/v1" });
    const { invoices, supportDocuments, tickets } = createClient(options);
    const calls: readonly ((given: never) => Promise<unknown>)[] = [
      first.invoices.get,
      first.supportDocuments.get,
      ...[invoices, supportDocuments, tickets].map(({ get }) => get),
      ...[invoices, supportDocuments, tickets].map(
        ({ file }) =>
          (given: never) =>
            file(given, "xml"),
      ),
      ...[invoices, tickets].flatMap((one) => [one.giveLink, one.endLinks, one.listMail]),
      ...[invoices, tickets].map(
        ({ sendMail }) =>
          (given: never) =>
            sendMail(given, "k-1", { correo: "a@b.co" }),
      ),
    ];
    for (const call of calls) {
      const reading = call(id as never);
      if (isTaken) await reading;
      else await expect(reading).rejects.toThrow(/^nothing was sent: the id of a document is a number/);
    }
    expect(sent.length).toBe(isTaken ? calls.length : 0);
  });

  it.each([undefined, null, "", 7])("of the deliveries of a webhook called %o does not leave", async (id) => {
    const { client, sent } = connect([]);
    const reading = client.webhooks.readDeliveries(id as never);
    await expect(reading).rejects.toThrow(/^nothing was sent: the id of a webhook/);
    await expect(client.webhooks.deliveries(id as never).next()).rejects.toThrow(NotSentError);
    expect(sent).toEqual([]);
  });
});

describe("a creation that is pursued in its own way", () => {
  const pending = { status: 202, body: { pending: true, nota_id: 9 } };
  const reading = { status: 200, body: { doc: { estado_authority: "enviado" } } };

  it("says once that the document exists and is not decided", async () => {
    const { client } = connect([pending, reading, { status: 502, body: { pending: true, nota_id: 9 } }]);
    const heard: unknown[] = [];
    const outcome = await client.creditNotes.create("k-1", { factura_id: 1 }, { onPending: (one) => heard.push(one) });
    expect(heard).toEqual([{ type: "pending", id: 9 }]);
    expect(outcome).toEqual({ type: "pending", id: 9 });
  });

  it("has a patience of its own", async () => {
    const { client, sent } = connect([pending]);
    expect(await client.creditNotes.create("k-1", { factura_id: 1 }, { patienceMs: 1 })).toEqual({
      type: "pending",
      id: 9,
    });
    expect(sent).toHaveLength(1);
    const impatient = client.creditNotes.create("k-1", { factura_id: 1 }, { patienceMs: Number.NaN });
    await expect(impatient).rejects.toThrow(NotSentError);
  });

  it("does not leave when its signal was aborted before", async () => {
    const { client, sent } = connect([]);
    const creating = client.creditNotes.create("k-1", { factura_id: 1 }, { signal: AbortSignal.abort() });
    await expect(creating).rejects.toThrow(NotSentError);
    expect(sent).toEqual([]);
  });

  it("ends with its signal: pending where its id is known, else unknown, also within a request and within a wait", async () => {
    for (const delayMs of [1, 60_000]) {
      for (const [first, ending] of [
        [
          { nota_id: 9, pending: true },
          { type: "pending", id: 9 },
        ],
        [undefined, { name: "OutcomeUnknownError", key: "k-1", cause: "closed" }],
      ] as const) {
        const controller = new AbortController();
        const hang = (init: RequestInit | undefined) =>
          new Promise<Response>((_, reject) => {
            init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
            controller.abort("closed");
          });
        let trips = 0;
        const client = createClient({
          ...ADDRESS,
          delaysMs: [delayMs],
          patienceMs: 120_000,
          fetch: (_, init) => {
            trips += 1;
            if (trips > 1) return hang(init);
            setTimeout(() => controller.abort("closed"), 20);
            return Promise.resolve(Response.json(first ?? {}, { status: first === undefined ? 503 : 202 }));
          },
        });
        const creating = client.creditNotes.create("k-1", { factura_id: 1 }, { signal: controller.signal });
        expect(await creating.catch((cause: unknown) => cause)).toMatchObject(ending);
      }
    }
  });
});
