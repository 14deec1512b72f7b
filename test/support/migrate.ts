// Applies the SQL migrations to the test's own databases.
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
if (env.DB1 !== undefined) await applyD1Migrations(env.DB1, env.TEST_MIGRATIONS);
