import { type Address, checksumAddress } from 'viem'
import { parseAddress } from '../chain/address.js'
import type { RiskLevel, RiskReason, RiskReport } from '../errors/risk.js'
import type { AddressActivity, CounterpartyScan } from './IDataProvider.js'
import { isLookalike } from './isLookalike.js'

/** Age under which an address is fresh: 24 hours. */
export const FRESH_ADDRESS_MAX_AGE_MS = 86_400_000

/**
 * Judges one payment by facts already gathered. Asks nobody: {@link check} gathers and then calls this.
 *
 * The worst reason decides; a good sign stands beside a bad one and lifts nothing. What a payee is exempt from once the
 * sender knows him (paid, verified, saved or own): `ZERO_VALUE_BAIT` and `NEW_ADDRESS`, because anybody can forge the
 * first and the second is then false; `FRESH_ADDRESS` where he is saved or own. He is not exempt from
 * `LOOKALIKE_ADDRESS`: every tenth theft on record is a repeated payment to the same impostor. So of two payees that
 * look alike both are blocked, until the person has looked and an acknowledgement says so.
 *
 * @param now - The clock for freshness, and the report's `checkedAt`.
 * @default new Date()
 * @throws {@link InvalidAddressError} when sender or target is malformed.
 * @example
 * const report = evaluateRisk({
 *   sender,
 *   target: '0xd9a1c3788d81257612e2581a6ea0ada244853a91',
 *   counterparties: { counterparties: ['0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'], complete: true },
 *   activity: { transactionCount: 3, firstSeenAt: new Date('2024-05-03') },
 *   zeroValueTransfers: 0,
 * })
 * report.level // 'block'
 */
export function evaluateRisk(input: RiskInput, now: Date = new Date()): RiskReport {
  const sender = parseAddress('sender', input.sender)
  const target = parseAddress('target', input.target)
  const { activity, zeroValueTransfers, verifiedRecipient } = input
  const paid = input.counterparties?.counterparties ?? []
  const vouched = [sender, ...(input.own ?? []), ...(input.contacts ?? [])]
  const isVouched = includes(vouched, target)
  const isPaid = includes(paid, target)
  const isKnown = isVouched || isPaid || verifiedRecipient === true

  const missing: string[] = []
  if (!input.counterparties?.complete) missing.push('counterparties')
  if (!activity) missing.push('activity')
  if (!((zeroValueTransfers ?? -1) >= 0)) missing.push('zeroValueTransfers')
  if (verifiedRecipient === null) missing.push('verifiedRecipient')

  const reasons: RiskReason[] = []
  const lookalikeOf = closest(target, vouched) ?? closest(target, paid)
  if (lookalikeOf)
    reasons.push({
      code: 'LOOKALIKE_ADDRESS',
      severity: 'block',
      message: isPaid
        ? 'You have paid this address and another one that shows the same first and last characters. One of them is probably an impostor.'
        : 'Shows the same first and last characters as an address you know, but is another one.',
      lookalikeOf,
    })
  if (zeroValueTransfers && !isKnown)
    reasons.push({
      code: 'ZERO_VALUE_BAIT',
      severity: 'block',
      message: 'Zero-value transfers from this address stand in your history, and you have never paid it.',
      count: zeroValueTransfers,
    })
  if (missing.length > 0)
    reasons.push({
      code: 'DATA_UNAVAILABLE',
      severity: missing[0] === 'counterparties' && !isKnown ? 'block' : 'warning',
      message: `Not every source answered in full: ${missing.join(', ')}.`,
      sources: missing,
    })
  if (activity?.transactionCount === 0 && activity.firstSeenAt === null && !isKnown)
    reasons.push({ code: 'NEW_ADDRESS', severity: 'warning', message: 'This address has no history on the chain.' })
  if (activity?.firstSeenAt && !isVouched && !(Number(now) - Number(activity.firstSeenAt) >= FRESH_ADDRESS_MAX_AGE_MS))
    reasons.push({ code: 'FRESH_ADDRESS', severity: 'warning', message: 'First seen less than 24 hours ago.' })
  if (verifiedRecipient)
    reasons.push({
      code: 'VERIFIED_RECIPIENT',
      severity: 'safe',
      message: 'A protected transfer from you has settled there.',
    })
  if (isPaid || isVouched)
    reasons.push({
      code: 'KNOWN_COUNTERPARTY',
      severity: 'safe',
      message: isPaid ? 'You have paid exactly this address before.' : 'This is exactly an address you saved or own.',
    })

  const levels = reasons.map(({ severity }) => severity)
  const level: RiskLevel = levels.includes('block') ? 'block' : levels.includes('warning') ? 'warning' : 'safe'
  return { target, sender, level, reasons, complete: missing.length === 0, checkedAt: now }
}

/** Facts about one payment. `null` says that the source was asked and did not answer. */
export type RiskInput = {
  sender: Address
  target: Address
  /** From {@link IDataProvider.getOutgoingCounterparties} of the sender. */
  counterparties: CounterpartyScan | null
  /** Of the target. */
  activity: AddressActivity | null
  /** Transfers of nothing from target to sender. */
  zeroValueTransfers: number | null
  /** The transfer contract's `isVerifiedRecipient`; `undefined` where nobody asked, which is no missing source. */
  verifiedRecipient?: boolean | null | undefined
  /** Addresses the person has saved. */
  contacts?: readonly Address[] | undefined
  /** Further addresses of the sender: accounts, boxes, vaults. */
  own?: readonly Address[] | undefined
}

function includes(list: readonly Address[], target: Address): boolean {
  const sought = target.toLowerCase()
  return list.some((address) => address.toLowerCase() === sought)
}

/** The address that a payer of `target` probably means: of several, the one that shares most characters. */
function closest(target: Address, known: readonly Address[]): Address | undefined {
  let best: Address | undefined
  let most = 0
  for (const address of known) {
    if (!isLookalike(target, address)) continue
    const shared = sharedEnds(target.toLowerCase(), address.toLowerCase())
    if (shared > most) [best, most] = [address, shared]
  }
  return best && checksumAddress(best.toLowerCase() as Address)
}

function sharedEnds(a: string, b: string): number {
  let prefix = 0
  while (a[prefix] === b[prefix]) prefix++
  let suffix = 1
  while (a.at(-suffix) === b.at(-suffix)) suffix++
  return prefix + suffix
}
