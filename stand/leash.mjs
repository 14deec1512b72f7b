// Loaded before wrangler: ends it with all that it started once the stand that started it is gone, or a runtime of its own.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const endAll = () => process.kill(-process.pid, "SIGKILL");
  // The stand holds the other end and never writes: it closes when the stand ends, however it ends.
  process.stdin.on("end", endAll).resume();
  watchRuntimes(endAll);
}

/** Wrangler starts a killed runtime again, but not every request finds it: requests would wait for ever. */
function watchRuntimes(endAll) {
  const { spawn } = childProcess;
  childProcess.spawn = (command, ...others) => {
    const child = spawn(command, ...others);
    if (!/workerd(?:\.exe)?$/.test(String(command))) return child;
    const { kill } = child;
    child.kill = (signal) => {
      // Wrangler's own wish: it stops, or a source has changed.
      child.off("exit", endAll);
      return kill.call(child, signal);
    };
    return child.once("exit", endAll);
  };
  syncBuiltinESMExports();
}
