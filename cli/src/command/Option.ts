/** What a command is given without a name. */
export type Positional = {
  name: string
  describes: string
  /** @default true */
  isRequired?: boolean
  /** 32 bytes that are public, such as the hash of a transaction. */
  isHash?: boolean
}

/** What a command is given by name; never a secret. */
export type Option = {
  /** In the syntax of commander: `--amount <usdc>`, `--watch`, `--spam`. */
  flags: string
  describes: string
  /** Shown in help, and used if the option is not given. */
  default?: string
  /** 32 bytes that are public, such as the id of terms. */
  isHash?: boolean
}

/** Where the key comes from; never from an argument. The keystore is a setting besides. */
export const walletOptions = [
  { flags: '--key-fd <number>', describes: 'file descriptor to read the private key from: `--key-fd 3 3<key`' },
  { flags: '--account <index>', describes: 'account of a local devnet, 0 to 9; refused on any other chain' },
  {
    flags: '--owner-of <box>',
    describes: 'act as the stealth address of that wallet which owns this box, and may hold what was swept',
  },
] as const satisfies readonly Option[]

/** For commands that sign. */
export const signingOptions = [
  {
    flags: '--dry-run',
    describes: 'show what would happen, as `.result.plan` with --json; send nothing and sign no payment',
  },
  { flags: '--yes', describes: 'agree to what the command shows; does not override a block of the firewall' },
  {
    flags: '--timeout <seconds>',
    describes: 'how long to wait for a transaction, 120 by default; then `resume` continues',
  },
] as const satisfies readonly Option[]

/** For every command, last. */
export const outputOptions = [
  { flags: '--config <file>', describes: 'settings file instead of the usual one' },
  { flags: '--json', describes: 'print one JSON document, and nothing else, on standard output' },
  { flags: '--quiet', describes: 'say nothing on standard error but errors' },
] as const satisfies readonly Option[]

/** For commands that make a claim code. */
export const codeOption = {
  flags: '--code-file <file>',
  describes: 'new file, readable by you alone, to write the code to instead of the terminal',
} as const satisfies Option
