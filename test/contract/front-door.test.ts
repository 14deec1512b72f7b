// Tests where the root of the service leads: to the reference, in the language that a browser prefers.
import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";

const ask = (method: string, language?: string) =>
  exports.default.fetch(
    new Request("https://api.test/", {
      method,
      redirect: "manual",
      headers: language === undefined ? {} : { "accept-language": language },
    }),
  );

it.each([
  ["GET", undefined, "/api/ext/v2/docs"],
  ["GET", "es-CO,es;q=0.9,en;q=0.8", "/api/ext/v2/docs"],
  ["GET", "fr", "/api/ext/v2/docs"],
  ["GET", "en-GB,en;q=0.9", "/api/ext/v2/docs/en"],
  ["HEAD", "en", "/api/ext/v2/docs/en"],
])("%s with Accept-Language %s leads to %s, and may be kept for some minutes", async (method, language, docs) => {
  const { status, headers } = await ask(method, language);
  expect([status, headers.get("location")]).toEqual([302, docs]);
  expect([headers.get("vary"), headers.get("cache-control")]).toEqual(["Accept-Language", "public, max-age=300"]);
});

it("what is sent to it is refused with what it takes", async () => {
  const { status, headers } = await ask("POST");
  expect([status, headers.get("allow")]).toEqual([405, "GET"]);
});
