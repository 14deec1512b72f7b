// The demo's story on a stand, and what a terminal or a picture shows of it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tellStory } from "../../src/operator/stand/story.ts";
import { drawTerminal, type Line, printLine } from "../../src/operator/stand/terminal.ts";
import { startTestStand } from "../support/stand.ts";

let stand: Awaited<ReturnType<typeof startTestStand>>;
beforeAll(async () => {
  stand = await startTestStand();
});
afterAll(() => stand?.stop());

describe("the demo", () => {
  it("comes true, step by step, and says how long each took", async () => {
    const told: string[] = [];
    expect(await tellStory(stand.demo, (line) => told.push(printLine(line)))).toBe(true);
    const steps = told.filter((line) => /^✓ \d\/7 {2}.+ {2}\d+\.\d s$/.test(line));
    expect(steps).toHaveLength(7);
    expect(told.at(-1)).toBe("All of it came true.");
  });

  it("says what did not come true, and is then no success", async () => {
    const [company] = stand.demo.companies;
    if (company === undefined) throw new Error("the stand has no company");
    const demo = { ...stand.demo, companies: [{ ...company, tokens: { ...company.tokens, all: "fed_x" } }] };
    const told: string[] = [];
    expect(await tellStory(demo, (line) => told.push(printLine(line)))).toBe(false);
    expect(told).toContain("       NOT TRUE: status is 401, not 201");
    expect(told.at(-1)).toBe("Not all of it came true.");
  });
});

describe("a picture of a terminal", () => {
  const line: Line = [
    { text: "✓", tone: "good" },
    { text: ` ${"uno dos ".repeat(20)}`, tone: "strong" },
    { text: "<&>", tone: "bad" },
  ];

  it("breaks long lines at a space, keeps their tones, and escapes them", () => {
    const rows = [...drawTerminal([line], "t").matchAll(/<text[^>]*>(.*)<\/text>/g)].map(([, row]) => row);
    expect(rows).toHaveLength(2);
    const words = rows
      .join(" ")
      .replaceAll(/<[^>]+>/g, "")
      .split(/ +/);
    expect(words).toEqual(["✓", ...Array.from({ length: 20 }, () => ["uno", "dos"]).flat(), "&lt;&amp;&gt;"]);
    expect(rows[1]).toContain('<tspan fill="#f87171">&lt;&amp;&gt;</tspan>');
  });

  it("leaves what fits as it is, plain where nobody looks", () => {
    expect(printLine([{ text: "todo", tone: "good" }])).toBe("todo");
    expect(drawTerminal([[{ text: "todo", tone: "good" }]], "t")).toContain(">todo</tspan>");
  });
});
