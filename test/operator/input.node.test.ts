// Flags, files and answers of a person become the input of a command.
import { describe, expect, it } from "vitest";
import { required } from "../../operator/flag.ts";
import { createInput } from "../../operator/input.ts";
import { readDate, readInteger, readNit } from "../../operator/reader.ts";

const flags = (given: Record<string, string[]>) => new Map(Object.entries(given));

describe("the input of a command", () => {
  it("asks again, with the complaint, until the answer is right", async () => {
    const answers = ["900373115-9", "900373115-3"];
    const complaints: (string | undefined)[] = [];
    const input = createInput({
      flags: flags({}),
      operands: [],
      declared: [required("nit", "NIT")],
      ask: async (_flag, complaint) => {
        complaints.push(complaint);
        return answers.shift() ?? "";
      },
    });
    expect(await input.get("nit", readNit)).toEqual({ nit: "900373115", checkDigit: "3" });
    expect(complaints).toEqual([undefined, "the check digit of 900373115 is 3, not 9: check the number on the RUT"]);
  });

  it("prefers the flag to the file, and the file to a question", async () => {
    const file = { year: 2026, day: "2026-11-20", scopes: ["a", "b,c"] };
    const input = createInput({ flags: flags({ year: ["2027"] }), operands: [], file });
    expect(await input.get("year", readInteger(2000, 2100))).toBe(2027);
    expect(input.find("day", readDate)).toBe("2026-11-20");
    expect(input.list("scopes", (text) => text)).toEqual(["a", "b", "c"]);
    await expect(input.get("other", readDate)).rejects.toThrow("--other is missing");
    expect(() => input.operand("FILE")).toThrow("FILE is missing");
  });
});
