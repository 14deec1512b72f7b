// Reads the private key and the certificates of a .p12 or PEM file, of any program that makes such files.
import { createPrivateKey, type KeyObject } from "node:crypto";
import forge from "node-forge";
import { OperatorError } from "./error.ts";
import { type CertificateFacts, readCertificate } from "./x509.ts";

export interface KeyFile {
  readonly privateKey: KeyObject;
  readonly certificates: readonly CertificateFacts[];
}

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;

/**
 * Opens a file that a certifier delivered: PKCS#12 under old (RC2, 3DES) or new (PBES2) encryption, or PEM.
 * @throws OperatorError on a wrong password, a cut file, no key, or more than one.
 */
export function openKeyFile(bytes: Uint8Array, password: string): KeyFile {
  const text = Buffer.from(bytes).toString("latin1");
  const file = text.includes("-----BEGIN ") ? openPem(text, password) : openPkcs12(text, password);
  const [privateKey] = file.keys;
  if (privateKey === undefined) throw new OperatorError("the file holds no private key", "export it with its key");
  if (file.keys.length > 1) {
    throw new OperatorError(`the file holds ${file.keys.length} private keys`, "export the signing key alone");
  }
  if (file.certificates.length === 0)
    throw new OperatorError("the file holds no certificate", "export it with the chain");
  return { privateKey, certificates: file.certificates.map(readCertificate) };
}

function openPem(text: string, passphrase: string) {
  const blocks = [...text.matchAll(PEM_BLOCK)].map(([block, label]) => ({ block, label }));
  const keys = blocks
    .filter(({ label }) => label?.endsWith("PRIVATE KEY"))
    .map(({ block }) => {
      try {
        return createPrivateKey({ key: block, passphrase });
      } catch (cause) {
        throw new OperatorError(`the private key does not open (${codeOf(cause)})`, "is the password right?");
      }
    });
  const certificates = blocks
    .filter(({ label }) => label === "CERTIFICATE")
    .map(({ block }) => Buffer.from(block.replace(/-----[^-]+-----|\s/g, ""), "base64"));
  return { keys, certificates };
}

function openPkcs12(binary: string, password: string) {
  const bags = decryptPkcs12(parseContainer(binary), password).safeContents.flatMap(({ safeBags }) => safeBags);
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = forge.pki.oids;
  return {
    keys: bags.filter(({ type }) => type === pkcs8ShroudedKeyBag || type === keyBag).map(readKeyBag),
    certificates: bags.filter(({ type }) => type === certBag).map(readCertificateBag),
  };
}

const BAD_PASSWORD = /password|MAC could not be verified/i;

/**
 * A password beyond ASCII is UTF-16 for the container's own check and UTF-8 for PBES2 inside it (RFC 7292, appendix B.1; RFC 8018,
 * section 3), which forge takes for one text; old programs used their bytes for both.
 */
function decryptPkcs12(container: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  const whole = tryPkcs12(container, password);
  if (typeof whole !== "string") return whole;
  const bytes = Buffer.from(password, "utf8").toString("latin1");
  if (bytes !== password) {
    const isChecked = !BAD_PASSWORD.test(whole);
    const again = tryPkcs12(isChecked ? dropCheck(container) : container, bytes);
    if (typeof again !== "string") return again;
  }
  if (!BAD_PASSWORD.test(whole)) {
    throw new OperatorError(
      `the file is not a PKCS#12 that can be opened (${whole})`,
      "export it again, RSA key and chain",
    );
  }
  throw new OperatorError(
    password === "" ? "the file needs its password" : "the password does not open the file",
    password === "" ? "put it into the file of --password-file" : "ask the certifier, or the person who exported it",
  );
}

/** @returns why it does not open, in forge's words. */
function tryPkcs12(container: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx | string {
  try {
    return forge.pkcs12.pkcs12FromAsn1(container, password);
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** The same content without `macData`, which stands third. */
function dropCheck(container: forge.asn1.Asn1): forge.asn1.Asn1 {
  return typeof container.value === "string" ? container : { ...container, value: container.value.slice(0, 2) };
}

function parseContainer(binary: string): forge.asn1.Asn1 {
  try {
    return forge.asn1.fromDer(binary);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`the file is neither PEM nor PKCS#12, or it is cut short (${why})`, "copy it again");
  }
}

function readKeyBag({ key }: forge.pkcs12.Bag): KeyObject {
  if (key === undefined || key === null) {
    throw new OperatorError("the private key of the file is not RSA", "the authority takes RSA of 2048 bits or more");
  }
  const info = forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key));
  return createPrivateKey({ key: toBuffer(info), format: "der", type: "pkcs8" });
}

function readCertificateBag({ cert, asn1 }: forge.pkcs12.Bag): Buffer {
  return toBuffer(cert ? forge.pki.certificateToAsn1(cert) : asn1);
}

function toBuffer(value: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), "latin1");
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
}
