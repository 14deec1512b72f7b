// Sends hundreds of single changes of sound documents to the pretend authority: each must be refused under the right rule.
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { listShared } from "../support/shared.ts";
import { readSample, readSigner, rulesOf, SECRETS, type Simulator, startSimulator } from "./harness.ts";
import { listMutations, listTampering, type MutationCase } from "./mutation-table.ts";

describeShared("single changes to sound documents", () => {
  let simulator: Simulator;
  let cases: readonly MutationCase[] = [];
  const table = new Map<string, number>();

  beforeAll(async () => {
    const signer = readSigner();
    simulator = await startSimulator(signer);
    const samples = listShared("authority/samples/synthetic")
      .filter((name) => name.endsWith(".xml") && !name.includes("unsigned"))
      .map((name) => name.slice(0, -4));
    const source = { read: readSample, secrets: SECRETS, signer };
    cases = [...listMutations(source), ...listTampering(source, samples)];
  });
  afterAll(async () => {
    await simulator?.stop();
    const lines = [...table].sort(([a], [b]) => a.localeCompare(b)).map(([key, count]) => `${key.padEnd(20)} ${count}`);
    console.info(`refused single changes by kind and rule\n${lines.join("\n")}`);
  });

  /** Four at a time: one signs while the other is judged. */
  async function listSurvivors(kind: MutationCase["kind"]): Promise<string[]> {
    const survivors: string[] = [];
    const waiting = cases.filter((one) => one.kind === kind);
    const work = async (): Promise<void> => {
      for (let one = waiting.pop(); one; one = waiting.pop()) {
        const { rejections } = rulesOf((await simulator.send(one.make())).text);
        const key = `${kind} ${one.rule}`;
        if (rejections.includes(one.rule)) table.set(key, (table.get(key) ?? 0) + 1);
        else survivors.push(`${one.sample}: ${one.name}: not ${one.rule} but [${rejections}]`);
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    return survivors;
  }

  it("are at least three hundred, by more than a hundred rules", () => {
    expect(cases.length).toBeGreaterThan(300);
    expect(new Set(cases.map((one) => one.rule)).size).toBeGreaterThan(100);
  });

  it.each(["drop", "repeat", "reorder", "change", "signature", "tamper"] as const)(
    "%s: every one is refused under its rule",
    async (kind) => {
      expect(cases.filter((one) => one.kind === kind).length).toBeGreaterThan(30);
      expect(await listSurvivors(kind)).toEqual([]);
    },
  );
});
