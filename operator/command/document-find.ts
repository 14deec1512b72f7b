// `document find` finds documents over all databases by what a caller has: CUFE, number, key, counterparty or amount.

import { build, findOne, isAmong } from "../../src/store/base/db.ts";
import { companies } from "../../src/store/base/schema.ts";
import type { Command, Context, Output } from "../command.ts";
import { countOf } from "../count.ts";
import { CSV } from "../csv.ts";
import { type Amount, readAmount } from "../data/amount.ts";
import { listNits } from "../data/company-search.ts";
import {
  AMOUNT_DAYS,
  chooseDays,
  type FoundDocument,
  findByAmount,
  findExact,
  findInCompany,
  findOfParties,
  LOOKED_AT,
} from "../data/document-search.ts";
import { readNames } from "../data/heard.ts";
import { explainMiss } from "../data/search-miss.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { openCompany } from "../home.ts";
import { readDate, readInteger, readText } from "../reader.ts";
import { answerRows } from "../table.ts";
import { findCompanyId } from "./company.ts";

const MOST = 20;
/** Documents of one key, number or counterparty of which those of some days, or of an amount, are kept: the newest. */
const MOST_NARROWED = 1_000;
/** Nothing was found: 0 is for what was, and 1 for a line that was refused. */
const EXIT_NONE = 3;
const NONE = "no such document";
const BY_NAME =
  "over all companies a name is looked for as it is now, three letters of it or more; --company finds older ones too";
const NOT_ALL = "more counterparties have such a name than are looked at: name --company, or more of the name";

export const findDocuments: Command = {
  name: "document find",
  reads: true,
  operand: "TEXT",
  about: `finds documents by CUFE or CUDE, id, number, the client's key, or the number or a part of the name of a counterparty, the newest first; by --amount within ${AMOUNT_DAYS} days. Looks at the first ${LOOKED_AT.companies} companies of each database, and for an amount at ${LOOKED_AT.documents} documents. Exits ${EXIT_NONE} where nothing is found`,
  flags: [
    optional("company", "id of the company: finds also by a name that a counterparty had, and by fewer letters"),
    optional("amount", "total, such as 119000 or 119.000,00; 119.000 is read as thousands"),
    optional(
      "from",
      `first day of issue, YYYY-MM-DD or DD/MM/YYYY; with --amount alone the day before --to unless given, and at most ${AMOUNT_DAYS} days`,
    ),
    optional("to", "last day; with --amount alone today in Bogotá unless given"),
    optional("limit", `rows; ${MOST} unless given`),
    CSV,
  ],
  run: async (context) => {
    const { input } = context;
    const limit = input.find("limit", readInteger(1, 1_000)) ?? MOST;
    const companyId = await findCompanyId(context);
    const amount = input.find("amount", readTotal);
    const text = input.hasOperand() ? readText(input.operand("TEXT").replaceAll(/[\t\r\n]+/g, " ")) : undefined;
    if (text === undefined && amount === undefined) {
      throw new OperatorError(
        "nothing is looked for",
        "name a CUFE, id, number, key or counterparty, or give --amount",
      );
    }
    if (text === undefined && amount !== undefined) {
      return sayReading(input, amount, await findAmount(context, amount.total, companyId, limit));
    }
    const output = await answerText(context, text ?? "", { companyId, amount, limit });
    const owner = companyId === null ? await findOwner(context, text ?? "") : undefined;
    if (owner === undefined) return output;
    return {
      ...output,
      text: `${output.text}\n${text} is the NIT of company ${owner.id} (${owner.name}): \`operator document list --company ${owner.id}\``,
    };
  },
};

interface Asked {
  readonly companyId: number | null;
  readonly amount: Amount | undefined;
  readonly limit: number;
}

async function answerText(context: Context, text: string, { companyId, amount, limit }: Asked): Promise<Output> {
  const { input } = context;
  const databases = context.shards.map(({ db }) => db);
  const given = { from: input.find("from", readDate), to: input.find("to", readDate) };
  const { from = "", to = "9999" } = given;
  if (from > to) throw new OperatorError(`--from ${from} is after --to ${to}`);
  // Those of other days must not hide what is wanted.
  const hasDays = input.has("from") || input.has("to");
  const isNarrow = amount !== undefined || hasDays;
  const { found, isWhole } = await findText(context, text, companyId, isNarrow ? MOST_NARROWED : limit + 1);
  const isOfDays = ({ issueDate }: FoundDocument) => issueDate >= from && issueDate <= to;
  const kept = found.filter((one) => isOfDays(one) && (amount === undefined || one.total === amount.total));
  const { fault } = chooseDays(given, context.nowMs());
  const isAmount = amount === undefined && kept.length === 0 && fault === undefined;
  const pasted = isAmount ? readAmount(text) : undefined;
  if (pasted !== undefined) {
    const output = await findAmount(context, pasted.total, companyId, limit);
    const miss = output.exitCode === undefined ? undefined : await explainMiss(databases, text);
    const why = miss === undefined ? "" : `; ${miss}`;
    const said = `"${text}" was read as a total, ${pasted.total}${why}`;
    const days = output.exitCode === undefined || !hasDays || found.length === 0 ? [] : sayOtherDays(found);
    return { ...output, text: [output.text, said, ...days].join("\n") };
  }
  const miss = found.length > 0 ? undefined : await explainMiss(databases, text);
  if (miss !== undefined) return { ...(await answer(context, [], limit)), text: `${NONE}: ${miss}` };
  const read = sayReading(input, amount, await answer(context, kept, limit));
  // Of any day: that these days have none of what is there is said, and that the days are not why nothing was found.
  const others = found.filter((one) => amount === undefined || one.total === amount.total);
  const days = kept.length > 0 || !hasDays ? [] : sayOtherDays(others);
  const output = sayCut(isNarrow ? found.length : 0, { ...read, text: [read.text, ...days].join("\n") });
  if (companyId !== null) return output;
  if (!isWhole) return { ...output, text: `${output.text}\n${NOT_ALL}` };
  if (kept.length > 0 || (hasDays && others.length > 0)) return output;
  return { ...output, text: `${output.text}; ${BY_NAME}`, next: ["operator company list, for the id of --company"] };
}

