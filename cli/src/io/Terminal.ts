import { createInterface } from 'node:readline/promises'
import { CommandFailure, usageFailure } from '../failure/CommandFailure.js'
import type { Host } from './Host.js'
import { openSecretOutlet, type Secret, type SecretOutlet } from './openSecretOutlet.js'
import { readSecretLine } from './readSecretLine.js'
import { type Paint, paintFor, withoutControls, writeText } from './writeText.js'

/** How a command reports to its caller. Everything here goes to standard error; results are returned instead. */
export type Terminal = {
  paint: Paint
  /** A line for a person. */
  say: (line?: string) => void
  /**
   * Says what is waited for, from the second on that it takes; the line goes when the work ends.
   *
   * @returns What the work returns.
   */
  during: <value>(waitsFor: string, work: (update: (waitsFor: string) => void) => Promise<value>) => Promise<value>
  /** Whether a person can be asked. */
  canAsk: boolean
  /** Yes or no. @throws CommandFailure where there is no terminal to ask. */
  askYes: (question: string) => Promise<boolean>
  /** A line that may be seen. */
  askText: (question: string) => Promise<string>
  /** A line that must not be seen: from a prompt without echo, or the first line of standard input where that is not a terminal. */
  askSecret: (question: string) => Promise<string>
  /**
   * Opens the way by which a secret is shown, before anything is begun: the terminal itself, so that no redirection keeps
   * it, or a new file that was named.
   *
   * @throws CommandFailure where there is neither.
   */
  openSecretOutlet: (file: string | undefined, what?: Secret) => SecretOutlet
}

/** Prompts read standard input, everything is written to standard error. */
export function createTerminal({ host, signal, isQuiet }: TerminalOptions): Terminal {
  const { stdin, stderr, env } = host
  const paint = paintFor(stderr, env)
  const canAsk = !isQuiet && stdin.isTTY === true && stderr.isTTY === true
  let isWaiting = false
  const wipe = () => {
    if (isWaiting) stderr.write('\r\u001b[2K')
    isWaiting = false
  }
  const say = (line = '') => {
    if (isQuiet) return
    wipe()
    writeText(stderr, env, `${line}\n`)
  }

  async function askText(question: string): Promise<string> {
    if (!canAsk) throw nobodyThere(question)
    const lines = createInterface({ input: stdin, output: stderr })
    // While it reads, Ctrl-C is a key like any other, and the end of the input is not an answer.
    lines.on('SIGINT', () => host.interrupt())
    const ended = new Promise<never>((_, reject) => {
      lines.once('close', () => reject(new CommandFailure('declined', 'declined', 'No answer was given.')))
    })
    try {
      return (await Promise.race([lines.question(withoutControls(`${question} `, true), { signal }), ended])).trim()
    } finally {
      lines.close()
    }
  }

  return {
    paint,
    say,
    canAsk,
    askText,
    async askYes(question) {
      const answer = await askText(`${question} ${paint.dim('[y/N]')}`)
      return /^y(es)?$/i.test(answer)
    },
    askSecret: (question) => readSecretLine(question, host, signal),
    openSecretOutlet: (file, what) => openSecretOutlet(host, file, what),
    async during(waitsFor, work) {
      if (isQuiet) return work(() => undefined)
      const isLive = stderr.isTTY === true
      let text = waitsFor
      let shown = false
      const begun = performance.now()
      const show = () => {
        const seconds = Math.floor((performance.now() - begun) / 1_000)
        if (isLive) {
          stderr.write('\r\u001b[2K')
          writeText(stderr, env, paint.dim(`… ${text} (${seconds} s)`))
        } else if (!shown) writeText(stderr, env, `… ${text}\n`)
        shown = true
        isWaiting = isLive
      }
      const timer = setInterval(show, 1_000)
      try {
        return await work((next) => {
          if (next === text) return
          text = next
          shown = shown && isLive
          if (shown) show()
        })
      } finally {
        clearInterval(timer)
        wipe()
      }
    },
  }
}

type TerminalOptions = {
  host: Host
  signal: AbortSignal
  isQuiet: boolean
}

function nobodyThere(question: string) {
  return usageFailure('nobody_to_ask', `There is no terminal to ask: ${question}`, [
    'Give it on the command line, or run holdfast in a terminal.',
  ])
}
