/** The name of a method, which a caller chooses: cut short, with letters and digits only, so that it cannot forge a line of a log. */
export function printable(method: unknown): string {
  return String(method).replace(/\W/g, '?').slice(0, 40)
}
