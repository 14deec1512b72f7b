// Makes random containers of every type that has one, and holds them against the official schema, xmlsec1, unzip and libxml2.
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { XmlDocument } from "libxml2-wasm";
import { decodeFile, packContainer, signContainer, type ValidatedFiles } from "../../src/issuance/file/container.ts";
import { signDocument } from "../../src/signature/xades.ts";
import { importSigner, type Signer } from "../../src/signature/xmldsig.ts";
import { NAMESPACES } from "../../src/ubl/wire-literal.ts";
import { attributes, group, text } from "../../src/xml/element.ts";
import { makeCertificate } from "../support/certificate.ts";
import { anyIssued, anyText, buildParts, type Issued } from "../support/issued.ts";
import { loadSchema } from "../ubl/foreign-xml.ts";
import { findSignatureFault } from "./signature.ts";

const NAME = "ad09003731150002600000001.xml";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const RESPONSE_ROOT = attributes({
  xmlns: "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2",
  "xmlns:cac": NAMESPACES.cac,
  "xmlns:cbc": NAMESPACES.cbc,
  "xmlns:ds": NAMESPACES.ds,
  "xmlns:ext": NAMESPACES.ext,
  "xmlns:xades": NAMESPACES.xades,
});

/** A validated document as it is drawn: with what the authority says of it, and in which line ends. */
export interface Validated {
  readonly issued: Issued;
  readonly said: string;
  readonly lineEnd: "" | "\n" | "\r\n";
  readonly hasMark: boolean;
  readonly time: string;
}

/** Support documents and their notes have no container. */
export const anyValidated: fc.Arbitrary<Validated> = fc.record({
  issued: anyIssued.filter(({ document }) => document.typeCode !== "05" && document.typeCode !== "95"),
  said: anyText,
  lineEnd: fc.constantFrom("", "", "\n", "\r\n"),
  hasMark: fc.boolean(),
  time: fc.constantFrom("10:11:15-05:00", "23:59:59-05:00"),
});

/** A signer with a real certificate: xmlsec1 reads the key from it. */
export async function createSigner(): Promise<Signer> {
  const { certificate, pemBundle } = await makeCertificate("900373115");
  return importSigner({ privateKey: pemBundle, certificate });
}

/** Both files as they would lie in the archive; the answer has the form of real ones. */
export async function signFiles({ issued, said, lineEnd, hasMark, time }: Validated, signer: Signer) {
  const { document, fiscalId } = issued;
  const signingTime = `${document.issueDate}T${document.issueTime}`;
  const xml = await signDocument({ document: buildParts(issued), signer, signingTime });
  const open = "<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent>";
  const close = "</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>";
  const party = (name: string) =>
    group(`cac:${name}`, [
      group("cac:PartyTaxScheme", [
        text("cbc:RegistrationName", name),
        text("cbc:CompanyID", "800197268"),
        group("cac:TaxScheme", [text("cbc:ID", "01"), text("cbc:Name", "IVA")]),
      ]),
    ]);
  const content = [
    text("cbc:UBLVersionID", "UBL 2.1"),
    text("cbc:CustomizationID", "1"),
    text("cbc:ProfileID", "DIAN 2.1"),
    text("cbc:ProfileExecutionID", "2"),
    text("cbc:ID", "90000101"),
    text("cbc:UUID", fiscalId, attributes({ schemeName: "CUDE-SHA384" })),
    text("cbc:IssueDate", document.issueDate),
    text("cbc:IssueTime", time),
    party("SenderParty"),
    party("ReceiverParty"),
    group("cac:DocumentResponse", [
      group("cac:Response", [text("cbc:ResponseCode", "02"), text("cbc:Description", said)]),
      group("cac:DocumentReference", [text("cbc:ID", "SETP1"), text("cbc:UUID", fiscalId)]),
    ]),
  ].join(lineEnd === "" ? "" : "\n");
  const parts = {
    head: `<ApplicationResponse${RESPONSE_ROOT}>${open}`,
    tail: `${close}${content}</ApplicationResponse>`,
    rootNamespaces: RESPONSE_ROOT,
  };
  const signed = decodeFile(await signDocument({ document: parts, signer, signingTime }));
  const written = lineEnd === "\r\n" ? signed.replaceAll("\n", "\r\n") : signed;
  const response = new TextEncoder().encode(`${hasMark ? "\uFEFF" : ""}${written}`);
  return { xml, response } satisfies ValidatedFiles;
}

