// Draws every show piece in every layout, as PDF and PNG, to look at: `npm run gallery -- [FOLDER]`, usually .wrangler/gallery.
// `docs/renderer.png` was put together of three of them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { LAYOUTS } from "../../renderer/render.ts";
import { draw, run } from "./drawing.ts";
import { makeLogo, makeShowPieces } from "./show-piece.ts";

const folder = resolve(process.argv[2] ?? ".wrangler/gallery");
mkdirSync(folder, { recursive: true });
const logo = makeLogo();
for (const [name, xml] of Object.entries(await makeShowPieces())) {
  for (const layout of LAYOUTS) {
    const { bytes, pages, replaced } = draw(xml, { layout, logo, accent: "#8c3c1e" });
    const path = join(folder, `${name}-${layout}`);
    writeFileSync(`${path}.pdf`, bytes);
    run("pdftoppm", "-r", "110", "-png", `${path}.pdf`, path);
    process.stdout.write(`${path}: ${pages} pages, ${bytes.length} bytes, ${replaced} characters replaced\n`);
  }
}
