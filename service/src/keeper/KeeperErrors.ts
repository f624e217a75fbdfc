import { ServiceError } from '@holdfast/sdk/errors'

/** The keeper has no key of its own. A retry cannot help. */
export class KeeperKeyError extends ServiceError {
  override name = 'KeeperKeyError' as const
  readonly reason: 'missing' | 'shared'

  constructor(reason: 'missing' | 'shared') {
    super(
      reason === 'missing' ? 'The keeper has no key.' : 'The keeper has the same key as the relayer or the co-signer.',
      {
        code: 'keeper_key',
        effect: 'none',
        retry: 'after_change',
        advice: { do: 'change_settings', settings: ['KEEPER_PK'] },
        hint: 'Set KEEPER_PK to a key that nothing else uses, and send a few USDC to its address.',
      },
    )
    this.reason = reason
  }
}

/** One more transaction could exceed the daily spending limit. A smaller one may still fit; the limit resets each day. */
export class KeeperLimitError extends ServiceError {
  override name = 'KeeperLimitError' as const
  /** USDC base units: the highest possible cost, and the daily limit. */
  readonly cost: bigint
  readonly dailyLimit: bigint

  constructor(cost: bigint, dailyLimit: bigint) {
    super(`The keeper may not spend ${cost} USDC base units more today.`, {
      code: 'keeper_limit',
      effect: 'none',
      retry: 'later',
      advice: { do: 'lower_amount' },
      metaMessages: [`Daily limit: ${dailyLimit}`],
    })
    this.cost = cost
    this.dailyLimit = dailyLimit
  }
}

/** The fees of the chain are above what the operator allows. A retry can help once they fall. */
export class KeeperFeeError extends ServiceError {
  override name = 'KeeperFeeError' as const

  constructor(maxFeePerGas: bigint) {
    super(`The fees of the chain are above ${maxFeePerGas} wei.`, {
      code: 'keeper_fee',
      effect: 'none',
      retry: 'later',
      advice: { do: 'ask_again' },
    })
  }
}

/** The keeper's balance does not cover the highest possible cost of the transaction. */
export class KeeperFundsError extends ServiceError {
  override name = 'KeeperFundsError' as const
  /** USDC base units: the highest possible cost, and the keeper's balance. */
  readonly cost: bigint
  readonly balance: bigint

  constructor(account: string, cost: bigint, balance: bigint) {
    super(`The keeper's balance of ${balance} USDC base units does not cover a cost of up to ${cost}.`, {
      code: 'keeper_funds',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'add_funds', token: 'usdc', account },
      metaMessages: [`Address: ${account}`],
    })
    this.cost = cost
    this.balance = balance
  }
}

/** A transaction of the keeper is still pending; nothing new is sent before it is decided. A later round checks again. */
export class TransactionOpenError extends ServiceError {
  override name = 'TransactionOpenError' as const

  constructor() {
    super('A transaction of the keeper is still pending.', {
      code: 'transaction_open',
      effect: 'open',
      retry: 'later',
      advice: { do: 'look_up_transaction' },
    })
  }
}

/** Another program has sent a transaction with the keeper's key: nothing is signed until the operator has cleared it. */
export class KeyStoppedError extends ServiceError {
  override name = 'KeyStoppedError' as const

  constructor() {
    super("Another program has sent a transaction with the keeper's key.", {
      code: 'key_stopped',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'read_reason' },
      hint: 'Find out who used the key. If it is safe, run `clear-foreign-use`; otherwise replace the key.',
    })
  }
}
