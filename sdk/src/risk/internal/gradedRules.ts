import type { Address } from 'viem'
import { isSimilar, type SharedEnds, sharedEnds } from '../../chain/similarity.js'
import type { RiskLevel, RiskReason, RiskRuleCode } from '../../errors/risk.js'
import { type Bait, type Counterparty, isGenuine, type PreparedHistory, stranger } from '../prepareHistory.js'
import { lookalikeReason } from './lookalikeReason.js'
import { isBefore } from './moments.js'
import { gradeAlone, gradeCorroborated, isWide } from './resemblance.js'

/** The rules that need a sender's history: who resembles whom, who was paid first, and what advertises the target. */
export function judgeByHistory(history: PreparedHistory, target: Address, facts: HistoryFacts): RiskReason[] {
  const key = target.toLowerCase() as Address
  const party = history.find(key) ?? stranger(key)
  const { firsts, payments, received } = party
  const isPaid = payments > 0
  const baits = baitsBeforePayment(party)

  const extra = facts.extra.filter((address) => address !== key && !isGenuine(history.find(address))).map(stranger)
  // The target itself does not count: to save an impostor must not make its resemblance look more like chance.
  const known = history.size - (isGenuine(party) ? 1 : 0) + (history.complete ? extra.length : 0)
  const matches = [...history.findSimilar(key), ...extra]
    .map((other) => ({ other, ends: sharedEnds(key, other.address), isLater: isBefore(firsts, other.firsts) }))
    // Whoever was paid first is the one that is meant; half a history does not tell who that was.
    .filter(({ ends, isLater }) => isSimilar(ends) && !(history.complete && isLater))
    .sort((a, b) => (a.other.address < b.other.address ? -1 : 1))

  const siblings = matches.filter(({ other, ends, isLater }) => isWide(ends) && !isLater && other.payments > 0)
  const clean = siblings.filter(({ other }) => isClean(other)).length
  const { isTrusted } = facts
  const grade = ({ other, ends }: Match): RiskLevel => {
    const cameAfter = isBefore(other.firsts, received) && !isBefore(firsts, received)
    if (baits.length > 0 || cameAfter) return gradeCorroborated(key, ends, known)
    const level = gradeAlone(key, ends, known, isPaid || isTrusted)
    // Some addresses were made alike: the contracts of one maker, or whatever begins with a run of zeros.
    const isVanity = /^00|(.)\1\1/.test(key.slice(2, 2 + ends.prefix))
    const isContract = facts.targetIsContract === true
    // To forge baits about siblings must not turn a payee into an impostor.
    const isAnyFamily = isContract || isVanity || clean > 1 || (isPaid && siblings.length > 1)
    if (!isAnyFamily || level === 'safe') return level
    const isFamily = isContract
      ? isPaid || isVanity || clean > 1 || ends.prefix + ends.suffix > 17
      : isPaid && (clean > 1 || (isVanity && payments > 1))
    return isFamily ? 'safe' : 'warning'
  }
  const alike = matches.map((match) => ({ ...match, level: grade(match) })).filter(({ level }) => level !== 'safe')
  const isImpostor = alike.some(({ level }) => level === 'block')
  const severity = isImpostor ? 'block' : 'warning'

  const reasons: RiskReason[] = []
  if (alike.length > 0) {
    const { other, ends } = meant(alike)
    reasons.push({ ...lookalikeReason(severity, other.address, isPaid), matched: ends })
  }
  const report = (
    code: RiskRuleCode,
    kind: Bait['kind'],
    what: string,
    isTelling: (bait: Bait) => boolean,
    unseen = 0,
  ) => {
    const found = baits.filter((bait) => bait.kind === kind && (isImpostor || isTelling(bait)))
    if (found.length + unseen === 0) return
    const isSigned = kind === 'zero' && (unseen > 0 || found.some(({ by }) => by !== 'other'))
    reasons.push({
      code,
      severity: isSigned ? 'block' : severity,
      message: `Transfers of ${what} advertise this address in your history.`,
      count: found.length + unseen,
      transactionHashes: hashes(found),
    })
  }
  // What a third party forged about somebody who resembles nobody convicts him of nothing. As an outgoing record it is
  // the only trace that some baits leave, and worth a look.
  const isForged = ({ by, isOut }: Bait) => by !== 'other' || (isOut && !isTrusted)
  const seen = party.baits.filter(({ kind, isOut }) => kind === 'zero' && !isOut).length
  if (!facts.isOwn)
    report('ZERO_VALUE_BAIT', 'zero', 'nothing', isForged, Math.max(0, (isPaid ? 0 : facts.zeroValueTransfers) - seen))
  report('COUNTERFEIT_TOKEN_BAIT', 'counterfeit', 'an unknown token', ({ isOut }) => isOut && !isTrusted)
  report('DUST_BAIT', 'dust', 'next to nothing', (bait) => alike.length > 0 || (!isTrusted && isOdd(bait)))
  return reasons
}

export type HistoryFacts = {
  /** Known addresses, in lower case, that the history may not have been prepared with. */
  extra: readonly Address[]
  isOwn: boolean
  /** Own, a contact, or the recipient of a settled protected transfer. */
  isTrusted: boolean
  targetIsContract: boolean | null | undefined
  /** From target to sender; those that the history does not hold have no known signer. */
  zeroValueTransfers: number
}

type Match = { other: Counterparty; ends: SharedEnds }

/** What comes after the first payment proves nothing: whoever reads the chain can forge records about anybody. */
function baitsBeforePayment({ firsts, baits }: Counterparty): readonly Bait[] {
  return baits.filter(({ record }) => !isBefore(firsts, [record]))
}

function isClean(party: Counterparty): boolean {
  return baitsBeforePayment(party).length === 0
}

/** Dust of a kind that no honest payee sends: under a cent, or moved by somebody else. */
function isOdd({ by, record }: Bait): boolean {
  return by === 'other' || (record.decimals === 6 && record.value < 10_000n)
}

/** Of several known addresses the one most alike; of those nearly as alike, the one that was there first. */
function meant(matches: readonly Match[]): Match {
  const characters = ({ ends }: Match) => ends.prefix + ends.suffix
  const clean = matches.filter(({ other }) => isClean(other))
  const pool = clean.length > 0 ? clean : matches
  const most = Math.max(...pool.map(characters))
  return pool.filter((match) => characters(match) > most - 3).reduce((a, b) => (comesFirst(b.other, a.other) ? b : a))
}

function comesFirst(a: Counterparty, b: Counterparty): boolean {
  return (a.firsts.length === 0 && b.firsts.length > 0) || isBefore(a.firsts, b.firsts)
}

function hashes(baits: readonly Bait[]): RiskReason['transactionHashes'] {
  const sorted = baits
    .map(({ record }) => record)
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || (a.transactionHash < b.transactionHash ? -1 : 1))
  return [...new Set(sorted.map(({ transactionHash }) => transactionHash))].slice(0, 10)
}
