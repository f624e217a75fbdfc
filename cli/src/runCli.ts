import { CommanderError } from 'commander'
import type { Command, Outcome } from './command/Command.js'
import type { Context } from './command/Context.js'
import { EXIT_CODES } from './failure/exitCodes.js'
import { toJson } from './io/toJson.js'
import { type Chosen, createProgram, isHelp } from './program.js'

/**
 * Runs one command line to its end.
 *
 * @param args - The words after `holdfast`.
 * @returns The exit code.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  const { stdout, stderr } = process
  let chosen: Chosen | undefined
  const program = createProgram(
    (one) => {
      chosen = one
    },
    (text) => stdout.write(text),
  )
  try {
    program.parse([...args], { from: 'user' })
  } catch (error) {
    if (isHelp(error)) return EXIT_CODES.ok.code
    if (!(error instanceof CommanderError)) throw error
    // Without a command, commander shows the help and calls it an error.
    if (error.code === 'commander.help') return EXIT_CODES.usage.code
    const message = error.message.replace(/^error: /, '')
    if (args.includes('--json')) stdout.write(toJson({ ok: false, error: { code: 'usage', message, facts: [] } }))
    stderr.write(`${message}\nSee holdfast ${[...wordsOf(args), '--help'].join(' ')}\n`)
    return EXIT_CODES.usage.code
  }
  return chosen === undefined ? EXIT_CODES.ok.code : runCommand(chosen)
}

async function runCommand({ command, input }: Chosen): Promise<number> {
  const { stdout, stderr, env } = process
  const controller = new AbortController()
  const onSignal = () => controller.abort(new Error('Stopped.'))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const isJson = input.options.json === true
  const name = command.path.join(' ')
  try {
    const { createContext } = await import('./command/createContext.js')
    const context = createContext({ input, env, signal: controller.signal })
    const outcome = await work(command, context, input)
    stdout.write(isJson ? toJson({ command: name, ok: true, result: outcome.result }) : `${outcome.text}\n`)
    return EXIT_CODES[outcome.exit ?? 'ok'].code
  } catch (error) {
    const { describeFailure } = await import('./failure/describeFailure.js')
    const { exit, code, message, facts } = describeFailure(error, controller.signal)
    if (isJson) stdout.write(toJson({ command: name, ok: false, error: { code, message, facts } }))
    stderr.write([message, ...facts.map((fact) => `  ${fact}`), ''].join('\n'))
    return EXIT_CODES[exit].code
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

async function work(command: Command, context: Context, input: Chosen['input']): Promise<Outcome> {
  const { run } = await command.load()
  return run(context, input)
}

/** The words that name a command, before its first option. */
function wordsOf(args: readonly string[]): string[] {
  const end = args.findIndex((word) => word.startsWith('-'))
  return args.slice(0, end === -1 ? args.length : end).slice(0, 2)
}
