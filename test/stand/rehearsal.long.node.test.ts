// Rehearses on stands what the guide to tests says of look-ups and of the limit of requests.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findFreePort } from "../../stand/port.ts";
import { makeCall } from "../../stand/request.ts";
import { startStand } from "../../stand/stand.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

const GUIDE = readFileSync(join(import.meta.dirname, "../../docs/reference/07-pruebas.md"), "utf8");
const ROWS = [...GUIDE.matchAll(/^\| `(9990\d+)` \|.*\| (\d{3}) `([a-z_]+)` \|$/gm)].map(
  ([, number, status, code]) => ({ number, status: Number(status), code }),
);
const KNOWN = /`(1399\d+)`/.exec(GUIDE)?.[1];
const SEARCHES_MOST = 120;

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

describe("a stand with RATE_LIMITED=true", () => {
  it("refuses the search after the last that a minute allows, and says when to come again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "factura-edge-limited-"));
    const [port, authorityPort] = [await findFreePort(), await findFreePort()];
    const print = () => undefined;
    const stand = await startStand({ folder, port, authorityPort, pollScale: "0.1", isLimited: true, print });
    try {
      const [company] = stand.demo.companies;
      const url = `${stand.demo.base_url}/companies/${company?.id}/fe/docs?q=cafe`;
      const search = () => makeCall({ method: "GET", url, token: company?.tokens.all ?? "" });
      const answers = [];
      // A minute may end in between, and with it the count.
      for (let sent = 0; sent <= 2 * SEARCHES_MOST && answers.at(-1)?.status !== 429; sent += 1) {
        answers.push(await search());
      }
      expect(answers.length).toBeGreaterThan(SEARCHES_MOST);
      expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    } finally {
      await stand.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
