// Lists every answer that the authority's data contract allows, as a product of its parts, and decides what each cell of it
// means and why.
import {
  ABSENT,
  BATCH_IN_PROCESS,
  DUPLICATE,
  EARLY_REJECTIONS,
  IN_PROCESS,
  nameDuplicate,
  PROCESSED,
  REFUSED_AT_DOOR,
  REJECTED,
  TROUBLES,
} from "../support/field-text.ts";
import { printApplicationResponse, type StatusFields } from "../support/status-answer.ts";
import type { OutcomeClass } from "./behaviour.ts";

const OTHER_KEY = "ef".repeat(48);
const NOTICE = "Regla: FAJ44a, Notificación: Nit no registrado.";

/** The parts of an answer, each with the values that it takes. */
const PARTS = {
  operation: ["SendBillSync", "GetStatus", "GetStatusZip"],
  code: ["00", "99", "66", "89", "90", "98", "94", "0", "", "2"],
  isValid: ["true", "false"],
  key: ["absent", "ours", "another's"],
  rules: [
    "none",
    "notice",
    "named",
    "bare",
    "free text",
    "code of another form",
    "90",
    "90 naming ours",
    "90 naming another's",
    "90 and named",
  ],
  text: ["", PROCESSED, REJECTED, ABSENT, ...TROUBLES, IN_PROCESS, BATCH_IN_PROCESS, ...REFUSED_AT_DOOR.slice(0, 2)],
  /** Its ApplicationResponse. */
  response: ["absent", "04 of ours"],
} as const;

type Part = keyof typeof PARTS;
export type Cell = { readonly [P in Part]: (typeof PARTS)[P][number] };

interface Decision {
  /** Values of the parts that matter; a part that is left out may be anything. */
  readonly when: { readonly [P in Part]?: readonly Cell[P][] };
  readonly outcome: OutcomeClass;
  readonly because: string;
}

const REJECTING: readonly Cell["rules"][] = ["named", "bare"];
const DUPLICATES: readonly Cell["rules"][] = ["90", "90 naming ours", "90 naming another's"];
const UNNAMED: readonly Cell["rules"][] = ["none", "notice", "free text", "code of another form"];
const NO_DUPLICATE: readonly Cell["rules"][] = [...UNNAMED, ...REJECTING];
/** Without an ApplicationResponse, which only a verdict has. */
const BARE = { response: ["absent"] } as const;
/** Words after which nothing is there; the others leave room for it. */
const SILENT: readonly Cell["text"][] = ["", REJECTED, TROUBLES[0], ...REFUSED_AT_DOOR.slice(0, 2)];
const SENDING = ["SendBillSync"] as const;
const QUESTIONS = ["GetStatus", "GetStatusZip"] as const;

