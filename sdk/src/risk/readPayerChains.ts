import type { IDataProvider } from './history/IDataProvider.js'
import { chainProvider } from './internal/chainProvider.js'
import { untouched } from './internal/untouched.js'
import { MergedDataProvider } from './MergedDataProvider.js'
import type { PayerChains, PaymentChain } from './Payment.js'

/**
 * Reads payers on further chains than those of a payment, each through its explorer, else through its node: an imitation of a
 * payee of one is found on every other. For `CheckOptions.payerChains`; one is enough for all checks.
 *
 * A chain that cannot be read within `waitMs` fails nothing: the history names it in `unreadChains`, and a target that
 * resembles nothing that could be read gets a warning. Only beside a provider without histories it is as if that provider
 * had failed.
 *
 * @param chains - Where one has no explorer and its coin is not USDC, native payments are left out: a node does not list them.
 * @param wrap - Is given the reader of each chain and returns the one to use, for example one that remembers.
 * @default uses it as it is
 * @param options - `waitMs` is how long a chain is waited for: less than the `timeoutMs` of a check, or a slow chain takes the
 * history of the payment's own chain with it. Default: 12,000 ms.
 * @example
 * const payerChains = readPayerChains([{ chainId: 84532 }], (reader) => new CachingDataProvider(reader))
 * const report = await check(sender, recipient, { client: publicClient, payerChains })
 */
export function readPayerChains(
  chains: readonly PaymentChain[],
  wrap: (reader: IDataProvider) => IDataProvider = (reader) => reader,
  { waitMs = 12_000 }: PayerChainsOptions = {},
): (...given: Parameters<PayerChains>) => IDataProvider {
  const readers = new Map<number, IDataProvider>()
  const merged = new WeakMap<IDataProvider, Map<string, IDataProvider>>()
  const readerOf = (chain: PaymentChain): IDataProvider => {
    const { chainId, provider } = chain
    const reader =
      readers.get(chainId) ?? untouched(chainId, wrap(provider ?? chainProvider(chain, { ignoreNative: true })), waitMs)
    readers.set(chainId, reader)
    return reader
  }
  return (own, touched) => {
    const others = chains.filter(({ chainId }) => !touched.includes(chainId))
    if (others.length === 0) return own
    // The same one again, so that what a check has prepared for it is found again.
    const ofOwn = merged.get(own) ?? new Map<string, IDataProvider>()
    const key = touched.join()
    const all = ofOwn.get(key) ?? mergeOthers(own, others.map(readerOf))
    ofOwn.set(key, all)
    merged.set(own, ofOwn)
    return all
  }
}

/** How further chains are read. */
export type PayerChainsOptions = {
  /** Milliseconds for one chain.
   * @default 12000 */
  waitMs?: number | undefined
}

/** A target is used where it has been used on a chain of the payment. */
function mergeOthers(own: IDataProvider, others: readonly IDataProvider[]): IDataProvider {
  const all = new MergedDataProvider([own, ...(own.getHistory ? others : others.map(withoutHistory))])
  return Object.assign(all, { getAddressActivity: own.getAddressActivity.bind(own) })
}

function withoutHistory({ getHistory: _, ...lists }: IDataProvider): IDataProvider {
  return lists
}
