/** Rows as a Markdown table, the first of them as its head. */
export function toMarkdown([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell || '–').join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
}

/**
 * Replaces what is between the two comments that name a marker.
 *
 * @throws When they are not there, each once and in order.
 */
export function insertBetween(text: string, marker: string, body: string): string {
  const [open, close] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`]
  const [before, rest, ...more] = text.split(open)
  const [, after, ...evenMore] = rest?.split(close) ?? []
  if (rest === undefined || after === undefined || more.length + evenMore.length > 0)
    throw new Error(`The page must hold ${open} and ${close}, each once and in this order.`)
  return `${before}${open}\n\n${body}\n\n${close}${after}`
}
