import { OPTIONS, SWITCHES } from '../config/commandLine.js'
import { commands } from './commands.js'

/** What `--help` prints: all words and options of the command line. Everything else is a setting. */
export function helpText(): string {
  const words = [...commands.keys()].map((word) => `  ${word}`)
  const switches = Object.entries(SWITCHES).map(([name, text]) => `  ${name.padEnd(columns)}${text}`)
  const options = Object.entries(OPTIONS).map(([name, setting]) => `  ${`${name} <value>`.padEnd(columns)}${setting}`)
  return [
    'Holdfast service: holds the keys of co-signer, relayer and keeper, and serves ten routes.',
    '',
    'Usage: holdfast-service [options]',
    '       holdfast-service <command> [options]',
    '',
    'Commands:',
    ...words,
    '',
    'Options:',
    ...switches,
    ...options,
    `  ${'--help, -h'.padEnd(columns)}print this and exit`,
    '',
    'Each option with a value sets the setting beside it. All settings come from the environment, or from a file',
    'named by <NAME>_FILE; keys never from the command line. docs/operating.md lists them.',
    '',
  ].join('\n')
}

/** Whether the caller asks for help, wherever in the line. */
export function asksForHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h')
}

const columns = 24
