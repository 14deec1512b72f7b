// `alert acknowledge`, `alert snooze` and `alert wake` keep a warning of a company quiet, in `status` and in alerts, and end that.
import { addDays, dateInBogota } from "../../src/domain/value/calendar.ts";
import { listQuiet, QUIETING } from "../../src/store/watch/quiet.ts";
import { type Command, type Context, commit } from "../command.ts";
import { listHeard } from "../data/heard.ts";
import { OperatorError } from "../error.ts";
import { required } from "../flag.ts";
import { readDate, readInteger, readText } from "../reader.ts";
import { getCompany } from "./company.ts";

/** Nothing is kept quiet for longer in one go. */
const MOST_DAYS = 92;
const NAMES = [
  required("company", "id of the company; 0 for what the service reported of none"),
  required("code", "what `status` calls it: range_ending, plan_missing …"),
];

/** What the flags name, as it is heard now. @throws OperatorError where nothing of it is. */
async function readHeard(context: Context) {
  const companyId = await context.input.get("company", readInteger(0, 1e12));
  const code = await context.input.get("code", readText);
  const known = companyId === 0 ? undefined : getCompany(context);
  const [{ warnings, reported, quiet }] = await Promise.all([listHeard(context, companyId), known]);
  const found = [...warnings, ...reported, ...quiet].filter((one) => one.code === code);
  if (found.length === 0) {
    throw new OperatorError(`\`status\` shows no ${code} of company ${companyId}`, "see `operator status`");
  }
  const severity = found.some((one) => one.severity === "critical") ? "critical" : "warning";
  return { companyId, code, severity, subjects: [...new Set(found.map(({ subject }) => subject))] };
}

export const acknowledgeAlert: Command = {
  name: "alert acknowledge",
  about:
    "somebody has read it: it is quiet until it would be reported anew (the next threshold, day or hour) or gets worse",
  flags: NAMES,
  run: async (context) => {
    const { companyId, ...detail } = await readHeard(context);
    await commit(context, { companyId, action: QUIETING.acknowledge, detail }, []);
    return {
      data: { company: companyId, ...detail },
      text: `${detail.code} of company ${companyId} is quiet until it would be reported anew`,
    };
  },
};

export const snoozeAlert: Command = {
  name: "alert snooze",
  about: "keeps it quiet until a day, unless it gets worse before",
  flags: [...NAMES, required("until", `day in Bogotá on which it is heard again, within ${MOST_DAYS} days`)],
  run: async (context) => {
    const { companyId, code, severity } = await readHeard(context);
    const until = await context.input.get("until", readDate);
    const today = dateInBogota(context.nowMs());
    if (until <= today || until > addDays(today, MOST_DAYS)) {
      throw new OperatorError(`--until: ${until} is not within ${MOST_DAYS} days from tomorrow on`);
    }
    const detail = { code, severity, until };
    await commit(context, { companyId, action: QUIETING.snooze, detail }, []);
    return {
      data: { company: companyId, ...detail },
      text: `${code} of company ${companyId} is quiet until ${until}, unless it gets worse`,
    };
  },
};

export const wakeAlert: Command = {
  name: "alert wake",
  about: "what was kept quiet is heard again",
  flags: NAMES,
  run: async (context) => {
    const companyId = await context.input.get("company", readInteger(0, 1e12));
    const code = await context.input.get("code", readText);
    const quiet = await listQuiet(context.db, [companyId]);
    if (!quiet.some((one) => one.code === code)) {
      throw new OperatorError(`no ${code} of company ${companyId} is kept quiet`, "see `operator status`");
    }
    await commit(context, { companyId, action: QUIETING.wake, detail: { code } }, []);
    return { data: { company: companyId, code }, text: `${code} of company ${companyId} is heard again` };
  },
};
