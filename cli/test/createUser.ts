import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { traceOutput } from '@holdfast/testkit/secretTrace'
import type { Address, Hex } from 'viem'
import type { RunCommand } from './commandRunner.js'
import { type Session, startSession } from './startSession.js'

/** A user of the command line. */
export type User = {
  address: Address
  privateKey: Hex
  home: string
  /** Of every process; may be changed. */
  env: Record<string, string>
  /** Runs it as a script does: no terminal anywhere, `--json`, standard input as given or closed. In this process. */
  script: (args: string, options?: ScriptOptions) => Promise<Ended>
  /** Runs it like {@link User.script}, as a process. */
  spawn: (args: string, options?: SpawnOptions) => Promise<Ended>
  /** Runs it at a terminal. */
  type: (args: string) => Session
  /** Every command line of this user, as a process list shows it. */
  commandLines: readonly string[]
}

type ScriptOptions = {
  input?: string | Buffer
  env?: Record<string, string>
  /** @default true */
  json?: boolean
}

type SpawnOptions = ScriptOptions & {
  /** What can be read from descriptor 3. */
  descriptor?: string
  /** Called with the process while it runs. */
  onStart?: (child: RunningScript) => void
}

/** A command that has not ended yet. */
export type RunningScript = {
  pid: number
  kill: (signal: NodeJS.Signals) => void
  /** What it has written to standard output and standard error so far. */
  said: () => string
}

/** How a command ended. */
export type Ended = {
  code: number | null
  stdout: string
  stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: each command has a document of its own, and tests look where they like.
  json: any
}

/** Makes the user of one test. */
export function createUser({ bin, run, address, privateKey, home, rpcUrl, explorerApi, running }: UserOptions): User {
  const commandLines: string[] = []
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_STATE_HOME: `${home}/state`,
    XDG_CONFIG_HOME: `${home}/config`,
    HOLDFAST_RPC_URL: rpcUrl,
    HOLDFAST_EXPLORER_API: explorerApi,
    HOLDFAST_PRIVATE_KEY: privateKey,
    TERM: 'xterm',
    SHELL: '/bin/sh',
  }

  const wordsOf = (args: string, json: boolean) => [
    ...args.split(' ').filter((word) => word !== ''),
    ...(json ? ['--json'] : []),
  ]
  const endedWith = (code: number | null, stdout: string, stderr: string, json: boolean): Ended => {
    traceOutput('the output of a command', `${stdout} ${stderr}`)
    return { code, stdout, stderr, json: json && stdout !== '' ? JSON.parse(stdout) : undefined }
  }

  return {
    address,
    privateKey,
    home,
    env,
    commandLines,
    async script(args, { input, env: more = {}, json = true } = {}) {
      const words = wordsOf(args, json)
      commandLines.push(words.join(' '))
      traceOutput('a command line', words.join(' '))
      const { code, stdout, stderr } = await run(words, { env: { ...env, ...more }, cwd: home, input })
      return endedWith(code, stdout, stderr, json)
    },
    async spawn(args, { input, descriptor, env: more = {}, onStart, json = true } = {}) {
      const words = [bin, ...wordsOf(args, json)]
      commandLines.push(words.join(' '))
      traceOutput('a command line', words.join(' '))
      // Detached: the terminal of the test run is not the command's.
      const child = spawn(process.execPath, words, {
        env: { ...env, ...more },
        cwd: home,
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe', descriptor === undefined ? 'ignore' : 'pipe'],
      })
      running.add(child)
      child.once('close', () => running.delete(child))
      let [stdout, stderr] = ['', '']
      child.stdout?.on('data', (chunk) => {
        stdout += chunk
      })
      child.stderr?.on('data', (chunk) => {
        stderr += chunk
      })
      child.stdin?.on('error', () => undefined).end(input)
      const third = child.stdio[3]
      if (third && 'end' in third) third.on('error', () => undefined).end(descriptor)
      onStart?.({
        pid: child.pid ?? 0,
        kill: (signal) => child.kill(signal),
        said: () => stdout + stderr,
      })
      const [code] = await once(child, 'close')
      return endedWith(code, stdout, stderr, json)
    },
    type(args) {
      commandLines.push(args)
      return startSession(`exec '${process.execPath}' '${bin}' ${args}`, { env, cwd: home })
    },
  }
}

type UserOptions = {
  bin: string
  run: RunCommand
  address: Address
  privateKey: Hex
  home: string
  rpcUrl: string
  explorerApi: string
  /** Processes that have not ended; each is the leader of its group. */
  running: Set<ChildProcess>
}
