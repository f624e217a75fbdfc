import type { Route } from './Route.js'

/**
 * Describes a route whose handler is given what its schemas read.
 *
 * @example
 * export const relayGas = defineRoute({ method: 'POST', path: '/api/relay/gas', body: schema, handle: async ({ body }) => … })
 */
export function defineRoute<body = undefined, query = undefined>(route: Route<body, query>): Route {
  // The server hands a handler nothing but what the route's own schemas have read.
  return route as unknown as Route
}
