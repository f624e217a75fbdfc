/** A name that a stranger chose, such as a label or a symbol: ASCII alone, since other letters can imitate it. */
export function printable(text: string, longest = 200): string {
  return text.replaceAll(/[^\x20-\x7e…]+/g, ' ').slice(0, longest)
}

/** Words that a stranger chose, as one line in any language: no line of ours can be imitated below them. */
export function oneLine(text: string, longest = 1_000): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longest)
}
