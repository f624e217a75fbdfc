import { decodeHealth, type HealthBody } from '../../wire/health.js'
import { ask, type ServiceCallOptions } from './ask.js'
import type { Connection } from './Connection.js'

export function health(connection: Connection, options?: ServiceCallOptions): Promise<HealthBody> {
  return ask(
    connection,
    { attempted: 'reading its health', path: '/api/health', decode: decodeHealth, ...patience },
    options,
  )
}

const patience = { timeoutMs: 15_000, tryMs: 10_000 }
