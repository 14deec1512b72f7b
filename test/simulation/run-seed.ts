// Runs a seed in a world of its own, and reports on it.
import { SimulatedD1 } from "./database.ts";
import { RandomPlan } from "./fault.ts";
import { FOCUS_RATE, isFocused } from "./focus.ts";
import { POINTS } from "./point.ts";
import { createRandom } from "./random.ts";
import { drawScenario } from "./scenario.ts";
import type { System } from "./system.ts";
import { SimulatedWorld, type WorldReport } from "./world.ts";

export interface SeedOptions {
  readonly hasGate?: boolean;
  readonly isTraced?: boolean;
}

/** Runs worlds one after another on one database. */
export class SeedRunner {
  readonly #system: System;
  readonly #databases: readonly [SimulatedD1, SimulatedD1];

  constructor(system: System, sql = "") {
    this.#system = system;
    this.#databases = [new SimulatedD1(sql), new SimulatedD1(sql)];
  }

  run(seed: number, options: SeedOptions = {}): Promise<WorldReport> {
    const scenario = drawScenario(seed);
    const weigh = (point: string) => {
      if (isFocused(scenario.focus, point)) return { rate: FOCUS_RATE };
      const { weight = 1, rate } = POINTS[point] ?? {};
      return rate === undefined ? weight : { rate };
    };
    const plan = new RandomPlan(createRandom(seed ^ 0x2545f491), scenario.faults, weigh);
    const world = new SimulatedWorld({ system: this.#system, databases: this.#databases, scenario, plan, ...options });
    return world.run();
  }
}
