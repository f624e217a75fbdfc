import { readGasReserve } from '@holdfast/sdk/chain'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for the USDC that gas needs, where gas is paid in USDC. */
export const readGasReserveQueryOptions: ReadBuilder<
  { gasLimit?: bigint | undefined },
  Resolved<typeof readGasReserve>
> = /* @__PURE__ */ read({
  name: 'readGasReserve',
  needs: [],
  run: ({ client }, { gasLimit }) => readGasReserve(client, gasLimit),
})
