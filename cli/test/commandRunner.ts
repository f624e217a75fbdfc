import { resolve } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import type { Host } from '../src/io/Host.js'
import { loadCommands } from './loadCommands.js'

/** Runs one command in this process, with nothing of the process in its reach but the network and files. */
export type RunCommand = (
  words: readonly string[],
  around: { env: Host['env']; cwd: string; input: string | Buffer | undefined },
) => Promise<{ code: number; stdout: string; stderr: string }>

/**
 * Runs commands as processes of their own would run, without the cost of starting one: each run evaluates our modules again.
 */
export async function commandRunner(): Promise<RunCommand> {
  const evaluate = await loadCommands()
  return async (words, { env, cwd, input }) => {
    const { runCli } = evaluate()
    const [stdout, stderr] = [keeper(), keeper()]
    const stdin = new PassThrough()
    stdin.end(input)
    const code = await runCli(words, {
      env,
      pathOf: (file) => resolve(cwd, file),
      // Of a stream that is not a terminal a command uses nothing else.
      stdin: stdin as never,
      stdout: stdout.stream as never,
      stderr: stderr.stream as never,
      openTty: () => {
        throw new Error('There is no terminal.')
      },
      onStop: () => () => undefined,
      interrupt: () => undefined,
    })
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  }
}

/** A stream that keeps what is written. */
function keeper() {
  let kept = ''
  const stream = new Writable({
    write(chunk, _, done) {
      kept += chunk
      done()
    },
  })
  return { stream, text: () => kept }
}
