import type { Address } from 'viem'
import { isAddress } from 'viem/utils'
import type { AddressActivity, CounterpartyScan, HistoryReading } from '../history/IDataProvider.js'
import { lower } from '../history/lower.js'
import type { HistoryRecord, SettledRecipient } from '../history/SenderHistory.js'
import { isCount } from './isCount.js'

/** Checks of what a provider answers: it may be foreign code, and nonsense is not an answer. */

export function isScan(scan: CounterpartyScan): boolean {
  const isList = typeof scan?.complete === 'boolean' && Array.isArray(scan.counterparties)
  return (
    isList &&
    scan.counterparties.every(
      (address: unknown) => typeof address === 'string' && isAddress(address, { strict: false }),
    )
  )
}

export function isActivity(activity: AddressActivity): boolean {
  const seen = activity?.firstSeenAt
  return isCount(activity?.transactionCount) && isTime(seen)
}

export function isFlag(flag: boolean | undefined): boolean {
  return flag === undefined || typeof flag === 'boolean'
}

export function isHistory(history: HistoryReading): boolean {
  return (
    typeof history?.complete === 'boolean' &&
    isParty(history.sender) &&
    Array.isArray(history.records) &&
    history.records.every(isRecord) &&
    isRecipientList(history.settled ?? []) &&
    Array.isArray(history.unreadChains ?? [])
  )
}

/** @throws for another sender's: merged, it would look like the history of this one, with nothing in it. */
export function assertHistoryOf(sender: Address, history: HistoryReading): HistoryReading {
  if (isHistory(history) && lower(history.sender) === lower(sender)) return history
  throw new Error('This is not a history of the sender.')
}

export function isRecipientList(recipients: readonly SettledRecipient[]): boolean {
  return (
    Array.isArray(recipients) &&
    recipients.every(
      (recipient) =>
        isParty(recipient?.address) &&
        isNatural(recipient.blockNumber) &&
        isChain(recipient.chainId ?? 0) &&
        isTime(recipient.timestamp ?? null) &&
        isTime(recipient.sentAt ?? null) &&
        isNatural(recipient.amount ?? 0n),
    )
  )
}

/** One that is frozen is looked at once: no code can have changed it since. */
function isRecord(record: HistoryRecord): boolean {
  if (sound.has(record)) return true
  const isSound = hasFields(record)
  if (isSound && Object.isFrozen(record)) sound.add(record)
  return isSound
}

const sound = /* @__PURE__ */ new WeakSet<HistoryRecord>()

function hasFields(record: HistoryRecord): boolean {
  return (
    isParty(record?.from) &&
    isParty(record.to) &&
    (record.token === null || isParty(record.token)) &&
    (record.signer === null || isParty(record.signer)) &&
    typeof record.canonical === 'boolean' &&
    isNatural(record.value) &&
    isCount(record.decimals) &&
    record.decimals <= mostDecimals &&
    isChain(record.chainId) &&
    isNatural(record.blockNumber) &&
    isCount(record.logIndex + 1) &&
    isTime(record.timestamp) &&
    (record.kind === undefined || record.kind === 'nft' || record.kind === 'call') &&
    typeof record.transactionHash === 'string'
  )
}

/** ERC-20 has them in 8 bits; a power of ten of more would keep a check busy for minutes. */
const mostDecimals = 255

function isNatural(value: unknown): boolean {
  return typeof value === 'bigint' && value >= 0n
}

function isChain(chainId: unknown): boolean {
  return typeof chainId === 'number'
}

/** `null` says that it is not known; a moment that compares with nothing must not decide who was paid first. */
function isTime(time: unknown): boolean {
  return time === null || (time instanceof Date && !Number.isNaN(time.getTime()))
}

/** Without viem's memory of addresses, which a long history would only churn. */
function isParty(address: unknown): boolean {
  return typeof address === 'string' && /^0x[0-9a-fA-F]{40}$/.test(address)
}
