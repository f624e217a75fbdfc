/** How a piece of text looks. */
type Look = { color?: Color; isBold?: boolean; isDim?: boolean }
type Color = 'red' | 'green' | 'yellow' | 'cyan'

/** Text of one look. */
export type Span = Look & { text: string }

/**
 * What is on a terminal after it received this, line by line; empty lines at the end do not count. Knows what the
 * command line and a plain shell say: looks, returns, and what is taken back on the last line.
 *
 * @throws Where the terminal receives anything else.
 */
export function readScreen(output: string): Span[][] {
  const rows: Cell[][] = [[]]
  let column = 0
  let look: Look = {}
  for (const [token] of output.matchAll(tokenPattern)) {
    const row = rows.at(-1) ?? []
    const [, count = '', command] = controlPattern.exec(token) ?? []
    if (token === '\r') column = 0
    else if (token === '\n') rows.push([])
    else if (command === 'm') look = changed(look, Number(count))
    else if (command === 'G') column = Number(count || 1) - 1
    else if (command === 'J' && Number(count) === 0) row.length = Math.min(row.length, column)
    else if (command === 'K' && Number(count) === 2) row.length = 0
    else if (token < ' ') throw new Error(`A picture does not know what ${JSON.stringify(token)} does.`)
    else {
      while (row.length < column) row.push({ symbol: ' ', look: {} })
      row[column] = { symbol: token, look }
      column += 1
    }
  }
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop()
  return rows.map(toSpans)
}

type Cell = { symbol: string; look: Look }

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is controlled.
const tokenPattern = /\u001b\[[0-9;?]*[A-Za-z]|./gsu
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is controlled.
const controlPattern = /^\u001b\[(\d*)([A-Za-z])$/

const colors: Readonly<Record<number, Color>> = { 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' }

/** The codes of `paintFor`. */
function changed(look: Look, code: number): Look {
  if (code === 0) return {}
  if (code === 1) return { ...look, isBold: true }
  if (code === 2) return { ...look, isDim: true }
  const { color: old, ...strength } = look
  if (code === 22) return old === undefined ? {} : { color: old }
  const color = colors[code]
  if (color === undefined && code !== 39) throw new Error(`A picture does not know the look ${code}.`)
  return color === undefined ? strength : { ...strength, color }
}

function toSpans(cells: readonly Cell[]): Span[] {
  const spans: Span[] = []
  let last: Look | undefined
  for (const { symbol, look } of cells) {
    const span = spans.at(-1)
    if (span !== undefined && look === last) span.text += symbol
    else spans.push({ ...look, text: symbol })
    last = look
  }
  return spans
}
