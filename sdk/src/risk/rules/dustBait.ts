import { baitReason } from './baitReason.js'
import type { Facts, Finding } from './facts.js'

/**
 * The target, or a third party in its name, has sent next to nothing: 2 % of the baits on Ethereum, but two thirds of those
 * that paid off there from July 2024 to June 2025 (data of Tsuchiya et al., arXiv:2501.16681).
 *
 * It counts only where the target resembles a known address: test deposits, rewards and refunds look the same, and a
 * warning that is always there protects no payer.
 */
export function dustBait(facts: Facts): Finding | undefined {
  return baitReason(facts, 'dust', 'next to nothing', () => false)
}
