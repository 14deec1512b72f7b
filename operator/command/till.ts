// `till`, add, list and edit, keeps the tills of a company that its tickets name by their plate.
import { and, eq } from "drizzle-orm";
import type { Till } from "../../src/domain/company.ts";
import { build, run } from "../../src/store/base/db.ts";
import { tills } from "../../src/store/base/schema.ts";
import { type Command, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { AlreadyThere, OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { withRows } from "../many.ts";
import { readAtMost } from "../reader.ts";
import { answerRows } from "../table.ts";
import { findCompanyId, getCompany } from "./company.ts";

/** What a ticket says of a till, as long as the API takes it. */
const readTillText = readAtMost(100);
const USUAL_TYPE = "Caja";

const addOne: Command = {
  name: "till add",
  about: "adds a till of a company: its tickets take place and type from it; with only one till they need not name it",
  flags: [
    required("company", "id of the company; not with --rows"),
    required("plate", "inventory plate by which tickets name it, such as CAJA-01"),
    required("place", "where it stands, as its tickets print it"),
    optional("type", `kind of till, as its tickets print it; ${USUAL_TYPE} unless given`),
  ],
  run: async (context) => {
    const { input } = context;
    const { id: companyId, tills: known = [], modules } = await getCompany(context);
    const plate = await input.get("plate", readTillText);
    if (known.some((one) => one.plate === plate)) {
      throw new AlreadyThere(`company ${companyId} has the till ${plate}`, "change it with `till edit`");
    }
    const till: Till = {
      plate,
      place: await input.get("place", readTillText),
      type: input.find("type", readTillText) ?? USUAL_TYPE,
    };
    await commit(context, { companyId, action: "till.add", detail: { ...till } }, [
      build.insert(tills).values({ companyId, ...till }),
    ]);
    return {
      data: { company: companyId, ...till },
      text: `till ${plate} of company ${companyId}`,
      ...(!modules.includes("dee") && {
        next: [`operator company edit --company ${companyId} --file software.json: it issues no tickets yet`],
      }),
    };
  },
};

export const addTill = withRows(addOne, "till");

const edit: Command = {
  name: "till edit",
  about: "changes place or type of a till; documents that are reserved keep what they say",
  flags: [
    required("company", "id of the company"),
    required("plate", "plate of the till, which stays as it is"),
    optional("place", "another place"),
    optional("type", "another type"),
  ],
  run: async (context) => {
    const { input } = context;
    const { id: companyId, tills: known = [] } = await getCompany(context);
    const plate = await input.get("plate", readTillText);
    const before = known.find((one) => one.plate === plate);
    if (before === undefined) {
      throw new OperatorError(`company ${companyId} has no till ${plate}`, "see `operator till list`");
    }
    const place = input.find("place", readTillText) ?? before.place;
    const type = input.find("type", readTillText) ?? before.type;
    if (place === before.place && type === before.type) throw new OperatorError("nothing to change");
    const after: Till = { plate, place, type };
    await commit(context, { companyId, action: "till.edit", detail: { plate, before, after } }, [
      build
        .update(tills)
        .set({ place, type })
        .where(and(eq(tills.companyId, companyId), eq(tills.plate, plate))),
    ]);
    return { data: { company: companyId, ...after }, text: `till ${plate} of company ${companyId} is changed` };
  },
};

const list: Command = {
  name: "till list",
  reads: true,
  isOfAll: true,
  about: "lists the tills of a company",
  flags: [optional("company", "id of the company; all of them unless given"), CSV],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const which = companyId === null ? isNotLeftBehind(tills.companyId) : eq(tills.companyId, companyId);
    const { companyId: company, plate, place, type } = tills;
    const all = build.select({ company, plate, place, type }).from(tills).where(which).orderBy(company, plate);
    const data = await run(context.db, all);
    return answerRows(data, "no till yet: `operator till add`");
  },
};

export const TILL_COMMANDS: readonly Command[] = [addTill, edit, list];
