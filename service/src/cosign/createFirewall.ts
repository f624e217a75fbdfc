import { check, type HistoryReading, type IDataProvider, type VerifiedRecipients } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import type { RiskSources } from '../chains/createRiskSources.js'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Firewall } from './Firewall.js'

/**
 * Creates a firewall over the SDK's `check`. Only settled history of a payer is cached; each check reads what came after
 * it, and everything about the target.
 *
 * @example
 * const verifiedRecipients = (chainId: number) => indexes.recipients(chainId)
 * const firewall = createFirewall({ chains, providerOf: createRiskSources({ chains, metrics }), verifiedRecipients })
 */
export function createFirewall(
  { chains, verifiedRecipients, providerOf }: createFirewall.Parts,
  { timeoutMs = 3_500 }: createFirewall.Options = {},
): Firewall {
  return {
    version: firewallVersion,
    async check(chainId, payer, target, { signal }) {
      const chain = chains.get(chainId)
      if (chain === undefined) throw new TypeError(`Chain ${chainId} is not served.`)
      const index = verifiedRecipients?.(chainId)
      const recorded = recordHistory(providerOf(chain))
      const report = await check(payer, target, {
        client: chain.client,
        provider: recorded.provider,
        verifiedRecipients: index,
        signal,
        timeoutMs,
      })
      const against = report.reasons.filter(({ severity }) => severity !== 'safe').map(({ code }) => code)
      const resembles = report.reasons.flatMap(({ code, severity, strength, undecided, lookalikeOf, alsoLike = [] }) =>
        code === 'LOOKALIKE_ADDRESS' && severity === 'warning' && strength === 'strong' && !undecided && lookalikeOf
          ? [lookalikeOf, ...alsoLike]
          : [],
      )
      const settled = index?.recipientsOf(payer) ?? []
      return {
        level: report.level,
        complete: report.complete,
        reasons: [...new Set(against)],
        resembles,
        hasPaid: report.complete && (settled.length > 0 || recorded.hasPaid(payer)),
        firstPaidBlock: leastOf([
          ...settled.map(({ blockNumber }) => blockNumber),
          ...recorded.paidBlocks(chainId, payer),
        ]),
        cursor: recorded.cursor(),
      }
    },
  }
}

export declare namespace createFirewall {
  type Parts = {
    chains: ReadonlyMap<number, ServedChain>
    /** The recipients of completed protected transfers, by chain. */
    verifiedRecipients?: ((chainId: number) => VerifiedRecipients | undefined) | undefined
    /** Data sources of a chain. */
    providerOf: RiskSources
  }
  type Options = {
    /** After which a source counts as missing. @default 3_500 */
    timeoutMs?: number | undefined
  }
}

/** Raised with every change of rules or sources. */
const firewallVersion = '0.2.0-7'

/** The same provider; it also keeps what it returned about the payer in one check. */
function recordHistory(inner: IDataProvider) {
  const { getHistory } = inner
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
    ...(getHistory && {
      getHistory: async (sender, options) => {
        const reading = await getHistory.call(inner, sender, options)
        history = reading
        return reading
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
      return history.records.some((record) => isPayment(record, own))
    },
    /** Of the payer's genuine payments on one chain. */
    paidBlocks(chainId: number, payer: Address): readonly bigint[] {
      const own = payer.toLowerCase()
      const records = history?.records.filter((record) => record.chainId === chainId && isPayment(record, own)) ?? []
      return records.map(({ blockNumber }) => blockNumber)
    },
    cursor(): string | undefined {
      return history?.extents?.map(({ chainId, toBlock }) => `${chainId}:${toBlock}`).join(',')
    },
  }
}

/** @param own - The payer, in lower case. */
function isPayment({ canonical, value, from, to }: HistoryReading['records'][number], own: string): boolean {
  return canonical && value > 0n && from.toLowerCase() === own && to.toLowerCase() !== own
}

function leastOf(blocks: readonly bigint[]): bigint | undefined {
  let least: bigint | undefined
  for (const block of blocks) if (least === undefined || block < least) least = block
  return least
}
