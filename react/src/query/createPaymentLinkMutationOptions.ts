import { type CreatePaymentLinkOptions, type CreatePaymentLinkParams, createPaymentLink } from '@holdfast/sdk/links'
import type { Hex } from 'viem'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/**
 * Options of a mutation. Locks USDC for the holder of a link. The link itself is made of what the journal holds, by
 * `formatPaymentLink`, as `createPaymentLink` of the SDK.
 */
export const createPaymentLinkMutationOptions: SealedWriteBuilder<
  Omit<CreatePaymentLinkParams, 'linkSecret'> & Asked<CreatePaymentLinkOptions>,
  Omit<Resolved<typeof createPaymentLink>, 'link'>
> = /* @__PURE__ */ writeSealed({
  name: 'createPaymentLink',
  touches: TRANSFERS,
  run: async (
    { clients, steps, keep },
    { configId, amount, origin, ...options },
    { linkSecret }: { linkSecret: Hex },
  ) => {
    const { link, ...created } = await createPaymentLink(
      clients,
      { configId, amount, linkSecret, origin },
      { ...options, ...steps },
    )
    keep({ transferId: created.transferId })
    return created
  },
})
