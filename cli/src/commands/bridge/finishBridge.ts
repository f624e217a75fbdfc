import type { BridgeFlowOptions, BridgeFlowResult, BridgeProgress, BridgeStep } from '@holdfast/sdk/bridge'
import { chainLabel } from '@holdfast/sdk/chain'
import { ForwardingFailedError } from '@holdfast/sdk/errors'
import type { Hash } from 'viem'
import { issuerOptions } from '../../chain/endpoints.js'
import type { Context } from '../../command/Context.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'

/** Text for a plan: the issuer guarantees no time. */
export const USUAL_TIME = 'usually less than a minute'

/** A transfer over the Bridge that came to its end. */
export type Bridged = {
  result: { burnTxHash: Hash; forwardTxHash: Hash; received: bigint | null }
  text: string
}

/**
 * Follows a transfer to its end.
 *
 * @param go - Begins it, or goes on with it.
 * @throws CommandFailure `not_minted`, `forwarding_failed`: the burn is final, and `bridge track` continues.
 */
export async function finishBridge(
  context: Context,
  { from, to, recipient }: Pick<BridgeProgress, 'from' | 'to' | 'recipient'>,
  { update, go }: { update: (waitsFor: string) => void; go: (options: BridgeFlowOptions) => Promise<BridgeFlowResult> },
): Promise<Bridged & { approveTxHash: Hash | null }> {
  const options: BridgeFlowOptions = {
    ...issuerOptions(context, 'attestation'),
    timeoutMs: context.timeoutMs,
    onStep: (step) => update(waitTexts[step]),
  }
  const flow = await go(options).catch((error: unknown) => {
    throw error instanceof ForwardingFailedError ? notForwarded(from, error) : error
  })
  const { approveTxHash, burnTxHash, forwardTxHash, received, quote } = flow
  if (forwardTxHash === undefined)
    throw new CommandFailure('unsettled', 'not_minted', 'The USDC is burned, and not minted yet.', [
      'It continues without this program.',
      `Look with: holdfast bridge track ${burnTxHash} --from ${from}`,
    ])
  const arrived = received === undefined ? `At least ${writeAmount(quote.amount)}` : writeAmount(received)
  return {
    approveTxHash: approveTxHash ?? null,
    result: { burnTxHash, forwardTxHash, received: received ?? null },
    text: [
      `${arrived} arrived for ${recipient} on ${chainLabel(to)}.`,
      `  burn  ${burnTxHash}`,
      `  mint  ${forwardTxHash}`,
    ].join('\n'),
  }
}

/** Says how the money is brought where the issuer does not. */
export function notForwarded(from: string, { shortMessage, burnTxHash }: ForwardingFailedError): CommandFailure {
  return new CommandFailure('unsettled', 'forwarding_failed', shortMessage, [
    'Nothing is lost: any account with some gas on the destination can mint it for its recipient.',
    `Do it with: holdfast bridge track ${burnTxHash} --from ${from} --mint`,
  ])
}

const waitTexts = {
  quote: 'asking the issuer for its fees',
  approve: 'approving; waiting for its block',
  burn: 'burning; waiting for its block',
  attest: "burned; waiting for the issuer's attestation",
  forward: "attested; waiting for the issuer's mint",
} as const satisfies Record<BridgeStep, string>
