import type { Address } from 'viem'

/** Returns expired transfers and starts due pulls. */
export type Keeper = {
  /** One round on every chain; work that must wait is left for a later round. Never throws for a failure of one chain. */
  runOnce: () => Promise<readonly KeeperReport[]>
  /** Runs rounds until it is stopped. */
  start: () => void
  /** Finishes the transaction that is being sent. Idempotent. */
  stop: () => Promise<void>
}

/** What a round did on one chain. */
export type KeeperReport = {
  chainId: number
  /** False when another keeper holds the lease. */
  isHolder: boolean
  returned: readonly bigint[]
  pulled: readonly Address[]
  /** Name of the error that ended the round early. */
  trouble: string | undefined
}
