import type { ExitName } from '../failure/exitCodes.js'
import type { Context } from './Context.js'

/**
 * One command: all that parser, help and documentation say of it, and where its work is. Loads nothing, so that help is
 * quick.
 */
export type Command = {
  /** Words after `holdfast`: `['box', 'create']`. */
  path: readonly [string, ...string[]]
  /** One line, without a full stop. */
  summary: string
  /** Paragraphs below it, where a line is not enough. */
  details?: string
  positionals?: readonly Positional[]
  options?: readonly Option[]
  /** Line to type, without `holdfast`, and what it does. */
  examples: readonly (readonly [line: string, does: string])[]
  /**
   * `signs`: it shows what will happen and asks, or takes `--yes`. `proves`: it signs texts, which move nothing, and asks
   * nothing. `names`: it only wants the wallet's address.
   */
  wallet?: 'signs' | 'proves' | 'names'
  /** Fields of `result` in the JSON document, each with its meaning, unit and shape. */
  result: Readonly<Record<string, string>>
  /** The work, loaded when the command runs. */
  load: () => Promise<{ run: Run }>
}

/** What a command is given without a name. */
type Positional = {
  name: string
  describes: string
  /** @default true */
  isRequired?: boolean
  /** 32 bytes that are public, such as the hash of a transaction. */
  isHash?: boolean
}

/** What a command is given by name; never a secret. */
export type Option = {
  /** As commander reads it: `--amount <usdc>`, `--watch`, `--spam`. */
  flags: string
  describes: string
  /** Shown in help, and given where the option is not. */
  default?: string
  /** 32 bytes that are public, such as the id of terms. */
  isHash?: boolean
}

/** The words of one call, as typed; each command reads its own strictly. */
export type Input = {
  positionals: readonly (string | undefined)[]
  /** By name in camel case; `true` for a flag. */
  options: Readonly<Record<string, string | true | undefined>>
  /** All there are, for what is made from them. */
  commands: readonly Command[]
}

/** Does the work of a command. */
export type Run = (context: Context, input: Input) => Promise<Outcome>

/** What a command found or did. */
export type Outcome = {
  /** The `result` of the JSON document. A bigint becomes decimal text. */
  result: Readonly<Record<string, unknown>>
  /** The same for a person; on standard output where nobody asks for JSON. */
  text: string
  /** @default 'ok' */
  exit?: ExitName
  /** What goes on after the result is out, until Ctrl-C. The document is one line then: its reader cannot wait for an end. */
  stay?: (tell: Tell) => Promise<void>
}

/** Reports an event of what goes on: a JSON line on standard output for a program, a line for a person. */
export type Tell = (event: { json: Readonly<Record<string, unknown>>; text: string }) => void
