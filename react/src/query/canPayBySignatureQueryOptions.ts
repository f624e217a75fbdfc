import { canPayBySignature } from '@holdfast/sdk/transfer'
import type { Address } from 'viem'
import { connectedPair } from './internal/connectedPair.js'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/**
 * Options of a query for whether the connected account can pay by a signature alone. `account` is the connected
 * one.
 */
export const canPayBySignatureQueryOptions: ReadBuilder<
  { account: Address },
  Resolved<typeof canPayBySignature>
> = /* @__PURE__ */ read({
  name: 'canPayBySignature',
  needs: ['account'],
  run: async ({ config, chainId, holdfast }) =>
    canPayBySignature((await connectedPair(config, chainId, holdfast)).clients),
})
