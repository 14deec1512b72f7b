// `company activate`, `suspend`, `resume` and `archive` say what a company is to its operator: whether it issues, and whether it warns.
import { and, count, eq, notInArray, sql } from "drizzle-orm";
import type { StateOfCompany } from "../../src/domain/company.ts";
import { build, findOne } from "../../src/store/base/db.ts";
import { companies, documents, now } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit, type Output } from "../command.ts";
import { CSV } from "../csv.ts";
import { adviseMissing, describeMissing, findMissingNow, listMissingNow, readEquipment } from "../data/missing.ts";
import { OperatorError } from "../error.ts";
import { required, toggle } from "../flag.ts";
import { doMany, listKnown, type ManyRow, VERBOSE } from "../many.ts";
import { getCompanyWith } from "./company.ts";

interface Change {
  readonly verb: "activate" | "suspend" | "resume" | "archive";
  readonly about: string;
  readonly from: readonly StateOfCompany[];
  readonly to: StateOfCompany;
  readonly text: string;
}

/** Of a company that begins documents from now on: what it lacks is said. */
const WATCHED = "`status` and alerts watch it";

const ACTIVATE: Change = {
  verb: "activate",
  about: "a draft is set up: from now on the operator is warned of it",
  from: ["draft"],
  to: "active",
  text: "is active",
};
const CHANGES: readonly Change[] = [
  ACTIVATE,
  {
    verb: "suspend",
    about: "a company begins no documents (403 company_suspended); reads go on, and so does what it has begun",
    from: ["draft", "active"],
    to: "suspended",
    text: "is suspended: it begins no documents from the next request on; reads, lists, files and the feed go on",
  },
  {
    verb: "resume",
    about: "a suspended or archived company issues again",
    from: ["suspended", "archived"],
    to: "active",
    text: "is active again",
  },
  {
    verb: "archive",
    about: "a company is over: it begins no documents and warns no more; reads go on",
    from: ["draft", "active", "suspended"],
    to: "archived",
    text: "is archived: it begins no documents and warns no more; reads, lists, files and the feed go on",
  },
];

function createCommand(change: Change): Command {
  const { verb, about } = change;
  const name = `company ${verb}`;
  const run = (context: Context) => changeState(context, change);
  if (verb !== "activate") return { name, about, flags: [required("company", "id of the company")], run };
  const activate: Command = {
    name,
    about,
    flags: [
      required("company", "id of the company; not with --all"),
      toggle("all", "every draft that lacks nothing: of the others it says what they lack"),
      VERBOSE,
      CSV,
    ],
    isOfMany: (has) => has("all"),
    run: (context) => (context.input.has("all") ? activateAll(context, activate) : run(context)),
  };
  return activate;
}

/** @param known what the company lacks, where that was read before. */
async function changeState(
  context: Context,
  { verb, from, to, text }: Change,
  known?: readonly string[],
): Promise<Output> {
  const isBegun = to === "active";
  const [company, [open, missing]] = await getCompanyWith(context, (own) =>
    Promise.all([countOpen(context, own), isBegun ? (known ?? findMissingNow(context, own)) : []]),
  );
  const { id, state: before = "active" } = company;
  if (!from.includes(before)) {
    const fitting = CHANGES.filter((one) => one.from.includes(before)).map((one) => `\`company ${one.verb}\``);
    throw new OperatorError(`company ${id} is ${before}, not ${from.join(" or ")}`, `see ${fitting.join(", ")}`);
  }
  if (to === "archived" && open > 0) {
    throw new OperatorError(
      `company ${id} has ${open} open documents, of which nobody would be warned`,
      `\`operator company suspend --company ${id}\`; once \`operator pending --company ${id}\` shows nothing but \`send_unknown\`, archive it`,
    );
  }
  await commit(context, { companyId: id, action: `company.${verb}`, detail: { from: before, to } }, [
    build
      .update(companies)
      // The column is never null: from another state than was seen, nothing is written.
      .set({ state: sql`iif(${companies.state} = ${before}, ${to}, NULL)`, updatedAt: now })
      .where(eq(companies.id, id)),
  ]);
  const going = to === "suspended" && open > 0 ? `; ${open} open documents go on to their verdict` : "";
  return {
    data: { id, from: before, to, open, ...(isBegun ? { missing } : {}) },
    text: `company ${id} ${text}${isBegun ? `: ${describeMissing(missing)}; ${WATCHED}` : going}`,
    next: adviseMissing([{ company: id, missing: missing.join(", ") }]),
  };
}

/** Activates each draft that can issue. */
async function activateAll(context: Context, command: Command): Promise<Output> {
  if (context.input.has("company")) throw new OperatorError("--company is one, and --all are all", "give one of both");
  const drafts = (await listKnown(context)).filter(({ state }) => state === "draft");
  const has = await readEquipment(context);
  const rows = drafts.map((company): ManyRow => {
    return { from: `company ${company.id}`, company, members: { company: company.id } };
  });
  const lacking = drafts.flatMap(({ id }) => {
    const missing = listMissingNow(has, id).join(", ");
    return missing === "" ? [] : [{ company: id, missing }];
  });
  const output = await doMany(context, command, "draft", rows, async (own, _row, { id }) => {
    const lack = lacking.find(({ company }) => company === id);
    if (lack !== undefined) return { result: "not ready", note: `it lacks ${lack.missing}`, isLeft: true };
    await changeState(own, ACTIVATE, []);
    return { result: "activated" };
  });
  return { ...output, next: adviseMissing(lacking) };
}

/** Documents that wait for the authority; a `send_unknown` may wait for ever. */
async function countOpen({ db }: Context, companyId: number): Promise<number> {
  const isOpen = notInArray(documents.state, ["aceptado", "rechazado", "send_unknown"]);
  const found = await findOne(
    db,
    build
      .select({ open: count() })
      .from(documents)
      .where(and(eq(documents.companyId, companyId), isOpen)),
  );
  return found?.open ?? 0;
}

export const activateCompany = createCommand(ACTIVATE);

export const COMPANY_STATE_COMMANDS: readonly Command[] = CHANGES.map((change) =>
  change === ACTIVATE ? activateCompany : createCommand(change),
);
