import { ServiceError } from './base.js'

/** The registry has no entry for the chain. Branch on `deploymentFor(chainId)` before offering a feature. */
export class UnknownChainError extends ServiceError {
  override readonly name = 'UnknownChainError'
  readonly chainId: number

  constructor(chainId: number, knownChainIds: readonly number[]) {
    super(`Chain ${chainId} is not one this library works on.`, {
      code: 'unknown_chain',
      metaMessages: [`Known chains: ${knownChainIds.join(', ')}`],
    })
    this.chainId = chainId
  }
}

/** The issuer's Bridge serves no chain of that name, as far as this library knows. */
export class UnknownBridgeChainError extends ServiceError {
  override readonly name = 'UnknownBridgeChainError'
  readonly chain: string

  constructor(chain: string, knownChains: readonly string[]) {
    super(`"${chain}" is not the name of a bridge chain.`, {
      code: 'unknown_bridge_chain',
      metaMessages: [`Known chains: ${knownChains.join(', ')}`],
    })
    this.chain = chain
  }
}

/** Wallet and reader are on different chains, or on another one than the operation is for. */
export class WrongNetworkError extends ServiceError {
  override readonly name = 'WrongNetworkError'
  readonly expectedChainId: number
  readonly actualChainId: number

  constructor(expectedChainId: number, actualChainId: number) {
    super(`Chain ${expectedChainId} is needed here, but the wallet or endpoint in use is on chain ${actualChainId}.`, {
      code: 'wrong_network',
      metaMessages: ['Bring wallet, reading client and their endpoints to the same chain and try again.'],
    })
    this.expectedChainId = expectedChainId
    this.actualChainId = actualChainId
  }
}

/** The wallet client has no account, so nothing can be signed. */
export class MissingAccountError extends ServiceError {
  override readonly name = 'MissingAccountError'

  constructor() {
    super('The wallet client has no account.', {
      code: 'missing_account',
      metaMessages: ['Pass `account` to `createWalletClient`, or connect the wallet first.'],
    })
  }
}

/** The node or the network failed; nothing was decided. A retry can help. */
export class ChainUnavailableError extends ServiceError {
  override readonly name = 'ChainUnavailableError'

  constructor(attempted: string, cause: unknown) {
    super(`The chain could not be reached while ${attempted}.`, { code: 'chain_unavailable', cause })
  }
}

/**
 * Logs could not be read to the end; what was read is complete up to a block and in the error. Resume from
 * `completeToBlock + 1n`. A retry can help, except when the reason is `refused`.
 */
export class LogsIncompleteError<log = unknown> extends ServiceError {
  override readonly name = 'LogsIncompleteError'
  /** Every log up to this block was read; one less than the first block asked for when there is none. */
  readonly completeToBlock: bigint
  /** The logs up to there; empty where they were handed out before. */
  readonly logs: readonly log[]
  /** `aborted` by the caller's signal, `unavailable` for lack of answers, `refused` by an endpoint that will not. */
  readonly reason: 'aborted' | 'unavailable' | 'refused'

  constructor(
    completeToBlock: bigint,
    logs: readonly log[],
    reason: 'aborted' | 'unavailable' | 'refused',
    cause: unknown,
  ) {
    super(`Logs could be read only up to block ${completeToBlock}.`, {
      code: 'logs_incomplete',
      cause,
      metaMessages: [`Reason: ${reason}`, `To read the rest, start again from block ${completeToBlock + 1n}.`],
    })
    this.completeToBlock = completeToBlock
    this.logs = logs
    this.reason = reason
  }
}
