// Two projects: tests that need files or child processes run in Node, all others inside workerd.
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { workersTestOptions } from "./test/support/workers-project.ts";

const IN_NODE = ["test/**/*.node.test.ts", "test/tidy.test.ts"];

export default defineConfig({
  test: {
    // Many tests wait for alarms rather than work: two files at a time also on a machine of two cores.
    maxWorkers: 2,
    projects: [
      {
        plugins: [cloudflareTest(workersTestOptions)],
        test: {
          name: "workers",
          include: ["test/**/*.test.ts"],
          exclude: IN_NODE,
          setupFiles: ["./test/support/migrate.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "node",
          include: IN_NODE,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
