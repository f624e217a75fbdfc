import type { Holdfast } from '@holdfast/react'
import { claimPaymentLinkMutationOptions } from '@holdfast/react/query'
import type { Config } from 'wagmi'
import { type ClaimOutcome, type ClaimPress, refusalOf } from './ClaimOutcome.js'

/** Claims with the connected wallet, which pays the network. */
export async function claimByWallet(config: Config, holdfast: Holdfast, press: ClaimPress): Promise<ClaimOutcome> {
  const { chainId, transferId, recipient, code } = press
  const { mutationFn } = claimPaymentLinkMutationOptions(config, { chainId, holdfast })
  const entry = await holdfast.journal.keep({ link: { kind: 'claim', chainId, transferId }, code })
  try {
    const { txHash } = await mutationFn({ recipient, entry })
    return { kind: 'claimed', txHash }
  } catch (error) {
    return refusalOf(error)
  }
}
