// Sends every example of the reference as it stands, to each version: the answer is the one that the page shows, member by
// member. `npm run deep -- record` writes the answers anew; what changed is then for the reviewer to read.
import { describe, expect, it } from "vitest";
import { sayInEnglish } from "../../docs/openapi/example.ts";
import { listRequests, RECORDED } from "../../docs/openapi/reference.ts";
import { API_VERSIONS } from "../../src/api/base/version.ts";
import { play, still } from "./play.ts";

const IS_RECORDING = process.env.RECORD_EXAMPLES === "true";

describe.each(API_VERSIONS)("each example of the reference of %s", (version) => {
  const requests = listRequests(version);

  it("has a recorded answer, and no answer is left over", () => {
    if (IS_RECORDING) return;
    expect(Object.keys(RECORDED[version]).sort()).toEqual(requests.map(({ name }) => name).sort());
  });

  it.each(requests)("$name: $summary", async (example) => {
    const { answer, tenant } = await play(example, version);
    const shown = still(answer, tenant);
    if (IS_RECORDING) console.log(`EXAMPLE ${JSON.stringify([version, example.name, shown])}`);
    else expect(shown).toEqual(RECORDED[version][example.name]);
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

/** What the pages in English print: a refusal, figures in details, the rules of a rehearsal. */
const PRINTED = ["dse-regla", "nc-excede", "fe-caja-ensayo"];

describe("an example asked for in English", () => {
  const requests = listRequests("v2").filter(({ name }) => PRINTED.includes(name));

  it.each(requests)("$name is answered as the pages in English show it", async (example) => {
    const recorded = RECORDED.v2[example.name];
    if (recorded === undefined) throw new Error("nothing is recorded");
    const { answer, tenant } = await play({ ...example, headers: { "accept-language": "en" } }, "v2");
    expect(still(answer, tenant)).toEqual(sayInEnglish(recorded));
  });

  it("is each of those that are named", () => {
    expect(requests.map(({ name }) => name).sort()).toEqual(PRINTED.toSorted());
  });
});
