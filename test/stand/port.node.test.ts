// Tests what a program of the stand says about a port that is taken: which one, and the command that starts it on others.
import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, expect, it } from "vitest";
import { OperatorError } from "../../operator/error.ts";
import { requirePorts } from "../../stand/child.ts";
import { findFreePort } from "../../stand/port.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function takePort(): Promise<number> {
  const server = createServer();
  closing.push(() => server.close());
  const port = await findFreePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return port;
}

const ports = (service: number, authority: number) => [
  { port: service, variable: "PORT", what: "the service" },
  { port: authority, variable: "AUTHORITY_PORT", what: "the pretend authority" },
];

async function hear(wanted: ReturnType<typeof ports>, environment: NodeJS.ProcessEnv): Promise<OperatorError> {
  const error: unknown = await requirePorts(wanted, environment).catch((cause: unknown) => cause);
  if (!(error instanceof OperatorError)) throw new Error("no port is taken");
  return error;
}

it("nothing is said of ports that are free", async () => {
  await requirePorts(ports(await findFreePort(), await findFreePort()), {});
});

it("a taken port is named with the command that starts the stand on one that is free", async () => {
  const taken = await takePort();
  const { message, hint } = await hear(ports(taken, await findFreePort()), { npm_lifecycle_event: "start" });
  expect(message).toBe(`port ${taken}, for the service, is taken`);
  const [, free] = /^stop what listens there, or choose another: PORT=(\d+) npm start$/.exec(hint) ?? [];
  expect(Number(free)).not.toBe(taken);
  await requirePorts(ports(Number(free), await findFreePort()), {});
});

it("two taken ports are named at once, and the command moves both", async () => {
  const [service, authority] = [await takePort(), await takePort()];
  const { message, hint } = await hear(ports(service, authority), {});
  expect(message).toBe(
    `port ${service}, for the service, is taken; port ${authority}, for the pretend authority, is taken`,
  );
  expect(hint).toMatch(/: PORT=\d+ AUTHORITY_PORT=\d+ npm start$/);
});

it("the command keeps a port that was chosen before, and is that of the program that was started", async () => {
  const [free, taken] = [await findFreePort(), await takePort()];
  const { hint } = await hear(ports(free, taken), { PORT: String(free), npm_lifecycle_event: "sandbox" });
  expect(hint).toMatch(new RegExp(`: PORT=${free} AUTHORITY_PORT=\\d+ npm run sandbox$`));
});
