// Registers the demo companies with the pretend authority, so that it knows whose documents to expect.
import { z } from "zod";
import type { DemoCompany } from "./demo-company.ts";

const TIMEOUT_MS = 15_000;

/** A taxpayer as the pretend authority shows it; members that are not named here are kept. */
const TAXPAYER = z.object({
  nit: z.string(),
  name: z.string(),
  software: z.array(z.looseObject({ id: z.string() })),
  ranges: z.array(z.looseObject({ kind: z.string(), prefix: z.string(), from: z.number() })),
  test_sets: z.array(z.looseObject({ id: z.string() })),
});
type Taxpayer = z.output<typeof TAXPAYER>;

const REGISTER = z.object({ taxpayers: z.array(TAXPAYER) });

/**
 * Registers companies with their software, ranges and test sets. What an operator registered besides stays, and software as it
 * was registered; a demo company's own ranges become again what the stand makes of them in the database.
 */
export async function registerTaxpayers(origin: string, companies: readonly DemoCompany[]): Promise<void> {
  const { taxpayers } = REGISTER.parse(await (await ask(`${origin}/taxpayers`)).json());
  const known = new Map(taxpayers.map((one) => [one.nit, one]));
  for (const company of companies) {
    const taxpayer = addKnown(known.get(company.nit), describeTaxpayer(company));
    await ask(`${origin}/taxpayers/${company.nit}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(taxpayer),
    });
  }
}

async function ask(url: string, request: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return response;
  throw new Error(`the pretend authority refused ${url}: ${response.status} ${await response.text()}`);
}

/** A demo company, and what else is known of it. */
function addKnown(known: Taxpayer | undefined, own: Taxpayer): Taxpayer {
  if (known === undefined) return own;
  return {
    ...known,
    software: unite(known.software, own.software, ({ id }) => id),
    ranges: unite(own.ranges, known.ranges, ({ kind, prefix, from }) => `${kind} ${prefix} ${from}`),
    test_sets: unite(known.test_sets, own.test_sets, ({ id }) => id),
  };
}

/** All of the first list, and of the second what the first does not name. */
function unite<Item>(first: readonly Item[], second: readonly Item[], nameIt: (item: Item) => string): Item[] {
  const names = new Set(first.map(nameIt));
  return [...first, ...second.filter((item) => !names.has(nameIt(item)))];
}

function describeTaxpayer(company: DemoCompany): Taxpayer {
  const { nit, name, softwareId, softwarePin, ticketSoftware, testSetId, ranges } = company;
  return {
    nit,
    name,
    software: [
      { id: softwareId, pin: softwarePin },
      ...(ticketSoftware === undefined ? [] : [{ ...ticketSoftware, module: "dee" }]),
    ],
    ranges: ranges.map((range) => ({
      kind: range.kind,
      resolution: range.resolution,
      resolution_date: range.resolutionDate,
      prefix: range.prefix,
      from: range.from,
      to: range.to,
      valid_from: range.validFrom,
      valid_to: range.validTo,
      technical_key: range.technicalKey,
    })),
    test_sets: testSetId === null ? [] : [{ id: testSetId, software_id: softwareId }],
  };
}
