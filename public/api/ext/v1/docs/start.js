// The OpenAPI document into the reference page: reading only, nothing from other hosts, no place to put a token.
const SPECIFICATION = "/api/ext/v1/openapi.json";
/** Languages and libraries whose snippets are not shown; five remain. */
const HIDDEN_SNIPPETS = {
  ...Object.fromEntries(
    "c clojure dart fsharp go http java js julia kotlin objc ocaml powershell r ruby rust swift"
      .split(" ")
      .map((language) => [language, true]),
  ),
  shell: ["wget", "httpie"],
  node: ["axios", "ofetch", "undici"],
  php: ["guzzle", "laravel"],
  python: ["aiohttp", "httpx_sync", "httpx_async", "requests"],
  csharp: ["restsharp"],
};
const waiting = document.querySelector("#waiting");

/** `#error-plan_exhausted`, the address in the `Link` header of an error, into the viewer's own name of that heading. */
function followErrorLink() {
  const code = /^#error-([a-z_]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, "", `#description/${code.replaceAll("_", "-")}`);
}

function showFailure(cause) {
  waiting.hidden = false;
  waiting.innerHTML = `No se pudo abrir el visor. La referencia completa está en <a href="${SPECIFICATION}">openapi.json</a>.`;
  console.error(cause);
}

followErrorLink();
addEventListener("hashchange", followErrorLink);
try {
  const { createApiReference } = await import("./viewer/standalone.esm.js");
  waiting.hidden = true;
  createApiReference("#reference", {
    url: SPECIFICATION,
    localization: { locale: "es" },
    withDefaultFonts: false,
    hideTestRequestButton: true,
    hideClientButton: true,
    hiddenClients: HIDDEN_SNIPPETS,
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
    showDeveloperTools: "never",
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: "direct",
    defaultOpenFirstTag: false,
    operationTitleSource: "summary",
    orderRequiredPropertiesFirst: true,
    orderSchemaPropertiesBy: "preserve",
    hideModels: true,
    metaData: { title: document.title },
  });
} catch (cause) {
  showFailure(cause);
}
