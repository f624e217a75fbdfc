import { type Address, checksumAddress } from 'viem'
import type { RiskLevel, RiskReason } from '../../errors/risk.js'
import type { Bait, Party, PreparedHistory } from '../prepareHistory.js'
import { isSimilar, type SharedEnds, sharedEnds, surprise } from '../similarity.js'
import { isBefore, precedes } from './moments.js'

/**
 * The rules that need a sender's history: who resembles whom, who was paid first, and what advertises the target.
 *
 * @param extra - Known addresses, in lower case, that the history was not prepared with.
 */
export function judgeByHistory(history: PreparedHistory, target: Address, facts: HistoryFacts): HistoryFindings {
  const key = target.toLowerCase() as Address
  const party = history.find(key)
  const isPaid = party !== undefined && party.payments > 0
  // A record after the first payment proves nothing: whoever reads the chain can forge one about anybody.
  const baits = (party?.baits ?? []).filter(({ record }) => !isBefore(party?.firsts ?? [], [record]))

  const extra: Party[] = facts.extra
    .filter((address) => !isGenuine(history.find(address)))
    .map((address) => ({ address, isVouched: true, payments: 0, firsts: [], baits: [], zeroTransfersIn: 0 }))
  // The target itself does not count: to save an impostor must not make it look more like chance.
  const known = Math.max(1, history.size - (isGenuine(party) ? 1 : 0) + (history.complete ? extra.length : 0))
  const matches = [...history.findSimilar(key), ...extra]
    .map((other) => ({ other, ends: sharedEnds(key, other.address) }))
    .filter(({ other, ends }) => other.address !== key && isSimilar(ends))
    // Who was paid first is meant; half a history does not tell.
    .filter(({ other }) => !(history.complete && isBefore(party?.firsts ?? [], other.firsts)))
  const clean = matches.filter(({ other, ends }) => isWide(ends) && other.payments > 0 && !isBaited(other)).length
  const isKnown = isPaid || facts.isVouched || facts.isVerified

  const graded = matches
    .map((match) => {
      const bits = surprise(key, match.ends, known)
      const level = baits.length > 0 ? corroborated(match.ends, bits, known) : alone(match.ends, bits, known, isKnown)
      return { ...match, level: baits.length > 0 ? level : spareFamily(level, match.ends) }
    })
    .filter(({ level }) => level !== 'safe')
  const isAlike = graded.some(({ level }) => level === 'block')

  /** Addresses that were made to be alike: a family of contracts, or a run of zeros. Chance does not explain them. */
  function spareFamily(level: RiskLevel, { prefix, suffix }: SharedEnds): RiskLevel {
    if (level === 'safe') return level
    const shared = key.slice(2, 2 + prefix)
    const isVanity = /00|(.)\1\1/.test(shared)
    const isContract = facts.targetIsContract === true
    if (isContract && (isPaid || isVanity || clean > 1 || prefix + suffix > 17)) return 'safe'
    if (isPaid && (clean > 1 || (isVanity && (party?.payments ?? 0) > 1))) return 'safe'
    return isContract || isVanity || clean > 1 ? 'warning' : level
  }

  const reasons: RiskReason[] = []
  if (graded.length > 0) {
    const { other, ends } = meant(graded)
    reasons.push({
      code: 'LOOKALIKE_ADDRESS',
      severity: isAlike ? 'block' : 'warning',
      message: isPaid
        ? 'You have paid this address, but it resembles another one that you know. One of them is probably an impostor.'
        : 'Resembles an address that you know, but is another one.',
      lookalikeOf: checksumAddress(other.address),
      matched: ends,
    })
  }
  const report = (code: RiskReason['code'], severity: RiskLevel, message: string, found: readonly Bait[], more = 0) => {
    const count = found.length + more
    if (count > 0) reasons.push({ code, severity, message, count, transactionHashes: hashes(found) })
  }
  const isTrusted = facts.isVouched || facts.isVerified
  const zero = baits.filter(
    ({ kind, by, isOut }) => kind === 'zero' && (isAlike || by !== 'other' || (isOut && !isTrusted)),
  )
  const unexplained = isKnown ? 0 : Math.max(0, facts.zeroValueTransfers - (party?.zeroTransfersIn ?? 0))
  if (!facts.isOwn)
    report(
      'ZERO_VALUE_BAIT',
      isAlike || unexplained > 0 || zero.some(({ by }) => by !== 'other') ? 'block' : 'warning',
      'Transfers of nothing advertise this address in your history.',
      zero,
      unexplained,
    )
  report(
    'COUNTERFEIT_TOKEN_BAIT',
    isAlike ? 'block' : 'warning',
    'Transfers of an unknown token, which you did not sign, advertise this address in your history.',
    baits.filter(({ kind, isOut }) => kind === 'counterfeit' && (isAlike || (isOut && !isTrusted))),
  )
  report(
    'DUST_BAIT',
    isAlike ? 'block' : 'warning',
    'This address sent you next to nothing, and you have never paid it before that.',
    baits.filter((bait) => bait.kind === 'dust' && (graded.length > 0 || (!isTrusted && isOdd(bait)))),
  )
  return { reasons, isPaid }
}

