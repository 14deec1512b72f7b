// `pending` lists what is not settled; `pending ask-now` makes it go on at once.
import { and, count, eq } from "drizzle-orm";
import { ENVIRONMENTS } from "../../src/domain/company.ts";
import { build, run } from "../../src/store/base/db.ts";
import { companies, documents } from "../../src/store/base/schema.ts";
import { type Hurry, hurry, isHurried } from "../../src/store/document/hurry.ts";
import { listBrakes } from "../../src/store/watch/brake.ts";
import { type Command, type Context, commit } from "../command.ts";
import { countOf } from "../count.ts";
import { CSV } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { readId, readInteger } from "../reader.ts";
import { answerRows } from "../table.ts";
import { findCompanyId } from "./company.ts";
import { explainWaiting, isHeld } from "./document-advice.ts";
import { isOpen } from "./status.ts";

const pending: Command = {
  name: "pending",
  reads: true,
  isOfAll: true,
  about: "lists what is not settled, oldest first, and what it waits for",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    optional("limit", "rows; 50 unless given"),
    CSV,
  ],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const limit = context.input.find("limit", readInteger(1, 1000)) ?? 50;
    const whose = companyId === null ? isNotLeftBehind(documents.companyId) : eq(documents.companyId, companyId);
    const shown = build.select({
      document: documents.id,
      company: documents.companyId,
      name: companies.name,
      number: documents.fullNumber,
      state: documents.state,
      reserved_at: documents.reservedAt,
      due_at: documents.dueAt,
      error: documents.lastStatusError,
    });
    const isAsked = and(isOpen, whose);
    const oldest = shown.from(documents).leftJoin(companies, eq(companies.id, documents.companyId)).where(isAsked);
    const [rows, [counted]] = await context.db.batch([
      oldest.orderBy(documents.reservedAt).limit(limit),
      build.select({ total: count() }).from(documents).where(isAsked),
    ]);
    const data = rows.map((row) => ({
      ...row,
      // What an outage holds looks each minute, of which its row knows nothing.
      due_at: isHeld(row) ? null : row.due_at,
      waits_for: explainWaiting(row, context.nowMs()),
    }));
    const output = answerRows(data, "nothing is pending", context.nowMs());
    const total = counted?.total ?? 0;
    if (total <= rows.length) return output;
    return { ...output, text: `${output.text}\n${rows.length} of ${total}, the oldest: --limit says how many` };
  },
};

const askNow: Command = {
  name: "pending ask-now",
  isOfAll: true,
  about:
    "makes every open document go on at once, whatever its schedule says: the authority is asked about what was sent, and what waits unsent looks again; nothing is sent twice",
  flags: [optional("company", "id of the company; all of them unless given")],
  run: async (context) => {
    const nowIso = new Date(context.nowMs()).toISOString();
    const asked = context.input.find("company", readId);
    const all: Hurry = { environments: ENVIRONMENTS, ...(asked === undefined ? {} : { companyId: asked }) };
    const { environment } = documents;
    const counted = build.select({ environment, documents: count() }).from(documents);
    const [companyId, down, waiting] = await Promise.all([
      findCompanyId(context),
      listDown(context),
      run(context.db, counted.where(isHurried(all, nowIso)).groupBy(environment)),
    ]);
    const which: Hurry = { ...all, environments: ENVIRONMENTS.filter((one) => !down.includes(one)) };
    const found = waiting.filter((one) => !down.includes(one.environment));
    const total = found.reduce((sum, one) => sum + one.documents, 0);
    const held = down.map(
      (one) => `the authority is down (${one}): what waits for it goes on by itself once it answers`,
    );
    const data = { documents: total, by_environment: found, down };
    if (total === 0) {
      if (down.length > 0) throw new OperatorError(held.join("; "), "`operator status` shows whether it answers");
      return { data, text: "nothing waits that is not due already" };
    }
    const detail = { documents: total, environments: which.environments };
    await commit(context, { companyId: companyId ?? 0, action: "pending.ask", detail }, [hurry(which, nowIso)]);
    const text = [
      `${countOf(total, "document")} ${total === 1 ? "goes" : "go"} on with the next minutes of the cron, the oldest first, 200 a minute`,
      ...held,
    ];
    return { data, text: text.join("\n"), next: ["`operator pending`"] };
  },
};

/** The environments of the authority that answer nothing: a question would only take its place in the schedule. */
async function listDown({ db, shards: [first] }: Context) {
  const known = await listBrakes(first?.db ?? db);
  return known.filter(({ state }) => state.outage?.answersSinceMs === null).map(({ environment }) => environment);
}

export const PENDING_COMMANDS: readonly Command[] = [pending, askNow];
