import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import { HubMintFailedError, HubTransferIdLostError } from '@holdfast/sdk/errors'
import { findHubMintOnChain, type HubStep, resumeHubSpend, type SignedHubSpend, waitHubMint } from '@holdfast/sdk/hub'
import type { Hash } from 'viem'
import { issuerOptions } from '../../chain/endpoints.js'
import type { Steps } from '../../chain/follow.js'
import type { Context } from '../../command/Context.js'
import type { Resume } from '../../command/Resume.js'
import { CommandFailure } from '../../failure/CommandFailure.js'

/** Stores the progress of a spend where `holdfast resume` finds it, as a spend of the command `hub send`. */
export function keepSpend(
  { terminal }: Pick<Context, 'terminal'>,
  facts: Readonly<Record<'from' | 'to' | 'recipient' | 'amount', string>>,
  { keep, update }: Pick<Steps, 'keep' | 'update'>,
) {
  let known: Readonly<Record<string, string>> = facts
  return {
    onHubStep: (step: HubStep) => update(WAITS_FOR[step]),
    onIntent(signed: SignedHubSpend) {
      known = { ...facts, transferSpecHash: signed.transferSpecHash }
      keep({ facts: known, signed: JSON.stringify(signed) })
    },
    onTransferId(transferId: string) {
      const { id } = keep({ facts: { ...known, transferId } })
      terminal.say(`The Hub has accepted it: ${transferId}. If this stops: holdfast resume ${id}`)
    },
  }
}

/** What a person reads while each step lasts. */
export const WAITS_FOR = {
  approve: 'approving; waiting for its block',
  deposit: 'depositing; waiting for its block',
  quote: 'asking the Hub for its fee',
  sign: 'signing',
  transfer: 'submitting it; waiting for the Hub to accept it',
  mint: "accepted; waiting for the issuer's mint",
} as const satisfies Record<HubStep, string>

/** The outcome of a spend that the Hub has accepted. */
export type Spent = { transferId: string | null; mintTxHash: Hash }

/**
 * Reports a spend that was minted.
 *
 * @throws CommandFailure `not_minted` where it is not yet.
 */
export function finishSpend(
  { to, amount, recipient }: { to: BridgeChainName; amount: string; recipient: string },
  { transferId, mintTxHash }: { transferId: string | null; mintTxHash?: Hash | undefined },
): { result: Spent; text: string } {
  if (mintTxHash === undefined)
    throw new CommandFailure('unsettled', 'not_minted', 'The Hub has accepted the spend, and has not minted it yet.', [
      'It continues without this program. Do not spend again.',
      ...(transferId === null ? [] : [`Its state: holdfast hub track ${transferId}`]),
    ])
  return {
    result: { transferId, mintTxHash },
    text: [
      `${amount} arrived for ${recipient} on ${chainLabel(to)}.`,
      ...(transferId === null ? [] : [`  transfer  ${transferId}`]),
      `  mint      ${mintTxHash}`,
    ].join('\n'),
  }
}

/** Submits a signed spend again, which cannot spend twice, or waits for its mint. */
export const resume: Resume = async ({ signed, txHash, client, options, update, ...pending }, context) => {
  const { facts } = pending
  const { amount = '', recipient = '' } = facts
  // The command that began it wrote chain and hash.
  const terms = { to: facts.to as BridgeChainName, amount, recipient }
  // The journal has the chain where it arrives.
  const hub = { ...issuerOptions(context, 'hub'), ...options, destinationClient: client }
  // Written by the command that began it.
  const transferSpecHash = facts.transferSpecHash as Hash | undefined
  if (signed === undefined) {
    const { transferId = '' } = facts
    update(WAITS_FOR.mint)
    const { state, mintTxHash, reason } = await waitHubMint({ ...hub, transferId, transferSpecHash })
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
    if (!(error instanceof HubTransferIdLostError) || transferSpecHash === undefined) throw error
    // It was accepted, and its id is unknown: on the chain it is found by the hash of its spec.
    update('accepted; looking for the mint on its chain')
    const { state, mintTxHash } = await findHubMintOnChain(client, { transferSpecHash })
    if (state !== 'done') throw error
    return finishSpend(terms, { transferId: null, mintTxHash })
  }
}
