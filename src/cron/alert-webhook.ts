// Posts new alerts to the operator's receiver, again each minute until it accepts them, and a heartbeat to whoever misses it.
import { startDeadline } from "../deadline.ts";
import type { Post } from "../delivery/send.ts";
import type { Env } from "../env.ts";
import { openDatabase } from "../store/base/db.ts";
import { openAll } from "../store/base/home.ts";
import { markDelivered, readCompanyNames, type StoredAlert } from "../store/watch/alerts.ts";
import { writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { placeRunbooks } from "./alert-advice.ts";
import { ALERT_FORMS, type AlertPost, listCompanyIds, readAlertForm, writePosts } from "./alert-form.ts";
import { keyOf, severityOf } from "./alert-matter.ts";
import { listWaiting } from "./alert-waiting.ts";
import { runInParallel } from "./in-parallel.ts";

const TIMEOUT_MS = 10_000;
const AT_ONCE = 50;

/**
 * Posts the new alerts to the operator's receiver, in the form that ALERT_FORM names; those that it does not accept stay for the
 * next minute, and so do those that an operator keeps quiet. Nothing happens without ALERT_URL. The address may hold a secret of its own, so it is never repeated.
 * @param nowMs epoch milliseconds.
 * @returns how many were taken.
 */
export async function deliverAlerts(env: Env, nowMs: number, post: Post): Promise<number> {
  const {
    ALERT_URL: url = "",
    ALERT_FORM: named = "",
    ALERT_KEY: key = "",
    DEPLOYMENT: deployment = "factura-edge",
    OPERATOR_ENV: environment = "",
    RUNBOOKS: pages = "",
    WEBHOOK_LOCAL: local = "",
  } = env;
  const isStand = local === "true";
  if (url === "") return 0;
  const directory = openDatabase(env.DB, "alert");
  const alerts = (await listWaiting(openAll(env), nowMs)).heard.slice(0, AT_ONCE);
  if (alerts.length === 0) return 0;
  const names = await readCompanyNames(directory, alerts.flatMap(listCompanyIds));
  const target = isStand ? "" : ` --remote${environment === "" ? "" : ` --env ${environment}`}`;
  const runbooks = placeRunbooks(pages);
  const form = readAlertForm(named);
  const fault = isSafe(url, isStand) ? undefined : "ALERT_URL is not an https address";
  const failure = form === undefined ? `ALERT_FORM is none of ${ALERT_FORMS.join(", ")}` : fault;
  const { taken, why } =
    form === undefined || failure !== undefined
      ? { taken: [], why: failure }
      : await postInTurn(writePosts(form, { url, key, deployment, target, runbooks, names }, alerts), deployment, post);
  if (why !== undefined) writeWarning("alert_undelivered", { count: alerts.length - taken.length, error: why });
  if (taken.length > 0) await markDelivered(directory, taken, new Date(nowMs).toISOString());
  return taken.length;
}

/** @param isLocalAllowed on a stand alone: a receiver on this machine. */
function isSafe(address: string, isLocalAllowed: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (isLocalAllowed && hostname === "127.0.0.1");
}

/**
 * Posts what begins before what ends: a receiver that heard of an end first would keep the matter open, so the end of what
 * was not taken waits too.
 * @returns the alerts that were taken, and why others were not.
 */
async function postInTurn(posts: readonly AlertPost[], deployment: string, post: Post) {
  const isEnd = ({ alerts }: AlertPost) => alerts.every((alert) => severityOf(alert) === "resolved");
  const begun = posts.filter((one) => !isEnd(one));
  const first = await postAll(begun, post);
  const open = new Set(
    begun
      .flatMap(({ alerts }) => alerts)
      .filter((alert) => !first.taken.includes(alert))
      .map((alert) => keyOf(deployment, alert)),
  );
  const isDue = ({ alerts }: AlertPost) => !alerts.some((alert) => open.has(keyOf(deployment, alert)));
  const then = await postAll(
    posts.filter((one) => isEnd(one) && isDue(one)),
    post,
  );
  return { taken: [...first.taken, ...then.taken], why: first.why ?? then.why };
}

/** @returns the alerts that were taken, and why others were not. */
async function postAll(posts: readonly AlertPost[], post: Post) {
  const taken: StoredAlert[] = [];
  let why: string | undefined;
  await runInParallel(posts, "alert_undelivered", async ({ url, headers, body, alerts }) => {
    const failure = await postOnce(url, { headers, body }, post);
    if (failure === undefined) taken.push(...alerts);
    else why ??= failure;
  });
  return { taken, why };
}

/** @returns why it was not taken; undefined when it was. */
async function postOnce(
  address: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  post: Post,
): Promise<string | undefined> {
  const deadline = startDeadline(TIMEOUT_MS);
  try {
    const init = { method: "POST", headers, body, redirect: "manual", signal: deadline.signal } as const;
    const response = await post(address, init);
    await response.body?.cancel();
    return response.ok ? undefined : `the webhook answered ${response.status}`;
  } catch (cause) {
    // Messages of failed requests may quote the address.
    return cause instanceof Error ? cause.name : describeError(typeof cause);
  } finally {
    deadline.clear();
  }
}

/**
 * Tells the outside monitor at HEARTBEAT_URL that a whole minute's work was done: it warns when none comes, which the service
 * itself could not. Nothing happens without the address, which is never repeated.
 */
export async function sendHeartbeat({ HEARTBEAT_URL: address = "", WEBHOOK_LOCAL }: Env, post: Post): Promise<void> {
  if (address === "") return;
  const failure = isSafe(address, WEBHOOK_LOCAL === "true")
    ? await postOnce(address, { headers: {}, body: "" }, post)
    : "HEARTBEAT_URL is not an https address";
  if (failure !== undefined) writeWarning("heartbeat_undelivered", { error: failure });
}
