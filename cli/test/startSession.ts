import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A command at a pseudo terminal. */
export type Session = {
  /** Resolves when the text has appeared, after what was waited for before. */
  see: (text: string) => Promise<void>
  /** Types a line. */
  answer: (line: string) => void
  /** Presses Ctrl and this letter. */
  ctrl: (letter: 'C' | 'D') => void
  /** Everything that was on the screen, without colours. */
  screen: () => string
  /** The same as the terminal got it. */
  shown: () => string
  /** Waits for its end; resolves to the exit code. */
  end: () => Promise<number>
}

/** How long a text is waited for, in milliseconds: less than a test has, so that a failure shows the screen. */
const patience = 90_000

/** Starts a shell command at a terminal of its own. */
export function startSession(command: string, options: { env: Record<string, string>; cwd: string }): Session {
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  let seen = 0
  let hasEnded = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  child.stdout.on('data', (chunk) => {
    shown += chunk
    wake()
  })
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true
    wake()
    return code as number
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal receives colours.
  const screen = () => shown.replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, '').replaceAll('\r', '')

  return {
    screen,
    shown: () => shown,
    see: (text) =>
      new Promise((resolve, reject) => {
        let isLate = false
        const look = () => {
          const at = screen().indexOf(text, seen)
          if (at < 0 && !hasEnded && !isLate) return
          waiting.delete(look)
          clearTimeout(timer)
          if (at < 0) return reject(new Error(`"${text}" did not appear. On the screen:\n${screen()}`))
          seen = at + text.length
          resolve()
        }
        const timer = setTimeout(() => {
          isLate = true
          look()
        }, patience)
        waiting.add(look)
        look()
      }),
    answer: (line) => void child.stdin.write(`${line}\n`),
    ctrl: (letter) => void child.stdin.write(String.fromCharCode(letter.charCodeAt(0) - 64)),
    async end() {
      const code = await ended
      return code
    },
  }
}
