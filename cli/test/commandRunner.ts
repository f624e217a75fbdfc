import { join, resolve } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Host } from '../src/io/Host.js'

/** Runs one command in this process, with nothing of the process in its reach but the network and files. */
export type RunCommand = (
  words: readonly string[],
  around: { env: Host['env']; cwd: string; input: string | Buffer | undefined },
) => Promise<{ code: number; stdout: string; stderr: string }>

/**
 * Runs commands of a built command line as processes of their own would run, without what it costs to start one: each loads
 * our modules anew.
 *
 * @param folder - Of the built modules.
 */
export async function commandRunner(folder: string): Promise<RunCommand> {
  const { loadFresh }: typeof import('./freshModules.js') = await import(
    pathToFileURL(join(folder, 'freshModules.js')).href
  )
  return async (words, { env, cwd, input }) => {
    // What `runCli.js` was built from.
    const { runCli } = (await loadFresh('runCli.js')) as typeof import('../src/runCli.js')
    const [stdout, stderr] = [keeper(), keeper()]
    const stdin = new PassThrough()
    stdin.end(input)
    const code = await runCli(words, {
      env,
      pathOf: (file) => resolve(cwd, file),
      // Of a stream that is no terminal a command uses nothing else.
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
