import type { IDataProvider } from './IDataProvider.js'
import { chainProvider } from './internal/chainProvider.js'
import { MergedDataProvider } from './MergedDataProvider.js'
import type { PaymentChain } from './Payment.js'

/**
 * Reads a payer's history on several chains, each through its explorer, else for at most 12 seconds through its node: a
 * payee of one is protected against imitations on every other. A chain that cannot be read makes a history incomplete.
 *
 * @param chains - Those that a payment touches: a target is used where it has been used on one of them.
 * @param others - Further chains on which the payer has paid. Where one has no explorer and its coin is not USDC, native
 *   payments are left out: a node does not list them.
 * @example
 * const provider = payerProvider([{ chainId: 5042002, client: publicClient }], [{ chainId: 84532 }])
 * const report = await check(sender, recipient, { client: publicClient, provider })
 */
export function payerProvider(chains: readonly PaymentChain[], others: readonly PaymentChain[] = []): IDataProvider {
  const own = chains.map((chain) => chainProvider(chain))
  const touched = new MergedDataProvider(own)
  const more = others.filter(({ chainId }) => !chains.some((chain) => chain.chainId === chainId))
  if (more.length === 0) return touched
  const all = new MergedDataProvider([...own, ...more.map((chain) => chainProvider(chain, { ignoreNative: true }))])
  return Object.assign(all, { getAddressActivity: touched.getAddressActivity.bind(touched) })
}
