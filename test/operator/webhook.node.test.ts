// A webhook by the operator's program: its secret is shown once and sealed, every order is in the record, bad addresses are refused.
import { afterEach, beforeEach, expect, it } from "vitest";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

const URL_TEXT = "https://hooks.example.com/fe?token=a";

async function addOne() {
  return bench.json<{ id: string; secret: string }>("webhook add", { company: 1, url: URL_TEXT });
}

const readRow = () => bench.query("SELECT * FROM webhooks")[0];

it("a secret is shown once, and is nowhere in the database", async () => {
  const { id, secret } = await addOne();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(bench.dump()).not.toContain(secret);
  expect((await bench.run("webhook show", { webhook: id })).out).not.toContain("whsec_");
  const rotated = await bench.json<{ secret: string }>("webhook rotate", { webhook: id, grace: 2 });
  expect(rotated.secret).not.toBe(secret);
  expect(readRow()).toMatchObject({ previous_until: "2026-11-20T17:00:00.000Z" });
  expect(readRow()?.previous_secret).not.toBe(readRow()?.sealed_secret);
});

it("is disabled, enabled, moved back and tested, and each of these is in the record", async () => {
  const { id } = await addOne();
  const flags = { webhook: id };
  expect((await bench.run("webhook enable", flags)).code).not.toBe(0);
  expect(await bench.run("webhook disable", flags)).toMatchObject({ code: 0 });
  expect((await bench.run("webhook list", { company: 1 })).out).toContain("disabled: operator");
  expect((await bench.run("webhook test", flags)).code).not.toBe(0);
  expect(await bench.run("webhook enable", flags)).toMatchObject({ code: 0 });
  expect(readRow()).toMatchObject({ disabled_at: null, revision: 2 });
  expect(await bench.run("webhook replay", { ...flags, from: "2026-11-01" })).toMatchObject({ code: 0 });
  expect(readRow()).toMatchObject({ revision: 3, start_after: Date.parse("2026-11-01T05:00:00Z") - 1 });
  expect(await bench.run("webhook test", flags)).toMatchObject({ code: 0 });
  const actions = bench.query("SELECT action FROM events WHERE action LIKE 'webhook.%' ORDER BY sequence");
  expect(actions.map(({ action }) => action)).toEqual(
    ["add", "disable", "enable", "replay", "test"].map((action) => `webhook.${action}`),
  );
});

it("tries now what waits, from the first change that was not delivered, and refuses where nothing waits", async () => {
  const { id } = await addOne();
  expect((await bench.run("webhook retry", {}, id)).err).toContain("nothing waits");
  bench.query("UPDATE webhooks SET waiting = 3, reached = 41 WHERE id = ?", id);
  expect((await bench.run("webhook retry", {}, id)).out).toContain("3 that wait");
  expect(readRow()).toMatchObject({ start_after: 41, reached: 41, revision: 2 });
  expect(bench.query("SELECT detail FROM events WHERE action = 'webhook.retry'")).toEqual([
    { detail: JSON.stringify({ webhook: id, after: 41, waiting: 3 }) },
  ]);
  await bench.run("webhook disable", {}, id);
  expect((await bench.run("webhook retry", {}, id)).err).toContain("is disabled");
});

it("moved back while it is disabled, it says that it waits to be enabled, and then begins there", async () => {
  const { id } = await addOne();
  await bench.run("webhook disable", { webhook: id });
  const { out } = await bench.run("webhook replay", { webhook: id, from: "2026-11-01" });
  expect(out).toContain("webhook enable");
  expect(out).not.toContain("minute cron");
  await bench.run("webhook enable", { webhook: id });
  expect(readRow()).toMatchObject({ disabled_at: null, start_after: Date.parse("2026-11-01T05:00:00Z") - 1 });
});

