import type { Option } from '../command/Command.js'

/** The chain that is paid from. */
export const fromOption: Option = {
  flags: '--from <chain>',
  describes: 'chain that is paid from, by id or name; else that of --chain',
}

/** Of commands that move USDC from one chain to another. */
export const routeOptions: readonly Option[] = [
  { flags: '--to <chain>', describes: 'chain where it arrives, by id or name: Arc_Testnet, base-sepolia, 84532' },
  fromOption,
]

/** Of commands that may pay somebody else there. */
export const recipientOption: Option = {
  flags: '--recipient <address>',
  describes: 'who is paid there; else the wallet itself',
}
