import { expect, it } from "vitest";
import { overload, SHORT } from "./overload.ts";

it("serves most of what an overloaded database can do, and everything soon after", { timeout: 180_000 }, async () => {
  expect(await overload(SHORT, () => undefined)).toEqual([]);
});
