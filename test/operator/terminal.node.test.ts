// Lines of a terminal as they are printed, and as a picture shows them.
import { describe, expect, it } from "vitest";
import { drawTerminal, type Line, printLine } from "../../stand/terminal.ts";

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

  it("leaves what fits as it is, plain where no terminal shows it", () => {
    expect(printLine([{ text: "todo", tone: "good" }])).toBe("todo");
    expect(drawTerminal([[{ text: "todo", tone: "good" }]], "t")).toContain(">todo</tspan>");
  });
});
