import type { IssuerWaitOptions } from '../../chain/issuerApi/options.js'
import { pause } from '../../chain/sleep.js'
import { HubOutcomeUnknownError, type HubRefusal, HubTransferIdLostError } from '../../errors/hub.js'
import { InvalidInputError } from '../../errors/input.js'
import { IssuerRefusedError, IssuerUnavailableError } from '../../errors/issuer.js'
import type { SignedHubSpend } from '../types.js'
import { isSpecKnown, postTransfer } from './hubApi.js'
import { type HubRefusalAnswer, readRefusal } from './readRefusal.js'

/** What became of a request: taken, or refused for good. */
export type Submission = { transferId: string } | { refusal: HubRefusalAnswer }

/**
 * Hands a signed spend in, and repeats the identical request while its outcome is open: the issuer takes one spec once, so
 * that asking again cannot spend twice.
 *
 * @param maxFee - As signed, in base units.
 * @param isRepeat - True where an earlier request may have been taken.
 * @throws {@link HubOutcomeUnknownError} when it stays open; {@link HubTransferIdLostError} when it was taken by a request
 *   whose answer never came. Nothing was sent: the reason of the signal, {@link InvalidInputError},
 *   {@link IssuerUnavailableError}.
 */
export async function submitIntent(
  signed: SignedHubSpend,
  maxFee: bigint,
  isRepeat: boolean,
  options: IssuerWaitOptions,
): Promise<Submission> {
  const { transferSpecHash } = signed
  const { pollMs = 2_000, timeoutMs = 120_000, signal = new AbortController().signal } = options
  signal.throwIfAborted()
  let mayBeTaken = isRepeat
  for (let tries = 1; ; tries += 1) {
    let silence: unknown
    try {
      return { transferId: await postTransfer(signed.request, options) }
    } catch (error) {
      if (error instanceof InvalidInputError) throw error
      if (error instanceof IssuerRefusedError) {
        const refusal = readRefusal(error.reason, maxFee)
        if (!refusal.isDuplicate && !mayBeTaken) return { refusal }
        // After a lost answer a refusal may be of the repeat: the first request holds the balance, or the salt.
        const isTaken = refusal.isDuplicate || (await isSpecKnown(transferSpecHash, options).catch(() => undefined))
        if (isTaken === true) throw new HubTransferIdLostError(transferSpecHash)
        // The issuer may hold the balance before it admits to know why: such a refusal must last.
        if (isTaken === false && (tries === maxTries || !mayBeOfRepeat.has(refusal.error.code))) return { refusal }
      }
      if (!wasNeverSent(error)) mayBeTaken = true
      silence = error
    }
    const waitMs = Math.max((pollMs / 4) * 2 ** (tries - 1), pauseOf(silence))
    if (tries < maxTries && waitMs <= timeoutMs) {
      await pause(waitMs, signal)
      if (!signal.aborted) continue
    }
    if (mayBeTaken) throw new HubOutcomeUnknownError(transferSpecHash, silence)
    throw silence
  }
}

/** Refusals that the first of two requests can bring upon the second. */
const mayBeOfRepeat: ReadonlySet<HubRefusal> = /* @__PURE__ */ new Set(['insufficient_balance', 'refused'])

/** How long the host is left alone, in milliseconds. */
function pauseOf(error: unknown): number {
  return (error instanceof IssuerUnavailableError ? error.retryAfterMs : undefined) ?? 0
}

/** Whether this process kept a request back, because the host wants to be left alone. */
function wasNeverSent(error: unknown): boolean {
  return error instanceof IssuerUnavailableError && error.reason === 'rate_limited' && error.status === undefined
}

const maxTries = 5
