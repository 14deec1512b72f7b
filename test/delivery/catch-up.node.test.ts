// Tests how a webhook that was away for long catches up: run by run, each of so many posts and with its report.
import { expect, it } from "vitest";
import { deliver, POSTS_OF_RUN } from "../../src/delivery/engine.ts";
import type { Waiting } from "../../src/delivery/plan.ts";
import type { DeliveryPorts, Progress, Report } from "../../src/delivery/ports.ts";
import type { Change } from "../../src/store/watch/changes.ts";

/** An endpoint that takes everything at once, and a feed of changes of as many documents. */
function createEndpoint(changes: number) {
  const feed = Array.from({ length: changes }, (_, index): Change => {
    const document = {
      documentId: index + 1,
      typeCode: "05",
      prefix: "DS",
      number: index + 1,
      fiscalId: null,
      delivery: null,
      mailState: null,
      mailReason: null,
    } as const;
    return { companyId: 1, module: "dse", sequence: index + 1, state: "aceptado", ...document };
  });
  const heard = new Set<string>();
  const reports: Report[] = [];
  let progress: Progress | undefined;
  let waiting: readonly Waiting[] = [];
  let alarmMs: number | undefined;
  let posts = 0;
  const ports: DeliveryPorts = {
    store: {
      read: () => progress,
      write: (written) => {
        progress = written;
      },
      restart: (begun) => {
        waiting = [];
        progress = begun;
      },
      take: (taken, cursor) => {
        waiting = [...waiting, ...taken];
        if (progress !== undefined) progress = { ...progress, cursor };
      },
      listWaiting: () => waiting,
      settle: (sequence) => {
        waiting = waiting.filter((one) => one.sequence !== sequence);
      },
      update: () => undefined,
      note: () => undefined,
      arm: async (atMs) => {
        alarmMs = atMs;
      },
      disarm: async () => {
        alarmMs = undefined;
      },
    },
    nowMs: () => 0,
    loadEndpoint: async () => ({ companyId: 1, revision: 1, startAfter: 0, testId: null, isEnabled: true }),
    listChanges: async (_, after, limit) => feed.filter(({ sequence }) => sequence > after).slice(0, limit),
    post: async ({ id }) => {
      posts += 1;
      heard.add(id);
      return { type: "taken", status: 204 };
    },
    report: async (report) => void reports.push(report),
    disable: async () => undefined,
  };
  /** @returns the posts of one run. */
  const run = async () => {
    posts = 0;
    await deliver(ports);
    return posts;
  };
  return { run, heard, reports, isArmed: () => alarmMs !== undefined };
}

it.each([1, 20, 499, 500, 501, 599, 600, 601, 2_345])(
  "of %i changes each run posts at most 500 and reports how far it came",
  async (changes) => {
    const endpoint = createEndpoint(changes);
    let left = changes;
    do {
      const posts = await endpoint.run();
      expect(posts).toBe(Math.min(left, POSTS_OF_RUN));
      left -= posts;
      expect(endpoint.reports.at(-1)?.reached).toBe(changes - left);
    } while (endpoint.isArmed());
    expect(endpoint.heard.size).toBe(changes);
  },
);
