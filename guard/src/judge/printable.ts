/** The name of a method from outside, short and without characters that a screen or a log could read as its own. */
export function printable(method: unknown): string {
  return String(method).replace(/\W/g, '?').slice(0, 40)
}
