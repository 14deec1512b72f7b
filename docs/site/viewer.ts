// Writes the page on which the interactive viewer shows the operations.
import type { ApiVersion } from "../../src/api/base/version.ts";
import { type Language, WORDS } from "./english.ts";
import { addressOf, documentOf, ENGLISH, summaryOf } from "./page.ts";

/** The HTML that loads the viewer; its guides are pages of their own. */
export function printViewer(version: ApiVersion, language: Language): string {
  const words = WORDS[language];
  const docs = addressOf(version, language === "en" ? ENGLISH : "");
  const document = documentOf(version, language);
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.viewerTitle} · ${words.api} ${version}</title>
<meta name="description" content="${words.viewerAbout} ${version}">
<link rel="icon" href="/api/ext/v1/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/ext/v1/docs/viewer.css">
<link rel="preload" href="${document}" as="fetch" crossorigin>
<script type="module" src="/api/ext/v1/docs/start.js"></script>
</head>
<body data-docs="${docs}">
<p id="back"><a href="${docs}">← ${words.back}</a></p>
<p id="waiting">${words.waiting}</p>
<div id="reference"></div>
<noscript><p>${words.noScript} <a href="${docs}">${words.guides}</a>, <a href="${document}">openapi.json</a>, <a href="${summaryOf(version, language)}">llms.txt</a>.</p></noscript>
</body>
</html>
`;
}
