import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { traceText } from '@holdfast/testkit/secretTrace'
import { bundle } from './bundle.js'

/**
 * Starts the program as an operator does: resolves when it is running, or has ended.
 *
 * @param nodeFlags - Of Node, such as the size of its heap.
 */
export async function startMain(
  env: Readonly<Record<string, string>>,
  argv: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<MainProcess> {
  const [main, tellMemory] = await Promise.all([bundle('../src/main.ts'), bundle('tellMemory.ts')])
  const child = spawn(process.execPath, ['--expose-gc', ...nodeFlags, '--import', tellMemory, main, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, ...env },
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let output = ''
  let complaints = ''
  let hasBegun = false
  const begun = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk
      // Not checked after a match: the output may be very long.
      hasBegun ||= begunLine.test(output)
      if (hasBegun) resolve()
    })
  })
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  void once(child, 'close').then(() => traceText('the log of a service', output + complaints))
  await Promise.race([begun, ended])
  const lines = () => output.split('\n').flatMap((line) => (line.startsWith('{"') ? [JSON.parse(line)] : []))
  const urlOf = (message: string) => {
    const line = lines().find(({ msg }) => msg === message)
    return line && `http://${line.url}`
  }
  return {
    url: urlOf('the service is listening'),
    adminUrl: urlOf('the operator listener is open'),
    ended,
    lines,
    text: () => output + complaints,
    kill: (signal) => child.kill(signal),
    async memory() {
      child.send('memory')
      const [usage] = await once(child, 'message')
      return usage as NodeJS.MemoryUsage
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The program in a separate process. */
export type MainProcess = {
  /** Of the public listener. */
  url: string
  /** Of the operator's listener. */
  adminUrl: string
  /** Its exit code. */
  ended: Promise<number | null>
  /** Its log lines. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into lines of every kind
  lines: () => any[]
  /** Its whole output. */
  text: () => string
  kill: (signal: 'SIGKILL' | 'SIGTERM') => void
  /** Its memory after a garbage collection. */
  memory: () => Promise<NodeJS.MemoryUsage>
  stop: () => Promise<void>
}

/** The last log line of each kind of start. */
const begunLine =
  /"msg":"the keeper is running"|"msg":"the service is listening"[\s\S]*"msg":"the operator listener is open"/
