import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type AnvilClient, createAnvilClient } from './client.js'
import { locateAnvil } from './locate.js'

/**
 * Starts anvil on a free loopback port and waits until it answers.
 *
 * It cannot outlive this process: a shell beside it holds the other end of a pipe and ends anvil when the pipe closes,
 * however this process died.
 */
export async function spawnAnvil(parameters: readonly string[], cacheFolder: string): Promise<Anvil> {
  const binary = locateAnvil()
  const port = await freePort()
  const child = spawn(
    '/bin/sh',
    ['-c', GUARD, binary, '--host', '127.0.0.1', '--port', String(port), '--cache-path', cacheFolder, ...parameters],
    { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  )
  const pid = new Promise<number>((resolve) => child.stdout.once('data', (line) => resolve(Number.parseInt(line, 10))))
  child.stdout.resume()
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000)
  })
  const exited = once(child, 'exit')
  child.stdin.on('error', () => {})

  const client = createAnvilClient(`http://127.0.0.1:${port}`)
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`anvil ended while starting: ${complaint.trim()}`)
    if (Date.now() > deadline) {
      child.stdin.end()
      throw new Error(`anvil did not answer within ${START_TIMEOUT_MS} ms. ${complaint.trim()}`)
    }
    try {
      await client.request('eth_chainId')
      break
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return {
    client,
    pid: await pid,
    stop: async () => {
      child.stdin.end()
      await exited
    },
    onExit: (listener) => void exited.then(() => listener(complaint.trim())),
  }
}

/** A running anvil. */
export type Anvil = {
  client: AnvilClient
  pid: number
  /** Ends anvil and resolves when it is gone. */
  stop: () => Promise<void>
  onExit: (listener: (complaint: string) => void) => void
}

const START_TIMEOUT_MS = 20_000

/** `$0` is the binary. Standard input carries nothing; its end is the signal. */
const GUARD = `
exec 3<&0
"$0" "$@" 3<&- </dev/null &
anvil=$!
echo $anvil
(while read -r _ <&3; do :; done; kill -TERM $anvil 2>/dev/null) &
guard=$!
wait $anvil
status=$?
kill $guard 2>/dev/null
exit $status
`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.')
  return address.port
}
