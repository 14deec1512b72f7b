// Compares our own documents with reviewed files: a change of any byte that is sent shows up as a change of these.
// (Without signature, one element per line. After a change that is meant: `npx vitest run --project node test/ubl/golden -u`.)
import { describe, expect, it } from "vitest";
import { KINDS } from "./kinds.ts";
import { signKind } from "./signed.ts";

const REVIEWED = [
  "fe-mixed",
  "fe-final-consumer",
  "fe-credit",
  "fe-aiu-profit",
  "fe-withholdings",
  "fe-foreign-customer",
  "fe-contingency",
  "fe-contingency-paper",
  "fe-till",
  "fe-free-line",
  "fe-no-prefix",
  "fe-branch",
  "ds-branch",
  "ds-per-operation",
  "ds-weekly",
  "ds-non-resident",
  "ds-free-line",
  "ds-usd",
];

describe("the reviewed documents", () => {
  it.each(REVIEWED)("%s is as reviewed", async (name) => {
    const kind = KINDS[name];
    if (kind === undefined) throw new Error(`no kind ${name}`);
    const signed = new TextDecoder().decode((await signKind(kind)).bytes);
    const lines = signed.replace(/<ds:Signature .*<\/ds:Signature>/s, "").replaceAll("><", ">\n<");
    await expect(`${lines}\n`).toMatchFileSnapshot(`golden/${name}.xml`);
  });
});
