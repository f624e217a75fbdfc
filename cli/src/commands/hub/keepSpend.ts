import type { HubStep, SignedHubSpend } from '@holdfast/sdk/hub'
import type { Steps } from '../../chain/followSteps.js'
import type { Context } from '../../command/Context.js'
import { WAITS_FOR } from './waitsFor.js'

/** Puts what a spend tells while it goes on where `resume` finds it, as of the command `hub send`. */
export function keepSpend(
  { terminal }: Pick<Context, 'terminal'>,
  facts: Readonly<Record<'from' | 'to' | 'recipient' | 'amount', string>>,
  { keep, update }: Pick<Steps, 'keep' | 'update'>,
) {
  return {
    onHubStep: (step: HubStep) => update(WAITS_FOR[step]),
    onIntent: (signed: SignedHubSpend) =>
      void keep({ facts: { ...facts, transferSpecHash: signed.transferSpecHash }, signed: JSON.stringify(signed) }),
    onTransferId(transferId: string) {
      const { id } = keep({ facts: { ...facts, transferId } })
      terminal.say(`The Hub has taken it: ${transferId}. Should this stop: holdfast resume ${id}`)
    },
  }
}
