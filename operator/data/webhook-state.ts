// Says how the deliveries to a webhook stand.
import { findChangeAfter } from "../../src/store/watch/changes.ts";
import type { WebhookRow } from "../../src/store/watch/webhooks.ts";
import type { Context } from "../command.ts";

/** What may be shown: never a secret. `lag_seconds` is the age of the oldest change that waits for it; 0 when none does. */
export async function describeWebhook({ db, nowMs }: Pick<Context, "db" | "nowMs">, row: WebhookRow) {
  const { id, url, disabledAt, disabledBecause, waiting, reached, lastSuccessAt, lastFailureAt, lastFailure } = row;
  const oldest = await findChangeAfter(db, row.companyId, reached);
  const lag = oldest === undefined ? 0 : Math.max(nowMs() - oldest, 0);
  return {
    id,
    url,
    state: disabledAt === null ? "enabled" : `disabled: ${disabledBecause}`,
    last_success: lastSuccessAt,
    lag_seconds: Math.ceil(lag / 1_000),
    waiting,
    last_failure: lastFailureAt,
    failure: lastFailure,
  };
}
