/** Times of one contender, in milliseconds. */
export type Times = { median: number; min: number; max: number }

/**
 * Times the contenders in turn, so that other load of the machine affects all of them alike. The first round is a
 * warm-up and does not count.
 */
export async function measure<name extends string>(
  contenders: Record<name, () => Promise<unknown>>,
  runs: number,
): Promise<Record<name, Times>> {
  const names = Object.keys(contenders) as name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<name, number[]>
  for (let run = 0; run <= runs; run++) {
    for (const name of names) {
      const start = performance.now()
      await contenders[name]()
      if (run > 0) times[name].push(performance.now() - start)
    }
  }
  return Object.fromEntries(names.map((name) => [name, summarize(times[name])])) as Record<name, Times>
}

function summarize(times: readonly number[]): Times {
  const sorted = [...times].sort((a, b) => a - b)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  }
}

/** One line of a table; with a baseline, how many times as fast as the baseline, by median. */
export function row(name: string, { median, min, max }: Times, baseline?: Times): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(9)
  const ratio = baseline ? `${(baseline.median / median).toFixed(2)}× as fast`.padStart(16) : ''
  return `  ${name.padEnd(44)}${ms(median)}${ms(min)}${ms(max)}${ratio}`
}

export const header = `  ${''.padEnd(44)}${'median'.padStart(9)}${'min'.padStart(9)}${'max'.padStart(9)}`
