import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

/** A program with a home of its own, and everything that it starts. */
export type Program = {
  /** What it has said of itself when it was ready. */
  said: string
  home: string
  stop: () => Promise<void>
}

/**
 * Starts a program and waits until it says that it is ready. Its fourth file is read as its outputs are.
 *
 * @param ready - The line; its first group is returned. Without one nothing is waited for.
 */
export async function startProgram(
  command: string,
  {
    args,
    env = {},
    ready,
  }: {
    args: (home: string) => readonly string[]
    env?: Record<string, string>
    ready?: RegExp
  },
): Promise<Program> {
  const home = await mkdtemp(join(tmpdir(), 'holdfast-engine-'))
  const child = spawn(command, args(home), {
    // A group of its own, with the processes that a browser starts.
    detached: true,
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`${command} ended with ${signal ?? code}:\n${lines.join('\n')}`))
  })
  const isReady = new Promise<string>((resolve) => {
    if (ready === undefined) resolve('')
    for (const output of child.stdio) {
      if (!(output instanceof Readable)) continue
      createInterface(output).on('line', (line) => {
        lines.push(line)
        const match = ready?.exec(line)
        if (match) resolve(match[1] ?? line)
      })
    }
  })
  const stop = async () => {
    endGroup(child.pid, 'SIGTERM')
    await ended
    // What it has started and not ended.
    endGroup(child.pid, 'SIGKILL')
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const said = await Promise.race([isReady, ended.then((fault) => new Error(fault))])
  if (typeof said === 'string') return { said, home, stop }
  await stop()
  throw said
}

function endGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}
