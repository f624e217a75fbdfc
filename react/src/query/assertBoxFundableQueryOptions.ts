import { assertBoxFundable, type EphemeralPolicy } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder } from './types.js'

/** Options of a query for `true` where a box may be funded; fails with the reason where not. */
export const assertBoxFundableQueryOptions: ReadBuilder<
  { account: Address; policy: EphemeralPolicy; amount?: bigint | undefined },
  boolean
> = /* @__PURE__ */ read({
  name: 'assertBoxFundable',
  needs: ['account', 'policy'],
  run: async ({ client }, { account, policy, amount }) => {
    await assertBoxFundable(client, account, policy, { amount })
    return true
  },
})
