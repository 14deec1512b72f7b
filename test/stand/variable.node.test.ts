import { expect, it } from "vitest";
import { OWN_SECRETS } from "../../operator/deployment.ts";
import { listVariables } from "../../stand/stand.ts";
import { workersTestOptions } from "../support/workers-project.ts";

it("what a stand leaves in .dev.vars reaches no test: each name has a value of the tests", async () => {
  const { miniflare } = await workersTestOptions();
  const left = [...OWN_SECRETS, ...Object.keys(listVariables("http://127.0.0.1:1", { port: 1, pollScale: "1" }))];
  expect(left.filter((name) => !(name in miniflare.bindings))).toEqual([]);
});
