import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a program as a child process that ends with this one, and reports what it uses. */
export function startChild(program: URL, args: readonly string[] = [], options: ForkOptions = {}): Child {
  const { execArgv = process.execArgv } = options
  const usageScript = new URL('usage.mjs', import.meta.url).href
  const child = fork(fileURLToPath(program), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...options,
    execArgv: [...execArgv, '--import', usageScript],
  })
  const next = async <reply>() => ((await once(child, 'message')) as [reply])[0]
  const ask = <reply>(message: object | string) => {
    child.send(message)
    return next<reply>()
  }
  return {
    next,
    ask,
    usage: () => ask<Usage>('usage'),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

export type Child = {
  /** Its next unrequested message. */
  next: <reply>() => Promise<reply>
  /** One request at a time. */
  ask: <reply>(message: object | string) => Promise<reply>
  usage: () => Promise<Usage>
  isRunning: () => boolean
  /** Stops it gracefully. */
  stop: () => Promise<void>
}

/** Processor time of all threads together, and resident bytes: now, and the maximum so far. */
type Usage = { microseconds: number; resident: number; peak: number }
