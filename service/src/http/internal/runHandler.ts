import { asCaller } from '../../chains/callers.js'
import type { Route, RouteAnswer } from '../Route.js'
import type { Exchange } from './Exchange.js'
import type { Input } from './readInput.js'

/** Runs the handler of a route, at most until the deadline of the route. */
export async function runHandler(exchange: Exchange, route: Route, input: Input): Promise<RouteAnswer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<RouteAnswer>((resolve) => {
    timer = setTimeout(() => {
      resolve({ problem: 'upstream_timeout' })
      exchange.abort('deadline')
    }, route.deadlineMs)
  })
  try {
    const handled = asCaller(exchange.network, () => route.handle(exchange.requestOf(input)))
    // A handler that fails after the deadline has no caller left to report to.
    handled.catch(() => {})
    return await Promise.race([handled, late])
  } finally {
    clearTimeout(timer)
  }
}
