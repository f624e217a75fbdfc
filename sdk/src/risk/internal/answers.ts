import { isAddress } from 'viem/utils'
import type { AddressActivity, CounterpartyScan, HistoryReading } from '../history/IDataProvider.js'
import type { HistoryRecord, SettledRecipient } from '../history/SenderHistory.js'
import { isCount } from './isCount.js'

/** Checks of what a provider answers: it may be foreign code, and nonsense is no answer. */

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
  return isCount(activity?.transactionCount) && (seen === null || (seen instanceof Date && !Number.isNaN(Number(seen))))
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

export function isRecipientList(recipients: readonly SettledRecipient[]): boolean {
  return (
    Array.isArray(recipients) &&
    recipients.every((recipient) => isParty(recipient?.address) && typeof recipient.blockNumber === 'bigint')
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
    typeof record.value === 'bigint' &&
    typeof record.blockNumber === 'bigint' &&
    typeof record.logIndex === 'number' &&
    typeof record.transactionHash === 'string'
  )
}

/** Without viem's memory of addresses, which a long history would only churn. */
function isParty(address: unknown): boolean {
  return typeof address === 'string' && /^0x[0-9a-fA-F]{40}$/.test(address)
}
