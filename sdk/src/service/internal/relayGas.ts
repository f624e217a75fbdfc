import {
  decodeRelayGasResult,
  encodeRelayGas,
  type RelayGas,
  type RelayGasResult,
  type RelayPending,
} from '../../wire/relay.js'
import { askRelay, type RelayOptions } from './askRelay.js'
import type { Connection } from './Connection.js'

export async function relayGas(
  connection: Connection,
  gas: RelayGas,
  options?: RelayOptions,
): Promise<RelayGasResult | RelayPending> {
  return askRelay(
    connection,
    { attempted: 'asking for gas', path: '/api/relay/gas', body: encodeRelayGas(gas), decode: decodeRelayGasResult },
    options,
  )
}
