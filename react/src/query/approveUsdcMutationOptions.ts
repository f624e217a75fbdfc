import type { WriteOptions } from '@holdfast/sdk/chain'
import { approveUsdc } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Lets the transfer contract take an amount, as `approveUsdc` of the SDK. */
export const approveUsdcMutationOptions: WriteBuilder<
  { amount: bigint } & Asked<WriteOptions>,
  Resolved<typeof approveUsdc>
> = /* @__PURE__ */ write({
  name: 'approveUsdc',
  touches: TRANSFERS,
  run: ({ clients, steps }, { amount, ...options }) => approveUsdc(clients, amount, { ...options, ...steps }),
})
