// Tests that the operator switches the e-mail of a company, sees what became of it, and lets an address be written to again.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

const readMail = () => JSON.parse(String(bench.query("SELECT mail FROM companies WHERE id = 1")[0]?.mail ?? "null"));
const listActions = () =>
  bench.query("SELECT action FROM events WHERE action LIKE 'mail.%' ORDER BY sequence").map(({ action }) => action);

function addDelivery(ordinal: number, state: string): void {
  bench.query(
    `INSERT INTO deliveries (company_id, document_id, ordinal, module, kind, recipient, state, attempts, created_at, version)
     VALUES (1, 7, ${ordinal}, 'fe', 'automatico', 'ana@example.com', '${state}', 1, '2026-11-26T10:00:00.000Z', 1)`,
  );
}

describe("the e-mail of a company", () => {
  it("is off, goes on with what is usual, is changed and goes off again, an event for each", async () => {
    expect(readMail()).toBeNull();
    expect(await bench.run("mail on", { company: 1 })).toMatchObject({ code: 0, err: "" });
    expect(readMail()).toEqual({ sender: null, replyTo: null, isAutomatic: true, testAddresses: [] });
    const changes = { company: 1, sender: "facturas@tienda.example.com", automatic: "no", "test-addresses": "a@b.co" };
    expect(await bench.run("mail set", changes)).toMatchObject({ code: 0 });
    expect(readMail()).toEqual({
      sender: "facturas@tienda.example.com",
      replyTo: null,
      isAutomatic: false,
      testAddresses: ["a@b.co"],
    });
    expect(await bench.run("mail off", { company: 1 })).toMatchObject({ code: 0 });
    expect(readMail()).toBeNull();
    expect(listActions()).toEqual(["mail.on", "mail.set", "mail.off"]);
  });

  it.each([
    ["mail off", { company: 1 }, /sends no e-mail/],
    ["mail set", { company: 1, automatic: "no" }, /sends no e-mail/],
    ["mail on", { company: 1, sender: "nobody" }, /sender/],
    ["mail on", { company: 9 }, /there is no company 9/],
    ["mail release", { company: 1, address: "ana@example.com" }, /reason/],
  ])("%s %j is refused, and changes nothing", async (command, flags, says) => {
    const before = bench.dump();
    const { code, err } = await bench.run(command, flags);
    expect({ isRefused: code !== 0, err }).toEqual({ isRefused: true, err: expect.stringMatching(says) });
    expect(bench.dump()).toBe(before);
  });

  it("is shown with what became of its messages, without their addresses", async () => {
    await bench.run("mail on", { company: 1 });
    addDelivery(1, "entregado");
    addDelivery(2, "rebotado");
    const { out } = await bench.run("mail status", {});
    expect(out).toMatch(/1 .*on .*entregado 1, rebotado 1/);
    const listed = await bench.run("mail list", { company: 1, state: "rebotado" });
    expect(listed.out).toContain("rebotado");
    expect(listed.out).not.toContain("entregado");
    expect(out + listed.out).not.toContain("ana@");
  });

  it("goes to an address that bounced once somebody says why", async () => {
    addDelivery(1, "rebotado");
    const flags = { company: 1, address: "ana@example.com", reason: "she wrote that her mailbox is empty again" };
    expect((await bench.run("mail release", flags)).out).toContain("may go to that address again");
    expect((await bench.run("mail release", flags)).out).toContain("nothing stood in the way");
    const [event] = bench.query("SELECT detail FROM events WHERE action = 'mail.release'");
    expect(String(event?.detail)).not.toContain("ana@");
  });
});
