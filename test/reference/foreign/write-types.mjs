// Writes the types of some answers with one of two generators: `write-types.mjs openapi.json quicktype|modelina FILE`. It runs in the
// folder in which the generators are installed.
import { readFileSync, writeFileSync } from "node:fs";

const ANSWERS = ["InvoiceCreation", "InvoiceRejected", "ErrorBody"];
const [, , source = "", generator = "", target = ""] = process.argv;

const { components } = JSON.parse(readFileSync(source, "utf8"));
const local = JSON.parse(JSON.stringify(components.schemas).replaceAll("#/components/schemas/", "#/definitions/"));
const definitions = Object.fromEntries(Object.entries(local).map(([name, schema]) => [name, { ...schema, $id: name }]));
const properties = Object.fromEntries(ANSWERS.map((name) => [name, { $ref: `#/definitions/${name}` }]));
const schema = { $id: "Answers", type: "object", properties };

if (generator === "quicktype") {
  const { InputData, JSONSchemaInput, quicktype } = await import("quicktype-core");
  const input = new JSONSchemaInput(undefined);
  await input.addSource({ name: "Answers", schema: JSON.stringify({ ...schema, definitions: local }) });
  const inputData = new InputData();
  inputData.addInput(input);
  const { lines } = await quicktype({ inputData, lang: "php" });
  writeFileSync(target, lines.join("\n"));
} else {
  const { PYTHON_JSON_SERIALIZER_PRESET, PythonGenerator } = (await import("@asyncapi/modelina")).default;
  const writer = new PythonGenerator({ presets: [PYTHON_JSON_SERIALIZER_PRESET] });
  const models = await writer.generate({ $schema: "http://json-schema.org/draft-07/schema#", ...schema, definitions });
  const head =
    "from __future__ import annotations\nimport json\nfrom enum import Enum\nfrom typing import Any, Dict, List\n";
  writeFileSync(target, [head, ...models.map(({ result }) => result)].join("\n\n"));
}
