// Lists every behaviour of the pretend authority: what a client is answered first, and how its document ends.
export type Final = "aceptado" | "rechazado" | "send_unknown";

export interface TagRow {
  readonly tag: string;
  /** First answer; while the authority is working on it, the question comes within the caller's time. */
  readonly status: 201 | 422 | 502;
  readonly state: string;
  readonly end: Final;
  readonly arrivals: 1 | 2;
}

const row = (tag: string, status: TagRow["status"], state: string, end: Final, arrivals: 1 | 2 = 1): TagRow => ({
  tag,
  status,
  state,
  end,
  arrivals,
});

/** A company in production: synchronous sendings. */
export const PRODUCTION: readonly TagRow[] = [
  row("", 201, "aceptado", "aceptado"),
  row("#aviso", 201, "aceptado", "aceptado"),
  row("#rechazo", 422, "rechazado", "rechazado"),
  row("#silencio", 502, "en_proceso_http", "aceptado"),
  row("#perdido", 502, "en_proceso_http", "send_unknown"),
  row("#tarde", 502, "en_proceso_http", "aceptado"),
  row("#proceso", 201, "aceptado", "aceptado"),
  row("#duplicado", 201, "aceptado", "aceptado"),
  row("#cortado", 502, "en_proceso_http", "aceptado"),
  row("#html", 502, "en_proceso_http", "send_unknown"),
  row("#fault", 201, "aceptado", "aceptado", 2),
  row("#lento", 201, "aceptado", "aceptado"),
  row("#grande", 422, "rechazado", "rechazado"),
  row("#ilegible", 502, "en_proceso_http", "send_unknown"),
  row("#ajeno", 422, "rechazado", "rechazado"),
];

/** A company in `habilitacion`: batches, a ZipKey, and questions by it. */
export const TEST_SET: readonly TagRow[] = [
  row("", 201, "aceptado", "aceptado"),
  row("#rechazo", 422, "rechazado", "rechazado"),
  row("#silencio", 502, "en_proceso_http", "aceptado"),
  row("#perdido", 502, "en_proceso_http", "send_unknown"),
  row("#proceso", 201, "aceptado", "aceptado"),
  row("#duplicado", 201, "aceptado", "aceptado"),
  row("#cortado", 502, "en_proceso_http", "aceptado"),
  row("#fault", 201, "aceptado", "aceptado", 2),
  row("#grande", 422, "rechazado", "rechazado"),
  row("#ajeno", 422, "rechazado", "rechazado"),
];
