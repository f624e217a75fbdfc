import { ServiceError } from '@holdfast/sdk/errors'

/** An endpoint serves another chain than configured, or our contracts are not deployed there. A retry cannot help. */
export class ChainSettingsError extends ServiceError {
  override name = 'ChainSettingsError' as const
  readonly chainId: number

  constructor(chainId: number, what: string) {
    super(`Chain ${chainId}: ${what}.`, {
      code: 'chain_settings',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'change_settings', settings: [`RPC_URLS_${chainId}`] },
    })
    this.chainId = chainId
  }
}

/** No endpoint of a chain answered. A retry can help. Names no endpoint: their URLs may contain keys. */
export class ChainUnreachableError extends ServiceError {
  override name = 'ChainUnreachableError' as const
  readonly chainId: number

  constructor(chainId: number) {
    super(`No endpoint of chain ${chainId} answers.`, {
      code: 'chain_unreachable',
      effect: 'none',
      retry: 'later',
      advice: { do: 'check_endpoint', of: 'chain' },
    })
    this.chainId = chainId
  }
}
