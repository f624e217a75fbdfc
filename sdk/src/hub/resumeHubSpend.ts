import { type FollowOptions, followSpend } from './internal/followSpend.js'
import { quoteOf, unpackSignedIntent } from './internal/signedIntent.js'
import { submitIntent } from './internal/submitIntent.js'
import type { HubSpendResult, SignedHubSpend } from './types.js'

/**
 * Goes on with a spend from what `onIntent` handed out, when the page was reloaded or the issuer silent before there was an
 * id: repeats the identical request, without a wallet. It cannot spend twice, however often it is repeated.
 *
 * @returns As `spendFromHub`.
 * @throws Nothing was spent by it: `HubRefusedError`; drop the stored request before spending again. Do not spend again:
 *   `HubTransferIdLostError` (it was taken), `HubOutcomeUnknownError` (repeat later). The money comes back by itself:
 *   `HubMintFailedError`. Before any request: `InvalidInputError`.
 * @example
 * const stored = localStorage.getItem('spend')
 * if (stored !== null) {
 *   const { transferId } = await resumeHubSpend(JSON.parse(stored))
 *   localStorage.setItem('transferId', transferId)
 * }
 */
export async function resumeHubSpend(
  signed: SignedHubSpend,
  { transferId, ...options }: resumeHubSpend.Options = {},
): Promise<HubSpendResult> {
  const { intent, quotedFee } = unpackSignedIntent(signed)
  const quote = quoteOf(intent, quotedFee)
  if (transferId !== undefined) return followSpend(transferId, quote, intent.spec, options)
  options.onStep?.('transfer')
  const submission = await submitIntent(signed, intent.maxFee, true, options)
  if ('refusal' in submission) throw submission.refusal.error
  return followSpend(submission.transferId, quote, intent.spec, options)
}

export declare namespace resumeHubSpend {
  type Options = FollowOptions & {
    /** As `onTransferId` had it, where it is known: then nothing is handed in again, and its mint is waited for. */
    transferId?: string | undefined
  }
}
