// Writes alerts as the service that receives them reads them, each with its severity and the key under which repeats are one matter.
import type { StoredAlert } from "../store/watch/alerts.ts";
import { adviseAlert } from "./alert-advice.ts";
import { type AlertSeverity, documentOf, keyOf, severityOf } from "./alert-matter.ts";

/** What ALERT_FORM may say. */
export const ALERT_FORMS = ["json", "slack", "teams", "pagerduty", "opsgenie"] as const;
type AlertForm = (typeof ALERT_FORMS)[number];

/** One request, and the alerts that it delivers. */
export interface AlertPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly alerts: readonly StoredAlert[];
}

/** Where alerts go: the address and, for services that ask for one, the key of the integration. */
interface AlertReceiver {
  readonly url: string;
  readonly key: string;
  /** Whose alerts they are: one receiver may hear of several deployments. */
  readonly deployment: string;
  /** What a command of the operator says to reach it, such as ` --remote --env staging`. */
  readonly target: string;
  /** Where docs/operations.md is: an address that a phone opens, or its path. */
  readonly runbooks: string;
  /** Name and NIT of companies, by id. */
  readonly names: ReadonlyMap<number, CompanyName>;
}

/** How people call a company. */
interface CompanyName {
  readonly name: string;
  readonly nit: string;
}

const JSON_TYPE = { "content-type": "application/json" };
/** Characters of a summary that each receiver takes. */
const SUMMARY_MOST = 1_000;
const TITLE_MOST = 130;
/** Of a company's name. */
const NAME_MOST = 60;
/** What a chat could take for markup or for a call of everybody, and ends of lines. */
const UNPRINTED = /[\s\p{C}<>&*_~`|@[\]]+/gu;

/** A mark before a summary, with its space. */
const MARK_LENGTH = 3;
const MARKS: Readonly<Record<AlertSeverity, string>> = { critical: "🔴", warning: "🟡", resolved: "🟢" };

/** The form that a deployment asks for; undefined for a name that is none. */
export function readAlertForm(text: string): AlertForm | undefined {
  return text === "" ? "json" : ALERT_FORMS.find((form) => form === text);
}

/** The requests that deliver alerts: one for all where the receiver shows text, one each where it keeps a record of each matter. */
export function writePosts(form: AlertForm, receiver: AlertReceiver, alerts: readonly StoredAlert[]): AlertPost[] {
  switch (form) {
    case "json":
      return [
        writeTogether(receiver, alerts, {
          text: printMarked(receiver, alerts).join("\n"),
          service: receiver.deployment,
          alerts: alerts.map((alert) => tell(receiver, alert)),
        }),
      ];
    case "slack":
      return [writeTogether(receiver, alerts, { text: printMarked(receiver, alerts).join("\n") })];
    case "teams":
      return [writeTogether(receiver, alerts, writeCard(receiver, alerts))];
    case "pagerduty":
      return alerts.map((alert) => writeTogether(receiver, [alert], writeEvent(receiver, alert)));
    case "opsgenie":
      return alerts.map((alert) => writeForOpsgenie(receiver, alert));
  }
}

function writeTogether({ url }: AlertReceiver, alerts: readonly StoredAlert[], body: object): AlertPost {
  return { url, headers: JSON_TYPE, body: JSON.stringify(body), alerts };
}

function tell(receiver: AlertReceiver, alert: StoredAlert) {
  const { code, subject, companyId: company, detail, raisedAt: raised } = alert;
  const about = { code, subject, company, detail, raised, severity: severityOf(alert) };
  return { ...about, key: keyOf(receiver.deployment, alert), ...guide(receiver, alert) };
}

/** Whom it is about, what to type next, and where to read on. */
function guide({ names, target, runbooks }: AlertReceiver, alert: StoredAlert) {
  const { meaning, command, section } = adviseAlert(alert.code, documentOf(alert.detail), alert.companyId);
  return {
    names: listCompanyIds(alert).flatMap((id) => {
      const known = names.get(id);
      return known === undefined ? [] : [printName(known)];
    }),
    meaning,
    next: `npm run operator -- ${command}${target}`,
    runbook: `${runbooks}#${section}`,
  };
}

/** The companies that an alert names: its own, or the first of many. */
export function listCompanyIds({ companyId, detail }: Pick<StoredAlert, "companyId" | "detail">): readonly number[] {
  if (companyId !== null) return [companyId];
  return typeof detail.among === "string" ? detail.among.split(" ").map(Number) : [];
}

function printName({ name, nit }: CompanyName): string {
  return `${name.replace(UNPRINTED, " ").trim().slice(0, NAME_MOST).toWellFormed()} (NIT ${nit})`;
}

function printMarked(receiver: AlertReceiver, alerts: readonly StoredAlert[]): string[] {
  return alerts.map((alert) => `${MARKS[severityOf(alert)]} ${printAlert(receiver, alert)}`);
}

function printAlert(receiver: AlertReceiver, alert: StoredAlert): string {
  const { code, subject, detail } = alert;
  const { names, meaning, next, runbook } = guide(receiver, alert);
  // What the subject has is not said again, and severity is the mark's.
  const said = new Set(subject.split(" ").flatMap((word) => [word, word.slice(word.indexOf(":") + 1)]));
  const facts = Object.entries(detail)
    .filter(
      ([name, value]) => name !== "severity" && !(/Id$|^environment$|^since$/.test(name) && said.has(String(value))),
    )
    .map(([name, value]) => `${name} ${value}`);
  const what = [code, meaning, subject, names.join(", "), facts.join(", "), receiver.deployment].filter(
    (text) => text !== "",
  );
  const steps = ` · next: ${next} · ${runbook}`;
  return `${what
    .join(" · ")
    .slice(0, SUMMARY_MOST - MARK_LENGTH - steps.length)
    .toWellFormed()}${steps}`;
}

/** The message that a workflow of Teams posts into its channel. */
function writeCard(receiver: AlertReceiver, alerts: readonly StoredAlert[]): object {
  const body = printMarked(receiver, alerts).map((text) => ({ type: "TextBlock", text, wrap: true }));
  const content = { type: "AdaptiveCard", version: "1.4", body };
  return { type: "message", attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content }] };
}

/** Of PagerDuty's second interface for events. */
function writeEvent(receiver: AlertReceiver, alert: StoredAlert): object {
  const { key: routing, deployment: source } = receiver;
  const severity = severityOf(alert);
  const about = { routing_key: routing, dedup_key: keyOf(source, alert) };
  if (severity === "resolved") return { ...about, event_action: "resolve" };
  const { raisedAt: timestamp, detail } = alert;
  const summary = printAlert(receiver, alert);
  return {
    ...about,
    event_action: "trigger",
    payload: { summary, source, severity, timestamp, custom_details: { ...detail, ...guide(receiver, alert) } },
  };
}

function writeForOpsgenie(receiver: AlertReceiver, alert: StoredAlert): AlertPost {
  const { url, key, deployment: source } = receiver;
  const severity = severityOf(alert);
  const alias = keyOf(source, alert);
  const headers = { ...JSON_TYPE, authorization: `GenieKey ${key}` };
  if (severity === "resolved") {
    const close = `${url.replace(/\/$/, "")}/${encodeURIComponent(alias)}/close?identifierType=alias`;
    return { url: close, headers, body: JSON.stringify({ source }), alerts: [alert] };
  }
  const description = printAlert(receiver, alert);
  const priority = severity === "critical" ? "P1" : "P3";
  const message = description.slice(0, TITLE_MOST);
  return {
    url,
    headers,
    body: JSON.stringify({ message, alias, description, priority, source }),
    alerts: [alert],
  };
}
