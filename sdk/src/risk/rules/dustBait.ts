import type { Bait } from '../prepareHistory.js'
import { baitReason } from './baitReason.js'
import { isBelowCent } from './dust.js'
import type { Facts, Finding } from './facts.js'

/**
 * The target, or a third party in its name, has sent next to nothing: 2 % of the baits on Ethereum, but two thirds of those
 * that paid off there from July 2024 to June 2025 (data of Tsuchiya et al., arXiv:2501.16681).
 *
 * Where the target resembles a known address, every amount that `dustBelow` calls dust counts. Otherwise only dust that no
 * honest payee sends does, and only as a warning: honest payees send test payments too.
 */
export function dustBait(facts: Facts): Finding | undefined {
  const isOdd = ({ by, record }: Bait) => by === 'other' || isBelowCent(record.value, record.decimals)
  const isTelling = (bait: Bait) => facts.lookalikes.length > 0 || (!facts.isTrusted && isOdd(bait))
  return baitReason(facts, 'dust', 'next to nothing', isTelling)
}
