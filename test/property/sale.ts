// Draws random sales as tills make them: prices with and without their taxes, several taxes, discounts, coupons, gifts, tips.
import type {
  AiuDraft,
  AllowanceDraft,
  InvoiceDraft,
  InvoiceLineDraft,
  OtherTaxDraft,
} from "../../src/domain/draft/draft.ts";
import { invoiceDraft, lineDraft } from "../support/company.ts";
import { drawInteger, pick, type Random } from "../support/random.ts";
import { unscale } from "./cents.ts";

const RATES = ["19", "19", "19", "5", "8", "16", "0"] as const;
const OTHERS: readonly (readonly OtherTaxDraft[])[] = [
  [],
  [],
  [],
  [],
  [{ code: "22", rate: null, unitAmount: "70", millilitres: null }],
  [{ code: "34", rate: null, unitAmount: "65.5", millilitres: "350" }],
  [{ code: "35", rate: "20", unitAmount: null, millilitres: null }],
];
const AIU: AiuDraft = {
  contractBase: "5000000",
  administrationPercent: "6.5",
  contingencyPercent: "1.25",
  profitPercent: "3",
  taxRate: "19",
  taxBaseMode: "UTILIDAD",
};
const DOLLARS = { code: "USD", appliedRate: "4012.37", officialRate: null, rateDate: "2026-03-04" };

/** One draft; some of them are refused, as what people type is. */
export function drawSale(random: Random): InvoiceDraft {
  const lines = random() < 0.001 ? repeat(drawLine(random)) : drawLines(random);
  const isFree = random() < 0.03;
  const charges = random() < 0.2 ? [drawAllowance(random, 3_000)] : [];
  return invoiceDraft({
    lines: isFree ? lines.map((line) => ({ ...line, discountAmount: null, discountPercent: "100" })) : lines,
    ...(random() < 0.4 && !isFree ? { discounts: drawCoupons(random) } : {}),
    ...(charges.length > 0 && !isFree ? { charges } : {}),
    isContingency: random() < 0.05,
    aiu: random() < 0.03 ? AIU : null,
    currency: random() < 0.05 ? DOLLARS : null,
  });
}

function drawLines(random: Random): readonly InvoiceLineDraft[] {
  return Array.from({ length: pick(random, [1, 1, 2, 3, 4, 6, 9, 25]) }, () => drawLine(random));
}

/** So many lines of one kind that their cents all err to one side. */
function repeat(line: InvoiceLineDraft): readonly InvoiceLineDraft[] {
  return Array.from({ length: 420 }, () => line);
}

function drawCoupons(random: Random): readonly AllowanceDraft[] {
  const isAll = random() < 0.1;
  if (isAll) return [{ amount: null, percent: "100", reason: "Bono", code: null }];
  return Array.from({ length: 1 + drawInteger(random, 3) }, () => drawAllowance(random, 2_000));
}

/** @param most percentage, in hundredths. */
function drawAllowance(random: Random, most: number): AllowanceDraft {
  const named = { reason: "Cupón", code: null };
  if (random() < 0.5) return { amount: String(1 + drawInteger(random, 900)), percent: null, ...named };
  return { amount: null, percent: unscale(BigInt(1 + drawInteger(random, most)), 2), ...named };
}

function drawLine(random: Random): InvoiceLineDraft {
  const isPaid = random() < 0.7;
  if (random() < 0.01) return drawBulk(random, isPaid);
  const places = isPaid ? 2 : pick(random, [2, 2, 6]);
  const price = random() < 0.1 ? drawCents(random, places) : drawPrice(random, places);
  return lineDraft({
    quantity: random() < 0.7 ? String(1 + drawInteger(random, 12)) : unscale(BigInt(1 + drawInteger(random, 9_999)), 3),
    ...(isPaid ? { unitPrice: null, inputPrice: price, taxIncluded: true } : { unitPrice: price }),
    taxRate: pick(random, RATES),
    ...drawDiscount(random),
    otherTaxes: pick(random, OTHERS),
  });
}

/** So many units that six decimals of a price barely say what they cost. */
function drawBulk(random: Random, isPaid: boolean): InvoiceLineDraft {
  const price = unscale(BigInt(1 + drawInteger(random, 99_999)), pick(random, isPaid ? [2] : [2, 4, 6]));
  return lineDraft({
    quantity: String(10_000 + drawInteger(random, 5_000_000)),
    ...(isPaid ? { unitPrice: null, inputPrice: price, taxIncluded: true } : { unitPrice: price }),
    taxRate: pick(random, RATES),
    ...drawDiscount(random),
  });
}

/** From a hundred up, often whole, sometimes as fine as a price may be. */
function drawPrice(random: Random, places: number): string {
  const whole = 100 + drawInteger(random, 99_900);
  if (places === 2 && random() < 0.7) return String(whole);
  return unscale(BigInt(whole) * 10n ** BigInt(places) + BigInt(drawInteger(random, 10 ** places)), places);
}

/** Less than a unit of money, as a gram or a second costs: parts of such a line are worth a cent or none. */
function drawCents(random: Random, places: number): string {
  return unscale(BigInt(1 + drawInteger(random, 10 ** places - 1)), places);
}

function drawDiscount(random: Random): Partial<InvoiceLineDraft> {
  const drawn = random();
  if (drawn < 0.7) return {};
  if (drawn < 0.8) return { discountAmount: String(1 + drawInteger(random, 99)) };
  if (drawn < 0.85) return { discountPercent: "100" };
  return { discountPercent: unscale(BigInt(1 + drawInteger(random, 9_999)), 2) };
}
