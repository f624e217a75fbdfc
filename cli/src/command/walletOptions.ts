import type { Option } from './Command.js'

/** Where the key comes from; never from an argument. The keystore is a setting besides. */
export const walletOptions: readonly Option[] = [
  { flags: '--key-fd <number>', describes: 'file descriptor to read the private key from: `--key-fd 3 3<key`' },
  { flags: '--account <index>', describes: 'account of a local devnet, 0 to 9; refused on any other chain' },
  {
    flags: '--owner-of <box>',
    describes: 'act as the stealth address of that wallet which owns this box, and may hold what was swept',
  },
]

/** For commands that sign. */
export const signingOptions: readonly Option[] = [
  {
    flags: '--dry-run',
    describes: 'show what would happen, as `.result.plan` with --json; send nothing and sign no payment',
  },
  { flags: '--yes', describes: 'agree to what the command shows; does not override a block of the firewall' },
  {
    flags: '--timeout <seconds>',
    describes: 'how long to wait for a transaction, 120 unless told otherwise; then `resume` goes on',
  },
]

/** For commands that make a claim code. */
export const codeOption: Option = {
  flags: '--code-file <file>',
  describes: 'new file, readable by you alone, to write the code to instead of the terminal',
}
