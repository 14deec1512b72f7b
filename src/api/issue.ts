// Sends a command to the Durable Object of its key, with the claim of its caller.
import type { IssueCommand, IssueResult } from "../issuance/command.ts";
import { issueThroughObject } from "../issuance/stub.ts";
import type { Call } from "./route.ts";

/** The caller's claim does not hold: the caller must be authenticated again, and the request handled again. */
export class UnconfirmedError extends Error {
  constructor() {
    super("the claim of the caller does not hold");
    this.name = "UnconfirmedError";
  }
}

/** @throws UnconfirmedError; Error when the object met a bug of ours. */
export async function issueFor(
  call: Call,
  command: Omit<IssueCommand, "companyId" | "clientId" | "company" | "claim">,
): Promise<Exclude<IssueResult, { readonly type: "unconfirmed" }>> {
  const { company, clientId, claim } = call.caller;
  const result = await issueThroughObject(call.env, {
    ...command,
    companyId: company.id,
    clientId,
    company,
    ...(claim && { claim }),
  });
  if (result.type === "unconfirmed") throw new UnconfirmedError();
  if (result.type !== "unavailable") call.confirm();
  if (result.type === "issued" && result.document !== null) {
    call.log({ documentId: result.document.id, state: result.document.state, isReplay: result.isReplay });
  }
  return result;
}
