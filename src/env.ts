// Declares every binding and variable of the Worker.

import type { MailerCalls } from "./delivery/mail/ports.ts";
import type { WebhookCalls } from "./delivery/ports.ts";
import type { IssuanceCalls } from "./issuance/contract/calls.ts";

/** The Worker's environment as wrangler.toml and the secrets of the deployment fill it. */
export interface Env {
  /** D1: numbers, ranges, plans, configuration, tokens, third parties and the searchable view of documents. */
  readonly DB: D1Database;
  /** Batches that one isolate has on their way to one database at a time (`src/store/base/gate.ts`). */
  readonly D1_IN_FLIGHT?: string;
  /** R2: signed XML and raw answers of the authority, write-once. */
  readonly FILES: R2Bucket;
  /** One object per idempotency key. */
  readonly ISSUANCE: DurableObjectNamespace<IssuanceCalls>;
  /** One object per webhook. */
  readonly WEBHOOKS: DurableObjectNamespace<WebhookCalls>;
  /** One object per company that sends e-mail. */
  readonly MAILERS: DurableObjectNamespace<MailerCalls>;
  /** Sends e-mail; absent where the deployment sends none. */
  readonly EMAIL?: SendEmail;
  /** The sender's address of companies that have none of their own. */
  readonly MAIL_FROM?: string;
  /** "true" on a stand alone: webhooks and alerts may be sent to http://127.0.0.1. */
  readonly WEBHOOK_LOCAL: string;
  /** Draws PDFs (`renderer/`); absent where it is not deployed. */
  readonly RENDERER?: Fetcher;
  /** Coarse limit per token, of what is no search; kept when RATE_LIMITED is not "false". */
  readonly RATE_LIMIT: RateLimit;
  /** Coarse limit of a token's searches. */
  readonly SEARCH_LIMIT: RateLimit;
  /** Coarse limit of all tokens of a company, searches and everything else apart. */
  readonly COMPANY_LIMIT: RateLimit;
  /** Coarse limit per address, asked before the token is looked at. */
  readonly ADDRESS_LIMIT: RateLimit;
  /** Coarse limit per address of visits to links for buyers. */
  readonly LINK_LIMIT: RateLimit;
  /** Requests a minute that the limits let through, as answers say it. */
  readonly TOKEN_REQUESTS: string;
  readonly SEARCH_REQUESTS: string;
  readonly COMPANY_REQUESTS: string;
  readonly ADDRESS_REQUESTS: string;
  readonly LINK_REQUESTS: string;
  /** Origin of the links for buyers (`https://…`, no slash at its end); empty: none are given. */
  readonly PUBLIC_ORIGIN?: string;
  /** "false" lifts all rate limits, for load tests on a local stand. */
  readonly RATE_LIMITED: string;
  /** Origin of the authority's production service. */
  readonly AUTHORITY_URL: string;
  /** Origin of the authority's test service, for companies in `habilitacion`. */
  readonly AUTHORITY_TEST_URL: string;
  /** Form of the WS-Security header: `plain` (default), `no-prefix-list` or `thumbprint` (`src/authority/soap.ts`). */
  readonly SOAP_SECURITY_VARIANT: string;
  /** Multiplies every wait of the reconciliation schedule (1 in production). */
  readonly POLL_SCALE: string;
  /** Who made the software that a printed document must name: name, NIT and name of the software. */
  readonly MAKER_NAME?: string;
  readonly MAKER_NIT?: string;
  readonly MAKER_SOFTWARE?: string;
  /** Name and surname of a person at the maker's, whom a ticket names; the maker's name without it. */
  readonly MAKER_PERSON?: string;
  /** Tax units of years to come, `2027:54000,2028:56000`: above five of them a ticket is remarked on. */
  readonly TAX_UNITS?: string;
  /** Secret, optional: the https address that the operator's warnings are posted to. */
  readonly ALERT_URL?: string;
  /** The Worker's name, which marks its databases and its bucket; without it they are not compared (`src/store/archive/files.ts`). */
  readonly DEPLOYMENT?: string;
  /** Which deployed version this is; absent where the deployment does not bind it. */
  readonly VERSION?: WorkerVersionMetadata;
  /** The release as `operator deploy` tagged it. A version that a change of a secret made keeps this variable, and has no tag. */
  readonly RELEASE?: string;
  /** Set by the deployment: what `--env` of a command about it says, where wrangler.toml describes several. */
  readonly OPERATOR_ENV?: string;
  /** The form of those posts: `json` (also when empty), `slack`, `teams`, `pagerduty` or `opsgenie` (`src/cron/alert-form.ts`). */
  readonly ALERT_FORM?: string;
  /** Where docs/operations.md is read (https), for the links of those posts; its path stands there without it. */
  readonly RUNBOOKS?: string;
  /** Secret: the key of the integration, for `pagerduty` and `opsgenie`. */
  readonly ALERT_KEY?: string;
  /** Secret, optional: the https address that hears of every minute whose work was all done. */
  readonly HEARTBEAT_URL?: string;
  /** Analytics Engine; without it nothing is measured. */
  readonly METRICS?: AnalyticsEngineDataset;
  /** Secret: peppers of the token digests, `version:base64` separated by commas, the newest first. */
  readonly TOKEN_PEPPER: string;
  /** Secret: keys of the links for buyers, `version:base64` separated by commas, the newest first; needed with `PUBLIC_ORIGIN`. */
  readonly LINK_KEY?: string;
  /** Secret: wrapping keys of the vault, `version:base64` (32 bytes) separated by commas, the newest first. */
  readonly VAULT_KEY: string;
  /** Secret, optional: keys of the heads of events, like `VAULT_KEY`; without it the record of events proves little. */
  readonly AUDIT_KEY?: string;
}

/** Where objects are created: near D1's primary. Otherwise the location of the first caller would decide (`docs/placement.md`). */
export const OBJECT_LOCATION: DurableObjectLocationHint = "enam";

/**
 * Reads a Worker secret that a company's row names (`secret:NAME`).
 * @returns the text, or undefined when the deployment has no such secret.
 */
export function findSecret(env: Env, name: string): string | undefined {
  const value: unknown = Object.entries(env).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : undefined;
}