/** The first that fits decides; the last fits all. */
export const DECISIONS: readonly Decision[] = [
  {
    when: { key: ["another's"], code: ["99"], isValid: ["false"], rules: ["90", "90 naming another's"], ...BARE },
    outcome: "number-taken",
    because: "numbers are looked up before anything is kept: the answer names the document that has ours",
  },
  { when: { key: ["another's"] }, outcome: "unknown", because: "it speaks of another document" },
  {
    when: { code: ["00"], isValid: ["true"], key: ["ours"], rules: ["none", "notice", "free text", "bare"], ...BARE },
    outcome: "accepted",
    because: "every part says yes of our document; a text without a word of severity takes the side of its verdict",
  },
  { when: { isValid: ["true"] }, outcome: "unknown", because: "yes without all of its parts contradicts itself" },
  { when: { code: ["00"] }, outcome: "unknown", because: "no under the status of yes contradicts itself" },
  {
    when: { code: ["89"], operation: SENDING, key: ["absent"], rules: NO_DUPLICATE, text: SILENT, ...BARE },
    outcome: "not-processed",
    because: "status 89 is said before anything is kept",
  },
  {
    when: { code: ["89"] },
    outcome: "unknown",
    because: "to a question, of our document, beside rule 90 or in words of something that is there it proves nothing",
  },
  {
    when: { code: ["99", "66"], operation: SENDING, key: ["absent"], rules: REJECTING, ...BARE },
    outcome: "rejected",
    because: "a named rejection before the file was read (schema, size, mandatory fields): it can never be accepted",
  },
  {
    when: { code: ["99"], key: ["absent"], rules: NO_DUPLICATE, text: SILENT, ...BARE },
    outcome: "refused-unnamed",
    because: "refused, and neither which document nor by which rule: never a verdict, but two people may act on it",
  },
  {
    when: { code: ["99", "66"], operation: SENDING, key: ["absent"] },
    outcome: "unknown",
    because: "without a named rule, or beside rule 90, it does not say what became of the document",
  },
  {
    when: { code: ["66"], operation: QUESTIONS, key: ["absent"], rules: ["none"], text: [ABSENT], ...BARE },
    outcome: "absent",
    because: "the one sentence that says that there is no such document",
  },
  {
    when: { code: ["66"], operation: QUESTIONS },
    outcome: "unknown",
    because: "a trouble of its own: the document may be there",
  },
  {
    when: { code: ["99"], key: ["absent"] },
    outcome: "unknown",
    because: "a verdict must name the document that was asked about",
  },
  { when: { code: ["99", "66"], rules: REJECTING }, outcome: "rejected", because: "a named rejection of our document" },
  {
    when: { code: ["99", "66"], rules: ["90 and named"], operation: ["GetStatus"] },
    outcome: "rejected",
    because: "asked by our own key, a rejection beside rule 90 is of our document",
  },
  {
    when: { code: ["99", "66"], rules: [...DUPLICATES, "90 and named"] },
    outcome: "duplicate",
    because: "processed before: a question by our key shows with which verdict",
  },
  {
    when: { code: ["99", "66"], response: ["04 of ours"] },
    outcome: "rejected",
    because: "signed, of our document, and no rule 90: the verdict, whatever the form of its rules",
  },
  {
    when: { code: ["99"], text: SILENT },
    outcome: "refused-unnamed",
    because: "our document is refused by no rule that is named: no verdict, but two people may act on it",
  },
  { when: { code: ["99", "66"] }, outcome: "unknown", because: "no named rule rejected it" },
  { when: { code: ["98"] }, outcome: "processing", because: "it has the document in hand" },
  {
    when: { code: ["0", ""], text: [IN_PROCESS, BATCH_IN_PROCESS] },
    outcome: "processing",
    because: "it has the batch in hand",
  },
  { when: {}, outcome: "unknown", because: "a status that says nothing of the document" },
];

/** Every cell of the product, with the decision about it. */
export function listCells(): readonly { readonly cell: Cell; readonly decision: Decision }[] {
  const cells = (Object.keys(PARTS) as Part[]).reduce<readonly object[]>(
    (partial, part) => partial.flatMap((cell) => PARTS[part].map((value) => ({ ...cell, [part]: value }))),
    [{}],
  ) as readonly Cell[];
  return cells.map((cell) => ({ cell, decision: decide(cell) }));
}

function decide(cell: Cell): Decision {
  const fits = ({ when }: Decision) =>
    (Object.keys(when) as Part[]).every((part) => (when[part] as readonly string[] | undefined)?.includes(cell[part]));
  const decision = DECISIONS.find(fits);
  if (decision === undefined) throw new Error("the last decision fits every cell");
  return decision;
}

/** The answer of a cell about a document. */
export function toFields({ code, isValid, key, rules, text, response }: Cell, ourKey: string): StatusFields {
  const keys = { absent: null, ours: ourKey, "another's": OTHER_KEY };
  const [named = "", bare = ""] = [EARLY_REJECTIONS[2], EARLY_REJECTIONS[3]];
  const lists: Readonly<Record<Cell["rules"], readonly string[]>> = {
    none: [],
    notice: [NOTICE],
    named: [NOTICE, named],
    bare: [bare],
    "free text": ["El archivo no es legible"],
    "code of another form": ["Regla: NOTREFPLGNS, Rechazo: La referencia no es legible."],
    "90": [DUPLICATE],
    "90 naming ours": [nameDuplicate(ourKey)],
    "90 naming another's": [nameDuplicate(OTHER_KEY)],
    "90 and named": [DUPLICATE, named],
  };
  const applicationResponse = response === "absent" ? null : printApplicationResponse("04", ourKey);
  return { isValid, statusCode: code, description: text, rules: lists[rules], key: keys[key], applicationResponse };
}

