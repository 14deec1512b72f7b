// Builds the container (AttachedDocument) for the buyer, which embeds the signed document and the authority's answer byte for byte.
import { environmentCode } from "../domain/document/fiscal-id.ts";
import type { DateAndTime, SignedDocument, SignedParty } from "../domain/document/signed-document.ts";
import { attributes, element, escapeText, group, text } from "../xml/element.ts";
import type { DocumentXml } from "./frame.ts";
import { readSignedDocument, readValidation } from "./read-document.ts";
import {
  AUTHORITY_NAME,
  CONTAINER_CUSTOMIZATION,
  CONTAINER_PROFILE,
  CONTAINER_ROOT,
  CONTAINER_TYPE,
  identificationAttributes,
  UBL_VERSION,
  VALIDATED,
} from "./wire-literal.ts";

/** The two archived files, as text. */
interface ContainerInput {
  /** The signed document. */
  readonly document: string;
  /** The ApplicationResponse that the authority answered. */
  readonly response: string;
}

/** A container before it is signed. */
interface ContainerXml {
  /** What is signed: the embedded files are escaped text in it. */
  readonly signed: DocumentXml;
  /** What is written after the signature in place of `signed.tail`: the same with the embedded files as CDATA, byte for byte. */
  readonly writtenTail: string;
  /** Date and time of the container and of its signature: those of the authority's answer. */
  readonly issued: DateAndTime;
}

const OPENING = "<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent>";
const CLOSING = "</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>";

/**
 * Builds a container from the two files alone; the same files always give the same text. Escaped text and CDATA have one
 * canonical form, so what is signed over the first verifies with the second, which some readers search for in the raw text.
 * @throws XmlRefused when one of the files is not what it should be.
 */
export function buildContainerXml({ document, response }: ContainerInput): ContainerXml {
  const facts = readSignedDocument(document);
  const issued = readValidation(response, facts.fiscalId);
  const build = (embed: (file: string) => string) => buildContent(facts, issued, embed(document), embed(response));
  const { name, namespaces } = CONTAINER_ROOT;
  return {
    signed: {
      head: `<${name}${namespaces}>${OPENING}`,
      tail: `${CLOSING}${build(escapeFile)}</${name}>`,
      rootNamespaces: namespaces,
    },
    writtenTail: `${CLOSING}${build(toCdata)}</${name}>`,
    issued,
  };
}

/** A file as its reader will see it: CDATA cannot carry a CR, which XML reads as a line feed. */
function escapeFile(file: string): string {
  return escapeText(file.replace(/\r\n?/g, "\n"));
}

/** The file unchanged; a `]]>` inside is split over two sections. */
function toCdata(file: string): string {
  return `<![CDATA[${file.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

/** From UBLVersionID on, in the order of the schema. */
function buildContent(facts: SignedDocument, issued: DateAndTime, document: string, response: string): string {
  return (
    text("cbc:UBLVersionID", UBL_VERSION) +
    text("cbc:CustomizationID", CONTAINER_CUSTOMIZATION) +
    text("cbc:ProfileID", CONTAINER_PROFILE) +
    text("cbc:ProfileExecutionID", environmentCode(facts.environment)) +
    text("cbc:ID", facts.number) +
    text("cbc:IssueDate", issued.date) +
    text("cbc:IssueTime", issued.time) +
    text("cbc:DocumentType", CONTAINER_TYPE) +
    text("cbc:ParentDocumentID", facts.number) +
    buildParty("cac:SenderParty", facts.supplier) +
    buildParty("cac:ReceiverParty", facts.customer) +
    buildAttachment(document) +
    group("cac:ParentDocumentLineReference", [text("cbc:LineID", "1"), buildReference(facts, issued, response)])
  );
}

function buildReference(facts: SignedDocument, issued: DateAndTime, response: string): string {
  return group("cac:DocumentReference", [
    text("cbc:ID", facts.number),
    text("cbc:UUID", facts.fiscalId, attributes({ schemeName: `${facts.fiscalIdKind}-SHA384` })),
    text("cbc:IssueDate", facts.issued.date),
    text("cbc:DocumentType", "ApplicationResponse"),
    buildAttachment(response),
    group("cac:ResultOfVerification", [
      text("cbc:ValidatorID", AUTHORITY_NAME),
      text("cbc:ValidationResultCode", VALIDATED),
      text("cbc:ValidationDate", issued.date),
      text("cbc:ValidationTime", issued.time),
    ]),
  ]);
}

/** @param embedded finished text. */
function buildAttachment(embedded: string): string {
  const reference = group("cac:ExternalReference", [
    text("cbc:MimeCode", "text/xml"),
    text("cbc:EncodingCode", "UTF-8"),
    element("cbc:Description", embedded),
  ]);
  return element("cac:Attachment", reference);
}

/** A party of the container: its tax scheme directly below, as it was signed. */
function buildParty(name: string, party: SignedParty): string {
  const scheme = group("cac:PartyTaxScheme", [
    text("cbc:RegistrationName", party.name),
    text("cbc:CompanyID", party.identificationNumber, identificationOf(party)),
    text("cbc:TaxLevelCode", party.taxLevelCode),
    group("cac:TaxScheme", [text("cbc:ID", party.taxSchemeCode), text("cbc:Name", party.taxSchemeName)]),
  ]);
  return element(name, scheme);
}

function identificationOf({ identificationType, checkDigit }: SignedParty): string {
  return identificationAttributes(identificationType ?? undefined, checkDigit ?? undefined);
}
