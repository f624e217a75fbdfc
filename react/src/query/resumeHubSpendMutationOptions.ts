import { type FollowOptions, resumeHubSpend, type SignedHubSpend } from '@holdfast/sdk/hub'
import { HUB } from './internal/touches.js'
import { writeSealedByService } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Goes on with a spend of the Hub whose outcome is unknown, as `resumeHubSpend` of the SDK. `entry` is the row of the spend. */
export const resumeHubSpendMutationOptions: SealedWriteBuilder<
  Asked<FollowOptions>,
  Resolved<typeof resumeHubSpend>
> = /* @__PURE__ */ writeSealedByService({
  name: 'resumeHubSpend',
  touches: HUB,
  resumes: true,
  run: ({ steps, keep }, options, { signed }: { signed: SignedHubSpend }) =>
    resumeHubSpend(signed, { ...options, onStep: steps.onStep, onTransferId: (transferId) => keep({ transferId }) }),
})
