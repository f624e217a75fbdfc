import type { Limits } from '../../config/Config.js'
import { networkBlocks, shareOf } from '../../config/networkBlocks.js'
import type { Metrics } from '../../telemetry/Telemetry.js'
import type { Route } from '../Route.js'
import type { Exchange } from './Exchange.js'

/**
 * Limits how many handlers run at once: in total, and for each network, so that one cannot take every place. Routes that answer
 * at once take none.
 */
export function createInFlight({ limits, metrics }: { limits: Limits; metrics: Metrics }): InFlight {
  let running = 0
  const byRoute = new Map<string, number>()
  const byNetwork = new Map<string, number>()

  function count({ network }: Exchange, route: Route, change: 1 | -1): void {
    metrics.gauge('http_in_flight_requests', add(byRoute, route.path, change), { route: route.path })
    if (route.answersAtOnce) return
    running += change
    for (const { name } of network === undefined ? [] : networkBlocks(network))
      if (add(byNetwork, name, change) === 0) byNetwork.delete(name)
  }

  return {
    get running() {
      return running
    },
    isFull: (route) => !route?.answersAtOnce && running >= limits.inFlight,
    isFullFor: (network, route) =>
      !route.answersAtOnce &&
      network !== undefined &&
      networkBlocks(network).some(
        (block) => (byNetwork.get(block.name) ?? 0) >= shareOf(limits.inFlight, limits.networkSharePercent, block),
      ),
    async run(exchange, route, work) {
      count(exchange, route, 1)
      try {
        return await work()
      } finally {
        count(exchange, route, -1)
      }
    },
  }
}

export type InFlight = {
  /** Places that are taken. */
  readonly running: number
  /** Whether no place is left for a route; `undefined` for a request of none. */
  isFull: (route: Route | undefined) => boolean
  isFullFor: (network: string | undefined, route: Route) => boolean
  /** Counts a handler while it runs. */
  run: <result>(exchange: Exchange, route: Route, work: () => Promise<result>) => Promise<result>
}

/** @returns The new number. */
function add(counts: Map<string, number>, name: string, change: number): number {
  const count = (counts.get(name) ?? 0) + change
  counts.set(name, count)
  return count
}
