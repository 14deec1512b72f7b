// Leaves the head of a written event in the archive, which those who can write the database cannot change.
import { withDeadline } from "../src/deadline.ts";
import { buildHeadFile, type Head } from "../src/store/audit/event-head.ts";
import type { Access } from "./access/access.ts";
import type { Keyring } from "./deployment.ts";

/** Through the platform's proxy, which a remote archive starts a program for. */
const PUT_TIMEOUT_MS = 60_000;

/** What leaves heads. */
export interface HeadWriter extends Pick<Access, "putFile"> {
  readonly keyring: Pick<Keyring, "auditKeys">;
  readonly isDryRun: boolean;
  readonly complain: (line: string) => void;
}

/**
 * Puts the head of an event that is written into the archive. It never throws: what the event records is done, and its
 * answer (a token, shown once) must reach the operator. What fails is complained of.
 */
export async function leaveHead({ keyring, putFile, isDryRun, complain }: HeadWriter, head: Head): Promise<void> {
  if (isDryRun) return;
  const name = `event ${head.sequence} of company ${head.companyId}`;
  try {
    const keys = await keyring.auditKeys();
    if (keys === undefined) return;
    const putting = putFile(await buildHeadFile(keys, head));
    if ((await withDeadline(putting, PUT_TIMEOUT_MS, "the archive")) !== "other-bytes") return;
    complain(`${name} is done, and the archive has the head of another event in its place: \`operator ledger verify\``);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const todo = `\`operator event confirm --company ${head.companyId} --event ${head.sequence}\``;
    complain(`${name} is done, but its head did not get into the archive (${why}); later: ${todo}`);
  }
}
