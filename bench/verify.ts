// Verifies a signed document without any code of the product: xmldom reads it, xmldsigjs canonicalises it, node:crypto checks
// it.
import { createHash, verify, X509Certificate } from "node:crypto";
import { DOMParser, type Element } from "@xmldom/xmldom";
import { XmlCanonicalizer } from "xmldsigjs";

const DS = "http://www.w3.org/2000/09/xmldsig#";

/**
 * Verifies the one signature of a document: the digest of every reference, and the value over SignedInfo.
 * (The whole verifier of xmldsigjs finds an enveloped signature only right below the root; here it lies deeper.)
 * @throws Error when anything does not fit.
 */
export function verifySignature(bytes: Uint8Array, references: number): void {
  const document = new DOMParser().parseFromString(new TextDecoder().decode(bytes), "text/xml");
  const root = document.documentElement;
  if (root === null) throw new Error("no document");
  const signature = getOnly(root, "Signature");
  const parts = findParts(signature);
  const signedInfo = getOnly(signature, "SignedInfo");
  const found = [...signedInfo.getElementsByTagNameNS(DS, "Reference")];
  if (found.length !== references) throw new Error(`${found.length} references, not ${references}`);
  const value = Buffer.from(getOnly(signature, "SignatureValue").textContent ?? "", "base64");
  const der = Buffer.from(getOnly(signature, "X509Certificate").textContent ?? "", "base64");
  const { publicKey } = new X509Certificate(der);
  const canonicalInfo = Buffer.from(canonicalize(signedInfo, root));
  if (!verify("RSA-SHA256", canonicalInfo, publicKey, value)) throw new Error("the signature value does not verify");
  const canonicalParts = new Map([...parts].map(([id, part]) => [`#${id}`, canonicalize(part, root)]));
  signature.parentNode?.removeChild(signature);
  canonicalParts.set("", canonicalize(root, root));
  for (const reference of found) {
    const uri = reference.getAttribute("URI") ?? "";
    const text = canonicalParts.get(uri);
    if (text === undefined) throw new Error(`nothing has the id of ${uri}`);
    const digest = createHash("sha256").update(text).digest("base64");
    if (getOnly(reference, "DigestValue").textContent !== digest) throw new Error(`the digest of "${uri}" is another`);
  }
}

function getOnly(parent: Element, name: string): Element {
  const [only, ...others] = [...parent.getElementsByTagNameNS(DS, name)];
  if (only === undefined || others.length > 0) throw new Error(`${others.length + 1} or no ${name}, not one`);
  return only;
}

/** Elements of the signature that references can name. */
function findParts(signature: Element): ReadonlyMap<string, Element> {
  const parts = new Map<string, Element>();
  for (const element of signature.getElementsByTagName("*")) {
    const id = element.getAttribute("Id");
    if (id !== null && id !== "") parts.set(id, element);
  }
  return parts;
}

/** Inclusive C14N of an element in its document: the root's namespaces are in scope, and all are on the root. */
function canonicalize(element: Element, root: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const attribute of [...root.attributes]) {
    const isDeclaration = attribute.name === "xmlns" || attribute.name.startsWith("xmlns:");
    if (isDeclaration && !copy.hasAttribute(attribute.name)) {
      copy.setAttributeNS("http://www.w3.org/2000/xmlns/", attribute.name, attribute.value);
    }
  }
  const canonicalizer = new XmlCanonicalizer(false, false);
  return canonicalizer.Canonicalize(copy as unknown as Parameters<typeof canonicalizer.Canonicalize>[0]);
}
