import type { ExitName } from '../failure/exitCodes.js'
import { SETTINGS } from '../settings/settings.js'
import type { Context } from './Context.js'
import { type Option, outputOptions, type Positional, signingOptions, walletOptions } from './Option.js'

/** What parser, help and completion know of a command before it is loaded. */
export type Description = {
  /** One line, without a full stop. */
  summary: string
  /** Paragraphs below it, if a line is not enough. */
  details?: string
  positionals?: readonly Positional[]
  options?: readonly Option[]
  /** Line to type, without `holdfast`, and what it does. */
  examples: readonly (readonly [line: string, does: string])[]
  /**
   * `signs`: it shows what will happen and asks, or takes `--yes`. `proves`: it signs texts, which move nothing, and asks
   * nothing. `names`: it only needs the wallet's address.
   */
  wallet?: 'signs' | 'proves' | 'names'
  /** Whether it takes the settings: chain, endpoints, service, keystore.
   * @default true */
  usesSettings?: boolean
}

/** One command: its description, its result and its work. */
export type Command = Description & {
  /** Fields of `result` in the JSON document, each with its meaning, unit and shape. */
  result: Readonly<Record<string, string>>
  run(context: Context, input: Input): Promise<Outcome>
}

/** A command by the words after `holdfast`, with what loads it. */
export type CommandEntry = Description & {
  path: readonly [string, ...string[]]
  load: () => Promise<{ command: Command }>
}

/** The words of one call, as typed; each command validates its own. */
export type Input<
  options extends readonly Option[] = readonly Option[],
  positionals extends readonly Positional[] = readonly Positional[],
> = {
  positionals: { readonly [place in keyof positionals]: string | undefined }
  /** By name in camel case; `true` for a flag. */
  options: OptionsOf<options> & CommonOptions
  /** All commands, for shell completion. */
  commands: readonly CommandEntry[]
}

/** Options by name in camel case: text where the flags take a value, `true` where they take none. */
export type OptionsOf<options extends readonly Option[]> = {
  readonly [option in options[number] as NameOf<option['flags']>]?: option['flags'] extends `${string}<${string}`
    ? string
    : true
}

/** Options that every command takes; those of a wallet are absent where a command has none. */
type CommonOptions = OptionsOf<typeof walletOptions> &
  OptionsOf<typeof signingOptions> &
  OptionsOf<typeof outputOptions> & { readonly [name in keyof typeof SETTINGS]?: string }

/** `leavesFrom` of `--leaves-from <chain>`; nothing of flags that are not known as a literal. */
type NameOf<flags extends string> = string extends flags
  ? never
  : flags extends `--${infer name} <${string}`
    ? CamelCase<name>
    : flags extends `--${infer name}`
      ? CamelCase<name>
      : never

type CamelCase<name extends string> = name extends `${infer head}-${infer tail}`
  ? `${head}${Capitalize<CamelCase<tail>>}`
  : name

/** What a command found or did. */
export type Outcome = {
  /** The `result` of the JSON document. A bigint becomes decimal text. */
  result: Readonly<Record<string, unknown>>
  /** The same for a person; on standard output unless `--json` is given. */
  text: string
  /** @default 'ok' */
  exit?: ExitName
  /** What goes on after the result is out, until Ctrl-C. The document is one line then: its reader cannot wait for an end. */
  stay?: (tell: Tell) => Promise<void>
}

/** Reports an event of what goes on: a JSON line on standard output for a program, a line for a person. */
export type Tell = (event: { json: Readonly<Record<string, unknown>>; text: string }) => void

/**
 * Defines a command. The input of `run` has the types of its own options and positionals: `--hub-chain <chain>` is
 * `options.hubChain?: string`, and an option that is not listed does not compile.
 */
export function defineCommand<
  const options extends readonly Option[] = readonly [],
  const positionals extends readonly Positional[] = readonly [],
>(command: Definition<options, positionals>): Command & { readonly options?: options } {
  return command
}

type Definition<options extends readonly Option[], positionals extends readonly Positional[]> = Omit<
  Description,
  'options' | 'positionals'
> &
  Pick<Command, 'result'> & {
    options?: options
    positionals?: positionals
    run(context: Context, input: Input<options, positionals>): Promise<Outcome>
  }

/** Ends a command that was to show only what it would do; thrown in place of the question. */
export class DryRun extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('Nothing was signed and nothing sent.')
    this.outcome = outcome
  }
}

/** Everything a command takes by name: its own options first, those of every command last. */
export function optionsOf({ options = [], wallet, usesSettings = true }: Description): readonly Option[] {
  return [
    ...options,
    ...(wallet ? walletOptions : []),
    // `deploy` says more of its own.
    ...(wallet === 'signs' ? signingOptions.filter(({ flags }) => !options.some((own) => own.flags === flags)) : []),
    ...(usesSettings ? Object.values(SETTINGS).map(({ flags, describes }) => ({ flags, describes })) : []),
    ...outputOptions.filter(({ flags }) => usesSettings || flags !== '--config <file>'),
  ]
}
