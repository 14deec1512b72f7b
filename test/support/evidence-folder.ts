// Keeps files that tests inside workerd hand over in `.demo/verify/`, where `.ci/run` shows them to foreign verifiers and `npm
// run deep -- freeze` finds them.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const FOLDER = resolve(import.meta.dirname, "../../.demo/verify");
const NAME = /^\/(?:(?:soap\/)?[a-z0-9-]+\.xml|frozen\.json)$/;

/** PUT of `/name.xml` (a signed document), `/soap/name.xml` (a request) or `/frozen.json` (a schema), as a service binding of the test build. */
export async function keepFile(request: {
  readonly url: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!NAME.test(pathname)) return new Response(`not a name for evidence: ${pathname}`, { status: 400 });
  const path = resolve(FOLDER, `.${pathname}`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, new Uint8Array(await request.arrayBuffer()));
  return new Response(null, { status: 204 });
}
