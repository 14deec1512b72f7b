// Writes docs/cost.md: what each kind of request costs in counts, in US$, and what keeping a document costs.
import type { Counts } from "./count.ts";
import type { Deflating } from "./deflating.ts";
import type { Cost, CostReport, Kept } from "./measure.ts";
import { ASSUMED, KEEPING, PRICES } from "./price.ts";
import { printWhere } from "./where.ts";

const GB = 1e9;
const THOUSAND = 1_000;
const YEARS_KEPT = 5;
const MONTHS = 12;
/** An object is emptied 35 days after its document came to rest. */
const OBJECT_MONTHS = 35 / 30;
/** D1 holds so much at most. */
const D1_MOST_BYTES = 10 * GB;

/** One member of the bill of a request. */
interface Part {
  readonly what: string;
  readonly usd: number;
}

/** US$ of one request by what is billed. */
function bill(counts: Counts): readonly Part[] {
  const hasObject = counts.objectCalls > 0;
  const isRun = counts.objectRowsWritten > 0;
  return [
    { what: "object rows written", usd: (counts.objectRowsWritten + counts.alarmsSet) * PRICES.objectRowWritten },
    { what: "D1 rows written", usd: counts.d1RowsWritten * PRICES.d1RowWritten },
    { what: "R2 puts", usd: (counts.r2Puts + counts.r2Lists) * PRICES.r2ClassA },
    { what: "R2 reads", usd: (counts.r2Heads + counts.r2Gets) * PRICES.r2ClassB },
    { what: "object duration", usd: isRun ? ASSUMED.objectSeconds * ASSUMED.objectGb * PRICES.objectGbSecond : 0 },
    // Our own lines: wrangler.toml turns off those that the platform would add for each request, object call and alarm.
    { what: "log events", usd: counts.logLines * PRICES.logEvent },
    {
      what: "requests, CPU, rows read",
      usd:
        PRICES.workerRequest +
        ASSUMED.cpuMs * PRICES.workerCpuMs +
        (hasObject ? (counts.objectCalls + counts.alarmsRun) * PRICES.objectRequest : 0) +
        counts.d1RowsRead * PRICES.d1RowRead +
        counts.objectRowsRead * PRICES.objectRowRead,
    },
  ];
}

/** US$ of a thousand requests. */
function priceThousand(counts: Counts): number {
  return THOUSAND * bill(counts).reduce((sum, { usd }) => sum + usd, 0);
}

/** US$ a month for a thousand documents kept. */
function priceKeeping({ d1, object, r2 }: Kept): number {
  return (THOUSAND * (d1 * KEEPING.d1 + object * KEEPING.objects + r2 * KEEPING.r2)) / GB;
}

/** The table of what is billed, the same on every machine: a test compares it. Waits decide how often is asked beside it. */
export function printBilled(costs: readonly Cost[]): string {
  const head = "| request | D1 rows written | object rows written | R2 puts | log events |\n|---|---|---|---|---|";
  const rows = costs
    .filter(({ isUncertain }) => !isUncertain)
    .map(
      ({ what, counts: c }) =>
        `| ${what} | ${c.d1RowsWritten} | ${c.objectRowsWritten} | ${c.r2Puts} | ${c.logLines} |`,
    );
  return [head, ...rows].join("\n");
}

function printAsked(costs: readonly Cost[]): string {
  const head =
    "| request | D1 calls / statements / rows read | object calls + alarms run | object statements / rows read | alarms set | R2 head / get |\n|---|---|---|---|---|---|";
  const rows = costs.map(({ what, counts: c }) =>
    [
      `| ${what}`,
      `${c.d1Calls} / ${c.d1Statements} / ${c.d1RowsRead}`,
      `${c.objectCalls} + ${c.alarmsRun}`,
      `${c.objectStatements} / ${c.objectRowsRead}`,
      c.alarmsSet,
      `${c.r2Heads} / ${c.r2Gets} |`,
    ].join(" | "),
  );
  return [head, ...rows].join("\n");
}

