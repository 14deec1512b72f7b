// Issues notes through their objects, as the Worker asks for them.
import { env } from "cloudflare:workers";
import type { NoteDraft } from "../../src/domain/draft/note-draft.ts";
import { KINDS, nameNoteKey } from "../../src/domain/kind.ts";
import type { IssueCommand, IssueResult } from "../../src/issuance/contract/command.ts";
import { issueThroughObject } from "../../src/issuance/contract/stub.ts";
import { computeFingerprint } from "../../src/issuance/reserve.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import type { Tenant } from "./tenant.ts";

/** The command that a request for a note becomes. */
export async function noteCommand(tenant: Tenant, key: string, draft: NoteDraft): Promise<IssueCommand> {
  const company = await loadCompany(openDatabase(env.DB), tenant.companyId);
  if (company === undefined) throw new Error("no such company");
  const { companyId, clientId } = tenant;
  return {
    name: nameNoteKey(draft.typeCode, { companyId, environment: company.environment }, key),
    module: KINDS[draft.typeCode].module,
    companyId,
    clientId,
    key,
    fingerprint: await computeFingerprint(JSON.parse(JSON.stringify(draft)), []),
    draft,
    company,
  };
}

export async function issueNote(tenant: Tenant, key: string, draft: NoteDraft): Promise<IssueResult> {
  return issueThroughObject(env, await noteCommand(tenant, key, draft));
}

/** What became of a note, in short: its state, or the code that refused it. */
export function fateOf(result: IssueResult): string {
  if (result.type === "refused") return result.code;
  return result.type === "issued" ? (result.document?.state ?? "creating") : result.type;
}
