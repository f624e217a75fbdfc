import type { Holdfast } from '@holdfast/react'
import { gaslessClaimMutationOptions } from '@holdfast/react/query'
import { previewPaymentLink, signLinkClaim } from '@holdfast/sdk/links'
import { type Address, isAddressEqual } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Config } from 'wagmi'
import { getClient } from 'wagmi/actions'
import { type ClaimOutcome, type ClaimPress, refusalOf } from './ClaimOutcome.js'

/**
 * Claims through the service: no wallet and no gas. The request is signed by a key that is made for it, and the money can go to the
 * recorded recipient alone.
 *
 * @param onUnknown - Called when the outcome is unknown; the claim is then signed and requested again.
 */
export async function claimByService(
  config: Config,
  holdfast: Holdfast,
  press: ClaimPress,
  { signal, onUnknown }: { signal: AbortSignal; onUnknown: () => void },
): Promise<ClaimOutcome> {
  if (holdfast.service === undefined) throw new Error('This page has no service.')
  const service = { ...holdfast.service, account: privateKeyToAccount(generatePrivateKey()) }
  const { mutationFn } = gaslessClaimMutationOptions(config, {
    chainId: press.link.chainId,
    holdfast: { ...holdfast, service },
  })
  let entry: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const signed = await signClaimOf(config, press)
    if ('kind' in signed) return signed
    const secret = 'signature' in signed ? { signature: signed.signature } : { code: signed.code, salt: signed.salt }
    // One row for a claim: a later attempt takes the place of the one before.
    if (entry === undefined) entry = await holdfast.journal.keep(secret)
    else await holdfast.journal.change(entry, () => ({ secret }))
    const { recipient, link } = press
    const { transferId } = link
    const answer = await mutationFn({ transferId, recipient, entry })
    if (answer.ok) {
      // A service's answer does not prove a payment: the chain decides.
      for (let looks = 0; looks < looksBeforeAsking; looks++) {
        const paid = await paidTo(config, press)
        if (paid !== undefined && isAddressEqual(paid, recipient)) return { kind: 'claimed', txHash: answer.txHash }
        // Another holder of the link was faster.
        if (paid !== undefined) return { kind: 'refused', fault: 'not_pending', attempts: undefined }
        if (looks > 0) onUnknown()
        await pause(1_000, signal)
        signal.throwIfAborted()
      }
      continue
    }
    const { error } = answer
    if (error.kind === 'unavailable') {
      const { reason } = error
      return reason === 'awaiting_release' ? { kind: 'asked' } : { kind: 'refused', fault: reason, attempts: undefined }
    }
    if (error.kind !== 'unknown') return { kind: 'refused', fault: error.kind, attempts: error.attemptsRemaining }
    onUnknown()
    await pause(3_000, signal)
  }
}

/** How often the chain is read before the service is asked once more. */
const looksBeforeAsking = 20

/** Whom the claim has paid, by the chain; `undefined` before it. */
async function paidTo(config: Config, { link }: ClaimPress): Promise<Address | undefined> {
  const publicClient = getClient(config, { chainId: link.chainId })
  if (publicClient === undefined) return undefined
  // A node that does not answer has confirmed nothing.
  const preview = await previewPaymentLink({ publicClient }, link).catch(() => undefined)
  return preview?.state === 'claimed' ? (preview.recipient ?? undefined) : undefined
}

async function signClaimOf(config: Config, { link, recipient, code }: ClaimPress) {
  const publicClient = getClient(config, { chainId: link.chainId })
  if (publicClient === undefined) throw new Error('This page does not know the chain.')
  try {
    return await signLinkClaim({ publicClient }, link, { recipient, code })
  } catch (error) {
    return refusalOf(error)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
