import type { RiskReport } from '../errors/risk.js'
import { type CheckOptions, checkTouching } from './check.js'
import type { IDataProvider } from './history/IDataProvider.js'
import type { PaymentToCheck } from './Payment.js'
import { payerProvider } from './payerProvider.js'

/**
 * Checks a payment on every chain it touches, as {@link check} does on one: the payer's history on all of them counts, so
 * that a payee of the destination is protected against imitation as well.
 *
 * A chain without an explorer is read through its node, for at most 12 seconds. A chain that cannot be read, or not in
 * full, is missing data, and the report is never `safe`: an unknown target is blocked where the payment touches that chain,
 * and gets a warning where it is one of `payerChains`.
 *
 * @param options - A `provider` given here answers for all chains. One whose histories name the chains they cover
 *   (`extents`) is incomplete where a chain of the payment is not among them.
 * @returns One report for the payment; `chainId` is the chain the money leaves.
 * @throws As {@link check}.
 * @example
 * const chains = [{ chainId: 5042002 }, { chainId: 84532 }]
 * const report = await checkPayment({ payer: sender, payee: recipient, amount: 25_000_000n, chains })
 */
export async function checkPayment(
  { payer, payee, amount, token, chains }: PaymentToCheck,
  options: CheckOptions = {},
): Promise<RiskReport> {
  const distinct = chains.filter(({ chainId }, index) => chains.findIndex((one) => one.chainId === chainId) === index)
  const [source, destination] = distinct
  const touched = distinct.map(({ chainId }) => chainId)
  const own = options.provider ? covering(options.provider, touched) : payerProvider(distinct)
  const provider = options.payerChains ? await options.payerChains(own, touched) : own
  const client = options.client ?? source?.client
  const given = { ...options, payerChains: undefined, provider, client, amount }
  const report = await checkTouching(touched, payer, payee, given)
  return {
    ...report,
    chainId: source?.chainId,
    ...(token && { token }),
    ...(destination && { destinationChainId: destination.chainId }),
  }
}

/**
 * A provider whose histories are incomplete where they say that they leave out one of these chains: the same one again for the
 * same provider, so that what a check has prepared for it is found again.
 */
function covering(provider: IDataProvider, chainIds: readonly number[]): IDataProvider {
  if (!provider.getHistory) return provider
  const ofProvider = covers.get(provider) ?? new Map<string, IDataProvider>()
  const cover = ofProvider.get(chainIds.join()) ?? makeCover(provider, chainIds)
  ofProvider.set(chainIds.join(), cover)
  covers.set(provider, ofProvider)
  return cover
}

const covers = /* @__PURE__ */ new WeakMap<IDataProvider, Map<string, IDataProvider>>()

function makeCover(provider: IDataProvider, chainIds: readonly number[]): IDataProvider {
  return {
    getOutgoingCounterparties: (...args) => provider.getOutgoingCounterparties(...args),
    getAddressActivity: (...args) => provider.getAddressActivity(...args),
    countZeroValueTransfers: (...args) => provider.countZeroValueTransfers(...args),
    ...(provider.getSettledRecipients && {
      getSettledRecipients: provider.getSettledRecipients.bind(provider),
    }),
    async getHistory(sender, options) {
      if (!provider.getHistory) throw new Error('This source has no histories.')
      const reading = await provider.getHistory(sender, options)
      const { extents } = reading
      const isCovered =
        extents === undefined || chainIds.every((chainId) => extents.some((extent) => extent.chainId === chainId))
      return isCovered ? reading : { ...reading, complete: false, unreadChains: undefined }
    },
  }
}
