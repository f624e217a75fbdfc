import { getConfig } from '@holdfast/sdk/transfer'
import type { Hex } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for registered terms; `null` where they are not registered. */
export const getConfigQueryOptions: ReadBuilder<{ configId: Hex }, Resolved<typeof getConfig>> = /* @__PURE__ */ read({
  name: 'getConfig',
  needs: ['configId'],
  run: ({ reader }, { configId }) => getConfig(reader, configId),
})
