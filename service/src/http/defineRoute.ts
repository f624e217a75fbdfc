import type { Route } from './Route.js'

/**
 * Describes a route whose handler receives what its schemas parse.
 *
 * @example
 * export const relayGas = defineRoute({ method: 'POST', path: '/api/relay/gas', body: schema, handle: async ({ body }) => … })
 */
export function defineRoute<body = undefined, query = undefined>(route: Route<body, query>): Route {
  // The server passes a handler only what the route's own schemas have parsed.
  return route as unknown as Route
}
