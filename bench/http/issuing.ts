// Measures whole requests over HTTP: the product beside its floor, round trips to D1, a storm on one key.
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { RoundTrips } from "../../test/support/round-trip.ts";
import { writeSupportBody } from "../document.ts";
import { exactly, type Row } from "../goal.ts";
import { divide, percentile } from "../measure.ts";
import { type AuthorityKind, type BenchTenant, headersOf, pathOf, type Stand, startStand } from "./stand.ts";

const LINES = 10;
const WARM_UP = 60;
/** Requests of each kind in one round; its median is the round's figure. */
const PER_ROUND = 40;
/** After each request the product still archives the answer: the next one waits until that is over. */
const REST_MS = 25;
const CONTENDERS = ["product", "floor", "whole"] as const;
const STORM = 1_000;
const STORM_GOAL_S = 3;

export interface Issuing {
  readonly rows: readonly Row[];
  /** Median milliseconds of one request, by who answers it. */
  readonly p50Ms: Readonly<Record<string, number>>;
}

/** Measures one stand of each authority; the storm runs where documents are judged. */
export async function benchIssuing(rounds: number): Promise<Issuing> {
  const judged = await withStand("simulator", async (stand, body) => {
    const compared = await compare(stand, body, rounds, "simulator");
    return { ...compared, rows: [...compared.rows, ...(await countTrips(stand, body)), ...(await storm(stand, body))] };
  });
  const swift = await withStand("swift", (stand, body) => compare(stand, body, rounds, "swift"));
  return { rows: [...judged.rows, ...swift.rows], p50Ms: { ...judged.p50Ms, ...swift.p50Ms } };
}

/** A stand with the body that everybody sends it. */
export async function withStand<Result>(
  kind: AuthorityKind,
  work: (stand: Stand, body: string) => Promise<Result>,
): Promise<Result> {
  const stand = await startStand(kind);
  try {
    return await work(stand, writeSupportBody(LINES, dateInBogota(Date.now())));
  } finally {
    await stand.stop();
  }
}

/** Who answers: the product, the floor, the floor that also knows its caller and records the verdict. */
type Contender = "product" | "floor" | "whole";

/** One client, one request at a time, the three in turns. */
async function compare(stand: Stand, body: string, rounds: number, kind: AuthorityKind): Promise<Issuing> {
  const [issuer, floorIssuer] = [await stand.createTenant(), await stand.createTenant()];
  const prepared = 1 + CONTENDERS.length * (WARM_UP + rounds * PER_ROUND);
  await stand.call("floor", `/prepare?company=${floorIssuer.companyId}&count=${prepared}`, { method: "POST", body });
  let next = 0;
  const ask = async (contender: Contender) => {
    next += 1;
    await rest();
    if (contender === "product") return expectCreated(stand.issue(issuer, `compare-${next}`, body));
    const path = contender === "whole" ? `/?whole&index=${next}` : `/?index=${next}`;
    return expectCreated(stand.call("floor", path, { method: "POST", body }));
  };
  const medians: Record<Contender, number[]> = { product: [], floor: [], whole: [] };
  for (let round = -1; round < rounds; round += 1) {
    const times: Record<Contender, number[]> = { product: [], floor: [], whole: [] };
    for (let i = 0; i < (round < 0 ? WARM_UP : PER_ROUND); i += 1) {
      // They take turns in going first: what one still does after its answer does not always weigh on the same next one.
      for (let turn = 0; turn < CONTENDERS.length; turn += 1) {
        const contender = CONTENDERS[(i + turn) % CONTENDERS.length] ?? "product";
        times[contender].push(await ask(contender));
      }
    }
    // The first round only warms up.
    if (round >= 0) for (const contender of CONTENDERS) medians[contender].push(percentile(times[contender], 50));
  }
  const isJudged = kind === "simulator";
  const what = `new support document over HTTP, p50${isJudged ? "" : ", authority that accepts unread"}`;
  const goal = isJudged ? { goal: { most: 1.5 } } : {};
  const { product, floor, whole } = medians;
  return {
    rows: [
      { what, against: "1 object hop, 1 D1 batch, 1 R2 put, 1 subrequest", ratio: divide(product, floor), ...goal },
      {
        what,
        against: "the same, with 1 D1 read for the caller and 1 D1 write for the verdict",
        ratio: divide(product, whole),
      },
    ],
    p50Ms: {
      [`product, ${kind}`]: percentile(product, 50),
      [`floor, ${kind}`]: percentile(floor, 50),
      [`floor with caller and verdict, ${kind}`]: percentile(whole, 50),
    },
  };
}

