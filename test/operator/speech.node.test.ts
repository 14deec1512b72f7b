// What a command says, as its reader needs it: instants by the clock of Bogotá, and the next line for the same deployment.
import { expect, it } from "vitest";
import { toSpeech } from "../../operator/speech.ts";

const names = ["range", "range status", "range add", "stand register"];
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
    text: "see `operator range status`",
    local: "see `operator range status`",
    remote: "see `operator range status --remote`",
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
