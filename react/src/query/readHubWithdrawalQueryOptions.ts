import type { HubChainName } from '@holdfast/sdk/chain'
import { readHubWithdrawal } from '@holdfast/sdk/hub'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for a withdrawal from the Hub that was begun on chain. */
export const readHubWithdrawalQueryOptions: ReadBuilder<
  { chain: HubChainName; depositor: Address },
  Resolved<typeof readHubWithdrawal>
> = /* @__PURE__ */ read({
  name: 'readHubWithdrawal',
  needs: ['chain', 'depositor'],
  run: ({ client }, params) => readHubWithdrawal(client, params),
})