export type HistoryFacts = {
  extra: readonly Address[]
  /** A contact or an own address. */
  isVouched: boolean
  isOwn: boolean
  isVerified: boolean
  targetIsContract: boolean | null | undefined
  /** From target to sender; those that the history does not hold have no known signer. */
  zeroValueTransfers: number
}

export type HistoryFindings = {
  reasons: RiskReason[]
  /** Whether the sender has really paid the target. */
  isPaid: boolean
}

/**
 * What a resemblance is worth that nothing corroborates.
 *
 * A block needs 20 bits: one error in a million. Two things cost more. A split that no abbreviation shows, because
 * there are many of those; and more than 1,024 payees, because who has thousands of them also pays thousands of times.
 */
function alone(ends: SharedEnds, bits: number, known: number, isKnown: boolean): RiskLevel {
  const characters = ends.prefix + ends.suffix
  const needed = 20 + Math.max(0, Math.log2(known) - 10) + (isWide(ends) ? 0 : 4)
  if (characters > 6 && bits >= needed) return 'block'
  if (isKnown && (bits < 14 || !isShown(ends))) return 'safe'
  return bits >= 10 || (isTight(ends) && rawBits(ends, known) >= 10) ? 'warning' : 'safe'
}

/** What it is worth when something advertises the target. */
function corroborated(ends: SharedEnds, bits: number, known: number): RiskLevel {
  if (bits >= 15.5 || (isTight(ends) && rawBits(ends, known) >= 10)) return 'block'
  return bits >= 10 ? 'warning' : 'safe'
}

/** What every theft on record shares. */
const isTight = ({ prefix, suffix }: SharedEnds) => prefix > 2 && suffix > 3
const isWide = (ends: SharedEnds) => isTight(ends) || (ends.prefix > 3 && ends.suffix > 2)
const isShown = (ends: SharedEnds) => isWide(ends) || ends.prefix > 6 || ends.suffix > 6
const rawBits = ({ prefix, suffix }: SharedEnds, known: number) => 4 * (prefix + suffix) - Math.log2(known)
const isGenuine = (party: Party | undefined) => party !== undefined && (party.isVouched || party.payments > 0)
const isBaited = ({ firsts, baits }: Party) => baits.some(({ record }) => !isBefore(firsts, [record]))

/** Dust that no honest payee sends: under a cent, or moved by somebody else. */
const isOdd = ({ by, record }: Bait) => by === 'other' || (record.decimals === 6 && record.value < 10_000n)

/** Of several known addresses the one most alike; of those nearly as alike, the one that was there first. */
function meant<match extends { other: Party; ends: SharedEnds }>(matches: readonly match[]): match {
  const characters = ({ ends }: match) => ends.prefix + ends.suffix
  const clean = matches.filter(({ other }) => !isBaited(other))
  const pool = clean.length > 0 ? clean : matches
  const most = Math.max(...pool.map(characters))
  return pool
    .filter((match) => characters(match) >= most - 2)
    .reduce((a, b) => {
      const [isA, isB] = [comesFirst(a.other, b.other), comesFirst(b.other, a.other)]
      if (isA !== isB) return isA ? a : b
      return a.other.address < b.other.address ? a : b
    })
}

const comesFirst = (a: Party, b: Party) =>
  (a.firsts.length === 0 && b.firsts.length > 0) || isBefore(a.firsts, b.firsts)

function hashes(baits: readonly Bait[]) {
  const records = baits
    .map(({ record }) => record)
    .sort((a, b) => {
      if (a.chainId !== b.chainId) return a.chainId - b.chainId
      if (precedes(a, b) || precedes(b, a)) return precedes(a, b) ? -1 : 1
      return a.transactionHash < b.transactionHash ? -1 : 1
    })
  return [...new Set(records.map(({ transactionHash }) => transactionHash))].slice(0, 10)
}
