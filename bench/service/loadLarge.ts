import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Expected, Load, Loaded } from './load.js'

/**
 * Like `load`, for large constant bodies: the load tool converts each body to text, which takes 1.6 ms for a compressed
 * page and would limit the rate. Here only the bytes of answers are counted.
 */
export async function loadLarge(
  url: string,
  { paths, headers = {} }: Load,
  { seconds, connections = 20, expected }: { seconds: number; connections?: number; expected: Expected },
): Promise<Loaded> {
  const { host, hostname, port } = new URL(url)
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`)
  const ending = new AbortController()
  let done = 0
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let asked = 0
      /** Bytes of this answer that are still missing; unknown before its head arrives. */
      let left: number | undefined
      const next = () => {
        left = undefined
        if (ending.signal.aborted) socket.end()
        else socket.write(requests[asked++ % requests.length] ?? '')
      }
      socket
        .on('connect', next)
        .on('close', () => resolve())
        .on('error', reject)
      socket.on('data', (chunk) => {
        left = (left ?? sizeOf(chunk, expected.status)) - chunk.length
        if (left > 0) return
        done++
        next()
      })
    })
  const startedAt = performance.now()
  const working = Promise.all(Array.from({ length: connections }, ask))
  await Promise.race([working, sleep(1_000 * seconds)])
  const requestsDone = done
  const elapsed = (performance.now() - startedAt) / 1_000
  ending.abort()
  await working
  return { requests: requestsDone, perSecond: requestsDone / elapsed }
}

/** Bytes of a whole answer, whose head arrives in one piece. */
function sizeOf(chunk: Buffer, status: number): number {
  const head = chunk.subarray(0, chunk.indexOf('\r\n\r\n') + 4).toString('latin1')
  const length = /\r\ncontent-length: ([0-9]+)\r\n/i.exec(head)?.[1]
  if (!head.startsWith(`HTTP/1.1 ${status} `) || length === undefined)
    throw new Error(`Expected status ${status} and a length, got ${head}`)
  return head.length + Number(length)
}
