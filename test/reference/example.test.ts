// Sends every example of the reference as it stands: the answer is the one that the page shows, member by member. `npm run deep
// -- record` writes the answers anew; what changed is then for the reviewer to read.
import { describe, expect, it } from "vitest";
import answers from "../../docs/openapi/answer.json" with { type: "json" };
import type { ExampleAnswer } from "../../docs/openapi/example.ts";
import { getRoute, REQUESTS } from "../../docs/openapi/reference.ts";
import { play, still } from "./play.ts";

const RECORDED: Readonly<Record<string, ExampleAnswer>> = answers;
const IS_RECORDING = process.env.RECORD_EXAMPLES === "true";

describe("each example of the reference", () => {
  it("has a recorded answer, and no answer is left over", () => {
    if (IS_RECORDING) return;
    expect(Object.keys(RECORDED).sort()).toEqual(REQUESTS.map(({ name }) => name).sort());
  });

  it.each(REQUESTS)("$name: $summary", async (example) => {
    const { answer, tenant } = await play(example, getRoute(example.operationId));
    const shown = still(answer, tenant);
    if (IS_RECORDING) console.log(`EXAMPLE ${JSON.stringify([example.name, shown])}`);
    else expect(shown).toEqual(RECORDED[example.name]);
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});
