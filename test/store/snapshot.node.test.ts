// Tests the file of a settled document: its facts, and the authority's last answer behind them or in a file of its own.
import { expect, it } from "vitest";
import { answerPath, snapshotPath } from "../../src/store/archive/files.ts";
import {
  findAnswer,
  readAnswerBehind,
  readSnapshot,
  type Snapshot,
  writeSnapshot,
} from "../../src/store/archive/snapshot.ts";

const XML = "documents/7/produccion/05/DS1.xml";
const FACTS: Snapshot = { format: 1, row: { notes: "a\nb" }, thirdParty: null };
const path = answerPath(XML, "a-1");
const encode = (text: string) => new TextEncoder().encode(text);

/** An answer in every form that has broken such files: lines, no bytes at all, bytes that are no text. */
it.each([encode("<a>\n{}\n</a>\n"), new Uint8Array(), new Uint8Array([0xff, 0x00, 0x0a])])(
  "facts are read alone, and with the answer %o behind them",
  async (answer) => {
    const bundle = writeSnapshot(FACTS, { path, bytes: answer });
    expect(readSnapshot(writeSnapshot(FACTS))).toEqual(FACTS);
    expect(readSnapshot(bundle)).toEqual({ ...FACTS, answerPath: path });
    expect(readAnswerBehind(bundle, path)).toEqual(answer);
    expect(readAnswerBehind(bundle, answerPath(XML, "a-2"))).toBeUndefined();
    expect(readAnswerBehind(writeSnapshot(FACTS), path)).toBeUndefined();
  },
);

it.each<[string, Readonly<Record<string, Uint8Array>>, string | undefined]>([
  ["that lies by itself", { [snapshotPath(XML)]: writeSnapshot(FACTS), [path]: encode("own") }, "own"],
  ["of an open document", { [path]: encode("own") }, "own"],
  ["of a settled document", { [snapshotPath(XML)]: writeSnapshot(FACTS, { path, bytes: encode("behind") }) }, "behind"],
  ["beside a file that is no snapshot", { [snapshotPath(XML)]: encode("{\nx"), [path]: encode("own") }, "own"],
  ["that is lost", { [snapshotPath(XML)]: writeSnapshot(FACTS) }, undefined],
])("an answer %s is found", async (_, files, text) => {
  const found = await findAnswer(async (at) => files[at], XML, "a-1");
  expect(found && new TextDecoder().decode(found)).toBe(text);
});
