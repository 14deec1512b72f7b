// Turns the tables of single changes into cases: a name, the file to send, and the rule that must be among the rejections.
import { type Harm, makeDocument, type Secrets } from "./document-maker.ts";
import { drop, type Found, repeat, scanElements, setAttribute, setContent, swapWithNext } from "./element-scan.ts";
import {
  CHANGES_BOTH,
  CHANGES_GENERAL,
  CHANGES_INVOICE,
  CHANGES_OTHER,
  CHANGES_SUPPORT,
  type Change,
} from "./mutation-change.ts";
import { DROPS_BOTH, DROPS_INVOICE, DROPS_OTHER, DROPS_SUPPORT, REQUIRED } from "./mutation-drop.ts";
import { SIGNATURE_CASES } from "./mutation-signature.ts";
import type { Signer } from "./soap-client.ts";

export interface MutationCase {
  readonly kind: "drop" | "repeat" | "reorder" | "change" | "signature" | "tamper";
  readonly sample: string;
  readonly name: string;
  readonly rule: string;
  readonly make: () => string;
}

export interface Source {
  /** Reads a sample by name. */
  readonly read: (name: string, kind: "signed" | "unsigned") => string;
  readonly secrets: Secrets;
  readonly signer: Signer;
}

const INVOICE = "fe01-retenciones";
const STANDARD = "fe01-estandar-iva19-iva5-excluido";
const SUPPORT = "ds05-residente-usd-dos-tarifas";

/** Elements that the schema lets repeat: what becomes of them is a matter of other rules. */
const REPEATABLE =
  /(UBLExtension|Note|AdditionalAccountID|PartyIdentification|PartyName|PartyTaxScheme|PartyLegalEntity|AddressLine|PaymentMeans|PaymentID|TaxTotal|TaxSubtotal|AllowanceCharge|AllowanceChargeReason|InvoiceLine|InvoicePeriod|Description|DescriptionCode|AdditionalDocumentReference)$/;

/** Every case, in the order of the tables. */
export function listMutations(source: Source): MutationCase[] {
  const made = (sample: string, harm: Harm) => (): string =>
    makeDocument(source.read(sample, "unsigned"), source.secrets, source.signer, harm);
  return [
    ...listDrops(source, made),
    ...listStructure(source, made),
    ...listChanges(made),
    ...listSignatures(source, made),
  ];
}

type Maker = (sample: string, harm: Harm) => () => string;

function has(source: Source, sample: string, path: string): boolean {
  return scanElements(source.read(sample, "unsigned")).some((one) => one.path === path);
}

function listDrops(source: Source, made: Maker): MutationCase[] {
  const one = (sample: string, rule: string, path: string): MutationCase => ({
    kind: "drop",
    sample,
    name: path,
    rule,
    make: made(sample, { before: (xml) => drop(xml, path) }),
  });
  const cases: MutationCase[] = [];
  for (const sample of [INVOICE, SUPPORT]) {
    cases.push(...REQUIRED.filter((path) => has(source, sample, path)).map((path) => one(sample, "ZB01", path)));
  }
  const each = (table: Readonly<Record<string, readonly string[]>>, sample: string, prefix: string): void => {
    for (const [rule, paths] of Object.entries(table)) {
      cases.push(
        ...paths.map((path) =>
          one(path === "cac:InvoiceLine" && sample === INVOICE ? STANDARD : sample, prefix + rule, path),
        ),
      );
    }
  };
  each(DROPS_BOTH, INVOICE, "F");
  each(DROPS_BOTH, SUPPORT, "DS");
  each(DROPS_INVOICE, INVOICE, "");
  each(DROPS_SUPPORT, SUPPORT, "");
  return [...cases, ...DROPS_OTHER.map(([sample, rule, path]) => one(sample, rule, path))];
}

/** Repetitions and swaps that the schema forbids, found by looking at the samples. */
function listStructure(source: Source, made: Maker): MutationCase[] {
  const cases: MutationCase[] = [];
  for (const sample of [INVOICE, SUPPORT]) {
    const elements = scanElements(source.read(sample, "unsigned")).filter((one) => one.index === 0);
    for (const one of elements) {
      if (!REPEATABLE.test(one.name)) {
        const harm: Harm = { after: (xml) => repeat(xml, one.path) };
        cases.push({ kind: "repeat", sample, name: one.path, rule: "ZB01", make: made(sample, harm) });
      }
      const next = nextSibling(elements, one);
      if (!next || next.name === one.name || one.path === "ext:UBLExtensions") continue;
      const harm: Harm = { after: (xml) => swap(xml, one.path, next.path) };
      cases.push({
        kind: "reorder",
        sample,
        name: `${one.path} <> ${next.name}`,
        rule: "ZB01",
        make: made(sample, harm),
      });
    }
  }
  return cases;
}

