import { VERSION } from '@holdfast/sdk/errors'
import { CommanderError } from 'commander'
import { type CommandEntry, DryRun, type Outcome } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { usageFailure } from '../failure/CommandFailure.js'
import { EXIT_CODES } from '../failure/exitCodes.js'
import { hideSecrets, SECRET_ADVICE, secretsIn } from '../input/secretsIn.js'
import type { Host } from '../io/Host.js'
import { printLine, printOnce, toJson } from '../io/toJson.js'
import { writeText } from '../io/writeText.js'
import { typedAgain } from '../settings/settings.js'
import { commands } from './commands.js'
import { type Chosen, createProgram, isHelp } from './program.js'

/**
 * Runs one command line to its end.
 *
 * @param args - The words after `holdfast`.
 * @param host - What the command sees of the process.
 * @returns The exit code.
 */
export async function runCli(args: readonly string[], host: Host): Promise<number> {
  const { stdout, stderr, env } = host
  const isJson = wantsJson(args)
  let chosen: Chosen | undefined
  let shown = ''
  const program = createProgram(
    (one) => {
      chosen = one
    },
    (text) => {
      shown += text
    },
  )
  try {
    // The parser's own `help` knows no command of two words.
    program.parse(args[0] === 'help' ? [...args.slice(1), '--help'] : [...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (isHelp(error)) {
      const result = error.code === 'commander.version' ? { version: VERSION } : { help: shown }
      if (isJson) printOnce(stdout, toJson({ ok: true, result }))
      else writeText(stdout, env, shown)
      return EXIT_CODES.ok.code
    }
    const words = wordsOf(args)
    const secrets = secretsIn(args)
    const message = hideSecrets(withoutTyped(error.message), secrets)
    const facts = secrets.length > 0 ? [SECRET_ADVICE] : []
    const command = commands.find(({ path }) => path.join(' ') === words.join(' '))?.path.join(' ')
    if (isJson) printOnce(stdout, toJson({ command, ok: false, error: { code: 'usage', message, facts } }))
    // Without a command, commander shows the help and calls it an error.
    if (error.code === 'commander.help') writeText(stdout, env, shown)
    else writeText(stderr, env, [message, ...facts, `See ${['holdfast', ...words, '--help'].join(' ')}`, ''].join('\n'))
    return EXIT_CODES.usage.code
  }
  return chosen === undefined ? EXIT_CODES.ok.code : runCommand(args, chosen, host)
}

/** A message of the parser without what was typed beyond names of commands and options. */
function withoutTyped(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/( but got \d+): .*$/s, '$1.')
    .replace(/^(unknown option '[^'=]*)=.*$/s, "$1'")
}

/** Words that are typed where a transaction or terms are named: they only look like keys. */
function findHashes({ positionals = [], options = [] }: CommandEntry, input: Chosen['input']): readonly string[] {
  const typed = new Map<string, unknown>(Object.entries(input.options))
  return [
    ...positionals.map(({ isHash }, index) => (isHash ? input.positionals[index] : undefined)),
    ...options.map(({ flags, isHash }) => (isHash ? typed.get(nameOf(flags)) : undefined)),
  ].filter((word) => typeof word === 'string')
}

/** `leavesFrom` of `--leaves-from <chain>`, as the parser gives it. */
function nameOf(flags: string): string {
  return flags.replace(/^--| .*$/g, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Whether a script reads the answer, as far as is known before the words are parsed. */
export function wantsJson(args: readonly string[]): boolean {
  return args.some((word) => /^--json(=|$)/.test(word))
}

async function runCommand(args: readonly string[], { command, input }: Chosen, host: Host): Promise<number> {
  const { stdout, stderr, env } = host
  const controller = new AbortController()
  const ignoreStop = host.onStop(() => controller.abort(new Error('Stopped.')))
  const isJson = input.options.json === true
  const name = command.path.join(' ')
  let context: Context | undefined
  try {
    requireNode(process.versions.node)
    const { createContext } = await import('./createContext.js')
    context = createContext({ input, host, signal: controller.signal })
    const outcome = await stoppable(work(command, context, input), controller.signal).catch(endDryRun)
    const isLine = outcome.stay !== undefined
    if (isJson) printOnce(stdout, toJson({ command: name, ok: true, result: outcome.result }, { isLine }))
    else writeText(stdout, env, `${outcome.text}\n`)
    await outcome.stay?.(({ json, text }) => {
      if (isJson) printLine(stdout, toJson(json, { isLine: true }))
      else writeText(stdout, env, `${text}\n`)
    })
    return EXIT_CODES[outcome.exit ?? 'ok'].code
  } catch (thrown) {
    const { describeFailure } = await import('./describeFailure.js')
    const left = context?.journal.left()
    const secrets = secretsIn(args, findHashes(command, input))
    const { exit, ...error } = describeFailure(thrown, controller.signal, {
      left,
      again: typedAgain(input.options),
      secrets,
    })
    if (isJson) printOnce(stdout, toJson({ command: name, ok: false, error }))
    writeText(stderr, env, [error.message, ...error.facts.map((fact) => `  ${fact}`), ''].join('\n'))
    return EXIT_CODES[exit].code
  } finally {
    ignoreStop()
  }
}

/** Oldest Node on which every command runs; a test compares it with `package.json`. */
export const OLDEST_NODE = '22.13'

/**
 * Help and version work on any Node, and npm installs on any.
 *
 * @throws CommandFailure `node_too_old`
 */
export function requireNode(version: string): void {
  if (version.localeCompare(OLDEST_NODE, 'en', { numeric: true }) >= 0) return
  throw usageFailure('node_too_old', `holdfast needs Node ${OLDEST_NODE} or newer; this is ${version}.`)
}

/** A dry run ends where the question would be. */
function endDryRun(thrown: unknown): Outcome {
  if (thrown instanceof DryRun) return thrown.outcome
  throw thrown
}

async function work({ load }: CommandEntry, context: Context, input: Chosen['input']): Promise<Outcome> {
  const { command } = await load()
  return command.run(context, input)
}

/**
 * The work, or the signal's reason a moment after the signal where the work does not listen to it. What is under way is
 * on disk by then.
 */
function stoppable<value>(work: Promise<value>, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const onAbort = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs)
    }
    signal.addEventListener('abort', onAbort)
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort)
      clearTimeout(timer)
    })
  })
}

const graceMs = 2_000

/** The words at the beginning that name a command, or a group of them. */
function wordsOf(args: readonly string[]): readonly string[] {
  const isNamed = (words: readonly string[]) =>
    commands.some(({ path }) => words.length <= path.length && words.every((word, at) => word === path[at]))
  const end = args.findIndex((_, at) => !isNamed(args.slice(0, at + 1)))
  return end === -1 ? args : args.slice(0, end)
}
