import { ServiceError } from '@holdfast/sdk/errors'

/** An endpoint serves another chain than its settings say, or our contracts are not on it. A retry cannot help. */
export class ChainSettingsError extends ServiceError {
  override name = 'ChainSettingsError' as const
  readonly chainId: number

  constructor(chainId: number, what: string) {
    super(`Chain ${chainId}: ${what}.`, { code: 'chain_settings' })
    this.chainId = chainId
  }
}

/** No endpoint of a chain gave an answer. A retry can help. Names no endpoint: their URLs may hold keys. */
export class ChainUnreachableError extends ServiceError {
  override name = 'ChainUnreachableError' as const
  readonly chainId: number

  constructor(chainId: number) {
    super(`No endpoint of chain ${chainId} answers.`, { code: 'chain_unreachable' })
    this.chainId = chainId
  }
}
