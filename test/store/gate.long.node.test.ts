import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DeadlineError } from "../../src/deadline.ts";
import { type Binding, countingTrips, reachDatabase } from "../../src/store/base/db.ts";
import { BusyError, Gate, gateOf, type Lane } from "../../src/store/base/gate.ts";

/** Those that wait have looked again. */
const LOOKED_MS = 30;
/** A batch that was sent so long ago shows that its database is behind. */
const BEHIND_MS = 520;

/** A database that answers when the test says so, first come first served. */
function openQueue() {
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  return {
    sent,
    send: (name: string) => () => {
      sent.push(name);
      return new Promise<string>((resolve) => waiting.push(() => resolve(name)));
    },
    /** Answers the oldest so many. */
    answer: async (count = 1) => {
      for (const one of waiting.splice(0, count)) one();
      await sleep(LOOKED_MS);
    },
  };
}

function open(capacity: number) {
  const gate = new Gate();
  gate.capacity = capacity;
  const queue = openQueue();
  const pass = (name: string, lane: Lane, limitMs = 10_000) => {
    const passing = gate.pass({ lane, limitMs, what: name }, queue.send(name));
    passing.catch(() => undefined);
    return passing;
  };
  return { gate, queue, pass };
}

describe("the gate before a database", () => {
  it("sends no more than its capacity at once, what has begun before what has not", async () => {
    const { queue, pass } = open(2);
    for (const name of ["a", "b"]) pass(name, "entrance");
    pass("entrance", "entrance");
    pass("begun", "begun");
    pass("urgent", "urgent");
    expect(queue.sent).toEqual(["a", "b"]);
    pass("alert", "alert");
    expect(queue.sent).toEqual(["a", "b", "alert"]);
    await queue.answer();
    expect(queue.sent.at(-1)).toBe("urgent");
    await queue.answer(2);
    expect(queue.sent.slice(-2)).toEqual(["urgent", "begun"]);
    await queue.answer();
    expect(queue.sent.at(-1)).toBe("entrance");
  });

  it("takes a burst that the database works off", async () => {
    const { queue, pass } = open(2);
    const burst = Array.from({ length: 40 }, (_, index) => pass(`${index}`, "entrance"));
    for (let answered = 0; answered < burst.length; answered += 2) await queue.answer(2);
    expect((await Promise.allSettled(burst)).filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("turns an entrance away at once while the database is behind, and never what has begun", async () => {
    const { queue, pass } = open(2);
    pass("a", "entrance");
    pass("b", "entrance");
    const late = pass("late", "entrance");
    await sleep(BEHIND_MS);
    const startedMs = performance.now();
    await expect(pass("c", "entrance")).rejects.toThrow(BusyError);
    expect(performance.now() - startedMs).toBeLessThan(200);
    const begun = pass("d", "begun");
    // Of two places, the one that is free is for what has begun; then nothing that is behind is left.
    await queue.answer(2);
    await queue.answer(2);
    await expect(begun).resolves.toBe("d");
    await expect(late).resolves.toBe("late");
  });

  it("turns away at once who waits already, once the database is behind", async () => {
    const { queue, pass } = open(2);
    for (const name of ["a", "b"]) pass(name, "begun");
    const late = pass("late", "entrance");
    await sleep(BEHIND_MS);
    await queue.answer();
    await expect(late).rejects.toThrow(BusyError);
    expect(queue.sent).toEqual(["a", "b"]);
  });

  it("sees that the database is behind by its answers, however few of its batches are this isolate's", async () => {
    const { queue, pass } = open(16);
    for (const name of ["a", "b", "c", "d"]) pass(name, "entrance");
    await sleep(BEHIND_MS);
    await expect(pass("e", "entrance")).rejects.toThrow(BusyError);
    await queue.answer(2);
    await expect(pass("f", "entrance", 100)).rejects.toThrow(DeadlineError);
  });

  it("takes one slow batch for no queue, nor one of which nobody hears once a later one is answered", async () => {
    const { queue, pass } = open(16);
    pass("slow", "begun");
    await sleep(BEHIND_MS);
    const later = [pass("b", "entrance"), pass("c", "entrance")];
    await queue.answer(0);
    expect(queue.sent).toEqual(["slow", "b", "c"]);
    await queue.answer(3);
    await Promise.all(later);
    const silent = new Promise<string>(() => undefined);
    const { gate, pass: ask, queue: other } = open(16);
    gate.pass({ lane: "begun", limitMs: 10_000, what: "silent" }, () => silent).catch(() => undefined);
    const answered = ask("d", "begun");
    await other.answer();
    await answered;
    await sleep(BEHIND_MS);
    for (const name of ["e", "f", "g"]) ask(name, "entrance");
    expect(other.sent).toEqual(["d", "e", "f", "g"]);
  });

  it.each<Lane>(["urgent", "begun", "entrance"])(
    "drops a batch of lane %s that nobody waits for any more",
    async (lane) => {
      const { queue, pass } = open(1);
      pass("a", "begun");
      await expect(pass("dropped", lane, 50)).rejects.toThrow(BusyError);
      await queue.answer();
      expect(queue.sent).toEqual(["a"]);
    },
  );

  it("counts waiting against the time of a batch", async () => {
    const { queue, pass } = open(1);
    pass("a", "begun");
    const second = pass("second", "begun", 300);
    await sleep(200);
    await queue.answer();
    expect(queue.sent).toEqual(["a", "second"]);
    const startedMs = performance.now();
    await expect(second).rejects.toThrow(DeadlineError);
    expect(performance.now() - startedMs).toBeLessThan(250);
  });

  it("gives the place of a batch whose answer nobody hears to others, at the end of its time", async () => {
    const { gate, queue, pass } = open(1);
    pass("silent", "entrance", 60);
    await sleep(80);
    const next = pass("next", "entrance");
    expect(queue.sent).toEqual(["silent", "next"]);
    expect(gate.isCrowded).toBe(false);
    await queue.answer(2);
    await expect(next).resolves.toBe("next");
  });

  it("is crowded when what has begun waits for seconds, and not when a burst waits", async () => {
    const { gate, queue, pass } = open(2);
    for (const index of Array(100).keys()) pass(`${index}`, "begun");
    expect(gate.isCrowded).toBe(false);
    await sleep(2_020);
    expect(gate.isCrowded).toBe(true);
    for (let answered = 0; answered < 100; answered += 2) await queue.answer(2);
    expect(gate.isCrowded).toBe(false);
  });
});

describe("a request at the gate", () => {
  /** A binding that answers nothing. */
  const silent = () =>
    ({
      prepare: () => ({ bind: () => ({ raw: () => new Promise(() => undefined) }) }),
      batch: () => new Promise(() => undefined),
    }) as unknown as Binding;
  const query = [{ sql: "SELECT 1", params: [] }];

  it("is refused at its first batch, and at no later one; work that no request began waits", async () => {
    const binding = silent();
    gateOf(binding).capacity = 1;
    const execute = reachDatabase(binding);
    const ended: string[] = [];
    const ask = (name: string, reach = execute) => {
      reach(query).catch((cause: unknown) => ended.push(`${name}: ${cause instanceof Error ? cause.name : cause}`));
    };
    ask("cron");
    await sleep(BEHIND_MS);
    await countingTrips({ count: 0 }, async () => {
      ask("first");
      await sleep(10);
      ask("second");
    });
    countingTrips({ count: 0 }, () => ask("shown", reachDatabase(binding, "urgent")));
    ask("object");
    await sleep(50);
    expect(ended).toEqual(["first: BusyError"]);
  });
});
