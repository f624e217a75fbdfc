import { findBurns } from '@holdfast/sdk/bridge'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for an account's burns on a chain. */
export const findBurnsQueryOptions: ReadBuilder<
  findBurns.Parameters,
  Resolved<typeof findBurns>
> = /* @__PURE__ */ read({
  name: 'findBurns',
  needs: ['from', 'depositor', 'fromBlock'],
  run: ({ client, signal }, params) => findBurns(client, params, { signal }),
})
