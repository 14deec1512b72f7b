// What the test build binds beside the Worker's own environment.
import type { D1Migration } from "cloudflare:test";
import type { Env } from "../../src/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends FacturaEnv {
      readonly TEST_MIGRATIONS: D1Migration[];
    }
    interface GlobalProps {
      mainModule: typeof import("../../src/index.ts");
    }
  }
}

type FacturaEnv = Env;
