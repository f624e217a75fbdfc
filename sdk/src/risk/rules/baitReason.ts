import type { RiskReason } from '../../errors/risk.js'
import type { Bait } from '../prepareHistory.js'
import type { Facts, Finding } from './facts.js'

/** Most transactions that a reason lists. */
const maxTransactions = 10

/**
 * What the baits of one kind say. Where the target is an impostor each of them counts, and blocks.
 *
 * @param what - What they transfer.
 * @param isTelling - Whether a bait counts against a target that is no impostor.
 * @param isProof - Whether it then blocks.
 * @param unsigned - Further baits that a source has counted, of which no record is at hand. They block.
 */
export function baitReason(
  { baits, isImpostor, hasHistory }: Facts,
  kind: Bait['kind'],
  what: string,
  isTelling: (bait: Bait) => boolean,
  isProof: (bait: Bait) => boolean = () => false,
  unsigned = 0,
): Finding | undefined {
  const found = baits.filter((bait) => bait.kind === kind && (isImpostor || isTelling(bait)))
  const count = found.length + unsigned
  if (count === 0) return undefined
  return {
    severity: isImpostor || unsigned > 0 || found.some(isProof) ? 'block' : 'warning',
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
