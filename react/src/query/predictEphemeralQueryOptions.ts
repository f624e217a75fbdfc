import { type EphemeralPolicy, predictEphemeral } from '@holdfast/sdk/shield'
import type { Address, Hex } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for the address that a box will have. */
export const predictEphemeralQueryOptions: ReadBuilder<
  { factory: Address; salt: Hex; policy: EphemeralPolicy },
  Resolved<typeof predictEphemeral>
> = /* @__PURE__ */ read({
  name: 'predictEphemeral',
  needs: ['factory', 'salt', 'policy'],
  staleTime: Number.POSITIVE_INFINITY,
  run: ({ client }, { factory, salt, policy }) => predictEphemeral(client, factory, salt, policy),
})
