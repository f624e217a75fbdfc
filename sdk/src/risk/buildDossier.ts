import type { Address, Hex } from 'viem'
import { parseAddress } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { chainIdOf } from '../chain/network.js'
import { readWords } from '../chain/readWords.js'
import { withDeadline } from '../chain/withDeadline.js'
import { WrongNetworkError } from '../errors/chain.js'
import type { RiskReport } from '../errors/risk.js'
import { findNearMisses, type NearMiss } from './findNearMisses.js'
import type { AddressActivity, IDataProvider } from './history/IDataProvider.js'

/**
 * Gathers facts about the target of a report that no rule looks at: for a person who decides, or for a second opinion.
 *
 * Every lookup is best effort: what cannot be found out is `null` and named in `missing`. The report stays as it is, and
 * nothing here can make a payment look better than the report says.
 *
 * @throws `InvalidAddressError`, and the reason of `signal` when the caller gives up; never because a lookup failed.
 * @example
 * const report = await check(sender, recipient, { client: publicClient })
 * const provider = new ExplorerDataProvider()
 * const dossier = await buildDossier(report, { publicClient, provider, usdcAddress: DEFAULT_TOKEN.address })
 * if (dossier.isContract) console.log(`${dossier.target} is a contract.`)
 * if (dossier.missing.length > 0) console.log(`Not known: ${dossier.missing.join(', ')}`)
 */
export async function buildDossier(
  report: Pick<RiskReport, 'sender' | 'target'>,
  options: BuildDossierOptions,
): Promise<Dossier> {
  const { publicClient, provider, now = new Date(), timeoutMs = 15_000, signal } = options
  const sender = parseAddress('sender', report.sender)
  const target = parseAddress('target', report.target)
  const usdc = parseAddress('usdcAddress', options.usdcAddress)
  const given = options.counterparties && {
    counterparties: options.counterparties.map((address) => parseAddress('counterparties', address)),
    complete: true,
  }
  signal?.throwIfAborted()

  const missing = new Set<DossierField>()
  async function look<fact>(
    fields: readonly DossierField[],
    find: (signal: AbortSignal) => Promise<fact>,
  ): Promise<fact | null> {
    try {
      return await withDeadline(find, { timeoutMs, signal })
    } catch {
      signal?.throwIfAborted()
      for (const field of fields) missing.add(field)
      return null
    }
  }
  /** What another chain says about the address is not about this one. */
  const onChain = async <fact>(read: () => Promise<fact>): Promise<fact> => {
    const [fact, chainId] = await Promise.all([read(), chainIdOf(publicClient).catch((error: unknown) => error)])
    if (chainId instanceof WrongNetworkError) throw chainId
    return fact
  }

  const [chainId, code, usdcBalance, activity, search] = await Promise.all([
    look(['chainId'], () => chainIdOf(publicClient)),
    look(['isContract', 'isDelegated'], () =>
      onChain(async () => (await publicClient.request({ method: 'eth_getCode', params: [target, 'latest'] })) ?? '0x'),
    ),
    look(['usdcBalance'], () =>
      onChain(async () => BigInt((await readWords(publicClient, usdc, 'balanceOf', [target], 1)).join(''))),
    ),
    look(['transactionCount', 'firstSeenAt'], async (ended) =>
      checkActivity(await provider.getAddressActivity(target, { signal: ended }), now),
    ),
    look(['nearMisses'], async (ended) => {
      const { counterparties, complete } =
        given ?? (await provider.getOutgoingCounterparties(sender, { signal: ended }))
      return { nearMisses: findNearMisses(target, counterparties), complete }
    }),
  ])
  // What is found among a part is true; that there is nothing else is not.
  if (search !== null && search.complete !== true) missing.add('nearMisses')

  return {
    target,
    chainId,
    isContract: code && isContractCode(code),
    isDelegated: code && isDelegation(code),
    transactionCount: activity?.transactionCount ?? null,
    firstSeenAt: activity?.firstSeenAt ?? null,
    usdcBalance,
    nearMisses: search?.nearMisses ?? null,
    missing: dossierFields.filter((field) => missing.has(field)),
  }
}

/** Where the facts come from. */
export type BuildDossierOptions = {
  /** Reads code and balance of the target. */
  publicClient: ReadClient
  /** Reads the target's activity, and the sender's payees where `counterparties` does not name them. */
  provider: IDataProvider
  usdcAddress: Address
  /** Whom the sender has paid, all of them, where the caller knows.
   * @default asked of the provider */
  counterparties?: readonly Address[] | undefined
  /** The clock: an activity that begins later is nonsense. */
  now?: Date | undefined
  /** Limit of each lookup.
   * @default 15000 */
  timeoutMs?: number | undefined
  /** Gives up. */
  signal?: AbortSignal | undefined
}

/** Facts about the target of a payment. `null` means unknown, except in `firstSeenAt`; see `missing`. */
export type Dossier = {
  target: Address
  chainId: number | null
  /** Whether it has code of its own. False for an account that has delegated to a contract: a person holds its key. */
  isContract: boolean | null
  /** Whether it is an account that has delegated to a contract (EIP-7702). */
  isDelegated: boolean | null
  /** Transactions sent or received, at least. */
  transactionCount: number | null
  /** First use; `null` also where the provider knows of none. */
  firstSeenAt: Date | null
  /** In base units. */
  usdcBalance: bigint | null
  /** Payees that resemble the target in part. Named in `missing` also where only some payees were looked at. */
  nearMisses: readonly NearMiss[] | null
  /** Names of the fields that could not be found out, or not in full. */
  missing: readonly DossierField[]
}

/** A fact that can be missing. */
export type DossierField =
  | 'chainId'
  | 'isContract'
  | 'isDelegated'
  | 'transactionCount'
  | 'firstSeenAt'
  | 'usdcBalance'
  | 'nearMisses'

const dossierFields: readonly DossierField[] = [
  'chainId',
  'isContract',
  'isDelegated',
  'transactionCount',
  'firstSeenAt',
  'usdcBalance',
  'nearMisses',
]

function isContractCode(code: Hex): boolean {
  return code !== '0x' && !isDelegation(code)
}

/** EIP-7702: the account's code is `0xef0100` and the address it has delegated to. */
function isDelegation(code: Hex): boolean {
  return /^0xef0100[0-9a-f]{40}$/i.test(code)
}

/** A clock may go wrong by this much before a date counts as nonsense. */
const clockToleranceMs = 15 * 60_000

function checkActivity({ transactionCount, firstSeenAt }: AddressActivity, now: Date): AddressActivity {
  const isPast = firstSeenAt === null || firstSeenAt.getTime() <= now.getTime() + clockToleranceMs
  if (!Number.isSafeInteger(transactionCount) || transactionCount < 0 || !isPast)
    throw new Error('The activity of the target makes no sense.')
  return { transactionCount, firstSeenAt }
}
