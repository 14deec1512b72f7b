// Gives tests in Node the bindings that, inside workerd, the platform gives them: a database and public test keys.

import { createD1 } from "../support/sqlite-d1.ts";
import { TEST_KEY } from "../support/test-key.ts";

export const env = { DB: createD1(), VAULT_KEY: TEST_KEY, ALERT_URL: "" };
