import { type BoxOptions, readAccount } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for the state of a box. */
export const readAccountQueryOptions: ReadBuilder<
  { account: Address } & Asked<BoxOptions>,
  Resolved<typeof readAccount>
> = /* @__PURE__ */ read({
  name: 'readAccount',
  needs: ['account'],
  run: ({ client }, { account, ...options }) => readAccount(client, account, options),
})
