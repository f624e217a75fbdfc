import type { Command, Description, Input, Outcome } from './Command.js'
import type { Context } from './Context.js'
import type { Option, Positional } from './Option.js'

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
