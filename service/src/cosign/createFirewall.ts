import {
  CachingDataProvider,
  check,
  ExplorerDataProvider,
  type HistoryReading,
  type IDataProvider,
  type VerifiedRecipients,
} from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Firewall } from './Firewall.js'

/**
 * The firewall over the SDK's `check`, one for each chain. A payer's history is kept up to where it cannot change any more;
 * each check reads only what has come since, and everything about the target.
 *
 * @example
 * const firewall = createFirewall(context.chains, { verifiedRecipients: (chainId) => indexes.get(chainId) })
 */
export function createFirewall(
  chains: ReadonlyMap<number, ServedChain>,
  options: createFirewall.Options = {},
): Firewall {
  const { timeoutMs = 3_500, verifiedRecipients, providerOf = explorerOf } = options
  const providers = new Map<number, CachingDataProvider>()

  function providerFor(chain: ServedChain): CachingDataProvider {
    const known = providers.get(chain.id)
    if (known) return known
    const provider = new CachingDataProvider(providerOf(chain))
    providers.set(chain.id, provider)
    return provider
  }

  return {
    version: FIREWALL_VERSION,
    async check(chainId, payer, target, { signal }) {
      const chain = chains.get(chainId)
      if (chain === undefined) throw new TypeError('The firewall does not know this chain.')
      const index = verifiedRecipients?.(chainId)
      const heard = listenTo(providerFor(chain))
      const report = await check(payer, target, {
        client: chain.client,
        provider: heard.provider,
        verifiedRecipients: index,
        signal,
        timeoutMs,
      })
      const against = report.reasons.filter(({ severity }) => severity !== 'safe').map(({ code }) => code)
      const settled = index?.recipientsOf(payer).length ?? 0
      return {
        level: report.level,
        complete: report.complete,
        reasons: [...new Set(against)],
        hasPaid: report.complete && (settled > 0 || heard.hasPaid(payer)),
        cursor: heard.cursor(),
      }
    },
  }
}

export declare namespace createFirewall {
  type Options = {
    /** Whom protected transfers have reached, by chain. */
    verifiedRecipients?: ((chainId: number) => VerifiedRecipients | undefined) | undefined
    /** @default the chain's explorer */
    providerOf?: ((chain: ServedChain) => IDataProvider) | undefined
    /** After which a source counts as missing. @default 3_500 */
    timeoutMs?: number | undefined
  }
}

/** Grows with every change of rules or sources. */
const FIREWALL_VERSION = '0.2.0-1'

function explorerOf({ id }: ServedChain): IDataProvider {
  return new ExplorerDataProvider({ chainId: id })
}

/** The same provider, remembering what it said of the payer in one check. */
function listenTo(inner: IDataProvider) {
  let history: HistoryReading | undefined
  let payees = 0
  const provider: IDataProvider = {
    async getOutgoingCounterparties(sender, options) {
      const scan = await inner.getOutgoingCounterparties(sender, options)
      payees = scan.complete ? scan.counterparties.length : 0
      return scan
    },
    getAddressActivity: (address, options) => inner.getAddressActivity(address, options),
    countZeroValueTransfers: (from, to, options) => inner.countZeroValueTransfers(from, to, options),
    ...(inner.getHistory && {
      getHistory: async (sender, options) => {
        history = await inner.getHistory?.(sender, options)
        return history as HistoryReading
      },
    }),
    ...(inner.getSettledRecipients && {
      getSettledRecipients: async (sender, options) => {
        const list = (await inner.getSettledRecipients?.(sender, options)) ?? []
        payees += list.length
        return list
      },
    }),
  }
  return {
    provider,
    hasPaid(payer: Address): boolean {
      if (history === undefined) return payees > 0
      const own = payer.toLowerCase()
      if ((history.settled?.length ?? 0) > 0 || payees > 0) return true
      return history.records.some(
        ({ canonical, value, from, to }) =>
          canonical && value > 0n && from.toLowerCase() === own && to.toLowerCase() !== own,
      )
    },
    cursor(): string | undefined {
      return history?.extents?.map(({ chainId, toBlock }) => `${chainId}:${toBlock}`).join(',')
    },
  }
}
