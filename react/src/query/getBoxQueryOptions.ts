import { type BoxOptions, getBox } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for a box with its terms, state and balance. */
export const getBoxQueryOptions: ReadBuilder<
  { account: Address } & Asked<BoxOptions>,
  Resolved<typeof getBox>
> = /* @__PURE__ */ read({
  name: 'getBox',
  needs: ['account'],
  run: ({ client }, { account, ...options }) => getBox(client, account, options),
})
