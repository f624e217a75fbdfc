/** One measured operation: `times` calls in a row are one run. */
export type Contender = { times: number; run: (call: number) => unknown }

const runs = 15

/**
 * Processor milliseconds of one call in the fastest of the runs, user and system time of all threads. Other load of the
 * machine, which empties the caches, only adds to a run. The contenders run in turn, so that it affects all of them alike;
 * the first two rounds do not count.
 */
export async function measureProcessorTime<name extends string>(
  contenders: Record<name, Contender>,
): Promise<Record<name, number>> {
  const names = Object.keys(contenders) as name[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<name, number[]>
  for (let round = -2; round < runs; round++)
    for (const name of names) {
      const { times, run } = contenders[name]
      const start = process.cpuUsage()
      for (let call = 0; call < times; call++) {
        const answer = run(call)
        if (answer instanceof Promise) await answer
      }
      const { user, system } = process.cpuUsage(start)
      if (round >= 0) measured[name].push((user + system) / 1e3 / times)
    }
  return Object.fromEntries(names.map((name) => [name, Math.min(...measured[name])])) as Record<name, number>
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
