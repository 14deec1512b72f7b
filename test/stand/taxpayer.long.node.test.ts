// Tests that a new start of the stand keeps what was registered at the pretend authority besides the demo companies' own.
import { expect, it } from "vitest";
import { listDemoCompanies } from "../../stand/demo-company.ts";
import { registerTaxpayers } from "../../stand/taxpayer.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

interface Taxpayer {
  readonly nit: string;
  readonly software: readonly { readonly id: string; readonly pin: string }[];
  readonly ranges: readonly { readonly prefix: string }[];
}

/** A company to which no other file of the run looks. */
const OWN = { ...(listDemoCompanies()[0] ?? expect.fail("no demo company")), nit: "900999001" };

it("a start registers what is missing, and leaves what was registered besides", async () => {
  const { authority_url: origin } = await visitSharedStand();
  const read = async (): Promise<Taxpayer> => {
    const { taxpayers } = (await (await fetch(`${origin}/taxpayers`)).json()) as { taxpayers: Taxpayer[] };
    return taxpayers.find(({ nit }) => nit === OWN.nit) ?? expect.fail("not registered");
  };
  await registerTaxpayers(origin, [OWN]);
  const first = await read();
  expect(first.ranges).toHaveLength(OWN.ranges.length);

  const [range, ...others] = first.ranges;
  const added = { ...range, prefix: "NUEVO" };
  const software = first.software.map((one) => ({ ...one, pin: "98765" }));
  const changed = { ...first, software, ranges: [added, { ...range, valid_to: "2020-12-31" }, ...others.slice(1)] };
  await fetch(`${origin}/taxpayers/${OWN.nit}`, { method: "PUT", body: JSON.stringify(changed) });
  await registerTaxpayers(origin, [OWN]);
  expect(await read()).toEqual({ ...first, software, ranges: [...first.ranges, added] });
});
