import type { Span } from './readScreen.js'

/** A terminal in the picture. */
export type Pane = { title: string; rows: readonly (readonly Span[])[] }

/**
 * Draws terminals below each other, as a self-contained SVG: text stays text, and each window has its own background, so that
 * it fits on any page.
 *
 * @param title - Name of the picture.
 * @param description - What it shows, for a reader who cannot see it.
 */
export function renderPicture(panes: readonly Pane[], title: string, description: string): string {
  const columns = Math.max(...panes.flatMap(({ rows }) => rows.map((row) => [...textOf(row)].length)))
  const width = Math.ceil(columns * advance) + 2 * PADDING
  let top = EDGE
  const drawn = panes.map((pane) => {
    const height = BAR + pane.rows.length * LINE + PADDING
    const text = drawPane(pane, { top, width, height })
    top += height + GAP
    return text
  })
  const size = [width + 2 * EDGE, top - GAP + EDGE]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size.join(' ')}" role="img" aria-labelledby="title description">`,
    '<!-- Written by `npm run picture` from a real run. Do not edit. -->',
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description)}</desc>`,
    `<style>${style}</style>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

/** The lines that a picture shows, as text. */
export function readPicture(svg: string): string[] {
  return [...svg.matchAll(/<text class="row".*?>(.*)<\/text>/g)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
}

/** One line, without colors. */
function textOf(row: readonly Span[]): string {
  return row.map(({ text }) => text).join('')
}

function drawPane(
  { title, rows }: Pane,
  { top, width, height }: { top: number; width: number; height: number },
): string {
  const middle = top + BAR / 2
  return [
    `<rect class="window" x="${EDGE}" y="${top}" width="${width}" height="${height}" rx="10"/>`,
    `<path class="rule" d="M${EDGE} ${top + BAR - 8.5}h${width}"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (color, index) => `<circle cx="${EDGE + PADDING + 2 + index * 18}" cy="${middle - 4}" r="5.5" fill="${color}"/>`,
    ),
    `<text class="title" x="${EDGE + width / 2}" y="${middle}">${escaped(title)}</text>`,
    ...rows.flatMap((row, index) => (row.length === 0 ? [] : drawRow(row, top + BAR + (index + 0.75) * LINE))),
  ].join('\n')
}

function drawRow(row: readonly Span[], y: number): string {
  const spans = row.map(({ text, color, isBold, isDim }) => {
    const classes = [color, isBold && 'bold', isDim && 'dim'].filter((one) => typeof one === 'string')
    return classes.length === 0 ? escaped(text) : `<tspan class="${classes.join(' ')}">${escaped(text)}</tspan>`
  })
  return `<text class="row" xml:space="preserve" x="${EDGE + PADDING}" y="${y}">${spans.join('')}</text>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const [FONT, LINE, PADDING, BAR, GAP, EDGE] = [13, 19, 18, 46, 18, 1]
/** Width of a character in the widest common monospace font. */
const advance = FONT * 0.602

const style = `
.window{fill:#11161d;stroke:#3d4650}
.rule{stroke:#262d36;fill:none}
text{font:${FONT}px ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:#dfe6ee}
.row{white-space:pre}
.title{fill:#96a1ad;text-anchor:middle}
.bold{font-weight:700}
.dim{fill:#8c98a5}
.red{fill:#ff8078}
.green{fill:#6fdc8c}
.yellow{fill:#e8bd4a}
.cyan{fill:#6cc7f2}
`
