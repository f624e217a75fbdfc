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
  /** True where the goal is processor time: it is for a machine of the speed that `speed.ts` names. */
  isProcessorTime?: true | undefined
  /** Measured in this run. */
  ours: number
  /** The peer's name and figure, measured in this run. Left out where only a bound is known. */
  peer?: { name: string; value: number } | undefined
  /** True where a larger figure is better. */
  more?: true | undefined
}

/** Lines of one kind, measured together; `speed` is the machine's, see `speedOf`. */
export type RowGroup = (speed: number) => Promise<readonly Row[]>

const widths = { what: 54, unit: 7, baseline: 14, goal: 10, here: 10, ours: 10 }

export function heading(): string {
  return `  ${'what'.padEnd(widths.what)}${'unit'.padEnd(widths.unit)}${'baseline'.padStart(widths.baseline)}${'goal'.padStart(widths.goal)}${'here'.padStart(widths.here)}${'ours'.padStart(widths.ours)}       peer or floor`
}

/**
 * A line of the table; a figure that misses its goal ends with an exclamation mark.
 *
 * @param speed - Of this machine, of which a goal of processor time takes its share; see `speedOf`.
 */
export function line({ what, unit, baseline, goal, isProcessorTime, ours, peer, more }: Row, speed: number): string {
  const here = isProcessorTime ? (more ? goal * speed : goal / speed) : goal
  const isMet = more ? ours >= here : ours <= here
  const bound = (value: number) => `${more ? '≥' : '≤'} ${figure(value)}`
  const against = peer ? `${figure(peer.value).padStart(8)}  ${peer.name}` : ''
  const cells = [
    baseline.padStart(widths.baseline),
    bound(goal).padStart(widths.goal),
    (isProcessorTime ? bound(here) : '').padStart(widths.here),
    figure(ours).padStart(widths.ours),
  ]
  return `  ${what.padEnd(widths.what)}${unit.padEnd(widths.unit)}${cells.join('')}${isMet ? ' ' : '!'}  ${against}`.trimEnd()
}

/** Three significant figures: 0.284, 19.5, 45,120. */
function figure(value: number): string {
  return value.toLocaleString('en', value >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 })
}
