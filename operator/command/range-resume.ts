// `range resume` lets a range go on that another system's number stopped, from a number that is free.
import { eq } from "drizzle-orm";
import { build } from "../../src/store/base/db.ts";
import { ranges } from "../../src/store/base/schema.ts";
import { resumeRange } from "../../src/store/number/stopped-range.ts";
import { type Command, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import { readId, readInteger } from "../reader.ts";
import { guardNext } from "./range.ts";
import { findLastNumber } from "./range-overlap.ts";
import { againIfChanged, getRange } from "./range-takeover.ts";

const NUMBER_MAX = 999_999_999;

export const rangeResume: Command = {
  name: "range resume",
  about: "lets a range go on that stopped because another system had used one of its numbers",
  flags: [
    required("range", "id of the range, see `range list`"),
    optional(
      "next",
      "number of the next document, past every number that the other system used; as it stands unless given",
    ),
  ],
  run: async (context) => {
    const { input } = context;
    const id = await input.get("range", readId);
    const given = input.find("next", readInteger(1, NUMBER_MAX));
    return againIfChanged(async () => {
      const range = await getRange(context, id);
      if (range.stoppedBy === null) throw new OperatorError(`range ${id} is not stopped`, "see `operator range list`");
      const next = given ?? range.nextNumber;
      const last = findLastNumber(range);
      if (next < range.nextNumber || next > last + 1) {
        throw new OperatorError(
          `--next: ${next} is not from ${range.nextNumber} to ${last + 1}`,
          "numbers only go forward",
        );
      }
      const detail = { range: id, stopped_by: range.stoppedBy, before: { next: range.nextNumber }, next };
      await commit(context, { companyId: range.companyId, action: "range.resume", detail }, [
        // Another operator may have let it go on meanwhile, and it gave numbers since.
        guardNext(id, next),
        build.update(ranges).set({ nextNumber: next }).where(eq(ranges.id, id)),
        resumeRange(id),
      ]);
      return { data: detail, text: `range ${id} goes on with ${range.prefix}${next}` };
    });
  },
};
