// Tests storms on tickets: a thousand requests of one key are one ticket, and two hundred notes at once never exceed it.
import { beforeAll, expect, it, vi } from "vitest";
import { postNote, postTicket } from "../support/api.ts";
import { expectConsecutive, expectEnd } from "../support/final-state.ts";
import { ALL_KINDS, EVERY_MODULE } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleTicket } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";
import { issueTicket } from "../support/ticket.ts";

const POSTS = 1_000;
const NOTES = 200;
/** Of the ticket, and of each note: a hundred notes have room, and one unit is left. */
const [SOLD, RETURNED] = [301, 3];
const ROOM = 100;

beforeAll(() => {
  // One log line per request, thousands of them.
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

it("a thousand requests of one key are one ticket", { timeout: 300_000 }, async () => {
  const [kind] = ALL_KINDS.filter(({ module }) => module === "dee");
  if (kind === undefined) throw new Error("tickets are a kind");
  const tenant = await createTenant(EVERY_MODULE);
  const answers = await Promise.all(Array.from({ length: POSTS }, () => postTicket(tenant, "one", sampleTicket())));
  const counts = { 200: 0, 201: 0, 202: 0 };
  for (const { status } of answers) {
    if (status !== 200 && status !== 201 && status !== 202) throw new Error(`answered with ${status}`);
    counts[status] += 1;
  }
  expect(counts[201]).toBe(1);
  const ids = answers.flatMap(({ body }) => body.documento?.id ?? []);
  expect(new Set(ids).size).toBe(1);
  await expectEnd(kind, tenant, "one", { state: "aceptado", arrivals: 1 });
  expect(await listSendings(tenant.nit)).toHaveLength(1);
  expect(await expectConsecutive(tenant, kind)).toBe(1);
});

it("two hundred notes at once never exceed the ticket, and each that fits is issued", {
  timeout: 300_000,
}, async () => {
  const tenant = await createTenant(EVERY_MODULE);
  const items = [{ desc: "Queso", cant: SOLD, unit: 1000, iva: 19 }];
  const id = await issueTicket(tenant, "sold", { items });
  const note = { documento_id: id, concepto: "1", items: [{ linea: 1, cant: RETURNED }] };
  const answers = await Promise.all(
    Array.from({ length: NOTES }, (_, index) => postNote(tenant, "94", `note ${index}`, note)),
  );
  const issued = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect([...new Set(refused.map(({ body }) => body.code))].sort()).toEqual(["exceeds_line"]);
  expect(issued).toHaveLength(ROOM);
  const [read] = ALL_KINDS.filter(({ module }) => module === "dee").map((kind) => kind.read(tenant, id));
  expect((await read)?.body.documento).toMatchObject({ anulado: false, saldo_acreditable: "1190.00" });
  expect(await listSendings(tenant.nit)).toHaveLength(1 + ROOM);
});
