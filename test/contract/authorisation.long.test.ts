// Tests what the matrix of authorisation has beside its short form: every other company and id.
import { beforeAll, expect, it } from "vitest";
import { useApiVersion } from "../support/api.ts";
import { checkAll, isEssential, listCases, openMatrix } from "./authorisation-matrix.ts";

useApiVersion("v2");
beforeAll(openMatrix);

it("answers every credential at every other company and id with its status and its sentence, and leaks nothing", async () => {
  const cases = listCases().filter((one) => !isEssential(one));
  expect(cases.length).toBeGreaterThanOrEqual(6_000);
  expect(await checkAll(cases)).toEqual([]);
});
