// Sends a command to the Durable Object of its key, and notes in the log what became of it.
import type { IssueCommand, IssueResult } from "../../issuance/command.ts";
import { issueThroughObject } from "../../issuance/stub.ts";
import type { Call } from "../app/route.ts";

/** @throws Error when the object met a bug of ours. */
export async function issueFor(
  { caller, env, log }: Call,
  command: Omit<IssueCommand, "companyId" | "clientId" | "company">,
): Promise<IssueResult> {
  const { company, clientId } = caller;
  const result = await issueThroughObject(env, { ...command, companyId: company.id, clientId, company });
  if (result.type === "issued" && result.document !== null) {
    log({ documentId: result.document.id, state: result.document.state, isReplay: result.isReplay });
  }
  return result;
}
