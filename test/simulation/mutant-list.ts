// Plants bugs as small patches of the source: each must be found, or the simulation does not look where it should.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the patches are source text, not texts with holes.
import { type Edit, edit } from "./plant.ts";

export interface Mutant {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Changes the schema, where it forbids what the source no longer does. */
  readonly sql?: string;
  /** The platform's output gate fails instead of the source. */
  readonly hasGate?: false;
}

const UNKNOWN_CASE =
  '    case "unknown":\n      return canGiveUp && areAnswersExhausted(record, pollScale) ? "answers-exhausted" : "uncertain";';
const VERDICT = '{ isValid: true, statusCode: "00", statusDescription: "", statusMessage: "", rules: [] }';

/** Each a bug that a service of this kind could have; the simulation must find every one. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "no barrier before the request",
    edits: [
      edit(
        "transmit/transmit",
        'const sending = change(ports, (one) =>\n    one.state === "firmado"',
        'const sending = [record].map((one) =>\n    one.state === "firmado"',
      ),
      edit(
        "transmit/transmit",
        "if (sending !== undefined) await send(ports, company, sending, bytes, attemptId);",
        "if (sending[0] !== undefined) await send(ports, company, sending[0], bytes, attemptId);",
      ),
    ],
  },
  {
    name: "sent again when the answer is unknown",
    edits: [
      edit(
        "pickEvent",
        UNKNOWN_CASE,
        '    case "unknown":\n      return isSending ? "refused-unprocessed" : "uncertain";',
      ),
    ],
  },
  { name: "requests leave before the storage confirms", edits: [], hasGate: false },
  {
    name: "no alarm for the next question",
    edits: [edit("replace", "if (isReplaced && record.wakeAt !== before.wakeAt) this.#armAt(record.wakeAt);", "")],
  },
  {
    name: "an early alarm is not armed again",
    edits: [edit("engine/wake", "  driver.armAgain(wakeAtBefore);\n", "")],
  },
  {
    name: "a timeout counts as accepted",
    edits: [edit("pickEvent", UNKNOWN_CASE, '    case "unknown":\n      return isSending ? "accepted" : "uncertain";')],
  },
  {
    name: "a resend signs anew",
    edits: [
      edit(
        "transmit/resend",
        "bytes = await findSignedBytes(ports, record);",
        `const again = record.document !== null && record.numbering !== null;
    bytes = again
      ? (await ports.signer.sign(company, record.document, record.numbering, String(ports.world.nowMs()))).bytes
      : await findSignedBytes(ports, record);`,
      ),
    ],
  },
  {
    name: "a repeated allocation moves the range again",
    edits: [
      edit(
        "allocation/takeNumber",
        ".set({ nextNumber: sql`${documents.number} + 1` })",
        ".set({ nextNumber: sql`${ranges.nextNumber} + 1` })",
      ),
      edit("allocation/takeNumber", ", eq(ranges.nextNumber, documents.number)))", "))"),
    ],
  },
  {
    name: "a repeated allocation moves the plan again",
    edits: [
      edit("takePlan", ".set({ used: sql`${documents.planSequence}` })", ".set({ used: sql`${plans.used} + 1` })"),
      edit("takePlan", "        eq(plans.used, sql`${documents.planSequence} - 1`),\n", ""),
    ],
  },
  {
    name: "two drivers at once, and no look at the state before the request",
    edits: [
      edit("createDriver", "const mine = last === undefined ? work() : last.then(work, work);", "const mine = work();"),
      edit(
        "transmit/transmit",
        'one.state === "firmado" && one.isArchived && !one.isAdopted\n      ? raiseBarrier(one, attemptId, readInstant(ports))',
        'one.state === "firmado" || one.state === "sending"\n      ? raiseBarrier({ ...one, state: "firmado" }, attemptId, readInstant(ports))',
      ),
    ],
  },
  {
    name: "an error page counts as accepted",
    edits: [
      edit(
        "classifyAnswer",
        'if (read.type === "unreadable") return unknown(read.reason, `HTTP ${answer.httpStatus}`);',
        `if (read.type === "unreadable") return { type: "accepted", verdict: ${VERDICT} };`,
      ),
    ],
  },
  {
    name: "one answer absent is enough",
    edits: [
      edit("ABSENCES_NEEDED", "const ABSENCES_NEEDED = 4;", "const ABSENCES_NEEDED = 1;"),
      edit("ABSENCE_SPAN_MS", "const ABSENCE_SPAN_MS = 30 * MINUTE_MS;", "const ABSENCE_SPAN_MS = 0;"),
    ],
  },
  {
    name: "four answers absent are enough, however soon",
    edits: [edit("ABSENCE_SPAN_MS", "const ABSENCE_SPAN_MS = 30 * MINUTE_MS;", "const ABSENCE_SPAN_MS = MINUTE_MS;")],
  },
  {
    name: "absent once means sent again",
    edits: [
      edit(
        "TRANSITIONS",
        '    uncertain: "en_proceso_http",\n    "absent-exhausted"',
        '    uncertain: "en_proceso_http",\n    "refused-unprocessed": "firmado",\n    "absent-exhausted"',
      ),
      edit(
        "pickEvent",
        '      if (!canGiveUp) return "uncertain";',
        '      return record.state === "en_proceso_http" ? "refused-unprocessed" : "uncertain";',
      ),
    ],
  },
  {
    name: "the version that D1 shows is taken for the present one",
    edits: [edit("project", "markProjected(one, record.version)", "markProjected(one, one.version)")],
  },
  {
    name: "a late projection overwrites a newer one",
    edits: [edit("writeProgress", "or(lt(documents.version, version), and(", "or(sql`true`, and(")],
  },
  {
    name: "the key is looked up after the rules of the day",
    edits: [
      edit(
        "replay",
        "  const isSame = ports.journal.read()?.fingerprint === command.fingerprint;\n",
        '  if (command.draft.kind !== "note") {\n    try {\n      ports.price(command, ports.world.nowMs());\n    } catch ({ code, why, problems }) {\n      return { type: "refused", code, why, problems };\n    }\n  }\n  const isSame = ports.journal.read()?.fingerprint === command.fingerprint;\n',
      ),
    ],
  },
  {
    name: "a refused key is not looked up in D1",
    edits: [edit("reserve/findOwner", "key === null ? undefined", "key !== undefined ? undefined")],
  },
  {
    name: "any payload gets the key's document",
    edits: [edit("answerKnown", "const isSame = known.fingerprint === command.fingerprint;", "const isSame = true;")],
  },
  {
    name: "an adopted document takes the fingerprint of today's request",
    edits: [
      edit(
        "replaceByRow",
        "change(ports, (one) => adoptRow(row, one.name, readInstant(ports)));",
        "change(ports, (one) => adoptRow({ ...row, fingerprint: one.fingerprint }, one.name, readInstant(ports)));",
      ),
    ],
  },
  {
    name: "another reservation's document is taken for one's own",
    edits: [
      edit(
        "replaceByRow",
        "change(ports, (one) => adoptRow(row, one.name, readInstant(ports)));",
        "change(ports, (one) => allocateRecord(one, row, readInstant(ports)));",
        ["allocateRecord"],
      ),
    ],
  },
  {
    name: "rule 90 counts as accepted",
    edits: [
      edit(
        "pickEvent",
        '    case "duplicate":\n    case "number-taken":',
        '    case "duplicate":\n      return "accepted";\n    case "number-taken":',
      ),
    ],
  },
  {
    name: "rule 90 counts as rejected",
    edits: [
      edit(
        "pickEvent",
        '    case "duplicate":\n    case "number-taken":',
        '    case "duplicate":\n      return "rejected";\n    case "number-taken":',
      ),
    ],
  },
  {
    name: "a truncated answer is read as far as it goes",
    edits: [
      edit(
        "classifyAnswer",
        'if (read.type === "unreadable") return unknown(read.reason, `HTTP ${answer.httpStatus}`);',
        `if (read.type === "unreadable") {
    const isValid = new TextDecoder().decode(answer.body).includes("IsValid>true");
    return isValid ? { type: "accepted", verdict: ${VERDICT} } : unknown(read.reason, "HTTP");
  }`,
      ),
    ],
  },
  {
    name: "another document's verdict is taken",
    edits: [
      edit(
        "classifyStatus",
        'if (documentKey !== null && documentKey !== "" && documentKey !== expectedKey) {',
        "if (documentKey === undefined) {",
      ),
      edit(
        "classifyVerdict",
        'if (documentKey !== expectedKey) return classifyUnnamed("no-document-key", `status ${report.statusCode}`, evidence);',
        "",
      ),
      edit("confirm", "if (facts !== null && facts.documentKey !== expectedKey) {", "if (facts === undefined) {"),
    ],
  },
  {
    name: "any fault proves that nothing was processed",
    edits: [
      edit(
        "classifyFault",
        'if (isSending && fault.code === "Sender" && SECURITY_FAULTS.includes(subcode)) {',
        "if (isSending) {",
      ),
    ],
  },
  {
    name: "the answer dies with the instance, so it is sent again",
    edits: [
      edit(
        "giveUpWaiting",
        'const next = move(record, "uncertain", { attempts, pollCount: 0, lastError }, instant);',
        'const next = move(record, "refused-unprocessed", { attempts, pollCount: 0 }, instant);',
      ),
    ],
  },
  {
    name: "an adopted document is sent",
    edits: [
      edit("LIFE", "record.isArchived && record.isAdopted", "false"),
      edit("LIFE", "record.isArchived && !record.isAdopted", "record.isArchived"),
      edit(
        "transmit/transmit",
        'one.state === "firmado" && one.isArchived && !one.isAdopted',
        'one.state === "firmado" && one.isArchived',
      ),
    ],
  },
  {
    name: "sent before it is archived",
    edits: [
      edit("LIFE", "&& !record.isArchived, run: archive", "&& false, run: archive"),
      edit("LIFE", "record.isArchived && !record.isAdopted", "!record.isAdopted"),
      edit(
        "transmit/transmit",
        'one.state === "firmado" && one.isArchived && !one.isAdopted',
        'one.state === "firmado" && !one.isAdopted',
      ),
    ],
  },
  {
    name: "other bytes in the archive do not stop it",
    edits: [edit("archive", ' !== "other-bytes";', " !== undefined;")],
  },
  {
    name: "the archive overwrites",
    edits: [edit("putOnce", 'const onlyIf = { etagDoesNotMatch: "*" };', "const onlyIf = undefined;")],
  },
  {
    name: "a refused reservation keeps the key",
    edits: [
      edit(
        "applyAllocation",
        "      const { heldNumber, ...refusal } = result;\n      ports.journal.forget();\n",
        "      const { heldNumber, ...refusal } = result;\n",
      ),
    ],
  },
  {
    name: "each try of an allocation is a new reservation",
    edits: [
      edit(
        "allocateTwice",
        "return await ports.ledger.allocate(record, document);",
        "return await ports.ledger.allocate({ ...record, reservationId: ports.world.newUuid() }, document);",
      ),
    ],
  },
  {
    name: "the answer is not kept with the verdict",
    edits: [edit("settleAnswer", "readInstant(ports)),\n    answer && { answer },", "readInstant(ports)),\n    {},")],
  },
  {
    name: "an answer leaves the journal before the archive has it",
    edits: [
      edit(
        "archiveAnswers",
        "    try {\n      await putAnswer",
        "    ports.journal.dropPendingFile(file.path);\n    try {\n      await putAnswer",
      ),
    ],
  },
  {
    name: "absent counts as rejected",
    edits: [
      edit("pickEvent", '    case "absent":\n', '    case "absent":\n      if (!isSending) return "rejected";\n'),
    ],
  },
  {
    name: "the caller waits two minutes",
    edits: [edit("engine/ANSWER_WITHIN_MS", "const ANSWER_WITHIN_MS = 25_000;", "const ANSWER_WITHIN_MS = 120_000;")],
  },
  {
    name: "a document given up is not asked about",
    edits: [
      edit(
        "isAsking",
        ' || state === "en_proceso_http" || state === "send_unknown";',
        ' || state === "en_proceso_http";',
      ),
    ],
  },
  {
    name: "an order to resend is obeyed in any state",
    edits: [
      edit(
        "transmit/resend",
        '  if (state !== "send_unknown") return onBarrier',
        "  if (state === undefined) return onBarrier",
      ),
      edit(
        "transmit/resend",
        '    one.state === "send_unknown" ? raiseBarrier(one, attemptId',
        '    one.state !== undefined ? raiseBarrier({ ...one, state: "send_unknown" }, attemptId',
      ),
    ],
  },
  {
    name: "an order to resend is obeyed as often as it is handed over",
    edits: [edit("transmit/resend", "orderId === order.orderId", "orderId === -order.orderId")],
  },
  {
    name: "the plan is not looked at",
    edits: [
      edit(
        "insertNumbered",
        "        sql`(${moduleEnvironment} <> 'produccion' OR ${plans.used} < ${plans.allowance})`,\n",
        "",
      ),
    ],
  },
  {
    name: "the range's end is not looked at",
    edits: [edit("selectNextRange", "    hasNumbers(candidate),\n", "")],
  },
  {
    name: "a row forgets before the file is durable",
    edits: [
      edit(
        "fileWhole",
        'if ((await ports.archive.putOnce(path, bytes, sha256)) !== "other-bytes") return sha256;',
        "ports.archive.putOnce(path, bytes, sha256).catch(() => undefined);\n  if (bytes.length > 0) return sha256;",
      ),
    ],
  },
  {
    name: "the payload is dropped before D1 shows the end",
    edits: [
      edit(
        "isSettled",
        "isTerminal(record.state) && isProjected(record) && !isRangeOpen(record)",
        "isTerminal(record.state) && !isRangeOpen(record)",
      ),
      edit(
        "LIFE",
        "when: (record) => !isProjected(record), ...PROJECT",
        "when: (record) => !isProjected(record) && record.wakeAt !== null, ...PROJECT",
      ),
    ],
  },
];
