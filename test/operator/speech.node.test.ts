// What a command says, as its reader needs it: instants by the clock of Bogotá, and the next line for the same deployment.
import { describe, expect, it } from "vitest";
import { toSpeech } from "../../operator/speech.ts";
import { printTable } from "../../operator/table.ts";
import { coloured } from "../../operator/tone.ts";

const names = ["range", "range list", "range add", "stand register"];
const CASES = [
  {
    text: "until 2026-11-20T15:00:00.000Z.",
    local: "until 2026-11-20 10:00:00 (Bogotá).",
    remote: "until 2026-11-20 10:00:00 (Bogotá).",
  },
  {
    text: '{"at":"2026-11-20T15:00:00.000Z"}',
    local: '{"at":"2026-11-20T15:00:00.000Z"}',
    remote: '{"at":"2026-11-20T15:00:00.000Z"}',
  },
  {
    text: "see `operator range list`",
    local: "see `operator range list`",
    remote: "see `operator range list --remote`",
  },
  {
    text: "next: operator range add --company 1",
    local: "next: operator range add --company 1",
    remote: "next: operator range add --remote --company 1",
  },
  {
    text: "operator range add --prefix A --remote",
    local: "operator range add --prefix A --remote",
    remote: "operator range add --prefix A --remote",
  },
  {
    text: "operator range-finders; operator stand register",
    local: "operator range-finders; operator stand register",
    remote: "operator range-finders; operator stand register",
  },
];

it.each(CASES)("$text", ({ text, local, remote }) => {
  expect(toSpeech(text, { names, isRemote: false })).toBe(local);
  expect(toSpeech(text, { names, isRemote: true })).toBe(remote);
});

describe("what strangers wrote reaches no terminal as an order", () => {
  const listener = { names, isRemote: false };
  const ORDERS = ["\u0007", "\u001b[2J", "\u007f", "\u0085", "\u0092", "\u009b31m", "\r", "\u202e", "\u2066", "\u200f"];

  it.each(ORDERS)("%j is written out, in words and in JSON", (order) => {
    const text = toSpeech(`Panadería ${order}Azul\n${coloured("bad", "rechazado")}`, listener);
    expect(text).toMatch(/^Panadería \\u[0-9a-f]{4}[^\p{Cc}]*Azul\n/u);
    expect(text).toContain(coloured("bad", "rechazado"));
    const json = toSpeech(JSON.stringify({ name: order }, undefined, 2), listener);
    expect(json).not.toMatch(/[^\n\P{Cc}]|[\u200f\u202e\u2066]/u);
    expect(JSON.parse(json)).toEqual({ name: order });
  });

  it("a line end in a value makes no row of its own", () => {
    expect(printTable([{ name: "Azul\n2  Verde" }], "")).toBe("name\nAzul\\n2  Verde");
  });
});
