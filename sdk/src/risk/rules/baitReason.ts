import type { RiskReason } from '../../errors/risk.js'
import { settledPayments } from '../grades/thresholds.js'
import type { Bait } from '../history/prepareHistory.js'
import type { Facts, Finding } from './facts.js'

/** Most transactions that a reason lists. */
const maxTransactions = 10

/**
 * What the baits of one kind say. Where the target resembles a known address each of them counts, and blocks where the
 * resemblance does. Otherwise they warn, and what third parties forged is forgotten after two payments.
 *
 * @param what - What they transfer.
 * @param isTelling - Whether a bait counts against a target that resembles no other address.
 * @param unsigned - Further baits that a source has counted, of which no record is at hand. They block a target that the
 *   sender does not know.
 */
export function baitReason(
  { baits, lookalikes, isImpostor, hasHistory, isKnown, party }: Facts,
  kind: Bait['kind'],
  what: string,
  isTelling: (bait: Bait) => boolean,
  unsigned = 0,
): Finding | undefined {
  const counts = (bait: Bait) =>
    lookalikes.length > 0 ||
    (!bait.isFaint && (bait.by === 'target' || party.payments < settledPayments) && isTelling(bait))
  const found = baits.filter((bait) => bait.kind === kind && counts(bait))
  const count = found.length + unsigned
  if (count === 0) return undefined
  return {
    severity: isImpostor || (unsigned > 0 && !isKnown) ? 'block' : 'warning',
    message: `Transfers of ${what} advertise this address in your history.`,
    count,
    ...(hasHistory && { transactionHashes: hashesOf(found) }),
  }
}

/** Oldest first, each once. */
function hashesOf(baits: readonly Bait[]): RiskReason['transactionHashes'] {
  const sorted = baits
    .map(({ record }) => record)
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || (a.transactionHash < b.transactionHash ? -1 : 1))
  return [...new Set(sorted.map(({ transactionHash }) => transactionHash))].slice(0, maxTransactions)
}
