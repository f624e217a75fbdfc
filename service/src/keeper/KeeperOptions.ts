import type { Address } from 'viem'
import type { OnStep } from '../sender/SenderParts.js'
import type { KeeperTiming } from './internal/KeeperOutbox.js'
import type { KeeperCosigner } from './KeeperCosigner.js'

/** What a keeper does, and how often. */
export type KeeperOptions = {
  /** Asked for the signatures of pulls; without one nothing is pulled. */
  cosigner?: KeeperCosigner | undefined
  /** Boxes to pull from, in addition to those whose binding is in the store. */
  boxes?: readonly { chainId: number; account: Address }[] | undefined
  /** A box whose target is the keeper: pulled from when the keeper has less than `below`, USDC base units. */
  refill?: { chainId: number; box: Address; below: bigint } | undefined
  /**
   * Limit for the gas of returns in a UTC day, on one chain, USDC base units.
   * @default 5_000_000n
   */
  dailyLimit?: bigint | undefined
  /**
   * Limit for the gas of pulls; one owner has a twentieth of it.
   * @default 5_000_000n
   */
  pullLimit?: bigint | undefined
  /**
   * Most transfers that it returns in one transaction.
   * @default 50
   */
  maxBatch?: number | undefined
  /**
   * Time between two rounds.
   * @default 30_000
   */
  pollMs?: number | undefined
  /** @default 30_000 */
  leaseMs?: number | undefined
  /** For tests. */
  timing?: Partial<KeeperTiming> | undefined
  /** For tests. */
  onStep?: OnStep | undefined
}
