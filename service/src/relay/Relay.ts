import type { Hash } from 'viem'
import type { OperationKind } from '../store/Database.js'

/**
 * Carries out what was admitted, with the relayer's key: at most once, whatever fails on the way.
 *
 * It is driven by the table of operations, so a restart goes on where the process ended. On each chain one instance at a
 * time sends; the others stand by.
 */
export type Relay = {
  /** Chains it can send on: those whose fees are USDC, which is what the money limits count. */
  serves: (chainId: number) => boolean
  /**
   * What an operation may cost at most, for its hold, before it is admitted. Without a request to the chain while the fees
   * are fresh.
   */
  quote: (chainId: number, kind: OperationKind) => Promise<Quote>
  /** There is something new to do. Without it, it is found within half a second. */
  wake: () => void
  /** Hash of the transaction that carries an operation, the youngest where fees were raised; for those who wait. */
  findTransaction: (operationId: string) => Promise<Hash | undefined>
  /** Of the chain's relayer, as last read, without a request to the chain. `undefined` until it is known. */
  balance: (chainId: number) => RelayerBalance | undefined
  /** Why it cannot work now; `undefined` while it does, and while another instance does. */
  trouble: (chainId: number) => RelayTrouble | undefined
  /**
   * Whether what an earlier process has left is settled, and an instance sends: this one, or another that was seen to
   * live.
   */
  isReady: (chainId: number) => boolean
  /** Takes no new work, finishes what is being broadcast, lets the next holder in. Idempotent. */
  stop: () => Promise<void>
}

/** What an operation costs at most. */
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
  /** Has to stay free: three times the dearest operation. */
  floor: bigint
  /** Below 5 USDC or 200 operations. */
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
