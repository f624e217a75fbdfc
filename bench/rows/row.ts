/** One line of the table of speed and weight. All figures of a line have its unit, and less is better unless it says otherwise. */
export type Row = {
  /** What is measured, in a user's words. */
  what: string
  /** `calls`, `ms`, `µs`, `kB`, `per s`. */
  unit: string
  /** Figure before the goal was set. */
  baseline: string
  /** Upper limit; lower limit when `more` is true. */
  goal: number
  /** Measured in this run. */
  ours: number
  /** The peer's name and figure, measured in this run. Left out where only a bound is known. */
  peer?: { name: string; value: number } | undefined
  /** True where a larger figure is better. */
  more?: true | undefined
}

/** Lines of one kind, measured together. */
export type RowGroup = () => Promise<readonly Row[]>

const widths = { what: 54, unit: 7, baseline: 14, goal: 10, ours: 10 }

export function heading(): string {
  return `  ${'what'.padEnd(widths.what)}${'unit'.padEnd(widths.unit)}${'baseline'.padStart(widths.baseline)}${'goal'.padStart(widths.goal)}${'ours'.padStart(widths.ours)}       peer or floor`
}

/** A line of the table; a figure that misses its goal ends with an exclamation mark. */
export function line({ what, unit, baseline, goal, ours, peer, more }: Row): string {
  const isMet = more ? ours >= goal : ours <= goal
  const bound = `${more ? '≥' : '≤'} ${figure(goal)}`
  const against = peer ? `${figure(peer.value).padStart(8)}  ${peer.name}` : ''
  const cells = [baseline.padStart(widths.baseline), bound.padStart(widths.goal), figure(ours).padStart(widths.ours)]
  return `  ${what.padEnd(widths.what)}${unit.padEnd(widths.unit)}${cells.join('')}${isMet ? ' ' : '!'}  ${against}`.trimEnd()
}

/** Three significant figures: 0.284, 19.5, 45,120. */
function figure(value: number): string {
  return value.toLocaleString('en', value >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 })
}
