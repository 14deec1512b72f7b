// Wakes the engine when the alarm of its object fires, and arms another alarm if that fails.

import { describeError } from "../telemetry/describe-error.ts";
import type { Engine } from "./engine.ts";
import type { Journal, World } from "./ports.ts";

/** After a bug: soon enough to recover, late enough not to loop. */
const AFTER_BUG_MS = 15 * 60_000;

/**
 * Wakes the engine. A handler that throws is tried six times and then dropped, so a bug is reported
 * and the alarm armed again; on a reset instance arming throws too, and the platform runs the alarm elsewhere.
 */
export async function runAlarm(engine: Engine, journal: Journal, world: World): Promise<void> {
  try {
    await engine.wake();
  } catch (cause) {
    world.alert("alarm_failed", { error: describeError(cause) });
    journal.arm(world.nowMs() + AFTER_BUG_MS);
  }
}
