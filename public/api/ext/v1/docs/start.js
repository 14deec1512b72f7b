// The operations of the OpenAPI document into the viewer: reading only, nothing from other hosts, no place to put a token.
/** The page of each version of the API names its document. */
const SPECIFICATION = document.querySelector("link[rel=preload][as=fetch]").getAttribute("href");
const DOCS = document.body.dataset.docs;
const IS_ENGLISH = document.documentElement.lang === "en";
const WORDS = IS_ENGLISH
  ? { failed: "The viewer could not be opened. The whole reference is in", guides: `The guides are [pages of text](${DOCS}).` }
  : { failed: "No se pudo abrir el visor. La referencia completa está en", guides: `Las guías están en [páginas de texto](${DOCS}).` };
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

function showFailure(cause) {
  waiting.hidden = false;
  waiting.innerHTML = `${WORDS.failed} <a href="${SPECIFICATION}">openapi.json</a>.`;
  console.error(cause);
}

/** The operations alone: guides are pages of their own. */
async function readOperations() {
  const whole = await (await fetch(SPECIFICATION)).json();
  return { ...whole, info: { ...whole.info, description: WORDS.guides }, paths: putCreationsFirst(whole.paths) };
}

/**
 * 201 before 200, which is a rehearsal or a replay. Objects list names that are whole numbers first, and the viewer sorts them: behind a
 * space of no width the other statuses come after 201 both ways.
 */
function putCreationsFirst(paths) {
  const entries = (object, change) => Object.fromEntries(Object.entries(object).map(change));
  return entries(paths, ([path, item]) => [
    path,
    entries(item, ([method, operation]) => {
      if (operation.responses?.[201] === undefined) return [method, operation];
      const responses = entries(operation.responses, ([status, one]) => [status === "201" ? status : `\u200b${status}`, one]);
      return [method, { ...operation, responses }];
    }),
  ]);
}

try {
  const [{ createApiReference }, content] = await Promise.all([import("./viewer/standalone.esm.js"), readOperations()]);
  waiting.hidden = true;
  createApiReference("#reference", {
    content,
    localization: { locale: IS_ENGLISH ? "en" : "es" },
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