/** The parts of an upload's answer, which has no status. */
const UPLOAD_PARTS = {
  zipKey: ["absent", "present"],
  files: ["none", "refused", "refused and received", "received"],
  key: ["absent", "ours"],
  message: ["nothing", "words", "named", "90"],
} as const;
type UploadPart = keyof typeof UPLOAD_PARTS;
export type UploadCell = { readonly [P in UploadPart]: (typeof UPLOAD_PARTS)[P][number] };

interface UploadDecision {
  readonly when: { readonly [P in UploadPart]?: readonly UploadCell[P][] };
  readonly outcome: OutcomeClass;
  readonly because: string;
}

/** What SendBillAsync and SendTestSetAsync are answered with; the first that fits decides. */
export const UPLOAD_DECISIONS: readonly UploadDecision[] = [
  {
    when: { zipKey: ["present"], files: ["none", "received"] },
    outcome: "acknowledged",
    because: "the batch has a ZipKey, and no file of it was refused",
  },
  {
    when: { zipKey: ["absent"], files: ["refused"], key: ["absent"], message: ["named"] },
    outcome: "rejected",
    because: "a named rejection before the file was read: it can never be accepted",
  },
  {
    when: { zipKey: ["absent"], files: ["refused"], key: ["absent"], message: ["words"] },
    outcome: "not-processed",
    because: "refused in words without a ZipKey and without a document: nothing was kept",
  },
  { when: {}, outcome: "unknown", because: "neither acknowledged nor refused beyond doubt" },
];

/** Every cell of an upload's answer, with the decision about it. */
export function listUploadCells(): readonly { readonly cell: UploadCell; readonly decision: UploadDecision }[] {
  const cells = (Object.keys(UPLOAD_PARTS) as UploadPart[]).reduce<readonly object[]>(
    (partial, part) => partial.flatMap((cell) => UPLOAD_PARTS[part].map((value) => ({ ...cell, [part]: value }))),
    [{}],
  ) as readonly UploadCell[];
  return cells.map((cell) => {
    const fits = ({ when }: UploadDecision) =>
      (Object.keys(when) as UploadPart[]).every((part) =>
        (when[part] as readonly string[] | undefined)?.includes(cell[part]),
      );
    const decision = UPLOAD_DECISIONS.find(fits);
    if (decision === undefined) throw new Error("the last decision fits every cell");
    return { cell, decision };
  });
}

/** The content of an upload's result in a cell. */
export function toUploadContent({ zipKey, files, key, message }: UploadCell, ourKey: string): string {
  const words = {
    nothing: "",
    words: REFUSED_AT_DOOR[0],
    named: EARLY_REJECTIONS[1],
    "90": `Documento procesado anteriormente con trackId: ${OTHER_KEY}`,
  }[message];
  const documentKey = key === "ours" ? `<c:DocumentKey>${ourKey}</c:DocumentKey>` : '<c:DocumentKey i:nil="true"/>';
  const item = (isSuccess: boolean) =>
    `<c:XmlParamsResponseTrackId>${documentKey}<c:ProcessedMessage>${words}</c:ProcessedMessage><c:Success>${isSuccess}</c:Success></c:XmlParamsResponseTrackId>`;
  const items = {
    none: "",
    refused: item(false),
    "refused and received": item(false) + item(true),
    received: item(true),
  };
  const contract = 'xmlns:c="http://schemas.datacontract.org/2004/07/XmlParamsResponseTrackId"';
  const zip = zipKey === "present" ? "<b:ZipKey>1350f01d-3d19</b:ZipKey>" : '<b:ZipKey i:nil="true"/>';
  return `<b:ErrorMessageList ${contract}>${items[files]}</b:ErrorMessageList>${zip}`;
}
