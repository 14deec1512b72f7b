// Sells something at random, returns it in random parts until nothing is left, and reckons beside the product what was paid back.
import type { AllowanceCharge, DocumentLine, Invoice, Note, TaxSubtotal } from "../../src/domain/document/document.ts";
import type { InvoiceLineDraft } from "../../src/domain/draft/draft.ts";
import type { InvoiceNoteDraft, LineCorrectionDraft, NoteChargeDraft } from "../../src/domain/draft/note-draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import type { EarlierNote } from "../../src/domain/note/note-balance.ts";
import { sumTakes } from "../../src/domain/note/note-takes.ts";
import type { Why } from "../../src/domain/refusal/problem.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { COMPANY, lineDraft, NOW_MS } from "../support/company.ts";
import { creditDraft, earlier, own, paidBack, resolve, targetOf, units } from "../support/note.ts";
import { createRandom, drawInteger, type Random } from "../support/random.ts";
import { cents, divide, scale, total, unscale } from "./cents.ts";
import { drawSale } from "./sale.ts";

const MOST_NOTES = 8;
/** FAX07, FAS07: pesos of difference, in cents. */
const TAX_TOLERANCE = 200n;

/** What became of one sale. */
export interface Life {
  /** The product refused to sell it. */
  readonly isRefused: boolean;
  readonly notes: number;
  /** What does not hold, in plain words. */
  readonly faults: readonly string[];
}

/** One sale and the notes on it; the same for the same seed. */
export function liveSale(seed: number): Life {
  const random = createRandom(seed);
  const draft = drawSale(random);
  let invoice: Invoice;
  try {
    invoice = priceInvoice(draft, COMPANY, NOW_MS);
  } catch (error) {
    if (error instanceof Refusal) return { isRefused: true, notes: 0, faults: [] };
    throw error;
  }
  const faults = [...checkDocument(invoice), ...checkPaid(invoice, draft.lines)];
  const ledger = new Ledger(invoice, faults);
  for (let turn = drawInteger(random, MOST_NOTES); turn > 0; turn -= 1) ledger.tryPart(random);
  ledger.giveBackTheRest();
  return { isRefused: false, notes: ledger.notes.length, faults };
}

/** The same notes, as the product reads them: what those took together that were accepted before the newest stands in the first. */
function sumAccepted(notes: readonly EarlierNote[]): readonly EarlierNote[] {
  const accepted = notes.slice(0, -1).filter(({ state }) => state === "aceptado");
  const [first] = accepted;
  const half = Math.floor(accepted.length / 2);
  const takes = sumTakes([sumTakes(accepted.slice(0, half)), ...accepted.slice(half)]);
  return notes.map((note) => {
    if (note === first) return { ...note, ...takes };
    return accepted.includes(note) ? { ...note, lines: [], allowances: [] } : note;
  });
}

/** The notes on one sale, with what they took. */
class Ledger {
  readonly notes: EarlierNote[] = [];
  readonly #invoice: Invoice;
  readonly #faults: string[];
  /** Lines of which a note lowered the price, or of which a return was rejected: what is left is no multiple of the price paid. */
  readonly #touched = new Set<number>();
  #isPlain = true;

  constructor(invoice: Invoice, faults: string[]) {
    this.#invoice = invoice;
    this.#faults = faults;
  }

