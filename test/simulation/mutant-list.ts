// Plants bugs as small patches of the source: each must be found, or the simulation does not look where it should.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the patches are source text, not texts with holes.

/** One exact replacement; `find` must occur exactly once in the file. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export interface Mutant {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Changes the schema, where it forbids what the source no longer does. */
  readonly sql?: string;
  /** The platform's output gate fails instead of the source. */
  readonly hasGate?: false;
}

export const edit = (file: string, find: string, replace: string): Edit => ({ file, find, replace });

const ENGINE = "issuance/engine.ts";
const CREATION = "issuance/creation.ts";
const ADOPTION = "issuance/adoption.ts";
const PREPARE = "issuance/prepare.ts";
const TRANSMIT = "issuance/transmit.ts";
const SETTLE = "issuance/settle.ts";
const TRANSITION = "issuance/transition.ts";
const SCHEDULE = "issuance/schedule.ts";
const LIFE = "issuance/life.ts";
const FINISH = "issuance/finish.ts";
const JOURNAL = "issuance/journal.ts";
const OUTCOME = "authority/outcome.ts";
const ALLOCATION = "store/number/allocation.ts";

const UNKNOWN_CASE =
  '    case "unknown":\n      return canGiveUp && areAnswersExhausted(record, pollScale) ? "answers-exhausted" : "uncertain";';
const VERDICT = '{ isValid: true, statusCode: "00", statusDescription: "", statusMessage: "", rules: [] }';

