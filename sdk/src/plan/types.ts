import type { Address, Hash } from 'viem'
import type { RiskReport } from '../errors/risk.js'
import type { RegisteredConfig } from '../transfer/getConfig.js'
import type { PlanOperation, PlanOperations } from './operations.js'

/**
 * What an operation will do, before anything is signed: plain data, for a screen, a log or another process. It holds no secret.
 *
 * @example
 * const plan = await planOperation(clients, 'cancel', { transferId: 42n })
 * for (const { account, before, after } of plan.effects) console.log(account, before, after)
 */
export type Plan<operation extends PlanOperation = PlanOperation> = {
  readonly operation: operation
  /** What was asked for. */
  readonly params: PlanOperations[operation]['params']
  /** The chain on which the operation begins; of a spend of the Hub, the one whose balance pays. */
  readonly chainId: number
  /** The connected account, which signs. */
  readonly account: Address
  /** Whose money moves. */
  readonly payer: Address
  /** Who is paid; `null` where no other account is, where there are several, and for an open transfer. */
  readonly recipient: Address | null
  /** USDC base units. */
  readonly amount: bigint
  /** USDC base units, over all: what terms or the issuer take. Of the Bridge and the Hub the most, on top of `amount`. */
  readonly fee: bigint
  /** Terms of a protected transfer; `null` where there are none. */
  readonly terms: RegisteredConfig | null
  /**
   * What is signed and sent, in this order and nothing else. Only a spend of the Hub whose fee rises within `fee` is signed once more,
   * for the same transfer.
   */
  readonly steps: readonly PlanStep[]
  readonly networkFee: PlannedFee
  /** Reports of the firewall, one for each payee that was checked, whatever they say: a plan of a blocked payment can be shown. */
  readonly firewall: readonly RiskReport[]
  /** Balances before and after, without the network fee. */
  readonly effects: readonly PlanEffect[]
  /** What the plan was computed from. */
  readonly asOf: {
    readonly blockNumber: bigint
    /** When, by the clock of this machine. */
    readonly at: Date
    /** Whether the recipient has code; `null` without one, and where it is paid on another chain. */
    readonly recipientHasCode: boolean | null
  }
}

/** One prompt of the wallet. */
export type PlanStep = PlannedTransaction | PlannedSignature

/** One transaction. */
export type PlannedTransaction = {
  readonly kind: 'transaction'
  readonly chainId: number
  /** More than one where the wallet makes them together, all or none. */
  readonly calls: readonly PlannedCall[]
  /** Arguments that are known, or handed over, only when the plan is carried out, and are left out of `args`. */
  readonly sealed: readonly string[]
}

/** One typed signature (EIP-712). */
export type PlannedSignature = {
  readonly kind: 'signature'
  readonly domain: PlanValue
  readonly primaryType: string
  readonly message: PlanValue
  /** Fields that are known only when the plan is carried out, such as a deadline, and are left out of `message`. */
  readonly sealed: readonly string[]
}

/** One call of a contract. */
export type PlannedCall = {
  readonly to: Address
  readonly functionName: string
  /** By name; numbers of more than 32 bits are decimal text. */
  readonly args: Readonly<Record<string, PlanValue>>
  /** The contract that makes the call for the account, such as the Memo predeploy; `null` where the account makes it. */
  readonly through: Address | null
}

/** A value of a call or a signature as JSON has it. */
export type PlanValue = string | number | boolean | null | readonly PlanValue[] | { readonly [name: string]: PlanValue }

/** What the network takes for all transactions of a plan. */
export type PlannedFee = {
  /** Base units of the coin. A transaction that would cost more is not signed. */
  readonly most: bigint
  /** `USDC` where gas is paid in it: then base units of 6 decimals, out of the account's USDC. */
  readonly coin: string
  readonly decimals: number
  readonly isUsdc: boolean
}

/** One balance that changes. */
export type PlanEffect = {
  readonly account: Address
  /** Where the USDC is: the account's own, locked in the transfer contract, or recorded for the account in a vault or the Hub. */
  readonly holding: 'wallet' | 'transfer_contract' | 'vault' | 'hub'
  readonly chainId: number
  /** Base units; negative where it shrinks. */
  readonly change: bigint
  /** `null` where the balance cannot be read. */
  readonly before: bigint | null
  readonly after: bigint | null
}

/** What came of a plan. */
export type PlanOutcome<operation extends PlanOperation = PlanOperation> = {
  /** What the operation itself returns. */
  readonly result: PlanOperations[operation]['result']
  /** Every transaction that was made, in order. */
  readonly transactions: readonly { readonly step: PlanStep; readonly txHash: Hash }[]
}
