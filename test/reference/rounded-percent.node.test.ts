// Tests that the guide's table of a rounded percentage has the figures of the recorded answer, in both languages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { RECORDED } from "../../docs/openapi/reference.ts";

const money = z.string();
const answerSchema = z.object({
  documento: z.object({
    items: z.array(
      z.object({ descuento: money, base_imponible: money, impuestos: z.array(z.object({ valor: money })) }),
    ),
  }),
});

const FOLDER = join(import.meta.dirname, "../../docs/reference");
const GUIDES = [
  ["v2", "## Cómo se redondea un porcentaje", "es-CO"],
  ["en", "## How a percentage is rounded", "en-US"],
] as const;

it.each(GUIDES)("the guide in %s reckons as the service does", (folder, title, locale) => {
  const guide = readFileSync(join(FOLDER, folder, "04-facturas-de-caja.md"), "utf8");
  const section = guide.slice(guide.indexOf(title));
  const { documento } = answerSchema.parse(RECORDED.v2["fe-descuento-redondeo"]?.body);
  const figures = documento.items.flatMap(({ descuento, base_imponible, impuestos }) => [
    descuento,
    base_imponible,
    ...impuestos.map(({ valor }) => valor),
  ]);
  expect(figures).toHaveLength(6);
  const write = (figure: string) => Number(figure).toLocaleString(locale, { minimumFractionDigits: 2 });
  expect(figures.filter((figure) => !section.includes(write(figure)))).toEqual([]);
});
