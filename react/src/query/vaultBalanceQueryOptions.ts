import { vaultBalance } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for an owner's balance in a vault. */
export const vaultBalanceQueryOptions: ReadBuilder<
  { vault: Address; owner: Address },
  Resolved<typeof vaultBalance>
> = /* @__PURE__ */ read({
  name: 'vaultBalance',
  needs: ['vault', 'owner'],
  run: ({ client }, { vault, owner }) => vaultBalance(client, vault, owner),
})