function nextSibling(elements: readonly Found[], one: Found): Found | undefined {
  return elements.find((other) => other.parent === one.parent && other.start === one.end);
}

function swap(xml: string, path: string, nextPath: string): string {
  const elements = scanElements(xml);
  const one = elements.find((found) => found.path === path);
  const next = elements.find((found) => found.path === nextPath && found.start > (one?.start ?? 0));
  if (!one || !next) throw new Error(`the document has no ${path} before ${nextPath}`);
  return swapWithNext(xml, one, next);
}

function apply(xml: string, change: Change): string {
  if (change.attribute !== undefined) return setAttribute(xml, change.path, change.attribute, change.value);
  return setContent(xml, change.path, change.value ?? "");
}

/** UUID and QR are written by the hashing; changes of them must come after it. */
function harmOf(change: Change): Harm {
  return change.path === "cbc:UUID" ? { after: (xml) => apply(xml, change) } : { before: (xml) => apply(xml, change) };
}

function listChanges(made: Maker): MutationCase[] {
  const one = (sample: string, prefix: string, change: Change): MutationCase => ({
    kind: "change",
    sample,
    name: `${change.path}${change.attribute === undefined ? "" : `/@${change.attribute}`} = ${change.value ?? "nothing"}`,
    rule: prefix + change.rule,
    make: made(sample, harmOf(change)),
  });
  return [
    ...CHANGES_BOTH.map((change) => one(INVOICE, "F", change)),
    ...CHANGES_BOTH.map((change) => one(SUPPORT, "DS", change)),
    ...CHANGES_GENERAL.map((change) => one(INVOICE, "", change)),
    ...CHANGES_GENERAL.map((change) => one(SUPPORT, "", change)),
    ...CHANGES_INVOICE.map((change) => one(STANDARD, "", change)),
    ...CHANGES_SUPPORT.map((change) => one(SUPPORT, "", change)),
    ...CHANGES_OTHER.map(([sample, change]) => one(sample, "", change)),
  ];
}

function listSignatures(_source: Source, made: Maker): MutationCase[] {
  const support = (rule: string): string => (rule.startsWith("FA") ? `DS${rule.slice(1)}` : rule);
  return [STANDARD, SUPPORT].flatMap((sample) =>
    SIGNATURE_CASES.filter((one) => sample === STANDARD || !one.name.includes("payable")).map((one) => ({
      kind: "signature" as const,
      sample,
      name: one.name,
      rule: sample === SUPPORT ? support(one.rule) : one.rule,
      make: made(sample, one.harm),
    })),
  );
}

/** Small changes to finished files, of every sample, under the old signature. */
export function listTampering(source: Source, samples: readonly string[]): MutationCase[] {
  const harms: readonly (readonly [rule: string, name: string, from: RegExp, to: string])[] = [
    ["DC09", "an amount", /(<cbc:PayableAmount[^>]*>)\d/, "$19"],
    ["DC09", "a date", /(<cbc:IssueDate>\d{4}-\d\d-\d)\d/, "$10"],
    ["DC09", "an attribute", / schemeName="31"/, ' schemeName="13"'],
    ["DC09", "a space in a name", /(<cbc:RegistrationName>\S+) /, "$1  "],
    ["DC15", "the signing time", /(<xades:SigningTime>[^<]*)12/, "$113"],
    ["DC12", "the certificate", /(<ds:X509Certificate>M)./, "$1J"],
    ["DC16", "the signature value", /(<ds:SignatureValue[^>]*>)./, "$1="],
    ["ZE02", "a digest", /(<ds:DigestValue>)./, "$1="],
  ];
  return samples.flatMap((sample) =>
    harms.map(([rule, name, from, to]) => ({
      kind: "tamper" as const,
      sample,
      name,
      rule,
      make: () => source.read(sample, "signed").replace(from, to),
    })),
  );
}
