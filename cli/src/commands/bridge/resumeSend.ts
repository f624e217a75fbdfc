import { type BridgeProgress, resumeBridge } from '@holdfast/sdk/bridge'
import { BRIDGE_CHAINS, type ReadClient } from '@holdfast/sdk/chain'
import { ChainUnavailableError } from '@holdfast/sdk/errors'
import { createClient, custom } from 'viem'
import type { Context } from '../../command/Context.js'
import type { Resume } from '../../command/Resume.js'
import { resume as resumeMined } from '../../command/resumeMined.js'
import { finishBridge } from './finishBridge.js'

export const resume: Resume = async (pending, context) => {
  const { facts, client, update } = pending
  if (facts.burnTxHash === undefined) {
    const { result } = await resumeMined(pending, context)
    return { result, text: 'It is approved, and nothing was burned. The same command again goes on.' }
  }
  // The journal holds text; the library checks each field.
  const progress = facts as unknown as BridgeProgress
  const destinationClient = await findDestination(context, progress)
  // Without an account: nothing can be signed.
  const walletClient = createClient({ chain: client.chain, transport: custom(client) })
  const { result, text } = await finishBridge(context, progress, {
    update,
    go: (options) => resumeBridge({ publicClient: client, walletClient }, progress, { ...options, destinationClient }),
  })
  return { result, text }
}

/** The chain where it arrives, where it answers: the issuer says as well whether it is minted. */
async function findDestination({ openChain }: Context, { to }: BridgeProgress): Promise<ReadClient | undefined> {
  try {
    return await openChain(BRIDGE_CHAINS[to].chainId)
  } catch (error) {
    if (error instanceof ChainUnavailableError) return undefined
    throw error
  }
}
