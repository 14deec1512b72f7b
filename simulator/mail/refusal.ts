/** What the platform throws: an error with a code. The code alone crosses a binding, so a subclass would be lost on the way. */
export function refuse(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
