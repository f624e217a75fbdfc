import type { Host } from './Host.js'
import { writeText } from './writeText.js'

/**
 * Reads one line that must not be seen: typed without echo at a terminal, else the first line of standard input.
 *
 * @returns The line without its end; where the input ends first, what there was of it.
 * @throws The signal's reason.
 */
export async function readSecretLine(
  question: string,
  { stdin, stderr, env, interrupt }: Host,
  signal: AbortSignal,
): Promise<string> {
  const isTyped = stdin.isTTY === true
  if (isTyped) {
    // In this order: what is typed as soon as the question is shown must not be seen.
    stdin.setRawMode(true)
    writeText(stderr, env, `${question} `)
  }
  try {
    return await new Promise<string>((resolve, reject) => {
      let line = ''
      const end = (settle: () => void) => {
        stdin.off('data', read)
        stdin.off('end', ended)
        signal.removeEventListener('abort', aborted)
        stdin.pause()
        settle()
      }
      const aborted = () => end(() => reject(signal.reason))
      const ended = () => end(() => resolve(line))
      const read = (chunk: Buffer) => {
        const symbols = [...chunk.toString('utf8')]
        for (const [at, symbol] of symbols.entries()) {
          if (symbol === '\r' || symbol === '\n') {
            end(() => resolve(line))
            // What follows the line is put back: it answers the next question.
            const rest = symbols.slice(at + 1).join('')
            if (rest !== '') stdin.unshift(Buffer.from(rest))
            return
          }
          // In raw mode Ctrl-C and Ctrl-D are symbols like any other.
          if (isTyped && symbol === '\u0003') {
            interrupt()
            return
          }
          if (isTyped && symbol === '\u0004') return end(() => resolve(line))
          if (isTyped && (symbol === '\u007f' || symbol === '\b')) line = line.slice(0, -1)
          else line += symbol
        }
      }
      if (stdin.readableEnded) return resolve(line)
      signal.addEventListener('abort', aborted)
      stdin.on('data', read)
      stdin.on('end', ended)
      stdin.resume()
    })
  } finally {
    if (isTyped) {
      stdin.setRawMode(false)
      stderr.write('\n')
    }
  }
}
