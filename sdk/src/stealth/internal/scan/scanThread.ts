import type { MultiplicationPlan } from '../../../curve/multiplicationPlan.js'
import type { PackedAnnouncements } from '../viewTagFilter.js'
import { readSuspects, type Suspect } from './scanner.js'

/** A scanner on a thread of its own. */
export type ScanThread = {
  /** @throws Whatever ended the thread; what it was given is then for another one. */
  find: (announcements: PackedAnnouncements) => Promise<Suspect[]>
  stop: () => void
}

/** Starts a thread with a scanner; `undefined` where there are no threads, or none are allowed. */
export function startScanThread(module: WebAssembly.Module, plan: MultiplicationPlan): ScanThread | undefined {
  const waiting: { resolve: (suspects: Suspect[]) => void; reject: (reason: unknown) => void }[] = []
  let ended: Error | undefined
  const end = (reason: Error) => {
    ended ??= reason
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  const port = openThread((reply) => waiting.shift()?.resolve(readSuspects(reply)), end)
  if (!port) return undefined
  const send = (message: unknown) => {
    try {
      port.send(message)
    } catch (cause) {
      end(new Error('The thread takes no messages.', { cause }))
    }
  }
  send({ module, plan })
  return {
    find: ({ count, points, tags }) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        waiting.push({ resolve, reject })
        send({ count, points, tags })
      }),
    stop: () => {
      end(new Error('The thread was stopped.'))
      port.close()
    },
  }
}

/**
 * What a thread runs. It knows nothing but the plan of the viewing key, and no way out but to who started it. Announcements
 * are answered in their order.
 */
const threadSource = `
let scanner, memory, reply = (suspects) => postMessage(suspects)
const receive = ({ module, plan, count, points, tags }) => {
  if (module) {
    scanner = new WebAssembly.Instance(module).exports
    memory = new Uint8Array(scanner.memory.buffer)
    scanner.prepare()
    new DataView(memory.buffer).setUint32(scanner.PLAN.value, plan.length, true)
    memory.set(plan, scanner.PLAN.value + 4)
    return
  }
  memory.set(points, scanner.POINTS.value)
  memory.set(tags, scanner.TAGS.value)
  const found = count && scanner.findSuspects(count)
  reply(memory.slice(scanner.SUSPECTS.value, scanner.SUSPECTS.value + 36 * found))
}
if (typeof require === 'function') {
  const { parentPort } = require('node:worker_threads')
  reply = (suspects) => parentPort.postMessage(suspects)
  parentPort.on('message', receive)
} else onmessage = ({ data }) => receive(data)
`

type Port = { send: (message: unknown) => void; close: () => void }

function openThread(onReply: (reply: Uint8Array) => void, onEnd: (reason: Error) => void): Port | undefined {
  try {
    return typeof Worker === 'function' ? openWebWorker(onReply, onEnd) : openNodeWorker(onReply, onEnd)
  } catch {
    return undefined
  }
}

function openWebWorker(onReply: (reply: Uint8Array) => void, onEnd: (reason: Error) => void): Port {
  const url = URL.createObjectURL(new Blob([threadSource], { type: 'text/javascript' }))
  const worker = new Worker(url)
  worker.onmessage = ({ data }) => onReply(data)
  worker.onerror = ({ message }) => onEnd(new Error(`The thread failed: ${message ?? 'it was not allowed to start'}.`))
  worker.onmessageerror = () => onEnd(new Error('The thread sent what cannot be read.'))
  return {
    send: (message) => worker.postMessage(message),
    close: () => {
      worker.terminate()
      URL.revokeObjectURL(url)
    },
  }
}

/** Looked up by name at run time, so that nothing here imports what only Node has. */
function openNodeWorker(onReply: (reply: Uint8Array) => void, onEnd: (reason: Error) => void): Port | undefined {
  // The types of a browser have no `process`.
  const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => NodeThreads | undefined } }
  const threads = process?.getBuiltinModule?.('node:worker_threads')
  if (!threads) return undefined
  const worker = new threads.Worker(threadSource, { eval: true, execArgv: [] })
  // What our own thread sends.
  worker.on('message', (reply) => onReply(reply as Uint8Array))
  worker.on('error', (cause) => onEnd(new Error('The thread failed.', { cause })))
  worker.on('exit', () => onEnd(new Error('The thread ended.')))
  return { send: (message) => worker.postMessage(message), close: () => void worker.terminate() }
}

/** The part of node:worker_threads that is used. */
type NodeThreads = {
  Worker: new (
    source: string,
    options: { eval: true; execArgv: readonly string[] },
  ) => {
    on: (event: 'message' | 'error' | 'exit', listener: (value: unknown) => void) => void
    postMessage: (message: unknown) => void
    terminate: () => Promise<unknown>
  }
}
