import type { ProblemAnswer, Route } from '../Route.js'
import { checkSchema } from './checkSchema.js'
import type { Exchange } from './Exchange.js'
import { parseJson } from './parseJson.js'
import { readQuery } from './readQuery.js'

/** The parts of a request that a handler receives. */
export type Input = { body: unknown; query: unknown }

/** The last check: query and JSON body against the schemas of the route, and whether the route is available. */
export function readInput(exchange: Exchange, route: Route): Input | ProblemAnswer {
  const input: Input = { body: undefined, query: undefined }
  const query = readQuery(exchange.search, route.query)
  if (query.errors !== undefined) return { problem: 'invalid_request', errors: query.errors }
  input.query = query.value
  if (route.method === 'POST') {
    const json = parseJson(exchange.body)
    if (json === undefined) return { problem: 'invalid_json' }
    if (route.body !== undefined) {
      const body = checkSchema(route.body, json, route)
      if (body.errors !== undefined) return { problem: 'invalid_request', errors: body.errors }
      input.body = body.value
    }
  }
  const unavailable = route.unavailable?.()
  return unavailable === undefined ? input : { problem: unavailable }
}
