// Gives tests archives of their own inside one that is open: each would cost a platform.
import type { Archive } from "../../operator/access/archive.ts";

/** What is below a name in an archive, as an archive; closing it does nothing. */
export function openPart(whole: Archive, name: string): Archive {
  const below = `${name}/`;
  return {
    readFile: (path) => whole.readFile(below + path),
    listFiles: async function* (prefix) {
      for await (const file of whole.listFiles(below + prefix)) yield { ...file, path: file.path.slice(below.length) };
    },
    putFile: (file) => whole.putFile({ ...file, path: below + file.path }),
    close: async () => undefined,
  };
}

/** Copies every file. */
export async function copyFiles(from: Archive, to: Archive): Promise<void> {
  for await (const { path, label } of from.listFiles("")) {
    const bytes = await from.readFile(path);
    if (bytes === undefined || label === undefined) throw new Error(`${path} cannot be copied`);
    await to.putFile({ path, bytes, label });
  }
}
