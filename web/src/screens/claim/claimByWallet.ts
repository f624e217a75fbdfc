import type { Holdfast } from '@holdfast/react'
import { claimPaymentLinkMutationOptions } from '@holdfast/react/query'
import { MissingAccountError } from '@holdfast/sdk/errors'
import type { Config } from 'wagmi'
import { getConnection } from 'wagmi/actions'
import { type Busy, withFlowLock } from '../../journal/withFlowLock.js'
import { type ClaimOutcome, type ClaimPress, refusalOf } from './ClaimOutcome.js'

/**
 * Claims with the connected wallet, which pays the network.
 *
 * @param onAsking - Told whether the wallet is asked right now.
 * @returns The outcome, or what must end first.
 */
export async function claimByWallet(
  config: Config,
  holdfast: Holdfast,
  press: ClaimPress,
  onAsking: (isAsking: boolean) => void,
): Promise<ClaimOutcome | Busy> {
  const { address: account } = getConnection(config)
  if (account === undefined) throw new MissingAccountError()
  const { busy, done } = await withFlowLock({ chainId: press.link.chainId, account }, () =>
    claim(config, holdfast, press, onAsking),
  )
  return busy ?? done
}

async function claim(
  config: Config,
  holdfast: Holdfast,
  press: ClaimPress,
  onAsking: (isAsking: boolean) => void,
): Promise<ClaimOutcome> {
  const { link, recipient, code } = press
  const { mutationFn } = claimPaymentLinkMutationOptions(config, {
    chainId: link.chainId,
    holdfast,
    onProgress: ({ state }) => onAsking(state === 'sign'),
  })
  const entry = await holdfast.journal.keep({ link, ...(code !== undefined && { code }) })
  try {
    const { outcome } = await mutationFn({ recipient, entry })
    return { kind: outcome === 'claimed' ? 'claimed' : 'asked' }
  } catch (error) {
    return refusalOf(error)
  }
}
