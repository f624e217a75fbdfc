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
 * @returns The outcome, or what must end first.
 */
export async function claimByWallet(
  config: Config,
  holdfast: Holdfast,
  press: ClaimPress,
): Promise<ClaimOutcome | Busy> {
  const { address: account } = getConnection(config)
  if (account === undefined) throw new MissingAccountError()
  const { busy, done } = await withFlowLock({ chainId: press.link.chainId, account }, () =>
    claim(config, holdfast, press),
  )
  return busy ?? done
}

async function claim(config: Config, holdfast: Holdfast, press: ClaimPress): Promise<ClaimOutcome> {
  const { link, recipient, code } = press
  const { mutationFn } = claimPaymentLinkMutationOptions(config, { chainId: link.chainId, holdfast })
  const entry = await holdfast.journal.keep({ link, ...(code !== undefined && { code }) })
  try {
    const { outcome, txHash } = await mutationFn({ recipient, entry })
    return outcome === 'claimed' ? { kind: 'claimed', txHash } : { kind: 'asked' }
  } catch (error) {
    return refusalOf(error)
  }
}
