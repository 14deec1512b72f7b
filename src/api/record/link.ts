// Gives the link with which a buyer opens his document: none before it is accepted, in tests, or where the deployment has no address for it.
import { addDays, DAY_MS, dateInBogota } from "../../domain/value/calendar.ts";
import { type Env, findSecret } from "../../env.ts";
import type { IssueResult } from "../../issuance/contract/command.ts";
import { type Pepper, readPeppers } from "../../store/company/clients.ts";
import { findLinkGeneration } from "../../store/document/document-link.ts";
import { findDocument, type StoredDocument } from "../../store/document/documents.ts";
import { writeLinkToken } from "../../store/secret/link-token.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { Call } from "../app/route.ts";

/** Days that a link opens unless the client says another number, and the most that he may say. */
export const LINK_DAYS = 365;
export const LINK_DAYS_MOST = 1825;

/** Where links lead, and what they are signed with. */
interface LinkSettings {
  readonly origin: string;
  readonly keys: readonly [Pepper, ...Pepper[]];
}

/** Null where the deployment gives no links: without `PUBLIC_ORIGIN`, or without a secret that can be read. */
export function findLinkSettings(env: Env): LinkSettings | null {
  const origin = env.PUBLIC_ORIGIN ?? "";
  const secret = findSecret(env, "LINK_KEY") ?? "";
  if (origin === "" || secret === "") return null;
  try {
    return { origin, keys: readPeppers(secret, "LINK_KEY") };
  } catch (cause) {
    // A document that was issued is answered, with or without its link.
    writeWarning("link_key_malformed", { error: describeError(cause) });
    return null;
  }
}

/** A day of Bogotá (`YYYY-MM-DD`) as links carry it: days since 1970-01-01. */
export function toDayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

/** What decides whether a document has a link. */
type Linked = Pick<StoredDocument, "id" | "companyId" | "state" | "environment"> & {
  readonly generation: number | null;
};

/** A link and the last day on which it opens, `YYYY-MM-DD`; both null where there is none. */
export interface Link {
  readonly enlace: string | null;
  readonly vence: string | null;
}

export const NO_LINK: Link = { enlace: null, vence: null };

/** The link of a document from today on. */
export async function giveLink(env: Env, document: Linked, days: number = LINK_DAYS): Promise<Link> {
  const settings = findLinkSettings(env);
  const { id, companyId, generation, state, environment } = document;
  const isGiven = state === "aceptado" && environment === "produccion" && generation !== null;
  if (settings === null || !isGiven) return NO_LINK;
  const vence = addDays(dateInBogota(Date.now()), days);
  const token = await writeLinkToken(settings.keys, {
    companyId,
    documentId: id,
    generation,
    lastDay: toDayNumber(vence),
  });
  return { enlace: `${settings.origin}/d/${token}`, vence };
}

/** `enlace` of a document that is read. */
export async function linkStored(env: Env, document: StoredDocument): Promise<Pick<Link, "enlace">> {
  const { enlace } = await giveLink(env, { ...document, generation: findLinkGeneration(document.linkGeneration) });
  return { enlace };
}

/** `enlace` of a document that was created; of a replay the row says whether its links were ended, and without it there is none. */
export async function linkIssued(call: Call, result: IssueResult): Promise<Pick<Link, "enlace">> {
  if (result.type !== "issued" || result.document === null || result.document.state !== "aceptado") {
    return { enlace: null };
  }
  const { isReplay, document } = result;
  if (!isReplay || findLinkSettings(call.env) === null) {
    const { enlace } = await giveLink(call.env, { ...document, generation: 0 });
    return { enlace };
  }
  try {
    const stored = await findDocument(call.db, document.companyId, document.module, document.id);
    return stored === undefined ? { enlace: null } : await linkStored(call.env, stored);
  } catch (cause) {
    writeWarning("link_not_read", { documentId: document.id, error: describeError(cause) });
    return { enlace: null };
  }
}