export const COUNTS_BEGIN = "<!-- counts -->";
export const COUNTS_END = "<!-- /counts -->";

export function printPage({ costs, kept, deflating }: CostReport): string {
  return `# What a document costs

Written by \`npm run bench:cost\`: counts of the product's own code over the local platform, which reports rows as the platform bills them; a test
compares the first table with a new count. Prices are the list prices of Workers Paid (\`bench/cost/price.ts\`, November 2026).

## Counts

Warm isolate, known company, token used today, API v1 where nothing else is said.

${COUNTS_BEGIN}
${printBilled(costs)}
${COUNTS_END}

What is asked; of these a few may differ from run to run, because work goes on after an answer.

${printAsked(costs)}

## Where the rows go

${printWhere()}

## US$ per 1,000

${printPrices(costs)}

Estimates that no count gives: an object is in memory for ${ASSUMED.objectSeconds} s of ${ASSUMED.objectGb} GB while its document is on the way,
a request takes ${ASSUMED.cpuMs} ms of CPU.

## Keeping

${printKept(kept)}

The facts of a settled document and the authority's last answer (\`document.json.gz\`) are deflated${printDeflating(deflating)}.
That saves 9 to 11 % of the last column. The signed XML is not, though it would shrink to a third: R2 proves by its own digest that the bytes under a name are the signed ones before the first
of them leaves, and the evidence is read without this program.

One D1 of 10 GB holds about ${printMillions(kept)} documents.
`;
}

function printPrices(costs: readonly Cost[]): string {
  const [first] = costs;
  if (first === undefined) return "";
  const parts = bill(first.counts).map(({ what }) => what);
  const head = `| request | ${parts.join(" | ")} | **all** |\n|---|${parts.map(() => "---|").join("")}---|`;
  const rows = costs.map(({ what, counts }) => {
    const cells = bill(counts).map(({ usd }) => printUsd(THOUSAND * usd));
    return `| ${what} | ${cells.join(" | ")} | **${printUsd(priceThousand(counts))}** |`;
  });
  return [head, ...rows].join("\n");
}

function printKept(kept: readonly Kept[]): string {
  const head =
    "| document | D1 bytes | object bytes | R2 bytes | US$ for 1,000 in the first month | in five years |\n|---|---|---|---|---|---|";
  const rows = kept.map((one) => {
    const month = priceKeeping(one);
    const rest = priceKeeping({ ...one, object: 0 });
    const years = rest * MONTHS * YEARS_KEPT + (month - rest) * OBJECT_MONTHS;
    const cells = [one.d1, one.object, one.r2].map((bytes) => bytes.toLocaleString("en-US"));
    return `| ${one.what} | ${cells.join(" | ")} | ${printUsd(month)} | ${printUsd(years)} |`;
  });
  return [head, ...rows].join("\n");
}

function printMillions(kept: readonly Kept[]): string {
  const millions = kept.map(({ d1 }) => D1_MOST_BYTES / d1 / 1e6);
  return `${Math.min(...millions).toFixed(1)} to ${Math.max(...millions).toFixed(1)} million`;
}

/** Time is the machine's; its share of a document is the same on others. */
function printDeflating(deflating: Deflating | undefined): string {
  if (deflating === undefined) return "";
  const { packed, whole, ms, share } = deflating;
  const percent = (ratio: number) => (100 * ratio).toFixed(1);
  const size = `, to ${Math.round((100 * packed) / whole)} % for a support document of ten lines`;
  const took = `: writing the file takes ${ms.median.toFixed(2)} ms`;
  if (share === undefined) return `${size}${took}`;
  return `${size}${took}, ${percent(share.median)} % of what the thread spends on that document (${percent(share.low)} to ${percent(share.high)} %, in turns in one run)`;
}

function printUsd(usd: number): string {
  return usd === 0 ? "0" : usd.toFixed(4);
}
