// Plays an outage of the authority before a stand with eight companies: an hour, in compressed time, and what comes of it.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { runLine } from "../../operator/program.ts";
import { describeVisitor } from "../../stand/demo-company.ts";
import type { DemoFileCompany } from "../../stand/demo-file.ts";
import { makeCall, sampleSupportDocument } from "../../stand/request.ts";
import { type LocalDeployment, prepareDeployment } from "../crash/deployment.ts";
import { type AlertReceiver, openAlertReceiver, openWay, type Way } from "./way.ts";

/** What is played; minutes are those of the drill. */
export interface Plan {
  /** A minute of the drill, in minutes of the machine. */
  readonly scale: number;
  readonly leadMinutes: number;
  readonly outageMinutes: number;
  /** Traffic goes on for so long after it. */
  readonly tailMinutes: number;
  /** Between two documents of a company. Each that waits looks once a minute: hundreds would be more than a small machine does. */
  readonly everyMinutes: number;
  /** Whether an operator asks again and again about what the authority does not know, until it is known that people must decide. */
  readonly isAsked: boolean;
  /** Questions are answered all the while. */
  readonly isOfSendings: boolean;
}

export const LONG: Plan = {
  scale: 0.05,
  leadMinutes: 2,
  outageMinutes: 60,
  tailMinutes: 5,
  everyMinutes: 5,
  isAsked: true,
  isOfSendings: false,
};
/** In seconds; it ends before people must decide. */
export const SHORT: Plan = {
  scale: 0.05,
  leadMinutes: 1,
  outageMinutes: 3,
  tailMinutes: 0.5,
  everyMinutes: 1,
  isAsked: false,
  isOfSendings: false,
};

const COMPANIES = 8;
const MINUTE_MS = 60_000;
/** A request waits so long for its answer. */
const DEADLINE_MINUTES = 1.5;
/** What the brake leaves between the first answer and the first document, and how much faster than it came all leaves. */
const SETTLE_MINUTES = 1.5;
const CATCH_UP_SPEED = 2;

/** What may be reported of a document that did not arrive: that it waits still, and that people must decide. */
const OF_DOCUMENTS: readonly string[] = ["documents_pending", "send_unknown"];
const TRIES = 5;
const PAUSE_MS = 200;

/** What is allowed. */
const LIMITS = {
  /** One that says "down", one that says "back". */
  alerts: 2,
  /** Sent before the outage was known: five requests that fail, and those that are under way beside them. */
  uncertain: 16,
  /** From the first answer to the last verdict, beyond what the pace of the brake takes. */
  lateMinutes: 4,
  /** Where questions are answered, documents are tried: ten in the first ten minutes, then one in five. */
  triedFirst: 10,
  tryMinutes: 5,
} as const;

const STATE = z.object({ autoridad: z.object({ estado: z.string() }) });
const OPEN = "SELECT count(*) AS open FROM documents WHERE state NOT IN ('aceptado', 'rechazado')";
const PEOPLE = "SELECT count(*) AS people FROM documents WHERE state = 'send_unknown'";
const HELD = "SELECT count(*) AS held FROM documents WHERE state = 'firmado'";
/** Answers "absent" are believed after four of them, over half an hour. */
const ASKED = { times: 3, everyMinutes: 11 } as const;

/** @returns what is not as it should be. */
export async function playOutage(plan: Plan, print: (line: string) => void): Promise<readonly string[]> {
  const way = await openWay();
  const receiver = await openAlertReceiver();
  let deployment: LocalDeployment | undefined;
  try {
    deployment = await prepareDeployment({
      pollScale: plan.scale,
      companies: Array.from({ length: COMPANIES }, (_, index) => describeVisitor(index + 1)),
      variables: {
        AUTHORITY_URL: way.origin,
        AUTHORITY_TEST_URL: way.origin,
        ALERT_URL: receiver.url,
        WEBHOOK_LOCAL: "true",
      },
      print: () => undefined,
    });
    way.leadTo(deployment.authority.origin);
    await deployment.service.start();
    return await new Drill(plan, deployment, way, receiver, print).play();
  } finally {
    await deployment?.clear();
    await Promise.all([way.close(), receiver.close()]);
  }
}

class Drill {
  readonly #plan: Plan;
  readonly #deployment: LocalDeployment;
  readonly #way: Way;
  readonly #receiver: AlertReceiver;
  readonly #print: (line: string) => void;
  /** How often each status was answered to a creation. */
  readonly #answers = new Map<number, number>();
  readonly #stopped = new AbortController();

  constructor(
    plan: Plan,
    deployment: LocalDeployment,
    way: Way,
    receiver: AlertReceiver,
    print: (line: string) => void,
  ) {
    this.#plan = plan;
    this.#deployment = deployment;
    this.#way = way;
    this.#receiver = receiver;
    this.#print = print;
  }

