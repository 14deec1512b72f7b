// The bindings that tests inside workerd ask the platform for, in Node: a database, and a key that is secret to nobody.

import { createD1 } from "../support/sqlite-d1.ts";
import { TEST_KEY } from "../support/test-key.ts";

export const env = { DB: createD1(), VAULT_KEY: TEST_KEY, ALERT_URL: "" };
