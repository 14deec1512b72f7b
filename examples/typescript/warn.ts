import type { Client, CompanyState } from "../../client/src/client-v2.ts";

/** What the till shows when it opens: what the service says, and a range that holds fewer numbers than this shop wants. */
export function listWarnings({ avisos, modulos }: CompanyState, wanted: number): string[] {
  const said = avisos.map(({ mensaje }) => mensaje);
  if (avisos.some(({ codigo }) => codigo === "range_ending" || codigo === "range_missing")) return said;
  const ranges = modulos.fe?.rangos.filter(({ tipo, dias }) => tipo === "fe" && dias >= 0) ?? [];
  const left = ranges.reduce((sum, { quedan }) => sum + quedan, 0);
  return modulos.fe === undefined || left >= wanted ? said : [...said, `Quedan ${left} números de factura.`];
}

/** Asks once an hour; while nothing changes the answer is empty, and nothing is shown again. */
export async function watch(client: Client, show: (warnings: string[]) => void, wanted = 1_000): Promise<never> {
  let known: string | undefined;
  for (;;) {
    const state = await client.company.read(known);
    if (state !== undefined) show(listWarnings(state.body, wanted));
    known = state?.etag ?? known;
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  }
}
