import { decodeRelayPending, type RelayPending } from '../../wire/relay.js'
import { ask, type Question, type ServiceCallOptions } from './ask.js'
import type { Connection } from './Connection.js'

/** How the relayer is asked. */
export type RelayOptions = ServiceCallOptions & {
  /** Called each time the service answers that it is still at work. */
  onPending?: ((pending: RelayPending) => void) | undefined
}

/** Asks a relay route until the work is done; `pending` where it is not when the time is over. */
export function askRelay<result extends object>(
  connection: Connection,
  question: Pick<Question<result>, 'attempted' | 'path' | 'body'> & { decode: (body: unknown) => result },
  { onPending, ...options }: RelayOptions = {},
): Promise<result | RelayPending> {
  return ask<result | RelayPending>(
    connection,
    {
      ...question,
      isSigned: true,
      statuses: [200, 202],
      decode: (body, status) => (status === 202 ? decodeRelayPending(body) : question.decode(body)),
      repeatAfterMs(result) {
        if (!isPending(result)) return undefined
        onPending?.(result)
        return Math.max(250, result.retryAfterMs)
      },
      timeoutMs: 60_000,
      tryMs: 20_000,
    },
    options,
  )
}

const isPending = (result: object): result is RelayPending => 'status' in result
