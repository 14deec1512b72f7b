// Keeps what is known of each environment of the authority: one row for each, changed by compare-and-set.
import { and, eq } from "drizzle-orm";
import type { Environment } from "../../domain/company.ts";
import { type BrakeState, RELEASED } from "../../domain/document/brake.ts";
import { build, type Database, run, statement } from "../base/db.ts";
import { authorityHealth } from "../base/schema.ts";

const { environment, state, version } = authorityHealth;

/** What is known, and the version that guards its next change; 0 while nothing was ever written. */
interface KnownBrake {
  readonly state: BrakeState;
  readonly version: number;
}

const findKnown = statement(["environment"], (value) =>
  build.select({ state, version }).from(authorityHealth).where(eq(environment, value.environment)),
);

/** The statement that reads what is known of an environment, for a batch of the directory; without a row nothing is. */
export function selectBrake(of: Environment) {
  return findKnown({ environment: of });
}

/** Reads what is known of an environment. */
export async function readBrake(db: Database, of: Environment): Promise<KnownBrake> {
  const [known] = await run(db, selectBrake(of));
  return known ?? { state: RELEASED, version: 0 };
}

/** Reads what is known of each environment of which anything is. */
export function listBrakes(db: Database) {
  return run(db, build.select({ environment, state }).from(authorityHealth));
}

/** Writes what is known after `before`. @returns false when another isolate was faster. */
export async function writeBrake(
  db: Database,
  of: Environment,
  before: KnownBrake,
  next: BrakeState,
): Promise<boolean> {
  const version = before.version + 1;
  const row = { environment: of, state: next, version };
  const written =
    before.version === 0
      ? await run(
          db,
          build
            .insert(authorityHealth)
            .values(row)
            .onConflictDoNothing()
            .returning({ version: authorityHealth.version }),
        )
      : await run(
          db,
          build
            .update(authorityHealth)
            .set(row)
            .where(and(eq(environment, of), eq(authorityHealth.version, before.version)))
            .returning({ version: authorityHealth.version }),
        );
  return written.length > 0;
}
