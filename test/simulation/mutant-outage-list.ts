// Plants bugs of the brake, which holds documents while the authority is down; `npm run deep -- outages` must find each.
import type { Mutant } from "./mutant-list.ts";
import { edit } from "./plant.ts";

export const OUTAGE_MUTANTS: readonly Mutant[] = [
  {
    name: "outage: the brake stands behind the barrier",
    edits: [
      edit(
        "transmit/transmit",
        'if (passage.type === "wait") return hold(ports, passage.untilMs);',
        'if (passage.type === "wait") change(ports, (one) => raiseBarrier(one, ports.world.newUuid(), readInstant(ports)));',
      ),
    ],
  },
  {
    name: "outage: a document is the probe",
    edits: [edit("transmit/transmit", 'if (passage.type === "ask") {', "if (passage === undefined) {")],
  },
  {
    name: "outage: probes without limit",
    edits: [edit("judgePassage", "if (nowMs < findProbe(state, outage, companyId))", "if (nowMs < 0)")],
  },
  {
    name: "outage: sendings that fail alone hold nothing",
    edits: [
      edit("judgeSendings", "state.lostSendings.length < FAILURES_NEEDED", "state.lostSendings.length < 1_000_000"),
    ],
  },
  {
    name: "outage: documents are tried without a pause",
    edits: [edit("pauseAfter", "TRY_FIRST_MS * 2 ** tries", "0")],
  },
  {
    name: "outage: an answered question ends it",
    edits: [edit("noteAnswer", "if (isSending) return", "if (isSending || answersSinceMs === null) return")],
  },
  {
    name: "outage: in doubt it is sent",
    edits: [edit("judgePassage", 'isDoubtful ? "ask" : "go"', 'isDoubtful ? "go" : "go"')],
  },
  {
    name: "outage: all leave at once",
    edits: [edit("findTurn", "Math.max(reservedMs - heldFrom, 0) / CATCH_UP_SPEED", "0")],
  },
  {
    name: "outage: the newest first",
    edits: [edit("findTurn", "Math.max(reservedMs - heldFrom, 0)", "Math.max(backSince - reservedMs, 0)")],
  },
  {
    name: "outage: it ends and nobody is told",
    edits: [edit("brake-port/report", "(told === null) === (tells === null)", "told !== null")],
  },
  {
    name: "outage: each isolate keeps what it knows to itself",
    edits: [edit("createBrake", "await share(env, environment, nowMs / scale, make)", "void make")],
  },
  {
    name: "outage: a gateway's page counts as an answer",
    edits: [edit("isReached", "httpStatus >= 500", "httpStatus >= 600")],
  },
  {
    name: "outage: silence is not heard",
    edits: [edit("noteSilence", "since.length < FAILURES_NEEDED", "since.length < 1_000_000")],
  },
  {
    name: "outage: a held document does not wake",
    edits: [edit("holdRecord", "wakeAt: toIso(untilMs)", "wakeAt: null")],
  },
];
