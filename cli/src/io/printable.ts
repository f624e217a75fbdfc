/** A stranger's text on a line of a terminal: it may hold what moves a cursor. */
export function printable(text: string, longest = 200): string {
  return text.replaceAll(/[^\x20-\x7e…]+/g, ' ').slice(0, longest)
}
