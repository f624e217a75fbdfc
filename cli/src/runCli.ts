import { CommanderError } from 'commander'
import type { Command, Outcome } from './command/Command.js'
import type { Context } from './command/Context.js'
import { EXIT_CODES } from './failure/exitCodes.js'
import { requireNode } from './failure/requireNode.js'
import { toJson } from './io/toJson.js'
import { type Chosen, createProgram, isHelp } from './program.js'
import { CLI_VERSION } from './version.js'

/**
 * Runs one command line to its end.
 *
 * @param args - The words after `holdfast`.
 * @returns The exit code.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  const { stdout, stderr } = process
  const wantsJson = args.includes('--json')
  let chosen: Chosen | undefined
  const program = createProgram(
    (one) => {
      chosen = one
    },
    (text) => stdout.write(text),
    wantsJson ? toJson({ ok: true, result: { version: CLI_VERSION } }).trimEnd() : CLI_VERSION,
  )
  try {
    program.parse([...args], { from: 'user' })
  } catch (error) {
    if (isHelp(error)) return EXIT_CODES.ok.code
    if (!(error instanceof CommanderError)) throw error
    // Without a command, commander shows the help and calls it an error.
    if (error.code === 'commander.help') return EXIT_CODES.usage.code
    const message = error.message.replace(/^error: /, '')
    if (wantsJson) stdout.write(toJson({ ok: false, error: { code: 'usage', message, facts: [] } }))
    stderr.write(`${message}\nSee holdfast ${[...wordsOf(args), '--help'].join(' ')}\n`)
    return EXIT_CODES.usage.code
  }
  return chosen === undefined ? EXIT_CODES.ok.code : runCommand(chosen)
}

async function runCommand({ command, input }: Chosen): Promise<number> {
  const { stdout, stderr, env } = process
  const controller = new AbortController()
  const onSignal = () => controller.abort(new Error('Stopped.'))
  for (const name of SIGNALS) process.once(name, onSignal)
  const isJson = input.options.json === true
  const name = command.path.join(' ')
  let context: Context | undefined
  try {
    requireNode(process.versions.node)
    const { createContext } = await import('./command/createContext.js')
    context = createContext({ input, env, signal: controller.signal })
    const outcome = await stoppable(work(command, context, input), controller.signal)
    const isLine = outcome.stay !== undefined
    stdout.write(isJson ? toJson({ command: name, ok: true, result: outcome.result }, { isLine }) : `${outcome.text}\n`)
    await outcome.stay?.()
    return EXIT_CODES[outcome.exit ?? 'ok'].code
  } catch (thrown) {
    const { describeFailure } = await import('./failure/describeFailure.js')
    const { exit, ...error } = describeFailure(thrown, controller.signal, context?.journal.left())
    if (isJson) stdout.write(toJson({ command: name, ok: false, error }))
    stderr.write([error.message, ...error.facts.map((fact) => `  ${fact}`), ''].join('\n'))
    return EXIT_CODES[exit].code
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal)
  }
}

/** Whatever asks a program to end and lets it tidy up. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

async function work(command: Command, context: Context, input: Chosen['input']): Promise<Outcome> {
  const { run } = await command.load()
  return run(context, input)
}

/**
 * The work, or the signal's reason a moment after the signal where the work does not listen to it. What is under way is
 * on disk by then.
 */
function stoppable<value>(work: Promise<value>, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const onAbort = () => {
      timer = setTimeout(() => reject(signal.reason), GRACE_MS)
    }
    signal.addEventListener('abort', onAbort)
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort)
      clearTimeout(timer)
    })
  })
}

const GRACE_MS = 2_000

/** The words that name a command, before its first option. */
function wordsOf(args: readonly string[]): string[] {
  const end = args.findIndex((word) => word.startsWith('-'))
  return args.slice(0, end === -1 ? args.length : end).slice(0, 2)
}
