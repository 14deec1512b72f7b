// Runs `work` for each item, six at a time; a failure is logged and the rest go on.
import { writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";

/** Outgoing calls at a time, as many as the platform opens. */
const WIDTH = 6;

/** @param failureCode code of the warning about an item that fails, which is left to the next run. */
export async function runInParallel<Item>(
  items: readonly Item[],
  failureCode: string,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item);
      } catch (cause) {
        writeWarning(failureCode, { error: describeError(cause) });
      }
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
}
