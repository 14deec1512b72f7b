// Registers a webhook as an operator would, with a secret of its own.
import { env } from "cloudflare:workers";
import { createSecret } from "../../src/delivery/signature.ts";
import { build, openDatabase, run } from "../../src/store/base/db.ts";
import { webhooks } from "../../src/store/base/schema.ts";
import { importVaultKeys, seal, webhookContext } from "../../src/store/secret/vault.ts";
import type { Tenant } from "./tenant.ts";

/** @param origin its address up to the path, which is the webhook's id. @param startAfter a change. @returns the id. */
export async function addWebhook({ companyId }: Pick<Tenant, "companyId">, origin: string, startAfter = 0) {
  const id = `whk_${crypto.randomUUID().slice(0, 12)}`;
  const keys = await importVaultKeys(env.VAULT_KEY);
  const sealedSecret = await seal(keys, webhookContext(companyId, id), createSecret());
  const row = { id, companyId, url: `${origin}/${id}`, sealedSecret, startAfter };
  await run(openDatabase(env.DB), build.insert(webhooks).values(row));
  return id;
}
