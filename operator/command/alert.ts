// `alert test` and `alert list`: what the service reports by itself, and whether the operator's receiver took it.
import { desc } from "drizzle-orm";
import { build, run } from "../../src/store/base/db.ts";
import { alerts } from "../../src/store/base/schema.ts";
import { listUndelivered } from "../../src/store/watch/alerts.ts";
import { address, describeCall } from "../access/wrangler.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { readSecretFile } from "../deployment.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { readInteger } from "../reader.ts";
import { answerRows } from "../table.ts";
import { acknowledgeAlert, snoozeAlert, wakeAlert } from "./alert-quiet.ts";
import { listWorkerSecrets } from "./setup.ts";

const SHOWN = 50;

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
    "raises a warning that means nothing; the receiver behind ALERT_URL gets it within a minute. Without ALERT_URL it is refused",
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
    const waiting = before === 0 ? "" : `; ${before === SHOWN ? `${SHOWN} or more` : before} wait beside it`;
    return {
      data: { test: id, waiting: before },
      text: `test ${id} is raised${waiting}`,
      next: ["operator alert list"],
    };
  },
};

const list: Command = {
  name: "alert list",
  reads: true,
  about: "lists what the service reported last, and when its receiver took it",
  flags: [optional("limit", `how many; ${SHOWN} unless given`), CSV],
  run: async ({ db, input, nowMs }) => {
    const limit = input.find("limit", readInteger(1, 1_000)) ?? SHOWN;
    const { raisedAt, deliveredAt, code, subject, detail } = alerts;
    const shown = { raised: raisedAt, taken: deliveredAt, code, subject, detail };
    const rows = await run(db, build.select(shown).from(alerts).orderBy(desc(raisedAt), subject).limit(limit));
    return answerRows(rows, "nothing was reported yet", nowMs());
  },
};

export const ALERT_COMMANDS: readonly Command[] = [test, list, acknowledgeAlert, snoozeAlert, wakeAlert];
