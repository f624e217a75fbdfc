import { createInterface } from 'node:readline/promises'
import { CommandFailure, usageFailure } from '../failure/CommandFailure.js'
import type { Host } from './Host.js'
import { openSecretOutlet } from './openSecretOutlet.js'
import { paintFor } from './paint.js'
import { readSecretLine } from './readSecretLine.js'
import type { Terminal } from './Terminal.js'
import { withoutControls, writeText } from './writeText.js'

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
    // While it reads, Ctrl-C is a key like any other, and the end of the input is no answer.
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