  /** A note on some of what is left; it may be refused, where more is asked for than is left. */
  tryPart(random: Random): void {
    const lines = this.#drawLines(random);
    if (lines.length === 0) return;
    // Without its share a note may take what a charge adds to the balance, which then lacks it.
    const isCharged = (this.#invoice.allowances ?? []).some(({ isCharge }) => isCharge);
    const areDiscountsShared = isCharged || random() < 0.9;
    const charges = random() < 0.2 ? this.#returnCharges(drawInteger(random, 101)) : [];
    const note = this.#issue({ lines, areDiscountsShared, charges }, asksTooMuch);
    if (note === undefined) return;
    this.#isPlain &&= areDiscountsShared;
    this.#checkParts(note);
    this.#checkShares(note);
    const isRejected = random() < 0.1;
    for (const [place, { corrects }] of note.lines.entries()) {
      const isReturn = lines[place]?.unitPrice === null && lines[place]?.paidPrice === null;
      if (corrects !== null && (!isReturn || isRejected)) this.#touched.add(corrects.line);
    }
    this.#isPlain &&= !isRejected;
    this.notes.push(earlier(note, isRejected ? "rechazado" : "aceptado"));
  }

  /** Every unit and every charge that is left; what has no notes yet is annulled. */
  giveBackTheRest(): void {
    const { lines, totals } = this.#invoice;
    const left = lines.filter((line) => this.#left(line) > 0n);
    const isOver = this.#paidBack() === cents(totals.total) && this.#live().length > 0;
    if (!isOver) {
      const note = this.#issue(this.#live().length === 0 ? { concept: "2" } : this.#askRest(left), () => false);
      if (note !== undefined) this.notes.push(earlier(note));
    }
    const paidBack = this.#paidBack();
    if (paidBack !== cents(totals.total)) {
      this.#faults.push(`${totals.total} was paid, and ${unscale(paidBack, 2)} was paid back`);
    }
  }

  /** A charge comes back beside a line; where none is left, as a line of the note's own. */
  #askRest(left: readonly DocumentLine[]): Partial<InvoiceNoteDraft> {
    if (left.length > 0) {
      const lines = left.map((line) => units(line.number, unscale(this.#left(line), 6)));
      return { lines, charges: this.#returnCharges(100) };
    }
    const unitPrice = unscale(cents(this.#invoice.totals.total) - this.#paidBack(), 2);
    return { lines: [own(lineDraft({ unitPrice, taxRate: "0" }))] };
  }

  /** @param isExpected whether a refusal is no fault. */
  #issue(changes: Partial<InvoiceNoteDraft>, isExpected: (why: Why) => boolean): Note | undefined {
    try {
      const draft = creditDraft({ concept: "1", ...changes });
      const note = resolve(draft, targetOf(this.#invoice, this.notes));
      const bySums = resolve(draft, targetOf(this.#invoice, sumAccepted(this.notes)));
      if (JSON.stringify(bySums) !== JSON.stringify(note))
        this.#faults.push("a note is another one by the sums of others");
      this.#faults.push(...checkDocument(note));
      if (cents(note.totals.total) === 0n && note.concept.code !== "2")
        this.#faults.push("a note of 0.00 is no annulment");
      return note;
    } catch (error) {
      if (error instanceof Refusal && error.why !== null && isExpected(error.why)) return undefined;
      this.#faults.push(describe(error));
      return undefined;
    }
  }

  #drawLines(random: Random): readonly LineCorrectionDraft[] {
    return this.#invoice.lines.flatMap((line) => {
      const left = this.#left(line);
      if (left === 0n || random() < 0.5) return [];
      const isWhole = line.quantity.endsWith(".000000");
      const wanted = random() < 0.3 ? left : (left * BigInt(1 + drawInteger(random, 100))) / 100n;
      const quantity = isWhole ? (wanted / 1_000_000n) * 1_000_000n : wanted;
      if (quantity === 0n) return [];
      const text = unscale(quantity, 6);
      const drawn = random();
      if (drawn < 0.8) return [units(line.number, text)];
      const share = BigInt(1 + drawInteger(random, 60));
      const price = drawn < 0.9 ? worth(line) : cents(line.base);
      const lower = (price * share * 10_000n) / scale(line.quantity, 6);
      if (lower === 0n) return [];
      return [
        drawn < 0.9 ? paidBack(line.number, text, unscale(lower, 2)) : units(line.number, text, unscale(lower, 2)),
      ];
    });
  }

  /** So many percent of what is left of each charge. */
  #returnCharges(percent: number): readonly NoteChargeDraft[] {
    const charges = (this.#invoice.allowances ?? []).filter(({ isCharge }) => isCharge);
    return charges.flatMap((one, index) => {
      const given = this.#live().flatMap(({ allowances }) =>
        allowances.filter(({ isCharge, corrects }) => isCharge && corrects === index + 1),
      );
      const amount = ((cents(one.amount) - total(given.map((part) => cents(part.amount)))) * BigInt(percent)) / 100n;
      return amount > 0n ? [{ type: "returned", charge: index + 1, amount: unscale(amount, 2) } as const] : [];
    });
  }

  /** Units at the price paid come back at the price paid, to the cent. */
  #checkParts(note: Note): void {
    for (const line of note.lines) {
      const source = this.#invoice.lines.find(({ number }) => number === line.corrects?.line);
      if (source === undefined || line.corrects === null || line.corrects.quantity === "0.000000") continue;
      if (this.#touched.has(source.number)) continue;
      const [part, whole] = [scale(line.quantity, 6), scale(source.quantity, 6)];
      const exact = worth(source) * part;
      const isCents =
        (worth(source) * 1_000_000n) % whole === 0n && part % 1_000_000n === 0n && whole % 1_000_000n === 0n;
      const roundings = source.isTaxIncluded ? 1n : 1n + BigInt(source.taxes.length);
      const allowed = isCents ? 0n : roundings * whole;
      if (abs(worth(line) * whole - exact) <= allowed) continue;
      this.#faults.push(
        `${line.quantity} of ${source.quantity} for ${unscale(worth(source), 2)} pay ${unscale(worth(line), 2)} back`,
      );
    }
  }

  /** A x R / G to the cent, less what earlier notes have carried. */
  #checkShares(note: Note): void {
    const discounts = (this.#invoice.allowances ?? []).filter(({ isCharge }) => !isCharge);
    if (!this.#isPlain || discounts.length === 0) return;
    const whole = total(this.#invoice.lines.map(worth));
    const taken = total([...this.#live().flatMap(({ lines }) => lines), ...note.lines].map(worth));
    const now = total(note.lines.map(worth));
    const all = [...this.#live().map(({ allowances }) => allowances), note.allowances ?? []].flat();
    for (const [index, discount] of discounts.entries()) {
      const given = all.filter(({ isCharge, corrects }) => !isCharge && corrects === index + 1);
      const due = divide(cents(discount.amount) * taken, whole);
      const carried = total(given.map(({ amount }) => cents(amount)));
      // A discount of everything, shared in cents, would leave less than nothing of the smallest parts.
      if (carried !== due && now > BigInt(discounts.length)) {
        this.#faults.push(`of ${discount.amount} ${unscale(due, 2)} is due, and ${unscale(carried, 2)} was carried`);
      }
    }
  }

  #live(): readonly EarlierNote[] {
    return this.notes.filter(({ state }) => state !== "rechazado");
  }

  #paidBack(): bigint {
    return total(this.#live().map((note) => cents(note.total)));
  }

  #left(line: DocumentLine): bigint {
    const parts = this.#live().flatMap(({ lines }) => lines.filter(({ corrects }) => corrects?.line === line.number));
    return scale(line.quantity, 6) - total(parts.map(({ corrects }) => scale(corrects?.quantity ?? "0", 6)));
  }
}

/** More than is left was asked for; everything else is a fault. */
function asksTooMuch(why: Why): boolean {
  if (why.reason === "exceeds-line") return why.figure === "amount";
  return ["line-without-value", "nothing-to-credit", "exceeds-balance", "reference-annulled"].includes(why.reason);
}

function describe(error: unknown): string {
  return error instanceof Refusal ? `refused: ${JSON.stringify(error.facts)}` : String(error);
}

function worth({ base, taxes }: Pick<DocumentLine, "base" | "taxes">): bigint {
  return cents(base) + total(taxes.map(({ amount }) => cents(amount)));
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** A line whose price holds its taxes is what was paid for it. */
function checkPaid(invoice: Invoice, drafts: readonly InvoiceLineDraft[]): readonly string[] {
  const first = invoice.lines.length - drafts.length;
  return drafts.flatMap((draft, index) => {
    const line = invoice.lines[first + index];
    if (line === undefined || !draft.taxIncluded || draft.inputPrice === null) return [];
    const asked = divide(scale(draft.inputPrice, 2) * scale(draft.quantity, 3), 1_000n);
    const off = draft.discountPercent
      ? divide(asked * scale(draft.discountPercent, 4), 1_000_000n)
      : cents(draft.discountAmount ?? "0");
    // Without a percentage nothing is included: the rest comes on top.
    if (line.taxes.length === 0 || worth(line) === asked - off) return [];
    return [`line ${line.number} is ${unscale(worth(line), 2)}, and ${unscale(asked - off, 2)} was paid`];
  });
}

/** What the authority's published rules ask of the amounts of any document. */
function checkDocument({ lines, taxes, totals, allowances = [] }: Invoice | Note): readonly string[] {
  const faults = lines.flatMap(checkLine);
  const sums = new Map<string, { base: bigint; amount: bigint }>();
  for (const tax of lines.flatMap((line) => line.taxes)) {
    const sum = sums.get(keyOf(tax)) ?? { base: 0n, amount: 0n };
    sums.set(keyOf(tax), { base: sum.base + cents(tax.base), amount: sum.amount + cents(tax.amount) });
  }
  for (const tax of taxes) {
    const sum = sums.get(keyOf(tax));
    if (sum?.base !== cents(tax.base) || sum.amount !== cents(tax.amount))
      faults.push(`${keyOf(tax)}: no sum of lines (FAS01b)`);
    if (isOff(tax)) faults.push(`${keyOf(tax)}: ${tax.amount} of ${tax.base} (FAS07)`);
  }
  if (sums.size !== taxes.length) faults.push("taxes of lines without one above (FAS01a)");
  const signed = (one: AllowanceCharge) => (one.isCharge ? cents(one.amount) : -cents(one.amount));
  const inclusive = total(lines.map(worth));
  if (cents(totals.subtotal) !== total(lines.map(({ base }) => cents(base)))) faults.push("subtotal (FAU02)");
  if (cents(totals.total) !== inclusive + total(allowances.map(signed))) faults.push("total (FAU14)");
  if (cents(totals.total) < 0n) faults.push("a total below zero (VLR01)");
  for (const { amount, base, percent, isCharge } of allowances) {
    const places = percent.split(".")[1]?.length ?? 0;
    const exact = divide(cents(base) * scale(percent, places), 100n * 10n ** BigInt(places));
    if (abs(exact - cents(amount)) > 1n) faults.push(`${percent} % of ${base} is not ${amount} (FAQ06)`);
    if (cents(amount) <= 0n || (!isCharge && cents(base) > inclusive))
      faults.push(`a discount of ${amount} of ${base} (FAQ09)`);
  }
  return faults;
}

function checkLine(line: DocumentLine): string[] {
  const faults: string[] = [];
  const off = total((line.allowances ?? []).map(({ amount }) => cents(amount)));
  const gross = scale(line.unitPrice, 6) * scale(line.quantity, 6);
  const stated = (cents(line.base) + off) * 10n ** 10n;
  if (abs(gross - stated) > 10n ** 10n)
    faults.push(`line ${line.number}: price x quantity is not ${line.base} (FAV06)`);
  for (const tax of line.taxes)
    if (isOff(tax)) faults.push(`line ${line.number}: ${tax.amount} of ${tax.base} (FAX07)`);
  const reference = line.referencePrice === undefined ? 0n : scale(line.referencePrice.amount, 6);
  if (cents(line.base) === 0n && reference === 0n)
    faults.push(`line ${line.number} of 0.00 without reference price (FAW01)`);
  if (cents(line.base) < 0n || line.taxes.some(({ amount }) => cents(amount) < 0n))
    faults.push(`line ${line.number} below zero`);
  return faults;
}

function keyOf({ code, rate, perUnit }: TaxSubtotal): string {
  return `${code} ${perUnit?.amount ?? rate}`;
}

/** More than the tolerance from base x rate, or from the units at so much each; of 34 that is for a hundred. */
function isOff({ code, rate, base, amount, perUnit }: TaxSubtotal): boolean {
  const exact =
    perUnit === undefined
      ? divide(cents(base) * scale(rate, 4), 1_000_000n)
      : divide(scale(perUnit.amount, 6) * scale(perUnit.units, 6), 10n ** 10n * (code === "34" ? 100n : 1n));
  return abs(exact - cents(amount)) > TAX_TOLERANCE;
}
