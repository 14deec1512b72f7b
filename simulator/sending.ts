// Treats a sending: opens the zip, judges the document, remembers the verdict, and says what the sender sees.
import { mayBeSent } from "./authorization.ts";
import { fromBase64, hexDigest } from "./canonical.ts";
import { nameRemarks } from "./file-name.ts";
import type { Identity } from "./identity.ts";
import { type Judgement, judgeDocument } from "./judge/judge.ts";
import type { Finding } from "./judge/sheet.ts";
import { type Chance, drawFault, type Fate, findTag, type Plan, planForFault, planForTag, type Waits } from "./plan.ts";
import { describe, writeResponse } from "./response.ts";
import { type StatusAnswer, writeFault, writeStatus, writeUpload } from "./soap-answer.ts";
import type { SoapRequest } from "./soap-request.ts";
import {
  DUPLICATE,
  duplicateStatus,
  IN_PROCESS,
  refusalStatus,
  settledStatus,
  takenStatus,
  UNAVAILABLE,
} from "./status.ts";
import type { Arrival, Store, StoredDocument } from "./store.ts";
import { getTagRefusal, listTagNotices } from "./tag-rule.ts";
import { openZip, type ZippedXml } from "./zip.ts";

export interface Surroundings {
  readonly store: Store;
  readonly identity: () => Promise<Identity>;
  readonly waits: Waits;
  readonly now: () => number;
  readonly dateToleranceDays: number | undefined;
}

/** What goes back over HTTP, and what the ledger says about it. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly delayMs: number;
  /** The connection breaks instead of a complete answer. */
  readonly broken: boolean;
  readonly arrival: Partial<Omit<Arrival, "seq" | "at">>;
}

export const SOAP_TYPE = "application/soap+xml; charset=utf-8";
interface Received {
  readonly request: SoapRequest;
  readonly file: ZippedXml;
  readonly sha256: string;
  readonly judgement: Judgement;
  readonly documentKey: string;
  readonly zipKey: string;
}

/** Treats SendBillSync, SendBillAsync and SendTestSetAsync. */
export async function receive(request: SoapRequest, around: Surroundings): Promise<Reply> {
  const fileName = request.parameters.fileName ?? "";
  const zip = fromBase64(request.parameters.contentFile ?? "");
  const file = zip ? openZip(zip) : "contentFile no es base64";
  if (typeof file === "string") return refuseFile(request, fileName, file, around.now());
  const testSetId = request.operation === "SendTestSetAsync" ? (request.parameters.testSetId ?? "") : undefined;
  const judgement = await judgeDocument(file.xml, {
    now: around.now(),
    dateToleranceDays: around.dateToleranceDays,
    testSetId,
    findTaxpayer: (nit) => around.store.findTaxpayer(nit),
    findAccepted: (documentKey) => around.store.findAccepted(documentKey),
  });
  const zipKey = crypto.randomUUID();
  const documentKey = judgement.facts?.documentKey || `zip:${zipKey}`;
  const received = { request, file, sha256: await hexDigest("SHA-256", file.xml), judgement, documentKey, zipKey };
  const known = around.store.findTaxpayer(judgement.facts?.nit ?? "");
  const testSet = known?.testSets.find((one) => one.id === testSetId);
  if (testSetId !== undefined && known && testSet === undefined) {
    return refuseTestSet(received, testSetId, around.now());
  }
  if (testSet !== undefined && around.store.isFinished(testSet)) return answerFinished(received, testSet.id, around);
  return carryOut(received, choosePlan(received, around), around);
}

function choosePlan(received: Received, around: Surroundings): Plan {
  const { store, waits } = around;
  if (!mayBeSent(received.judgement.facts, store)) return planForTag("#noautorizado", waits);
  const { motive = "", counterpart = "" } = received.judgement.facts ?? {};
  // A note may fail although the document of the same counterpart was accepted.
  const tag = findTag(motive, waits) ?? findTag(counterpart, waits);
  if (tag === "#fault") {
    const flag = `fault:${received.documentKey}`;
    if (store.readSetting(flag) !== undefined) return planForTag(undefined, waits);
    store.saveSetting(flag, "given");
  }
  if (tag !== undefined) return planForTag(tag, waits);
  const setting = store.readFaults();
  const { operation } = received.request;
  const chance: Chance = {
    operation,
    subject: received.documentKey,
    attempt: store.countArrivals(operation, received.documentKey),
  };
  const fault = drawFault(setting, chance);
  return fault && setting ? planForFault(fault, setting, chance, waits) : planForTag(undefined, waits);
}

function findingsUnder(plan: Plan, judgement: Judgement): readonly Finding[] {
  const type = judgement.facts?.type ?? "";
  if (plan.verdict === "notices") return [...judgement.findings, ...listTagNotices(type)];
  if (plan.verdict === "rejection") return [...judgement.findings, getTagRefusal(type)];
  return judgement.findings;
}

