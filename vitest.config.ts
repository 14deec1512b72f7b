// Configures three projects: tests that need files or child processes run in Node, all others inside workerd, together or
// alone. `npm test` leaves out what has `.long.` in its name; `npm run test:all` does not.
import { existsSync, statfsSync } from "node:fs";
import { resolve } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { importEarly } from "./test/support/early-import.ts";
import { twoDatabasesTestOptions, workersTestOptions } from "./test/support/workers-project.ts";

const IN_NODE = ["test/**/*.node.test.ts", "test/tidy.test.ts"];
/** Tests that replace the whole database, or look at every company in it. */
const ALONE = ["test/upgrade/*.test.ts", "test/cron/warning.long.test.ts", "test/cron/configuration.long.test.ts"];
/** Tests of companies in several databases. */
const TWO_DATABASES = ["test/home/*.test.ts"];

/** The order of the projects: the two small ones in workerd start beside those in Node, the large one when Node's end. */
const PROJECTS = ["alone", "two-databases", "node", "workers"];

/** Files that wait for tens of seconds, for a clock or for another program. */
const WAITING =
  /(?:check|delivery\/send|unauthorized-sender|note-tag|reference\/example|contract\/tag|storm|crowd|wrangler-dev|stand\/start)\.(?:long\.)?(?:node\.)?test\.ts$/;
/** The first file of all. */
const CHECK = /check\.node\.test\.ts$/;
/** Long files that keep Node at work while the runtimes of the large project start, one after the other. */
const BESIDE_START =
  /(?:renderer\/price|simulation\/simulation|client\/python|renderer\/content|simulator\/mutation|authority\/chaos)\.(?:long\.)?node\.test\.ts$/;

/** So many others run beside each of them: all at once would leave the processor idle, and the last would be waited for alone. */
const OTHERS_BETWEEN = 8;

class WaitingApart extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = [...Map.groupBy(await super.sort(files), ({ project }) => project.name)];
    const sorted = byProject
      .toSorted(([one], [other]) => PROJECTS.indexOf(one) - PROJECTS.indexOf(other))
      .flatMap(([, own]) => spread(own));
    const isFirst = ({ moduleId }: TestSpecification) => CHECK.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

/** The order within a project. */
function spread(files: readonly TestSpecification[]): readonly TestSpecification[] {
  const waiting = files.filter(({ moduleId }) => WAITING.test(moduleId));
  const last = files.filter(({ moduleId }) => BESIDE_START.test(moduleId));
  const others = files.filter((file) => !waiting.includes(file) && !last.includes(file));
  return [
    ...waiting.flatMap((one, index) => [one, ...others.slice(index * OTHERS_BETWEEN, (index + 1) * OTHERS_BETWEEN)]),
    ...others.slice(waiting.length * OTHERS_BETWEEN),
    ...last,
  ];
}

/** What hangs is ended, milliseconds; how long a test takes says only how busy the machine is. Long programmes alone say more. */
const LONGEST = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Libraries of the Worker, and of its tests. */
const BUNDLED = [
  "big.js",
  "drizzle-orm",
  "drizzle-orm/sqlite-core",
  "drizzle-orm/sqlite-proxy",
  "fast-check",
  "fflate",
  "hono",
  "saxes",
  "zod",
];

const IN_WORKERD = {
  // In one file each, as their hundreds of modules would be asked for one by one by every runtime.
  deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
  setupFiles: [
    "./test/support/main-once.ts",
    "./test/support/quiet.ts",
    "./test/support/migrate.ts",
    "./test/support/seed.ts",
  ],
  // An object, an alarm or the cron is waited for as long as a slow machine needs.
  expect: { poll: { timeout: 15_000 } },
  ...LONGEST,
};

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 2 ** 30;

// Tests open hundreds of databases for moments: where there is room, none of them waits for a disk.
if (process.env.TMPDIR === undefined && hasRoom(MEMORY)) process.env.TMPDIR = MEMORY;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ROOM_BYTES;
}

export default defineConfig({
  test: {
    // Some tests wait for alarms or for a program: three files at a time also on a machine of two cores. Each more is one runtime
    // more to start.
    maxWorkers: 3,
    sequence: { sequencer: WaitingApart },
    projects: [
      {
        plugins: [importEarly(), cloudflareTest(workersTestOptions)],
        test: {
          name: "workers",
          // A member `exclude` would take the place of the one of `npm test`.
          include: ["test/**/*.test.ts", ...[...IN_NODE, ...ALONE, ...TWO_DATABASES].map((glob) => `!${glob}`)],
          // Each test has its own company, so that files can share one runtime and one database: half the time.
          isolate: false,
          ...IN_WORKERD,
        },
      },
      {
        plugins: [importEarly(), cloudflareTest(workersTestOptions)],
        test: {
          name: "alone",
          include: ALONE,
          ...IN_WORKERD,
        },
      },
      {
        plugins: [importEarly(), cloudflareTest(twoDatabasesTestOptions)],
        test: {
          name: "two-databases",
          include: TWO_DATABASES,
          isolate: false,
          ...IN_WORKERD,
        },
      },
      {
        test: {
          name: "node",
          include: IN_NODE,
          // No file leaves anything behind in its process: what they import is loaded once.
          isolate: false,
          setupFiles: ["./test/support/seed.ts"],
          globalSetup: "./test/support/run-setup.ts",
          // Node itself reads TypeScript: quicker than through the server of the runner.
          experimental: { viteModuleRunner: false },
          // A program that a test starts loads what an earlier one compiled.
          env: { NODE_COMPILE_CACHE: resolve(import.meta.dirname, ".wrangler/test/compiled") },
          ...LONGEST,
        },
      },
    ],
  },
});
