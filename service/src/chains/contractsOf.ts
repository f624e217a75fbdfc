import type { ChainDeployment } from '@holdfast/sdk/chain'
import type { Address } from 'viem'

/** The contracts that the registry names on a chain: ours, the token, those of the chain. No key holds any of them. */
export function contractsOf(deployment: ChainDeployment): readonly Address[] {
  return Object.values(deployment).filter(
    (value): value is Address => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
  )
}
