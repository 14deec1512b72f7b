// Compares the API with a model of it that fits on a page: random clients, operators and crashes in random order; each answer
// is the one that the model predicts, and at the end every copy of every document agrees.
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Answer } from "../support/api.ts";
import { setClockAhead } from "../support/clock.ts";
import { expectConsecutive, expectEnd } from "../support/final-state.ts";
import { driveByAlarms, killInstance, readRecord } from "../support/issuance-object.ts";
import { KINDS, type Kind } from "../support/kind.ts";
import { listSendingsOf } from "../support/ledger.ts";
import { createTenant, issueToken, type Tenant } from "../support/tenant.ts";

const KEYS = ["a", "b", "c", "d", "e"] as const;
type Key = (typeof KEYS)[number];
/** What a client may send under a key, by what the authority will make of it. */
const CONTENTS = ["accepted", "noticed", "rejected", "unanswered"] as const;
type Content = (typeof CONTENTS)[number];
const TAGS = { accepted: "", noticed: "#aviso", rejected: "#rechazo", unanswered: "#silencio" } as const;

/** A document as its client knows it. `open`: its end is not known yet. */
interface Paper {
  readonly content: Content;
  readonly id: number;
  readonly number: number;
  state: "aceptado" | "rechazado" | "open";
  /** Its object died while it was issued: the request may never have left. */
  readonly isInterrupted: boolean;
}

interface Model {
  readonly papers: Map<Key, Paper>;
  readonly numbers: number;
}

interface Real {
  readonly kind: Kind;
  tenant: Tenant;
  tokenId: string;
}

type Command = fc.AsyncCommand<Model, Real>;

const bodyOf = ({ kind }: Real, content: Content) =>
  content === "accepted" ? kind.sample() : kind.tagged(TAGS[content]);
const endOf = (content: Content) => (content === "rejected" ? "rechazado" : "aceptado");
const isLeft = ({ papers, numbers }: Model) => papers.size < numbers;

/** The same JSON, spelled otherwise. */
function rewrite(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(body).reverse());
}

/** A new document: the next number, and the status of what the authority did. */
function expectNew(model: Model, real: Real, key: Key, content: Content, answer: Answer): void {
  const number = model.papers.size + 1;
  const facts = real.kind.factsOf(answer);
  // On a slow machine the first question, scaled to 50 ms, comes within the call.
  expect({ accepted: [201], noticed: [201], rejected: [422], unanswered: [502, 201] }[content]).toContain(
    answer.status,
  );
  expect(facts).toMatchObject({ number, id: expect.any(Number) });
  const state = answer.status === 502 ? "open" : endOf(content);
  if (state !== "open") expect(facts.state).toBe(state);
  model.papers.set(key, { content, id: facts.id ?? 0, number, state, isInterrupted: false });
}

/** The document that the key already has, and nothing else. */
function expectKnown(real: Real, paper: Paper, answer: Answer): void {
  const { id, number, content, state } = paper;
  const facts = real.kind.factsOf(answer);
  expect(facts).toMatchObject({ id, number });
  const allowed = { aceptado: [200], rechazado: [422], open: [202, content === "rejected" ? 422 : 200] }[state];
  expect(allowed).toContain(answer.status);
  if (answer.status !== 202) {
    expect(facts.state).toBe(endOf(content));
    paper.state = endOf(content);
  }
}

const always = () => true;

/** A client's request, perhaps spelled otherwise than the last time. */
const postOf = (key: Key, content: Content, isRewritten: boolean): Command => ({
  check: always,
  async run(model, real) {
    const body = bodyOf(real, content);
    const answer = await real.kind.post(real.tenant, key, isRewritten ? rewrite(body) : body);
    const paper = model.papers.get(key);
    if (paper === undefined && !isLeft(model)) {
      expect([answer.status, answer.body.code]).toEqual([400, "range_exhausted"]);
    } else if (paper === undefined) {
      expectNew(model, real, key, content, answer);
    } else if (paper.content === content) {
      expectKnown(real, paper, answer);
    } else {
      expect([answer.status, answer.body.code]).toEqual([409, "idempotency_conflict"]);
    }
  },
  toString: () => `post ${key} ${content}${isRewritten ? ", spelled otherwise" : ""}`,
});

/** A request whose object dies under it, and the client's repeat, as a client should make it. */
const postAndDie = (key: Key, content: "accepted" | "rejected", afterMs: number): Command => ({
  check: (model) => !model.papers.has(key) && isLeft(model),
  async run(model, real) {
    const { kind, tenant } = real;
    const first = kind.post(tenant, key, bodyOf(real, content));
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await killInstance(kind.nameOf(tenant, key));
    expect([201, 202, 422, 500, 502, 503]).toContain((await first).status);
    const again = await kind.post(tenant, key, bodyOf(real, content));
    expect([200, 201, 202, 422, 502]).toContain(again.status);
    const facts = kind.factsOf(again);
    const number = model.papers.size + 1;
    expect(facts).toMatchObject({ number, id: expect.any(Number) });
    const isOver = [200, 201, 422].includes(again.status);
    if (isOver) expect(facts.state).toBe(endOf(content));
    const state = isOver ? endOf(content) : "open";
    model.papers.set(key, { content, id: facts.id ?? 0, number, state, isInterrupted: true });
  },
  toString: () => `post ${key} ${content}, killed after ${afterMs} ms, and again`,
});

