/** Name and message of an error in one short line for logs and alerts; our ports put no personal data into messages. */
export function describeError(cause: unknown): string {
  return (cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)).slice(0, 300);
}
