import type { PaymentChain } from '@holdfast/sdk'
import { deployedChainIds } from '@holdfast/sdk/chain'
import type { Settings } from '../settings/settings.js'

/** The chains that have an endpoint or an explorer of their own in the settings: where this user pays. */
export function chainsOfSettings(settings: Settings): PaymentChain[] {
  return deployedChainIds()
    .filter((id) => settings[`rpc.${id}`] !== undefined || settings[`explorer.${id}`] !== undefined)
    .map((chainId) => ({ chainId }))
}
