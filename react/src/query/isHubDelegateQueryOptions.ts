import type { HubChainName } from '@holdfast/sdk/chain'
import { isHubDelegate } from '@holdfast/sdk/hub'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for whether an account may spend a depositor's Hub balance. */
export const isHubDelegateQueryOptions: ReadBuilder<
  { chain: HubChainName; depositor: Address; delegate: Address },
  Resolved<typeof isHubDelegate>
> = /* @__PURE__ */ read({
  name: 'isHubDelegate',
  needs: ['chain', 'depositor', 'delegate'],
  run: ({ client }, params) => isHubDelegate(client, params),
})