/** The container with its sections rewritten as text, as a reader does that serialises what it parsed. */
function rewriteSections(container: string): string {
  const document = XmlDocument.fromString(container);
  try {
    return `${DECLARATION}${document.canonicalizeToString()}`;
  } finally {
    document.dispose();
  }
}

/** The embedded files as a reader gets them: the document, then the answer. */
function readEmbedded(container: string): readonly string[] {
  const document = XmlDocument.fromString(container);
  try {
    return document
      .find("//cac:ExternalReference/cbc:Description", { cac: NAMESPACES.cac, cbc: NAMESPACES.cbc })
      .map((node) => node.content);
  } finally {
    document.dispose();
  }
}

/** The embedded files as they stand in the raw text. */
function listSections(container: string): readonly string[] {
  const sections = container.split("<cbc:Description><![CDATA[").slice(1);
  return sections.map((one) => one.slice(0, one.indexOf("]]></cbc:Description>")).replaceAll("]]]]><![CDATA[>", "]]>"));
}

/** What unzip says against an archive with a container and its printed form. */
function unpack(folder: string, container: Uint8Array): string | undefined {
  const path = join(folder, "z.zip");
  writeFileSync(path, packContainer(NAME, container, new TextEncoder().encode("%PDF-1.7")));
  const { status, stdout } = spawnSync("unzip", ["-tq", path], { encoding: "utf8" });
  const listed = spawnSync("unzip", ["-Z1", path], { encoding: "utf8" }).stdout.trim().split("\n");
  const isComplete = listed.join() === [NAME, NAME.replace(".xml", ".pdf")].join();
  rmSync(path);
  return status === 0 && isComplete ? undefined : `unzip: ${stdout} ${listed.join()}`;
}

/** Of one digit in each part of a container; 0 or less where there is none. */
function listPlaces(container: string): readonly (readonly [place: string, at: number])[] {
  const after = (text: string, from: number) => container.indexOf(text, from) + text.length;
  const document = after("<cbc:Description><![CDATA[", 0);
  const answer = after("<cbc:Description><![CDATA[", document);
  return [
    ["of the container", after("<cbc:ValidationResultCode>0", 0)],
    ["of the document in it", after("<cbc:IssueDate>", document)],
    ["of the answer in it", after("<cbc:IssueDate>", answer)],
  ];
}

/** The same bytes, with another digit at one place of the text. */
function changeDigit(bytes: Uint8Array, container: string, at: number): Uint8Array {
  const changed = bytes.slice();
  changed[Buffer.byteLength(container.slice(0, at))] = (container[at] === "4" ? "5" : "4").charCodeAt(0);
  return changed;
}

/** A document of the authority's schema, and everything else that a container must hold. */
export async function findFaults(
  folder: string,
  validated: Validated,
  signer: Signer,
  schema = loadSchema("AttachedDocument"),
): Promise<readonly string[]> {
  const files = await signFiles(validated, signer);
  const bytes = await signContainer(files, signer);
  const container = decodeFile(bytes);
  const [document, response] = [decodeFile(files.xml), decodeFile(files.response)];
  const faults: (string | undefined)[] = schema.findFaults(bytes).map((fault) => `schema: ${fault}`);
  const check = (name: string, fault: string | undefined) => {
    if (fault !== undefined) faults.push(`${name}: ${fault}`);
  };
  const sections = listSections(container);
  check("sections", sections[0] === document && sections[1] === response ? undefined : "not byte for byte");
  const embedded = readEmbedded(container);
  check("read back", embedded.length === 2 && embedded[0] === document ? undefined : "another document");
  check("outer signature", findSignatureFault(folder, bytes));
  check("outer signature after a rewrite", findSignatureFault(folder, rewriteSections(container)));
  check("document", findSignatureFault(folder, embedded[0] ?? ""));
  check("answer", findSignatureFault(folder, (embedded[1] ?? "").replace(/^\uFEFF/, "")));
  check("repeat", Buffer.compare(bytes, await signContainer(files, signer)) === 0 ? undefined : "other bytes");
  check("zip", unpack(folder, bytes));
  for (const [place, at] of listPlaces(container)) {
    const isCaught = at > 0 && findSignatureFault(folder, changeDigit(bytes, container, at)) !== undefined;
    check(`one changed byte ${place}`, isCaught ? undefined : "verifies all the same");
  }
  return faults.filter((fault) => fault !== undefined);
}
