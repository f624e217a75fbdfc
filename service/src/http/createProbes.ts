import { elapsed as sinceStart } from '../telemetry/elapsed.js'

/**
 * Runs all probes to find out whether the service is ready. A result is cached for two seconds, and concurrent callers
 * share it.
 *
 * @returns The names of those that fail, throw, or take too long.
 */
export function createProbes(
  probes: readonly Probe[],
  options: { elapsed?: (() => number) | undefined; timeoutMs?: number | undefined },
): () => Promise<readonly string[]> {
  const { elapsed = sinceStart, timeoutMs = 1500 } = options
  let asked: { at: number; failing: Promise<readonly string[]> } | undefined
  return () => {
    if (asked === undefined || elapsed() - asked.at >= cacheMs) asked = { at: elapsed(), failing: ask() }
    return asked.failing
  }

  async function ask(): Promise<readonly string[]> {
    const passed = await Promise.all(probes.map((probe) => passes(probe, timeoutMs)))
    return probes.filter((_, index) => !passed[index]).map(({ name }) => name)
  }
}

/** A condition for the service to be ready. */
export type Probe = {
  name: string
  /** Passes unless it returns false, throws, or takes too long. */
  check: () => unknown
}

const cacheMs = 2000

async function passes(probe: Probe, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs)
    })
    return (await Promise.race([Promise.resolve(probe.check()), late])) !== false
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
