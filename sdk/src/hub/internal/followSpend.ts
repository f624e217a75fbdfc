import type { ReadClient } from '../../chain/clients.js'
import type { IssuerWaitOptions } from '../../chain/issuerApi/options.js'
import { HubMintFailedError } from '../../errors/hub.js'
import type { HubQuote, HubSpendResult, HubStep } from '../types.js'
import { waitHubMint } from '../waitHubMint.js'
import type { TransferSpec } from './burnIntent.js'
import { transferSpecHash } from './encodeIntent.js'

/** How a spend is followed. */
export type FollowOptions = IssuerWaitOptions & {
  /** Called the moment the spend is accepted. Persist the id: it alone recovers the spend. A promise is waited for. */
  onTransferId?: ((transferId: string) => unknown) | undefined
  /** Called when a step begins. */
  onStep?: ((step: HubStep) => void) | undefined
  /** Reads the destination: with it the mint is looked up on chain. Without it a mint is what the issuer says. */
  destinationClient?: ReadClient | undefined
}

/** Hands out the id of an accepted spend and waits for its mint. @throws {@link HubMintFailedError} */
export async function followSpend(
  transferId: string,
  quote: HubQuote,
  spec: TransferSpec,
  options: FollowOptions,
): Promise<HubSpendResult> {
  await options.onTransferId?.(transferId)
  options.onStep?.('mint')
  const params = { ...options, transferId, transferSpecHash: transferSpecHash(spec) }
  const { state, mintTxHash, reason } = await waitHubMint(params)
  if (state === 'failed') throw new HubMintFailedError(transferId, reason)
  return { transferId, ...(mintTxHash && state === 'done' && { mintTxHash }), quote }
}
