/** Why a webhook hears nothing more, as answers call it. */
export const DISABLED_NAMES = { operator: "operador", gone: "respuesta_410", failing: "cinco_dias_de_fallas" } as const;
