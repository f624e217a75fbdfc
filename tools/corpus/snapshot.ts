import type { HistoryRecord, SenderHistory, SettledRecipient } from '@holdfast/sdk/risk'
import { type Address, type Hash, zeroAddress, zeroHash } from 'viem'
import { field, type Loose, plain, toAddress, toBoolean, toInteger, toSeconds } from './json.js'
import { CANONICAL_TOKENS, type TokenFact } from './tables.js'

/** What complete and healthy sources would return about one wallet at one moment. */
export type Snapshot = {
  history: SenderHistory
  counterparties: readonly Address[]
  /** Transfers of nothing in a canonical token, by the address that is named as their source. */
  zeroValueFrom: ReadonlyMap<string, number>
  /** First time an address is named, in Unix seconds. */
  firstNamed: ReadonlyMap<string, number>
}

/** An event, with the fields that a judge may use. */
export type Fact = {
  record: HistoryRecord
  isSettled: boolean
  /** The recipient of a mint or a split: known by the amount it got. */
  isForwarded: boolean
  time: number
}

/** The primary chain, whose native coin is USDC. */
const primary = 5042002
const native = new Set<string>(['native', 'eth', zeroAddress, `0x${'e'.repeat(40)}`])

/** Reads one event; undefined if it is not a movement. */
export function readEvent(sender: Address, event: Loose): Fact | undefined {
  const kind = plain(String(field(event, 'kind') ?? ''))
  if (kind.includes('announce')) return undefined
  const from = toAddress(field(event, 'from'), 'event.from')
  const to = toAddress(field(event, 'to'), 'event.to')
  if (from !== sender && to !== sender) return undefined
  const isProtected = /^(settled|protected)/.test(kind)
  if (isProtected && from !== sender) return undefined

  const chainId = Number(toInteger(field(event, 'chain', 'chainId'), 'event.chain'))
  const written = field(event, 'token', 'tokenAddress', 'contract')
  const isNative =
    written === null || written === undefined || (typeof written === 'string' && native.has(written.toLowerCase()))
  const token = isNative ? null : toAddress(written, 'event.token')
  const fact = token === null ? undefined : canonicalToken(chainId, token)
  const raw = toInteger(field(event, 'value', 'amount') ?? 0, 'event.value')
  const isPrimaryNative = isNative && chainId === primary
  const decimals = field(event, 'decimals')
  const signer = field(event, 'signer', 'txFrom')
  const when = field(event, 'time', 'timestamp')
  const time = when === undefined || when === null ? Number.NEGATIVE_INFINITY : toSeconds(when, 'event.time')
  const form = field(event, 'nft') === true ? 'nft' : field(event, 'data') === true ? 'call' : undefined
  return {
    isSettled: isProtected,
    isForwarded: /^settled(mint|split)/.test(kind),
    time,
    record: {
      chainId,
      token,
      canonical: isNative || fact !== undefined || toBoolean(field(event, 'canonical')) === true,
      from,
      to,
      value: isPrimaryNative ? raw / 10n ** 12n : raw,
      decimals: isPrimaryNative
        ? 6
        : Number(
            decimals === undefined || decimals === null ? (fact?.decimals ?? 18) : toInteger(decimals, 'decimals'),
          ),
      signer:
        signer === undefined || signer === null || field(event, 'unsigned') === true
          ? null
          : toAddress(signer, 'event.signer'),
      blockNumber: toInteger(field(event, 'block', 'blockNumber') ?? 0, 'event.block'),
      logIndex: Number(field(event, 'logIndex') ?? (isNative ? -1 : 0)),
      timestamp: Number.isFinite(time) ? new Date(time * 1_000) : null,
      ...(form && { kind: form }),
      transactionHash: (field(event, 'tx', 'transactionHash', 'txHash', 'hash') ?? zeroHash) as Hash,
    },
  }
}

/** Summarises the facts. */
export function takeSnapshot(sender: Address, facts: readonly Fact[], complete: boolean): Snapshot {
  const counterparties = new Set<Address>()
  const zeroValueFrom = new Map<string, number>()
  const firstNamed = new Map<string, number>()
  const settled: SettledRecipient[] = []
  const records: HistoryRecord[] = []
  for (const { record, isSettled, isForwarded, time } of facts) {
    const { from, to, value, canonical, token, chainId } = record
    const other = from === sender ? to : from
    if (time < (firstNamed.get(other) ?? Number.POSITIVE_INFINITY)) firstNamed.set(other, time)
    if (isSettled) {
      const { blockNumber, transactionHash, timestamp } = record
      const recipient = { address: to, blockNumber, transactionHash, timestamp, chainId }
      settled.push(isForwarded ? { ...recipient, amount: value } : recipient)
      continue
    }
    records.push(record)
    if (!canonical) continue
    if (value > 0n && from === sender && to !== zeroAddress) counterparties.add(to)
    if (value === 0n && token !== null && to === sender) zeroValueFrom.set(from, (zeroValueFrom.get(from) ?? 0) + 1)
  }
  settled.sort((a, b) => Number(a.timestamp) - Number(b.timestamp))
  return {
    history: { sender, records, complete, settled },
    counterparties: [...counterparties],
    zeroValueFrom,
    firstNamed,
  }
}

function canonicalToken(chainId: number, token: Address): TokenFact | undefined {
  return CANONICAL_TOKENS.get(chainId)?.find(({ address }) => address === token)
}