/** What can only be refused consumes nothing, and leaves its key free. */
const postNonsense = (key: Key): Command => ({
  check: (model) => !model.papers.has(key),
  async run(_, { kind, tenant }) {
    const answer = await kind.post(tenant, key, { ...kind.sample(), items: [] });
    expect([answer.status, answer.body.ok]).toEqual([400, false]);
    expect(await readRecord(kind.nameOf(tenant, key))).toBeUndefined();
  },
  toString: () => `post ${key} without lines`,
});

const readOf = (key: Key): Command => ({
  check: (model) => model.papers.has(key),
  async run(model, { kind, tenant }) {
    const paper = model.papers.get(key);
    if (paper === undefined) return;
    const answer = await kind.read(tenant, paper.id);
    const facts = kind.factsOfRead(answer);
    expect(answer.status).toBe(200);
    expect(facts).toMatchObject({ id: paper.id, number: paper.number });
    if (paper.state !== "open") expect(facts.state).toBe(paper.state);
    if (facts.state === "aceptado" || facts.state === "rechazado") {
      expect(facts.state).toBe(endOf(paper.content));
      paper.state = facts.state;
    }
  },
  toString: () => `read ${key}`,
});

/** The operator revokes the token, and gives the same client another. */
const REVOKE: Command = {
  check: always,
  async run(_, real) {
    const { kind, tenant, tokenId } = real;
    const nowText = new Date().toISOString();
    await env.DB.prepare("UPDATE tokens SET revoked_at = ?2 WHERE id = ?1").bind(tokenId, nowText).run();
    expect((await kind.post(tenant, "a", kind.sample())).status).toBe(401);
    expect((await kind.read(tenant, 1)).status).toBe(401);
    const next = await issueToken(tenant.clientId);
    real.tenant = { ...tenant, token: next.token };
    real.tokenId = next.tokenId;
  },
  toString: () => "revoke",
};

/** Every object dies: nothing that an answer said may change. */
const DIE: Command = {
  check: (model) => model.papers.size > 0,
  async run({ papers }, { kind, tenant }) {
    await Promise.all([...papers.keys()].map((key) => killInstance(kind.nameOf(tenant, key))));
  },
  toString: () => "die",
};

const anyKey = fc.constantFrom(...KEYS);
const anyPost = fc.tuple(anyKey, fc.constantFrom(...CONTENTS), fc.boolean()).map((drawn) => postOf(...drawn));
const COMMANDS: fc.Arbitrary<Command>[] = [
  anyPost,
  anyPost,
  fc
    .tuple(anyKey, fc.constantFrom("accepted" as const, "rejected" as const), fc.integer({ min: 0, max: 12 }))
    .map((drawn) => postAndDie(...drawn)),
  anyKey.map(postNonsense),
  anyKey.map(readOf),
  fc.constant(REVOKE),
  fc.constant(DIE),
];

/** Every document in its end, every number given once, every sending the only one. */
async function audit({ papers }: Model, { kind, tenant }: Real): Promise<void> {
  setClockAhead();
  try {
    for (const [key, { content, state, isInterrupted }] of papers) {
      const record = await driveByAlarms(kind.nameOf(tenant, key));
      const arrivals = (await listSendingsOf(record?.fiscalId ?? "")).length;
      // A request that never left has no verdict, and only people may send it again.
      const isLost = isInterrupted && state === "open" && arrivals === 0;
      const end = isLost ? ("send_unknown" as const) : endOf(content);
      await expectEnd(kind, tenant, key, { state: end, arrivals: isLost ? 0 : 1 });
    }
  } finally {
    vi.restoreAllMocks();
  }
  expect(await expectConsecutive(tenant, kind)).toBe(papers.size);
}

describe.each(KINDS)("$title", (kind) => {
  it("answers as the model predicts, for any actions in any order", { timeout: 3_600_000 }, async () => {
    const stories = fc.commands(COMMANDS, { maxCommands: 24 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 5 }), stories, async (numbers, commands) => {
        const tenant = await createTenant({ numbersLeft: numbers });
        const real: Real = { kind, tenant, tokenId: tenant.token.split("_")[2] ?? "" };
        const model: Model = { papers: new Map(), numbers };
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await audit(model, real);
      }),
      { numRuns: env.TEST_BUDGET.models, seed: env.TEST_BUDGET.seed, endOnFailure: true },
    );
  });
});
