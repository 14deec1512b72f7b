// Tests that an outage of the authority costs nobody a decision about what never left, however long it lasts.
import { expect, it } from "vitest";
import { planOutages, playOutage } from "./outage.ts";
import { loadSystem } from "./system.ts";

it.each(planOutages(1, 200))(
  "$kind for $lengthMs ms: what did not leave leaves by itself, once, the oldest first, and one alert each way is raised",
  async (plan) => {
    const report = await playOutage(await loadSystem(), plan);
    expect(report.violations).toEqual([]);
    expect(report.peopleUnsent).toBe(0);
  },
);
