import type { Option } from '../../command/Option.js'

/** The chain that is paid from. */
export const fromOption = {
  flags: '--from <chain>',
  describes: 'chain that is paid from, by id or name; else that of --chain',
} as const satisfies Option

/** Of commands that move USDC from one chain to another. */
export const routeOptions = [
  { flags: '--to <chain>', describes: 'chain where it arrives, by id or name: Arc_Testnet, base-sepolia, 84532' },
  fromOption,
] as const satisfies readonly Option[]

/** Of commands that may pay another account there. */
export const recipientOption = {
  flags: '--recipient <address>',
  describes: 'who is paid there; else the wallet itself',
} as const satisfies Option
