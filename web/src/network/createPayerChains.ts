import type { PayerChains } from '@holdfast/sdk/risk'
import type { Config } from 'wagmi'

/** The reader of payers on all chains of the network, loaded with the first check. */
export function createPayerChains(network: Config, devnet: string | null): PayerChains {
  let reader: Promise<PayerChains> | undefined
  return async (own, touched) => {
    reader ??= import('./payerChains.js').then(
      ({ payerChainsOf }) => payerChainsOf(network, devnet),
      (error) => {
        reader = undefined
        throw error
      },
    )
    return (await reader)(own, touched)
  }
}
