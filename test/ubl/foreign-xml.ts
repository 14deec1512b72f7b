// Asks libxml2 for the canonical form of XML, and for what the official schema says of it.
import { readFileSync } from "node:fs";
import { XmlDocument, XmlValidateError, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import { SHARED_PATH } from "../support/shared.ts";

xmlRegisterFsInputProviders();

/** Inclusive C14N 1.0 by libxml2. */
export function canonicalize(xml: string): string {
  const document = XmlDocument.fromString(xml);
  try {
    return document.canonicalizeToString();
  } finally {
    document.dispose();
  }
}

export interface Schema {
  /** What the schema finds wrong, in libxml2's words; nothing for a valid document. */
  findFaults(xml: string | Uint8Array): readonly string[];
}

/** The official schema of invoices, read once from the reference folder. */
export function loadInvoiceSchema(): Schema {
  return loadSchema("Invoice");
}

/** The official schema of documents with this root, read from the reference folder. */
export function loadSchema(root: "Invoice" | "CreditNote" | "DebitNote" | "AttachedDocument"): Schema {
  const path = `${SHARED_PATH}authority/xsd/maindoc/UBL-${root}-2.1.xsd`;
  const definition = XmlDocument.fromBuffer(readFileSync(path), { url: path });
  const validator = XsdValidator.fromDoc(definition);
  return {
    findFaults(xml) {
      const document = typeof xml === "string" ? XmlDocument.fromString(xml) : XmlDocument.fromBuffer(xml);
      try {
        validator.validate(document);
        return [];
      } catch (error) {
        if (error instanceof XmlValidateError) return error.message.trim().split("\n");
        throw error;
      } finally {
        document.dispose();
      }
    },
  };
}