/** The company whose NIT a text is. */
async function findOwner({ db, shards }: Context, text: string) {
  const nits = listNits(text);
  if (nits.length === 0) return undefined;
  const owner = build
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(isAmong(companies.nit, nits));
  return findOne(shards[0]?.db ?? db, owner.limit(1));
}

async function findText(context: Context, text: string, companyId: number | null, limit: number) {
  const each = await Promise.all(
    context.shards.map(async ({ db }) => {
      const exact = await findExact(db, text, limit);
      const { found, isWhole } = await findOfParties(db, text, limit);
      return { found: [...exact, ...found], isWhole };
    }),
  );
  const found = each.flatMap((one) => one.found);
  if (companyId === null) return { found, isWhole: each.every(({ isWhole }) => isWhole) };
  const own = await findInCompany(await openCompany(context, companyId), companyId, text, limit);
  return { found: [...found.filter((one) => one.companyId === companyId), ...own], isWhole: true };
}

async function findAmount(context: Context, total: string, companyId: number | null, limit: number): Promise<Output> {
  const { input } = context;
  const given = { from: input.find("from", readDate), to: input.find("to", readDate) };
  const { from, to, fault } = chooseDays(given, context.nowMs());
  if (fault === "reversed") throw new OperatorError(`--from ${from} is after --to ${to}`);
  if (fault === "many") {
    throw new OperatorError(
      `${from} to ${to} are more than ${AMOUNT_DAYS} days`,
      "name fewer, or what else is known of it",
    );
  }
  const asked = { total, companyId, from, to };
  const each = await Promise.all(context.shards.map(({ db }) => findByAmount(db, asked, limit + 1)));
  const found = await answer(
    context,
    each.flatMap((one) => one.found),
    limit,
  );
  if (each.every((one) => one.isWhole)) return found;
  const more = `only the first ${LOOKED_AT.documents} documents of these days were looked at: name --company, or fewer days`;
  return { ...found, text: `${found.text}\n${more}` };
}

async function answer(context: Context, found: readonly FoundDocument[], limit: number): Promise<Output> {
  const each = [...new Map(found.map((row) => [row.id, row])).values()];
  const rows = each.toSorted((one, other) => other.id - one.id).slice(0, limit);
  const isCut = each.length > limit;
  const names = await readNames(
    context.shards[0]?.db ?? context.db,
    rows.map(({ companyId: company }) => ({ company })),
  );
  const shown = rows.map(({ id, companyId, typeCode, fullNumber, ...row }) => ({
    document: id,
    company: companyId,
    name: names.get(companyId) ?? null,
    type: typeCode,
    number: fullNumber,
    counterparty: row.counterparty,
    issue_date: row.issueDate,
    environment: row.environment,
    total: row.total,
    currency: row.currency,
    state: row.state,
  }));
  const [only, ...others] = shown;
  const output = answerRows(shown, NONE);
  return {
    ...output,
    ...(isCut ? { text: `${output.text}\nthe newest ${limit} of more: --limit shows others` } : {}),
    ...(only === undefined ? { exitCode: EXIT_NONE } : {}),
    next: only === undefined || others.length > 0 ? [] : [`operator document explain ${only.document}`],
  };
}

/** Says of what none was issued on the days that were asked for on which others it was. @param found of any day. */
function sayOtherDays(found: readonly FoundDocument[]): readonly string[] {
  const days = [...new Map(found.map((one) => [one.id, one.issueDate])).values()].toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined) return ["none of another day either"];
  const span = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const one = days.length === 1;
  return [
    `${countOf(days.length, "document")} of other days ${one ? "is" : "are"} left out, issued ${span}: other days, or neither --from nor --to, ${one ? "shows it" : "show them"}`,
  ];
}

/** Says that there may be more of these days, or with this amount. */
function sayCut(looked: number, output: Output): Output {
  if (looked < MOST_NARROWED) return output;
  return { ...output, text: `${output.text}\nof more documents than the newest ${MOST_NARROWED} none was looked at` };
}

/** @throws OperatorError where the text is no amount. */
function readTotal(text: string): Amount {
  const amount = readAmount(text);
  if (amount !== undefined) return amount;
  throw new OperatorError(`"${text}" is not an amount`, "119000, 119000.50, 119.000,50 or 119,000.50");
}

/** Says how an amount was read that may have been meant otherwise. */
function sayReading(input: Context["input"], amount: Amount | undefined, output: Output): Output {
  if (amount?.isDoubtful !== true) return output;
  const said = `"${input.find("amount", readText)}" was read as ${amount.total}, with a thousands separator and no decimals`;
  return { ...output, text: `${output.text}\n${said}` };
}
