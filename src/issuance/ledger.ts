// Opens, at each call, the ledger of the database in which the company lives then: a company may move, its objects do not.
import { readOwner } from "../domain/issuance-name.ts";
import { type Bindings, openHome } from "../store/home.ts";
import { createLedger } from "../store/ledger.ts";
import type { Ledger } from "./ports.ts";

/** @param onShown gets the webhooks that may have a change to deliver, once a row shows it; it must not throw. */
export function createMovingLedger(bindings: Bindings, onShown: (webhookIds: readonly string[]) => void): Ledger {
  const of = (companyId: number) => createLedger(openHome(bindings, companyId), onShown);
  return {
    allocate: (record, document) => of(record.companyId).allocate(record, document),
    findCorrected: (query) => of(query.companyId).findCorrected(query),
    stopRange: (record) => of(record.companyId).stopRange(record),
    findByName: (name) => of(readOwner(name)).findByName(name),
    project: (record) => of(record.companyId).project(record),
    loadCompany: (companyId) => of(companyId).loadCompany(companyId),
    holdsClaim: (companyId, claim) => of(companyId).holdsClaim(companyId, claim),
  };
}
