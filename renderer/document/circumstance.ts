// Says what a sale refers to and how it is delivered: order, waybills, contract, period, place, INCOTERM.
import type { PrintedRecord } from "../../src/domain/document/drawing.ts";
import type { SignedDelivery, SignedReference, WholeDocument } from "../../src/domain/document/signed-document.ts";
import { describeAddress } from "./address.ts";
import type { Entry } from "./model.ts";

/** In the order in which they are printed; nothing of what was not said. */
export function listCircumstances(facts: WholeDocument, { carrier }: PrintedRecord): readonly Entry[] {
  const { order, despatches, receipts, contracts, billedPeriod, delivery } = facts;
  return [
    ...listReferences("Orden de compra", "Órdenes de compra", order === null ? [] : [order]),
    ...listReferences("Remisión", "Remisiones", despatches),
    ...listReferences("Entrada de mercancía", "Entradas de mercancía", receipts),
    ...listReferences("Contrato", "Contratos", contracts),
    ...(billedPeriod === null ? [] : [["Periodo facturado", `${billedPeriod.start} a ${billedPeriod.end}`] as const]),
    ...(delivery === null ? [] : listDelivery(delivery)),
    ...(carrier === null ? [] : [["Transportador", carrier] as const]),
  ];
}

/** `OC-4471 del 2026-11-10`. */
export function describeReference({ id, date }: SignedReference): string {
  return [id, date].filter((text) => text !== null).join(" del ");
}

function listReferences(one: string, several: string, references: readonly SignedReference[]): readonly Entry[] {
  const said = references.map(describeReference).filter((text) => text !== "");
  return said.length === 0 ? [] : [[said.length === 1 ? one : several, said.join(", ")]];
}

function listDelivery({ date, address, trackingId, incoterm, incotermName, place }: SignedDelivery): readonly Entry[] {
  const where = address === null ? "" : describeAddress(address).join(", ");
  const name = incotermName === null ? null : `(${incotermName})`;
  const term = [incoterm, place, name].filter((text) => text !== null).join(" ");
  const entries: readonly Entry[] = [
    ["Fecha de entrega", date ?? ""],
    ["Lugar de entrega", where],
    ["Guía", trackingId ?? ""],
    [incoterm === null ? "Lugar" : "INCOTERM", term],
  ];
  return entries.filter(([, value]) => value !== "");
}
