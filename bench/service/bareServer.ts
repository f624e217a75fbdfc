/**
 * A bare `node:http` server that answers with given bytes, to measure the cost of a request without any work. Sends its
 * URL to its parent when it listens.
 */
import { createServer } from 'node:http'
import type { RecordedAnswer } from './recordAnswer.js'

let answers: Readonly<Record<string, RecordedAnswer & { bytes?: Buffer }>> = {}

process.on('message', (message) => {
  if (typeof message !== 'object' || message === null) return
  answers = message as typeof answers
  for (const answer of Object.values(answers)) answer.bytes = Buffer.from(answer.body, 'base64')
  process.send?.('ready')
})

const server = createServer((request, response) => {
  const { status, headers, bytes } = answers[request.url ?? ''] ?? { status: 500, headers: [] }
  request.resume().on('end', () => response.writeHead(status, headers).end(bytes))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.(`http://127.0.0.1:${address.port}`)
})