it("those of every company are listed at once, each with its company", async () => {
  await bench.run("company add", { ...COMPANY, nit: "900123456" });
  const { id } = await addOne();
  const other = await bench.json<{ id: string }>("webhook add", { company: 2, url: "https://hooks.example.com/dos" });
  expect(await bench.json("webhook list")).toMatchObject([
    { company: 1, id },
    { company: 2, id: other.id },
  ]);
  expect(await bench.json("webhook list", { company: 2 })).toMatchObject([{ id: other.id }]);
});

it("is deleted once it is disabled, and not before", async () => {
  const { id } = await addOne();
  expect(await bench.run("webhook delete", { webhook: id })).toMatchObject({
    code: 1,
    err: expect.stringContaining("webhook disable"),
  });
  await bench.run("webhook disable", { webhook: id });
  expect(await bench.run("webhook delete", { webhook: id })).toMatchObject({ code: 0 });
  expect(readRow()).toBeUndefined();
  expect(bench.query("SELECT action FROM events WHERE action = 'webhook.delete'")).toHaveLength(1);
  expect((await bench.run("webhook show", { webhook: id })).code).toBe(1);
});

it("the list and the page of a webhook say its lag, its last success and its last failure", async () => {
  const { id } = await addOne();
  const last = Date.parse("2026-11-20T14:00:00.000Z");
  const [reached, waits] = [last - 91_000, last - 90_500];
  bench.query(
    "INSERT INTO changes VALUES (1, 'fe', ?, 1, 'creating', NULL), (1, 'dse', ?, 2, 'aceptado', NULL)",
    reached,
    waits,
  );
  bench.query("INSERT INTO changes VALUES (1, 'fe', ?, 1, 'aceptado', NULL)", last);
  // As its object reports after a run.
  const instants = ["2026-11-20T13:58:30.000Z", "2026-11-20T13:59:00.000Z"];
  bench.query(
    `UPDATE webhooks SET reached = ?, waiting = 3, last_success_at = ?, last_failure_at = ?, last_failure = 'http 503'`,
    ...[reached, ...instants],
  );
  const figures = {
    id,
    url: URL_TEXT,
    state: "enabled",
    lag_seconds: 3691,
    waiting: 3,
    ...{ last_success: instants[0], last_failure: instants[1], failure: "http 503" },
  };
  expect(await bench.json("webhook list", { company: 1 })).toEqual([figures]);
  expect(await bench.json("webhook show", { webhook: id })).toMatchObject(figures);
  const shown = (await bench.run("webhook show", { webhook: id })).out;
  for (const line of ["lag_seconds       3691", "waiting           3", "(1 h ago)", "failure           http 503"]) {
    expect(shown).toContain(line);
  }
  bench.query("UPDATE webhooks SET reached = ?, waiting = 0", last);
  expect(await bench.json("webhook show", { webhook: id })).toMatchObject({ lag_seconds: 0, waiting: 0 });
});

it.each(["http://hooks.example.com/", "https://10.0.0.1/", "https://a.internal/", "https://u:p@hooks.example.com/"])(
  "%s is refused",
  async (url) => {
    expect((await bench.run("webhook add", { company: 1, url })).err).toContain("the address is refused");
    expect(readRow()).toBeUndefined();
  },
);

it("the vault is rotated with the secrets of webhooks", async () => {
  const { id } = await addOne();
  await bench.run("webhook rotate", { webhook: id });
  expect((await bench.json<readonly { secrets: number }[]>("vault status")).some(({ secrets }) => secrets >= 2)).toBe(
    true,
  );
});

it("an unknown webhook and a day that is too old or not yet there are refused", async () => {
  const { id } = await addOne();
  expect((await bench.run("webhook show", { webhook: "whk_none" })).err).toContain("there is no webhook");
  expect((await bench.run("webhook replay", { webhook: id, from: "2026-12-01" })).code).not.toBe(0);
  expect((await bench.run("webhook replay", { webhook: id, from: "2025-01-01" })).code).not.toBe(0);
});
