import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundle } from './bundle.js'

/** Starts a script of this directory as a separate process, to be read line by line and killed. */
export async function startChild(script: string, args: readonly string[]): Promise<Child> {
  const child = spawn(process.execPath, [await bundle(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = (async function* () {
    let rest = ''
    for await (const chunk of child.stdout) {
      const whole = `${rest}${chunk}`.split('\n')
      rest = whole.pop() ?? ''
      yield* whole
    }
  })()
  const next = async () => {
    const { value, done } = await lines.next()
    return done ? undefined : value
  }
  return {
    next,
    async kill() {
      child.kill('SIGKILL')
      const left: string[] = []
      for await (const line of lines) left.push(line)
      await ended
      return left
    },
  }
}

export type Child = {
  /** Its next line; `undefined` when it has ended. */
  next: () => Promise<string | undefined>
  /**
   * Kills it with SIGKILL, so that it cannot clean up.
   *
   * @returns Lines that it had written and that were not read.
   */
  kill: () => Promise<string[]>
}
