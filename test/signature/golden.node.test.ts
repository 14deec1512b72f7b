// Compares our signer with the reference's 14 signed samples, byte for byte, and with foreign verifiers.
import { DOMParser } from "@xmldom/xmldom";
import { expect, it } from "vitest";
import { XmlCanonicalizer } from "xmldsigjs";
import { signDocument, type UnsignedDocument } from "../../src/signature/xades.ts";
import type { Signer } from "../../src/signature/xmldsig.ts";
import { describeShared } from "../support/describe-shared.ts";
import { FIXTURE_ID, FIXTURE_SIGNING_TIME, importFixtureSigner, SYNTHETIC_PATH } from "../support/fixture-signer.ts";
import { hasTools, runOnFiles } from "../support/foreign-tool.ts";
import { listShared, readShared, SHARED_PATH } from "../support/shared.ts";

interface Vector {
  readonly signature: {
    readonly documentDigest: string;
    readonly keyInfoDigest: string;
    readonly signedPropertiesDigest: string;
    readonly signatureValue: string;
  };
}

const PLACE = "<ext:UBLExtension><ext:ExtensionContent></ext:ExtensionContent></ext:UBLExtension>";
const OPENING = "<ext:UBLExtension><ext:ExtensionContent>";

/** A sample without its signature, canonical, cut at the empty place. The canonicaliser is not ours. */
function readUnsigned(name: string): UnsignedDocument {
  const source = readShared(`${SYNTHETIC_PATH}${name}.xml`).replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, "");
  const parsed = new DOMParser().parseFromString(source, "text/xml");
  const canonicalizer = new XmlCanonicalizer(false, false);
  const canonical = canonicalizer.Canonicalize(parsed as unknown as Parameters<typeof canonicalizer.Canonicalize>[0]);
  const cut = canonical.indexOf(PLACE) + OPENING.length;
  const [, rootNamespaces = ""] = /^<Invoice((?: xmlns(?::\w+)?="[^"]*")*)/.exec(canonical) ?? [];
  return { head: canonical.slice(0, cut), tail: canonical.slice(cut), rootNamespaces };
}

async function sign(document: UnsignedDocument, signer: Signer): Promise<string> {
  const request = { document, signer, signingTime: FIXTURE_SIGNING_TIME, id: FIXTURE_ID };
  return new TextDecoder().decode(await signDocument(request));
}

/** The canonical form of a part, read back from the signed text: in it, only the namespaces of the root are missing. */
function cutCanonical(signed: string, name: string, rootNamespaces: string): string {
  const part = new RegExp(`<${name}[ >][\\s\\S]*</${name}>`).exec(signed)?.[0] ?? "";
  return part.replace(`<${name}`, `<${name}${rootNamespaces}`);
}

describeShared("the signer", () => {
  const { documents: vectors } = JSON.parse(readShared(`${SYNTHETIC_PATH}vectors.json`)) as {
    documents: Record<string, Vector>;
  };
  const names = Object.keys(vectors);

  it("has 14 samples to reproduce", () => {
    expect(names).toHaveLength(14);
  });

  it.each(names)("reproduces the digests and the signature value of %s", async (name) => {
    const signed = await sign(readUnsigned(name), await importFixtureSigner());
    const expected = vectors[name]?.signature;
    const digests = [...signed.matchAll(/<ds:DigestValue>([^<]*)</g)].map(([, digest]) => digest).slice(0, 3);
    expect(digests).toEqual([expected?.documentDigest, expected?.keyInfoDigest, expected?.signedPropertiesDigest]);
    expect(signed).toContain(`>${expected?.signatureValue}</ds:SignatureValue>`);
  });

  const canonicalNames = listShared(`${SYNTHETIC_PATH}c14n`)
    .filter((file) => file.endsWith(".document.c14n.xml"))
    .map((file) => file.replace(".document.c14n.xml", ""));

  it.each(canonicalNames)("reproduces the canonical bytes of every signed part of %s", async (name) => {
    const document = readUnsigned(name);
    const signed = await sign(document, await importFixtureSigner());
    const read = (part: string) => readShared(`${SYNTHETIC_PATH}c14n/${name}.${part}.c14n.xml`);
    expect(document.head + document.tail).toBe(read("document"));
    expect(cutCanonical(signed, "ds:KeyInfo", document.rootNamespaces)).toBe(read("keyinfo"));
    expect(cutCanonical(signed, "ds:SignedInfo", document.rootNamespaces)).toBe(read("signedinfo"));
    expect(cutCanonical(signed, "xades:SignedProperties", document.rootNamespaces)).toBe(read("signedproperties"));
  });

  it.skipIf(!hasTools("xmllint", "xmlsec1"))(
    "is accepted by the schemas and by xmlsec1, for every sample",
    async () => {
      const signer = await importFixtureSigner();
      const files: Record<string, string> = {};
      for (const name of names) files[`${name}.xml`] = await sign(readUnsigned(name), signer);
      const chained = { ...signer, certificate: { ...signer.certificate, chain: [signer.certificate] } };
      const document = readUnsigned(names[0] ?? "");
      const request = { document, signer: chained, signingTime: FIXTURE_SIGNING_TIME };
      files["chain.xml"] = new TextDecoder().decode(await signDocument(request));
      const { output, isOk } = runOnFiles(`${SHARED_PATH}tools/verify-signed-xml`, [], files);
      expect({
        isOk,
        verified: output.match(/ok, SignedInfo References \(ok\/all\): 3\/3/g)?.length,
        output,
      }).toMatchObject({
        isOk: true,
        verified: 15,
      });
    },
  );

  it.skipIf(!hasTools("xmllint", "xmlsec1"))("fails at xmlsec1 once any signed part is touched", async () => {
    const signed = await sign(readUnsigned(names[0] ?? ""), await importFixtureSigner());
    const touched: Readonly<Record<string, string>> = {
      "document.xml": signed.replace("143000.00</cbc:PayableAmount>", "143001.00</cbc:PayableAmount>"),
      "properties.xml": signed.replace("2024-05-17T10:11:12-05:00</xades", "2024-05-17T10:11:13-05:00</xades"),
      "role.xml": signed.replace(">supplier<", ">third party<"),
      "white-space.xml": signed.replace("<cbc:UBLVersionID>", "\n<cbc:UBLVersionID>"),
    };
    for (const [name, content] of Object.entries(touched)) {
      expect(content).not.toBe(signed);
      expect(runOnFiles(`${SHARED_PATH}tools/verify-signed-xml`, [], { [name]: content }).isOk, name).toBe(false);
    }
  });
});
