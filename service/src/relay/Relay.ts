import type { Hash } from 'viem'
import type { OperationKind } from '../store/Database.js'

/**
 * Carries out admitted operations with the relayer's key: each at most once, also after failures.
 *
 * It works from the table of operations, so a restart continues where the process ended. On each chain one instance at
 * a time sends; the others wait.
 */
export type Relay = {
  /** Chains it can send on: those whose fees are USDC, which is what the money limits count. */
  serves: (chainId: number) => boolean
  /**
   * The highest cost of an operation, for its hold, before it is admitted. Makes no request to the chain while the fees
   * are fresh.
   */
  quote: (chainId: number, kind: OperationKind) => Promise<Quote>
  /** Starts new work at once. Without a call, it is found within half a second. */
  wake: () => void
  /** Hash of the transaction that carries an operation, the newest if fees were raised; for waiting requests. */
  findTransaction: (operationId: string) => Promise<Hash | undefined>
  /** Of the chain's relayer, as last read, without a request to the chain. `undefined` until it is known. */
  balance: (chainId: number) => RelayerBalance | undefined
  /** Why it cannot work now; `undefined` while it works, and while another instance does. */
  trouble: (chainId: number) => RelayTrouble | undefined
  /**
   * Whether transactions of an earlier process are settled, and an instance sends: this one, or another that was seen
   * to renew its lease.
   */
  isReady: (chainId: number) => boolean
  /** Accepts no new work, finishes the broadcast in progress, releases the lease. Idempotent. */
  stop: () => Promise<void>
}

/** The highest cost of an operation. */
export type Quote =
  | {
      /** Worst case, fee and value, USDC base units. */
      hold: bigint
      /** USDC base units that a gas seed gives; 0 for anything else. */
      value: bigint
    }
  | { refused: 'fee_ceiling' | 'upstream_unavailable' }

/** Money of the relayer on a chain, USDC base units. */
export type RelayerBalance = {
  available: bigint
  /** Must stay free: three times the most expensive operation. */
  floor: bigint
  /** Below 5 USDC, or the gas of 200 operations. */
  low: boolean
  /** USDC refuses the relayer: it can pay for nothing. */
  isBlocked: boolean
  /** Unix milliseconds. */
  asOf: number
}

/**
 * - `recovering`: it has not yet settled what an earlier process left.
 * - `foreign_use`: another program sends with its key. No instance signs until the operator has cleared it.
 * - `blocked`: USDC refuses its account.
 * - `stopped`: it is shut down.
 */
export type RelayTrouble = 'recovering' | 'foreign_use' | 'blocked' | 'stopped'
