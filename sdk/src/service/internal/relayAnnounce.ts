import {
  decodeRelayAnnounceResult,
  encodeRelayAnnounce,
  type RelayAnnounce,
  type RelayAnnounceResult,
  type RelayPending,
} from '../../wire/relay.js'
import { askRelay, type RelayOptions } from './askRelay.js'
import type { Connection } from './Connection.js'

export async function relayAnnounce(
  connection: Connection,
  announcement: RelayAnnounce,
  options?: RelayOptions,
): Promise<RelayAnnounceResult | RelayPending> {
  return askRelay(
    connection,
    {
      attempted: 'announcing a box',
      path: '/api/relay/announce',
      body: encodeRelayAnnounce(announcement),
      decode: decodeRelayAnnounceResult,
    },
    options,
  )
}