async function expectCreated(answer: ReturnType<Stand["call"]>): Promise<number> {
  const { status, text, ms } = await answer;
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${text.slice(0, 300)}`);
  return ms;
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}

/** Round trips that follow one another on the way of a request, authentication left out (its one is the first). */
async function countTrips(stand: Stand, body: string): Promise<readonly Row[]> {
  const tenant = await stand.createTenant();
  await stand.issue(tenant, "token used today", body);
  await rest();
  const count = async (ask: () => ReturnType<Stand["call"]>) => {
    await rest();
    await stand.call("product", "/bench/trips");
    const answer = await ask();
    const { inSequence } = JSON.parse((await stand.call("product", "/bench/trips")).text) as RoundTrips;
    return { answer, trips: inSequence - 1 };
  };
  await stand.call("product", "/bench/forget");
  const cold = await count(() => stand.issue(tenant, "cold", body));
  const warm = await count(() => stand.issue(tenant, "warm", body));
  const replay = await count(() => stand.issue(tenant, "warm", body));
  const { documento } = JSON.parse(warm.answer.text) as { readonly documento: { readonly id: number } };
  const headers = headersOf(tenant, "");
  const read = await count(() => stand.call("product", `${pathOf(tenant)}/${documento.id}`, { headers }));
  if (read.answer.status !== 200) throw new Error(`the document cannot be read: ${read.answer.text}`);
  const row = (what: string, trips: number, most: number): Row => ({
    what: `D1 round trips in sequence after authentication: ${what}`,
    against: "",
    ratio: exactly(trips),
    goal: { most },
    unit: "trips",
  });
  return [
    // One more than warm: no number is taken before the secrets of its document open.
    row("new document, cold isolate", cold.trips, 3),
    row("new document, warm", warm.trips, 2),
    row("replay", replay.trips, 1),
    row("read by id", read.trips, 1),
  ];
}

/** A thousand requests of one key at once. */
async function storm(stand: Stand, body: string): Promise<readonly Row[]> {
  const tenant: BenchTenant = await stand.createTenant();
  const answers = await Promise.all(Array.from({ length: STORM }, () => stand.issue(tenant, "storm", body)));
  const odd = answers.find(({ status }) => ![200, 201, 202].includes(status));
  if (odd !== undefined) throw new Error(`a request of the storm got ${odd.status}: ${odd.text.slice(0, 300)}`);
  const ledger = JSON.parse((await stand.call("authority", "/ledger?limit=1000000")).text) as {
    readonly arrivals: readonly { readonly nit: string | null; readonly operation: string }[];
  };
  const sent = ledger.arrivals.filter(({ nit, operation }) => nit === tenant.nit && operation.startsWith("Send"));
  // Exactly once is no matter of speed: a figure for anything else would be worth nothing.
  if (sent.length !== 1) throw new Error(`the storm on one key sent ${sent.length} documents to the authority`);
  const against = `${STORM} concurrent POSTs of one key`;
  const seconds =
    percentile(
      answers.map(({ ms }) => ms),
      99,
    ) / 1_000;
  return [
    {
      what: "documents sent to the authority",
      against,
      ratio: exactly(sent.length),
      goal: { most: 1 },
      unit: "documents",
    },
    { what: "p99", against, ratio: exactly(seconds), goal: { most: STORM_GOAL_S }, unit: "s" },
  ];
}
