import type { Address } from 'viem'
import { decodeCosignerAddress } from '../../wire/cosignerAddress.js'
import { ask, type ServiceCallOptions } from './ask.js'
import type { Connection } from './Connection.js'

export function cosignerAddress(connection: Connection, options?: ServiceCallOptions): Promise<Address> {
  return ask(
    connection,
    {
      attempted: 'reading the address of its co-signer',
      path: '/api/cosign',
      decode: decodeCosignerAddress,
      ...patience,
    },
    options,
  )
}

const patience = { timeoutMs: 15_000, tryMs: 10_000 }
