import type { WriteOptions } from '@holdfast/sdk/chain'
import { approvePermit } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Lets Permit2 take an amount, as `approvePermit` of the SDK. */
export const approvePermitMutationOptions: WriteBuilder<
  { amount: bigint } & Asked<WriteOptions>,
  Resolved<typeof approvePermit>
> = /* @__PURE__ */ write({
  name: 'approvePermit',
  touches: TRANSFERS,
  run: ({ clients, steps }, { amount, ...options }) => approvePermit(clients, amount, { ...options, ...steps }),
})
