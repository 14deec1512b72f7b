// `alert test` and `alert list`: what the service reports by itself, and whether the operator's receiver took it.
import { desc, eq, or, sql } from "drizzle-orm";
import { adviseAlert } from "../../src/cron/alert-advice.ts";
import { listCompanyIds } from "../../src/cron/alert-form.ts";
import { severityOf } from "../../src/cron/alert-matter.ts";
import { build, run } from "../../src/store/base/db.ts";
import { type AlertDetail, alerts } from "../../src/store/base/schema.ts";
import { listUndelivered, type StoredAlert } from "../../src/store/watch/alerts.ts";
import { address, describeCall } from "../access/wrangler.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { readNames } from "../data/heard.ts";
import { readSecretFile } from "../deployment.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { printMoment } from "../moment.ts";
import { readInteger } from "../reader.ts";
import { toSnakeCase } from "../table.ts";
import { acknowledgeAlert, snoozeAlert, wakeAlert } from "./alert-quiet.ts";
import { findCompanyId } from "./company.ts";
import { listWorkerSecrets } from "./setup.ts";

const SHOWN = 50;
const TONES = { critical: "bad", warning: "warn", resolved: "good" } as const;

/** What would say where warnings are posted. */
const RECEIVER = "ALERT_URL";

/** @throws OperatorError where the service posts its warnings to nobody: a test that was raised would look like one that arrives. */
async function requireReceiver({ deployment, isRemote, isDryRun, wrangler, actor }: Context): Promise<void> {
  const { secretFile, worker, alertUrl = "" } = deployment;
  if (alertUrl !== "") return;
  if (!isRemote) {
    if ((readSecretFile(secretFile)[RECEIVER] ?? "") !== "") return;
    throw new OperatorError(
      `no alert went anywhere: this stand has no ${RECEIVER}, so its warnings reach nobody`,
      `nothing was raised; write ${RECEIVER}=https://… into ${secretFile}, and start the stand again`,
    );
  }
  // A rehearsal contacts no deployment.
  if (isDryRun) return;
  // Who may not write asks for nothing of the Worker.
  await actor();
  const names = await listWorkerSecrets(wrangler);
  if (names?.includes(RECEIVER) === true) return;
  const isThere = names !== undefined;
  throw new OperatorError(
    `no alert went anywhere: Worker ${worker} ${isThere ? `has no ${RECEIVER}` : "is not there yet"}, so its warnings reach nobody`,
    `nothing was raised; ${isThere ? "" : "`operator deploy --remote --secrets`, then "}\`npx ${describeCall(address(["secret", "put", RECEIVER], deployment))}\` says where they go`,
  );
}

const test: Command = {
  name: "alert test",
  about:
    "raises a warning that means nothing; the receiver behind ALERT_URL gets it within a minute, and its end within a quarter of an hour. Without ALERT_URL it is refused",
  flags: [],
  run: async (context) => {
    const { db, nowMs } = context;
    const before = (await listUndelivered(db, SHOWN)).length;
    await requireReceiver(context);
    const id = crypto.randomUUID().slice(0, 8);
    const raisedAt = new Date(nowMs()).toISOString();
    const about = { code: "alert_test", subject: `test ${id}`, companyId: null, raisedAt };
    await commit(context, { companyId: 0, action: "alert.test", detail: { test: id } }, [
      build.insert(alerts).values({ ...about, detail: { severity: "warning" } }),
    ]);
    const waiting =
      before === 0
        ? ""
        : `; ${before === SHOWN ? `${SHOWN} or more wait` : before === 1 ? "1 waits" : `${before} wait`} beside it`;
    return {
      data: { test: id, waiting: before },
      text: `test ${id} is raised${waiting}; it closes by itself within a quarter of an hour`,
      next: ["operator alert list"],
    };
  },
};

const list: Command = {
  name: "alert list",
  reads: true,
  about: "lists what the service reported last, and when its receiver took it",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    optional("limit", `how many; ${SHOWN} unless given`),
    CSV,
  ],
  run: async (context) => {
    const { input } = context;
    const asked = await findCompanyId(context);
    // The directory alone has alerts; a line about one company works on that company's database.
    const db = context.shards[0]?.db ?? context.db;
    const limit = input.find("limit", readInteger(1, 1_000)) ?? SHOWN;
    const { raisedAt, deliveredAt, code, subject, companyId, detail } = alerts;
    const shown = { raised: raisedAt, taken: deliveredAt, code, subject, company: companyId, detail };
    // One alert of many companies names the first of them.
    const isNamed = sql`' ' || coalesce(${detail} ->> '$.among', '') || ' ' LIKE ${`% ${asked} %`}`;
    const isIts = asked === null ? undefined : or(eq(companyId, asked), isNamed);
    const found = build.select(shown).from(alerts).where(isIts);
    const rows = await run(db, found.orderBy(desc(raisedAt), subject).limit(limit));
    const names = await readNames(
      db,
      rows.flatMap((one) => listCompanyIds({ ...one, companyId: one.company }).map((company) => ({ company }))),
    );
    return {
      data: rows,
      rows: rows.map((one) => ({ ...one, detail: describeFacts(one.detail), meaning: adviseOn(one).meaning })),
      text: rows.map((one) => printAlert(one, names, context)).join("\n") || "nothing was reported yet",
    };
  },
};

interface Listed extends Pick<StoredAlert, "code" | "subject" | "detail"> {
  readonly raised: string;
  readonly taken: string | null;
  readonly company: number | null;
}

/** Two lines: what was reported of whom, and what that means with the line that comes next. */
function printAlert(alert: Listed, names: ReadonlyMap<number, string>, { nowMs, paint }: Context): string {
  const { code, raised, taken, detail } = alert;
  const severity = severityOf(alert);
  const facts = [nameCompanies(alert, names), describeFacts(detail)].filter((text) => text !== "").join(": ");
  const receiver = taken === null ? paint("warn", "nobody took it yet") : `taken ${printMoment(taken, nowMs())}`;
  const { meaning, command } = adviseOn(alert);
  const head = [printMoment(raised, nowMs()), paint(TONES[severity], severity), code].join("  ");
  const about = facts === "" ? "" : `  ${facts}`;
  return `${head}${about}; ${receiver}\n  ${meaning === "" ? "" : `${meaning} `}Next: \`operator ${command}\``;
}

function adviseOn({ code, company, detail: { documentId } }: Listed) {
  return adviseAlert(code, typeof documentId === "number" ? documentId : null, company);
}

function nameCompanies({ company, detail }: Listed, names: ReadonlyMap<number, string>): string {
  const [first, ...others] = listCompanyIds({ companyId: company, detail }).map((id) =>
    `${id} ${names.get(id) ?? ""}`.trim(),
  );
  if (first === undefined) return "";
  return company === null
    ? `${detail.companies} companies, among them ${[first, ...others].join(", ")}`
    : `company ${first}`;
}

/** Said elsewhere in the line. */
const SAID: readonly string[] = ["companyId", "severity", "companies", "among"];

/** What is known beside whose it is, its members as words: `days left 3`. */
function describeFacts(detail: AlertDetail): string {
  const facts = Object.entries(detail).filter(([name]) => !SAID.includes(name));
  return facts.map(([name, value]) => `${sayMember(name)} ${value}`).join(", ");
}

function sayMember(name: string): string {
  return toSnakeCase(name.replace(/Id$/, "")).replaceAll("_", " ");
}

export const ALERT_COMMANDS: readonly Command[] = [test, list, acknowledgeAlert, snoozeAlert, wakeAlert];
