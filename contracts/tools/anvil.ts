import { type ChildProcess, spawn } from 'node:child_process'
import { foundryProgram } from './forge.js'

/** A private local chain; `stop` it in a `finally`. */
export type Anvil = { readonly url: string; readonly stop: () => Promise<void> }

/** Starts anvil on a free loopback port. */
export async function startAnvil(args: readonly string[] = []): Promise<Anvil> {
  const child = spawn(foundryProgram('anvil'), ['--host', '127.0.0.1', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    return { url: `http://${await listeningAddress(child)}`, stop: () => stop(child) }
  } catch (error) {
    await stop(child)
    throw error
  }
}

function listeningAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
      const match = /Listening on (127\.0\.0\.1:\d+)/.exec(printed)
      if (match?.[1] !== undefined) resolve(match[1])
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`anvil ended before it listened\n${printed}`)))
  })
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
