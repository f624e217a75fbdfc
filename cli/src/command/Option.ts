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
