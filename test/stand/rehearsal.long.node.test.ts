// Rehearses on a stand what the guide to tests says of look-ups.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCall } from "../../stand/request.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

const GUIDE = readFileSync(join(import.meta.dirname, "../../docs/reference/07-pruebas.md"), "utf8");
const ROWS = [...GUIDE.matchAll(/^\| `(9990\d+)` \|.*\| (\d{3}) `([a-z_]+)` \|$/gm)].map(
  ([, number, status, code]) => ({ number, status: Number(status), code }),
);
const KNOWN = /`(1399\d+)`/.exec(GUIDE)?.[1];

describe("a look-up of the stand", () => {
  async function ask(number: string | undefined) {
    const { base_url: base, companies } = await visitSharedStand();
    const [company] = companies;
    return makeCall({
      method: "POST",
      url: `${base}/companies/${company?.id}/authority/get-acquirer`,
      token: company?.tokens.all ?? "",
      body: { identification_type: "13", identification_number: number, force_refresh: true },
    });
  }

  it("finds the number that the guide names", async () => {
    expect(await ask(KNOWN)).toMatchObject({ status: 200, body: { acquirer: { identification_number: KNOWN } } });
  });

  it.each([...ROWS, { number: "52000111", status: 404, code: "acquirer_not_found" }])(
    "of $number ends with $status $code",
    async ({ number, status, code }) => {
      expect(ROWS).toHaveLength(4);
      expect(await ask(number)).toMatchObject({ status, body: { code } });
    },
  );
});
