// Reads in which language a client wants the sentences of an answer: Spanish, unless it prefers English.

export type Language = "es" | "en";

/** By the weights of `Accept-Language`; Spanish where it says nothing of either, or the same of both. */
export function readLanguage(header: string | null): Language {
  const weights = { es: 0, en: 0 };
  for (const range of (header ?? "").split(",")) {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const [language] = tag.split("-");
    if (language !== "es" && language !== "en") continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights[language] = Math.max(weights[language], weight === undefined ? 1 : Number(weight) || 0);
  }
  return weights.en > weights.es ? "en" : "es";
}