  async play(): Promise<readonly string[]> {
    const { scale, leadMinutes, outageMinutes, tailMinutes, everyMinutes, isAsked, isOfSendings } = this.#plan;
    const what = isOfSendings ? "to sendings, while questions are answered" : "to everything";
    this.#print(
      `${COMPANIES} companies, a document each ${everyMinutes} min; ${outageMinutes} min of 503, time-outs and half-answers ${what}; a minute takes ${60 * scale} s`,
    );
    const cron = this.#runCron();
    const clients = this.#deployment.companies.map((company) => this.#issue(company));
    await this.#wait(leadMinutes);
    this.#way.cut({ silenceMs: DEADLINE_MINUTES * MINUTE_MS * scale, isOfSendings });
    // At once, before any of them can know.
    const first = this.#deployment.companies.map((company) => this.#issueOne(company, 0));
    await this.#wait(outageMinutes / 2);
    const said = await this.#readAuthority();
    await this.#wait(outageMinutes / 2);
    const held = await this.#count(HELD);
    this.#way.mend();
    const backMs = performance.now();
    const settled = this.#awaitVerdicts(backMs);
    await this.#wait(tailMinutes);
    this.#stopped.abort();
    await Promise.all([...clients, ...first]);
    const { minutes, isWhole, open } = await settled;
    if (isAsked) await this.#askAgain(backMs);
    await cron.stop();
    const people = await this.#count(PEOPLE);
    return this.#report({ said, held, minutes, isWhole, open, people });
  }

  /** The cron, each minute of the drill: it is told the minute's own instant. */
  #runCron() {
    const { origin } = this.#deployment.service;
    const everyMs = MINUTE_MS * this.#plan.scale;
    const ended = new AbortController();
    const work = (async () => {
      while (!ended.signal.aborted) {
        const time = Math.floor(Date.now() / everyMs) * everyMs;
        const response = await insist(() => fetch(`${origin}/cdn-cgi/local/scheduled?time=${time}`));
        if (!response.ok) throw new Error(`the cron answered ${response.status}`);
        await sleep(Math.max(1, time + everyMs - Date.now()));
      }
    })();
    return {
      stop: () => {
        ended.abort();
        return work;
      },
    };
  }

  /** One client: a document now and then, of which it hears what it hears. */
  async #issue(company: DemoFileCompany): Promise<void> {
    const sent: Promise<void>[] = [];
    const { everyMinutes } = this.#plan;
    await this.#wait((everyMinutes * company.id) / COMPANIES);
    for (let place = 1; !this.#stopped.signal.aborted; place += 1) {
      sent.push(this.#issueOne(company, place));
      await this.#wait(everyMinutes);
    }
    await Promise.all(sent);
  }

  async #issueOne({ id, tokens }: DemoFileCompany, place: number): Promise<void> {
    const url = `${this.#deployment.service.origin}/api/ext/v1/companies/${id}/dse/documentos`;
    const [key, body] = [`drill-${id}-${place}`, sampleSupportDocument("Ana Torres")];
    const { status } = await insist(() => makeCall({ method: "POST", url, token: tokens.all, key, body }));
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
  }

  #wait(minutes: number): Promise<void> {
    return sleep(minutes * MINUTE_MS * this.#plan.scale);
  }

  #minutesSince(ms: number): number {
    return (performance.now() - ms) / (MINUTE_MS * this.#plan.scale);
  }

  async #count(sql: string): Promise<number> {
    const [row = {}] = await this.#deployment.service.query<Record<string, number>>(sql);
    return Object.values(row)[0] ?? 0;
  }

  /** What a client reads of the authority. */
  async #readAuthority(): Promise<string> {
    const [company] = this.#deployment.companies;
    if (company === undefined) throw new Error("a stand without companies");
    const url = `${this.#deployment.service.origin}/api/ext/v2/companies/${company.id}/empresa`;
    const { body } = await insist(() => makeCall({ method: "GET", url, token: company.tokens.all }));
    return STATE.parse(body).autoridad.estado;
  }

  /** Waits until no more documents are open than never arrived, and clients have stopped. */
  async #awaitVerdicts(backMs: number) {
    const { outageMinutes, tailMinutes } = this.#plan;
    const mostMinutes = 2 * outageMinutes + tailMinutes + 60;
    for (;;) {
      const open = await this.#count(OPEN);
      const minutes = this.#minutesSince(backMs);
      const isWhole = this.#stopped.signal.aborted && open <= this.#way.count().lost;
      if (isWhole || minutes > mostMinutes) return { minutes, isWhole, open };
      await this.#wait(0.1);
    }
  }

  /** The runbook's line, until the answers of half an hour are enough. */
  async #askAgain(backMs: number): Promise<void> {
    for (let times = 1; times <= ASKED.times; times += 1) {
      await this.#wait(Math.max(0, times * ASKED.everyMinutes - this.#minutesSince(backMs)));
      await this.#operate("pending", "ask-now", "--reason", "the authority answers again");
      await this.#wait(3);
    }
  }

  async #operate(...line: readonly string[]): Promise<string> {
    const out: string[] = [];
    const code = await runLine(ALL_COMMANDS, line, {
      root: this.#deployment.folder,
      environment: { OPERATOR: "drill" },
      isInteractive: false,
      print: (text) => out.push(text),
      complain: (text) => out.push(text),
      nowMs: () => Date.now(),
    });
    if (code !== 0) throw new Error(`operator ${line.join(" ")} ended with ${code}: ${out.join("\n")}`);
    return out.join("\n");
  }

  async #report({ said, held, minutes, isWhole, open, people }: Outcome): Promise<readonly string[]> {
    const { outageMinutes, isAsked, isOfSendings } = this.#plan;
    const mostTried = isOfSendings ? LIMITS.triedFirst + outageMinutes / LIMITS.tryMinutes : 0;
    const lateMinutes = LIMITS.lateMinutes + (isOfSendings ? LIMITS.tryMinutes : 0);
    const { uncertain, lost, inOutage } = this.#way.count();
    const { codes } = this.#receiver;
    const counted = [...Map.groupBy(codes, (code) => code)].map(([code, { length }]) => `${code} ${length}`);
    const paceMinutes = SETTLE_MINUTES + outageMinutes / CATCH_UP_SPEED;
    const statuses = [...this.#answers].sort(([one], [other]) => one - other);
    const total = statuses.reduce((sum, [, count]) => sum + count, 0);
    const gaps = await this.#operate("ledger", "gaps");
    this.#print(
      `documents: ${total} (${statuses.map(([status, count]) => `${count} were answered ${status}`).join(", ")})`,
    );
    this.#print(`alerts sent: ${codes.length} (${counted.join(", ")})`);
    this.#print(`documents uncertain: ${uncertain}, of which ${lost} did not arrive; held unsent: ${held}`);
    this.#print(`requests into the outage: ${inOutage}; clients read of the authority: ${said}`);
    this.#print(
      isAsked
        ? `documents that need people: ${people}`
        : `documents that the authority does not know: ${open}; people decide after half an hour`,
    );
    this.#print(
      `minutes until the last verdict: ${minutes.toFixed(1)}; the pace of the brake alone takes ${paceMinutes.toFixed(1)}`,
    );
    const ofService = codes.filter((code) => code.startsWith("authority_"));
    const others = codes.filter((code) => !code.startsWith("authority_") && !OF_DOCUMENTS.includes(code));
    const ofDocuments = codes.filter((code) => OF_DOCUMENTS.includes(code)).length;
    return [
      ...(ofService.join(" ") === "authority_down authority_back"
        ? []
        : [`alerts of the outage: ${ofService.join(" ")}`]),
      ...(ofService.length > LIMITS.alerts ? [`${ofService.length} alerts of the outage`] : []),
      ...(others.length === 0 ? [] : [`other alerts: ${others.join(" ")}`]),
      ...(ofDocuments > lost * OF_DOCUMENTS.length
        ? [`${ofDocuments} alerts of ${lost} documents that did not arrive`]
        : []),
      ...(uncertain > LIMITS.uncertain + mostTried ? [`${uncertain} documents were sent into the outage`] : []),
      ...(isWhole ? [] : [`${open} documents are open, and ${lost} did not arrive`]),
      ...(minutes > paceMinutes + lateMinutes ? [`the last verdict came after ${minutes.toFixed(1)} min`] : []),
      ...(isAsked && people !== lost ? [`${people} documents need people, and ${lost} did not arrive`] : []),
      ...(said === "caida" ? [] : [`clients read "${said}" in the outage`]),
      ...statuses
        .filter(([status]) => ![201, 202, 502].includes(status))
        .map(([status, count]) => `${count} documents were answered ${status}`),
      ...(gaps.includes("nothing is wrong in what D1 knows") ? [] : [`ledger gaps: ${gaps}`]),
    ];
  }
}

interface Outcome {
  /** What clients read of the authority in the middle of it. */
  readonly said: string;
  /** Unsent at its end. */
  readonly held: number;
  readonly minutes: number;
  readonly isWhole: boolean;
  readonly open: number;
  readonly people: number;
}

/** Makes a call again whose connection broke, as every client does: its key is the same. */
async function insist<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (cause) {
      const isBroken = cause instanceof TypeError || cause instanceof DOMException;
      if (!isBroken || tries === TRIES) throw cause;
      await sleep(PAUSE_MS);
    }
  }
}
