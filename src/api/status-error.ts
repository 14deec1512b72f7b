// What went wrong last with a document, as the operator reads it, into a sentence for the client: nothing of our insides.

/** By the words that the operator's text opens with; the first that fits counts. */
const SENTENCES: readonly (readonly [string, string])[] = [
  ["unknown: timeout", "La autoridad no respondió a tiempo; el servicio le pregunta."],
  [
    "unknown: network",
    "La conexión con la autoridad se cortó antes de una respuesta completa; el servicio le pregunta.",
  ],
  ["unknown: the instance", "El servicio se reinició antes de recibir la respuesta de la autoridad; le pregunta."],
  ["unknown: ", "La respuesta de la autoridad no dice qué pasó con el documento; el servicio le pregunta."],
  ["absent: ", "La autoridad dice que no conoce el documento; el servicio le sigue preguntando."],
  ["duplicate: ", "La autoridad dice que ya había recibido el documento; el servicio le pregunta por el resultado."],
  ["processing: ", "La autoridad todavía procesa el documento."],
  ["not-processed: ", "La autoridad rechazó el envío antes de procesarlo; el servicio lo envía de nuevo."],
  ["number-taken: ", "La autoridad dice que el número es de otro documento; el servicio le pregunta por este."],
  ["closed: ", "El documento se cerró sin enviarse a la autoridad: su número es de otro documento de la empresa."],
  ["journal lost", "El servicio recuperó el documento de su registro y pregunta a la autoridad por él."],
];
const OTHERS = "Un paso interno falló; el servicio lo repite.";

/** `last_status_error` of contract 2.16; null while nothing went wrong. */
export function describeStatusError(raw: string | null): string | null {
  if (raw === null) return null;
  return SENTENCES.find(([opening]) => raw.startsWith(opening))?.[1] ?? OTHERS;
}
