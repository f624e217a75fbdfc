import { VERSION } from '@holdfast/sdk/errors'
import { CommanderError, Command as Parser } from 'commander'
import { type CommandEntry, type Input, optionsOf } from '../command/Command.js'
import { GROUPS } from '../command/groups.js'
import { EXIT_CODES } from '../failure/exitCodes.js'
import { commands } from './commands.js'

/** What was typed, once it is understood. */
export type Chosen = { command: CommandEntry; input: Input }

/**
 * The parser of all commands, with their help.
 *
 * @param onChosen - Called for the command that was typed.
 * @param write - Where help and version go.
 */
export function createProgram(onChosen: (chosen: Chosen) => void, write: (text: string) => void): Parser {
  const program = new Parser('holdfast')
    .description(
      'Blocks USDC payments to look-alike addresses, holds funds in escrow until the recipient enters a claim code, and refunds the sender if unclaimed.',
    )
    .version(VERSION, '--version', 'show the version')
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined })
    .configureHelp({ showGlobalOptions: false, helpWidth: 100 })
    .helpCommand('help [command]', 'show the help of a command')
    .showHelpAfterError(false)
    .addHelpText('after', groupHelp)
  for (const command of commands) add(program, command, onChosen)
  return program
}

/** Whether the error only says that commander has printed help or the version, and is done. */
export function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0
}

function add(program: Parser, command: CommandEntry, onChosen: (chosen: Chosen) => void) {
  const { path, summary, details, positionals = [], examples } = command
  const parent = parentOf(program, path)
  const parser = parent.command(path.at(-1) ?? '')
  parser.description(details === undefined ? sentence(summary) : `${sentence(summary)}\n\n${details}`).summary(summary)
  for (const { name, describes, isRequired = true } of positionals)
    parser.argument(isRequired ? `<${name}>` : `[${name}]`, describes)
  parser.addHelpText('after', () => exampleHelp(examples))
  // Defined for the command that is typed alone: all commands together have a thousand options, and each takes time.
  const defineOptions = once(() => {
    for (const option of optionsOf(command)) parser.option(option.flags, option.describes, option.default)
  })
  parent.hook('preSubcommand', (_, chosen) => {
    if (chosen === parser) defineOptions()
  })
  parser.addHelpText('before', () => {
    defineOptions()
    return ''
  })
  // `guard` is a command with commands below it: options after `guard allow` belong to `allow`.
  parser.enablePositionalOptions()
  parser.action(() => {
    const given = parser.opts<Input['options']>()
    onChosen({ command, input: { positionals: parser.args, options: given, commands } })
  })
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

/** The parser of the words before the last, such as `box` of `box create`; added where it is missing. */
function parentOf(program: Parser, path: readonly string[]): Parser {
  return path.slice(0, -1).reduce((parent, word) => {
    const known = parent.commands.find((one) => one.name() === word)
    return known ?? parent.command(word).description(GROUPS[word] ?? '')
  }, program)
}

function exampleHelp(examples: CommandEntry['examples']): string {
  return [
    '',
    'Examples:',
    ...examples.flatMap(([line, does]) => [`  $ holdfast ${line}`, `    ${sentence(does)}`]),
  ].join('\n')
}

function groupHelp(): string {
  const codes = Object.values(EXIT_CODES).map(({ code, means }) => `  ${String(code).padStart(3)}  ${means}`)
  return ['', everyCommand, '', 'Exit codes:', ...codes].join('\n')
}

const everyCommand =
  'Every command takes, after its words, --json and --quiet, and where it needs a chain or a wallet, settings such\nas --chain and --rpc; `holdfast config show` lists those.'

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
