// Prices a note: the whole corrected document, or the lines that were asked for, within what is left of it.
import { isUnit } from "../catalogue/catalogue.ts";
import type { Company } from "../company.ts";
import type {
  CorrectableDocument,
  DocumentCommon,
  DocumentLine,
  Note,
  NoteAllowance,
  NoteLine,
} from "../document/document.ts";
import type { InvoiceLineDraft, SupportLineDraft } from "../draft/draft.ts";
import type { LineCorrectionDraft, NoteDraft } from "../draft/note-draft.ts";
import { addAllowances } from "../invoice/invoice.ts";
import { isPaidLine, priceLine } from "../invoice/invoice-line.ts";
import { KINDS } from "../kind.ts";
import { withReferencePrice } from "../price/document-allowance.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { Refusal, refuseNote } from "../refusal/refusal.ts";
import { priceSupportLine, resolveCostCenter } from "../support/support-line.ts";
import { findSumFault, type Settling, settleSums, sumAmounts, sumTaxes } from "../tax/tax.ts";
import { withoutUnitBases } from "../ticket/ticket.ts";
import { addAmounts, compare, decimal, isZero, MOST_TOTAL } from "../value/decimal.ts";
import { isPaidAsWhole } from "./line-share.ts";
import { copyAllowances, resolveNoteAllowances } from "./note-allowance.ts";
import { ANNULMENT, findBalance, findLineRests, isLowering, type LineRest, takeFrom } from "./note-balance.ts";
import { copyLine, creditLine, debitLine, ownLine } from "./note-line.ts";
import type { Correctable } from "./note-reference.ts";

/** Lines, taxes, discounts, charges and totals of a note. */
interface NoteContent extends Pick<DocumentCommon, "taxes" | "totals"> {
  readonly lines: readonly NoteLine[];
  readonly allowances?: readonly NoteAllowance[];
}

interface ContentContext {
  /** Null: the document is not known here, or a period is corrected. */
  readonly correctable: Correctable | null;
  readonly concept: Note["concept"];
  readonly company: Pick<Company, "costCenters">;
  readonly today: string;
  readonly problems: ProblemList;
}

/** Whether a note with this concept annuls the document; of debit notes the same code says something else. */
export function isAnnulment(typeCode: Note["typeCode"], conceptCode: string): boolean {
  return KINDS[typeCode].effect === "lowers" && conceptCode === ANNULMENT;
}

/**
 * The content of the note. An annulment repeats its document to the cent, document-level discounts and charges included; a note
 * on single lines carries their share of the discounts, the charges that it names, and its own. Problems with what is the note's
 * own go to `problems`; the content is then unusable.
 * @throws Refusal when lines are missing, unknown or more than what is left, or are not the whole that an annulment needs.
 */
export function resolveContent(draft: NoteDraft, context: ContentContext): NoteContent {
  const { correctable, concept, problems } = context;
  const known = correctable !== null;
  if (known && isAnnulment(draft.typeCode, concept.code)) return annul(draft, correctable, context);
  if (draft.lines === null && known && isCredit(draft)) {
    const extra = findExtra(draft);
    if (extra !== undefined) throw new Refusal({ reason: "needs-lines", field: [extra] });
    return withinBalance(draft, withValue(draft, copyDocument(correctable.document)), correctable);
  }
  const lines = settleLines(draft, resolveLines(draft, context), correctable);
  if (lines.length === 0 && problems.count === 0) {
    throw new Refusal({ reason: "required-in-note", field: ["lines"] });
  }
  const ofLines = addUp(lines);
  if (problems.count > 0) return ofLines;
  const allowances = resolveNoteAllowances(draft, { correctable, lines, totals: ofLines.totals, problems });
  const content = { ...ofLines, allowances, totals: addAllowances(ofLines.totals, allowances) };
  if (problems.count > 0) return content;
  // Only what annuls a document of 0.00 may be of 0.00 itself, also one that is not kept here.
  const isZeroAllowed = isAnnulment(draft.typeCode, concept.code);
  return withinBalance(draft, isZeroAllowed ? content : withValue(draft, content), correctable);
}

function isCredit({ typeCode }: Pick<NoteDraft, "typeCode">): boolean {
  return KINDS[typeCode].effect === "lowers";
}

/** @throws Refusal when its total is 0.00. */
function withValue({ typeCode: noteType }: NoteDraft, content: NoteContent): NoteContent {
  if (isZero(decimal(content.totals.total))) {
    throw new Refusal({ reason: "nothing-to-credit", field: ["claimedTotal"], noteType });
  }
  return content;
}

/** What a note on the whole document must not say beside it. */
function findExtra(draft: NoteDraft): "discounts" | "charges" | "areDiscountsShared" | undefined {
  if (draft.typeCode === "95") return undefined;
  if (draft.discounts.length > 0) return "discounts";
  if (draft.charges.length > 0) return "charges";
  return isCredit(draft) && !draft.areDiscountsShared ? "areDiscountsShared" : undefined;
}

function annul(draft: NoteDraft, correctable: Correctable, context: ContentContext): NoteContent {
  const refuse = (because: "lines" | "other-notes" | "allowances") =>
    new Refusal({ reason: "concept-needs-whole", field: ["concept"], because });
  if (correctable.notes.some(isLowering)) throw refuse("other-notes");
  if (findExtra(draft) !== undefined) throw refuse("allowances");
  if (draft.lines !== null && !isWhole(resolveLines(draft, context), correctable.document)) throw refuse("lines");
  return copyDocument(correctable.document);
}

