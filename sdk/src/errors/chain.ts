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

/** Wallet and reader are on different chains, or on another one than the operation is for. */
export class WrongNetworkError extends ServiceError {
  override readonly name = 'WrongNetworkError'
  readonly expectedChainId: number
  readonly actualChainId: number

  constructor(expectedChainId: number, actualChainId: number) {
    super(`The wallet is on chain ${actualChainId}, but this operation is for chain ${expectedChainId}.`, {
      code: 'wrong_network',
      metaMessages: ['Switch the wallet to the chain of the public client and try again.'],
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
