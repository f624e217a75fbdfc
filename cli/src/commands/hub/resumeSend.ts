import type { BridgeChainName } from '@holdfast/sdk/chain'
import { HubMintFailedError, HubTransferIdLostError } from '@holdfast/sdk/errors'
import { findHubMintOnChain, resumeHubSpend, waitHubMint } from '@holdfast/sdk/hub'
import type { Hash } from 'viem'
import { issuerOptions } from '../../chain/issuerOptions.js'
import type { Resume } from '../../command/Resume.js'
import { finishSpend } from './finishSpend.js'
import { WAITS_FOR } from './waitsFor.js'

export const resume: Resume = async ({ signed, txHash, client, options, update, ...pending }, context) => {
  const { facts } = pending
  const { amount = '', recipient = '' } = facts
  // The command that began it wrote chain and hash.
  const terms = { to: facts.to as BridgeChainName, amount, recipient }
  const hub = { ...issuerOptions(context, 'hub'), ...options }
  if (signed === undefined) {
    const { transferId = '' } = facts
    update(WAITS_FOR.mint)
    const { state, mintTxHash, reason } = await waitHubMint({ ...hub, transferId })
    if (state === 'failed') throw new HubMintFailedError(transferId, reason)
    return finishSpend(terms, { transferId, mintTxHash })
  }
  try {
    const spent = await resumeHubSpend(JSON.parse(signed), {
      ...hub,
      onStep: (step) => update(WAITS_FOR[step]),
      onTransferId: (transferId) => void context.journal.keep({ ...pending, facts: { ...facts, transferId } }),
    })
    return finishSpend(terms, spent)
  } catch (error) {
    if (!(error instanceof HubTransferIdLostError)) throw error
    // It was taken, and its id is unknown: the chain knows it by its spec.
    update('taken; looking for the mint on its chain')
    const transferSpecHash = facts.transferSpecHash as Hash
    const { state, mintTxHash } = await findHubMintOnChain(client, { transferSpecHash })
    if (state !== 'done') throw error
    return finishSpend(terms, { transferId: null, mintTxHash })
  }
}
