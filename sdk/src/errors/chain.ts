import { ServiceError } from './base.js'
import { textOf } from './textOf.js'

/** The registry has no entry for the chain. Branch on `deploymentFor(chainId)` before offering a feature. */
export class UnknownChainError extends ServiceError {
  override readonly name = 'UnknownChainError'
  readonly chainId: number

  constructor(chainId: number, knownChainIds: readonly number[]) {
    super(`Chain ${textOf(chainId)} is not supported.`, {
      code: 'unknown_chain',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'choose_chain', known: knownChainIds },
      metaMessages: [`Known chains: ${knownChainIds.join(', ')}`],
    })
    this.chainId = chainId
  }
}

/** No chain of that name is known on the issuer's Bridge. */
export class UnknownBridgeChainError extends ServiceError {
  override readonly name = 'UnknownBridgeChainError'
  readonly chain: string

  constructor(chain: string, knownChains: readonly string[]) {
    super(`"${textOf(chain)}" is not the name of a bridge chain.`, {
      code: 'unknown_bridge_chain',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'choose_chain', known: knownChains },
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
    super(`Chain ${expectedChainId} is needed, but the wallet or endpoint is on chain ${actualChainId}.`, {
      code: 'wrong_network',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'switch_chain', chainId: expectedChainId },
      hint: 'Bring wallet, reading client and their endpoints to the same chain and try again.',
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
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'connect_account' },
      hint: 'Pass `account` to `createWalletClient`, or connect the wallet first.',
    })
  }
}

/**
 * The node or the network failed, and this call did nothing on chain. A retry can help. Where `effect` is `open`, what was asked
 * for is the outcome of an earlier call, which stays unknown.
 */
export class ChainUnavailableError extends ServiceError {
  override readonly name = 'ChainUnavailableError'

  constructor(attempted: string, cause: unknown, effect: 'none' | 'open' = 'none') {
    super(`The chain could not be reached while ${attempted}.`, {
      code: 'chain_unavailable',
      effect,
      retry: 'later',
      advice: { do: 'check_endpoint', of: 'chain' },
      cause,
    })
  }
}

/**
 * Logs could not be read to the end; what was read is complete up to a block and in the error. Resume from
 * `completeToBlock + 1n`. A retry can help, except when the reason is `refused`.
 */
export class LogsIncompleteError<log = unknown> extends ServiceError {
  override readonly name = 'LogsIncompleteError'
  /** Every log up to this block was read; one less than the first requested block when there is none. */
  readonly completeToBlock: bigint
  /** The logs up to there; empty where they were handed out before. */
  readonly logs: readonly log[]
  /** `aborted` by the caller's signal, `unavailable` for lack of answers, `refused` by an endpoint that does not serve it. */
  readonly reason: 'aborted' | 'unavailable' | 'refused'

  constructor(
    completeToBlock: bigint,
    logs: readonly log[],
    reason: 'aborted' | 'unavailable' | 'refused',
    cause: unknown,
  ) {
    const next = completeToBlock + 1n
    super(`Logs could be read only up to block ${completeToBlock}.`, {
      code: 'logs_incomplete',
      effect: 'none',
      retry: reason === 'refused' ? 'after_change' : 'later',
      advice: { do: 'continue_from_block', block: next },
      cause,
      metaMessages: [`Reason: ${reason}`],
      hint: `To read the rest, start again from block ${next}.`,
    })
    this.completeToBlock = completeToBlock
    this.logs = logs
    this.reason = reason
  }
}
