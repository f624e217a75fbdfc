import { type ApproveOption, type SendBatchOptions, type SendFields, sendProtectedBatch } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Locks USDC for several recipients, all or none, as `sendProtectedBatch` of the SDK. */
export const sendProtectedBatchMutationOptions: WriteBuilder<
  { items: readonly SendFields[] } & Asked<SendBatchOptions & ApproveOption>,
  Resolved<typeof sendProtectedBatch>
> = /* @__PURE__ */ write({
  name: 'sendProtectedBatch',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { items, checkOptions, ...options }) =>
    sendProtectedBatch(clients, items, { ...options, checkOptions: await checking(checkOptions), ...steps }),
})
