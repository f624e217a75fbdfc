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
