import type { IDataProvider } from './history/IDataProvider.js'
import { chainProvider } from './internal/chainProvider.js'
import { MergedDataProvider } from './MergedDataProvider.js'
import type { PaymentChain } from './Payment.js'
import { readPayerChains } from './readPayerChains.js'

/**
 * Reads a payer's history on several chains, each through its explorer, else for at most 12 seconds through its node: a
 * payee of one is protected against imitations on every other. A chain of the payment that cannot be read makes a history
 * incomplete, and an unknown target is blocked.
 *
 * @param chains - Those that a payment touches: a target is used where it has been used on one of them.
 * @param others - Further chains on which the payer has paid, read as by {@link readPayerChains}: where one cannot be read, an
 *   unknown target gets a warning.
 * @example
 * const provider = payerProvider([{ chainId: 5042002, client: publicClient }], [{ chainId: 84532 }])
 * const report = await check(sender, recipient, { client: publicClient, provider })
 */
export function payerProvider(chains: readonly PaymentChain[], others: readonly PaymentChain[] = []): IDataProvider {
  const providers = chains.map((chain) => chain.provider ?? chainProvider(chain))
  const [own] = providers
  // One chain by itself can be read on from a block, and what others have recorded apart from it; several together cannot.
  const touched = own && providers.length === 1 ? own : new MergedDataProvider(providers)
  const ids = chains.map(({ chainId }) => chainId)
  return readPayerChains(others)(touched, ids)
}
