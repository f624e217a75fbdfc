import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnvilClient, createAnvilClient } from './client.js'
import { locateAnvil } from './locate.js'

/**
 * Starts anvil on a loopback port of its own choice and waits until it listens.
 *
 * It cannot outlive this process: a shell beside it holds the other end of a pipe and, when the pipe closes, ends anvil
 * and cleans up, however this process ended.
 */
export async function spawnAnvil(parameters: readonly string[]): Promise<Anvil> {
  const cache = mkdtempSync(join(tmpdir(), 'holdfast-devnet-'))
  const pipe = join(cache, 'pipe')
  const child = spawn(
    '/bin/sh',
    ['-c', guard, locateAnvil(), ...place, '--ipc', pipe, '--cache-path', cache, ...parameters],
    { stdio: ['pipe', 'pipe', 'pipe'], detached: true, env: { ...process.env, ANVIL_CACHE: cache } },
  )
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000)
  })
  child.stdin.on('error', () => {})
  const exited = once(child, 'exit')
  const stop = async () => {
    child.stdin.end()
    await exited
  }

  const address = await listeningAddress(child, exited)
  if (address === undefined) {
    await stop()
    throw new Error(`anvil did not start to listen. ${complaint.trim()}`)
  }
  const client = await createAnvilClient(`http://${address}`, pipe).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    client,
    stop,
    onExit: (listener) => void exited.then(() => listener(complaint.trim())),
  }
}

/** A running anvil. */
export type Anvil = {
  client: AnvilClient
  /** Ends anvil and resolves when it is gone. */
  stop: () => Promise<void>
  onExit: (listener: (complaint: string) => void) => void
}

const place = ['--host', '127.0.0.1', '--port', '0']

const startTimeoutMs = 20_000

/** `$0` is the binary. Nothing is written to standard input; its end is the signal. */
const guard = `
exec 3<&0
"$0" "$@" 3<&- </dev/null &
anvil=$!
(while read -r _ <&3; do :; done; kill -TERM $anvil 2>/dev/null) >/dev/null 2>&1 &
guard=$!
wait $anvil
status=$?
kill $guard 2>/dev/null
rm -rf -- "$ANVIL_CACHE"
exit $status
`

/** The address that anvil reports; undefined when it ends or reports none. */
function listeningAddress(child: ChildProcess, exited: Promise<unknown>): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text: string | undefined = ''
    child.stdout?.on('data', (chunk) => {
      if (text === undefined) return
      text += chunk
      const [, address] = /Listening on ([0-9.]+:[0-9]+)/.exec(text) ?? []
      if (address === undefined) return
      text = undefined
      clearTimeout(timer)
      resolve(address)
    })
    const timer = setTimeout(() => resolve(undefined), startTimeoutMs)
    exited.then(() => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
}
