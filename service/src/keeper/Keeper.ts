import type { Address } from 'viem'

/** Returns expired transfers and pulls what is due. */
export type Keeper = {
  /** One round on every chain; what must wait is left for another one. Never throws for a chain. */
  runOnce: () => Promise<readonly KeeperReport[]>
  /** Round after round. */
  start: () => void
  /** Finishes what is being sent. Idempotent. */
  stop: () => Promise<void>
}

/** What a round did on one chain. */
export type KeeperReport = {
  chainId: number
  /** False where another keeper is at work. */
  isHolder: boolean
  returned: readonly bigint[]
  pulled: readonly Address[]
  /** Name of what held it up. */
  trouble: string | undefined
}