/** Each a bug that a service of this kind could have; the simulation must find every one. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "no barrier before the request",
    edits: [
      edit(
        TRANSMIT,
        'const sending = change(ports, (one) =>\n    one.state === "firmado"',
        'const sending = [record].map((one) =>\n    one.state === "firmado"',
      ),
      edit(
        TRANSMIT,
        "if (sending !== undefined) await send(ports, company, sending, bytes, attemptId);",
        "if (sending[0] !== undefined) await send(ports, company, sending[0], bytes, attemptId);",
      ),
    ],
  },
  {
    name: "sent again when the answer is unknown",
    edits: [
      edit(SETTLE, UNKNOWN_CASE, '    case "unknown":\n      return isSending ? "refused-unprocessed" : "uncertain";'),
    ],
  },
  { name: "requests leave before the storage confirms", edits: [], hasGate: false },
  {
    name: "no alarm for the next question",
    edits: [edit(JOURNAL, "if (isReplaced && record.wakeAt !== before.wakeAt) this.#armAt(record.wakeAt);", "")],
  },
  {
    name: "an early alarm is not armed again",
    edits: [edit(ENGINE, "  driver.armAgain(wakeAtBefore);\n", "")],
  },
  {
    name: "a timeout counts as accepted",
    edits: [edit(SETTLE, UNKNOWN_CASE, '    case "unknown":\n      return isSending ? "accepted" : "uncertain";')],
  },
  {
    name: "a resend signs anew",
    edits: [
      edit(
        TRANSMIT,
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
        ALLOCATION,
        ".set({ nextNumber: sql`${documents.number} + 1` })",
        ".set({ nextNumber: sql`${ranges.nextNumber} + 1` })",
      ),
      edit(ALLOCATION, ", eq(ranges.nextNumber, documents.number)))", "))"),
    ],
  },
  {
    name: "a repeated allocation moves the plan again",
    edits: [
      edit(ALLOCATION, ".set({ used: sql`${documents.planSequence}` })", ".set({ used: sql`${plans.used} + 1` })"),
      edit(ALLOCATION, "        eq(plans.used, sql`${documents.planSequence} - 1`),\n", ""),
    ],
  },
  {
    name: "two drivers at once, and no look at the state before the request",
    edits: [
      edit(
        "issuance/driver.ts",
        "const mine = last === undefined ? work() : last.then(work, work);",
        "const mine = work();",
      ),
      edit(
        TRANSMIT,
        'one.state === "firmado" && one.isArchived && !one.isAdopted\n      ? raiseBarrier(one, attemptId, readInstant(ports))',
        'one.state === "firmado" || one.state === "sending"\n      ? raiseBarrier({ ...one, state: "firmado" }, attemptId, readInstant(ports))',
      ),
    ],
  },
  {
    name: "an error page counts as accepted",
    edits: [
      edit(
        OUTCOME,
        'if (read.type === "unreadable") return unknown(read.reason, `HTTP ${answer.httpStatus}`);',
        `if (read.type === "unreadable") return { type: "accepted", verdict: ${VERDICT}, ...NOTHING };`,
      ),
    ],
  },
  {
    name: "one answer absent is enough",
    edits: [
      edit(SCHEDULE, "const ABSENCES_NEEDED = 4;", "const ABSENCES_NEEDED = 1;"),
      edit(SCHEDULE, "const ABSENCE_SPAN_MS = 30 * MINUTE_MS;", "const ABSENCE_SPAN_MS = 0;"),
    ],
  },
  {
    name: "four answers absent are enough, however soon",
    edits: [edit(SCHEDULE, "const ABSENCE_SPAN_MS = 30 * MINUTE_MS;", "const ABSENCE_SPAN_MS = MINUTE_MS;")],
  },
  {
    name: "absent once means sent again",
    edits: [
      edit(
        "domain/state.ts",
        '    uncertain: "en_proceso_http",\n    "absent-exhausted"',
        '    uncertain: "en_proceso_http",\n    "refused-unprocessed": "firmado",\n    "absent-exhausted"',
      ),
      edit(
        SETTLE,
        '      if (!canGiveUp) return "uncertain";',
        '      return record.state === "en_proceso_http" ? "refused-unprocessed" : "uncertain";',
      ),
    ],
  },
  {
    name: "the version that D1 shows is taken for the present one",
    edits: [edit(FINISH, "markProjected(one, record.version)", "markProjected(one, one.version)")],
  },
  {
    name: "a late projection overwrites a newer one",
    edits: [edit("store/projection.ts", "or(lt(documents.version, version), and(", "or(sql`true`, and(")],
  },
  {
    name: "the key is looked up after the rules of the day",
    edits: [
      edit(
        CREATION,
        "  const known = ports.journal.read();\n  if (known === undefined) return beginAfresh(",
        '  if (command.draft.kind !== "note") {\n    const early = priceOrRefuse(ports, command, ports.world.nowMs(), undefined);\n    if ("refused" in early) return early.refused;\n  }\n  const known = ports.journal.read();\n  if (known === undefined) return beginAfresh(',
      ),
    ],
  },
  {
    name: "a refused key is not looked up in D1",
    edits: [edit(CREATION, "  if (command.key !== null) {", "  if (command.key === undefined) {")],
  },
  {
    name: "any payload gets the key's document",
    edits: [edit(CREATION, "const isSame = known.fingerprint === command.fingerprint;", "const isSame = true;")],
  },
  {
    name: "an adopted document takes the fingerprint of today's request",
    edits: [
      edit(
        ADOPTION,
        "change(ports, (one) => adoptRow(row, one.name, readInstant(ports)));",
        "change(ports, (one) => adoptRow({ ...row, fingerprint: one.fingerprint }, one.name, readInstant(ports)));",
      ),
    ],
  },
  {
    name: "another reservation's document is taken for one's own",
    edits: [
      edit(
        ADOPTION,
        "change(ports, (one) => adoptRow(row, one.name, readInstant(ports)));",
        "change(ports, (one) => allocateRecord(one, row, readInstant(ports)));",
      ),
      edit(ADOPTION, "import { adoptRow, ", "import { adoptRow, allocateRecord, "),
    ],
  },
  {
    name: "rule 90 counts as accepted",
    edits: [
      edit(
        SETTLE,
        '    case "duplicate":\n    case "number-taken":',
        '    case "duplicate":\n      return "accepted";\n    case "number-taken":',
      ),
    ],
  },
  {
    name: "rule 90 counts as rejected",
    edits: [
      edit(
        SETTLE,
        '    case "duplicate":\n    case "number-taken":',
        '    case "duplicate":\n      return "rejected";\n    case "number-taken":',
      ),
    ],
  },
  {
    name: "a truncated answer is read as far as it goes",
    edits: [
      edit(
        OUTCOME,
        'if (read.type === "unreadable") return unknown(read.reason, `HTTP ${answer.httpStatus}`);',
        `if (read.type === "unreadable") {
    const isValid = new TextDecoder().decode(answer.body).includes("IsValid>true");
    return isValid ? { type: "accepted", verdict: ${VERDICT}, ...NOTHING } : unknown(read.reason, "HTTP");
  }`,
      ),
    ],
  },
  {
    name: "another document's verdict is taken",
    edits: [
      edit(
        OUTCOME,
        'if (documentKey !== null && documentKey !== "" && documentKey !== expectedKey) {',
        "if (documentKey === undefined) {",
      ),
      edit(
        OUTCOME,
        'if (documentKey !== expectedKey) return classifyUnnamed("no-document-key", `status ${report.statusCode}`, evidence);',
        "",
      ),
      edit(OUTCOME, "if (facts !== null && facts.documentKey !== expectedKey) {", "if (facts === undefined) {"),
    ],
  },
  {
    name: "any fault proves that nothing was processed",
    edits: [
      edit(
        OUTCOME,
        'if (isSending && fault.code === "Sender" && SECURITY_FAULTS.includes(subcode)) {',
        "if (isSending) {",
      ),
    ],
  },
  {
    name: "the answer dies with the instance, so it is sent again",
    edits: [
      edit(
        TRANSITION,
        'const next = move(record, "uncertain", { attempts, pollCount: 0, lastError }, instant);',
        'const next = move(record, "refused-unprocessed", { attempts, pollCount: 0 }, instant);',
      ),
    ],
  },
  {
    name: "an adopted document is sent",
    edits: [
      edit(LIFE, "record.isArchived && record.isAdopted", "false"),
      edit(LIFE, "record.isArchived && !record.isAdopted", "record.isArchived"),
      edit(
        TRANSMIT,
        'one.state === "firmado" && one.isArchived && !one.isAdopted',
        'one.state === "firmado" && one.isArchived',
      ),
    ],
  },
  {
    name: "sent before it is archived",
    edits: [
      edit(LIFE, "&& !record.isArchived, run: archive", "&& false, run: archive"),
      edit(LIFE, "record.isArchived && !record.isAdopted", "!record.isAdopted"),
      edit(
        TRANSMIT,
        'one.state === "firmado" && one.isArchived && !one.isAdopted',
        'one.state === "firmado" && !one.isAdopted',
      ),
    ],
  },
  {
    name: "other bytes in the archive do not stop it",
    edits: [edit(PREPARE, ' !== "other-bytes";', " !== undefined;")],
  },
  {
    name: "the archive overwrites",
    edits: [edit("store/archive/files.ts", 'const onlyIf = { etagDoesNotMatch: "*" };', "const onlyIf = undefined;")],
  },
  {
    name: "a refused reservation keeps the key",
    edits: [
      edit(PREPARE, "      run.refusal = refusal;\n      ports.journal.forget();\n", "      run.refusal = refusal;\n"),
    ],
  },
  {
    name: "each try of an allocation is a new reservation",
    edits: [
      edit(
        PREPARE,
        "return await ports.ledger.allocate(record, document);",
        "return await ports.ledger.allocate({ ...record, reservationId: ports.world.newUuid() }, document);",
      ),
    ],
  },
  {
    name: "the answer is not kept with the verdict",
    edits: [edit(TRANSMIT, "readInstant(ports)),\n    answer && { answer },", "readInstant(ports)),\n    {},")],
  },
  {
    name: "an answer leaves the journal before the archive has it",
    edits: [
      edit(
        FINISH,
        "    try {\n      await putAnswer",
        "    ports.journal.dropPendingFile(file.path);\n    try {\n      await putAnswer",
      ),
    ],
  },
  {
    name: "absent counts as rejected",
    edits: [edit(SETTLE, '    case "absent":\n', '    case "absent":\n      if (!isSending) return "rejected";\n')],
  },
  {
    name: "the caller waits two minutes",
    edits: [edit(CREATION, "const ANSWER_WITHIN_MS = 25_000;", "const ANSWER_WITHIN_MS = 120_000;")],
  },
  {
    name: "a document given up is not asked about",
    edits: [
      edit(
        SCHEDULE,
        ' || state === "en_proceso_http" || state === "send_unknown";',
        ' || state === "en_proceso_http";',
      ),
    ],
  },
  {
    name: "an order to resend is obeyed in any state",
    edits: [
      edit(TRANSMIT, '  if (state !== "send_unknown") return onBarrier', "  if (state === undefined) return onBarrier"),
      edit(
        TRANSMIT,
        '    one.state === "send_unknown" ? raiseBarrier(one, attemptId',
        '    one.state !== undefined ? raiseBarrier({ ...one, state: "send_unknown" }, attemptId',
      ),
    ],
  },
  {
    name: "an order to resend is obeyed as often as it is handed over",
    edits: [edit(TRANSMIT, "orderId === order.orderId", "orderId === -order.orderId")],
  },
  {
    name: "the plan is not looked at",
    edits: [
      edit(
        ALLOCATION,
        "        sql`(${companies.environment} <> 'produccion' OR ${plans.used} < ${plans.allowance})`,\n",
        "",
      ),
    ],
  },
  {
    name: "the range's end is not looked at",
    edits: [edit("store/number/refusal-reason.ts", "    hasNumbers(candidate),\n", "")],
  },
  {
    name: "the payload is dropped before D1 shows the end",
    edits: [
      edit(
        LIFE,
        "isTerminal(record.state) && isProjected(record) && !isRangeOpen(record)",
        "isTerminal(record.state) && !isRangeOpen(record)",
      ),
      edit(
        LIFE,
        "when: (record) => !isProjected(record), run: project",
        "when: (record) => !isProjected(record) && record.wakeAt !== null, run: project",
      ),
    ],
  },
];
