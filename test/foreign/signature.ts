// Asks xmlsec1 whether it accepts the signature of a file with its three references.
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const VERIFY = [
  ...["--verify", "--enabled-key-data", "x509", "--insecure"],
  ...["--id-attr:Id", "http://www.w3.org/2000/09/xmldsig#:KeyInfo"],
  ...["--id-attr:Id", "http://uri.etsi.org/01903/v1.3.2#:SignedProperties"],
];
const ALL_REFERENCES = /SignedInfo References \(ok\/all\): 3\/3/;

/** What xmlsec1 holds against a file, which lies in the folder meanwhile; undefined when it accepts everything. */
export function findSignatureFault(folder: string, content: Uint8Array | string): string | undefined {
  const path = join(folder, "signed.xml");
  writeFileSync(path, content);
  const { status, stdout, stderr } = spawnSync("xmlsec1", [...VERIFY, path], { encoding: "utf8" });
  rmSync(path);
  if (status === 0 && ALL_REFERENCES.test(`${stdout}${stderr}`)) return undefined;
  return `${stdout}${stderr}`.trim().split("\n").slice(-3).join(" ");
}
