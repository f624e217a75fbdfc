import type { Option } from '../command/Command.js'

/** Where the key comes from; never from an argument. The keystore is a setting besides. */
export const walletOptions: readonly Option[] = [
  { flags: '--key-fd <number>', describes: 'file descriptor to read the private key from: `--key-fd 3 3<key`' },
  { flags: '--account <index>', describes: 'account of a local devnet, 0 to 9; refused on any other chain' },
]

/** For commands that sign. */
export const consentOption: Option = {
  flags: '--yes',
  describes: 'agree to what the command shows; does not override a block of the firewall',
}
