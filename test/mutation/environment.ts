// The bindings that tests inside workerd ask the platform for, in Node: a database, and a key that is secret to nobody.
import { createD1 } from "../support/sqlite-d1.ts";

export const env = { DB: createD1(), VAULT_KEY: `1:${btoa("factura-edge-test-key-32-bytes!!")}`, ALERT_URL: "" };
