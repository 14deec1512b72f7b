// A warning that an operator orders to see whether it arrives.
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

it("waits for the receiver, is in the record, and the list says when it was taken", async () => {
  expect((await bench.run("alert list")).out).toBe("nothing was reported yet");
  const { test } = await bench.json<{ test: string }>("alert test");
  expect(await bench.json("alert list")).toMatchObject([{ code: "alert_test", subject: `test ${test}`, taken: null }]);
  expect(bench.query("SELECT actor, company_id FROM events WHERE action = 'alert.test'")).toEqual([
    { actor: "ana", company_id: 0 },
  ]);
  expect((await bench.run("alert test")).out).toContain("1 wait beside it");
  bench.query("UPDATE alerts SET delivered_at = '2026-11-20T15:01:00.000Z' RETURNING code");
  expect((await bench.run("alert list", { limit: 1 })).out).toMatch(/taken \(Bogotá\)[\s\S]*10:01/);
});
