import { BRIDGE_CHAINS, type BridgeChain, type BridgeChainName } from '@holdfast/sdk/chain'
import { chooseBridgeChain } from '../../chain/chooseChain.js'
import type { OptionsOf } from '../../command/Command.js'
import type { Option } from '../../command/Option.js'
import type { Settings } from '../../settings/settings.js'

/** From where to where, as typed. */
export type Route = { from: BridgeChainName; to: BridgeChainName; source: BridgeChain; destination: BridgeChain }

/** The chains of `--from` and `--to`. */
export function readRoute(settings: Settings, options: OptionsOf<typeof routeOptions>): Route {
  const from = readSource(settings, options)
  const to = chooseBridgeChain('--to', options.to)
  return { from, to, source: BRIDGE_CHAINS[from], destination: BRIDGE_CHAINS[to] }
}

/** The chain of `--from`, else that of the settings. */
export function readSource({ chain }: Settings, { from }: OptionsOf<readonly [typeof fromOption]>): BridgeChainName {
  return from === undefined ? chooseBridgeChain('--chain', chain.value) : chooseBridgeChain('--from', from)
}

/** The chain that is paid from. */
export const fromOption = {
  flags: '--from <chain>',
  describes: 'chain that is paid from, by id or name; by default that of --chain',
} as const satisfies Option

/** Of commands that move USDC from one chain to another. */
export const routeOptions = [
  { flags: '--to <chain>', describes: 'chain where it arrives, by id or name: Arc_Testnet, base-sepolia, 84532' },
  fromOption,
] as const satisfies readonly Option[]

/** Of commands that may pay another account there. */
export const recipientOption = {
  flags: '--recipient <address>',
  describes: 'address that is paid there; by default the wallet',
} as const satisfies Option
