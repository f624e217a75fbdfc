import { openSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { ReadStream, WriteStream } from 'node:tty'

/** What a command sees of the process it runs in. */
export type Host = {
  env: Readonly<Record<string, string | undefined>>
  /** Absolute path of a file that was named on the command line or in a setting. */
  pathOf: (file: string) => string
  stdin: ReadStream
  stdout: WriteStream
  stderr: WriteStream
  /** Opens the terminal itself for writing, past every redirection. @throws where there is none. */
  openTty: () => number
  /** Calls back once when the program is asked to end; returns how to stop listening. */
  onStop: (listener: () => void) => () => void
  /** Does what Ctrl-C does, where a prompt reads it as a key. */
  interrupt: () => void
}

/** This process. */
export function processHost(): Host {
  const { env, stdin, stdout, stderr } = process
  return {
    env,
    pathOf: (file) => resolve(file),
    stdin,
    stdout,
    stderr,
    openTty: () => openSync('/dev/tty', 'w'),
    onStop(listener) {
      for (const name of signals) process.once(name, listener)
      return () => {
        for (const name of signals) process.off(name, listener)
      }
    },
    interrupt: () => process.kill(process.pid, 'SIGINT'),
  }
}

/** Signals that ask a program to end and let it clean up. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The command that makes `holdfast` known to a shell; undefined where the program was started by that name. */
export function findAlias(script: string = process.argv[1] ?? ''): string | undefined {
  return basename(script) === 'bin.js' ? `alias holdfast="node '${script}'"` : undefined
}
