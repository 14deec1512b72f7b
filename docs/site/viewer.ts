// Writes the page on which the interactive viewer shows the operations.
import { type ApiVersion, basePathOf } from "../../src/api/base/version.ts";
import { summaryOf } from "./page.ts";

/** The HTML that loads the viewer; its guides are pages of their own. */
export function printViewer(version: ApiVersion): string {
  const base = basePathOf(version);
  return `<!doctype html>
<html lang="es-CO">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Visor de operaciones · API externa ${version}</title>
<meta name="description" content="Todas las operaciones de la API externa ${version}, en un visor.">
<link rel="icon" href="/api/ext/v1/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/ext/v1/docs/viewer.css">
<link rel="preload" href="${base}/openapi.json" as="fetch" crossorigin>
<script type="module" src="/api/ext/v1/docs/start.js"></script>
</head>
<body>
<p id="back"><a href="${base}/docs">← Guías y operaciones en texto</a></p>
<p id="waiting">Cargando el visor…</p>
<div id="reference"></div>
<noscript><p>El visor necesita JavaScript. Lo mismo, sin él: <a href="${base}/docs">guías y operaciones</a>, <a href="${base}/openapi.json">openapi.json</a> y <a href="${summaryOf(base)}">llms.txt</a>.</p></noscript>
</body>
</html>
`;
}
