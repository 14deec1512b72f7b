// Removes what the stands of a run began with, at its end.
import { rmSync } from "node:fs";
import { preparedFolder } from "./stand.ts";

export function teardown(): void {
  rmSync(preparedFolder(process.pid), { recursive: true, force: true });
}
