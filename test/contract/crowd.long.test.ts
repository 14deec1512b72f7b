// Tests crowds: a thousand requests of one key are one document, and a hundred notes at once never exceed a ticket.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, postNote } from "../support/api.ts";
import { expectConsecutive, expectEnd } from "../support/final-state.ts";
import { ALL_KINDS, EVERY_MODULE, type Kind } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { createTenant } from "../support/tenant.ts";
import { issueTicket } from "../support/ticket.ts";

const POSTS = 1_000;
const NOTES = 100;
/** Of the ticket, and of each note: fifty notes have room, and one unit is left. */
const [SOLD, RETURNED] = [151, 3];
const ROOM = 50;

beforeAll(() => {
  // One log line per request, thousands of them.
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

/** As a client does: what was not answered for want of room is asked again under its key. */
async function insist(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function getTicketKind(): Kind {
  const kind = ALL_KINDS.find(({ module }) => module === "dee");
  if (kind === undefined) throw new Error("tickets are a kind");
  return kind;
}

describe.each(ALL_KINDS)("a crowd for $title", (kind) => {
  it("a thousand requests of one key are one document", async () => {
    const tenant = await createTenant(EVERY_MODULE);
    const body = kind.sample();
    const answers = await Promise.all(
      Array.from({ length: POSTS }, () => insist(() => kind.post(tenant, "one", body))),
    );
    expect(answers.every(({ status }) => [200, 201, 202].includes(status))).toBe(true);
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    expect(new Set(answers.flatMap((answer) => kind.factsOf(answer).id ?? [])).size).toBe(1);
    await expectEnd(kind, tenant, "one", { state: "aceptado", arrivals: 1 });
    expect(await listSendings(tenant.nit)).toHaveLength(1);
    expect(await expectConsecutive(tenant, kind)).toBe(1);
  });
});

it("a hundred notes at once never exceed the ticket, and each that fits is issued", async () => {
  const kind = getTicketKind();
  const tenant = await createTenant(EVERY_MODULE);
  const items = [{ desc: "Queso", cant: SOLD, unit: 1000, iva: 19 }];
  const id = await issueTicket(tenant, "sold", { items });
  const note = { documento_id: id, concepto: "1", items: [{ linea: 1, cant: RETURNED }] };
  const answers = await Promise.all(
    Array.from({ length: NOTES }, (_, index) => insist(() => postNote(tenant, "94", `note ${index}`, note))),
  );
  const refused = answers.filter(({ status }) => status === 400);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["exceeds_line"]));
  expect(refused).toHaveLength(NOTES - ROOM);
  const issued = answers.filter(({ status }) => status !== 400);
  expect(issued.every(({ status }) => [200, 201, 202].includes(status))).toBe(true);
  expect(new Set(issued.map((answer) => kind.factsOf(answer).id)).size).toBe(ROOM);
  const { documento } = (await kind.read(tenant, id)).body;
  expect([documento.saldo_acreditable, documento.notas.length]).toEqual(["1190.00", ROOM]);
  expect(await listSendings(tenant.nit)).toHaveLength(1 + ROOM);
});
