import { type Address, type Hash, zeroAddress } from 'viem'
import type { ChainDeployment } from '../../chain/registry.js'
import type { Token } from '../../chain/tokens.js'
import type { CleanHistory, FilteredEntry, HistoryEntry } from '../types.js'
import type { RawRow } from './rows.js'
import { prepareReferences } from './similarity.js'

/** By what a history is judged. */
export type ClassifyOptions = {
  /** Whose history it is. Every address here is checksummed, so that equal ones are equal text. */
  address: Address
  chain: Pick<ChainDeployment, 'tokens' | 'transferContract' | 'usdc'>
  allowedTokens: readonly Address[]
  /** Paid elsewhere, saved, or own. */
  payees: readonly Address[]
  strict: boolean
  /** Transactions of payments by link. */
  linkPayments?: readonly Hash[] | undefined
}

/** Sorts rows into those to show and those to hide, newest first. Each row ends up in exactly one list. */
export function classify(rows: readonly RawRow[], options: ClassifyOptions): Omit<CleanHistory, 'complete'> {
  const { address, chain, strict } = options
  const allowed = new Set(options.allowedTokens.map((token) => token.toLowerCase()))
  const known = new Map(chain.tokens.map((token) => [token.address.toLowerCase(), token]))
  const isReal = ({ token, value }: RawRow) => value > 0n && allowed.has(token.toLowerCase())
  const oldestFirst = [...rows].sort((a, b) => a.blockNumber - b.blockNumber || a.position - b.position)

  const since = new Map([address, chain.transferContract, ...options.payees].map((party) => [party, -1]))
  for (const [order, row] of oldestFirst.entries())
    if (isReal(row) && row.from === address && row.to !== zeroAddress && !since.has(row.to)) since.set(row.to, order)
  const references = prepareReferences(since)
  const links = new Set(options.linkPayments?.map((hash) => hash.toLowerCase()))
  const isLink = ({ txHash, counterparty }: HistoryEntry) =>
    counterparty === chain.transferContract && links.has(txHash.toLowerCase())

  const suspicionOf = ({ kind, direction, counterparty, ...entry }: HistoryEntry): HistoryEntry['suspect'] => {
    if (kind !== 'transfer') return undefined
    if (references.isImpostor(counterparty)) return 'IMPOSTOR'
    const isDust =
      direction === 'in' &&
      !since.has(counterparty) &&
      entry.amount < dustFloor(entry, known.get(entry.tokenAddress.toLowerCase()))
    return isDust ? 'DUST' : undefined
  }

  const entries: HistoryEntry[] = []
  const filtered: FilteredEntry[] = []
  for (const row of oldestFirst.reverse()) {
    const plain = toEntry(row, options, known.get(row.token.toLowerCase()))
    const entry: HistoryEntry = isLink(plain) ? { ...plain, purpose: 'link_payment' } : plain
    if (row.value === 0n) filtered.push({ ...entry, reason: 'ZERO_VALUE' })
    else if (!allowed.has(row.token.toLowerCase())) filtered.push({ ...entry, reason: 'UNKNOWN_TOKEN' })
    else {
      const suspect = suspicionOf(entry)
      if (suspect === undefined) entries.push(entry)
      else if (strict) filtered.push({ ...entry, reason: suspect })
      else entries.push({ ...entry, suspect })
    }
  }
  return { entries, filtered }
}

function toEntry(row: RawRow, { address, chain }: ClassifyOptions, known: Token | undefined): HistoryEntry {
  const direction = row.from === address ? 'out' : 'in'
  const kind = row.from === zeroAddress ? 'mint' : row.to === zeroAddress ? 'burn' : 'transfer'
  const via = kind === 'mint' && row.token === chain.usdc ? services.get(row.method ?? '') : undefined
  return {
    txHash: row.txHash,
    direction,
    counterparty: kind === 'transfer' ? (direction === 'out' ? row.to : row.from) : zeroAddress,
    kind,
    ...(via && { via }),
    amount: row.value,
    decimals: known?.decimals ?? row.decimals,
    tokenAddress: row.token,
    tokenSymbol: known?.symbol ?? row.symbol,
    timestamp: row.timestamp,
  }
}

/** Methods that mint USDC from another chain, by name and selector. */
const services: ReadonlyMap<string, 'bridge' | 'hub'> = new Map([
  ['receiveMessage', 'bridge'],
  ['0x57ecfd28', 'bridge'],
  ['gatewayMint', 'hub'],
  ['0x9fb01cc5', 'hub'],
])

/** One coin of USDC or EURC; of anything else, whose price is unknown here, a hundred-thousandth. */
function dustFloor({ decimals }: Pick<HistoryEntry, 'decimals'>, known: Token | undefined): bigint {
  const isPegged = known?.symbol === 'USDC' || known?.symbol === 'EURC'
  return 10n ** BigInt(isPegged ? decimals : Math.max(decimals - 5, 0))
}
