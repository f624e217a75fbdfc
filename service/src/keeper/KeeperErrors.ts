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
        metaMessages: ['Set KEEPER_PK to a key that nothing else uses, and give its address a few USDC.'],
      },
    )
    this.reason = reason
  }
}

/** One more transaction could cost more than may be spent today. A smaller one may still fit; tomorrow is another day. */
export class KeeperLimitError extends ServiceError {
  override name = 'KeeperLimitError' as const
  /** USDC base units: what it could cost, and the limit of the day. */
  readonly cost: bigint
  readonly dailyLimit: bigint

  constructor(cost: bigint, dailyLimit: bigint) {
    super(`The keeper may not spend ${cost} USDC base units more today.`, {
      code: 'keeper_limit',
      metaMessages: [`Limit of a day: ${dailyLimit}`],
    })
    this.cost = cost
    this.dailyLimit = dailyLimit
  }
}

/** The fees of the chain are above what the operator allows. They fall again by themselves. */
export class KeeperFeeError extends ServiceError {
  override name = 'KeeperFeeError' as const

  constructor(maxFeePerGas: bigint) {
    super(`The fees of the chain are above ${maxFeePerGas} wei.`, { code: 'keeper_fee' })
  }
}
