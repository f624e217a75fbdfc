import type { Holdfast } from '@holdfast/react'
import { gaslessClaimMutationOptions } from '@holdfast/react/query'
import { describeError } from '@holdfast/sdk/errors'
import { previewPaymentLink, signLinkClaim } from '@holdfast/sdk/links'
import { isAddressEqual } from 'viem'
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
  /** Asks once; `undefined` where that leaves the outcome unknown. */
  const attempt = async (): Promise<ClaimOutcome | undefined> => {
    const signed = await signClaimOf(config, press)
    // An earlier attempt may have paid what can no longer be claimed.
    if ('kind' in signed) return (entry === undefined ? undefined : await paidByNow(config, press)) ?? signed
    const secret = 'signature' in signed ? { signature: signed.signature } : { code: signed.code, salt: signed.salt }
    // One row for a claim: a later attempt takes the place of the one before.
    if (entry === undefined) entry = await holdfast.journal.keep(secret)
    else await holdfast.journal.change(entry, () => ({ secret }))
    const { recipient, link } = press
    const answer = await mutationFn({ transferId: link.transferId, recipient, entry })
    if (answer.ok) {
      // A service's answer does not prove a payment: the chain decides.
      for (let looks = 0; looks < looksBeforeAsking; looks++) {
        const outcome = await paidByNow(config, press)
        if (outcome !== undefined) return outcome
        if (looks > 0) onUnknown()
        await pause(1_000, signal)
        signal.throwIfAborted()
      }
      return undefined
    }
    const { error } = answer
    if (error.kind === 'unknown') return undefined
    if (error.kind !== 'unavailable') return { kind: 'refused', fault: error.kind, attempts: error.attemptsRemaining }
    const { reason } = error
    if (reason === 'awaiting_release') return { kind: 'asked' }
    // It may be over because this recipient was paid.
    return (await paidByNow(config, press)) ?? { kind: 'refused', fault: reason, attempts: undefined }
  }
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted()
    try {
      const outcome = await attempt()
      if (outcome !== undefined) return outcome
    } catch (error) {
      // Where a later attempt has asked for nothing, an earlier one may still have paid.
      if (isFirst || describeError(error).effect !== 'none') throw error
    }
    onUnknown()
    await pause(3_000, signal)
  }
}

/** How often the chain is read before the service is asked once more. */
const looksBeforeAsking = 20

/** The outcome by the chain; `undefined` while nothing was claimed. */
async function paidByNow(config: Config, { link, recipient }: ClaimPress): Promise<ClaimOutcome | undefined> {
  const publicClient = getClient(config, { chainId: link.chainId })
  if (publicClient === undefined) return undefined
  // A node that does not answer has confirmed nothing.
  const preview = await previewPaymentLink({ publicClient }, link).catch(() => undefined)
  if (preview?.state !== 'claimed' || preview.recipient === null) return undefined
  if (isAddressEqual(preview.recipient, recipient)) return { kind: 'claimed' }
  // Another holder of the link was faster.
  return { kind: 'refused', fault: 'not_pending', attempts: undefined }
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