/** Judges, signs the answer, then decides and remembers in one go: nothing waits between the look and the write. */
async function carryOut(received: Received, plan: Plan, around: Surroundings): Promise<Reply> {
  const { facts, readable } = received.judgement;
  const findings = findingsUnder(plan, received.judgement);
  const isProcessed = plan.fate !== "lost";
  const response =
    facts && readable && isProcessed
      ? await writeResponse(
          { ...factsOf(facts), isValid: isAccepted(findings), findings, now: around.now() },
          await around.identity(),
        )
      : undefined;
  const stuck = received.request.operation !== "SendBillSync" && isStuck(received);
  const holder = facts ? around.store.findHolder(facts.nit, facts.type, facts.number) : undefined;
  const document: StoredDocument = {
    documentKey: received.documentKey,
    nit: facts?.nit ?? "",
    type: facts?.type ?? "",
    number: facts?.number ?? "",
    fate: plan.fate,
    queries: 0,
    isValid: isAccepted(findings) && readable,
    errors: findings.map(describe),
    response,
    fileName: received.file.fileName.replace(/\.xml$/i, ""),
  };
  if (!isProcessed || stuck) return answer(received, document, plan, { around, stuck });
  if (holder) return answerDuplicate(received, document, holder, { plan, around });
  if (facts) around.store.saveContent(received.documentKey, facts);
  const { testSetId } = received.request.parameters;
  if (document.isValid && testSetId !== undefined) around.store.saveTrial(received.documentKey, testSetId);
  if (plan.fate !== "settled" || readable) around.store.saveDocument(document);
  else if (received.request.operation !== "SendBillSync") around.store.saveDocument(document);
  return answer(received, document, plan, { around, stuck });
}

function factsOf(facts: NonNullable<Judgement["facts"]>): {
  documentKey: string;
  number: string;
  type: string;
  environment: string;
  receiverNit: string;
} {
  return {
    documentKey: facts.documentKey,
    number: facts.number,
    type: facts.type,
    environment: facts.environment,
    receiverNit: facts.nit,
  };
}

function isAccepted(findings: readonly Finding[]): boolean {
  return findings.every((one) => one.severity === "notice");
}

/** An asynchronous batch whose file name has the wrong length stays in process for ever. */
function isStuck(received: Received): boolean {
  const zipName = received.request.parameters.fileName ?? "";
  return !/^z.{23}\.zip$/i.test(zipName) || !/^..?.?.{23}\.xml$/i.test(received.file.fileName);
}

interface Circumstances {
  readonly plan: Plan;
  readonly around: Surroundings;
}

function answerDuplicate(
  received: Received,
  document: StoredDocument,
  holder: StoredDocument,
  { plan, around }: Circumstances,
): Reply {
  const errors = [...document.errors.filter(() => !document.isValid), describe(DUPLICATE)];
  const shown = document.isValid ? holder : document;
  const repeated: StoredDocument = {
    ...document,
    isValid: false,
    errors,
    response: shown.response,
    documentKey: shown.documentKey,
  };
  // Numbers are looked up before anything is kept: of the second document nothing is, and its batch answers with the first.
  if (received.request.operation !== "SendBillSync") {
    around.store.saveZip({ zipKey: received.zipKey, documentKey: holder.documentKey, mode: "duplicateOnly" });
  }
  return reply(
    received,
    { document: repeated, plan: { ...plan, reply: plan.reply === "inProcess" ? "normal" : plan.reply } },
    "duplicate",
    around,
  );
}

function answer(
  received: Received,
  document: StoredDocument,
  plan: Plan,
  { around, stuck }: { around: Surroundings; stuck: boolean },
): Reply {
  if (received.request.operation !== "SendBillSync") {
    const mode = stuck ? "stuck" : plan.reply === "duplicateOnly" ? "duplicateOnly" : "normal";
    const isTaken = plan.reply === "numberTaken";
    const documentKey = isTaken ? `taken:${document.documentKey}` : document.documentKey;
    around.store.saveZip({ zipKey: received.zipKey, documentKey, mode });
  }
  return reply(
    received,
    { document, plan },
    stuck ? "stuck" : verdictOf(document.fate, plan, document.isValid),
    around,
  );
}

function isRefusal(reply: Plan["reply"]): reply is "notAuthorized" | "tooLarge" | "unreadable" {
  return reply === "notAuthorized" || reply === "tooLarge" || reply === "unreadable";
}

function verdictOf(fate: Fate, plan: Plan, isValid: boolean): string {
  if (plan.reply === "fault") return "fault";
  if (plan.reply === "unavailable") return "unavailable";
  if (isRefusal(plan.reply)) return "refused";
  if (plan.reply === "numberTaken") return "duplicate";
  if (fate === "lost") return "lost";
  if (fate === "late") return "late";
  if (fate === "inProcess") return "in_process";
  return isValid ? "accepted" : "rejected";
}

