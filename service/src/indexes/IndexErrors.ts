import { ServiceError } from '@holdfast/sdk/errors'

/** The chain has not reached the first block of an index: the configured block belongs to another chain. */
export class StartBlockError extends ServiceError {
  override name = 'StartBlockError' as const
  readonly chainId: number

  constructor(chainId: number, what: string, startBlock: number, head: number) {
    super(`Chain ${chainId}: the deploy block ${startBlock} of ${what} is above the head ${head}.`, {
      code: 'start_block',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'change_settings', settings: [`DEPLOY_BLOCKS_${chainId}`] },
      hint: `Set DEPLOY_BLOCKS_${chainId}, or check that the endpoints serve the right chain.`,
    })
    this.chainId = chainId
  }
}

/** Every endpoint of a chain is behind the index. A retry can help. */
export class EndpointsBehindError extends ServiceError {
  override name = 'EndpointsBehindError' as const

  constructor(chainId: number) {
    super(`Every endpoint of chain ${chainId} is behind the index.`, {
      code: 'endpoints_behind',
      ...endpointFault,
    })
  }
}

/** An endpoint's answer contradicts itself. A retry can help. */
export class ContradictoryLogsError extends ServiceError {
  override name = 'ContradictoryLogsError' as const

  constructor(chainId: number) {
    super(`An endpoint of chain ${chainId} returned logs of two blocks with one number.`, {
      code: 'contradictory_logs',
      ...endpointFault,
    })
  }
}

const endpointFault = { effect: 'none', retry: 'later', advice: { do: 'check_endpoint', of: 'chain' } } as const
