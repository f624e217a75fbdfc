import { type HubChainName, resumeHubSpend, type SignedHubSpend } from '@holdfast/sdk/hub'
import type { Plan } from '@holdfast/sdk/plan'
import { destinationOf } from './internal/destination.js'
import { HUB } from './internal/touches.js'
import { writeSealedByService } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Goes on with a spend of the Hub whose outcome is unknown, as `resumeHubSpend` of the SDK. `entry` is the row of the spend. */
export const resumeHubSpendMutationOptions: SealedWriteBuilder<
  Asked<resumeHubSpend.Options>,
  Resolved<typeof resumeHubSpend>
> = /* @__PURE__ */ writeSealedByService({
  name: 'resumeHubSpend',
  touches: HUB,
  resumes: true,
  async run({ config, holdfast, entry, steps, keep }, options, { signed }: { signed: SignedHubSpend }) {
    const { params, progress } = await holdfast.journal.open(entry)
    // As `useExecutePlan` or `useSpendFromHub` have kept them. The SDK checks the id, and a client of another chain shows no mint.
    const { plan, to } = params as { plan?: Plan<'spendFromHub'>; to?: HubChainName }
    // The library has handed it out.
    const { transferId } = progress as { transferId?: string }
    const destination = plan?.params.to ?? to
    return resumeHubSpend(signed, {
      ...(destination && destinationOf(config, destination)),
      transferId,
      ...options,
      onStep: steps.onStep,
      onTransferId: (id) => keep({ transferId: id }),
    })
  },
})
