// Declares what the test build binds beside the Worker's own environment.
import type { D1Migration } from "cloudflare:test";
import type { Env } from "../../src/env.ts";
import type { Budget } from "./budget.ts";

declare global {
  namespace Cloudflare {
    interface Env extends FacturaEnv {
      /** The second database, where a project has one. */
      readonly DB1?: D1Database;
      readonly TEST_MIGRATIONS: D1Migration[];
      /** How much the long programmes do. */
      readonly TEST_BUDGET: Budget;
      /** The reference's synthetic documents, unsigned, by name; empty where the reference is not at hand. */
      readonly TEST_SAMPLES: Readonly<Record<string, string>>;
      /** `true` prints the Worker's own log. */
      readonly SHOW_LOG: string;
      /** Where files for the foreign verifiers go. */
      readonly TEST_EVIDENCE: Fetcher;
    }
    interface GlobalProps {
      mainModule: typeof import("../../src/index.ts");
    }
  }
}

type FacturaEnv = Env;
