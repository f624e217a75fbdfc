import { InvalidInputError } from '../errors/input.js'

/**
 * The transport of a client, which tells one endpoint from another: `client.extend(…)` makes new clients over the same one.
 *
 * @throws {@link InvalidInputError} when a client of another library was passed, or none.
 */
export function transportOf<transport extends object>(client: { transport: transport } | undefined): transport {
  // Callers without types pass anything.
  if (typeof client?.transport === 'object' && client.transport !== null) return client.transport
  throw new InvalidInputError(
    'client',
    'The client has no `transport`: pass a client of viem, such as `createPublicClient({ transport })` returns.',
  )
}