function reply(
  received: Received,
  kept: { document: StoredDocument; plan: Plan },
  verdict: string,
  around: Surroundings,
): Reply {
  const { document, plan } = kept;
  const { operation } = received.request;
  const { facts } = received.judgement;
  const remarks = [
    ...received.judgement.remarks,
    ...nameRemarks(received.request.parameters.fileName ?? "", received.file.fileName, facts),
  ];
  const isAsync = operation !== "SendBillSync";
  const arrival = {
    ...arrivalOf(received),
    verdict,
    remarks: remarks.length > 0 ? JSON.stringify(remarks) : null,
    zipKey: isAsync ? received.zipKey : null,
  };
  const now = around.now();
  const base = { status: 200, contentType: SOAP_TYPE, delayMs: plan.delayMs, broken: plan.reply === "drop", arrival };
  if (plan.reply === "fault") return { ...base, status: 500, body: writeFault("InvalidSecurity", "") };
  if (plan.reply === "unavailable") return { ...base, ...UNAVAILABLE };
  if (isAsync && isRefusal(plan.reply) && plan.reply !== "unreadable") {
    const { errors = [], description, message } = refusalStatus(plan.reply, facts?.nit ?? "");
    const errorText = errors[0] ?? (message || description);
    const refused = [{ documentKey: undefined, message: errorText, fileName: received.file.fileName }];
    return { ...base, arrival: { ...arrival, zipKey: null }, body: writeUpload(operation, undefined, refused, now) };
  }
  const text = isAsync
    ? writeUpload(operation, received.zipKey, [], now)
    : writeStatus(operation, statusFor(document, plan), now);
  return { ...base, body: plan.reply === "truncate" ? text.slice(0, Math.floor(text.length / 2)) : text };
}

function statusFor(document: StoredDocument, plan: Plan): StatusAnswer {
  if (plan.reply === "inProcess") return IN_PROCESS;
  if (isRefusal(plan.reply)) return refusalStatus(plan.reply, document.nit);
  if (plan.reply === "numberTaken") return takenStatus(document);
  if (plan.reply === "duplicateOnly" && document.isValid) return duplicateStatus(document);
  return settledStatus(document);
}

function refuseFile(request: SoapRequest, fileName: string, why: string, now: number): Reply {
  const { operation } = request;
  const line = describe({ code: "ZB01", severity: "rejection", text: why });
  const blank: StoredDocument = {
    documentKey: "zip:",
    nit: "",
    type: "",
    number: "",
    fate: "settled",
    queries: 0,
    isValid: false,
    errors: [line],
    response: undefined,
    fileName: fileName.replace(/\.zip$/i, ""),
  };
  const body =
    operation === "SendBillSync"
      ? writeStatus(operation, settledStatus(blank), now)
      : writeUpload(operation, undefined, [{ documentKey: undefined, message: line, fileName }], now);
  const arrival = { operation, fileName, verdict: "rejected", remarks: JSON.stringify([why]) };
  return { status: 200, contentType: SOAP_TYPE, body, delayMs: 0, broken: false, arrival };
}

/** The batch is taken, and its status speaks of the set alone: the document is neither judged nor kept. */
function answerFinished(received: Received, testSetId: string, { store, now }: Surroundings): Reply {
  const { zipKey, request } = received;
  store.saveZip({ zipKey, documentKey: `set:${testSetId}`, mode: "normal" });
  const arrival = { ...arrivalOf(received), verdict: "set_accepted", zipKey };
  const body = writeUpload(request.operation, zipKey, [], now());
  return { status: 200, contentType: SOAP_TYPE, body, delayMs: 0, broken: false, arrival };
}

/** What the ledger says of any sending that was read. */
function arrivalOf({ request, judgement, sha256 }: Received) {
  const { facts } = judgement;
  return {
    operation: request.operation,
    fileName: request.parameters.fileName ?? null,
    nit: facts?.nit ?? null,
    number: facts?.number ?? null,
    documentKey: facts?.documentKey ?? null,
    sha256,
  };
}

function refuseTestSet(received: Received, testSetId: string, now: number): Reply {
  const { operation } = received.request;
  const { facts } = received.judgement;
  const message = `Set de prueba con identificador ${testSetId} no se encuentra.`;
  const body = writeUpload(
    operation,
    undefined,
    [{ documentKey: facts?.documentKey, message, fileName: received.file.fileName }],
    now,
  );
  const arrival = { ...arrivalOf(received), verdict: "rejected" };
  return { status: 200, contentType: SOAP_TYPE, body, delayMs: 0, broken: false, arrival };
}