/** Every line exactly once and whole, and no other line. */
function isWhole(lines: readonly NoteLine[], document: CorrectableDocument): boolean {
  const taken = lines.map(({ corrects, base }) => `${corrects?.line} ${corrects?.quantity} ${base}`).sort();
  const whole = document.lines.map(({ number, quantity, base }) => `${number} ${quantity} ${base}`).sort();
  return taken.length === whole.length && taken.every((line, i) => line === whole[i]);
}

function copyDocument({ lines, taxes, totals, allowances = [] }: CorrectableDocument): NoteContent {
  return {
    lines: lines.map((line, index) => copyLine(line, index + 1)),
    taxes,
    allowances: copyAllowances(allowances),
    totals: { ...totals, withheld: "0.00", netPayable: totals.total },
  };
}

function addUp(lines: readonly NoteLine[]): NoteContent {
  const taxes = sumTaxes(lines);
  const fault = findSumFault(taxes);
  if (fault !== undefined) throw new Refusal({ ...fault, field: ["lines"] });
  const subtotal = sumAmounts(lines, "base");
  const taxAmount = sumAmounts(taxes, "amount");
  const total = addAmounts([subtotal, taxAmount]);
  const taxableBase = sumAmounts(taxes, "base");
  return {
    lines,
    taxes,
    totals: { subtotal, taxableBase, taxes: taxAmount, total, withheld: "0.00", netPayable: total },
  };
}

/** VLR02 for this note, and the sum of all notes, which the authority does not check. */
function withinBalance(draft: NoteDraft, content: NoteContent, correctable: Correctable | null): NoteContent {
  const { total } = content.totals;
  if (compare(decimal(total), MOST_TOTAL) > 0) {
    throw new Refusal({ reason: "total-too-large", field: ["claimedTotal"], total, most: MOST_TOTAL.toFixed() });
  }
  if (correctable === null || !isCredit(draft)) return content;
  const balance = findBalance(correctable.document.totals.total, correctable.notes);
  if (compare(decimal(total), decimal(balance.available)) > 0) {
    throw refuseNote(draft.typeCode, { reason: "exceeds-balance", ...balance, requested: total });
  }
  return content;
}

function resolveLines(draft: NoteDraft, context: ContentContext): readonly NoteLine[] {
  const { correctable } = context;
  const sources = correctable === null ? [] : correctable.document.lines;
  const rests = new Map(correctable === null ? [] : findLineRests(sources, correctable.notes));
  const lines: NoteLine[] = [];
  const addOwn = (line: DocumentLine | undefined) => {
    if (line !== undefined) lines.push(ownLine(line));
  };
  const correct = (asked: LineCorrectionDraft, index: number) => {
    const source = sources.find(({ number }) => number === asked.line);
    const rest = rests.get(asked.line);
    if (source === undefined || rest === undefined) {
      const known = sources.map(({ number }) => number);
      throw new Refusal({ reason: "line-unknown", field: ["lines", index, "line"], line: asked.line, lines: known });
    }
    lines.push(correctLine(draft, { source, rest, asked, index }, rests));
  };
  if (draft.typeCode === "95") {
    draft.lines?.forEach((line, index) => {
      if (line.type === "own") addOwn(priceOwnSupportLine(line.item, index, context));
      else correct(line, index);
    });
  } else {
    draft.lines?.forEach((line, index) => {
      if (line.type === "own") addOwn(priceOwnLine(line.item, index, context));
      else correct(line, index);
    });
  }
  return lines;
}

/**
 * The taxes of own lines, as those of an invoice: hundreds may all err to the same side. Of what is paid back at the price paid a
 * cent may move between base and tax, never what is paid.
 */
function settleLines(
  draft: NoteDraft,
  lines: readonly NoteLine[],
  correctable: Correctable | null,
): readonly NoteLine[] {
  const settlingOf = ({ number, corrects }: NoteLine): Settling => {
    const asked = draft.lines?.[number - 1];
    if (asked?.type === "correction") {
      const source = correctable?.document.lines.find((line) => line.number === corrects?.line);
      return source !== undefined && isPaidAsWhole(source) ? "paid" : "fixed";
    }
    return asked !== undefined && "taxIncluded" in asked.item && isPaidLine(asked.item, false) ? "paid" : "on-top";
  };
  const settled = settleSums(lines, settlingOf).map(withReferencePrice);
  return KINDS[draft.typeCode].module === "dee" ? settled.map(withoutUnitBases) : settled;
}

interface Correction {
  readonly source: DocumentLine;
  readonly rest: LineRest;
  readonly asked: LineCorrectionDraft;
  readonly index: number;
}

/** A line may be corrected twice in one note: the second finds what the first has left. */
function correctLine(
  draft: NoteDraft,
  { source, rest, asked, index }: Correction,
  rests: Map<number, LineRest>,
): NoteLine {
  if (!isCredit(draft)) return debitLine(source, asked, index);
  const line = creditLine(source, rest, asked, index);
  const quantity = line.corrects?.quantity ?? "0";
  rests.set(source.number, takeFrom(rest, { quantity, base: line.base, taxes: line.taxes }));
  return line;
}

function priceOwnLine(item: InvoiceLineDraft, index: number, { problems }: ContentContext): DocumentLine | undefined {
  return priceLine(item, index, { firstNumber: 1, isByUnit: false }, problems);
}

function priceOwnSupportLine(
  item: SupportLineDraft,
  index: number,
  { company, today, problems }: ContentContext,
): DocumentLine | undefined {
  if (!isUnit(item.unitCode)) {
    throw new Refusal({ reason: "unit-unknown", field: ["lines", index, "unitCode"], value: item.unitCode });
  }
  const costCenterId = resolveCostCenter(item, index, company.costCenters, problems);
  const line = priceSupportLine(item, index, today, problems);
  return line === undefined ? undefined : { ...line, costCenterId };
}
