import { openSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Host } from './Host.js'

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

/** Whatever asks a program to end and lets it tidy up. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
